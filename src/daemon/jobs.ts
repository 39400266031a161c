import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { jobNames } from "../config/find.ts";
import type { JobCard } from "../console/parts.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { ConfigurationProblem, faultFact, Problem, UsageProblem } from "../domain/problem.ts";
import { nextDue, restsAt, type JobSchedule } from "../domain/schedule.ts";
import type { Job } from "../domain/settings.ts";
import { loadConfiguration } from "../app/open-session.ts";
import { requireTokens } from "../app/open-service.ts";
import type { State } from "../state/state.ts";
import type { Call } from "../app/io.ts";

/** A valid job file, or the errors of an invalid one. */
export type FoundJob = { file: string; name: string } & ({ job: Job; mapping: CompiledMapping } | Unusable);

interface Unusable {
  faults: readonly Fact[];
  /** The environment variables that it waits for; empty where it has other errors too. */
  unset: readonly string[];
}

const CACHE_VALID_MS = 3000;
const YEAR_MS = 366 * 86_400_000;

/** The jobs of one directory. Files are read again on use, because they are edited while the console runs. */
export class Jobs {
  readonly #io: Call;
  readonly #folder: string;
  readonly #state: Pick<State, "db"> | null;
  #read: { at: number; jobs: Promise<FoundJob[]> } | null = null;

  constructor(io: Call, folder: string, state: Pick<State, "db"> | null = null) {
    this.#io = io;
    this.#folder = resolve(io.cwd, folder);
    this.#state = state;
  }

  all(): Promise<FoundJob[]> {
    if (this.#read === null || this.#io.now().getTime() - this.#read.at > CACHE_VALID_MS)
      this.#read = { at: this.#io.now().getTime(), jobs: readFolder(this.#io, this.#folder, this.#state) };
    return this.#read.jobs;
  }

  /** Returns the jobs as they were read last, and reads older ones again for the next call: for hints on pages, not for decisions. */
  async lately(): Promise<FoundJob[]> {
    const before = this.#read;
    const current = this.all();
    return before?.jobs ?? current;
  }

  /** Makes the next use read the files again. */
  clearCache(): void {
    this.#read = null;
  }

  /** Returns a job by name, from its current file. @throws Problem if it is missing or invalid */
  async open(name: string): Promise<{ job: Job; mapping: CompiledMapping }> {
    this.#read = null;
    const found = (await this.all()).filter((one) => one.name === name);
    const [first, second] = found;
    if (first === undefined) throw new UsageProblem(fact("job.not_found", { job: name, folder: this.#folder }));
    if (second !== undefined)
      throw new UsageProblem(fact("job.name_twice", { job: name, file: first.file, other: second.file }), fact("job.name_uniquely", {}));
    if ("job" in first) return first;
    // Load it again for the errors with their positions.
    const loaded = await loadConfiguration(this.#io, first.file);
    await requireTokens(this.#state, loaded.job.service);
    return loaded;
  }

  async cards(now: Date): Promise<JobCard[]> {
    return (await this.all()).map((found) => {
      if ("faults" in found)
        return {
          name: found.name,
          schedule: null,
          nextRun: null,
          account: null,
          practice: false,
          faults: found.faults,
          unset: found.unset,
        };
      const { schedule, service } = found.job;
      return {
        name: found.name,
        schedule,
        nextRun: schedule === null ? null : nextOf(schedule, now),
        account: service.account,
        practice: service.baseUrl === "sandbox",
        faults: [],
        unset: [],
      };
    });
  }
}

async function readFolder(io: Call, folder: string, state: Pick<State, "db"> | null): Promise<FoundJob[]> {
  const files = [...new Set(await jobNames(folder))]
    .flatMap((name) => [".yaml", ".yml"].map((extension) => ({ name, file: join(folder, name + extension) })))
    .filter(({ file }) => existsSync(file));
  const jobs: FoundJob[] = [];
  for (const { name, file } of files) {
    try {
      const { job, mapping } = await loadConfiguration(io, file);
      await requireTokens(state, job.service);
      jobs.push({ file, name: job.name, job, mapping });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      jobs.push({ file, name, ...unusable(error) });
    }
  }
  return jobs;
}

function unusable(error: Problem): Unusable {
  if (!(error instanceof ConfigurationProblem)) return { faults: [error.fact], unset: [] };
  const names = error.faults.flatMap(({ unset }) => unset ?? []);
  return { faults: error.faults.map(faultFact), unset: names.length === error.faults.length ? [...new Set(names)] : [] };
}

/** Returns the next scheduled run as ISO 8601; `null` if there is none within a year. */
function nextOf(schedule: JobSchedule, now: Date): string | null {
  if (schedule.paused) return null;
  const end = now.getTime() + YEAR_MS;
  for (let due = nextDue(schedule, now); due.getTime() < end; due = nextDue(schedule, due))
    if (restsAt(schedule, due) === null) return due.toISOString();
  return null;
}
