import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Problem } from "../model/problem.ts";
import type { FileSettings } from "../model/settings.ts";
import { writeWhole } from "../model/write-file.ts";
import { MARK } from "../source/names.ts";
import { markRemote, moveRemote } from "../source/sftp.ts";
import type { RunFile } from "../store/schema.ts";
import { setRun, type Run } from "../store/runs.ts";
import type { CountedNote } from "./notes.ts";
import type { Session } from "./session.ts";

/**
 * Moves or marks the files of a run that has ended well, as `source.after` asks. Files that were named by hand stay
 * where they are. What cannot be moved is said; the run has ended all the same.
 */
export async function putAway(session: Session, run: Run): Promise<Run> {
  const { source } = session.job;
  const { after } = source;
  if (after === "keep" || run.kind !== "sync") return run;
  const notes: CountedNote[] = [];
  for (const file of run.files ?? []) {
    if (file.keep) continue;
    try {
      if (after === "mark") await mark(source, file);
      else await move(source, file, after.move, run.id);
    } catch (error) {
      const why = error instanceof Problem ? error.message : systemError(error);
      const what = after === "mark" ? "marked as processed" : "moved";
      const message = `${file.name} could not be ${what}: ${why}. The run has ended well all the same; until that is done by hand, the next run reads the file again.`;
      notes.push({ code: "not_put_away", column: null, message, rows: file.rows, examples: [] });
      session.progress.say(message);
    }
  }
  if (notes.length === 0) return run;
  const all = [...notes, ...(run.notes ?? [])];
  await setRun(session.state.db, run.id, { notes: JSON.stringify(all) });
  return { ...run, notes: all };
}

async function mark(source: FilesOfJob, { path, server }: RunFile): Promise<void> {
  if (server === null) await writeFile(path + MARK, "", { flag: "wx" }).catch(ignoreTaken);
  else await markRemote(serverOf(source, server), path + MARK);
}

/** The mark is there already. A link in its place is not followed. */
function ignoreTaken(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}

async function move(source: FilesOfJob, { path, server }: RunFile, folder: string, run: string): Promise<void> {
  if (server !== null) {
    await moveRemote(serverOf(source, server), path, folder, run);
    return;
  }
  await mkdir(folder, { recursive: true });
  const plain = join(folder, basename(path));
  const taken = await stat(plain).then(
    () => true,
    () => false,
  );
  const to = taken ? `${plain}.${run}` : plain;
  await rename(path, to).catch(async (error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    // On another disk: whole there before it is gone here.
    const { mode } = await stat(path);
    await writeWhole(to, (draft) => draft.writeFile(createReadStream(path)), { mode: mode & 0o777 });
    await rm(path);
  });
}

type FilesOfJob = Session["job"]["source"];

function serverOf({ more, join: joins, ...first }: FilesOfJob, host: string): NonNullable<FileSettings["sftp"]> {
  const found = [first, ...more, ...joins].find(({ sftp }) => sftp?.host === host)?.sftp;
  if (found === undefined || found === null) throw new Error(`the job names no server ${host} any more`);
  return found;
}

function systemError(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : error instanceof Error ? error.message : "an unknown error";
}
