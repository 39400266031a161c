import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { jobNames } from "../../../config/find.ts";
import { loadJob } from "../../../config/job.ts";
import { siblingJobs } from "../../../config/siblings.ts";
import { compileMapping } from "../../../mapping/compile.ts";
import type { CompiledMapping } from "../../../mapping/compiled.ts";
import { loadMapping } from "../../../mapping/load.ts";
import { fact, type Fact } from "../../../domain/facts/fact.ts";
import { Problem } from "../../../domain/problem.ts";
import type { Job } from "../../../domain/settings.ts";
import { findLastContexts, findMappingVersion } from "../../../store/runs/runs.ts";
import type { State } from "../../../state/state.ts";
import type { Call } from "../../../app/io.ts";

/** The groups that the jobs of a service account manage. */
export interface ManagedGroups {
  /** Returns the job that manages a group; `null` if none does. */
  managerOf(path: string, id: string): string | null;
  /** Reasons why more groups may be managed, each a clause; empty if all jobs could be read. */
  unknown: readonly Fact[];
}

interface Authority {
  job: string;
  mapping: Pick<CompiledMapping, "isManaged">;
}

/**
 * Reads which groups are managed: by the job, by each job file in its directory, and by each job that has run on the
 * account, with both its current mapping and the mapping of its last run.
 */
export async function readManaged(io: Call, state: State, job: Job): Promise<ManagedGroups> {
  const found: Authority[] = [];
  const unknown: Fact[] = [];
  const files = new Set([job.file]);
  for (const name of await jobNames(dirname(job.file)))
    for (const extension of [".yaml", ".yml"]) files.add(join(dirname(job.file), name + extension));
  for (const file of files) await readFileOf(io, file, job, found, unknown);
  for (const { job: name, context } of await findLastContexts(state.db, job.service.account)) {
    const mapping = await storedMapping(state, name, context);
    if (mapping !== null) found.push({ job: name, mapping });
    else unknown.push(fact("usage.mapping_of_last_run_is_unreadable", { job: name }));
  }
  return {
    managerOf: (path, id) => found.find(({ mapping }) => mapping.isManaged(path, id))?.job ?? null,
    unknown,
  };
}

async function readFileOf(io: Call, file: string, job: Job, found: Authority[], unknown: Fact[]): Promise<void> {
  try {
    const other = file === job.file ? job : (await loadJob(file, io)).job;
    // A file with another account name for the same service has the same groups.
    if (other.service.account !== job.service.account && other.service.baseUrl !== job.service.baseUrl) return;
    found.push({ job: other.name, mapping: await loadMapping(other.mapping, io.cwd) });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (await isAbsentOrOther(io, file, job)) return;
    unknown.push(fact("usage.file_is_unreadable", { file }));
  }
}

/** Returns whether a file that didn't load can be ignored: it doesn't exist, is a mapping, or names another account. */
async function isAbsentOrOther(io: Call, file: string, job: Job): Promise<boolean> {
  if (file === job.file) return false;
  if (!existsSync(file)) return true;
  const sibling = (await siblingJobs(job, io.env)).find((one) => one.file === file);
  if (sibling === undefined || !sibling.sound) return false;
  if (!sibling.service) return true;
  return sibling.account !== null && !sibling.account.includes("${") && sibling.account !== job.service.account;
}

async function storedMapping(state: State, job: string, context: string): Promise<CompiledMapping | null> {
  const version = await findMappingVersion(state.db, job, context);
  if (version === undefined) return null;
  try {
    return compileMapping(version.text, version.file);
  } catch {
    return null;
  }
}
