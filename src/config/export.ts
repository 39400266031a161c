import { resolve } from "node:path";
import { z } from "zod";
import { SENSITIVE_FIELDS } from "../domain/transfers/progress-fields.ts";
import type { ExportSettings } from "../domain/settings.ts";
import { scheduleSchema } from "./schema.ts";
import { sftpSchema } from "./source-schema.ts";
import { sftpOf } from "./source.ts";
import { filledText } from "./values.ts";
import type { YamlSource } from "./yaml.ts";

const FILE = "must end in .csv, .xlsx or .json";

export const exportSchema = z.strictObject({
  file: filledText.regex(/\.(csv|xlsx|json)$/i, { error: FILE }),
  sftp: sftpSchema.optional(),
  schedule: scheduleSchema.optional(),
  fields: z.array(z.enum(SENSITIVE_FIELDS, { error: `must be one of ${SENSITIVE_FIELDS.join(", ")}` })).default([]),
  report: z
    .strictObject({
      template: filledText,
      user_id: filledText,
      columns: z.array(filledText, { error: "must be a list of columns" }).min(1, { error: "must name at least one column" }),
    })
    .optional(),
});

/**
 * Reads `export` of a job.
 * @returns `null` if the job has none; `undefined` after adding its errors to the source
 */
export function readExport(source: YamlSource, raw: unknown, folder: string): ExportSettings | null | undefined {
  if (raw === undefined) return null;
  const form = source.check(exportSchema, raw, ["export"]);
  if (form === undefined) return undefined;
  const { file, sftp, schedule, fields, report } = form;
  if (report !== undefined && fields.length > 0)
    source.fault(["export", "fields"], "`export.fields` has no effect with `report`, which has `columns`", "key");
  return {
    file: sftp === undefined ? resolve(folder, file) : file,
    sftp: sftp === undefined ? null : sftpOf(source, sftp, ["export", "sftp"], folder),
    schedule: schedule ?? null,
    fields,
    report: report === undefined ? null : { template: report.template, userId: report.user_id, columns: report.columns },
  };
}
