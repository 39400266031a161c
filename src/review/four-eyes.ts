import type { Policy } from "../domain/settings.ts";
import { personName } from "../domain/names.ts";
import { countByCause, listApprovals, originOf, type Approval } from "../store/review/decisions.ts";
import type { Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import { evidenceOf } from "../reporting/removals/pending-removals.ts";
import { readAccess, storedPeople, type Access, type PossibleActors, type Proof } from "./possible-actors.ts";
import { approvedAlready, possibleActorLabel, relatedApprovalText, whoCould } from "./second-approval.ts";

/** Who decides. */
export interface Decider {
  name: string;
  /** By which way it came. */
  via: "cli" | "session" | "token" | "workbook" | "policy";
  /** The proof of the name; on the command line it may only be typed. */
  proof?: Proof;
}

/** Whether somebody has shown who they are: on the command line a name is only said. */
export function isProven({ via, proof }: Decider): boolean {
  return via === "session" || via === "token" || (via === "workbook" && proof !== undefined);
}

/** The effect of an approval under the policy. */
export type Weight =
  | { counts: true; because: Approval[] }
  /** Recorded; a second reviewer has to approve, too. */
  | { counts: false; why: string }
  /** The same person has approved before. */
  | { refused: string };

/** Who approves, and what each approval comes to. */
export interface Weighing {
  people: PossibleActors;
  weigh(removal: Removal): Promise<Weight>;
}

/** A person whose own approval is not enough. */
interface InvolvedPerson {
  name: string;
  people: PossibleActors;
  did: string;
}

/**
 * Says for each removal whether an approval counts, under four eyes and the rule for many at once. Two approvals
 * are two only if nobody can be behind both.
 * @param removals everything that is approved in the same request
 */
export async function secondReviewer(db: Db, policy: Policy, removals: readonly Removal[], by: Decider, now: Date): Promise<Weighing> {
  const { fourEyes, twoAbove, expires } = policy.approval;
  const causes = [...new Set(removals.map(({ cause }) => cause))];
  const ids = removals.map(({ id }) => id);
  const approvals = Map.groupBy(await listApprovals(db, ids), ({ removal }) => removal);
  const sizes = twoAbove === null ? new Map<string, number>() : await countByCause(db, causes, new Date(now.getTime() - expires));
  const access = await readAccess(db);
  const people = access.actorsOf(by);
  const involvedIn = involvedFinder(db, access);
  const others = othersFinder(access);

  const weigh = async (removal: Removal): Promise<Weight> => {
    const before = (approvals.get(removal.id) ?? [])
      .filter((approval) => approval.evidence_digest === removal.evidence_digest)
      .map((approval) => ({ ...approval, name: approval.by, people: storedPeople(access, approval.by, approval.people) }));
    const many = twoAbove !== null && (removals.length > twoAbove || (sizes.get(removal.cause) ?? 0) > twoAbove);
    const involved = fourEyes ? await involvedIn(removal) : [];
    const mine = involved.find((role) => overlap(access, role.people, people));
    const apart = before.filter((approval) => !overlap(access, approval.people, people));
    // Once two were needed, they are: who asked for fewer at a time later does not become the only one.
    const needsTwo = many || before.length > 0;
    if (apart.some((approval) => isOneFree(access, involved, people, approval.people))) return { counts: true, because: apart };
    if (!needsTwo && mine === undefined) return { counts: true, because: [] };
    const could = whoCould(others(involved, [...before.map((approval) => approval.people), people]));
    if (before.some((approval) => personName(approval.by) === personName(by.name))) return { refused: approvedAlready(by.name, could) };
    const same = before.find((approval) => !apart.includes(approval));
    if (same !== undefined && apart.length === 0)
      return { counts: false, why: relatedApprovalText(by.name, same.by, access.relation(people, same.people), could) };
    if (mine !== undefined) return { counts: false, why: possibleActorLabel(by.name, mine, access.relation(people, mine.people), could) };
    return {
      counts: false,
      why: `The policy asks for two reviewers for more than ${twoAbove ?? 0} removals: another person has to approve it as well. ${could}`,
    };
  };
  return { people, weigh };
}

function overlap(access: Access, one: PossibleActors, other: PossibleActors): boolean {
  return access.relation(one, other).kind !== "apart";
}

/**
 * Whether of two people who are not the same at least one was not involved in the removal. Two who may both be behind
 * one start are enough: only one of them can be.
 */
function isOneFree(access: Access, involved: readonly InvolvedPerson[], one: PossibleActors, other: PossibleActors): boolean {
  return !involved.some(
    (role) => overlap(access, role.people, one) && involved.some((another) => another !== role && overlap(access, another.people, other)),
  );
}

/** Finds, once for each state of things, the users whose approval would make it count. */
function othersFinder(access: Access): (involved: readonly InvolvedPerson[], approved: readonly PossibleActors[]) => string[] {
  const found = new Map<string, string[]>();
  return (involved, approved) => {
    const key = JSON.stringify([involved.map(({ people }) => people), approved]);
    const names =
      found.get(key) ??
      access.reviewers
        .filter(({ people }) =>
          approved.some((approval) => !overlap(access, approval, people) && isOneFree(access, involved, approval, people)),
        )
        .map(({ name }) => name);
    found.set(key, names);
    return names;
  };
}

/** Returns who is involved in a removal: the person who started the run that found it, and of a changed mapping the one who first ran with it. */
function involvedFinder(db: Db, access: Access): (removal: Removal) => Promise<InvolvedPerson[]> {
  const origins = new Map<string, ReturnType<typeof originOf>>();
  return async (removal) => {
    const asked = origins.get(removal.first_run) ?? originOf(db, removal.first_run);
    origins.set(removal.first_run, asked);
    const { startedBy, startedPeople, mappedBy, mappedPeople } = await asked;
    const started =
      startedBy === null
        ? null
        : { name: startedBy, people: storedPeople(access, startedBy, startedPeople), did: "started the run that found it" };
    const mapped =
      mappedBy === null || evidenceOf(removal).kind !== "mapping_changed"
        ? null
        : {
            name: mappedBy,
            people: storedPeople(access, mappedBy, mappedPeople),
            did: "was the first to run with the changed mapping",
          };
    // One person who did both is one.
    const both = started !== null && mapped !== null && JSON.stringify(started.people) === JSON.stringify(mapped.people);
    return [started, both ? null : mapped].filter((one) => one !== null);
  };
}
