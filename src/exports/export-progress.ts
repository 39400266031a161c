import { mkdir, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { progressColumns } from "../domain/transfers/progress-fields.ts";
import type { ExportReport, SftpSettings } from "../domain/settings.ts";
import { writeAtomically, type FileContent } from "../domain/write-file.ts";
import type { Connect } from "../pipeline/pipeline.ts";
import type { Session } from "../session/session.ts";
import { putRemote } from "../source/fetch/put-remote.ts";
import { beginProgressExport, dropProgressExport, pagesOfExport, type ProgressItem } from "../store/people/progress-exports.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { EXPORT_VALID_MS } from "../privacy/retention/retention.ts";
import { collectProgress } from "./collect-progress.ts";
import { progressFromReport } from "./report-progress.ts";
import { progressFile, type ExportFormat } from "./write-progress.ts";

const PAGE = 500;

export interface ProgressExport {
  format: ExportFormat;
  since: Date | null;
  /** Sensitive fields that were asked for. */
  fields: readonly string[];
  report: ExportReport | null;
  /** Who exports, for the audit trail. */
  by: string;
  /** Writes the file: whole or not at all. @returns its name for people */
  write(content: FileContent): Promise<string>;
}

export interface ExportedProgress {
  file: string;
  people: number;
  /** People whom an interrupted export had read before. */
  resumed: number;
  rows: number;
  /** Linked accounts that the service does not know. */
  unknown: number;
  /** Rows of a report whose account is not linked; they are left out. */
  unlinked: number;
}

/**
 * Exports the progress of the linked people of a job. What was read is in the state until the file is written, so that
 * an interrupted export continues. One export per job runs at a time.
 */
export function exportProgress(session: Session, connect: Connect, wanted: ProgressExport): Promise<ExportedProgress> {
  const { state, job, stop } = session;
  return state.locks.exclusively(
    `export:${job.name}`,
    async () => {
      const done =
        wanted.report === null ? await eachPerson(session, connect, wanted) : await oneReport(session, connect, wanted, wanted.report);
      const { file, people, rows } = done;
      const detail = { job: job.name, account: job.service.account, file, people, rows, fields: wanted.fields };
      await appendAudit(state, { actor: wanted.by, action: "progress_exported", detail }, session.now());
      return done;
    },
    stop,
  );
}

async function eachPerson(session: Session, connect: Connect, { format, since, fields, write }: ProgressExport): Promise<ExportedProgress> {
  const { db } = session.state;
  const job = session.job.name;
  const columns = progressColumns(fields);
  const scope = JSON.stringify([session.job.service.account, since?.toISOString() ?? null, columns]);
  const at = session.now();
  const resumed = await beginProgressExport(db, { job, scope, at, fresh: new Date(at.getTime() - EXPORT_VALID_MS) });
  await collectProgress(session, await connect(), { columns, since }, resumed);
  const counts = { people: 0, rows: 0, unknown: 0 };
  async function* items(): AsyncGenerator<ProgressItem[]> {
    Object.assign(counts, { people: 0, rows: 0, unknown: 0 });
    for await (const people of pagesOfExport(db, job, PAGE)) {
      counts.people += people.length;
      counts.unknown += people.filter(({ known }) => !known).length;
      const page = people.flatMap((person) => person.items);
      counts.rows += page.length;
      yield page;
    }
  }
  const file = await write(progressFile(format, columns, items()));
  await dropProgressExport(db, job);
  return { file, resumed, ...counts, unlinked: 0 };
}

async function oneReport(session: Session, connect: Connect, wanted: ProgressExport, report: ExportReport): Promise<ExportedProgress> {
  const { columns, items, people, unlinked } = await progressFromReport(session, await connect(), report);
  async function* once(): AsyncGenerator<ProgressItem[]> {
    yield items;
  }
  const file = await wanted.write(progressFile(wanted.format, columns, once()));
  return { file, people, resumed: 0, rows: items.length, unknown: 0, unlinked };
}

/** Writes an export to a server, through a private file that is deleted afterwards. */
export async function writeToServer(state: Session["state"], server: SftpSettings, remote: string, content: FileContent): Promise<string> {
  // Retention deletes what a killed process leaves there.
  const folder = join(state.dir, "uploads");
  const local = join(folder, `export-${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomically(local, content);
    await putRemote(server, local, remote);
  } finally {
    await rm(local, { force: true });
  }
  return `sftp://${server.host}${remote.startsWith("/") ? "" : "/"}${remote}`;
}
