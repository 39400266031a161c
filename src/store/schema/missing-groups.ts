import type { MissingGroupFacts } from "../../domain/directory.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import type { Json, NullableJson, NullableTime, Time } from "./values.ts";

/** The groups that people wait for, and the creates of groups. Statements end with `;` at the end of a line. */
export const missingGroupTables = `
CREATE TABLE missing_group (
  id text PRIMARY KEY, account text NOT NULL, job text NOT NULL, folded text NOT NULL, path text NOT NULL,
  people integer NOT NULL, detail jsonb NOT NULL, run text NOT NULL, since timestamptz NOT NULL, decision text, alias_of text,
  decided_by text, decided_at timestamptz, reason text, dismissed integer, UNIQUE (job, folded));
CREATE TABLE group_create (
  account text NOT NULL, folded text NOT NULL, path text NOT NULL, job text NOT NULL, run text NOT NULL, by text,
  status text NOT NULL, at timestamptz NOT NULL, group_id text, reason jsonb, PRIMARY KEY (account, folded));
`;

interface MissingGroupDetail extends MissingGroupFacts {
  /** Why the service refused it, with `why: refused`. */
  reason: Fact | null;
  /** Whether an approval may create it. */
  creatable: boolean;
  rules: { rule: string; at: string }[];
}

/** A group that people of a job wait for, as its last released plan found it, and the decision on it. */
interface MissingGroupTable {
  /** Names the job and the path, without case. */
  id: string;
  account: string;
  job: string;
  folded: string;
  path: string;
  people: number;
  detail: Json<MissingGroupDetail>;
  /** The run that last found it. */
  run: string;
  since: Time;
  /** `null`: not decided. */
  decision: "create" | "alias" | "dismiss" | null;
  /** The existing group that the name means, with the decision `alias`. */
  alias_of: string | null;
  decided_by: string | null;
  decided_at: NullableTime;
  reason: string | null;
  /** How many people waited when it was dismissed; stays when it is proposed again, so that no run creates it by itself. */
  dismissed: number | null;
}

/** The last create of a group: its request may have left since `at`. */
interface GroupCreateTable {
  account: string;
  folded: string;
  path: string;
  job: string;
  run: string;
  /** The reviewer who approved it; `null`: the mapping. */
  by: string | null;
  /** `open`: the outcome is not known. */
  status: "open" | "created" | "refused";
  at: Time;
  group_id: string | null;
  /** Why it was refused. */
  reason: NullableJson<Fact>;
}

export interface MissingGroupTables {
  missing_group: MissingGroupTable;
  group_create: GroupCreateTable;
}
