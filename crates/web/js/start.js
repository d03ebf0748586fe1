// Starts the program, on the page and in the worker alike: it finds out by itself where it is.
// The names under /assets/ are replaced by those with content hashes when the bundle is made.
import start from "/assets/parlour.js";

const onPage = typeof document !== "undefined";

try {
  await start({ module_or_path: "/assets/parlour.wasm" });
} catch (error) {
  const why = `The card room could not be loaded: ${error.message ?? error}`;
  if (onPage) {
    console.error(why);
    document.getElementById("loading").textContent = "";
    document.getElementById("failure-text").textContent = why;
    document.getElementById("failure").hidden = false;
  } else {
    // "b" is the worker's note for "broke".
    self.postMessage(`b${why}`);
  }
}
