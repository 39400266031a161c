import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import type { Policy } from "../domain/settings.ts";
import { personName } from "../domain/names.ts";
import { countByCause, listApprovals, listHandLinks, originOf, type Approval } from "../store/review/decisions.ts";
import type { Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import { evidenceOf } from "../reporting/removals/pending-removals.ts";
import { readAccess, storedPeople, type Access, type PossibleActors, type Proof } from "./possible-actors.ts";
import { approvedAlready, ownApprovalFact, relatedApprovalFact, whoCould, type Involvement } from "./second-approval.ts";

/** The reviewer or the policy that decides. */
export interface Decider {
  name: string;
  /** The channel of the decision. */
  via: "cli" | "session" | "token" | "workbook" | "policy";
  /** The proof of the name; missing for a name that was only typed on the command line. */
  proof?: Proof;
  /**
   * Returns whether the session or token behind the name has this right now. In a transaction, it keeps the right until
   * the end. Missing for a name that was only typed, and for the policy.
   */
  stillMay?(db: Db, right: "decide" | "link" | "run"): Promise<boolean>;
}

/** Returns whether the decider's name is proven; a name typed on the command line is not. */
export function isProven({ via, proof }: Decider): boolean {
  return via === "session" || via === "token" || (via === "workbook" && proof !== undefined);
}

/** The effect of an approval under the policy. */
export type Weight =
  | { counts: true; because: Approval[] }
  /** Recorded; a second reviewer must also approve. */
  | { counts: false; why: Fact }
  /** The same person has approved before. */
  | { refused: Fact };

/** The people behind the decider, and the effect of their approval of each removal. */
export interface Weighing {
  people: PossibleActors;
  weigh(removal: Removal): Promise<Weight>;
}

/** A person whose own approval is not enough. */
interface InvolvedPerson {
  name: string;
  people: PossibleActors;
  did: Involvement;
}

/**
 * Decides for each removal whether an approval counts under `four_eyes` and the limit for one reviewer. Two approvals
 * count as two only if no person can be behind both.
 * @param together the number of removals approved in the same request
 */
export async function secondReviewer(
  db: Db,
  policy: Policy,
  removals: readonly Removal[],
  together: number,
  by: Decider,
  now: Date,
): Promise<Weighing> {
  const { fourEyes, twoAbove, expires } = policy.approval;
  const causes = [...new Set(removals.map(({ cause }) => cause))];
  const ids = removals.map(({ id }) => id);
  const approvals = Map.groupBy(await listApprovals(db, ids), ({ removal }) => removal);
  const sizes = twoAbove === null ? new Map<string, number>() : await countByCause(db, causes, new Date(now.getTime() - expires));
  const access = await readAccess(db);
  const people = access.actorsOf(by);
  const involvedIn = involvedFinder(db, access, fourEyes ? await listHandLinks(db, ids) : new Map());
  const others = othersFinder(access);

  const weigh = async (removal: Removal): Promise<Weight> => {
    const before = (approvals.get(removal.id) ?? [])
      .filter((approval) => approval.evidence_digest === removal.evidence_digest)
      .map((approval) => ({ ...approval, name: approval.by, people: storedPeople(access, approval.by, approval.people) }));
    const many = twoAbove !== null && (together > twoAbove || (sizes.get(removal.cause) ?? 0) > twoAbove);
    const involved = fourEyes ? await involvedIn(removal) : [];
    const mine = involved.find((role) => overlap(access, role.people, people));
    const apart = before.filter((approval) => !overlap(access, approval.people, people));
    // Two approvals stay required after the first one, even if a later request approves fewer removals.
    const needsTwo = many || before.length > 0;
    if (apart.some((approval) => isOneFree(access, involved, people, approval.people))) return { counts: true, because: apart };
    if (!needsTwo && mine === undefined) return { counts: true, because: [] };
    const could = whoCould(others(involved, [...before.map((approval) => approval.people), people]));
    if (before.some((approval) => personName(approval.by) === personName(by.name))) return { refused: approvedAlready(by.name, could) };
    const same = before.find((approval) => !apart.includes(approval));
    if (same !== undefined && apart.length === 0)
      return { counts: false, why: relatedApprovalFact(by.name, same.by, access.relation(people, same.people), could) };
    if (mine !== undefined) return { counts: false, why: ownApprovalFact(by.name, mine, access.relation(people, mine.people), could) };
    return {
      counts: false,
      why: inTurn(fact("approval.needs_second", { n: twoAbove ?? 0 }), could),
    };
  };
  return { people, weigh };
}

function overlap(access: Access, one: PossibleActors, other: PossibleActors): boolean {
  return access.relation(one, other).kind !== "apart";
}

/**
 * Returns whether at least one of two different people was not involved in the removal. If both may be behind the same
 * start, that is enough, because only one of them can be.
 */
function isOneFree(access: Access, involved: readonly InvolvedPerson[], one: PossibleActors, other: PossibleActors): boolean {
  return !involved.some(
    (role) => overlap(access, role.people, one) && involved.some((another) => another !== role && overlap(access, another.people, other)),
  );
}

/** Returns a cached search for users whose approval would make the removal count. */
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

/**
 * Returns a search for people involved in a removal: who started the run that found it, who first ran a changed mapping,
 * and who linked the person to the account by hand.
 */
function involvedFinder(
  db: Db,
  access: Access,
  links: Awaited<ReturnType<typeof listHandLinks>>,
): (removal: Removal) => Promise<InvolvedPerson[]> {
  const origins = new Map<string, ReturnType<typeof originOf>>();
  return async (removal) => {
    const asked = origins.get(removal.first_run) ?? originOf(db, removal.first_run);
    origins.set(removal.first_run, asked);
    const { startedBy, startedPeople, mappedBy, mappedPeople } = await asked;
    const started =
      startedBy === null ? null : { name: startedBy, people: storedPeople(access, startedBy, startedPeople), did: "started" as const };
    const mapped =
      mappedBy === null || evidenceOf(removal).kind !== "mapping_changed"
        ? null
        : {
            name: mappedBy,
            people: storedPeople(access, mappedBy, mappedPeople),
            did: "mapped" as const,
          };
    const linked = (links.get(removal.id) ?? []).map(({ by, people }) => ({
      name: by,
      people: storedPeople(access, by, people),
      did: "linked" as const,
    }));
    // A person who did several is listed once.
    const all = [started, mapped, ...linked].filter((one) => one !== null);
    return [...new Map(all.toReversed().map((one) => [JSON.stringify(one.people), one])).values()].toReversed();
  };
}
