import type { Fact } from "../domain/facts/fact.ts";
import type { Protection } from "../domain/protection/protect.ts";
import type { UrgentDeactivation } from "../domain/protection/urgent.ts";
import type { Person, RowNote, UserAttributes } from "../domain/person.ts";
import type { KnownAccount } from "./account-names.ts";
import type { FieldChange, Secrecy, SentAttributes } from "./attributes.ts";
import type { PossibleDuplicate, DuplicateKey } from "./possible-duplicate.ts";
import type { MembershipException } from "./exceptions.ts";
import type { GroupIndex, Rulebook } from "./groups.ts";

/** Everything known about one person when the plan is made. */
export interface PersonState {
  row: number;
  person: Person;
  link: KnownAccount | null;
  /** The attributes last sent to the account, even if it is doubtful whether the account has them. */
  record?: SentAttributes | null;
  /** Why an earlier create is unconfirmed; `null` if none is. */
  unconfirmed: Fact | null;
  urgent?: UrgentDeactivation | null;
  /** For a person without an account: other keys with an account of the same username, e-mail or national id. */
  possibleDuplicates: readonly DuplicateKey[];
  /** For a person with an account: the key whose account has the new username, and keeps it. */
  usernameHolder?: string | undefined;
  /** Ids of the person's known groups. */
  current: readonly string[];
  /** The username of the last row, unless it is sensitive: that of an account to which nothing was ever sent. */
  lastUsername?: string | null;
  /** Exceptions by group id: memberships to keep independent of the rules. */
  exceptions?: ReadonlyMap<string, MembershipException>;
  /** The person was in scope before; with `leaves: deactivate`, only such a person loses the account by leaving. */
  wasInScope?: boolean;
  /** Another job of the account has the person in scope, so this one does not deactivate the account. */
  elsewhere?: boolean;
}

/** The input of a decision apart from the person; the same for the whole run. */
export interface PlanContext {
  /** The job's name, for commands in messages. */
  job: string;
  rules: Rulebook;
  index: GroupIndex;
  secrecy: Secrecy;
  leaversGroups: "keep" | "review";
  updateBody: "full" | "changed";
  /** Whether people who leave the scope are deactivated. */
  deactivatesOutside: boolean;
  /** Whether people may share an e-mail address. */
  sharesAddresses?: boolean;
  protection: Protection;
  /** The day of the plan in the time zone of the job, as `YYYY-MM-DD`. */
  today: string;
}

export type Action = "create" | "update" | "deactivate" | "reactivate";

/** The plan for one person. Reasons explain; only `outcome` decides. */
export interface PlanResult {
  outcome: Action | "unchanged" | "held" | "rejected" | "out_of_scope" | "not_due";
  /** For `held`, `rejected`, `out_of_scope` and a deactivation by scope: a stable code and a fact. */
  code: string | null;
  reason: Fact | null;
  /** The attributes to send, without ids and groups. */
  payload: UserAttributes;
  /** Ids of all groups that HR rules give; the sent set must include them. */
  desired: string[];
  fields: FieldChange[];
  gains: string[];
  /** Ids of managed groups that HR rules no longer give; each becomes a pending removal. */
  losses: string[];
  /** Possible duplicates of the person, under other keys. */
  possibleDuplicates: PossibleDuplicate[];
  notes: RowNote[];
}
