import type { JobSchedule } from "./schedule.ts";
/** How Rollcall shows that it may ask. */
export interface AuthSettings {
  /** The first refresh token; "" where `client` is given. */
  refreshToken: string;
  /** Client credentials (RFC 6749, 4.4) instead of a refresh token. */
  client: { id: string; secret: string; authentication: "body" | "basic"; scope: string | null } | null;
  /** The header that carries the access token, and what stands before it; "" for nothing. */
  header: string;
  scheme: string;
}

/** Settings of one service account; the table in docs/interface-gaps.md says what each is for. Durations in ms. */
export interface ServiceSettings {
  /** Without the prefix `/integration/v1`. `sandbox` starts the local sandbox instead. */
  baseUrl: string;
  /** Whether `baseUrl` may be http:// on another machine, although secrets then travel unencrypted. */
  insecure: boolean;
  /** Links, tokens and limits belong to the account, not to the job. */
  account: string;
  auth: AuthSettings;
  dialect: {
    groupIds: "array" | "object";
    /** How a list stands in a query: `a=1&a=2`, `a[]=1&a[]=2` or `a=1,2`. */
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
    /** How often one operation is tried. */
    attempts: number;
    /** Before the first retry; doubled each time, with jitter, up to `maxDelay`. */
    delay: number;
    maxDelay: number;
    /** So many operations failing in a row for the service's sake pause the queue. */
    pauseAfter: number;
    /** How long a run waits for a service that does not answer. */
    giveUp: number;
  };
  timeout: number;
  directory: { maxAge: number };
  identities: {
    settle: number;
    /** A report of the service that says whose account is whose; `null`: there is none. */
    report: IdentityReport | null;
  };
}

/** A report of the service, and where in it stands who is who. */
export interface IdentityReport {
  /** Id or exact name of the template. */
  template: string;
  /** The columns with the HR key and with the `user_id`, by slug or title. */
  key: string;
  userId: string;
}

/** What counts where nobody says otherwise. */
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

/** A limit on a share, in percent; at least `atLeast` are always allowed. 100 never holds. */
export interface Limit {
  percent: number;
  atLeast: number;
  /** False for a default that the job file does not name. */
  explicit: boolean;
}

export interface Policy {
  groupRemovals: "never" | "review" | { auto: { groups: string[]; maxPerRun: number } };
  absent: "ignore" | "report" | "deactivate";
  leavers: { groups: "keep" | "review" };
  /** A group (path or id) that takes people whose last group is removed, which the service cannot express. */
  park: string | null;
  limits: Record<"creates" | "updates" | "deactivations" | "removals" | "shrink" | "renamed" | "rekeyed", Limit | null>;
  /** With which code a run ends that rejected rows, or that someone must resolve something for. */
  exit: { rejected: 0 | 1; blocked: 0 | 1 };
  /** What becomes of a plan whose new accounts need more licences than are free. */
  licences: "report" | "hold";
  approval: {
    expires: number;
    /** Who started the run or edited the mapping cannot approve alone. */
    fourEyes: boolean;
    /** More removals than this of one cause, or in one request, need two reviewers; `null`: any number may be approved by one. */
    twoAbove: number | null;
    delay: number;
  };
}

/** A server that exports are fetched from, by SFTP. */
export interface SftpSettings {
  host: string;
  port: number;
  user: string;
  password: string | null;
  /** Absolute path of the private key. */
  privateKey: string | null;
  passphrase: string | null;
  /** `SHA256:…` of the server's key: another server is refused. */
  hostKey: string;
}

/** One file and how it is read; what is `null` is found out. */
export interface FileSettings {
  /** Absolute path or pattern, the newest match by name is read; with `sftp` a path on the server; `-` is standard input. */
  file: string;
  sftp: SftpSettings | null;
  /** `xlsx` is any workbook. `null`: by the name of the file, else by its content. */
  format: "csv" | "xlsx" | null;
  csv: { delimiter: string | null; encoding: string | null };
  /** `null`: the only visible sheet; the header is looked for. */
  xlsx: { sheet: string | null; headerRow: number | null };
  /** Lines that are passed over, before the header and directly after it. */
  skip: { before: number; after: number };
  /** Columns that have another name for the mapping: name in this file, name for the mapping. */
  columns: readonly (readonly [string, string])[];
  /** Columns of the mapping that this file does not have: unknown for its people. */
  lacks: readonly string[];
}

/** A second file whose columns are added by key, as `NAME.Column`. */
export interface JoinSettings extends FileSettings {
  name: string;
  /** The column of this file, and that of the people, whose values meet. */
  key: string;
  on: string;
  /** How many rows a key may have. */
  rows: "one" | "many";
}

/** Where the people come from; the file's own keys are those of the first, or only, file. */
export interface SourceSettings extends FileSettings {
  /** The files after the first. */
  more: readonly FileSettings[];
  /** What becomes of a key that stands in more than one file, with rows that differ. */
  sameKey: "reject" | "first" | "last";
  join: readonly JoinSettings[];
  /** A file that was changed longer ago is refused, in ms. */
  maxAge: number | null;
  /** A file must have been still for so long, in ms. */
  settle: number;
  /** What is done with a file that is as it was in the last good run. */
  unchanged: "run" | "skip";
  /** What becomes of a file after its run has ended well; `move` is a folder. */
  after: "keep" | "mark" | { move: string };
}

/** Who is told when something waits or went wrong. */
export interface NotifySettings {
  mail: {
    to: readonly string[];
    from: string;
    /** `smtp://` or `smtps://`, with the credentials in it. */
    smtp: string;
    language: NotifyLanguage;
    /** The workbook of what waits is attached to the digest. */
    attach: boolean;
    /** Names stand in the text; else only counts. */
    people: boolean;
  } | null;
  /** Slack's form, which others take as well. */
  webhook: { url: string; language: NotifyLanguage } | null;
  /** Not before this time of the day, such as `08:00`; `null`: with the first run of the day. */
  digest: string | null;
}

/** Kinds of what is kept; docs/data-kept.md says what each of them is. */
export const KEPT_KINDS = [
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
export type KeptKind = (typeof KEPT_KINDS)[number];

/** How long each kind is kept, in ms; `null`: for ever. */
export type Retention = Readonly<Record<KeptKind, number | null>>;

const DAY = 86_400_000;

/** What counts where the job file does not say otherwise. */
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

/** The languages that Rollcall writes to people in. */
export const LANGUAGES = ["en", "es"] as const;
export type NotifyLanguage = (typeof LANGUAGES)[number];

/** A job file, checked. */
export interface Job {
  name: string;
  /** Absolute path of the job file. */
  file: string;
  /** The file as it is stored with the runs: without values from the environment, and without credentials. */
  text: string;
  schedule: JobSchedule | null;
  source: SourceSettings;
  /** Absolute path of the mapping. */
  mapping: string;
  service: ServiceSettings;
  policy: Policy;
  /** `null`: nobody is told. */
  notify: NotifySettings | null;
  retention: Retention;
}
