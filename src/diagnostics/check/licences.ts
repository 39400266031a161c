import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { shortagesOf, silentOf, type Licences } from "../../pipeline/plan/licences.ts";
import { some, type Finding } from "../../domain/finding.ts";
import type { Joiners } from "./file.ts";

/** Compares free licences with expected joiners, by what the mapping sends with a create. */
export function checkLicences({ active, free }: Licences, joiners: Joiners): Finding {
  const { people, automatic, bySubscription } = joiners;
  const named = [...bySubscription.values()].reduce((sum, n) => sum + n, 0);
  const counts = { subscriptions: active.length, free, people };
  const found =
    people > 0 && automatic === 0 && bySubscription.size === 0
      ? fact("check.licences_not_given", counts)
      : fact("check.licences", { ...counts, automatic, named, unlicensed: Math.max(0, people - automatic - named) });
  const short = automatic + bySubscription.size === 0 ? [] : shortagesOf({ active, free }, joiners);
  if (short.length === 0) return { what: "subscriptions", verdict: "fits", found };
  const settings: string[] = [];
  const advice: Fact[] = [];
  if (short.some(({ of }) => of === "subscription_id")) {
    settings.push("mapping: subscription_id");
    advice.push(fact("check.get_licences", {}));
  }
  if (short.some(({ of }) => of === "auto_license")) {
    settings.push("mapping: auto_license");
    const silent = silentOf(active);
    advice.push(silent > 0 ? fact("check.ask_licences", { subscriptions: silent }) : fact("check.get_automatic_licences", {}));
  }
  const examples = some(short.map((shortage) => shortage.fact));
  return { what: "subscriptions", verdict: "look", found, examples, settings, advice: inTurn(...advice) };
}
