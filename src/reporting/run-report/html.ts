import { capitalised, runStatusLabel } from "../labels.ts";
import { countOf } from "../run-counts.ts";
import type { ShownFile, ShownRun } from "../shown-run.ts";
import { t } from "../locales/t.ts";
import { fileDocument } from "../sheet/document.ts";
import { say } from "../sheet/say.ts";
import { code, data, sheet, time, type Tone } from "../sheet/sheet.ts";
import type { ReportData } from "./data.ts";
import { about } from "./about.ts";
import { attention } from "./attention.ts";
import { changes } from "./changes.ts";
import { figures } from "./figures.ts";
import { exceededLimits, nothingChanged, pilotNotice, progress, problemNotice, runSentence } from "./outcome.ts";
import { decided, found, pending } from "./removals.ts";
import { notes } from "./rows.ts";

/** Draws a run's page as one HTML file that loads nothing. */
export function renderReport(report: ReportData, run: ShownRun, files: readonly ShownFile[]): string {
  const limits = exceededLimits({ ...run, held: report.held }, { level: 2, settings: false });
  const removed = report.decided.flatMap(({ removals }) => removals).filter(({ status }) => status === "applied");
  const by = [...new Set(removed.flatMap(({ decided_by: name }) => name ?? []))];
  return fileDocument({
    title: runSentence(run, removed.length),
    lead: say("runs.job_job_run", { job: data(run.job), run: code(run.id), at: time(run.started_at) }),
    beside: { as: "pill", tone: toneOf(run), words: capitalised(runStatusLabel(run.status)) },
    blocks: sheet(
      problemNotice(run.problem),
      progress(run, report.operationCounts),
      pilotNotice(run),
      limits.length > 0 && { block: "notice", tone: "warn", blocks: limits },
      nothingChanged(run),
      figures(run, report.operationCounts.length > 0, countOf(run.counts, "removals_pending")),
      attention(report),
      pending(report),
      found(report),
      decided(report),
      changes(report),
      notes(report.notes),
      about({ run, files, decidedBy: by }, [[t("report.rows_last_successful"), report.lastGoodRows]]),
    ),
  });
}

function toneOf({ status }: ShownRun): Tone {
  if (status === "failed" || status === "interrupted") return "bad";
  return status === "completed" ? "good" : "warn";
}
