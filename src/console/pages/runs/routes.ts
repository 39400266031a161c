import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { LATEST_RUNS, pageRejects, pageRuns, REJECT_SORTS, RUN_SORTS, type RunFilter } from "../../../store/runs/run-pages.ts";
import { RUN_KINDS, RUN_STATUSES } from "../../../store/schema/statuses.ts";
import { t } from "../../../reporting/locales/t.ts";
import { notFound } from "../../answers.ts";
import type { Live } from "../../live.ts";
import type { ConsoleParts } from "../../parts.ts";
import { addRunAccounts } from "./accounts.ts";
import { rejectedRowsView } from "./rows-view.ts";
import { runPage } from "./run-view.ts";
import { runsView } from "./list-view.ts";
import { addAnswer, addPageRoute, pageAction } from "../page-route.ts";
import { choice, needed, pageOf, param, query } from "../query.ts";
import { sortOf } from "../sorting.ts";
import { isThere, mayBeElsewhere, runData, runIn } from "./load-run.ts";
import { shownRejects, shownRun } from "../../../reporting/shown-run.ts";

const REJECTS_A_PAGE = 50;

/** All runs, and one of them with everything that there is to say about it. */
export function addRunPages(app: FastifyInstance, parts: ConsoleParts, live: Live): void {
  const { db } = parts.state;

  addPageRoute(app, {
    url: "/runs",
    right: "look",
    load: async (request) => {
      const { page, limit, offset } = pageOf(request, 50);
      const asked = {
        job: query(request, "job"),
        status: choice(request, "status", RUN_STATUSES),
        kind: choice(request, "kind", RUN_KINDS),
      };
      const filter: RunFilter = {};
      if (asked.job !== null) filter.job = asked.job;
      if (asked.status !== null) filter.status = asked.status;
      if (asked.kind !== null) filter.kind = asked.kind;
      const sort = sortOf(request, RUN_SORTS, LATEST_RUNS);
      const { runs, more } = await pageRuns(db, filter, { limit, offset }, sort);
      return { runs: runs.map(shownRun), filter: asked, sort, page, limit, more, running: parts.work.running() };
    },
    draw: (data, request) => ({ title: t("shell.runs"), content: runsView(data, request) }),
  });

  addPageRoute(app, {
    url: "/runs/:id",
    right: "look",
    load: (request) => runData(request, parts, live),
    draw: (data, request) => runPage(data, request),
  });

  addPageRoute(app, {
    url: "/runs/:id/rejects",
    right: "look",
    load: async (request) => {
      const run = await runIn(request, parts);
      const { page, limit, offset } = pageOf(request, REJECTS_A_PAGE);
      const sort = sortOf(request, REJECT_SORTS, { by: "row", direction: "asc" });
      const { rejects, rows, all } = await pageRejects(db, run.id, { limit, offset }, sort);
      return {
        run: run.id,
        sort,
        rejects: await shownRejects(db, run, rejects),
        rows,
        page,
        limit,
        all,
      };
    },
    draw: (data, request) => ({
      title: t("runs.rejected_rows_run", { run: data.run }),
      crumbs: [
        ["/runs", t("shell.runs")],
        [`/runs/${encodeURIComponent(data.run)}`, data.run],
      ],
      content: rejectedRowsView(data, request),
    }),
  });

  pageAction(app, {
    url: "/runs/:id/find",
    right: "look",
    act: (request) => runData(request, parts, live, needed(request, "text", t("runs.enter_name_key"))),
    next: (data, request) => runPage(data, request),
  });

  addRunAccounts(app, parts);

  addAnswer(app, "/runs/:id/live", async (request, reply) => live.send(request, reply, param(request, "id")));

  addAnswer(app, "/runs/:id/report", async (request, reply) => {
    const kind = choice(request, "format", ["html", "json"] as const) ?? "html";
    const run = await runIn(request, parts);
    const file = join(parts.state.dir, "reports", `${run.id}.${kind}`);
    if (!(await isThere(file)) && mayBeElsewhere(parts, run)) await parts.work.report(run.id);
    if (!(await isThere(file))) throw notFound(t("runs.no_report_run"));
    // The report brings its own rules in its head, and loads nothing; here it may not reach into the console.
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups");
    reply.header("content-disposition", `${kind === "json" ? "attachment" : "inline"}; filename="${run.id}.${kind}"`);
    if (kind === "html") return reply.type("text/html; charset=utf-8").send(createReadStream(file));
    // The file names itself by its path, which is nobody's business here.
    const folder = JSON.stringify(`${dirname(file)}/`).slice(1, -1);
    return reply.type("application/json; charset=utf-8").send((await readFile(file, "utf8")).replaceAll(folder, ""));
  });
}
