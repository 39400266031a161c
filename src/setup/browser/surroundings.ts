import type { Clock } from "../../domain/clock.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import type { ProxyEnvironment } from "../../domain/proxy.ts";
import type { Job } from "../../domain/settings.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import type { Service } from "../../session/session.ts";
import type { State } from "../../state/state.ts";

/** The parts of the serving process that setting up a job uses. */
export interface SetupSurroundings {
  state: State;
  cwd: string;
  /** Absolute path of the folder of the jobs; the mappings are in the folder `mappings` beside it. */
  jobsFolder: string;
  /** Absolute path of the folder for files that people send. */
  uploads: string;
  env: ProxyEnvironment;
  now(): Date;
  timer: Clock["timer"];
  /** The keys that encrypt tokens, as of the environment. */
  secret(): string | null;
  /** Opens the keys of the state. */
  openKeys(): void;
  openSandbox(): Promise<Pick<Service, "client"> & { close(): Promise<void> }>;
  /** Returns a job that uses the same service account, with its groups; `null` if there is none. */
  jobOf(account: string): Promise<{ name: string; groups(): Promise<string[]> } | null>;
  /** @throws ConfigurationProblem if another job of the account manages the same groups */
  refuseOverlaps(job: Job, mapping: CompiledMapping): Promise<void>;
  /** Makes the console read the job files again. */
  filesChanged(): void;
  /** Words a fact for a comment in a file. */
  english(fact: Fact): string;
  /** Whether a file can be written here. */
  isWritable(path: string): Promise<boolean>;
}
