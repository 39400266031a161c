import { fact, type Fact } from "../../domain/facts/fact.ts";
import { protectedGroupReason } from "../../domain/protection/protect.ts";
import { runWithoutFile } from "../begin-run.ts";
import { inRun } from "../../domain/telemetry/span.ts";
import { indexGroups } from "../../plan/groups.ts";
import { membershipsOf } from "../../store/directory/directory.ts";
import { insertExceptions, listExceptions, touchPeople, type Exception } from "../../store/review/exceptions.ts";
import { findLink } from "../../store/identities/links.ts";
import { dropOperations, listOperations } from "../../store/runs/operations.ts";
import { copyOperations, type NewOperation } from "../../store/runs/new-operations.ts";
import { listRemovals, markRestored, type Removal } from "../../store/review/removals.ts";
import { supersede } from "../../store/review/removal-ends.ts";
import { findRun, insertRun, setRun, type Run } from "../../store/runs/runs.ts";
import type { Db } from "../../store/schema/tables.ts";
import { executeRun } from "../execute/execute-run.ts";
import { readGroups } from "../extract/read-directory.ts";
import { toStoredProblem, setRunStatus } from "../finish/finish-run.ts";
import { attributesOf } from "./last-row.ts";
import type { Service, Session } from "../../session/session.ts";
import { alone } from "../../review/decisions.ts";
import { record } from "../../review/record.ts";

/** The outcome for one membership that a run had removed. */
interface Returned {
  key: string;
  name: string;
  group_id: string;
  group: string;
  /** `added`, `there` (nothing to do), or `missing` with the reason. */
  status: "added" | "there" | "missing";
  why: Fact | null;
}

export interface Reverted {
  run: Run;
  memberships: Returned[];
}

export interface RevertRequest {
  by: { name: string; via: string };
  reason: string;
  /** The end date of the exceptions; `null`: no end date. */
  until?: Date | null;
  /** The exceptions end soon, so that a later run finds the memberships and asks for a decision again. */
  askAgain?: boolean;
  /** The id of the run that adds them; a new one if omitted. */
  id?: string;
}

/** The memberships to add back. */
export interface Restoring {
  /** The run that found or removed them. Exceptions and the audit trail name it. */
  run: string;
  /** The run that adds them back. */
  revert: string;
  /** An earlier attempt, which this one continues; `null`: the first. */
  previous: string | null;
  /** Set if only these removals are undone, and not a whole run. */
  only: readonly string[] | null;
  removed: readonly Removal[];
  /** The advice if it is interrupted. */
  next: Fact;
}

/**
 * Adds removed memberships back in a run of its own, and keeps them as exceptions. Uses the same operations as any
 * update and never confirms a removal. A second call only adds what is still missing.
 */
export async function restoreMemberships(
  session: Session,
  connect: () => Promise<Service>,
  restoring: Restoring,
  request: RevertRequest,
): Promise<Reverted> {
  const { revert, next } = restoring;
  await alone(session.state, session.job.name, () => begin(session, restoring, request));
  try {
    return await inRun({ run: revert, job: session.job.name }, "start", async () => {
      const service = await connect();
      await readGroups(session, service);
      const { returned, planned } = await planReturns(session, service, restoring);
      if (planned > 0) await executeRun(session, service, revert, planned);
      const memberships = await outcomes(session, revert, returned);
      await remember(session, restoring, request, memberships);
      return { run: await setRunStatus(session, revert, "completed"), memberships };
    });
  } catch (error) {
    const problem = toStoredProblem(error);
    await setRunStatus(session, revert, "interrupted", { ...problem, next });
    throw error;
  }
}

function placeOf({ key, group_id: group }: { key: string; group_id: string }): string {
  return JSON.stringify([key, group]);
}

/** Stores what must not be lost before anything is sent: the audit entry, the exceptions and the run. */
async function begin(session: Session, { run, revert, previous, only, removed }: Restoring, request: RevertRequest): Promise<void> {
  const { state, job, now } = session;
  const { by, reason, until = null } = request;
  const at = now();
  const memberships = removed.map(({ id, key, user_id, group_id, group_path: group }) => ({ removal: id, key, user_id, group_id, group }));
  const detail = {
    run,
    revert,
    ...(only === null ? {} : only.length === 1 ? { removal: only[0] } : { removals: only }),
    reason,
    via: by.via,
    until: until?.toISOString() ?? null,
    again: previous !== null,
    memberships,
  };
  await record(state, job.name, [{ actor: by.name, action: "run_reverted", detail }], at, async (db) => {
    if (previous !== null) {
      await dropOperations(db, previous, fact("operation.revert_continued", { run: revert }), at);
      const before = await findRun(db, previous);
      if (before !== undefined && before.status !== "completed") await setRun(db, before.id, { status: "superseded", ended_at: at });
    }
    await insertRun(db, { ...runWithoutFile(session, { id: revert, kind: "revert", at }), started_by: by.name });
    if (only === null) await setRun(db, run, { reverted_by: revert });
    // A second revert must not restore exceptions that someone has ended since.
    if (previous === null) await insertExceptions(db, exceptionsFor(run, removed, { by: by.name, reason, until, at }));
    else if (request.askAgain === true) await renewPastExceptions(db, run, removed, { until, at });
    await touchPeople(
      db,
      job.name,
      removed.map(({ key }) => key),
    );
  });
}

/** Gives exceptions that ended before their memberships were added back a new end date, so that the membership returns. */
async function renewPastExceptions(
  db: Db,
  run: string,
  removed: readonly Removal[],
  { until, at }: Pick<Exception, "until" | "at">,
): Promise<void> {
  const places = new Set(removed.map(placeOf));
  const past = (await listExceptions(db, { fromRun: run })).filter(
    (one) => one.until !== null && one.until <= at && places.has(placeOf(one)),
  );
  await insertExceptions(
    db,
    past.map((one) => ({ ...one, until })),
  );
}

function exceptionsFor(run: string, removed: readonly Removal[], decision: Pick<Exception, "by" | "reason" | "until" | "at">): Exception[] {
  const exceptions = new Map<string, Exception>();
  for (const removal of removed) {
    const { account, job, key, group_id, group_path } = removal;
    exceptions.set(placeOf(removal), { account, job, key, group_id, group_path, from_run: run, ...decision });
  }
  return [...exceptions.values()];
}

/** Stores one update for each person with a missing membership, and a held operation for each one that cannot be added. */
async function planReturns(
  session: Session,
  service: Service,
  { run, revert, only, removed: removals }: Restoring,
): Promise<{ returned: Returned[]; planned: number }> {
  const { state, job, now } = session;
  const index = indexGroups(await service.directory.groups());
  const removed = new Map(removals.map((removal) => [placeOf(removal), removal]));
  const exceptions = (await listExceptions(state.db, { job: job.name, fromRun: run })).filter(
    (exception) => (exception.until === null || exception.until > now()) && (only === null || removed.has(placeOf(exception))),
  );
  const returned: Returned[] = [];
  const operations: NewOperation[] = [];
  for (const [key, theirs] of Map.groupBy(exceptions, (exception) => exception.key)) {
    const link = await findLink(state.db, job.service.account, key);
    const current = new Set(link === undefined ? [] : await membershipsOf(state.db, job.service.account, link.user_id));
    const add: string[] = [];
    for (const exception of theirs) {
      await endOpenRemoval(
        session,
        exception,
        only === null ? fact("outcome.kept_reverted", { run }) : fact("outcome.kept_added_back", {}),
      );
      const removal = removed.get(placeOf(exception));
      const one = {
        key,
        name: removal?.name ?? key,
        group_id: exception.group_id,
        group: index.byId(exception.group_id)?.path ?? exception.group_path,
      };
      const why =
        obstacle(exception, removal, link?.user_id, index) ??
        protectionOf(session, exception, one.group, [removal?.username, link?.sent?.["username"]]);
      if (why !== null) returned.push({ ...one, status: "missing", why: why.reason });
      else if (current.has(exception.group_id)) returned.push({ ...one, status: "there", why: null });
      else {
        add.push(exception.group_id);
        returned.push({ ...one, status: "added", why: null });
      }
      if (why !== null)
        operations.push(operationOf(session, revert, operations.length + 1, { ...one, userId: link?.user_id ?? null }, { held: why }));
    }
    if (add.length === 0) continue;
    const person = { key, name: removed.get(placeOf(theirs[0] ?? { key, group_id: "" }))?.name ?? key, userId: link?.user_id ?? null };
    const attributes = await attributesOf(session, key);
    const gains = add.map((group) => index.byId(group)?.path ?? group);
    operations.push(operationOf(session, revert, operations.length + 1, person, { add, gains, attributes }));
  }
  await copyOperations(session.state, operations);
  return { returned, planned: operations.filter(({ status }) => status === "planned").length };
}

/** Supersedes the open removal of a membership that stays now. */
async function endOpenRemoval({ state, job, now }: Session, { key, group_id: group }: Exception, why: Fact): Promise<void> {
  const open = await listRemovals(state.db, { job: job.name, key, status: ["pending", "approved"] });
  const ids = open.filter(({ group_id: id }) => id === group).map(({ id }) => id);
  await supersede(state.db, ids, why, now());
}

function obstacle(
  exception: Exception,
  removal: Removal | undefined,
  userId: string | undefined,
  index: ReturnType<typeof indexGroups>,
): { code: string; reason: Fact } | null {
  if (index.byId(exception.group_id) === undefined)
    return {
      code: "unknown_group",
      reason: fact("operation.group_gone", { group: exception.group_path }),
    };
  if (userId === undefined) return { code: "link_changed", reason: fact("operation.no_account", {}) };
  if (removal !== undefined && removal.user_id !== userId)
    return { code: "link_changed", reason: fact("operation.not_the_removed_account", {}) };
  return null;
}

function protectionOf(
  { protection }: Session,
  { key, group_id: id }: Exception,
  path: string,
  usernames: readonly unknown[],
): { code: string; reason: Fact } | null {
  if (protection.group(path, id)) return { code: "protected", reason: protectedGroupReason(path, protection.at) };
  const by = protection.person(key, usernames);
  return by === null ? null : { code: "protected", reason: by };
}

function operationOf(
  { job }: Session,
  revert: string,
  seq: number,
  { key, name, userId }: { key: string; name: string; userId: string | null },
  what: { held: { code: string; reason: Fact } } | { add: string[]; gains: string[]; attributes: Record<string, unknown> },
): NewOperation {
  const held = "held" in what ? what.held : null;
  const { add, gains, attributes } = "held" in what ? { add: [], gains: [], attributes: {} } : what;
  return {
    run: revert,
    seq,
    job: job.name,
    account: job.service.account,
    key,
    row: null,
    userId,
    name,
    kind: "update",
    status: held === null ? "planned" : "held",
    payload: attributes,
    desired: add,
    changes: { fields: [], gains },
    code: held?.code ?? null,
    reason: held?.reason ?? null,
  };
}

/** Marks the removals of the memberships that are there again, for every page and list that shows them. */
async function remember(
  { state, now }: Session,
  { revert, removed }: Restoring,
  { by, reason }: RevertRequest,
  memberships: readonly Returned[],
): Promise<void> {
  const back = new Set(
    memberships.filter(({ status }) => status !== "missing").map(({ key, group_id: group }) => placeOf({ key, group_id: group })),
  );
  const ids = removed.filter((removal) => back.has(placeOf(removal)) && removal.restored === null).map(({ id }) => id);
  if (ids.length > 0) await markRestored(state.db, ids, { run: revert, by: by.name, at: now().toISOString(), reason });
}

/** Updates the planned additions with the outcome of their operations. */
async function outcomes({ state }: Session, revert: string, returned: readonly Returned[]): Promise<Returned[]> {
  const failed = (await listOperations(state.db, revert)).filter(({ status }) => status !== "done");
  return returned.map((one) => {
    const why = one.status === "added" ? failed.find(({ key, desired }) => key === one.key && desired.length > 0) : undefined;
    return why === undefined ? one : { ...one, status: "missing", why: why.reason ?? fact("operation.is", { status: why.status }) };
  });
}
