import { englishText } from "../../../reporting/fact-text.ts";
import { assigneesOf } from "../../../review/change-decision.ts";
import type { FastifyInstance } from "fastify";
import { listEmergencyStops } from "../../../store/schedule/emergency-stop.ts";
import { listStillMissed } from "../../../store/schedule/missed-runs.ts";
import { countPending } from "../../../store/review/pending-counts.ts";
import { countByStatus, listPendingCauses } from "../../../store/review/review-pages.ts";
import { listAppliedSince, listOpenRuns, pageRuns } from "../../../store/runs/run-pages.ts";
import { listUrgentDeactivations } from "../../../store/people/urgent-deactivations.ts";
import { countOverdueLeavers, listSourceAges } from "../../../store/runs/metrics.ts";
import { listKnownJobs } from "../../../store/runs/runs.ts";
import { listUsers } from "../../../store/console/users.ts";
import { countUnconfirmed } from "../../../store/identities/unconfirmed-pages.ts";
import type { ConsoleParts } from "../../parts.ts";
import { overviewPage } from "./view.ts";
import type { CauseIndex } from "../review/cause-book.ts";
import { may } from "../../../actions/access/rights.ts";
import { addPageRoute } from "../page-route.ts";
import { shownRun } from "../../../reporting/shown-run.ts";

/** Runs in the chart. */
const CHART_RUNS = 14;
const CAUSES = 5;
const RECENT_RUNS = 5;
/** A missed run is shown for this time, in ms. */
const WEEK = 7 * 86_400_000;

/** Adds the overview: the last runs, pending decisions and the connection status. */
export function addOverview(app: FastifyInstance, parts: ConsoleParts, book: CauseIndex): void {
  const { db } = parts.state;
  addPageRoute(app, {
    url: "/",
    right: "look",
    load: async ({ actor }) => {
      const pendingCauses = await listPendingCauses(db, { me: assigneesOf(actor) });
      const counts = await countPending(db, null);
      const { runs } = await pageRuns(db, { kind: "sync" }, { limit: CHART_RUNS, offset: 0 });
      const recent = (await pageRuns(db, {}, { limit: RECENT_RUNS, offset: 0 })).runs.map(shownRun);
      const open = await listOpenRuns(db, 20);
      const jobs = await parts.work.jobs();
      const ran = new Set((await listKnownJobs(db)).map(({ job }) => job));
      return {
        removals: {
          pending: counts.removals,
          ...(await countByStatus(db, ["approved"])),
          people: counts.people,
          causes: counts.causes,
          questions: counts.questions,
          oldest: counts.oldest?.toISOString() ?? null,
          assigned_to_me: pendingCauses.reduce((sum, { mine }) => sum + mine, 0),
        },
        causes: await book.lines(db, pendingCauses.slice(0, CAUSES), parts.now()),
        open_runs: open.map(shownRun),
        unsettled: await countUnconfirmed(db),
        missed: (await listStillMissed(db, new Date(parts.now().getTime() - WEEK))).map(({ job, due }) => ({
          job,
          due: due.toISOString(),
        })),
        overdue_deactivations: (await listUrgentDeactivations(db, parts.now())).filter(({ overdue }) => overdue).length,
        overdue_leavers: (await countOverdueLeavers(db, parts.now())).map(({ job, n: people }) => ({ job, people })),
        nights: runs.map(shownRun).reverse(),
        recent,
        applied_since: runs[0] === undefined ? [] : await listAppliedSince(db, runs[0].started_at),
        emergency_stops: await listEmergencyStops(parts.state),
        running: parts.work.running(),
        users: parts.settings.oidc !== null || (await listUsers(db)).some(({ name }) => name !== actor.name),
        services: await parts.work.health(),
        overdue_sources: (await listSourceAges(db)).flatMap(({ job, since, due }) =>
          due !== null && due <= parts.now() && jobs.some(({ name }) => name === job)
            ? [{ job, since: since.toISOString(), due: due.toISOString() }]
            : [],
        ),
        jobs: jobs.map(({ name, nextRun, faults, unset }) => ({
          name,
          nextRun,
          faults: faults.map(englishText),
          unset,
          ran: ran.has(name),
        })),
      };
    },
    draw: (data, { actor }) => overviewPage(data, parts.now(), may(actor, "set up jobs")),
  });
}
