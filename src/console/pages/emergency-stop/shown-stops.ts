import { stoppableAccounts } from "../../../actions/emergency-stop.ts";
import { compareTexts } from "../../../reporting/locales/formats.ts";
import { listEmergencyStops } from "../../../store/schedule/emergency-stop.ts";
import type { ConsoleParts } from "../../parts.ts";
import type { StoppableAccount } from "./view.ts";

/** All service accounts that a job file, a run or a stop names. */
export async function shownStops(parts: Pick<ConsoleParts, "state" | "work">): Promise<StoppableAccount[]> {
  const stops = new Map((await listEmergencyStops(parts.state)).map((stop) => [stop.account, stop]));
  const accounts = [...(await stoppableAccounts(parts)).keys()].toSorted(compareTexts);
  return accounts.map((account) => ({ account, stop: stops.get(account) ?? null }));
}
