import type { Generated } from "kysely";
import type { Json, NullableJson, NullableTime, Time } from "./values.ts";

/** People who use the console, and the jobs that they set up. Statements end with `;` at the end of a line. */
export const consoleTables = `
CREATE TABLE console_user (
  name text PRIMARY KEY, display text NOT NULL, email text, source text NOT NULL, subject text, password_hash text,
  role text NOT NULL, created_at timestamptz NOT NULL, disabled_at timestamptz, was_admin boolean NOT NULL DEFAULT false,
  language text, time_zone text);
CREATE UNIQUE INDEX console_user_subject ON console_user (source, subject) WHERE subject IS NOT NULL;
CREATE TABLE user_access (
  user_name text NOT NULL, what text NOT NULL, by_name text NOT NULL, via text NOT NULL, at timestamptz NOT NULL);
CREATE INDEX user_access_user ON user_access (user_name);
CREATE TABLE console_session (
  id_hash text PRIMARY KEY, user_name text NOT NULL, role text NOT NULL, via text NOT NULL, csrf text NOT NULL,
  created_at timestamptz NOT NULL, seen_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, revoked_at timestamptz);
CREATE INDEX console_session_user ON console_session (user_name);
CREATE TABLE api_token (
  id text PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, role text NOT NULL, created_by text NOT NULL,
  created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz, revoked_at timestamptz,
  created_via text);
CREATE TABLE sign_in_link (hash text PRIMARY KEY, role text NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz);
CREATE TABLE notification (
  kind text NOT NULL, subject text NOT NULL, day text NOT NULL, sent_at timestamptz NOT NULL, detail jsonb,
  PRIMARY KEY (kind, subject, day));
CREATE TABLE job_setup (
  id text PRIMARY KEY, version integer NOT NULL, file_name text NOT NULL, sample text, by_name text NOT NULL,
  created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, answers jsonb NOT NULL,
  groups jsonb);
`;

export interface ConsoleUserTable {
  name: string;
  display: string;
  email: string | null;
  /** `local` or `oidc`. */
  source: string;
  subject: string | null;
  password_hash: string | null;
  role: string;
  created_at: Time;
  disabled_at: NullableTime;
  /** Had the role admin at any time. */
  was_admin: Generated<boolean>;
  /** Language and time zone that the person chose; `null`: none. */
  language: Generated<string | null>;
  time_zone: Generated<string | null>;
}

/** A person who can sign in as a local user, because they created it, set its password or changed its role. */
export interface UserAccessTable {
  user_name: string;
  /** `created`, `password` or `role`. */
  what: string;
  by_name: string;
  /** `session`: signed in to the console; `link` and `cli`: the person is unknown. */
  via: string;
  at: Time;
}

export interface ConsoleSessionTable {
  id_hash: string;
  user_name: string;
  role: string;
  /** `password`, `oidc` or `link`. */
  via: string;
  csrf: string;
  created_at: Time;
  seen_at: Time;
  expires_at: Time;
  revoked_at: NullableTime;
}

export interface ApiTokenTable {
  id: string;
  name: string;
  hash: string;
  role: string;
  created_by: string;
  /** Like `via` of `user_access`; `null`: unknown. */
  created_via: Generated<string | null>;
  created_at: Time;
  expires_at: Time;
  used_at: NullableTime;
  revoked_at: NullableTime;
}

export interface SignInLinkTable {
  hash: string;
  role: string;
  expires_at: Time;
  used_at: NullableTime;
}

/** The notifications that were sent, by subject and day. */
interface NotificationTable {
  kind: string;
  subject: string;
  day: string;
  sent_at: Time;
  detail: NullableJson<unknown>;
}

/** A job that is being set up in the browser. */
export interface JobSetupTable {
  id: string;
  /** Counts the changes, so that two tabs do not overwrite each other. */
  version: number;
  file_name: string;
  /** The sample, sealed; `null`: deleted because a person was erased. */
  sample: string | null;
  by_name: string;
  created_at: Time;
  changed_at: Time;
  expires_at: Time;
  /** How the file is read, and the answers to the questions of its mapping. */
  answers: Json<unknown>;
  /** The paths of the groups of the service, once it was reached. */
  groups: NullableJson<string[]>;
}

export interface ConsoleTables {
  console_user: ConsoleUserTable;
  user_access: UserAccessTable;
  console_session: ConsoleSessionTable;
  api_token: ApiTokenTable;
  sign_in_link: SignInLinkTable;
  notification: NotificationTable;
  job_setup: JobSetupTable;
}
