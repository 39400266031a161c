import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as state from "../../src/store/state.ts";

export type { Embedded, State } from "../../src/store/state.ts";

/** Of the language, but not of its library without a browser. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let loaded: Promise<NonNullable<state.Opening["engine"]>> | null = null;

/** PGlite's own files, loaded once for all tests of a process: that is half of the time that opening a state takes. */
function engine(): Promise<NonNullable<state.Opening["engine"]>> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<NonNullable<state.Opening["engine"]>> {
  const folder = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  const [program, files] = await Promise.all([readFile(join(folder, "pglite.wasm")), readFile(join(folder, "pglite.data"))]);
  return { pgliteWasmModule: await WebAssembly.compile(program), fsBundle: new Blob([files]) };
}

/** Opens a state as the program does, only faster. */
export async function openState(dir: string, opening: state.Opening = {}): Promise<state.State> {
  return state.openState(dir, { ...opening, engine: await engine() });
}

/** The same for several commands one after another. */
export async function openEmbedded(dir: string, opening: state.Opening = {}): Promise<state.Embedded> {
  return state.openEmbedded(dir, { ...opening, engine: await engine() });
}
