import { observe, type Finding } from "./observe.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { findSnapshot, listGroupsWithKnownMembers } from "../store/directory/directory.ts";
import { listNewAccounts, listUnconfirmedIntents, noteEvidence, type Intent } from "../store/identities/intents.ts";
import type { State } from "../state/state.ts";
import type { ApplyContext } from "../apply/context.ts";

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/**
 * Looks for the account of a create that the service accepted without returning an id. Reads the groups, repeatedly until
 * `service.identities.settle` has passed. Returns `null` if it cannot tell, and stores the evidence. Never throws because
 * of the service: the account exists, and the create must not look as if it failed.
 */
export async function findCreated(operation: string, context: ApplyContext): Promise<{ userId: string; groups: string[] } | null> {
  const { state, settings, directory, stop, now, sleep } = context;
  const until = now().getTime() + settings.identities.settle;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      await directory.refresh();
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      return null;
    }
    const finding = (await observeAccount(state, settings.account, settings.identities.settle)).find(
      (found) => found.operation === operation,
    );
    if (finding?.verdict === "linked") return { userId: finding.userId, groups: await directory.membershipsOf(finding.userId) };
    if (finding?.verdict === "waits") await noteEvidence(state.db, operation, finding);
    if (finding?.verdict !== "waits" || !finding.later || stop.aborted || now().getTime() + pause > until) return null;
    await sleep(pause, stop);
  }
}

/** Returns what the last snapshot shows about the unconfirmed creates of a service account. */
export async function observeAccount(state: Pick<State, "db">, account: string, settle: number): Promise<Finding[]> {
  const intents = await listUnconfirmedIntents(state.db, account);
  const last = await findSnapshot(state.db, account);
  if (intents.length === 0 || last === undefined) return [];
  const since = Math.min(...intents.map((intent) => intent.since ?? Number.POSITIVE_INFINITY));
  const accounts = Number.isFinite(since) ? await listNewAccounts(state.db, account, since) : [];
  const known = await listGroupsWithKnownMembers(state.db, account);
  const isKnown = (id: string): boolean => known.has(id);
  return observe(
    intents.map((intent) => asCreate(intent, isKnown)),
    // Stored members of a group that no longer lists them are not an observation.
    accounts.map((seen) => ({ ...seen, groups: seen.groups.filter(isKnown) })),
    { readAt: last.read_at, snapshot: last.number, settle },
  );
}

function asCreate({ operation, status, groups, named, since, lost_at: lostAt }: Intent, isKnown: (id: string) => boolean) {
  const kind = status === "unlinked" ? ("unlinked" as const) : ("lost" as const);
  // A group that started to list its members must contain the account too, so it counts.
  return { operation, kind, groups: named.filter(isKnown), hidden: !groups.every(isKnown), since, lostAt };
}
