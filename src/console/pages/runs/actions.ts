import type { FastifyInstance } from "fastify";
import { t } from "../../../reporting/locales/t.ts";
import { releaseArea } from "../../../review/missing-areas.ts";
import { field } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { unusable } from "../../answers.ts";
import { doneAt } from "../../flash.ts";
import type { Live } from "../../live.ts";
import type { ConsoleParts } from "../../parts.ts";
import { pageAction } from "../page-route.ts";
import { needed } from "../query.ts";
import { runData, runIn } from "./load-run.ts";
import { runPage } from "./run-view.ts";

/** Adds the actions on a run: resume, release, cancel, undo. Each continues in the background, on the run's page. */
export function addRunActions(app: FastifyInstance, parts: ConsoleParts, live: Live): void {
  const { work } = parts;
  const act = (
    name: string,
    flash: "run_resumed" | "run_released" | "run_cancelled" | "run_reverted",
    todo: (request: ActorsRequest, run: string) => Promise<string>,
  ): void =>
    pageAction(app, {
      url: `/runs/:id/${name}`,
      right: "run",
      act: async (request) => {
        const { id } = await runIn(request, parts);
        return { run: await todo(request, id) };
      },
      next: ({ run }) => doneAt(`/runs/${encodeURIComponent(run)}`, flash),
      refused: async (refused, request) => runPage(await runData(request, parts, live), request, { action: name, ...refused }),
    });

  act("resume", "run_resumed", async ({ actor }, run) => {
    await work.resume(run, actor);
    return run;
  });
  act("approve", "run_released", async (request, run) => {
    await work.approve(run, request.actor, needed(request, "reason", t("runs.releasing_run_needs")));
    return run;
  });
  act("release", "run_released", async (request, id) => {
    const { actor } = request;
    const reason = needed(request, "reason", t("area.release_needs_reason"));
    const area = needed(request, "area", t("runs.enter_reason_shown"));
    const run = await releaseArea(parts.state, { run: id, area, by: actor, reason, now: parts.now() });
    return run.status === "completed" ? work.start(run.job, { by: actor, file: null, complete: false, planOnly: false }) : id;
  });
  act("cancel", "run_cancelled", async (request, run) => {
    await work.cancel(run, request.actor, needed(request, "reason", t("runs.cancelling_run_needs")));
    return run;
  });
  act("revert", "run_reverted", async (request, run) => {
    const reason = needed(request, "reason", t("runs.undoing_run_needs"));
    // Hundreds of memberships come back by one click, so the click is not enough.
    if (field(request, "confirm") !== run) throw unusable(t("runs.write_id_run"), undefined, "confirm");
    return work.revert(run, request.actor, reason);
  });
}
