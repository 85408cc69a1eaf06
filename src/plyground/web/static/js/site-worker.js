/**
 * The worker of a published site: loads Python and the server's program, and passes requests on to it.
 *
 *   page -> worker   {type: "begin", site}, {type: "request", id, method, address, body},
 *                    {type: "say", text}
 *   worker -> page   {type: "loading", share}, {type: "ready"}, {type: "failed", reason},
 *                    {type: "answer", id, status, kind, body}, {type: "heard", text}
 *
 * @typedef {{
 *   runtime: string, wheels: string[], app: string, games: string[], later: Record<string, string>,
 *   bytes: number,
 * }} Python where the interpreter lies, what is unpacked into it, the user's games in there, where files
 *   are that Python may ask for later, and how much all but those is
 */

import { KeptBytecode } from "./kept-bytecode.js";

const APP = "/app"; // where the program lies in Python's own file system
const KERNELS = `${APP}/prebuilt`; // what is compiled of it (kernel/prebuilt.py)
const MODULE = "plyground.web.in_browser";
const BYTECODE = "plyground.web.bytecode";
const LIBRARY = "python_stdlib.zip";

/** @type {(made: {site: any, line: any}) => void} */
let resolve;
/** @type {Promise<{site: any, line: any}>} */
const ready = new Promise((made) => (resolve = made));

self.onmessage = ({ data }) => {
  if (data.type === "begin") begin(data.site).catch(fail);
  else if (data.type === "request") answer(data);
  else if (data.type === "say") ready.then(({ line }) => line.say(data.text));
};

/** @param {string} type @param {object} what */
function tell(type, what = {}) {
  self.postMessage({ type, ...what });
}

/** @param {unknown} error */
function fail(error) {
  tell("failed", { reason: `${error}` });
}

/** @param {string} address of the site's description */
async function begin(address) {
  const { python } = await (await fetch(address)).json();
  const at = (/** @type {string} */ file) => new URL(file, address);
  const runtime = at(python.runtime);
  const library = new URL(LIBRARY, runtime);
  const kept = new KeptBytecode({ runtime, library, app: at(python.app) });
  const bytecode = await kept.recall();
  countFetched(python.bytes);
  try {
    const [interpreter, app, ...wheels] = await Promise.all([
      start(runtime.href, bytecode ? addressOf(bytecode.library) : library.href),
      bytes(at(python.app)),
      ...python.wheels.map((/** @type {string} */ file) => bytes(at(file))),
    ]);
    for (const wheel of wheels) interpreter.unpackArchive(wheel, "wheel");
    interpreter.unpackArchive(app, "zip", { extractDir: APP });
    if (bytecode) interpreter.unpackArchive(bytecode.modules, "zip", { extractDir: "/" });
    resolve(await open(interpreter, python, address));
    tell("ready");
    if (!bytecode) keep(interpreter, kept).catch(() => kept.drop());
  } catch (error) {
    await kept.drop();
    throw error;
  }
}

/** @param {ArrayBuffer} content */
function addressOf(content) {
  return URL.createObjectURL(new Blob([content]));
}

/**
 * Start the program.
 * @param {any} interpreter
 * @param {Python} python
 * @param {string} address of the site's description
 */
async function open(interpreter, { games, later }, address) {
  const sys = interpreter.pyimport("sys");
  sys.path.insert(0, APP);
  sys.dont_write_bytecode = false;
  const { Site } = interpreter.pyimport(MODULE);
  const fetchNow = (/** @type {string} */ file) =>
    bytesAtOnce(new URL(later[file.slice(APP.length + 1)], address));
  const inside = (/** @type {string} */ file) => `${APP}/${file}`;
  const site = Site(games.map(inside), Object.keys(later).map(inside), fetchNow);
  await site.open();
  const line = site.connect((/** @type {string} */ text) => tell("heard", { text }));
  return { site, line };
}

/**
 * Keep what was compiled, for the next visit.
 * @param {any} interpreter
 * @param {KeptBytecode} kept
 */
async function keep(interpreter, kept) {
  const { library_bytecode, module_bytecode } = interpreter.pyimport(BYTECODE);
  const [library, modules] = [await library_bytecode(), await module_bytecode()];
  await kept.keep({ library: library.toJs(), modules: modules.toJs() });
  for (const made of [library, modules]) made.destroy();
}

/** @param {string} folder with the interpreter, a slash at its end @param {string} library */
async function start(folder, library) {
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const env = { HOME: APP, PLYGROUND_PREBUILT: KERNELS };
  return loadPyodide({ indexURL: folder, stdLibURL: library, env });
}

/** @param {{id: number, method: string, address: string, body: string}} request */
async function answer({ id, method, address, body }) {
  const { site } = await ready;
  const found = await site.answer(method, address, body);
  tell("answer", { id, status: found.status, kind: found.kind, body: found.body });
  found.destroy();
}

/** @param {URL} address */
async function bytes(address) {
  return (await fetch(address)).arrayBuffer();
}

/**
 * What Python asks for in the midst of its work: it cannot wait in any other way.
 * @param {URL} address
 */
function bytesAtOnce(address) {
  const asked = new XMLHttpRequest();
  asked.open("GET", address, false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(`${address.pathname}: ${asked.status}`);
  return new Uint8Array(asked.response);
}

/**
 * Have the page told how much of all bytes has come, whoever fetches them, and what does not come:
 * the interpreter would wait for it forever.
 * @param {number} all
 */
function countFetched(all) {
  const plain = self.fetch;
  let come = 0;
  self.fetch = async (...asked) => {
    const answer = await plain(...asked);
    if (!answer.ok) fail(`${new URL(answer.url).pathname}: ${answer.status}`);
    if (!answer.body) return answer;
    const counter = new TransformStream({
      transform(chunk, controller) {
        come += chunk.byteLength;
        tell("loading", { share: Math.min(1, come / all) });
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = answer;
    answer.body.pipeTo(counter.writable).catch(fail);
    return new Response(counter.readable, { status, statusText, headers });
  };
}
