import { decide, type Terms } from "../plan/decide.ts";
import { membershipsOf } from "../store/directory.ts";
import { findLink } from "../store/links.ts";
import { findPerson, type Candidate } from "../store/people.ts";
import { endRemoval, type Removal } from "../store/removals.ts";
import { findMappingVersion } from "../store/runs.ts";
import { earlierMappings, removalsOf } from "./losses.ts";
import type { Service, Session } from "./session.ts";
import { termsOf } from "./terms.ts";

/** Removals whose evidence is what was decided on; all others are superseded or stay for a later run. */
export async function stillTrue(session: Session, service: Service, removals: readonly Removal[]): Promise<Removal[]> {
  const terms = await termsOf(session, service);
  const earlier = earlierMappings(session);
  const standing: Removal[] = [];
  for (const removal of removals) {
    const digests = await digestsNow(session, terms, earlier, removal);
    // Nothing is known of the person in the last file: the removal stays approved and waits for a row.
    if (digests === null) continue;
    if (digests.get(removal.group_id) === removal.evidence_digest) standing.push(removal);
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
): Promise<Map<string, string> | null> {
  const { state, job, mapping } = session;
  const person = await findPerson(state.db, job.name, removal.key);
  const link = await findLink(state.db, job.service.account, removal.key);
  if (person === undefined || person.state !== "present" || link === undefined) return null;
  const version = await findMappingVersion(state.db, job.name, person.context);
  const cells = new Map((version?.columns ?? []).map((column, i) => [column, person.cells[i] ?? null]));
  const candidate: Candidate = {
    row: person.row,
    key: person.key,
    cells: mapping.columns.map((column) => cells.get(column) ?? null),
    before_cells: null,
    before_context: null,
    user_id: link.user_id,
    active: link.active,
    sent: link.sent,
    groups: await membershipsOf(state.db, job.service.account, link.user_id),
    unsettled: null,
  };
  const mapped = mapping.map(
    person.row,
    candidate.cells.map((cell) => cell ?? undefined),
  );
  if ("rejects" in mapped) return null;
  const verdict = decide(
    {
      row: person.row,
      person: mapped.person,
      link: { userId: link.user_id, active: link.active, sent: link.sent },
      unsettled: null,
      namesakes: [],
      current: candidate.groups ?? [],
    },
    terms,
  );
  const found = await removalsOf(session, "", "", candidate, mapped.person, verdict, terms, earlier);
  return new Map(found.map(({ group_id: group, evidence_digest: digest }) => [group, digest]));
}
