import { fact } from "../domain/facts/fact.ts";
import { extname } from "node:path";
import { DateTime } from "luxon";
import { UsageProblem } from "../domain/problem.ts";
import { SENSITIVE_FIELDS } from "../domain/transfers/progress-fields.ts";
import type { FileContent } from "../domain/write-file.ts";
import { exportProgress, writeToServer, type ExportedProgress } from "../exports/export-progress.ts";
import { exportFormat } from "../exports/write-progress.ts";
import type { OpenJob } from "./open-session.ts";
import type { Call } from "./io.ts";
import { checkOut, writeOut } from "./write-out.ts";

export interface ExportRequest {
  /** The file to write, in place of the job's. */
  out: string | null;
  /** `null`: by the extension of the file. */
  format: string | null;
  since: Date | null;
  /** Fields to export in addition to the job's. */
  fields: readonly string[];
  by: string;
}

/**
 * Exports the progress of a job's people to the file that was asked for, else to that of the job.
 * @throws UsageProblem if there is none, or a field is not known
 */
export async function exportJobProgress(io: Call, { session, connect }: OpenJob, request: ExportRequest): Promise<ExportedProgress> {
  const { job, state } = session;
  const own = job.export;
  const named = request.out ?? own?.file;
  if (named === undefined) throw new UsageProblem(fact("export.has_no_file", {}), fact("advice.add_out", {}));
  const fields = [...new Set([...(own?.fields ?? []), ...request.fields])];
  const wrong = fields.find((field) => !SENSITIVE_FIELDS.some((one) => one === field));
  if (wrong !== undefined)
    throw new UsageProblem(
      fact("option.has_unknown_field", { field: wrong }),
      fact("advice.use_fields", { fields: [...SENSITIVE_FIELDS] }),
    );
  const report = own?.report ?? null;
  if (report !== null && (request.since !== null || request.fields.length > 0))
    throw new UsageProblem(fact("export.report_ignores_options", {}), fact("advice.set_report_filters", {}));
  const file = named.replaceAll("{date}", DateTime.fromJSDate(io.now(), { zone: job.timezone }).toISODate() ?? "");
  const server = request.out === null ? (own?.sftp ?? null) : null;
  const format = exportFormat(request.format ?? extname(file).slice(1));
  if (server === null) await checkOut(io, file);
  return exportProgress(session, connect, {
    format,
    since: request.since,
    fields,
    report,
    by: request.by,
    write: (content: FileContent) => (server === null ? writeOut(io, file, content) : writeToServer(state, server, file, content)),
  });
}
