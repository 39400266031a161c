import type { Fact } from "../domain/facts/fact.ts";
import type { ExitCode } from "../domain/problem.ts";
import type { ProxyEnvironment } from "../domain/proxy.ts";
import type { Explanation } from "../domain/explanation.ts";
import type { ReaderLanguage } from "../domain/languages.ts";
import type { AccountList } from "../domain/transfers/account-list.ts";
import type { Policy } from "../domain/settings.ts";
import type { RemovalImpact } from "../reporting/removals/removal-impact.ts";
import type { Proof } from "../review/possible-actors.ts";
import type { Setups } from "../setup/browser/setup.ts";
import type { State } from "../state/state.ts";
import type { Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import type { RunProgress } from "../store/schema/values.ts";

/** Roles, the lowest first. */
export const ROLES = ["viewer", "reviewer", "operator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who does something, and by which way it came. */
export interface Actor {
  name: string;
  role: Role;
  via: "session" | "token" | "workbook";
  /** The proof of the name. */
  proof: Proof;
  /**
   * Returns whether the session or token has this right at the moment. In a transaction, it keeps the right until the end.
   * A session or token may end while a request is answered.
   */
  stillMay(db: Db, right: "decide" | "link" | "run"): Promise<boolean>;
}

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
export interface Work {
  jobs(): Promise<JobCard[]>;
  /** Starts a run in the background and returns its id at once. */
  start(
    job: string,
    request: { by: Actor; file: { name: string; path: string } | null; complete: boolean; planOnly: boolean },
  ): Promise<string>;
  resume(run: string, by: Actor): Promise<void>;
  approve(run: string, by: Actor, reason: string): Promise<void>;
  cancel(run: string, by: Actor, reason: string): Promise<void>;
  /** Adds the memberships back that a run removed, and keeps them. Returns the id of the run that does it. */
  revert(run: string, by: Actor, reason: string): Promise<string>;
  /**
   * Adds back the memberships of applied removals of a job. They are kept as exceptions; with `askAgain`, a later run
   * finds them again and asks for a new decision. Returns the id of the run that does it.
   */
  addBack(job: string, removals: readonly string[], by: Actor, reason: string, askAgain: boolean): Promise<string>;
  /** Deactivates the account of a person at once, or undoes that. Returns the id of the run that does it. */
  changeAccount(job: string, change: { key: string; deactivate: boolean; by: Actor; reason: string }): Promise<string>;
  /** Reads a list of accounts: an uploaded file, or the report of the job's service. */
  readAccounts(job: string, file: string | null): Promise<AccountList>;
  /** The template of the report that names the accounts of a job; `null`: the job names none. */
  accountReport(job: string): Promise<string | null>;
  /** The policy that decisions on a job's removals go by, as its file now is. */
  policy(job: string): Promise<Policy>;
  /** The policy as it was read last, for what pages offer; `null`: the job file is missing or invalid. */
  recentPolicy(job: string): Promise<Policy | null>;
  /** Which jobs manage a group, by the job files as they were read last. */
  managedGroups(): Promise<{ managers(group: { account: string; id: string; path: string }): string[] }>;
  /** Applies approved removals that are due, in the background. */
  applyApproved(job: string): Promise<void>;
  /** Mails the reviewers to whom removals were reassigned, if the job has `notify.mail`. Returns why mails failed. */
  mailReassigned(removals: readonly Removal[], about: { to: string; by: string; note: string }): Promise<Fact[]>;
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
