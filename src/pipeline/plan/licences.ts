import type { Client } from "../../learning-service/client.ts";
import type { Subscription } from "../../learning-service/contract/subscriptions.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { countLicenceSeekers } from "../../store/directory/licences.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { CountedNote } from "../extract/notes.ts";
import type { Service, Session } from "../../session/session.ts";

export interface Licences {
  active: readonly Subscription[];
  /** Free licences of all active subscriptions that report them. */
  free: number;
}

/** Counts of people who need a licence, by the licence sent with the create. */
export interface LicenceSeekers {
  /** With `auto_license`: the service chooses the subscription. */
  automatic: number;
  /** By `subscription_id`. */
  bySubscription: ReadonlyMap<string, number>;
}

/** A subscription, or all of them together, with fewer free licences than people need. */
export interface Shortage {
  of: "auto_license" | "subscription_id";
  /** Identifies the shortage, independent of its numbers. */
  name: string;
  wanted: number;
  free: number;
  /** False if a subscription does not report its free licences. */
  certain: boolean;
  fact: Fact;
}

/** Reads the active subscriptions (interface: "GET /subscriptions"). */
export async function readLicences(client: Client): Promise<Licences> {
  const answered = await client.subscriptions.list({ status: "active" }).all();
  // A service may ignore the filter.
  const active = answered.filter(({ status }) => status == null || status === "active");
  return { active, free: active.reduce((sum, subscription) => sum + (freeOf(subscription) ?? 0), 0) };
}

/** Returns where people need more licences than are free. People with a `subscription_id` in the mapping come first. */
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
    const name = subscription?.name ?? id;
    const shortage =
      subscription === undefined
        ? fact("licences.no_subscription", { id, people })
        : fact("licences.too_few", { subscription: name, people, licences: has });
    short.push({ of: "subscription_id", name, wanted: people, free: has, certain: true, fact: shortage });
  }
  const left = free - taken;
  if (automatic > left) {
    const name = "auto_license";
    const shortage = fact("licences.too_few", { subscription: name, people: automatic, licences: left });
    short.push({ of: name, name, wanted: automatic, free: left, certain: silentOf(active) === 0, fact: shortage });
  }
  return short;
}

/** Returns how many active subscriptions do not report their free licences. */
export function silentOf(active: readonly Subscription[]): number {
  return active.filter((subscription) => freeOf(subscription) === null).length;
}

/** The licence check of a plan. */
export interface LicenceOutlook {
  shortages: Shortage[];
  notes: CountedNote[];
}

/** Compares the planned creates with the free licences. Calls the service only if someone needs one. */
export async function checkLicencesAhead(session: Session, { client }: Service, run: string): Promise<LicenceOutlook> {
  const seekers = await countLicenceSeekers(session.state.db, run);
  if (seekers.length === 0) return { shortages: [], notes: [] };
  const rows = seekers.reduce((sum, { n }) => sum + n, 0);
  const examples = seekers.flatMap((seeker) => seeker.examples).slice(0, 5);
  const report = (code: string, said: Fact): CountedNote => {
    session.progress.say(said);
    return { code, fact: said, column: null, rows, examples };
  };
  let licences: Licences;
  try {
    licences = await readLicences(client);
  } catch (error) {
    // Without valid credentials the run cannot continue; any other error does not affect the rest of the run.
    if (!(error instanceof ServiceProblem) || error.status === 401 || error.code === "interrupted") throw error;
    return { shortages: [], notes: [report("licences_unknown", fact("licences.unknown", { why: error.fact }))] };
  }
  const bySubscription = new Map(seekers.flatMap(({ subscription, n }) => (subscription === null ? [] : [[subscription, n] as const])));
  const automatic = seekers.find(({ subscription }) => subscription === null)?.n ?? 0;
  const shortages = shortagesOf(licences, { automatic, bySubscription });
  const notes = shortages.map(({ fact: shortage, certain }) =>
    certain
      ? report("licences_short", fact("licences.short", { shortage }))
      : report("licences_unknown", fact("licences.perhaps_short", { shortage })),
  );
  return { shortages, notes };
}

/** Returns the free licences, at least 0; `null` if the service does not report them. */
function freeOf({ unassigned_licenses: free }: Subscription): number | null {
  return free == null ? null : Math.max(0, free);
}
