import type { NullableJson, NullableTime, Time } from "./schema-values.ts";

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
/** What was told to whom on which day. */
export interface NotificationTable {
  kind: string;
  subject: string;
  day: string;
  sent_at: Time;
  detail: NullableJson<unknown>;
}
