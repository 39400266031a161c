import { formatOf, oneOf } from "../one-of.ts";
import { READER_LANGUAGES } from "../../domain/languages.ts";
import { asReader, localeOf } from "../../reporting/locales/reader.ts";
import { renderPending } from "../../reporting/removals/pending-report-html.ts";
import { pendingReport, reportedText, type PendingReport } from "../../reporting/removals/pending-report.ts";
import { removalsWorkbook } from "../../reporting/workbook/workbook.ts";
import { t } from "../../reporting/locales/t.ts";
import type { State } from "../../state/state.ts";
import { installationReader } from "../../app/reader.ts";
import { print, printJson } from "../../app/output.ts";
import { writeOut } from "../../app/write-out.ts";
import { withState, type CommonOptions } from "../../app/with-state.ts";
import type { Call } from "../../app/io.ts";

export interface ExportOptions extends CommonOptions {
  job?: string;
  format?: string;
  out?: string;
  language?: string;
}

const formats = ["xlsx", "html", "json"] as const;
type Format = (typeof formats)[number];

/** `review export` */
export async function exportCommand(io: Call, options: ExportOptions): Promise<void> {
  const out = options.out ?? "";
  const format = formatOf(formats, options);
  const installed = installationReader(io.env);
  const language = options.language === undefined ? installed.language : oneOf("--language", READER_LANGUAGES, options.language);
  await withState(io, options, async (state) => {
    const reader = { language, locale: localeOf(language), timeZone: installed.timeZone };
    const { report, content } = await asReader(reader, async () => {
      const made = await pendingReport(state.db, options.job ?? null, io.now());
      return { report: made, content: await render(state, made, format) };
    });
    const { pending, people, causes, questions } = report;
    const file = await writeOut(io, out, content);
    if (options.json === true) printJson(io, { file, format, pending, people, causes: causes.length, questions });
    else print(io, t("history.name_value", { name: file, value: reportedText(report) }));
  });
}

async function render(state: State, report: PendingReport, format: Format): Promise<string | Uint8Array> {
  if (format === "html") return renderPending(report);
  if (format === "json") return `${JSON.stringify(report, null, 2)}\n`;
  return removalsWorkbook(state.db, report);
}
