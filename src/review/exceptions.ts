import type { ExceptionLine } from "../reporting/sheets/exceptions.ts";
import { fact, inTurn } from "../domain/facts/fact.ts";
import { readableText } from "../domain/names.ts";
import { hash } from "node:crypto";
import { UsageProblem } from "../domain/problem.ts";
import { endRejections, insertComment } from "../store/review/decisions.ts";
import {
  countExceptionRows,
  deleteException,
  listExceptions,
  pageExceptionRows,
  type Exception,
  type ExceptionRow,
  type ExceptionSort,
} from "../store/review/exceptions.ts";
import { findRemoval } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import type { Sort } from "../store/sort.ts";
import { record } from "./record.ts";
import { aboutRemoval, alone, type Decider, type Deciding } from "./decisions.ts";
import { alreadyDecided } from "./obstacles.ts";
import { accessEnded } from "./weigh.ts";

/** Returns all exceptions: rejected removals, and memberships that reverts restored. */
export async function listAllExceptions(db: Db, job?: string): Promise<ExceptionLine[]> {
  return (await pageExceptionRows(db, { job }, { limit: null, offset: 0 })).map(listed);
}

/** Returns one page of the exceptions, and how many there are. */
export async function pageExceptions(
  db: Db,
  filter: { job?: string | undefined; sort: Sort<ExceptionSort> },
  page: { limit: number; offset: number },
): Promise<{ exceptions: ExceptionLine[]; all: number }> {
  return { exceptions: (await pageExceptionRows(db, filter, page)).map(listed), all: await countExceptionRows(db, filter.job) };
}

function listed({
  id,
  job,
  key,
  name,
  group_id: group,
  group_path: path,
  by,
  at,
  reason,
  until,
  from_run: run,
}: ExceptionRow): ExceptionLine {
  return {
    id: id ?? exceptionId({ job, key, group_id: group }),
    job,
    key,
    name,
    group: { id: group, path },
    by: by ?? "",
    at: at?.toISOString() ?? "",
    reason: reason ?? "",
    until: until?.toISOString() ?? null,
    from_run: run,
  };
}

/** Returns the id of an exception for commands and addresses; it contains nothing about the person. */
export function exceptionId({ job, key, group_id: group }: Pick<Exception, "job" | "key" | "group_id">): string {
  return `X-${hash("sha256", JSON.stringify([job, key, group])).slice(0, 10)}`;
}

/**
 * Ends an exception. The membership stays until a later run finds that no rule gives it and a reviewer approves its
 * removal.
 */
export async function endException(state: Deciding, id: string, by: Decider, reason: string, now: Date): Promise<void> {
  const why = readableText(reason);
  if (why === "") throw new UsageProblem(fact("exception.ending_needs_reason", {}));
  const removal = await findRemoval(state.db, id);
  if (removal !== undefined) return alone(state, removal.job, () => endRejection(state, removal.id, by, why, now));
  const exception = (await listExceptions(state.db)).find((candidate) => exceptionId(candidate) === id);
  if (exception === undefined) throw new UsageProblem(fact("exception.does_not_exist", { id }), fact("advice.list_exceptions", {}));
  const { job, key, group_id: group, group_path: path, from_run: run } = exception;
  const detail = { exception: id, job, key, group_id: group, group: path, run, reason: why, via: by.via };
  await alone(state, job, async () => {
    await refuseEnded(state.db, by);
    await record(state, job, [{ actor: by.name, action: "exception_ended", detail }], now, async (db) => {
      await refuseEnded(db, by);
      await deleteException(db, exception);
    });
  });
}

async function endRejection(state: Deciding, id: string, by: Decider, why: string, now: Date): Promise<void> {
  const removal = await findRemoval(state.db, id);
  if (removal?.status !== "rejected")
    throw new UsageProblem(inTurn(fact("exception.is_none", { id }), removal && alreadyDecided(removal), fact("nothing.changed", {})));
  await refuseEnded(state.db, by);
  const detail = { ...aboutRemoval(removal), reason: why, via: by.via };
  await record(state, removal.job, [{ actor: by.name, action: "exception_ended", detail }], now, async (db) => {
    await refuseEnded(db, by);
    const ended = await endRejections(db, { id }, fact("outcome.exception_ended", { name: by.name, reason: why }), now);
    if (ended.length > 0) await insertComment(db, { removal: id, by: by.name, at: now, kind: "exception_ended", text: why, toWhom: null });
  });
}

/** @throws UsageProblem if the access of the person ended while their request was answered */
async function refuseEnded(db: Db, by: Decider): Promise<void> {
  if ((await by.stillMay?.(db, "decide")) === false) throw new UsageProblem(accessEnded());
}
