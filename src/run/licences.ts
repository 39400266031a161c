import type { Client } from "../learning-service/client.ts";
import type { Subscription } from "../learning-service/contract/subscriptions.ts";
import { ServiceProblem } from "../learning-service/errors.ts";
import { countLicenceSeekers } from "../store/licences.ts";
import { counted } from "./check/finding.ts";
import type { CountedNote } from "./notes.ts";
import type { Service, Session } from "./session.ts";

export interface Licences {
  active: readonly Subscription[];
  /** Free ones of all active subscriptions that say so. */
  free: number;
}

/** Who needs a licence, by what is sent with a create. */
export interface LicenceSeekers {
  /** With `auto_license`: the service chooses the subscription. */
  automatic: number;
  /** By the `subscription_id` that they are given. */
  bySubscription: ReadonlyMap<string, number>;
}

/** A subscription, or all of them together, with fewer free licences than people need. */
export interface Shortage {
  of: "auto_license" | "subscription_id";
  /** The same for the same shortage, whatever the figures. */
  name: string;
  wanted: number;
  free: number;
  /** False where a subscription does not say how many it has free. */
  certain: boolean;
  sentence: string;
}

/** Asks for the active subscriptions (interface: "GET /subscriptions"). */
export async function readLicences(client: Client): Promise<Licences> {
  const answered = await client.subscriptions.list({ status: "active" }).all();
  // A service that does not heed the filter names the others too.
  const active = answered.filter(({ status }) => status == null || status === "active");
  return { active, free: active.reduce((sum, subscription) => sum + (freeOf(subscription) ?? 0), 0) };
}

/** Where people need more licences than are free. Those whom the mapping names a subscription are served first. */
export function shortagesOf({ active, free }: Licences, { automatic, bySubscription }: LicenceSeekers): Shortage[] {
  const byId = new Map(active.map((subscription) => [subscription.id.toLowerCase(), subscription]));
  const short: Shortage[] = [];
  let taken = 0;
  for (const [id, people] of bySubscription) {
    const subscription = byId.get(id.toLowerCase());
    const has = subscription === undefined ? 0 : freeOf(subscription);
    if (has === null) continue;
    taken += Math.min(has, people);
    if (subscription !== undefined && people <= has) continue;
    const sentence =
      subscription === undefined
        ? `${id}: no active subscription has this id${people === 0 ? "" : `, which ${counted(people, "person", "people")} would join with`}`
        : `${subscription.name ?? id}: ${counted(people, "person", "people")} for ${counted(has, "free licence")}`;
    short.push({ of: "subscription_id", name: subscription?.name ?? id, wanted: people, free: has, certain: true, sentence });
  }
  const left = free - taken;
  if (automatic > left) {
    const sentence = `auto_license: ${counted(automatic, "person", "people")} for ${counted(left, "free licence")}`;
    short.push({ of: "auto_license", name: "auto_license", wanted: automatic, free: left, certain: silentOf(active) === 0, sentence });
  }
  return short;
}

/** How many active subscriptions do not say how many licences they have free. */
export function silentOf(active: readonly Subscription[]): number {
  return active.filter((subscription) => freeOf(subscription) === null).length;
}

/** What a plan says about licences, before anything is sent. */
export interface LicenceOutlook {
  shortages: Shortage[];
  notes: CountedNote[];
}

/** Holds the planned creates against the free licences. Asks the service only where somebody needs one. */
export async function lookAhead(session: Session, { client }: Service, run: string): Promise<LicenceOutlook> {
  const seekers = await countLicenceSeekers(session.state.db, run);
  if (seekers.length === 0) return { shortages: [], notes: [] };
  const rows = seekers.reduce((sum, { n }) => sum + n, 0);
  const examples = seekers.flatMap((seeker) => seeker.examples).slice(0, 5);
  const told = (remark: Pick<CountedNote, "code" | "message">): CountedNote => {
    session.progress.say(remark.message);
    return { ...remark, column: null, rows, examples };
  };
  let licences: Licences;
  try {
    licences = await readLicences(client);
  } catch (error) {
    // Without its credentials the run itself cannot go on; anything else says nothing about the rest of the run.
    if (!(error instanceof ServiceProblem) || error.status === 401 || error.code === "interrupted") throw error;
    const message = `Nobody knows whether there are licences enough for the new accounts, because the subscriptions cannot be read: ${error.message}`;
    return { shortages: [], notes: [told({ code: "licences_unknown", message })] };
  }
  const bySubscription = new Map(seekers.flatMap(({ subscription, n }) => (subscription === null ? [] : [[subscription, n] as const])));
  const automatic = seekers.find(({ subscription }) => subscription === null)?.n ?? 0;
  const shortages = shortagesOf(licences, { automatic, bySubscription });
  const notes = shortages.map(({ sentence, certain }) =>
    certain
      ? told({
          code: "licences_short",
          message: `More licences are needed than are free: ${sentence}. The service may refuse these people.`,
        })
      : told({
          code: "licences_unknown",
          message: `Licences may run out, and a subscription does not say how many it has free: ${sentence}.`,
        }),
  );
  return { shortages, notes };
}

/** `null`: the service does not say. Less than none is none. */
function freeOf({ unassigned_licenses: free }: Subscription): number | null {
  return free == null ? null : Math.max(0, free);
}
