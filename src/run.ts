/**
 * The whole pipeline in one page: a file becomes staged rows, rows and directory become a plan, a plan within its
 * limits is released, its operations are carried out, and what became of every row stands in the store.
 */
import { hash } from "node:crypto";
import { ServiceProblem } from "./learning-service/errors.ts";
import { Problem, UsageProblem } from "./model/problem.ts";
import { inRun, inSpan } from "./model/span.ts";
import type { Held } from "./plan/limits.ts";
import { retryDelay } from "./queue/backoff.ts";
import { appendAudit } from "./store/audit.ts";
import { dropOperations, dropRemovals, lastSeq } from "./store/operations.ts";
import { listUnsettled } from "./store/intents.ts";
import { findRun, laterRun, insertJobVersion, insertMappingVersion, insertRun, setRun, type Run } from "./store/runs.ts";
import { countStaged, dropStaged, tidyUp } from "./store/staging.ts";
import { carryOut } from "./run/carry-out.ts";
import { evaluate } from "./run/evaluate.ts";
import { sayProblem, settleRun } from "./run/finish.ts";
import { checkLimits } from "./run/limits.ts";
import { releaseRun } from "./run/release.ts";
import { stoppedByHand, type Service, type Session } from "./run/session.ts";
import { settleCreates } from "./run/settle.ts";
import { compareWithLast, skipRun } from "./run/same-file.ts";
import { stageFile } from "./run/stage.ts";
import { putAway } from "./run/put-away.ts";

export { carryOutDecisions, carryOutDue } from "./run/decisions.ts";
export { revertRun, type Reverted } from "./run/revert.ts";

/** There is no autovacuum in the embedded database; after so many changes it is worth its second. */
const manyOperations = 1000;

export type Connect = () => Promise<Service>;

export interface RunRequest {
  id: string;
  /** A file named by hand, `-` for standard input; `null`: what the job names. */
  file: string | null;
  /** The file holds only part of the people. */
  partial: boolean;
  planOnly: boolean;
  /** Who starts it; without a name nobody is known to have: the schedule. */
  startedBy?: string | null;
}

/** Plans a run and, unless a limit holds it or `planOnly` is asked for, carries it out. */
export async function startRun(session: Session, connect: Connect, request: RunRequest): Promise<Run> {
  const { id } = request;
  return asRun(session, id, "start", async () => {
    const same = await inSpan("read_file", {}, () => readFile(session, request));
    if (same !== null) return skipRun(session, id, same);
    const { service, held } = await makePlan(session, connect, id);
    if (held.length > 0) return settleRun(session, id, "held");
    if (request.planOnly) return settleRun(session, id, "planned");
    return goOn(session, service, id);
  });
}

/** Goes on with a run that was stopped, from wherever it stopped. */
export async function resumeRun(session: Session, connect: Connect, id: string): Promise<Run> {
  const run = await runToGoOn(session, id, ["planned", "interrupted", "failed"]);
  return asRun(session, id, "resume", async () => {
    if (run.released) return goOn(session, await connect(), id);
    const { service, held } = await makePlan(session, connect, id);
    return held.length > 0 ? settleRun(session, id, "held") : goOn(session, service, id);
  });
}

/** Releases a run that a limit held. Should the facts have grown beyond what was approved, it is held again. */
export async function approveRun(session: Session, connect: Connect, id: string, approval: { by: string; reason: string }): Promise<Run> {
  const run = await runToGoOn(session, id, ["held"]);
  const approved = (run.held ?? []) as Held[];
  return asRun(session, id, "release", async () => {
    const { service, held } = await makePlan(session, connect, id);
    const beyond = held.filter(
      (now) => !approved.some((then) => then.limit === now.limit && then.of === now.of && now.found <= then.found),
    );
    if (beyond.length > 0) return settleRun(session, id, "held");
    await appendAudit(
      session.state,
      { actor: approval.by, action: "run_approved", detail: { run: id, held: approved, reason: approval.reason } },
      session.now(),
    );
    await setRun(session.state.db, id, { released_by: approval.by });
    return goOn(session, service, id);
  });
}

/** Gives a run up: what it has not sent is never sent, and what was released stays as it is. */
export async function cancelRun(session: Pick<Session, "state" | "now">, id: string): Promise<Run> {
  const { state, now } = session;
  const run = await findRun(state.db, id);
  if (run === undefined) throw noSuchRun(id);
  if (["completed", "cancelled", "superseded"].includes(run.status)) {
    throw new UsageProblem(`Run ${id} is ${run.status}: there is nothing to cancel.`);
  }
  await dropOperations(state.db, id, "The run was cancelled.", now());
  await dropStaged(state.db, [id]);
  return settleRun(session, id, "cancelled");
}

/** What is done here stands in the log and in traces under the run's id. */
function asRun({ job }: Session, run: string, how: string, work: () => Promise<Run>): Promise<Run> {
  return inRun({ run, job: job.name }, how, work, ({ status, rows }) => ({ status, rows }));
}

/** @returns the last good run, where its file was the same and nothing is left to do */
async function readFile(session: Session, request: RunRequest): Promise<Run | null> {
  const { state, job, mapping, context, now } = session;
  const { id, startedBy = null } = request;
  const first = { first_by: startedBy, at: now() };
  await insertMappingVersion(state.db, {
    job: job.name,
    context,
    file: mapping.file,
    text: mapping.text,
    columns: JSON.stringify(mapping.columns),
    ...first,
  });
  const jobDigest = hash("sha256", job.text);
  await insertJobVersion(state.db, { job: job.name, digest: jobDigest, text: job.text, ...first });
  await insertRun(state.db, {
    id,
    job: job.name,
    job_file: job.file,
    account: job.service.account,
    status: "reading",
    partial: request.partial,
    started_at: now(),
    file: request.file ?? [job.source, ...job.source.more].map(({ file }) => file).join(", "),
    sha256: "",
    rows: 0,
    context,
    released_by: null,
    started_by: startedBy,
    job_digest: jobDigest,
  });
  try {
    const staged = await stageFile(session, id, request.file);
    const { rows, rejected, duplicates, usable } = await countStaged(state.db, id);
    // Until there is a plan, whoever could be used is held.
    const counts = JSON.stringify({ rows, rejected, duplicates, held: usable });
    const { same, notes } = await compareWithLast(session, request, staged);
    await setRun(state.db, id, {
      file: staged.file,
      sha256: staged.sha256,
      rows,
      counts,
      files: JSON.stringify(staged.files),
      profile: JSON.stringify({ columns: staged.columns, notes }),
      notes: JSON.stringify([...notes, ...staged.notes]),
    });
    return same;
  } catch (error) {
    await dropStaged(state.db, [id]);
    // Half a file is nothing to go on with, however its reading ended.
    const stopped = error instanceof Problem && error.code === "interrupted";
    const said = stopped ? stoppedByHand("Nothing was changed.", "Start it again with `rollcall sync`.") : error;
    await settleRun(session, id, stopped ? "interrupted" : "failed", sayProblem(said));
    throw said;
  }
}

/** Plans on links and memberships as they are at this moment, also when the run was planned before. */
function makePlan(session: Session, connect: Connect, id: string): Promise<{ service: Service; held: Held[] }> {
  return inSpan(
    "plan",
    {},
    () => planOf(session, connect, id),
    ({ held }) => ({ limits: held.length }),
  );
}

async function planOf(session: Session, connect: Connect, id: string): Promise<{ service: Service; held: Held[] }> {
  const { state, now } = session;
  const run = await findRun(state.db, id);
  if (run === undefined) throw noSuchRun(id);
  try {
    const service = await connect();
    await readDirectory(session, service);
    await settleCreates(session, service);
    const evaluation = await evaluate(session, service, id, { files: peopleOf(run), partial: run.partial });
    const held = await checkLimits(session, service, { id, partial: run.partial }, evaluation);
    const { counts, ...rest } = evaluation;
    await setRun(state.db, id, {
      counts: JSON.stringify(counts),
      held: JSON.stringify(held),
      planned_at: now(),
      notes: JSON.stringify([...(run.profile?.notes ?? []), ...evaluation.notes]),
      summary: JSON.stringify({ ...rest, notes: undefined }),
    });
    return { service, held };
  } catch (error) {
    // What was read is kept, so that the run can go on when the service is back.
    const goesOn = error instanceof ServiceProblem || (error instanceof Problem && error.code === "interrupted");
    await settleRun(session, id, goesOn ? "interrupted" : "failed", sayProblem(error));
    throw error;
  }
}

/** The names of the files that the people stand in. */
function peopleOf({ files, file }: Run): string[] {
  return files === null ? [file] : files.filter(({ role }) => role === "people").map(({ name }) => name);
}

async function goOn(session: Session, service: Service, id: string): Promise<Run> {
  const { state } = session;
  try {
    const found = await findRun(state.db, id);
    if (found === undefined) throw noSuchRun(id);
    if (!found.released) {
      const { absentSuspended } = (found.summary ?? {}) as { absentSuspended?: boolean };
      const { autoOver } = await releaseRun(session, service, {
        id,
        started_at: found.started_at,
        partial: found.partial,
        absent: !found.partial && absentSuspended !== true,
      });
      if (autoOver > 0) await setRun(state.db, id, { summary: JSON.stringify({ ...found.summary, autoOver }) });
    } else {
      await dropRemovals(state.db, id, session.now());
      await setRun(state.db, id, { status: "running", problem: null });
    }
    await dropStaged(state.db, [id]);
    const operations = await lastSeq(state.db, id);
    await inSpan("apply", { operations }, () => carryOut(session, service, id, operations));
    await settleLeftOver(session, service);
    if (operations > manyOperations) await tidyUp(state.db);
    const run = await settleRun(session, id, "completed");
    return await putAway(session, run);
  } catch (error) {
    await settleRun(session, id, "interrupted", sayProblem(error));
    throw error;
  }
}

/** What this run's creates left open is looked for at once; what cannot be read now waits for the next run. */
async function settleLeftOver(session: Session, service: Service): Promise<void> {
  if ((await listUnsettled(session.state.db, session.job.service.account)).length === 0) return;
  try {
    await service.directory.refresh();
    await settleCreates(session, service);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
  }
}

/** A service that does not answer at once is asked again, a few times, before the run gives up on it. */
async function readDirectory(session: Session, service: Service): Promise<void> {
  const { retry } = session.job.service;
  session.progress.phase("Reading groups and memberships", null);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await service.directory.refresh();
      break;
    } catch (error) {
      if (!(error instanceof ServiceProblem) || !error.retryable || attempt >= Math.min(3, retry.attempts)) throw error;
      await new Promise((resolve) =>
        setTimeout(resolve, error.retryAfterMs ?? retryDelay(attempt, retry.delay, retry.maxDelay, Math.random())),
      );
    }
  }
  session.progress.end();
}

async function runToGoOn(session: Session, id: string, allowed: readonly string[]): Promise<Run> {
  const run = await findRun(session.state.db, id);
  if (run === undefined) throw noSuchRun(id);
  if (!allowed.includes(run.status)) {
    const next = run.status === "held" ? `Release it with \`rollcall runs approve ${id}\`.` : "Start a new one with `rollcall sync`.";
    throw new UsageProblem(`Run ${id} is ${run.status}.`, next);
  }
  if (run.kind === "sync" && run.sha256 === "")
    throw new UsageProblem(`Run ${id} could not read its file: there is nothing to go on with.`, "Start a new one with `rollcall sync`.");
  const later = await laterRun(session.state.db, run);
  if (later !== undefined) {
    throw new UsageProblem(
      `Run ${later.id} of ${run.job} is newer than run ${id} (${later.status}): going on with the older one would undo newer data. Nothing was changed.`,
      later.released
        ? "Start a new run with `rollcall sync`."
        : `Go on with ${later.id}, or cancel it first: \`rollcall runs cancel ${later.id}\`.`,
    );
  }
  if (run.context !== session.context) {
    throw new UsageProblem(
      `The mapping or the policy of ${run.job} has changed since run ${id} was planned.`,
      "Start a new run with `rollcall sync`; it takes the place of this one.",
    );
  }
  return run;
}

function noSuchRun(id: string): UsageProblem {
  return new UsageProblem(`There is no run ${id}.`, "`rollcall runs list` shows those there are.");
}
