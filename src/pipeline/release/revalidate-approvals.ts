import { fact, type Fact } from "../../domain/facts/fact.ts";
import { protectedGroupReason } from "../../domain/protection/protect.ts";
import { effectivePerson } from "../../plan/dates.ts";
import { decide, type PlanContext } from "../../plan/decide.ts";
import { membershipsOf } from "../../store/directory/directory.ts";
import { repeatUndone } from "../../review/change-decision.ts";
import { findLink } from "../../store/identities/links.ts";
import type { Candidate } from "../../store/people/people.ts";
import type { Removal } from "../../store/review/removals.ts";
import { supersede } from "../../store/review/removal-ends.ts";
import { notInPilot } from "../../review/pilot.ts";
import { loadExceptions } from "../plan/exceptions.ts";
import { lastRowOf } from "./last-row.ts";
import { earlierMappings, removalsOf } from "../plan/build-removals.ts";
import type { Service, Session } from "../../session/session.ts";
import { planContextOf } from "../plan/plan-context.ts";

/** Returns the removals whose evidence is unchanged since the decision; supersedes the others or leaves them for a later run. */
export async function revalidateApprovals(session: Session, service: Service, removals: readonly Removal[]): Promise<Removal[]> {
  const planContext = await planContextOf(session, service);
  const earlier = earlierMappings(session);
  const undone = await repeatUndone(
    session.state.db,
    removals.map(({ id }) => id),
  );
  // Their facts are out of date, so they stay approved until a run is for these people.
  const outside = await notInPilot(
    session.state.db,
    { job: session.job.name, policy: session.job.policy },
    removals.map(({ key }) => key),
  );
  const valid: Removal[] = [];
  for (const removal of removals) {
    if (undone.has(removal.id) || outside.has(removal.key)) continue;
    const guarded = protectedBy(session, removal);
    if (guarded !== null) {
      await supersede(session.state.db, [removal.id], guarded, session.now());
      continue;
    }
    const digests = await digestsNow(session, planContext, earlier, removal);
    // The last file has no usable row of the person, so the removal stays approved until one has.
    if (digests === null) continue;
    const found = digests.get(removal.group_id);
    if (found?.digest === removal.evidence_digest && found.path === removal.group_path) valid.push(removal);
    // Not if another run has just removed the membership, and is about to record that.
    else await supersede(session.state.db, [removal.id], fact("outcome.facts_changed_since", {}), session.now());
  }
  return valid;
}

/** Returns why a removal would change a protected account or group; `null` if it would not. */
function protectedBy({ protection }: Session, { key, username, group_path: path, group_id: id }: Removal): Fact | null {
  if (protection.group(path, id)) return protectedGroupReason(path, protection.at);
  return protection.person(key, [username]);
}

/** Returns the removals that the plan would find for the person now, by group, with the digest of their evidence. */
async function digestsNow(
  session: Session,
  planContext: PlanContext,
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
    in_pilot: true,
    scope: null,
    was_in_scope: false,
    last_username: null,
    elsewhere: false,
    user_id: link.user_id,
    active: link.active,
    sent: link.sent,
    doubted: false,
    groups,
    unconfirmed: null,
    urgent: null,
    area: null,
  };
  const exceptions = (await loadExceptions(session, removal.key)).get(removal.key) ?? new Map();
  const known = { userId: link.user_id, active: link.active, sent: link.sent };
  const result = decide(
    { row, person: mapped.person, link: known, unconfirmed: null, possibleDuplicates: [], current: groups, exceptions },
    planContext,
  );
  // Nothing is known about a person whose scope or dates cannot be decided.
  if (result.code === "undecided_scope" || result.code === "undecided_dates") return null;
  const found = await removalsOf(
    session,
    "",
    { file: "", row },
    candidate,
    effectivePerson(mapped.person, planContext.today),
    result,
    planContext,
    earlier,
    new Set(),
  );
  return new Map(found.map(({ group_id: group, group_path: path, evidence_digest: digest }) => [group, { digest, path }]));
}
