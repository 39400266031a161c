import type { Time } from "./values.ts";

// Accounts that a person closed before HR's file said so. A row ends with the file's agreement, or with an undo.
export const urgentDeactivations = `
CREATE TABLE urgent_deactivation (
  account text NOT NULL, key text NOT NULL, job text NOT NULL, user_id text NOT NULL, by text NOT NULL, reason text NOT NULL,
  run text NOT NULL, at timestamptz NOT NULL, agreed_run text, PRIMARY KEY (account, key));
`;

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

export interface UrgentDeactivationTables {
  urgent_deactivation: UrgentDeactivationTable;
}
