import { decide, type Terms } from "../plan/decide.ts";
import { membershipsOf } from "../store/directory.ts";
import { listUndone, undoApproval } from "../store/decisions.ts";
import { findLink } from "../store/links.ts";
import type { Candidate } from "../store/people.ts";
import { endRemoval, type Removal } from "../store/removals.ts";
import { keptMemberships } from "./kept.ts";
import { lastRowOf } from "./last-row.ts";
import { earlierMappings, removalsOf } from "./losses.ts";
import type { Service, Session } from "./session.ts";
import { termsOf } from "./terms.ts";

/** Removals whose evidence is what was decided on; all others are superseded or stay for a later run. */
export async function stillTrue(session: Session, service: Service, removals: readonly Removal[]): Promise<Removal[]> {
  const terms = await termsOf(session, service);
  const earlier = earlierMappings(session);
  const undone = await listUndone(
    session.state.db,
    removals.map(({ id }) => id),
  );
  const standing: Removal[] = [];
  for (const removal of removals) {
    if (undone.has(removal.id)) {
      await undoApproval(session.state.db, removal.id);
      continue;
    }
    const digests = await digestsNow(session, terms, earlier, removal);
    // Nothing is known of the person in the last file: the removal stays approved and waits for a row.
    if (digests === null) continue;
    const found = digests.get(removal.group_id);
    if (found?.digest === removal.evidence_digest && found.path === removal.group_path) standing.push(removal);
    else
      await endRemoval(
        session.state.db,
        removal.id,
        { status: "superseded", outcome: "The facts are not those that were decided on." },
        session.now(),
      );
  }
  return standing;
}

/** What would be removed from the person now, by group, with the digest of its evidence. */
async function digestsNow(
  session: Session,
  terms: Terms,
  earlier: ReturnType<typeof earlierMappings>,
  removal: Removal,
): Promise<Map<string, { digest: string; path: string }> | null> {
  const { state, job } = session;
  const last = await lastRowOf(session, removal.key);
  const link = await findLink(state.db, job.service.account, removal.key);
  if (last === null || last.state !== "present" || link === undefined || "rejects" in last.mapped) return null;
  const { row, cells, mapped } = last;
  const groups = await membershipsOf(state.db, job.service.account, link.user_id);
  const candidate: Candidate = {
    row,
    key: removal.key,
    cells,
    before_cells: null,
    before_context: null,
    earlier_cells: null,
    earlier_context: null,
    user_id: link.user_id,
    active: link.active,
    sent: link.sent,
    groups,
    unsettled: null,
  };
  const kept = (await keptMemberships(session, removal.key)).get(removal.key) ?? new Map();
  const known = { userId: link.user_id, active: link.active, sent: link.sent };
  const verdict = decide({ row, person: mapped.person, link: known, unsettled: null, namesakes: [], current: groups, kept }, terms);
  const found = await removalsOf(session, "", { file: "", row }, candidate, mapped.person, verdict, terms, earlier);
  return new Map(found.map(({ group_id: group, group_path: path, evidence_digest: digest }) => [group, { digest, path }]));
}
