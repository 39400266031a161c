import type { Generated } from "kysely";
import type { Fact } from "../../domain/facts/fact.ts";
import type { Json, NullableJson, NullableTime, Time } from "./values.ts";

/** Accounts and groups of the service, and how people came to their accounts. Statements end with `;` at the end of a line. */
export const accountTables = `
CREATE TABLE link (
  account text NOT NULL, key text NOT NULL, user_id text NOT NULL, job text NOT NULL, source text NOT NULL, active boolean,
  sent jsonb, created_at timestamptz NOT NULL, search text GENERATED ALWAYS AS (lower(regexp_replace(normalize(key || ' '
    || CASE WHEN sent->>'username' NOT LIKE 'hmac:%' THEN sent->>'username' ELSE '' END || ' '
    || CASE WHEN sent->>'first_name' NOT LIKE 'hmac:%' THEN sent->>'first_name' ELSE '' END || ' '
    || CASE WHEN sent->>'last_name' NOT LIKE 'hmac:%' THEN sent->>'last_name' ELSE '' END, NFD), '[\\u0300-\\u036f]', '', 'g'))) STORED,
  doubted boolean NOT NULL DEFAULT false, PRIMARY KEY (account, key), UNIQUE (account, user_id));
CREATE INDEX link_email ON link (account, lower(sent->>'email'));
CREATE INDEX link_name ON link ((NULLIF(left(btrim(CASE WHEN (sent->>'first_name') NOT LIKE 'hmac:%' THEN (sent->>'first_name') ELSE '' END || ' '
  || CASE WHEN (sent->>'last_name') NOT LIKE 'hmac:%' THEN (sent->>'last_name') ELSE '' END), 200), '') COLLATE "und-x-icu"), key);
CREATE INDEX link_national_id ON link (account, (sent->>'national_id'));
CREATE INDEX link_never_sent ON link (account, key) WHERE sent IS NULL;
DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm; EXCEPTION WHEN lock_not_available OR deadlock_detected THEN RAISE; WHEN OTHERS THEN NULL; END $$;
DO $$ DECLARE place regnamespace = (SELECT extnamespace FROM pg_extension WHERE extname = 'pg_trgm'); BEGIN
  IF has_schema_privilege(place, 'USAGE') THEN EXECUTE format('CREATE INDEX link_search ON link USING gin (search %s.gin_trgm_ops)', place); END IF; END $$;
CREATE INDEX link_username ON link (account, lower(sent->>'username'));
CREATE TABLE intent (
  operation text PRIMARY KEY, account text NOT NULL, job text NOT NULL, key text NOT NULL, username text NOT NULL,
  digest text NOT NULL, status text NOT NULL, reason jsonb, at timestamptz NOT NULL, groups jsonb NOT NULL DEFAULT '[]',
  named jsonb NOT NULL DEFAULT '[]', set_key text NOT NULL DEFAULT '', since integer, lost_at timestamptz, evidence jsonb,
  names jsonb);
CREATE INDEX intent_key ON intent (account, key);
CREATE INDEX intent_moved ON intent (account) WHERE status = 'moved';
CREATE INDEX intent_unconfirmed ON intent (account, set_key) WHERE status IN ('open', 'uncertain', 'unlinked');
CREATE TABLE distinct_person (
  account text NOT NULL, key text NOT NULL, other_key text NOT NULL, by text NOT NULL, at timestamptz NOT NULL,
  PRIMARY KEY (account, key, other_key));
CREATE TABLE reserved_username (
  account text NOT NULL, name text NOT NULL, key text NOT NULL, username text, pinned boolean NOT NULL DEFAULT false,
  refused_at timestamptz, at timestamptz NOT NULL, PRIMARY KEY (account, name));
CREATE INDEX reserved_username_key ON reserved_username (account, key);
CREATE TABLE planned_username (
  run text NOT NULL, row integer NOT NULL, key text COLLATE "C" NOT NULL, cells jsonb NOT NULL, name text, username text, detail jsonb,
  PRIMARY KEY (run, key));
CREATE UNIQUE INDEX planned_username_name ON planned_username (run, name);
CREATE INDEX planned_username_row ON planned_username (run, row);
CREATE TABLE urgent_deactivation (
  account text NOT NULL, key text NOT NULL, job text NOT NULL, user_id text NOT NULL, by text NOT NULL, reason text NOT NULL,
  run text NOT NULL, at timestamptz NOT NULL, agreed_run text, PRIMARY KEY (account, key));
CREATE TABLE service_group (
  account text NOT NULL, id text NOT NULL, name text NOT NULL, path text NOT NULL, parent_id text, members_known boolean NOT NULL,
  members_digest text NOT NULL, members integer NOT NULL, PRIMARY KEY (account, id));
CREATE TABLE membership (
  account text NOT NULL, group_id text NOT NULL, user_id text NOT NULL, PRIMARY KEY (account, user_id, group_id));
CREATE INDEX membership_group ON membership (account, group_id);
CREATE TABLE snapshot (
  account text PRIMARY KEY, read_at timestamptz NOT NULL, tree_digest text NOT NULL, number integer NOT NULL DEFAULT 0);
CREATE TABLE seen_account (
  account text NOT NULL, user_id text NOT NULL, reading integer NOT NULL, PRIMARY KEY (account, user_id));
CREATE INDEX seen_account_reading ON seen_account (account, reading);
CREATE TABLE own_change (
  account text NOT NULL, user_id text NOT NULL, group_id text NOT NULL, added boolean NOT NULL, at timestamptz NOT NULL);
`;

export interface LinkTable {
  account: string;
  key: string;
  user_id: string;
  job: string;
  source: string;
  /** The last state sent to the service; `null`: never sent, or not known after a restore. */
  active: boolean | null;
  sent: NullableJson<Record<string, unknown>>;
  /** The service may have got changes that were never recorded: `active` and `sent` may be outdated, so the next plan sends everything. */
  doubted: Generated<boolean>;
  created_at: Time;
}

export interface IntentTable {
  operation: string;
  account: string;
  job: string;
  key: string;
  username: string;
  /** The e-mail address and national id that it names, in their stored form. */
  names: NullableJson<Record<string, unknown>>;
  digest: string;
  /**
   * `open`: its request may be in flight. `unlinked`: accepted, but the answer did not name the account. `uncertain`:
   * its answer was lost. `linked`, `refused` (no account was created): resolved. `moved`: no create, but names that an
   * account had under an earlier key.
   */
  status: string;
  reason: NullableJson<Fact>;
  at: Time;
  /** Ids of the groups that it names and whose members the service listed when it was sent. */
  groups: Json<string[]>;
  /** Ids of all groups that it names. */
  named: Json<string[]>;
  /** Equal for equal groups. */
  set_key: string;
  /** The last snapshot before it was sent; `null`: unknown, so only a person can resolve it. */
  since: number | null;
  /** When its answer was lost. */
  lost_at: NullableTime;
  /** The result of the last observation. `clear`: the snapshot in which no new account without a link had exactly its groups. */
  evidence: NullableJson<{ candidates: string[]; others: string[]; clear?: number | null }>;
}

/** Two keys that a person declared to be two people, although their data looks like one person's. */
interface DistinctPersonTable {
  account: string;
  key: string;
  other_key: string;
  by: string;
  at: Time;
}

export interface ReservedUsernameTable {
  account: string;
  /** Folded, as names are compared; of an erased person its fingerprint, `hmac:…`. */
  name: string;
  key: string;
  /** As it is sent; `null`: only its fingerprint is left. */
  username: string | null;
  /** A create with it had an unknown outcome once, so its key never gets another one. */
  pinned: Generated<boolean>;
  /** When the service refused it as taken. */
  refused_at: NullableTime;
  at: Time;
}

interface PlannedUsernameTable {
  run: string;
  row: number;
  key: string;
  /** The cells of which usernames are made. */
  cells: Json<(string | null)[]>;
  /** `null`: the person gets no username in this plan. */
  name: string | null;
  username: string | null;
  detail: NullableJson<Record<string, unknown>>;
}

/** An account that a person closed, until HR's file agrees. */
interface UrgentDeactivationTable {
  account: string;
  key: string;
  job: string;
  user_id: string;
  by: string;
  reason: string;
  /** The run that sends it. */
  run: string;
  at: Time;
  /** The run whose plan found that HR's file agrees; its release ends the deactivation. */
  agreed_run: string | null;
}

export interface ServiceGroupTable {
  account: string;
  id: string;
  name: string;
  path: string;
  parent_id: string | null;
  members_known: boolean;
  members_digest: string;
  members: number;
}

interface MembershipTable {
  account: string;
  group_id: string;
  user_id: string;
}

interface SnapshotTable {
  account: string;
  read_at: Time;
  tree_digest: string;
  /** Counts the snapshots of the account. */
  number: Generated<number>;
}

/** Every account that was ever in a group, with the first snapshot that contained it. */
interface SeenAccountTable {
  account: string;
  user_id: string;
  reading: number;
}

/** Our own change of memberships that a snapshot in progress may have missed. */
interface OwnChangeTable {
  account: string;
  user_id: string;
  group_id: string;
  added: boolean;
  at: Time;
}

export interface AccountTables {
  link: LinkTable;
  intent: IntentTable;
  distinct_person: DistinctPersonTable;
  reserved_username: ReservedUsernameTable;
  planned_username: PlannedUsernameTable;
  urgent_deactivation: UrgentDeactivationTable;
  service_group: ServiceGroupTable;
  membership: MembershipTable;
  snapshot: SnapshotTable;
  seen_account: SeenAccountTable;
  own_change: OwnChangeTable;
}
