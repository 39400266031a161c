import type { Role } from "../actions/access/rights.ts";
import type { ActionWork } from "../actions/work.ts";
import type { Fact } from "../domain/facts/fact.ts";
import type { ExitCode } from "../domain/problem.ts";
import type { ProxyEnvironment } from "../domain/proxy.ts";
import type { Explanation } from "../domain/explanation.ts";
import type { ReaderLanguage } from "../domain/languages.ts";
import type { AccountList } from "../domain/transfers/account-list.ts";
import type { Policy } from "../domain/settings.ts";
import type { RemovalImpact } from "../reporting/removals/removal-impact.ts";
import type { Setups } from "../setup/browser/setup.ts";
import type { State } from "../state/state.ts";
import type { Removal } from "../store/review/removals.ts";
import type { RunProgress } from "../store/schema/values.ts";

/** A job as the console shows it. */
export interface JobCard {
  name: string;
  /** `null`: the job file cannot be used; `faults` say why. */
  schedule: { cron: string; timezone: string } | null;
  nextRun: string | null;
  account: string | null;
  /** It uses the sandbox. */
  practice: boolean;
  /** All of them, with their places. */
  faults: readonly Fact[];
  /** The environment variables that are not set, where nothing else is wrong with the file. */
  unset: readonly string[];
}

/** A run in the background and its progress. */
export interface BackgroundRun extends RunProgress {
  /** Empty while decisions are applied. */
  run: string;
  job: string;
  /** It ends with its plan, and sends nothing. */
  plan_only: boolean;
  /** Set once it has ended. */
  ended: { status: string; code: ExitCode } | null;
}

/** The last connection status of a service account. */
export interface ServiceHealth {
  account: string;
  ok: boolean;
  said: string;
  /** Why it does not answer; `null`: it does. */
  fact: Fact | null;
  at: string;
  /** A job of the account reaches it over http:// on another machine. */
  insecure: boolean;
}

/** The services that the console calls. Each throws a Problem that says why it refuses. */
export interface Work extends ActionWork {
  jobs(): Promise<JobCard[]>;
  /** Reads a list of accounts: an uploaded file, or the report of the job's service. */
  readAccounts(job: string, file: string | null): Promise<AccountList>;
  /** The template of the report that names the accounts of a job; `null`: the job names none. */
  accountReport(job: string): Promise<string | null>;
  /** The policy as it was read last, for what pages offer; `null`: the job file is missing or invalid. */
  recentPolicy(job: string): Promise<Policy | null>;
  /** Which jobs manage a group, by the job files as they were read last. */
  managedGroups(): Promise<{ managers(group: { account: string; id: string; path: string }): string[] }>;
  /** Explains one person as `rollcall explain` does; `null`: the job does not know the key. */
  explain(job: string, key: string): Promise<Explanation | null>;
  /** Reads the impact of a removal from the service, and stores it while the removal is open; `null` if unknown. */
  impact(removal: Pick<Removal, "account" | "user_id" | "group_id" | "status">): Promise<RemovalImpact | null>;
  /** Writes the report of a run that rests or has ended into the folder of this machine: another host may have written it. */
  report(run: string): Promise<void>;
  /** The connection status of each service account; old ones are checked again in the background. */
  health(): Promise<ServiceHealth[]>;
  /** Whether all services answered last, without asking them; `null`: none was asked yet. */
  connected(): boolean | null;
  running(): BackgroundRun[];
  /** Calls the listener on each step of a background run. Returns a function that unsubscribes. */
  watch(listener: (progress: BackgroundRun) => void): () => void;
}

/** The parts of the console. */
export interface ConsoleParts {
  state: State;
  work: Work;
  setups: Setups;
  /** The public address, such as `https://rollcall.example.com`, without a slash at the end. */
  url: string;
  now(): Date;
  settings: ConsoleSettings;
  /** Absolute path of the folder for uploaded files; the console creates and clears it. */
  uploads: string;
  /** Counts the jobs in the queues, by queue and state; fails if they do not answer. */
  queues(): Promise<readonly QueueDepth[]>;
}

/** The number of jobs in one state of a queue. */
export interface QueueDepth {
  queue: string;
  state: string;
  jobs: number;
}

export interface ConsoleSettings {
  /** How long a session lasts unused, and at most, in ms. */
  session: { idle: number; longest: number };
  oidc: OidcSettings | null;
  /** The console listens on this machine only, so it answers to `localhost` and its addresses besides the host of `url`. */
  loopback: boolean;
  /** The user who started the console; sessions opened by the one-time link act under this name. */
  owner: string;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted; empty: none. */
  trustProxy: readonly string[];
  /** For readers who chose nothing, and whose browser asks for no language that we have. */
  language: ReaderLanguage;
  /** For readers who chose none. */
  timeZone: string;
  /** The state that suggested commands must name; not set for the default one. */
  suggestedState?: string | null;
}

/** Login by an identity provider (OpenID Connect, code flow with PKCE). */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  /** Which claim holds the roles, and which of its values means which role. */
  claim: string;
  /** The requested scopes, including `openid`. */
  scope: string;
  roles: Readonly<Record<string, Role>>;
  /** Names the proxy on the way to the identity provider. */
  proxy?: ProxyEnvironment;
}
