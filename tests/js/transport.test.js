// Who answers the page of a published site: files that were written with it, and its worker.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ProblemError } from "../../src/plyground/web/static/js/problem.js";
import { offered } from "../../src/plyground/web/static/js/router.js";
import { WorkerTransport } from "../../src/plyground/web/static/js/worker-transport.js";

const FILES = {
  "http://host/games/site.json": { answers: { "GET /api/games": "answers/1.json" }, python: {} },
  "http://host/games/answers/1.json": { games: ["snort"] },
};

/** A transport whose worker is this test: `said` has what it was told. */
function made() {
  const said = [];
  globalThis.fetch = async (address) => Response.json(FILES[String(address)]);
  let worker;
  globalThis.Worker = class {
    constructor() {
      worker = this;
    }

    postMessage(message) {
      said.push(message);
    }
  };
  const transport = new WorkerTransport(new URL("http://host/games/site.json"));
  return { transport, said, hear: (data) => worker.onmessage({ data }) };
}

test("what is known is read from a file, below the site", async () => {
  const { transport, said } = made();
  const answer = await transport.fetch("/api/games");
  assert.deepEqual(await answer.json(), { games: ["snort"] });
  assert.deepEqual(said, [{ type: "begin", site: "http://host/games/site.json" }]);
});

test("everything else is asked of the worker", async () => {
  const { transport, said, hear } = made();
  const asked = transport.fetch("/api/play", { method: "POST", body: "{}" });
  await new Promise((resolve) => setTimeout(resolve));
  const { id, ...request } = said[1];
  assert.deepEqual(request, { type: "request", method: "POST", address: "/api/play", body: "{}" });
  hear({
    type: "answer",
    id,
    status: 409,
    kind: "application/problem+json",
    body: '{"detail":"no"}',
  });
  const answer = await asked;
  assert.equal(answer.status, 409);
  assert.match(answer.headers.get("Content-Type"), /problem/);
});

test("what is given up is not waited for", async () => {
  const { transport } = made();
  const leaving = new AbortController();
  const asked = transport.fetch("/api/position", {
    method: "POST",
    body: "{}",
    signal: leaving.signal,
  });
  leaving.abort();
  await assert.rejects(asked, { name: "AbortError" });
});

test("the live connection opens once the worker is ready", () => {
  const { transport, said, hear } = made();
  const heard = [];
  const line = transport.connect({
    opened: () => heard.push("opened"),
    lost: () => heard.push("lost"),
    heard: (text) => heard.push(text),
  });
  line.send("too early");
  hear({ type: "loading", share: 0.5 });
  hear({ type: "ready" });
  line.send("hello");
  hear({ type: "heard", text: "yes?" });
  assert.deepEqual(heard, ["opened", "yes?"]);
  assert.deepEqual(said.slice(1), [{ type: "say", text: "hello" }]);
});

test("a failure is told, and lasts", async () => {
  const { transport, hear } = made();
  const told = [];
  transport.watch((loading) => told.push(loading));
  hear({ type: "loading", share: 0.5 });
  const heard = [];
  transport.connect({ opened: () => {}, lost: () => heard.push("lost"), heard: () => {} });
  hear({ type: "failed", reason: "404" });
  hear({ type: "failed", reason: "what follows from it" });
  hear({ type: "loading", share: 0.6 });
  assert.deepEqual(heard, ["lost"]);
  assert.deepEqual(
    told.map(({ share, failure }) => [share, failure]),
    [
      [0, ""],
      [0.5, ""],
      [0, "404"],
    ],
  );
  await assert.rejects(transport.fetch("/api/status"), ProblemError);
});

test("screens that need a server are left out where there is none", () => {
  assert.deepEqual(offered(false).tabs, ["play", "analyse", "tree", "learn", "puzzles"]);
  assert.deepEqual(offered(false).others, ["rules"]);
  assert.ok(offered(true).tabs.includes("arena"));
});
