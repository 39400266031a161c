/** Faults on real processes: `npm run chaos -- --kind NAME --rounds N`; docs/internals/chaos.md describes it. */
import { parseArgs } from "node:util";
import setupFolder from "../helpers/temporary-folder.ts";
import { KINDS } from "./kinds.ts";
import { playRound } from "./round.ts";
import { keepsPromises, readResults, tableOf, writeResult } from "./results.ts";

const { values } = parseArgs({
  options: {
    kind: { type: "string", multiple: true, default: [] },
    rounds: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});
const { quick, again } = values;
const unknown = values.kind.filter((name) => !KINDS.some((kind) => kind.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no kind ${unknown.join(", ")}. The kinds are:\n${KINDS.map(({ name, what }) => `  ${name.padEnd(28)} ${what}`).join("\n")}`,
  );
  process.exit(2);
}
const selected = KINDS.filter(({ name }) => values.kind.length === 0 || values.kind.includes(name));
const removeFolder = setupFolder();
process.on("exit", removeFolder);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
const rounds = values.table ? 0 : Number(values.rounds);
const isDone = (name: string, n: number): boolean =>
  readResults().some(({ kind, round, ...result }) => kind === name && round === n && result.quick === quick);

let failures = 0;
for (const kind of selected)
  for (let round = 1; round <= rounds && !stop.signal.aborted; round += 1) {
    if (!again && isDone(kind.name, round)) continue;
    const size = quick ? { creates: Math.min(kind.size.creates, 300), updates: Math.min(kind.size.updates, 60) } : kind.size;
    console.error(`${new Date().toISOString().slice(11, 19)} ${kind.name}, round ${round}`);
    try {
      writeResult({ ...(await playRound(kind, size, stop.signal)), round, quick });
    } catch (error) {
      failures += 1;
      console.error(error);
    }
  }
const results = readResults().filter(({ kind }) => selected.some(({ name }) => name === kind));
console.log(tableOf(results));
process.exit(failures === 0 && !stop.signal.aborted && results.every(keepsPromises) ? 0 : 1);
