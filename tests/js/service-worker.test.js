// What the service worker of a site drops when a new version comes: what is old, and its own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const SOURCE = new URL("../../src/plyground/web/static/service-worker.js", import.meta.url);

/** Let the service worker of http://host/one/ become active, with these caches: addresses by name. */
async function activate(held) {
  const listeners = {};
  const self = {
    addEventListener: (kind, does) => (listeners[kind] = does),
    clients: { claim: async () => {} },
  };
  const caches = {
    keys: async () => Object.keys(held),
    delete: async (name) => delete held[name],
    open: async (name) => ({
      keys: async () => held[name].map((path) => ({ url: `http://host${path}` })),
      delete: async ({ url }) => {
        held[name] = held[name].filter((path) => `http://host${path}` !== url);
      },
    }),
  };
  const location = { href: "http://host/one/service-worker.js" };
  const head =
    'const VERSION = "2", FILES = ["index.html"], LASTING = ["python/new.zip"], LATER = [];';
  const text = `${head}\n${readFileSync(SOURCE, "utf8")}`;
  new Function("self", "caches", "location", text)(self, caches, location);
  let done;
  listeners.activate({ waitUntil: (promise) => (done = promise) });
  await done;
  return held;
}

test("old files of this site go, those of other sites on the host stay", async () => {
  const left = await activate({
    "plyground-1 /one/": [],
    "plyground-2 /one/": [],
    "plyground-1 /two/": [],
    another: [],
    "plyground-lasting": [
      "/one/python/old.zip",
      "/one/python/new.zip",
      "/one/python/new.zip?bytecode",
      "/two/python/old.zip",
    ],
  });
  assert.deepEqual(left, {
    "plyground-2 /one/": [],
    "plyground-1 /two/": [],
    another: [],
    "plyground-lasting": [
      "/one/python/new.zip",
      "/one/python/new.zip?bytecode",
      "/two/python/old.zip",
    ],
  });
});
