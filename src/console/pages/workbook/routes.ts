import type { FastifyInstance } from "fastify";
import { addAnswer } from "../page-route.ts";
import { READER_LANGUAGES } from "../../../domain/languages.ts";
import { asReader, currentReader, localeOf } from "../../../reporting/locales/reader.ts";
import { renderPending } from "../../../reporting/removals/pending-report-html.ts";
import { pendingReport } from "../../../reporting/removals/pending-report.ts";
import { removalsWorkbook, workbookName } from "../../../reporting/workbook/workbook.ts";
import type { ConsoleParts } from "../../parts.ts";
import { choice, query } from "../query.ts";

const types = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
} as const;

/** Adds the download of pending removals as one file. */
export function addWorkbookPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;

  addAnswer(app, "/review/export", async (request, reply) => {
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
  });
}
