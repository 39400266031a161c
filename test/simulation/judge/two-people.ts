import type { Company } from "../story/company.ts";
import { named } from "../story/events.ts";
import { reportOf, type Finished } from "../story/finished.ts";
import { isInWindow } from "./nightly.ts";
import { isConfirmed, serviceLog } from "./service-log.ts";

/** I1: one person alone never removes more memberships than `two_above`, however the requests are divided. */
export function judgeTwoPeople(company: Company, from: number): void {
  const { twoAbove, removals, expiresDays } = company.policies;
  if (twoAbove === null || removals !== "review") return;
  for (const exchange of serviceLog().slice(from).filter(isConfirmed)) {
    const human = exchange.userId === null ? undefined : company.humanOfAccount(exchange.userId);
    for (const group of exchange.removed) {
      if (human === undefined || isInWindow(company, exchange, group)) continue;
      const age = expiresDays * 86_400_000 + 120_000;
      const requests = company.approvals.filter(
        (one) => one.human === human.n && one.group === group && one.at <= exchange.at && exchange.at - one.at <= age,
      );
      const names = new Set(requests.map(({ by }) => by));
      if (requests.length > 0 && names.size < 2 && !requests.some(({ alone }) => alone))
        company.violate("I1", `${named(human)} was removed from ${group} by ${[...names].join()} alone; the policy asks for two people.`);
    }
  }
}

const WAITING = new Set(["unsettled_create", "equal_groups_unsettled"]);

/** I4: with a service that answers with ids, a kill blocks at most as many people as were in flight. */
export function judgeFirstRun(company: Company, finished: readonly Finished[]): void {
  const { service, trouble, inFlight } = company.policies;
  const { killedFirstRuns: kills, hasStranger, faultsTonight } = company;
  const isCertain = !service.nullBodies && service.hideUserIds.length === 0 && !hasStranger && faultsTonight === 0 && !trouble.powerCuts;
  if (company.night !== 1 || kills === 0 || !isCertain || trouble.database || trouble.queue || trouble.away) return;
  const crashes = finished.filter(({ ended }) => ended.crashedAt !== null).length;
  const runs = new Set(finished.flatMap(({ result }) => (result?.status === "completed" ? [result.run] : [])));
  const blocked = [...runs].flatMap((run) => reportOf(company, run)?.operations ?? []).filter(({ code }) => WAITING.has(code ?? ""));
  if (blocked.length > crashes * inFlight)
    company.violate("I4", `${crashes} crashes block ${blocked.length} people, and at most ${inFlight} requests were in flight.`);
}
