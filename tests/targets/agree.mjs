// What a built game answers: node agree.mjs FILE PLAN prints it.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { answersOf } from "./answers.mjs";

const file = pathToFileURL(process.argv[2]);
const { loadKernels } = await import(new URL("loader.mjs", file).href);
const description = JSON.parse(await readFile(new URL(file.href.replace(/wasm$/, "json"))));
const kernels = await loadKernels(await readFile(file), description);
console.log(answersOf(kernels, JSON.parse(process.argv[3])));
