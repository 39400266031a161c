import { createHash } from "node:crypto";
import type { Expectation } from "./files/expected-content.ts";
import type { HttpSettings } from "./http/source-settings.ts";
import type { ReaderLanguage } from "./languages.ts";
import type { Protect } from "./protection/protect.ts";
import type { Fault } from "./problem.ts";
import type { JobSchedule } from "./schedule.ts";
import type { ExportSettings, PgpSettings, SftpSettings } from "./transfers/settings.ts";

export type { ExportReport, ExportSettings, PgpSettings, SftpSettings } from "./transfers/settings.ts";

/** How Rollcall authenticates to the service. */
export interface AuthSettings {
  /** The first refresh token; "" where `client` is given. */
  refreshToken: string;
  /** The variable of the refresh token is not set: only tokens that the state has can be used. */
  unset?: Fault;
  /** Client credentials (RFC 6749, 4.4) instead of a refresh token. */
  client: { id: string; secret: string; authentication: "body" | "basic"; scope: string | null } | null;
  /** The header that carries the access token, and the scheme before the token; "" for none. */
  header: string;
  scheme: string;
}

/** Settings of one service account, explained in docs/internals/interface-gaps.md. Durations in ms. */
export interface ServiceSettings {
  /** Without the prefix `/integration/v1`. `sandbox` starts the local sandbox instead. */
  baseUrl: string;
  /** Allows http:// to another machine for `baseUrl`, although secrets then travel unencrypted. */
  insecure: boolean;
  /** Links, tokens and limits belong to the account, not to the job. */
  account: string;
  auth: AuthSettings;
  dialect: {
    groupIds: "array" | "object";
    /** How a query contains a list: `a=1&a=2`, `a[]=1&a[]=2` or `a=1,2`. */
    arrayQuery: "repeat" | "brackets" | "comma";
    /** A JSON pointer to the new user's id in a create answer; `null`: `user_id`, else `id`. */
    createdId: string | null;
    pageSize: number;
    /** `none`: `_start` and `_limit` are never sent, and the first answer is the whole list. */
    paging: "offset" | "none";
    updateBody: "full" | "changed";
  };
  rate: { perSecond: number; inFlight: number };
  retry: {
    /** Maximum number of attempts for one operation. */
    attempts: number;
    /** Before the first retry; doubled each time, with jitter, up to `maxDelay`. */
    delay: number;
    maxDelay: number;
    /** After this number of consecutive operations that fail because of the service, the queue pauses. */
    pauseAfter: number;
    /** How long a run waits for a service that does not answer. */
    giveUp: number;
  };
  timeout: number;
  directory: { maxAge: number };
  identities: {
    settle: number;
    /** A report of the service that assigns accounts to HR keys; `null`: there is none. */
    report: IdentityReport | null;
  };
}

/** A report of the service, and the columns that identify people. */
export interface IdentityReport {
  /** Id or exact name of the template. */
  template: string;
  /** The columns with the HR key and with the `user_id`, by slug or title. */
  key: string;
  userId: string;
}

/** Defaults for settings that the job file does not set. */
export const SERVICE_DEFAULTS = {
  insecure: false,
  auth: { header: "Authorization", scheme: "Bearer" },
  dialect: { groupIds: "array", arrayQuery: "repeat", createdId: null, pageSize: 100, paging: "offset", updateBody: "full" },
  rate: { perSecond: 10, inFlight: 8 },
  retry: { attempts: 5, delay: 1000, maxDelay: 60_000, pauseAfter: 5, giveUp: 120_000 },
  timeout: 30_000,
  directory: { maxAge: 600_000 },
  identities: { settle: 60_000, report: null },
} as const satisfies Omit<ServiceSettings, "baseUrl" | "account" | "auth"> & { auth: Pick<AuthSettings, "header" | "scheme"> };

/** A limit on a share, in percent; `atLeast` changes are always allowed. 100 never puts a run on hold. */
export interface Limit {
  percent: number;
  atLeast: number;
  /** False for a default that the job file does not name. */
  explicit: boolean;
}

/** The people that a job's runs and decisions are restricted to while it is tried out. */
export interface PilotSettings {
  /** Employee keys, a condition over columns, or a share of all keys in percent. */
  who: { keys: readonly string[] } | { when: string | Record<string, unknown> } | { share: number };
  /** A run with more people than this sends nothing. */
  max: number | null;
  /** `file:line` of the setting. */
  at: string;
  /** Changes whenever the people of the pilot may change. */
  digest: string;
}

/** Returns the settings of a pilot, with their digest. */
export function pilotOf(who: PilotSettings["who"], max: number | null, at: string): PilotSettings {
  return { who, max, at, digest: createHash("sha256").update(JSON.stringify(who)).digest("base64url") };
}

export interface Policy {
  groupRemovals: "never" | "review" | { auto: { groups: string[]; maxPerRun: number } };
  /** The job's `pilot`; `null`: runs are for everyone. */
  pilot: PilotSettings | null;
  absent: "ignore" | "report" | "deactivate";
  leavers: { groups: "keep" | "review" };
  /** A group (path or id) that takes people whose last group is removed, which the service cannot represent. */
  park: string | null;
  limits: Record<
    | "rejected"
    | "creates"
    | "updates"
    | "deactivations"
    | "removals"
    | "shrink"
    | "renamed"
    | "rekeyed"
    | "out_of_scope"
    | "groups_created",
    Limit | null
  >;
  /** Exit code of a run that rejected rows, or that left something for a person to resolve. */
  exit: { rejected: 0 | 1; blocked: 0 | 1 };
  /** Whether a plan that needs more licences than are free is reported or put on hold. */
  licences: "report" | "hold";
  approval: {
    expires: number;
    /** Whether the person who started the run or edited the mapping may not approve alone. */
    fourEyes: boolean;
    /** More removals than this of one cause, or in one request, need two reviewers; `null`: one reviewer may approve any number. */
    twoAbove: number | null;
    delay: number;
  };
}

/** One file and how it is read; `null` settings are detected. */
export interface FileSettings {
  /** Absolute path or pattern, of which the newest match by name is read; with `sftp` a path on the server; `-` is standard input. */
  file: string;
  sftp: SftpSettings | null;
  /** The request that answers with the rows; `file` is then its address without the query. */
  http: HttpSettings | null;
  /** `null`: an encrypted file is refused. */
  pgp: PgpSettings | null;
  /** The most bytes that a file may have after decryption or decompression. */
  maxUnpacked: number;
  /** `xlsx` is any workbook. `null`: detected by the file name, then by the content. */
  format: "csv" | "xlsx" | null;
  csv: { delimiter: string | null; encoding: string | null };
  /** `null`: the only visible sheet; the header row is detected. */
  xlsx: { sheet: string | null; headerRow: number | null };
  /** Lines to skip, before the header and directly after it. */
  skip: { before: number; after: number };
  /** Columns with another name in the mapping: name in this file, name in the mapping. */
  columns: readonly (readonly [string, string])[];
  /** Columns of the mapping that this file does not have: unknown for its people. */
  lacks: readonly string[];
}

/** A second file whose columns are added by key, as `NAME.Column`. */
export interface JoinSettings extends FileSettings {
  name: string;
  /** The column of this file, and the column of the people, whose values are matched. */
  key: string;
  on: string;
  /** Whether a key may have one row or many. */
  rows: "one" | "many";
}

/** The source files. The inherited settings belong to the first, or only, file. */
export interface SourceSettings extends FileSettings {
  /** The files after the first. */
  more: readonly FileSettings[];
  /** Which row is used when a key occurs in several files with different rows. */
  sameKey: "reject" | "first" | "last";
  /** Which of a person's rows are used: those with one of the values (trimmed, in NFC) in the column. `null`: all. */
  keep: { column: string; values: readonly string[] } | null;
  join: readonly JoinSettings[];
  /** A file that was changed longer ago than this, in ms, is refused. */
  maxAge: number | null;
  /** How often new content is expected; `null`: nobody asks. */
  expect: Expectation | null;
  /** How long a file must be unchanged before it is read, in ms. */
  settle: number;
  /** Whether a file that is the same as in the last successful run is processed. */
  unchanged: "run" | "skip";
  /** Handling of a file after a successful run; `move` is a folder. */
  after: "keep" | "mark" | { move: string };
}

/** Who is notified when a decision is needed or a run failed. */
export interface NotifySettings {
  mail: {
    to: readonly string[];
    from: string;
    /** `smtp://` or `smtps://`, with the credentials in it. */
    smtp: string;
    /** Whether mail may leave this machine without TLS. */
    insecure: boolean;
    language: ReaderLanguage;
    /** Whether the workbook of pending removals is attached to the digest. */
    attach: boolean;
    /** Whether the text contains names; otherwise only counts. */
    people: boolean;
  } | null;
  /** Slack's format, which other services accept as well. */
  webhook: { url: string; language: ReaderLanguage } | null;
  /** Earliest time of day, such as `08:00`; `null`: with the first run of the day. */
  digest: string | null;
}

/** Kinds of stored data, explained in docs/reference/data-kept.md. */
export const RETENTION_KINDS = [
  "runs",
  "operations",
  "rejects",
  "reports",
  "removals",
  "people",
  "waiting",
  "notices",
  "sessions",
  "audit",
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How long each kind is kept, in ms; `null`: forever. */
export type Retention = Readonly<Record<RetentionKind, number | null>>;

const DAY = 86_400_000;

/** Defaults for retention that the job file does not set. */
export const RETENTION_DEFAULTS: Retention = {
  runs: 730 * DAY,
  operations: 365 * DAY,
  rejects: 90 * DAY,
  reports: 90 * DAY,
  removals: 1825 * DAY,
  people: 365 * DAY,
  waiting: 90 * DAY,
  notices: 90 * DAY,
  sessions: 30 * DAY,
  audit: null,
};

/** The languages of notifications. */

/** A validated job file. */
/** Where a setting of a job is. */
export interface SettingPlace {
  /** `policy.limits.creates` */
  key: string;
  /** `file:line` of the job file; only the file if the setting is missing, so that its default applies. */
  at: string;
  default: boolean;
}

export interface Job {
  name: string;
  /** Absolute path of the job file. */
  file: string;
  /** The file as it is stored with the runs: without environment values and credentials. */
  text: string;
  schedule: JobSchedule | null;
  source: SourceSettings;
  /** Absolute path of the mapping. */
  mapping: string;
  service: ServiceSettings;
  policy: Policy;
  protect: Protect;
  /** The time zone of effective dates. */
  timezone: string;
  /** The settings of the limits, by the name of the limit. */
  limitPlaces: Readonly<Record<keyof Policy["limits"] | "licences", SettingPlace>>;
  /** `null`: no notifications. */
  notify: NotifySettings | null;
  /** `null`: progress is exported only with --out. */
  export: ExportSettings | null;
  retention: Retention;
}
