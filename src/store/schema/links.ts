import type { Generated } from "kysely";
import type { NullableJson, Time } from "./values.ts";

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
  /** Keys that the account had before this one; `null`: none is known. */
  earlier: NullableJson<string[]>;
}

// Recorded with a create, because a power cut can lose everything else that was known of its person.
export const createdNames = `
ALTER TABLE intent ADD names jsonb;
CREATE INDEX link_never_sent ON link (account, key) WHERE sent IS NULL;
`;

// Set if the service may have got changes of an account that were never recorded.
export const doubtedLinks = `
ALTER TABLE link ADD doubted boolean NOT NULL DEFAULT false;
`;

// The names of an account may only be known under an earlier key of it.
export const earlierKeys = `
ALTER TABLE link ADD earlier jsonb;
CREATE INDEX link_earlier ON link (account, key) WHERE earlier IS NOT NULL;
`;
