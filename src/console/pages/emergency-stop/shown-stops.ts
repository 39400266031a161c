import { compareTexts } from "../../../reporting/locales/formats.ts";
import { listAccounts } from "../../../store/runs/runs.ts";
import { listEmergencyStops } from "../../../store/schedule/emergency-stop.ts";
import type { ConsoleParts } from "../../parts.ts";
import { isInUse } from "../jobs/in-use.ts";
import type { StoppableAccount } from "./view.ts";

/** All service accounts that a job in use, a run or a stop names. Another that a job file names may still be stopped. */
export async function shownStops({ state, work }: Pick<ConsoleParts, "state" | "work">): Promise<StoppableAccount[]> {
  const stops = new Map((await listEmergencyStops(state)).map((stop) => [stop.account, stop]));
  const ran = (await listAccounts(state.db)).map(({ account }) => account);
  // The account of a job that has run is among those of runs.
  const named = (await work.jobs()).flatMap((card) => (isInUse(card, false) ? (card.account ?? []) : []));
  const accounts = [...new Set([...named, ...ran, ...stops.keys()])].toSorted(compareTexts);
  return accounts.map((account) => ({ account, stop: stops.get(account) ?? null }));
}
