import { hash } from "node:crypto";
import {
  countCreates,
  foldPath,
  judgeMissing,
  type CountedClaim,
  type MissingContext,
  type MissingGroup,
} from "../../plan/missing-groups.ts";
import type { MissingGroupOfRun } from "../../domain/directory.ts";
import type { MissingClaim, Person } from "../../domain/person.ts";
import type { PlanResult } from "../../plan/decide.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import {
  countMissingClaims,
  endGroupCreate,
  listGroupCreates,
  listDecidedGroups,
  missingGroupsLock,
  replaceMissingGroups,
  type NewGroupCreate,
} from "../../store/directory/missing-groups.ts";
import type { Service, Session } from "../../session/session.ts";

/** Bounds the missing groups of a run: more come from a wrong rule, such as one that names a group after each person. */
const MAX_MISSING = 500;
const MAX_CLAIMS = 5000;

/** The groups that rules give and the service doesn't have. */
export interface MissingGroups {
  groups: MissingGroup[];
  /** How many are not in `groups`, because there are too many. */
  more: number;
}

const none: MissingGroups = { groups: [], more: 0 };

/** Decides on the missing groups of a plan. Nothing is sent. */
export async function findMissingGroups(
  session: Session,
  service: Service,
  run: { id: string; partial: boolean; groupsCreated: boolean },
): Promise<MissingGroups> {
  if (!proposesGroups(session)) return none;
  const claims = await countMissingClaims(session.state.db, { run: run.id, job: session.job.name, partial: run.partial });
  const missing = await judgeClaims(session, service, claims);
  return run.groupsCreated ? { ...missing, groups: missing.groups.map(notSent) } : missing;
}

/** After the creates of a run, a group that is still to be created waits for the next run. */
function notSent(group: MissingGroup): MissingGroup {
  return group.outcome === "create" ? { ...group, outcome: "propose", why: "not_sent" } : group;
}

/** Returns whether a person will be in the groups of the rules as soon as they exist. */
export function waitsForGroups({ active }: Person, outcome: PlanResult["outcome"]): boolean {
  return active !== false && ["create", "update", "reactivate", "unchanged"].includes(outcome);
}

/** Decides on missing groups with the groups as last read. */
export async function judgeClaims(session: Session, service: Service, claims: readonly CountedClaim[]): Promise<MissingGroups> {
  if (claims.length === 0) return none;
  const { state, job, mapping, protection } = session;
  const { account, retry } = job.service;
  const [groups, creates, proposals, readAt] = await Promise.all([
    service.directory.groups(),
    listGroupCreates(state.db, account),
    listDecidedGroups(state.db, job.name),
    service.directory.readAt(),
  ]);
  const context: MissingContext = {
    groups: groups.map(({ parent_id: parentId, ...group }) => ({ ...group, parentId })),
    isManaged: mapping.isManaged,
    isProtected: protection.group,
    creation: mapping.creation,
    approved: new Map(
      proposals.flatMap(({ folded, decision, decided_by: by, decided_at: at }) =>
        decision === "create" && by !== null && at !== null ? [[folded, { by, at }]] : [],
      ),
    ),
    aliased: new Set(proposals.flatMap(({ folded, decision }) => (decision === "alias" ? [folded] : []))),
    dismissed: new Map(proposals.flatMap(({ folded, dismissed }) => (dismissed === null ? [] : [[folded, dismissed]]))),
    earlier: new Map(creates.map((create) => [create.folded, create])),
    mayRepeat: (sentAt) => readAt !== null && readAt.getTime() - sentAt.getTime() > retry.giveUp,
  };
  const all = judgeMissing(claims, context);
  if (all.length <= MAX_MISSING) return { groups: all, more: 0 };
  return { groups: all.slice(0, MAX_MISSING).map(proposed), more: all.length - MAX_MISSING };
}

/** Counts equal claims while a file is checked. */
export function claimCounter() {
  const counted = new Map<string, CountedClaim>();
  return {
    add(person: Person, { outcome, notes }: PlanResult): void {
      if (!waitsForGroups(person, outcome)) return;
      for (const { missing } of notes) if (missing !== undefined) count(missing);
    },
    list: (): CountedClaim[] => [...counted.values()],
  };

  function count(missing: MissingClaim): void {
    const id = JSON.stringify(missing);
    const known = counted.get(id);
    if (known !== undefined) known.people += 1;
    else if (counted.size < MAX_CLAIMS) counted.set(id, { missing, people: 1 });
  }
}

function proposed(group: MissingGroup): MissingGroup {
  return group.outcome !== "create" || group.approvedBy !== null ? group : { ...group, outcome: "propose", why: "too_many" };
}

/** Returns how many groups a plan creates without a decision of a reviewer. */
export function countAutomatic({ groups }: MissingGroups): number {
  return countCreates(groups.filter(({ outcome, approvedBy }) => outcome === "create" && approvedBy === null));
}

/**
 * Looks for groups whose create has no known outcome in the last complete listing. A group that is not there stays
 * unconfirmed: its request may still be on its way.
 */
export async function settleGroupCreates(session: Session, service: Service): Promise<void> {
  const { state, job } = session;
  const open = (await listGroupCreates(state.db, job.service.account)).filter(({ status }) => status === "open");
  if (open.length === 0) return;
  const groups = new Map((await service.directory.groups()).map((group) => [foldPath(group.path), group.id]));
  for (const create of open) {
    const id = groups.get(create.folded);
    if (id !== undefined) await recordCreated(session, create, id);
  }
}

/** Records a created group, in the audit trail first. */
export async function recordCreated({ state, now }: Session, create: NewGroupCreate, groupId: string): Promise<void> {
  const { job, run, path, by, account } = create;
  const actor = by ?? `policy of ${job}`;
  await appendAudit(state, { actor, action: "group_created", detail: { account, job, run, group: path, group_id: groupId } }, now());
  await endGroupCreate(state.db, create, { status: "created", group_id: groupId });
}

/** Makes the missing groups of a released plan those of the job. */
export async function storeMissingGroups(session: Session, run: string, { groups }: MissingGroups): Promise<void> {
  const { state, job, now } = session;
  const creates = new Map((await listGroupCreates(state.db, job.service.account)).map((create) => [create.folded, create]));
  const at = { account: job.service.account, job: job.name, run, now: now() };
  await state.locks.exclusively(missingGroupsLock(job.name), () =>
    replaceMissingGroups(
      state.db,
      at,
      groups.map(({ folded, path, people, rules, variants, near, renamed, parents, creatable, why }) => {
        const reason = why === "refused" ? (creates.get(folded)?.reason ?? null) : null;
        return {
          id: idOf(job.name, folded),
          folded,
          path,
          people,
          detail: { why, reason, creatable, rules, variants, near, renamed, parents },
        };
      }),
    ),
  );
}

/** Returns the missing groups as the summary of a run stores them, without dismissed ones. */
export function summaryOf({ groups, more }: MissingGroups): { groups: MissingGroupOfRun[]; more: number } {
  const shown = groups.flatMap(({ path, people, outcome, why, near, renamed, parents, variants }) =>
    outcome === "dismiss" ? [] : [{ path, people, outcome, why, near, renamed, parents, variants }],
  );
  return { groups: shown, more };
}

function idOf(job: string, folded: string): string {
  return `G-${hash("sha256", JSON.stringify([job, folded])).slice(0, 8)}`;
}

function proposesGroups({ mapping }: Session): boolean {
  return mapping.unknownGroups === "propose" || mapping.unknownGroups === "create";
}
