import { t } from "../../../reporting/locales/t.ts";
import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import pTimeout from "p-timeout";
import type { FastifyInstance } from "fastify";
import { countByStatus } from "../../../store/review/review-pages.ts";
import { listLastRuns } from "../../../store/runs/run-pages.ts";
import type { ConsoleParts } from "../../parts.ts";
import { statusView, type StatusData } from "./view.ts";
import { html } from "../../../reporting/html/html.ts";
import { stopForms, stopsInForce } from "../emergency-stop/view.ts";
import { shownStops } from "../emergency-stop/shown-stops.ts";
import { isInUse } from "../jobs/in-use.ts";
import { addPageRoute } from "../page-route.ts";
import { shownRun } from "../../../reporting/shown-run.ts";

/** Queues without an answer for this time, in ms, are shown as not answering. */
const QUEUES_TIMEOUT_MS = 2000;

/** The status of service, state and jobs. `/health` is for monitoring. */
export function addStatusPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { state, work } = parts;
  const since = parts.now();
  addPageRoute(app, {
    url: "/status",
    right: "look",
    load: async (): Promise<StatusData> => {
      const disk = await statfs(state.dir).catch(() => null);
      const journal = await stat(join(state.dir, "journal.jsonl")).catch(() => null);
      const { last, good } = await listLastRuns(state.db);
      const jobs = await work.jobs();
      return {
        since: since.toISOString(),
        services: await work.health(),
        state: {
          directory: state.dir,
          free_bytes: disk === null ? null : disk.bavail * disk.bsize,
          total_bytes: disk === null ? null : disk.blocks * disk.bsize,
          journal_bytes: journal?.size ?? null,
        },
        jobs: jobs.flatMap((card) => {
          const { name, nextRun, faults } = card;
          const of = (runs: typeof last) => {
            const found = runs.find(({ job }) => job === name);
            return found === undefined ? null : shownRun(found);
          };
          if (!isInUse(card, of(last) !== null)) return [];
          return { name, next_run: nextRun, faults: faults.length, last: of(last), last_good: of(good) };
        }),
        removals: await countByStatus(state.db, ["pending", "approved", "rejected"]),
        emergency: await shownStops(parts),
        running: work.running(),
        queues: await pTimeout(parts.queues(), { milliseconds: QUEUES_TIMEOUT_MS, fallback: () => null }).catch(() => null),
      };
    },
    draw: (data, request) => ({
      title: t("shell.connection"),
      content: html`${stopsInForce(data.emergency, request)} ${statusView(data)} ${stopForms(data.emergency, request)}`,
    }),
  });
}
