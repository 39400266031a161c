import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import type { Policy } from "../domain/settings.ts";
import { findRemovals, listRemovals, type Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import { evidenceOf } from "../reporting/removals/pending-removals.ts";
import { isProven, secondReviewer, type Decider, type Weight } from "./four-eyes.ts";
import { evidenceObstacle } from "./obstacles.ts";
import { notInPilot, pilotObstacle } from "./pilot.ts";
import type { PossibleActors } from "./possible-actors.ts";
import { adviceChanged, changedAdvice } from "./recommended.ts";

/** A removal with the evidence of its decision. */
export interface Chosen {
  removal: Removal;
  evidence: string;
}

/** A request to decide. */
export interface Asked {
  verdict: "approved" | "rejected";
  by: Decider;
  policy: Policy;
  /** All removals of the request. */
  together: readonly Removal[];
  /** Ids of removals that were selected only because they were recommended; refused if they no longer are. */
  recommended: ReadonlySet<string>;
  /** One question, such as a card with several causes of one person: if one of them changed, all are refused. */
  whole: boolean;
}

/** A removal that can be decided, and what the decision does. */
export interface Weighed {
  removal: Removal;
  weight: Exclude<Weight, { refused: Fact }>;
}

export interface Weights {
  counting: Weighed[];
  /** The first of two approvals. */
  first: { removal: Removal; weight: Extract<Weight, { counts: false }> }[];
  refused: { id: string; why: Fact }[];
  /** The people behind an approval; `null` where nothing is weighed. */
  people: PossibleActors | null;
}

/** Weighs a decision on removals of one job, on what the database has now. */
export async function weigh(db: Db, chosen: readonly Chosen[], asked: Asked, now: Date): Promise<Weights> {
  const { verdict, by, policy, together, recommended } = asked;
  const ids = chosen.map(({ removal }) => removal.id);
  const known = new Map((await findRemovals(db, ids)).map((removal) => [removal.id, removal]));
  const fresh = chosen.map(({ removal, evidence }) => ({ removal: known.get(removal.id) ?? removal, evidence }));
  if ((await by.stillMay?.(db, "decide")) === false)
    return { counting: [], first: [], refused: ids.map((id) => ({ id, why: accessEnded() })), people: null };
  const [job = ""] = fresh.map(({ removal }) => removal.job);
  const outside = await notInPilot(
    db,
    { job, policy },
    fresh.map(({ removal }) => removal.key),
  );
  const unadvised = await changedAdvice(
    db,
    together.filter(({ id }) => recommended.has(id)),
    now,
  );
  const meant = together.filter(({ id }) => !unadvised.has(id));
  // An approval of the policy counts by itself: it has a limit of its own.
  const approving = verdict === "approved" && by.via !== "policy";
  const theirs = fresh.map(({ removal }) => removal);
  const weighing = approving ? await secondReviewer(db, policy, theirs, meant.length, by, now) : null;
  const weights: Weights = { counting: [], first: [], refused: [], people: weighing?.people ?? null };
  for (const { removal, evidence } of fresh) {
    const why =
      evidenceObstacle(removal, evidence) ??
      (unadvised.has(removal.id) ? adviceChanged() : null) ??
      (outside.has(removal.key) ? pilotObstacle(job) : null) ??
      (approving ? await lastGroupObstacle(db, removal, meant, policy) : null);
    const weight: Weight = why !== null || weighing === null ? { counts: true, because: [] } : await weighing.weigh(removal);
    // A second reviewer without a proven name may be the first one.
    const alone = "counts" in weight && weight.counts && weight.because.length === 0;
    const refusal = why ?? (alone || isProven(by) ? null : unprovenRefusal()) ?? ("refused" in weight ? weight.refused : null);
    if (refusal !== null) weights.refused.push({ id: removal.id, why: refusal });
    else if ("counts" in weight && weight.counts) weights.counting.push({ removal, weight });
    else if ("counts" in weight) weights.first.push({ removal, weight });
  }
  const changed = fresh.some(({ removal, evidence }) => evidenceObstacle(removal, evidence) !== null);
  return asked.whole && changed ? refusedTogether(weights) : weights;
}

function refusedTogether({ counting, first, refused, people }: Weights): Weights {
  const others = [...counting, ...first].map(({ removal: { id } }) => ({ id, why: otherPartChanged() }));
  return { counting: [], first: [], refused: [...refused, ...others], people };
}

export function otherPartChanged(): Fact {
  return fact("decision.other_part_changed", {});
}

/** Returns those of the weighed removals that another weighing leaves as they were. */
export function unchanged<One extends Weighed>(before: readonly One[], now: readonly One[]): One[] {
  const asText = ({ removal, weight }: Weighed): string =>
    JSON.stringify([removal.id, removal.evidence_digest, weight.counts && weight.because.map(({ by }) => by)]);
  const texts = new Set(now.map(asText));
  return before.filter((one) => texts.has(asText(one)));
}

/** Says that a person's access ended while their request was answered. */
export function accessEnded(): Fact {
  return fact("access.has_ended", {});
}

function unprovenRefusal(): Fact {
  return fact("policy.needs_proven_second", {});
}

/**
 * Returns why a removal would leave the person without a group, or `null`. It would if all other removals are approved
 * already or named in the same request.
 */
async function lastGroupObstacle(db: Db, removal: Removal, together: readonly Removal[], policy: Policy): Promise<Fact | null> {
  if (policy.park !== null || !evidenceOf(removal).lastGroup) return null;
  const open = await listRemovals(db, { job: removal.job, key: removal.key, status: ["pending", "rejected"] });
  const named = new Set(together.map(({ id }) => id));
  const stays = open.some(({ id, status }) => id !== removal.id && (status === "rejected" || !named.has(id)));
  if (stays) return null;
  return inTurn(fact("operation.last_group", {}), fact("operation.set_park", {}));
}
