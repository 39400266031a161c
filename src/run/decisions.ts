import { ServiceProblem } from "../learning-service/errors.ts";
import { decide, type Terms } from "../plan/decide.ts";
import { membershipsOf } from "../store/directory.ts";
import { listOperations } from "../store/operations.ts";
import { findPerson, type Candidate } from "../store/people.ts";
import { endRemoval, findRemoval, type Removal } from "../store/removals.ts";
import { findLink } from "../store/links.ts";
import { findMappingVersion, insertRun, newRunId } from "../store/runs.ts";
import { carryOut } from "./carry-out.ts";
import { settleRun } from "./finish.ts";
import { earlierMappings, removalsOf } from "./losses.ts";
import { planRemovals } from "./release.ts";
import type { Service, Session } from "./session.ts";
import { termsOf } from "./terms.ts";

type NotApplied = { id: string; why: string };

/**
 * Carries out approved removals at once, with the job as it now is: each is looked at again on memberships read just
 * now, and one whose facts have changed is not carried out.
 * @returns those that were not carried out, and why; a service that is down leaves them approved for the next run
 */
export async function carryOutDecisions(
  session: Session,
  connect: () => Promise<Service>,
  removals: readonly Removal[],
): Promise<NotApplied[]> {
  const { state, job, now } = session;
  if (job.policy.approval.delay > 0) {
    return removals.map(({ id }) => ({ id, why: "The policy asks to wait; the first run after the delay carries it out." }));
  }
  const id = newRunId(now());
  await insertRun(state.db, {
    id,
    kind: "decisions",
    job: job.name,
    job_file: job.file,
    account: job.service.account,
    status: "running",
    partial: true,
    started_at: now(),
    file: "",
    sha256: "",
    rows: 0,
    context: session.context,
    released: true,
    released_by: null,
  });
  try {
    const service = await connect();
    await service.directory.refresh();
    const standing = await stillTrue(session, service, removals);
    const total = await planRemovals(session, service, id, standing);
    if (total > 0) await carryOut(session, service, id, total);
    await settleRun(session, id, "completed");
  } catch (error) {
    const problem =
      error instanceof ServiceProblem ? { code: error.code, message: error.message } : { code: "defect", message: "A defect stopped it." };
    await settleRun(session, id, "interrupted", problem);
    throw error;
  }
  return notApplied(session, id, removals);
}

/** Removals whose evidence is what was decided on; all others are superseded or stay for a later run. */
async function stillTrue(session: Session, service: Service, removals: readonly Removal[]): Promise<Removal[]> {
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
      current: candidate.groups ?? [],
    },
    terms,
  );
  const found = await removalsOf(session, "", "", candidate, mapped.person, verdict, terms, earlier);
  return new Map(found.map(({ group_id: group, evidence_digest: digest }) => [group, digest]));
}

async function notApplied({ state }: Session, run: string, removals: readonly Removal[]): Promise<NotApplied[]> {
  const operations = await listOperations(state.db, run);
  const result: NotApplied[] = [];
  for (const { id, key } of removals) {
    const now = await findRemoval(state.db, id);
    if (now === undefined || now.status === "applied") continue;
    const operation = operations.find((candidate) => candidate.key === key);
    const stays =
      now.status === "approved" ? "It stays approved; a later run carries it out when the person's row can be read again." : null;
    result.push({ id, why: now.outcome ?? operation?.reason ?? stays ?? `It is ${now.status}.` });
  }
  return result;
}
