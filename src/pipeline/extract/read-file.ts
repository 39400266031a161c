import { fact } from "../../domain/facts/fact.ts";
import { hash } from "node:crypto";
import { Problem } from "../../domain/problem.ts";
import type { PossibleActors } from "../../review/possible-actors.ts";
import { stoppedByHand, type Session } from "../../session/session.ts";
import { insertJobVersion, insertMappingVersion, setRun, type Run } from "../../store/runs/runs.ts";
import { countStaged, dropStaged } from "../../store/runs/staging.ts";
import { beginRun } from "../begin-run.ts";
import { setRunStatus, toStoredProblem } from "../finish/finish-run.ts";
import { problemWithoutFolder, withoutFolder } from "../upload-names.ts";
import { refusePilotOf, runPilotOf } from "./pilot.ts";
import { compareAge } from "./older-file.ts";
import { compareWithLast } from "./same-file.ts";
import { dateContent } from "./source-age.ts";
import { stageFile } from "./stage-rows.ts";

export interface RunRequest {
  id: string;
  /** A file given with the command, `-` for standard input; `null`: the file the job names. */
  file: string | null;
  /** The server folder of an uploaded file; never shown to users. */
  uploadFolder?: string | null;
  /** The file contains only some of the people. */
  partial: boolean;
  planOnly: boolean;
  /** Who started the run; `null` for the schedule. */
  startedBy?: string | null;
  /** The people who may act under that name. */
  startedPeople?: PossibleActors | null;
}

/** Reads and stages the file. @returns the last successful run if its file was the same and can be skipped */
export async function readFile(session: Session, request: RunRequest): Promise<Run | null> {
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
    pilot: session.pilot === null ? null : JSON.stringify(runPilotOf(session.pilot)),
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
    owner_process: state.processId,
  });
  try {
    const staged = await stageFile(session, id, request.file, { partial: request.partial && request.file !== null });
    // The time of an upload says nothing about the file.
    if (uploadFolder !== null) for (const file of staged.files) file.modified = null;
    const { rows, rejected, duplicates, usable, not_in_pilot } = await countStaged(state.db, id);
    if (session.pilot !== null) refusePilotOf(usable, runPilotOf(session.pilot), withoutFolder(staged.file, uploadFolder));
    // Until there is a plan, every usable row counts as held.
    const counts = JSON.stringify({ rows, rejected, duplicates, held: usable, not_in_pilot });
    const { same, notes } = await compareWithLast(session, request, staged);
    const { older, notes: ofAge } = await compareAge(session, request, staged);
    notes.push(...ofAge, ...(await dateContent(session, { id, given: request.file !== null }, staged, older)));
    await setRun(state.db, id, {
      file: withoutFolder(staged.file, uploadFolder),
      sha256: staged.sha256,
      rows,
      counts,
      files: JSON.stringify(staged.files.map((file) => ({ ...file, name: withoutFolder(file.name, uploadFolder) }))),
      profile: withoutFolder(JSON.stringify({ columns: staged.columns, notes, newest: staged.newest, older }), uploadFolder),
      notes: withoutFolder(JSON.stringify([...notes, ...staged.notes]), uploadFolder),
    });
    return older.length === 0 ? same : null;
  } catch (error) {
    await dropStaged(state.db, [id]);
    // A partly read file cannot be resumed.
    const stopped = error instanceof Problem && error.code === "interrupted";
    const problem = stopped
      ? stoppedByHand(fact("run.stopped_while_reading", {}), fact("advice.start_again", {}))
      : problemWithoutFolder(error, uploadFolder);
    await setRunStatus(session, id, stopped ? "interrupted" : "failed", toStoredProblem(problem));
    throw problem;
  }
}
