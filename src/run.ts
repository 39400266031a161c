/**
 * The whole pipeline in one page: a file becomes staged rows, rows and directory become a plan, a plan within its
 * limits is released, its operations are carried out, and what became of every row stands in the store.
 */
import { hash } from "node:crypto";
import { ServiceProblem } from "./learning-service/errors.ts";
import { Problem, UsageProblem } from "./model/problem.ts";
import { idsHere, inRun, inSpan } from "./model/span.ts";
import type { Held } from "./plan/limits.ts";
import type { PeopleBehind } from "./review/people-behind.ts";
import { dropOperations, dropRemovals, lastSeq } from "./store/operations.ts";
import { findRun, insertJobVersion, insertMappingVersion, setRun, type Run } from "./store/runs.ts";
import { countStaged, dropStaged, tidyUp } from "./store/staging.ts";
import { refuseWithoutReason, releaseApproved, type RunApproval } from "./run/approve.ts";
import { carryOut } from "./run/carry-out.ts";
import { evaluate } from "./run/evaluate.ts";
import { sayProblem, settleRun, withRunId } from "./run/finish.ts";
import { beginRun } from "./run/begin.ts";
import { checkLimits } from "./run/limits.ts";
import { letCreatesLand, readDirectory, settleLeftOver } from "./run/read-directory.ts";
import { releaseRun } from "./run/release.ts";
import { stoppedByHand, type Service, type Session } from "./run/session.ts";
import { settleCreates } from "./run/settle.ts";
import { compareWithLast, skipRun } from "./run/same-file.ts";
import { stageFile } from "./run/stage.ts";
import { putAway } from "./run/put-away.ts";
import { problemWithoutFolder, withoutFolder } from "./run/upload-names.ts";
import { noSuchRun, runToGoOn } from "./run/which-run.ts";

export { carryOutDecisions, carryOutDue } from "./run/decisions.ts";
export { revertRun, type Reverted } from "./run/revert.ts";

/** There is no autovacuum in the embedded database; after so many changes it is worth its second. */
const manyOperations = 1000;

export type Connect = () => Promise<Service>;

export interface RunRequest {
  id: string;
  /** A file named by hand, `-` for standard input; `null`: what the job names. */
  file: string | null;
  /** The folder of ours that an uploaded file lies in, which nobody is to see. */
  uploadFolder?: string | null;
  /** The file holds only part of the people. */
  partial: boolean;
  planOnly: boolean;
  /** Who starts it; without a name nobody is known to have: the schedule. */
  startedBy?: string | null;
  /** The people who may be behind that name. */
  startedPeople?: PeopleBehind | null;
}

/** Plans a run and, unless a limit holds it or `planOnly` is asked for, carries it out. */
export async function startRun(session: Session, connect: Connect, request: RunRequest): Promise<Run> {
  return asRun(session, request.id, "start", async () => {
    const over = await extractRun(session, request);
    if (over !== null) return over;
    const run = await planRun(session, connect, request);
    return run.status === "running" ? applyRun(session, connect, run.id) : run;
  });
}

/** First step: reads the file. @returns the run where nothing is left to do: the file is that of the last good run */
export async function extractRun(session: Session, request: RunRequest): Promise<Run | null> {
  const { id } = request;
  return asRun(session, id, "start", async () => {
    const same = await inSpan("read_file", {}, () => readFile(session, request));
    return same === null ? null : skipRun(session, id, same);
  });
}

/** Second step: works out what has to change. @returns the run: `held`, `planned`, or `running` once it is released */
export function planRun(session: Session, connect: Connect, { id, planOnly }: Pick<RunRequest, "id" | "planOnly">): Promise<Run> {
  return plan(session, connect, id, async (held) => (held.length > 0 ? "held" : planOnly ? "planned" : null));
}

/** Third step: carries a released run out, from wherever it stopped. */
export async function applyRun(session: Session, connect: Connect, id: string): Promise<Run> {
  await setRun(session.state.db, id, { conductor: session.state.me });
  return asRun(session, id, "apply", async () => apply(session, await connect(), id));
}

/** Goes on with a run that was stopped, from wherever it stopped. */
export async function resumeRun(session: Session, connect: Connect, id: string): Promise<Run> {
  const run = await runToGoOn(session, id, ["planned", "interrupted", "failed"]);
  return asRun(session, id, "resume", async () => {
    const planned = run.released ? await takeUp(session, id) : await planRun(session, connect, { id, planOnly: false });
    return planned.status === "running" ? applyRun(session, connect, id) : planned;
  });
}

/** Releases a run that a limit held. Should the facts have grown beyond what was approved, it is held again. */
export async function approveRun(session: Session, connect: Connect, id: string, approval: RunApproval): Promise<Run> {
  const run = await runToGoOn(session, id, ["held"]);
  refuseWithoutReason(approval);
  const judge = async (held: Held[]): Promise<"held" | null> => ((await releaseApproved(session, run, held, approval)) ? null : "held");
  return asRun(session, id, "release", async () => {
    const planned = await plan(session, connect, id, judge);
    return planned.status === "running" ? applyRun(session, connect, id) : planned;
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
function asRun<T extends Run | null>({ job }: Session, run: string, how: string, work: () => Promise<T>): Promise<T> {
  // A part of what is told of already.
  if (idsHere().run === run) return work();
  const done = inRun({ run, job: job.name }, how, work, (ended) => ({ status: ended?.status ?? "reading", rows: ended?.rows ?? 0 }));
  return done.catch((error: unknown) => {
    throw withRunId(run, error);
  });
}

/** @returns the last good run, where its file was the same and nothing is left to do */
async function readFile(session: Session, request: RunRequest): Promise<Run | null> {
  const { state, job, mapping, context, now } = session;
  const { id, startedBy = null, uploadFolder = null } = request;
  const people = request.startedPeople ? JSON.stringify(request.startedPeople) : null;
  const first = { first_by: startedBy, at: now() };
  await insertMappingVersion(state.db, {
    job: job.name,
    context,
    file: mapping.file,
    text: mapping.text,
    columns: JSON.stringify(mapping.columns),
    first_people: people,
    ...first,
  });
  const jobDigest = hash("sha256", job.text);
  await insertJobVersion(state.db, { job: job.name, digest: jobDigest, text: job.text, ...first });
  await beginRun(session, request, {
    id,
    job: job.name,
    job_file: job.file,
    account: job.service.account,
    status: "reading",
    partial: request.partial,
    started_at: now(),
    file:
      request.file === null
        ? [job.source, ...job.source.more].map(({ file }) => file).join(", ")
        : withoutFolder(request.file, uploadFolder),
    sha256: "",
    rows: 0,
    context,
    released_by: null,
    started_by: startedBy,
    started_people: people,
    job_digest: jobDigest,
    conductor: state.me,
  });
  try {
    const staged = await stageFile(session, id, request.file);
    const { rows, rejected, duplicates, usable } = await countStaged(state.db, id);
    // Until there is a plan, whoever could be used is held.
    const counts = JSON.stringify({ rows, rejected, duplicates, held: usable });
    const { same, notes } = await compareWithLast(session, request, staged);
    await setRun(state.db, id, {
      file: withoutFolder(staged.file, uploadFolder),
      sha256: staged.sha256,
      rows,
      counts,
      files: JSON.stringify(staged.files.map((file) => ({ ...file, name: withoutFolder(file.name, uploadFolder) }))),
      profile: withoutFolder(JSON.stringify({ columns: staged.columns, notes }), uploadFolder),
      notes: withoutFolder(JSON.stringify([...notes, ...staged.notes]), uploadFolder),
    });
    return same;
  } catch (error) {
    await dropStaged(state.db, [id]);
    // Half a file is nothing to go on with, however its reading ended.
    const stopped = error instanceof Problem && error.code === "interrupted";
    const said = stopped
      ? stoppedByHand("Nothing was changed.", "Start it again with `rollcall sync`.")
      : problemWithoutFolder(error, uploadFolder);
    await settleRun(session, id, stopped ? "interrupted" : "failed", sayProblem(said));
    throw said;
  }
}

/**
 * Plans on links and memberships as they are at this moment, also when the run was planned before, and releases the
 * run unless `judge` says how it has to end instead. One at a time for a service account, in all processes: nothing
 * that another run releases may come between what a plan has seen and its own release.
 */
async function plan(
  session: Session,
  connect: Connect,
  id: string,
  judge: (held: Held[]) => Promise<"held" | "planned" | null>,
): Promise<Run> {
  const { state, job, stop } = session;
  const turn = async (): Promise<Run> => {
    const { service, held } = await makePlan(session, connect, id);
    const status = await judge(held);
    return status === null ? release(session, service, id) : settleRun(session, id, status);
  };
  const waits = (): void => session.progress.phase("Waiting for another plan of the service account", null);
  return asRun(session, id, "plan", () => state.locks.exclusively(`plan:${job.service.account}`, turn, stop, waits));
}

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
  await setRun(state.db, id, { conductor: state.me });
  try {
    const service = await connect();
    await readDirectory(session, service);
    await letCreatesLand(session);
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

async function release(session: Session, service: Service, id: string): Promise<Run> {
  const { db } = session.state;
  const found = await findRun(db, id);
  if (found === undefined) throw noSuchRun(id);
  const { absentSuspended } = (found.summary ?? {}) as { absentSuspended?: boolean };
  const absent = !found.partial && absentSuspended !== true;
  try {
    const left = await releaseRun(session, service, { id, started_at: found.started_at, partial: found.partial, absent });
    await setRun(db, id, { summary: JSON.stringify({ ...found.summary, ...left }) });
    await dropStaged(db, [id]);
  } catch (error) {
    await settleRun(session, id, "interrupted", sayProblem(error));
    throw error;
  }
  return (await findRun(db, id)) ?? found;
}

/** A run that was released, and stopped on its way, is taken up by this process. */
async function takeUp(session: Session, id: string): Promise<Run> {
  const { state, now } = session;
  await dropRemovals(state.db, id, now());
  await setRun(state.db, id, { status: "running", problem: null, conductor: state.me, stop_asked_at: null });
  await dropStaged(state.db, [id]);
  const run = await findRun(state.db, id);
  if (run === undefined) throw noSuchRun(id);
  return run;
}

async function apply(session: Session, service: Service, id: string): Promise<Run> {
  const { state } = session;
  const begun = session.now();
  try {
    const operations = await lastSeq(state.db, id);
    await inSpan("apply", { operations }, () => carryOut(session, service, id, operations));
    await settleLeftOver(session, service, begun);
    if (operations > manyOperations) await tidyUp(state.db);
    const run = await settleRun(session, id, "completed");
    return await putAway(session, run);
  } catch (error) {
    await settleRun(session, id, "interrupted", sayProblem(error));
    throw error;
  }
}
