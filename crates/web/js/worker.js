// Starts the program of the worker.
// The names under /assets/ are replaced by those with content hashes when the bundle is made.
try {
  // Imported here, so that it is told if this file does not come.
  const { default: start } = await import("/assets/tables.js");
  await start({ module_or_path: "/assets/tables.wasm" });
} catch (error) {
  // "b" is the worker's note for "broke".
  self.postMessage(`bThe tables could not be loaded: ${error.message ?? error}`);
}
