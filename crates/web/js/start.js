// Starts the program of the page.
// The names under /assets/ are replaced by those with content hashes when the bundle is made.
const loading = document.getElementById("loading");
const slow = setTimeout(() => {
  loading.textContent = "Laying the table takes longer than usual. Check your connection, or reload the page.";
}, 20_000);
try {
  // Imported here, so that it is told if this file does not come.
  const { default: start } = await import("/assets/parlour.js");
  await start({ module_or_path: "/assets/parlour.wasm" });
} catch (error) {
  const why = `The card room could not be loaded: ${error.message ?? error}`;
  console.error(why);
  loading.textContent = "";
  document.getElementById("failure-text").textContent = why;
  document.getElementById("failure").hidden = false;
} finally {
  clearTimeout(slow);
}
