import type { Generated } from "kysely";
import type { NullableJson, NullableTime, Time } from "./values.ts";

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
  /** Like `via` of `user_access`; `null`: created before this was stored. */
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
export interface NotificationTable {
  kind: string;
  subject: string;
  day: string;
  sent_at: Time;
  detail: NullableJson<unknown>;
}
