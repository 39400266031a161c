import { readableText } from "../domain/names.ts";
import { hash } from "node:crypto";
import { UsageProblem } from "../domain/problem.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { endRejections, insertComment } from "../store/review/decisions.ts";
import { deleteException, listExceptions, type Exception } from "../store/review/exceptions.ts";
import type { Journal } from "../state/journal/journal.ts";
import { findRemoval, listRemovals } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import { aboutRemoval, alreadyDecidedText, type Decider } from "./decisions.ts";

/** A membership that a reviewer decided to keep, as `review exceptions --json` prints it. */
export interface ListedException {
  /** `R-…`: a rejected removal; `X-…`: an exception from a reverted run. */
  id: string;
  job: string;
  key: string;
  name: string | null;
  group: { id: string; path: string };
  by: string;
  at: string;
  reason: string;
  /** `null`: until the evidence changes, or, after a revert, until a reviewer ends it. */
  until: string | null;
  /** The run whose removals were undone. */
  from_run: string | null;
}

/** Returns all exceptions: rejected removals, and memberships that reverts restored. */
export async function listAllExceptions(db: Db, job?: string): Promise<ListedException[]> {
  const filter = job === undefined ? {} : { job };
  const rejected = await listRemovals(db, { ...filter, status: ["rejected"] });
  const names = new Map<string, string>();
  const exceptions = await listExceptions(db, filter);
  for (const { job: of, key } of exceptions) {
    if (names.has(`${of}\0${key}`)) continue;
    const [known] = await listRemovals(db, { job: of, key, limit: 1 });
    if (known !== undefined) names.set(`${of}\0${key}`, known.name);
  }
  return [
    ...rejected.map((removal) => ({
      id: removal.id,
      job: removal.job,
      key: removal.key,
      name: removal.name,
      group: { id: removal.group_id, path: removal.group_path },
      by: removal.decided_by ?? "",
      at: removal.decided_at?.toISOString() ?? "",
      reason: removal.decision_reason ?? "",
      until: removal.keep_until?.toISOString() ?? null,
      from_run: null,
    })),
    ...exceptions.map((exception) => ({
      id: exceptionId(exception),
      job: exception.job,
      key: exception.key,
      name: names.get(`${exception.job}\0${exception.key}`) ?? null,
      group: { id: exception.group_id, path: exception.group_path },
      by: exception.by,
      at: exception.at.toISOString(),
      reason: exception.reason,
      until: exception.until?.toISOString() ?? null,
      from_run: exception.from_run,
    })),
  ];
}

/** Returns the id of an exception for commands and addresses; it contains nothing about the person. */
export function exceptionId({ job, key, group_id: group }: Pick<Exception, "job" | "key" | "group_id">): string {
  return `X-${hash("sha256", JSON.stringify([job, key, group])).slice(0, 10)}`;
}

/**
 * Ends an exception. The membership stays until a later run finds that no rule gives it and a reviewer approves its
 * removal.
 */
export async function endException(state: { db: Db; journal: Journal }, id: string, by: Decider, reason: string, now: Date): Promise<void> {
  const why = readableText(reason);
  if (why === "") throw new UsageProblem("Ending an exception needs a reason: --reason TEXT. Nothing was changed.");
  const outcome = `${by.name} ended the exception: ${why}`;
  const removal = await findRemoval(state.db, id);
  if (removal !== undefined) {
    if (removal.status !== "rejected")
      throw new UsageProblem(`${id} is not an exception. ${alreadyDecidedText(removal)} Nothing was changed.`);
    await appendAudit(
      state,
      { actor: by.name, action: "exception_ended", detail: { ...aboutRemoval(removal), reason: why, via: by.via } },
      now,
    );
    const ended = await endRejections(state.db, { id }, outcome, now);
    if (ended.length > 0)
      await insertComment(state.db, { removal: id, by: by.name, at: now, kind: "exception_ended", text: why, toWhom: null });
    return;
  }
  const exception = (await listExceptions(state.db)).find((candidate) => exceptionId(candidate) === id);
  if (exception === undefined)
    throw new UsageProblem(`There is no exception ${id}. Nothing was changed.`, "`rollcall review exceptions` lists all exceptions.");
  const { job, key, group_id: group, group_path: path, from_run: run } = exception;
  await appendAudit(
    state,
    {
      actor: by.name,
      action: "exception_ended",
      detail: { exception: id, job, key, group_id: group, group: path, run, reason: why, via: by.via },
    },
    now,
  );
  await deleteException(state.db, exception);
}
