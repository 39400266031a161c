import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { Problem } from "../../domain/problem.ts";
import type { FileSettings } from "../../domain/settings.ts";
import { writeAtomically } from "../../domain/write-file.ts";
import { MARK } from "../../source/fetch/names.ts";
import { markRemote, moveRemote } from "../../source/fetch/sftp.ts";
import type { RunFile } from "../../store/schema/runs.ts";
import { setRun, type Run } from "../../store/runs/runs.ts";
import type { CountedNote } from "../extract/notes.ts";
import type { Session } from "../../session/session.ts";

/**
 * Moves or marks the files of a completed run, as `source.after` says. Files given with the command stay in place. A
 * file that cannot be moved becomes a note; the run stays completed.
 */
export async function archiveSourceFiles(session: Session, run: Run): Promise<Run> {
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
      const why = error instanceof Problem ? error.fact : systemError(error);
      const left = fact(after === "mark" ? "export.not_marked" : "export.not_moved", { file: file.name, why });
      notes.push({ code: "not_put_away", column: null, fact: left, rows: 0, examples: [] });
      session.progress.say(left);
    }
  }
  if (notes.length === 0) return run;
  const all = [...notes, ...(run.notes ?? [])];
  await setRun(session.state.db, run.id, { notes: JSON.stringify(all) });
  return { ...run, notes: all };
}

async function mark(source: FilesOfJob, { path, server }: RunFile): Promise<void> {
  if (server === null) await writeFile(path + MARK, "", { flag: "wx" }).catch(ignoreExists);
  else await markRemote(serverOf(source, server), path + MARK);
}

/** Ignores that the mark already exists. The `wx` flag does not follow a link in its place. */
function ignoreExists(error: unknown): void {
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
    // On another disk: write the complete copy before deleting the original.
    const { mode } = await stat(path);
    await writeAtomically(to, (draft) => draft.writeFile(createReadStream(path)), { mode: mode & 0o777 });
    await rm(path);
  });
}

type FilesOfJob = Session["job"]["source"];

function serverOf({ more, join: joins, ...first }: FilesOfJob, host: string): NonNullable<FileSettings["sftp"]> {
  const found = [first, ...more, ...joins].find(({ sftp }) => sftp?.host === host)?.sftp;
  if (found === undefined || found === null) throw new Error(`the job no longer names the server ${host}`);
  return found;
}

function systemError(error: unknown): Fact {
  return fact("system.error", { code: error instanceof Error && "code" in error ? String(error.code) : "unknown error" });
}
