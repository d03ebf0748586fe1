// Keeps the whole bundle, so that the room opens without a network, at any link into it.
// A new version is fetched in the background and waits until the player takes it.
// Version and files are filled in when the bundle is made.
const VERSION = "VERSION";
const FILES = [/* FILES */];
const CACHE = `parlour-${VERSION}`;
const AT_ONCE = 4;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // What only a running server can answer is none of our business.
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(answer(request, request.mode === "navigate" ? "/" : pathname));
});

async function keep() {
  const cache = await caches.open(CACHE);
  // Files under /assets/ are named by their content; all others must be the server's newest.
  const request = (file) => (file.startsWith("/assets/") ? file : new Request(file, { cache: "no-cache" }));
  // A few at a time: what the first table needs is listed first, and must not wait for all the others.
  for (let first = 0; first < FILES.length; first += AT_ONCE) {
    await cache.addAll(FILES.slice(first, first + AT_ONCE).map(request));
  }
}

async function tidy() {
  // The version before stays: a page that still runs it may ask for its files.
  const ours = (await caches.keys()).filter((name) => name.startsWith("parlour-") && name !== CACHE);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const kept = (await cache.match(path)) ?? (await caches.match(path));
  return kept ?? fetch(request);
}
