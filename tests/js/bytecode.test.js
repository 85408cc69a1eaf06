// What Python compiled at the first visit of a published site is there at the next one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { KeptBytecode } from "../../src/plyground/web/static/js/kept-bytecode.js";

const SOURCE = {
  runtime: new URL("http://host/site/python/1.0/"),
  library: new URL("http://host/site/python/1.0/library.zip"),
  app: new URL("http://host/site/python/program-1.zip"),
};
const text = (buffer) => new TextDecoder().decode(buffer);

function browser() {
  const files = new Map();
  const cache = {
    match: async (address) => files.get(address)?.clone(),
    put: async (address, answer) => files.set(address, answer),
    delete: async (address) => files.delete(address),
  };
  globalThis.caches = { open: async () => cache };
  return files;
}

test("nothing is there before it was kept, and all of it after", async () => {
  browser();
  const kept = new KeptBytecode(SOURCE);
  assert.equal(await kept.recall(), null);
  await kept.keep({ library: "one", modules: "two" });
  const { library, modules } = await new KeptBytecode(SOURCE).recall();
  assert.deepEqual([text(library), text(modules)], ["one", "two"]);
  await kept.drop();
  assert.equal(await kept.recall(), null);
});

test("a half is nothing", async () => {
  const files = browser();
  const kept = new KeptBytecode(SOURCE);
  await kept.keep({ library: "one", modules: "two" });
  files.delete([...files.keys()][1]);
  assert.equal(await kept.recall(), null);
});

test("another program or another Python has bytecode of its own", async () => {
  browser();
  await new KeptBytecode(SOURCE).keep({ library: "one", modules: "two" });
  const app = new URL("http://host/site/python/program-2.zip");
  assert.equal(await new KeptBytecode({ ...SOURCE, app }).recall(), null);
  const runtime = new URL("http://host/site/python/2.0/");
  const library = new URL("library.zip", runtime);
  assert.equal(await new KeptBytecode({ ...SOURCE, runtime, library }).recall(), null);
});

test("it lies at the addresses of files that the service worker keeps", async () => {
  const files = browser();
  await new KeptBytecode(SOURCE).keep({ library: "one", modules: "two" });
  const paths = [...files.keys()].map((address) => new URL(address).pathname);
  assert.deepEqual(paths, [SOURCE.library.pathname, SOURCE.app.pathname]);
});

test("a browser that keeps nothing starts as ever", async () => {
  globalThis.caches = { open: () => Promise.reject(new Error("forbidden")) };
  const kept = new KeptBytecode(SOURCE);
  assert.equal(await kept.recall(), null);
  await kept.keep({ library: "one", modules: "two" });
  await kept.drop();
});
