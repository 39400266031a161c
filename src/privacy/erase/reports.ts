import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { names, type PersonReference } from "../../domain/erased.ts";
import { withoutPerson } from "../../domain/facts/without-person.ts";
import { findRun, type Run } from "../../store/runs/runs.ts";
import type { State } from "../../state/state.ts";

/** Draws the report of a run again from stored data. */
export type WriteReport = (state: State, run: Run) => Promise<unknown>;

/**
 * Redraws the reports that name a person; one that cannot be drawn without them is deleted.
 * @param write `null`: only count them
 * @returns how many runs' reports it was
 */
export async function eraseFromReports(state: State, person: PersonReference, write: WriteReport | null): Promise<number> {
  const dir = join(state.dir, "reports");
  const files = await readdir(dir).catch(() => []);
  const runs = [...new Set(files.map((name) => name.replace(/\.(?:html|json)(?:\.new)?$/, "")))];
  let found = 0;
  for (const id of runs) {
    const theirs = files.filter((name) => name.startsWith(`${id}.`)).map((name) => join(dir, name));
    if (!(await anyNames(theirs, person))) continue;
    found += 1;
    if (write === null) continue;
    for (const file of theirs) await rm(file, { force: true });
    const run = await findRun(state.db, id);
    if (run === undefined) continue;
    await write(state, run);
    const fresh = [join(dir, `${id}.html`), join(dir, `${id}.json`)];
    if (await anyNames(fresh, person)) for (const file of fresh) await rm(file, { force: true });
  }
  return found;
}

async function anyNames(files: readonly string[], person: PersonReference): Promise<boolean> {
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(() => "");
    if (file.endsWith(".json") ? namedInJson(text, person) : names(text, person)) return true;
  }
  return false;
}

/** Value by value, so that a key as short as a number is not found in every figure. */
function namedInJson(text: string, person: PersonReference): boolean {
  try {
    const report = JSON.parse(text) as unknown;
    return JSON.stringify(withoutPerson(report, person)) !== JSON.stringify(report);
  } catch {
    return names(text, person);
  }
}
