import type { Generated } from "kysely";
import type { NullableJson, NullableTime, Time } from "./values.ts";

// Usernames that belong to a key forever, and those that a plan gives. A folded name belongs to one key of an account.
export const usernames = `
CREATE TABLE reserved_username (account text NOT NULL, name text NOT NULL, key text NOT NULL, username text, pinned boolean NOT NULL DEFAULT false,
  refused_at timestamptz, at timestamptz NOT NULL, PRIMARY KEY (account, name));
CREATE INDEX reserved_username_key ON reserved_username (account, key);
CREATE TABLE planned_username (run text NOT NULL, place integer NOT NULL, row integer NOT NULL, key text NOT NULL, name text, username text, detail jsonb,
  PRIMARY KEY (run, place));
CREATE UNIQUE INDEX planned_username_name ON planned_username (run, name);
CREATE INDEX planned_username_row ON planned_username (run, row);
`;

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
  /** The order of the keys. */
  place: number;
  row: number;
  key: string;
  /** `null`: the person gets no username in this plan. */
  name: string | null;
  username: string | null;
  detail: NullableJson<Record<string, unknown>>;
}

export interface UsernameTables {
  reserved_username: ReservedUsernameTable;
  planned_username: PlannedUsernameTable;
}
