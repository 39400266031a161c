import { join, resolve } from "node:path";
import { jobNames } from "../../config/find.ts";
import type { JobCard } from "../../console/parts.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { ConfigurationProblem, formatFault, Problem, UsageProblem } from "../../model/problem.ts";
import { nextDue, restsAt, type JobSchedule } from "../../model/schedule.ts";
import type { Job } from "../../model/settings.ts";
import { loadConfiguration } from "../wire.ts";
import type { Call } from "../io.ts";

/** A job file of the folder, checked, or what is wrong with it. */
export type FoundJob = { file: string; name: string } & ({ job: Job; mapping: CompiledMapping } | { faults: readonly string[] });

/** So long a reading of the files is good enough for a page, in ms. */
const FRESH = 3000;
const YEAR = 366 * 86_400_000;

/** The jobs of one folder, read again whenever somebody looks: job files are edited while the console runs. */
export class Jobs {
  readonly #io: Call;
  readonly #folder: string;
  #read: { at: number; jobs: Promise<FoundJob[]> } | null = null;

  constructor(io: Call, folder: string) {
    this.#io = io;
    this.#folder = resolve(io.cwd, folder);
  }

  all(): Promise<FoundJob[]> {
    if (this.#read === null || this.#io.now().getTime() - this.#read.at > FRESH)
      this.#read = { at: this.#io.now().getTime(), jobs: readFolder(this.#io, this.#folder) };
    return this.#read.jobs;
  }

  /** The files are read again when somebody asks next. */
  forget(): void {
    this.#read = null;
  }

  /** A job by the name in its file, as the file is at this moment. @throws Problem where it cannot be used */
  async open(name: string): Promise<{ job: Job; mapping: CompiledMapping }> {
    this.#read = null;
    const found = (await this.all()).filter((one) => one.name === name);
    const [first, second] = found;
    if (first === undefined) throw new UsageProblem(`There is no job ${name} in ${this.#folder}. Nothing was started.`);
    if (second !== undefined)
      throw new UsageProblem(
        `Both ${first.file} and ${second.file} are called ${name}. Nothing was started.`,
        "Give each job a name of its own.",
      );
    if ("job" in first) return first;
    // Read once more, for the faults with their places.
    return loadConfiguration(this.#io, first.file);
  }

  async cards(now: Date): Promise<JobCard[]> {
    return (await this.all()).map((found) => {
      if ("faults" in found)
        return { name: found.name, schedule: null, nextRun: null, account: null, faults: found.faults, unset: unsetIn(found.faults) };
      const { schedule, service } = found.job;
      return {
        name: found.name,
        schedule,
        nextRun: schedule === null ? null : nextOf(schedule, now),
        account: service.account,
        faults: [],
        unset: [],
      };
    });
  }
}

async function readFolder(io: Call, folder: string): Promise<FoundJob[]> {
  const files = (await jobNames(folder)).flatMap((name) =>
    [".yaml", ".yml"].map((extension) => ({ name, file: join(folder, name + extension) })),
  );
  const jobs: FoundJob[] = [];
  for (const { name, file } of files) {
    try {
      const { job, mapping } = await loadConfiguration(io, file);
      jobs.push({ file, name: job.name, job, mapping });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Of `a.yaml` and `a.yml` only one is there.
      if (error instanceof ConfigurationProblem && error.faults.some(({ message }) => message.startsWith("there is no such job"))) continue;
      jobs.push({ file, name, faults: error instanceof ConfigurationProblem ? error.faults.map(formatFault) : [error.message] });
    }
  }
  return jobs;
}

/** The variables that a job file waits for; empty where it has other faults too. */
function unsetIn(faults: readonly string[]): string[] {
  const names = faults.map((fault) => /the environment variable (\w+) is not set$/.exec(fault)?.[1]);
  return names.includes(undefined) ? [] : [...new Set(names)].filter((name) => name !== undefined);
}

/** When a job runs next by its schedule, as ISO 8601; `null`: not within a year. */
function nextOf(schedule: JobSchedule, now: Date): string | null {
  if (schedule.paused) return null;
  const end = now.getTime() + YEAR;
  for (let due = nextDue(schedule, now); due.getTime() < end; due = nextDue(schedule, due))
    if (restsAt(schedule, due) === null) return due.toISOString();
  return null;
}
