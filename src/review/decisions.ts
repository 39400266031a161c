import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import { readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { isStorable } from "../domain/storable.ts";
import type { Policy } from "../domain/settings.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { addApprovals, decideRemovals, type Decision } from "../store/review/decisions.ts";
import { record } from "./record.ts";
import type { Journal } from "../state/journal/journal.ts";
import type { State } from "../state/state.ts";
import { findRemoval, listRemovals, type Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import { causeDigest, isDigest } from "../reporting/removals/evidence-digest.ts";
import { impactsNow } from "./decided-impact.ts";
import { evidenceObstacle } from "./obstacles.ts";
import { isProven, type Decider } from "./four-eyes.ts";
import { unchanged, weigh, type Asked, type Chosen, type Weighed, type Weights } from "./weigh.ts";
import type { PossibleActors } from "./possible-actors.ts";

export type { Decider } from "./four-eyes.ts";
export type { Chosen } from "./weigh.ts";

/** A removal or a cause, and the evidence on which it was decided. */
export interface DecidedOn {
  id: string;
  /** The digest, or its beginning; `null`: the current one. */
  evidence: string | null;
}

export interface DecisionRequest {
  removals: readonly DecidedOn[];
  causes: readonly DecidedOn[];
  verdict: "approved" | "rejected";
  by: Decider;
  reason: string;
  /** The end of a rejection; `null`: when the evidence changes. */
  keepUntil?: Date | null;
  /** All removals approved at the same time, also with other reasons: limits count all of them. */
  together?: readonly Removal[];
  /** Removals that were selected only because they were recommended; refused if they no longer are. */
  recommended?: ReadonlySet<string>;
  /** Decides all removals or none. */
  whole?: boolean;
  /** Only reports the decisions. */
  dryRun?: boolean;
  /** The run whose policy decides. */
  run?: string;
}

/** The parts of a state that a decision uses: the audit trail, and the lock of the job. */
export type Deciding = Pick<State, "db" | "journal" | "locks">;

/** Runs a decision about a job alone, across all processes: requests wait in line here and not for a connection. */
export function alone<T>({ locks }: Pick<State, "locks">, job: string, decision: () => Promise<T>): Promise<T> {
  return locks.exclusively(`decisions:${job}`, decision);
}

const mostText = 4000;
/** The number of decisions written at once; after a crash, the audit trail is ahead by at most this many. */
const portion = 500;

export interface Decided {
  decided: Removal[];
  /** Approved by one reviewer; the policy requires a second. */
  waiting: { id: string; why: Fact }[];
  /** Removals that could not be decided, each with the reason. */
  refused: { id: string; why: Fact }[];
}

/**
 * Returns the removals that a request names by id or by cause. Refuses a cause as a whole if it has changed since the
 * reviewer saw it.
 * @throws UsageProblem for an unknown name, before anything is decided
 */
export async function chooseRemovals(
  db: Db,
  request: Pick<DecisionRequest, "removals" | "causes">,
): Promise<{ chosen: Chosen[]; refused: Decided["refused"] }> {
  const chosen = new Map<string, Chosen>();
  const refused: Decided["refused"] = [];
  for (const { id, evidence } of request.removals) {
    const removal = await findRemoval(db, id);
    if (removal === undefined) {
      const unknown = fact("usage.removal_does_not_exist", { removal: id });
      throw new UsageProblem(inTurn(unknown, fact("nothing.decided", {})), fact("advice.list_removals", {}));
    }
    chosen.set(removal.id, { removal, evidence: evidence ?? removal.evidence_digest });
  }
  for (const { id, evidence } of request.causes) {
    const removals = await listRemovals(db, { cause: id, status: ["pending"] });
    if (removals.length === 0 && evidence === null)
      throw new UsageProblem(fact("cause.has_no_removals", { id }), fact("advice.list_removals", {}));
    if (evidence !== null && !isDigest(evidence, causeDigest(removals))) {
      refused.push({
        id,
        why: fact("cause.has_changed", {}),
      });
      continue;
    }
    for (const removal of removals) if (!chosen.has(removal.id)) chosen.set(removal.id, { removal, evidence: removal.evidence_digest });
  }
  return { chosen: [...chosen.values()], refused };
}

/**
 * Records decisions on removals of one job, each in the audit trail first (I8). Refuses a removal that is no longer
 * pending or whose evidence has changed, and decides the others. All decisions go through here, one after the other.
 */
export async function decide(
  state: Deciding,
  chosen: readonly Chosen[],
  request: Pick<DecisionRequest, "verdict" | "by" | "reason" | "keepUntil" | "together" | "recommended" | "whole" | "dryRun" | "run">,
  policy: Policy,
  now: Date,
): Promise<Decided> {
  const { verdict, by } = request;
  const reason = readableText(request.reason);
  if (reason === "") throw new UsageProblem(fact("decision.needs_reason", {}));
  if (reason.length > mostText) throw new UsageProblem(fact("decision.reason_is_too_long", { n: mostText }));
  if (!isStorable(request.reason)) throw new UsageProblem(fact("decision.reason_is_not_storable", {}));
  if (by.name.trim() === "") throw new UsageProblem(fact("decision.needs_name", {}));
  const keepUntil = request.keepUntil ?? null;
  if (keepUntil !== null && keepUntil <= now) throw new UsageProblem(fact("decision.date_is_past", {}));
  const approving = verdict === "approved";
  if (approving && by.via !== "policy") mayApprove(policy, by);
  const { together = chosen.map(({ removal }) => removal), recommended = new Set(), whole = false } = request;
  const asked: Asked = { verdict, by, policy, together, recommended, whole };
  const result: Decided = { decided: [], waiting: [], refused: [] };
  const decision: Decision = {
    status: verdict,
    by: by.name,
    how: by.via,
    reason,
    at: now,
    dueAt: approving ? new Date(now.getTime() + policy.approval.delay) : null,
    keepUntil,
  };
  const [job = ""] = chosen.map(({ removal }) => removal.job);
  const size = whole ? chosen.length : portion;
  for (let start = 0; start < chosen.length; start += size) {
    const some = chosen.slice(start, start + size);
    await alone(state, job, async () => {
      const weights = await weigh(state.db, some, asked, now);
      result.refused.push(...weights.refused);
      if (request.dryRun === true) {
        result.decided.push(...weights.counting.map(({ removal }) => removal));
        result.waiting.push(...weights.first.map(awaitsSecond));
      } else await count(state, job, weights, asked, { ...request, reason }, decision, result);
    });
  }
  return result;
}

/**
 * Writes the audit trail first (I8), then the decisions, in the transaction that weighs them again. Refuses removals
 * that changed meanwhile.
 */
async function count(
  state: Deciding,
  job: string,
  { counting, first, people }: Weights,
  asked: Asked,
  request: Pick<DecisionRequest, "by" | "reason" | "keepUntil" | "run">,
  decision: Decision,
  result: Decided,
): Promise<void> {
  const all: Weighed[] = [...counting, ...first];
  if (all.length === 0) return;
  const impacts = await impactsNow(
    state.db,
    all.map(({ removal }) => removal),
    decision.at,
  );
  const entries = [
    ...counting.map((one) => entryOf(one, request, `removal_${decision.status}`, people, impacts)),
    ...first.map((one) => entryOf(one, request, "removal_approved_first", people, impacts)),
  ];
  const chosen = all.map(({ removal }) => ({ removal, evidence: removal.evidence_digest }));
  const { decided, waiting, refused } = await record(state, job, entries, decision.at, async (db) => {
    const now = await weigh(db, chosen, asked, decision.at);
    const on = unchanged(counting, now.counting).map(({ removal: { id, evidence_digest: evidence }, weight }) => ({
      id,
      evidence,
      with: weight.counts ? weight.because.map((approval) => approval.by) : [],
    }));
    const approvals = unchanged(first, now.first).map(({ removal: { id, evidence_digest: evidence } }) => {
      const { by, at, reason } = decision;
      return { removal: id, by, at, reason, evidence, people: now.people ?? { names: [by], any_admin: true } };
    });
    return {
      decided: on.length === 0 ? [] : await decideRemovals(db, on, decision),
      waiting: new Set(approvals.length === 0 ? [] : await addApprovals(db, approvals)),
      refused: new Map(now.refused.map(({ id, why }) => [id, why])),
    };
  });
  const became = new Map(decided.map((removal) => [removal.id, removal]));
  const seconds = new Map(first.map((one) => [one.removal.id, one]));
  for (const one of all) {
    const { removal } = one;
    const now = became.get(removal.id);
    const second = seconds.get(removal.id);
    if (now !== undefined) result.decided.push(now);
    else if (second !== undefined && waiting.has(removal.id)) result.waiting.push(awaitsSecond(second));
    else result.refused.push(await tooLate(state, removal, refused.get(removal.id), request.by, decision.at));
  }
}

function awaitsSecond({ removal: { id }, weight }: Weights["first"][number]): { id: string; why: Fact } {
  return { id, why: weight.why };
}

function entryOf(
  { removal, weight }: Weighed,
  { by, reason, keepUntil, run }: Pick<DecisionRequest, "by" | "reason" | "keepUntil" | "run">,
  action: string,
  people: PossibleActors | null,
  impacts: Awaited<ReturnType<typeof impactsNow>>,
): { actor: string; action: string; detail: Record<string, unknown> } {
  const others = weight.counts && weight.because.length > 0 ? { with: weight.because.map((approval) => approval.by) } : {};
  const until = keepUntil ? { until: keepUntil.toISOString() } : {};
  const impact = impacts.get(removal.id);
  const known = impact === undefined ? {} : { impact };
  return {
    actor: by.name,
    action,
    detail: {
      ...aboutRemoval(removal),
      ...(run === undefined ? {} : { run }),
      reason,
      via: by.via,
      ...(people === null ? {} : { people }),
      ...others,
      ...until,
      ...known,
    },
  };
}

/** Returns the details that every audit entry about a removal contains. */
export function aboutRemoval(removal: Removal): Record<string, unknown> {
  return {
    removal: removal.id,
    key: removal.key,
    user_id: removal.user_id,
    group_id: removal.group_id,
    group: removal.group_path,
    evidence: removal.evidence_digest,
  };
}

/** Records that a decision is void because another one was stored first, and returns the refusal. */
async function tooLate(
  state: { db: Db; journal: Journal },
  { id, evidence_digest: evidence }: Removal,
  known: Fact | undefined,
  by: Decider,
  now: Date,
): Promise<{ id: string; why: Fact }> {
  const removal = await findRemoval(state.db, id);
  const why = (removal === undefined ? null : evidenceObstacle(removal, evidence)) ?? known ?? fact("removal.is_changed_meanwhile", {});
  const detail = { removal: id, why, via: by.via };
  await appendAudit(state, { actor: by.name, action: "removal_decision_void", detail }, now);
  return { id, why };
}

function mayApprove(policy: Policy, by: Decider): void {
  if (policy.groupRemovals === "never") {
    throw new UsageProblem(fact("policy.never_removes", {}));
  }
  if (policy.approval.fourEyes && !isProven(by)) {
    throw new UsageProblem(fact("policy.needs_proven_name", {}), fact("advice.prove_name", {}));
  }
}
