import { resolve } from "node:path";
import { z } from "zod";
import { fact } from "../domain/facts/fact.ts";
import { SENSITIVE_FIELDS } from "../domain/transfers/progress-fields.ts";
import type { ExportSettings } from "../domain/settings.ts";
import { scheduleSchema } from "./schema.ts";
import { sftpSchema } from "./source-schema.ts";
import { sftpOf } from "./source.ts";
import { filledText, says } from "./values.ts";
import type { YamlSource } from "./yaml.ts";

export const exportSchema = z.strictObject({
  file: filledText.regex(/\.(csv|xlsx|json)$/i, says("config.not_export_file")),
  sftp: sftpSchema.optional(),
  schedule: scheduleSchema.optional(),
  fields: z.array(z.enum(SENSITIVE_FIELDS)).default([]),
  report: z
    .strictObject({
      template: filledText,
      user_id: filledText,
      columns: z.array(filledText, says("config.not_list_of", { of: "columns" })).min(1, says("config.names_none", { of: "columns" })),
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
    source.fault(["export", "fields"], fact("config.no_effect_with", { setting: "export.fields", with: "report" }), "key");
  return {
    file: sftp === undefined ? resolve(folder, file) : file,
    sftp: sftp === undefined ? null : sftpOf(source, sftp, ["export", "sftp"], folder),
    schedule: schedule ?? null,
    fields,
    report: report === undefined ? null : { template: report.template, userId: report.user_id, columns: report.columns },
  };
}
