import { compareTexts } from "../../../reporting/locales/formats.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { FastifyInstance } from "fastify";
import { findEmergencyStop, liftEmergencyStop, listEmergencyStops, setEmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import { listAccounts } from "../../../store/runs/runs.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { notFound } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import type { StoppableAccount } from "./view.ts";
import { doneAt } from "../../flash.ts";
import { isInUse } from "../jobs/in-use.ts";
import { pageAction } from "../page-route.ts";
import { needed } from "../query.ts";

/** Stops everything for a service account, and lifts that again. */
export function addEmergencyStop(app: FastifyInstance, parts: ConsoleParts): void {
  const { state, now } = parts;

  pageAction(app, {
    url: "/emergency-stop",
    right: "run",
    act: async (request) => {
      const reason = needed(request, "reason", t("operation.emergency_stop_needs"));
      const account = await accountIn(request, parts);
      const { name, via } = request.actor;
      return { stop: await setEmergencyStop(state, { account, since: now().toISOString(), by: name, via, reason }) };
    },
    next: ({ stop }) => doneAt("/status", "emergency_stopped", { account: stop.account }),
  });

  pageAction(app, {
    url: "/emergency-stop/lift",
    right: "run",
    act: async (request) => {
      const reason = needed(request, "reason", t("operation.lifting_emergency_stop"));
      const account = await accountIn(request, parts);
      const stop = await findEmergencyStop(state, account);
      const { name, via } = request.actor;
      if (stop === null || !(await liftEmergencyStop(state, stop, { name, via, reason }, now())))
        throw notFound(t("operation.account_not_stopped", { account }));
      return { account, lifted: true };
    },
    next: ({ account }) => doneAt("/status", "emergency_lifted", { account }),
  });
}

/** All service accounts that a job in use, a run or a stop names. */
export async function shownStops({ state, work }: Pick<ConsoleParts, "state" | "work">): Promise<StoppableAccount[]> {
  const stops = new Map((await listEmergencyStops(state)).map((stop) => [stop.account, stop]));
  const ran = (await listAccounts(state.db)).map(({ account }) => account);
  // The account of a job that has run is among those of runs.
  const named = (await work.jobs()).flatMap((card) => (isInUse(card, false) ? (card.account ?? []) : []));
  const accounts = [...new Set([...named, ...ran, ...stops.keys()])].toSorted(compareTexts);
  return accounts.map((account) => ({ account, stop: stops.get(account) ?? null }));
}

async function accountIn(request: ActorsRequest, parts: ConsoleParts): Promise<string> {
  const account = needed(request, "account", t("operation.name_service_account"));
  // An account that only an example names is not offered, and may still be stopped: by the API, before its first run.
  const named = (await parts.work.jobs()).some((card) => card.account === account);
  if (named || (await shownStops(parts)).some((known) => known.account === account)) return account;
  throw notFound(t("operation.no_job_names"));
}
