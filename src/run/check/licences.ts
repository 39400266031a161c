import type { Client } from "../../learning-service/client.ts";
import type { Subscription } from "../../learning-service/contract/subscriptions.ts";
import { counted, some, type Finding } from "./finding.ts";
import type { Joiners } from "./file.ts";

export interface Licences {
  active: readonly Subscription[];
  /** Free ones of all active subscriptions that say so. */
  free: number;
}

/** Asks for the active subscriptions (interface: "GET /subscriptions"). */
export async function readLicences(client: Client): Promise<Licences> {
  const answered = await client.subscriptions.list({ status: "active" }).all();
  // A service that does not heed the filter names the others too.
  const active = answered.filter(({ status }) => status == null || status === "active");
  return { active, free: active.reduce((sum, subscription) => sum + (freeOf(subscription) ?? 0), 0) };
}

/** Holds the free licences against the people who are expected to join, by what the mapping sends with a create. */
export function lookAtLicences({ active, free }: Licences, joiners: Joiners): Finding {
  const known = active.filter((subscription) => freeOf(subscription) !== null);
  const there = `${counted(active.length, "active subscription")} with ${counted(free, "free licence")}`;
  const join =
    joiners.people === 0 ? "nobody is expected to join" : `${counted(joiners.people, "person", "people")} of the file would get an account`;
  if (joiners.automatic === 0 && joiners.bySubscription.size === 0) {
    const none = joiners.people === 0 ? "" : ", and no licence: the mapping sends neither `auto_license` nor `subscription_id`";
    return { what: "subscriptions", verdict: "fits", found: `${there}; ${join}${none}.` };
  }
  const { wrong, taken } = named(active, joiners.bySubscription);
  const settings: string[] = [];
  const advice: string[] = [];
  const examples = [...wrong];
  if (wrong.length > 0) {
    settings.push("mapping: subscription_id");
    advice.push("The service may refuse these people: name an active subscription with enough free licences, or have more licences.");
  }
  const left = free - taken;
  if (joiners.automatic > left) {
    settings.push("mapping: auto_license");
    const silent = active.length - known.length;
    examples.push(`auto_license: ${counted(joiners.automatic, "person", "people")} for ${counted(left, "free licence")}`);
    advice.push(
      silent > 0
        ? `${counted(silent, "active subscription")} of these do not say how many licences are free; ask the service's operators.`
        : "The service may refuse people when there is no licence left: have more licences, or leave `auto_license` out.",
    );
  }
  const found = `${there}; ${[join, ...wanted(joiners)].join(", ")}.`;
  if (examples.length === 0) return { what: "subscriptions", verdict: "fits", found };
  return { what: "subscriptions", verdict: "look", found, examples: some(examples), settings, advice: advice.join(" ") };
}

/** Of the subscriptions that the mapping names: what is wrong with them, and how many of their licences are gone then. */
function named(active: readonly Subscription[], bySubscription: ReadonlyMap<string, number>): { wrong: string[]; taken: number } {
  const wrong: string[] = [];
  let taken = 0;
  const byId = new Map(active.map((subscription) => [subscription.id.toLowerCase(), subscription]));
  for (const [id, people] of bySubscription) {
    const subscription = byId.get(id.toLowerCase());
    if (subscription === undefined) {
      wrong.push(
        `${id}: no active subscription has this id${people === 0 ? "" : `, which ${counted(people, "person", "people")} would join with`}`,
      );
      continue;
    }
    const free = freeOf(subscription);
    if (free === null) continue;
    taken += Math.min(free, people);
    if (people > free)
      wrong.push(`${subscription.name ?? id}: ${counted(people, "person", "people")} for ${counted(free, "free licence")}`);
  }
  return { wrong, taken };
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

/** `null`: the service does not say. Less than none is none. */
function freeOf({ unassigned_licenses: free }: Subscription): number | null {
  return free == null ? null : Math.max(0, free);
}
