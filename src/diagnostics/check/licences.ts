import { shortagesOf, silentOf, type Licences } from "../../pipeline/plan/licences.ts";
import { counted, some, type Finding } from "../../domain/finding.ts";
import type { Joiners } from "./file.ts";

/** Compares free licences with expected joiners, by what the mapping sends with a create. */
export function checkLicences({ active, free }: Licences, joiners: Joiners): Finding {
  const there = `${counted(active.length, "active subscription")} with ${counted(free, "free licence")}`;
  const join =
    joiners.people === 0 ? "no one is expected to join" : `${counted(joiners.people, "person", "people")} of the file would get an account`;
  if (joiners.automatic === 0 && joiners.bySubscription.size === 0) {
    const none = joiners.people === 0 ? "" : ", and no licence: the mapping sends neither `auto_license` nor `subscription_id`";
    return { what: "subscriptions", verdict: "fits", found: `${there}; ${join}${none}.` };
  }
  const short = shortagesOf({ active, free }, joiners);
  const settings: string[] = [];
  const advice: string[] = [];
  if (short.some(({ of }) => of === "subscription_id")) {
    settings.push("mapping: subscription_id");
    advice.push("The service may refuse these people. Use an active subscription with enough free licences, or get more licences.");
  }
  if (short.some(({ of }) => of === "auto_license")) {
    settings.push("mapping: auto_license");
    const silent = silentOf(active);
    advice.push(
      silent > 0
        ? `${counted(silent, "active subscription")} ${silent === 1 ? "does" : "do"} not report free licences. Ask the service's operators.`
        : "The service may refuse people when no licence is left. Get more licences, or remove `auto_license`.",
    );
  }
  const found = `${there}; ${[join, ...wanted(joiners)].join(", ")}.`;
  if (short.length === 0) return { what: "subscriptions", verdict: "fits", found };
  return {
    what: "subscriptions",
    verdict: "look",
    found,
    examples: some(short.map(({ sentence }) => sentence)),
    settings,
    advice: advice.join(" "),
  };
}

function wanted({ people, automatic, bySubscription }: Joiners): string[] {
  const byName = [...bySubscription.values()].reduce((sum, n) => sum + n, 0);
  const none = people - automatic - byName;
  return [
    ...(automatic > 0 ? [`${automatic.toLocaleString("en")} with \`auto_license\``] : []),
    ...(byName > 0 ? [`${byName.toLocaleString("en")} with a \`subscription_id\``] : []),
    ...(none > 0 ? [`${none.toLocaleString("en")} without a licence`] : []),
  ];
}
