import type { FastifyInstance } from "fastify";
import { field } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { unusable } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { pageAction } from "../page-route.ts";
import { needed } from "../query.ts";
import { runIn } from "./routes.ts";

/** Adds the actions on a run: resume, release, cancel, undo. Each continues in the background, on the run's page. */
export function addRunActions(app: FastifyInstance, parts: ConsoleParts): void {
  const { work } = parts;
  const act = (name: string, todo: (request: ActorsRequest, run: string) => Promise<string>): void =>
    pageAction(app, {
      url: `/runs/:id/${name}`,
      right: "run",
      act: async (request) => {
        const { id } = await runIn(request, parts);
        return { run: await todo(request, id) };
      },
      next: ({ run }) => `/runs/${encodeURIComponent(run)}?done=${name}`,
    });

  act("resume", async ({ actor }, run) => {
    await work.resume(run, actor);
    return run;
  });
  act("approve", async (request, run) => {
    await work.approve(run, request.actor, reasonIn(request, "Releasing a run"));
    return run;
  });
  act("cancel", async (request, run) => {
    await work.cancel(run, request.actor, reasonIn(request, "Cancelling a run"));
    return run;
  });
  act("revert", async (request, run) => {
    // Hundreds of memberships come back by one click, so the click is not enough.
    if (field(request, "confirm") !== run) throw unusable("Write the id of the run to confirm it. Nothing was changed.");
    return work.revert(run, request.actor, reasonIn(request, "Reverting a run"));
  });
}

function reasonIn(request: ActorsRequest, what: string): string {
  return needed(request, "reason", `${what} needs a reason. Nothing was changed.`);
}
