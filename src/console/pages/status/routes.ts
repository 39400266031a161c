import { t } from "../../../reporting/locales/t.ts";
import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import pTimeout from "p-timeout";
import type { FastifyInstance } from "fastify";
import { countByStatus } from "../../../store/review/review-pages.ts";
import { listLastRuns } from "../../../store/runs/run-pages.ts";
import type { ConsoleParts } from "../../parts.ts";
import { statusSheet, type Status } from "../../../reporting/sheets/connection.ts";
import type { BackgroundRun, QueueDepth, ServiceHealth } from "../../parts.ts";
import type { StoppableAccount } from "../emergency-stop/view.ts";
import { addSheetPage } from "../sheet-page.ts";
import { underWay } from "../runs/list-view.ts";
import { stopForms, stopsInForce } from "../emergency-stop/view.ts";
import { shownStops } from "../emergency-stop/shown-stops.ts";
import { isInUse } from "../jobs/in-use.ts";
import { shownRun } from "../../../reporting/shown-run.ts";

export interface StatusData extends Status {
  services: ServiceHealth[];
  queues: readonly QueueDepth[] | null;
  /** Each service account that is known, with its emergency stop if one is in force. */
  emergency: StoppableAccount[];
  running: BackgroundRun[];
}

/** Queues without an answer for this time, in ms, are shown as not answering. */
const QUEUES_TIMEOUT_MS = 2000;

/** The status of service, state and jobs. `/health` is for monitoring. */
export function addStatusPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { state, work } = parts;
  const since = parts.now();
  addSheetPage<StatusData>(app, {
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
    head: () => ({ title: t("shell.connection") }),
    sheet: statusSheet,
    before: ({ emergency }, request) => stopsInForce(emergency, request),
    after: ({ emergency, running }, request) => [running.length > 0 && underWay(running), stopForms(emergency, request)],
  });
}
