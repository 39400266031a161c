import { extname } from "node:path";
import { UsageProblem } from "../../model/problem.ts";
import { LANGUAGES, type NotifyLanguage } from "../../model/settings.ts";
import { renderPending } from "../../review/report-pending-html.ts";
import { pendingReport, type PendingReport } from "../../review/report-pending.ts";
import { removalsWorkbook } from "../../review/workbook.ts";
import { counted } from "../../review/words.ts";
import type { State } from "../../store/state.ts";
import { print, printJson } from "../output.ts";
import { writeOut } from "../write-out.ts";
import { withState, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

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
  const format = formatOf(options.format ?? extname(out).slice(1).toLowerCase());
  const language = options.language ?? "en";
  if (!isLanguage(language)) throw new UsageProblem(`--language takes ${LANGUAGES.join(" or ")}, not ${language}.`);
  await withState(io, options, async (state) => {
    const report = await pendingReport(state.db, options.job ?? null, io.now());
    const file = await writeOut(io, out, await drawn(state, report, format, language));
    if (options.json === true) printJson(io, { file, format, pending: report.pending, causes: report.causes.length });
    else
      print(
        io,
        `${file}: ${counted(report.pending, "removal waits", "removals wait")} for a decision, for ${counted(report.causes.length, "cause")}.`,
      );
  });
}

async function drawn(state: State, report: PendingReport, format: Format, language: NotifyLanguage): Promise<string | Uint8Array> {
  if (format === "html") return renderPending(report);
  if (format === "json") return `${JSON.stringify(report, null, 2)}\n`;
  return removalsWorkbook(state.db, report, language);
}

function formatOf(text: string): Format {
  const format = formats.find((one) => one === text);
  if (format === undefined)
    throw new UsageProblem(
      `--format takes ${formats.join(", ")}${text === "" ? "" : `, not ${text}`}; without it the name of --out says which.`,
    );
  return format;
}

function isLanguage(text: string): text is NotifyLanguage {
  return LANGUAGES.some((language) => language === text);
}
