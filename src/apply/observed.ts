import { observe, type Finding } from "../directory/observe.ts";
import { ServiceProblem } from "../learning-service/errors.ts";
import { tellingGroups } from "../store/directory.ts";
import { listNewAccounts, listUnsettled, noteEvidence, type Intent } from "../store/intents.ts";
import type { State } from "../store/state.ts";
import type { ApplyContext } from "./context.ts";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/**
 * Looks for the account of a create that the service accepted without saying whose it is: reads the groups, again
 * until `service.identities.settle` has passed where it is not seen yet. `null`: it cannot be told; the evidence is
 * stored. Never throws for the service's sake: the account exists, and the create must not seem undone.
 */
export async function findCreated(operation: string, context: ApplyContext): Promise<{ userId: string; groups: string[] } | null> {
  const { state, settings, directory, stop, now, sleep } = context;
  const until = now().getTime() + settings.identities.settle;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      await directory.refresh();
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      return null;
    }
    const finding = (await observeAccount(state, settings.account, settings.identities.settle, await directory.readAt())).find(
      (found) => found.operation === operation,
    );
    if (finding?.verdict === "linked") return { userId: finding.userId, groups: await directory.membershipsOf(finding.userId) };
    if (finding?.verdict === "waits") await noteEvidence(state.db, operation, finding);
    if (finding?.verdict !== "waits" || !finding.later || stop.aborted || now().getTime() + pause > until) return null;
    await sleep(pause, stop);
  }
}

/** What the groups, as they were read last, say about the unsettled creates of a service account. */
export async function observeAccount(state: Pick<State, "db">, account: string, settle: number, readAt: Date | null): Promise<Finding[]> {
  const unsettled = await listUnsettled(state.db, account);
  if (unsettled.length === 0 || readAt === null) return [];
  const since = Math.min(...unsettled.map((intent) => intent.since ?? Number.POSITIVE_INFINITY));
  const accounts = Number.isFinite(since) ? await listNewAccounts(state.db, account, since) : [];
  const telling = await tellingGroups(state.db, account);
  const tells = (id: string): boolean => telling.has(id);
  return observe(
    unsettled.map((intent) => asCreate(intent, tells)),
    // What is remembered of a group that is silent now is no observation.
    accounts.map((seen) => ({ ...seen, groups: seen.groups.filter(tells) })),
    { readAt, settle },
  );
}

function asCreate({ operation, status, groups, named, since, lost_at: lostAt }: Intent, tells: (id: string) => boolean) {
  const kind = status === "unlinked" ? ("unlinked" as const) : ("lost" as const);
  // A group that begins to tell its members shows the account too, so it belongs to what is looked for.
  return { operation, kind, groups: named.filter(tells), hidden: !groups.every(tells), since, lostAt };
}
