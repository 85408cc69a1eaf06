/**
 * Lets the page open while the server is away. The server writes VERSION and FILES above this text
 * (web/app_shell.py): the hash of the shell's files, and their addresses.
 *
 * The server is always asked first, and its answer is what the page gets; what was kept is for when no
 * answer comes. So nothing kept ever takes the place of newer code. A new version is kept as a whole
 * and the old one dropped. What is not of the shell, all of the API above all, passes untouched.
 */

/* global VERSION, FILES */

const CACHE = `plyground-${VERSION}`;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const drop = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("plyground-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || !FILES.includes(pathname)) return;
  const answer = async () => {
    try {
      return await fetch(event.request);
    } catch (away) {
      const kept = await (await caches.open(CACHE)).match(pathname);
      if (kept) return kept;
      throw away;
    }
  };
  event.respondWith(answer());
});
