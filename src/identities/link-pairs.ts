import { fact } from "../domain/facts/fact.ts";
import { readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { isUuid } from "../learning-service/contract/values.ts";
import { possibleActors } from "../review/possible-actors.ts";
import { alone, type Decider, type Deciding } from "../review/decisions.ts";
import { accessEnded } from "../review/weigh.ts";
import type { State } from "../state/state.ts";
import { appendAudit, appendAudits } from "../store/audit/audit.ts";
import { listUnconfirmedIntents } from "../store/identities/intents.ts";
import { addLinks, listLinks } from "../store/identities/links.ts";
import { findUndoableLink, removeLink } from "../store/identities/unlink.ts";
import { sortIdentities, withoutDoubtful } from "./employee-keys.ts";

interface Linking {
  account: string;
  job: string;
  reason: string;
}

interface Pair {
  key: string;
  userId: string;
}

/**
 * Links the pairs that a person confirmed, each with an audit entry of its own.
 * @throws UsageProblem if one of them contradicts a link or another pair; nothing was linked
 */
export function linkPairs(state: Deciding, by: Decider, linking: Linking, pairs: readonly Pair[], now: Date): Promise<number> {
  return alone(state, linking.job, () => linkAlone(state, by, linking, pairs, now));
}

async function linkAlone(
  state: Deciding,
  by: Decider,
  { account, job, reason: given }: Linking,
  pairs: readonly Pair[],
  now: Date,
): Promise<number> {
  if ((await by.stillMay?.(state.db, "link")) === false) throw new UsageProblem(accessEnded());
  const reason = readableText(given);
  const rows = pairs.map(({ key, userId }, i) => ({ row: i + 1, key, userId, readable: isUuid(userId) }));
  const sorted = withoutDoubtful(
    sortIdentities(rows, await listLinks(state.db, account)),
    rows,
    await listUnconfirmedIntents(state.db, account),
  );
  const [conflict] = sorted.conflicts;
  if (conflict !== undefined) throw new UsageProblem(fact("identity.not_linked", { why: conflict.fact }));
  const people = await possibleActors(state.db, by);
  // First, so that no link is left unrecorded.
  await appendAudits(
    state,
    sorted.fresh.map(({ key, userId }) => ({
      actor: by.name,
      action: "identity_linked",
      detail: { job, account, key, user_id: userId, reason, via: by.via, people },
    })),
    now,
  );
  await addLinks(
    state,
    sorted.fresh.map(({ key, userId }) => ({ account, job, key, userId, source: "by hand" as const })),
    now,
  );
  return sorted.fresh.length;
}

/** Undoes a link made by hand or by an import, as long as nothing was sent to the account. @throws UsageProblem; nothing was changed */
export async function unlink(
  state: Pick<State, "db" | "journal" | "locks">,
  by: Decider,
  { account, key, job, reason: given }: Linking & { key: string },
  now: () => Date,
): Promise<void> {
  const reason = readableText(given);
  // No plan is released meanwhile that would send something to the account.
  await state.locks.exclusively(`plan:${account}`, async () => {
    if ((await by.stillMay?.(state.db, "link")) === false) throw new UsageProblem(accessEnded());
    const link = await findUndoableLink(state.db, account, key);
    if (link === undefined)
      throw new UsageProblem(
        fact("link.cannot_be_undone", {
          key,
        }),
      );
    const detail = { job, account, key, user_id: link.user_id, reason, via: by.via };
    await appendAudit(state, { actor: by.name, action: "identity_unlinked", detail }, now());
    await removeLink(state, { account, key, userId: link.user_id }, now());
  });
}
