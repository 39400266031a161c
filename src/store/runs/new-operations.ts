/** The operations of a plan, and how they are stored. */
import { listedName, plainName } from "../../domain/names.ts";
import { copyRows } from "../copy.ts";
import type { State } from "../../state/state.ts";
import type { Db } from "../schema/tables.ts";
import type { Operation } from "./operations.ts";
import { dropPayloads, storePayloads, type Payload } from "../portions/payload.ts";

export interface NewOperation extends Omit<
  Operation,
  | "user_id"
  | "status"
  | "plain_name"
  | "sendable"
  | "licence"
  | "removals"
  | "desired"
  | "attempts"
  | "ended_at"
  | "due_at"
  | "claimed_by"
  | "after_operation"
> {
  userId: string | null;
  status: "planned" | "held";
  payload: Payload;
  desired: readonly string[];
}

const columns = [
  "id",
  "run",
  "seq",
  "job",
  "account",
  "key",
  "row",
  "user_id",
  "name",
  "plain_name",
  "kind",
  "status",
  "sendable",
  "licence",
  "removals",
  "desired",
  "changes",
  "code",
  "reason",
];

/** Stores planned operations of one run before any of them is sent. */
export async function copyOperations(state: State, operations: readonly NewOperation[]): Promise<void> {
  const [first] = operations;
  if (first === undefined) return;
  await storePayloads(
    state.db,
    first.run,
    operations.filter(({ status }) => status !== "held"),
  );
  await copyRows(
    state.pool,
    "operation",
    columns,
    operations
      .values()
      .map((o) => [
        o.id,
        o.run,
        o.seq,
        o.job,
        o.account,
        o.key,
        o.row,
        o.userId,
        listedName(o.name),
        plainName(listedName(o.name)),
        o.kind,
        o.status,
        o.status !== "held",
        licenceOf(o.payload),
        o.payload["removals"] === undefined ? null : JSON.stringify(o.payload["removals"]),
        JSON.stringify(o.desired),
        JSON.stringify(o.changes),
        o.code,
        o.reason === null ? null : JSON.stringify(o.reason),
      ]),
  );
}

function licenceOf({ subscription_id: subscription, auto_license: automatic }: Payload): string | null {
  return typeof subscription === "string" && subscription !== "" ? subscription : automatic === true || automatic === "true" ? "" : null;
}

/** Deletes the plan of a run before it is planned again. */
export async function deletePlan(db: Db, run: string): Promise<void> {
  await db.deleteFrom("operation").where("run", "=", run).where("status", "in", ["planned", "held", "queued"]).execute();
  await dropPayloads(db, run);
  await db.deleteFrom("found_removal").where("run", "=", run).execute();
}
