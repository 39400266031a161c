import type { Kept } from "../../review/exceptions.ts";
import { table } from "./tables.ts";

/** What is kept by a person's word. */
export function keptText(kept: readonly Kept[]): string {
  const head = ["exception", "person", "group", "kept by", "on", "until", "reason"];
  return table([head, ...kept.map(rowOf)]);
}

function rowOf({ id, key, name, group, by, at, until, from_run: run, reason }: Kept): string[] {
  const end = until === null ? (run === null ? "the evidence changes" : "somebody ends it") : until.slice(0, 10);
  const person = name === null ? key : `${name} (${key})`;
  return [id, person, group.path, by, at.slice(0, 10), end, run === null ? reason : `${reason} (run ${run} reverted)`];
}
