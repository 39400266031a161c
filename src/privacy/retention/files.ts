import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { timesOfRuns } from "../../store/privacy/retention.ts";
import { READS_FOLDER, readsFolder } from "../../session/last-reads.ts";
import { sealedAt } from "../../store/sealing/seal-file.ts";
import type { State } from "../../state/state.ts";
import { earlier, longestOf, type JobRetention } from "./periods.ts";

const DAY = 86_400_000;
const REPORT = /^(.+)\.(?:html|json)(?:\.new)?$/;

/** Deletes reports older than their job's retention; if the run is deleted, older than the longest retention of any job. */
export async function purgeReports(
  state: Pick<State, "db" | "dir">,
  jobs: readonly JobRetention[],
  now: Date,
  dryRun: boolean,
): Promise<number> {
  const dir = join(state.dir, "reports");
  const names = (await readdir(dir).catch(() => [])).flatMap((name) => {
    const run = REPORT.exec(name)?.[1];
    return run === undefined ? [] : [{ name, run }];
  });
  const runs = await timesOfRuns(state.db, [...new Set(names.map(({ run }) => run))]);
  const longest = longestOf(jobs);
  let deleted = 0;
  for (const { name, run } of names) {
    const known = runs.get(run);
    const retention = known === undefined ? longest : jobs.find((job) => job.name === known.job)?.retention;
    const before = earlier(now, retention?.reports ?? null);
    if (before === null || (known?.at ?? timeOf(run) ?? now) >= before) continue;
    if (!dryRun) await rm(join(dir, name), { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Returns the time at the start of a run's id. */
function timeOf(run: string): Date | null {
  const parts = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-/.exec(run);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Deletes kept reads of sources older than their job's retention of reports; of unknown jobs, older than the longest. */
export async function purgeReads(state: Pick<State, "dir">, jobs: readonly JobRetention[], now: Date, dryRun: boolean): Promise<number> {
  const root = join(state.dir, READS_FOLDER);
  const longest = longestOf(jobs);
  let deleted = 0;
  for (const folder of await readdir(root).catch(() => [])) {
    const retention = jobs.find(({ name }) => readsFolder(state.dir, name) === join(root, folder))?.retention ?? longest;
    const before = earlier(now, retention.reports);
    for (const name of before === null ? [] : await readdir(join(root, folder)).catch(() => [])) {
      const path = join(root, folder, name);
      const at = await sealedAt(path);
      if (at !== null && before !== null && at >= before) continue;
      if (!dryRun) await rm(path, { force: true });
      deleted += 1;
    }
  }
  return deleted;
}

/** Deletes copies of exports and uploads that a process left behind. After a day none is in use. */
export async function purgeFiles(state: Pick<State, "dir">, now: Date, dryRun: boolean): Promise<number> {
  let deleted = 0;
  for (const folder of ["incoming", "uploads"]) {
    for (const name of await readdir(join(state.dir, folder)).catch(() => [])) {
      const path = join(state.dir, folder, name);
      const found = await stat(path).catch(() => null);
      if (found === null || found.mtimeMs > now.getTime() - DAY) continue;
      if (!dryRun) await rm(path, { recursive: true, force: true });
      deleted += 1;
    }
  }
  return deleted;
}
