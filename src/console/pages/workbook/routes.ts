import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../../domain/problem.ts";
import { READER_LANGUAGES } from "../../../domain/languages.ts";
import { asReader, currentReader, localeOf } from "../../../reporting/locales/reader.ts";
import { t } from "../../../reporting/locales/t.ts";
import { factText, whyJson } from "../../../reporting/fact-text.ts";
import { renderPending } from "../../../reporting/removals/pending-report-html.ts";
import { pendingReport } from "../../../reporting/removals/pending-report.ts";
import { removalsWorkbook, workbookName } from "../../../reporting/workbook/workbook.ts";
import { importDecisions } from "../../../review/workbook-import.ts";
import { toRemovalJson } from "../../../reporting/removals/pending-removals.ts";
import { route } from "../../access/route.ts";
import { unusable } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { importedView, type ShownImport } from "./view.ts";
import { pageAction } from "../page-route.ts";
import { choice, flag, query } from "../query.ts";

const MAX_WORKBOOK_BYTES = 25 << 20;
const types = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
} as const;

/** Adds the download of pending removals as one file, and the upload of the workbook. */
export function addWorkbookPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { state, work } = parts;

  const download = (url: string): void =>
    route(app, {
      method: "GET",
      url,
      right: "look",
      handler: async (request, reply) => {
        const format = choice(request, "format", ["xlsx", "html", "json"] as const) ?? "xlsx";
        const language = choice(request, "language", READER_LANGUAGES);
        const reader = currentReader();
        return asReader(language === null ? reader : { ...reader, language, locale: localeOf(language) }, async () => {
          const report = await pendingReport(state.db, query(request, "job"), parts.now());
          reply.header("content-disposition", `attachment; filename="${workbookName(report.madeAt, format)}"`).type(types[format]);
          if (format === "html") return reply.send(renderPending(report));
          if (format === "json") return reply.send(JSON.stringify(report, null, 2));
          return reply.send(Buffer.from(await removalsWorkbook(state.db, report)));
        });
      },
    });
  download("/review/export");
  download("/api/v1/review/export");

  pageAction(app, {
    url: "/review/workbook",
    right: "decide",
    upload: { bytes: MAX_WORKBOOK_BYTES },
    act: async (request): Promise<ShownImport> => {
      const { upload, actor } = request;
      if (upload === null) throw unusable(t("review.no_file_sent"), t("review.choose_workbook_rollcall"));
      const dryRun = flag(request, "dry_run");
      const imported = await importDecisions(
        state,
        await readFile(upload.path),
        { ...actor, via: "workbook" },
        { policyOf: (job) => work.policy(job), now: parts.now(), dryRun },
      );
      const approved = new Set(imported.decided.filter(({ status }) => !dryRun && status === "approved").map(({ job }) => job));
      const remarks: string[] = [];
      for (const job of approved) {
        try {
          await work.applyApproved(job, []);
        } catch (error) {
          // Decisions are kept even if they cannot be applied now; the next run applies them.
          if (!(error instanceof Problem)) throw error;
          remarks.push(`${factText(error.fact)} ${t("review.approved_removals_stay")}`);
        }
      }
      const { madeAt: made_at, rows, left, waiting, before, refused, verdicts } = imported;
      const decided = imported.decided.map((removal) => {
        const { verdict, keepUntil = null } = verdicts.get(removal.id) ?? {};
        return { ...toRemovalJson(removal), ...(verdict === undefined ? {} : { verdict }), keep_until: keepUntil?.toISOString() ?? null };
      });
      const refusedRows = {
        waiting: waiting.map(whyJson),
        before: before.map(whyJson),
        refused: refused.map(whyJson),
      };
      return { dry_run: dryRun, made_at, rows, left: left.length, decided, ...refusedRows, remarks };
    },
    next: (imported) => ({
      title: imported.dry_run ? t("review.what_workbook_would") : t("review.what_workbook_decided"),
      content: importedView(imported),
    }),
  });
}
