import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openDatabase, type EmbeddedDatabase, type Engine } from "../../src/state/database/embedded-database.ts";
import * as state from "../../src/state/state.ts";

export type { State } from "../../src/state/state.ts";

/** Of the language, but not of its library without a browser. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let loaded: Promise<Engine> | null = null;

/** PGlite's own files, loaded once for all tests of a process: that is half of the time that opening a database takes. */
async function load(): Promise<Engine> {
  const folder = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  const [program, files] = await Promise.all([readFile(join(folder, "pglite.wasm")), readFile(join(folder, "pglite.data"))]);
  return { pgliteWasmModule: await WebAssembly.compile(program), fsBundle: new Blob([files]) };
}

/** Opens a database as the program does, only faster. @param engine what differs from the program's */
export async function openFast(data: string, engine: Engine = {}): Promise<EmbeddedDatabase> {
  loaded ??= load();
  return openDatabase(data, { ...(await loaded), ...engine });
}

/** Opens a state of its own, from its directory and into it. */
export function openState(dir: string, opening: state.Opening = {}): Promise<state.State> {
  return state.openState(dir, { database: (data) => openFast(data), ...opening });
}
