/**
 * Lets the page open while the server is away, and a published site without any network. VERSION,
 * FILES, LASTING and LATER stand above this text (web/app_shell.py, publishing/site.py): the hash of the
 * files, their addresses below this one, and those of large ones whose name changes with their content.
 *
 * The server is always asked first, and its answer is what the page gets; what was kept is for when no
 * answer comes. So nothing kept ever takes the place of newer code. A new version is kept as a whole
 * and the old one dropped. LASTING files are kept once the page says that it has them, those of LATER
 * when it asks for them, and never asked for again. Other folders of the same host may hold sites of
 * their own, whose files are left alone. What is not listed, all of the API above all, passes untouched.
 */

/* global VERSION, FILES, LASTING, LATER */

const pathOf = (/** @type {string} */ file) => new URL(file, location.href).pathname;
const OURS = ` ${pathOf("./")}`; // at the end of a cache's name
const CACHE = `plyground-${VERSION}${OURS}`;
const LASTING_CACHE = "plyground-lasting";
const LASTING_FOLDER = pathOf("python/");
const FRESH = new Set(FILES.map(pathOf));
const KEPT = new Set([...LASTING, ...LATER].map(pathOf));

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([...FRESH].map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const drop = async () => {
    const names = await caches.keys();
    const ours = names.filter((name) => name.startsWith("plyground-") && name.endsWith(OURS));
    await Promise.all(ours.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    if (names.includes(LASTING_CACHE)) await dropOldFiles();
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

async function dropOldFiles() {
  const cache = await caches.open(LASTING_CACHE);
  const kept = await cache.keys();
  const isOld = (/** @type {string} */ path) => path.startsWith(LASTING_FOLDER) && !KEPT.has(path);
  const old = kept.filter(({ url }) => isOld(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepLasting());
});

async function keepLasting() {
  const cache = await caches.open(LASTING_CACHE);
  for (const file of LASTING.map(pathOf)) if (!(await cache.match(file))) await cache.add(file);
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (KEPT.has(pathname)) event.respondWith(keptFirst(event.request, pathname));
  else if (FRESH.has(pathname)) event.respondWith(freshFirst(event.request, pathname));
});

/** @param {Request} request @param {string} pathname */
async function keptFirst(request, pathname) {
  const cache = await caches.open(LASTING_CACHE);
  const kept = await cache.match(pathname);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && LATER.map(pathOf).includes(pathname)) await cache.put(pathname, answer.clone());
  return answer;
}

/** @param {Request} request @param {string} pathname */
async function freshFirst(request, pathname) {
  try {
    return await fetch(request);
  } catch (away) {
    const kept = await (await caches.open(CACHE)).match(pathname);
    if (kept) return kept;
    throw away;
  }
}
