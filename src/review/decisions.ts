import { readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { isStorable } from "../domain/storable.ts";
import type { Policy } from "../domain/settings.ts";
import { LAST_GROUP, LAST_GROUP_ADVICE } from "../domain/wording/last-group.ts";
import { appendAudit, appendAudits } from "../store/audit/audit.ts";
import { addApproval, decideRemovals, type Decision } from "../store/review/decisions.ts";
import type { Journal } from "../state/journal/journal.ts";
import { findRemoval, findRemovals, listRemovals, type Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import { causeDigest, isDigest } from "../reporting/removals/evidence-digest.ts";
import { impactsNow } from "./decided-impact.ts";
import { evidenceObstacle } from "./obstacles.ts";
import { isProven, secondReviewer, type Decider, type Weight } from "./four-eyes.ts";
import { notInPilot, pilotObstacle } from "./pilot.ts";
import type { PossibleActors } from "./possible-actors.ts";
import { evidenceOf } from "../reporting/removals/pending-removals.ts";
import { t } from "../reporting/locales/t.ts";
import { asReader, DEFAULT_READER } from "../reporting/locales/reader.ts";

export type { Decider } from "./four-eyes.ts";

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
  /** Only reports the decisions. */
  dryRun?: boolean;
}

/** A removal with the evidence of its decision. */
export interface Chosen {
  removal: Removal;
  evidence: string;
}

const mostText = 4000;
/** The number of decisions written at once; after a crash, the audit trail is ahead by at most this many. */
const portion = 500;

export interface Decided {
  decided: Removal[];
  /** Approved by one reviewer; the policy requires a second. */
  waiting: { id: string; why: string }[];
  /** Removals that could not be decided, each with the reason. */
  refused: { id: string; why: string }[];
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
    if (removal === undefined)
      throw new UsageProblem(
        t("There is no removal {id}. Nothing was decided.", { id }),
        t("`rollcall review list` shows pending removals."),
      );
    chosen.set(removal.id, { removal, evidence: evidence ?? removal.evidence_digest });
  }
  for (const { id, evidence } of request.causes) {
    const removals = await listRemovals(db, { cause: id, status: ["pending"] });
    if (removals.length === 0 && evidence === null)
      throw new UsageProblem(
        t("The cause {id} has no pending removals. Nothing was decided.", { id }),
        t("`rollcall review list` shows pending removals."),
      );
    if (evidence !== null && !isDigest(evidence, causeDigest(removals))) {
      refused.push({
        id,
        why: t("The cause has changed since you opened it: removals joined it, left it or were decided. Open the cause again."),
      });
      continue;
    }
    for (const removal of removals) if (!chosen.has(removal.id)) chosen.set(removal.id, { removal, evidence: removal.evidence_digest });
  }
  return { chosen: [...chosen.values()], refused };
}

/**
 * Records decisions on removals of one job, each in the audit trail first (I8). Refuses a removal that is no longer
 * pending or whose evidence has changed, and decides the others.
 */
export async function decide(
  state: { db: Db; journal: Journal },
  chosen: readonly Chosen[],
  request: Pick<DecisionRequest, "verdict" | "by" | "reason" | "keepUntil" | "together" | "dryRun">,
  policy: Policy,
  now: Date,
): Promise<Decided> {
  const { verdict, by } = request;
  const reason = readableText(request.reason);
  if (reason === "") throw new UsageProblem(t("A decision needs a reason: --reason TEXT. Nothing was decided."));
  if (reason.length > mostText)
    throw new UsageProblem(t("The reason has more than {n} characters. Nothing was decided.", { n: String(mostText) }));
  if (!isStorable(request.reason)) throw new UsageProblem(t("The reason contains a character that cannot be stored. Nothing was decided."));
  if (by.name.trim() === "") throw new UsageProblem(t("A decision needs the name of the reviewer. Nothing was decided."));
  const keepUntil = request.keepUntil ?? null;
  if (keepUntil !== null && keepUntil <= now)
    throw new UsageProblem(t("The date until which the membership is to be kept is in the past. Nothing was decided."));
  const removals = request.together ?? chosen.map(({ removal }) => removal);
  const approving = verdict === "approved";
  if (approving) mayApprove(policy, by);
  const weighing = approving ? await secondReviewer(state.db, policy, removals, by, now) : null;
  const people = weighing?.people ?? null;
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
  const outside = await notInPilot(
    state.db,
    { job, policy },
    chosen.map(({ removal }) => removal.key),
  );
  for (let start = 0; start < chosen.length; start += portion) {
    const some = chosen.slice(start, start + portion);
    const fresh = new Map(
      (
        await findRemovals(
          state.db,
          some.map(({ removal }) => removal.id),
        )
      ).map((removal) => [removal.id, removal]),
    );
    const counting: Weighed[] = [];
    const first: Weighed[] = [];
    for (const one of some) {
      const removal = fresh.get(one.removal.id) ?? one.removal;
      const why =
        evidenceObstacle(removal, one.evidence) ??
        (outside.has(removal.key) ? pilotObstacle(job) : null) ??
        (approving ? await lastGroupObstacle(state.db, removal, removals, policy) : null);
      const weight: Weight = why !== null || weighing === null ? { counts: true, because: [] } : await weighing.weigh(removal);
      // A second reviewer without a proven name may be the first one.
      const alone = "counts" in weight && weight.counts && weight.because.length === 0;
      const refusal = why ?? (alone || isProven(by) ? null : unprovenRefusal()) ?? ("refused" in weight ? weight.refused : null);
      if (refusal !== null) result.refused.push({ id: removal.id, why: refusal });
      else if ("counts" in weight) (weight.counts ? counting : first).push({ removal, weight });
    }
    if (request.dryRun === true) {
      result.decided.push(...counting.map(({ removal }) => removal));
      result.waiting.push(...first.map(({ removal, weight }) => awaitsSecond(removal, weight)));
    } else await count(state, { counting, first, people }, { ...request, reason }, decision, result);
  }
  return result;
}

interface Weighed {
  removal: Removal;
  weight: Exclude<Weight, { refused: string }>;
}

/** Writes the audit trail first (I8), then the decisions. Refuses removals that another reviewer decided meanwhile. */
async function count(
  state: { db: Db; journal: Journal },
  { counting, first, people }: { counting: readonly Weighed[]; first: readonly Weighed[]; people: PossibleActors | null },
  request: Pick<DecisionRequest, "by" | "reason" | "keepUntil">,
  decision: Decision,
  result: Decided,
): Promise<void> {
  const impacts = await impactsNow(
    state.db,
    [...counting, ...first].map(({ removal }) => removal),
    decision.at,
  );
  const entries = [
    ...counting.map((one) => entryOf(one, request, `removal_${decision.status}`, people, impacts)),
    ...first.map((one) => entryOf(one, request, "removal_approved_first", people, impacts)),
  ];
  await appendAudits(state, entries, decision.at);
  const on = counting.map(({ removal: { id, evidence_digest: evidence }, weight }) => ({
    id,
    evidence,
    with: weight.counts ? weight.because.map((approval) => approval.by) : [],
  }));
  const decided = new Map((on.length === 0 ? [] : await decideRemovals(state.db, on, decision)).map((removal) => [removal.id, removal]));
  for (const { removal } of counting) {
    const became = decided.get(removal.id);
    if (became !== undefined) result.decided.push(became);
    else result.refused.push(await tooLate(state, removal, request.by, decision.at));
  }
  for (const { removal, weight } of first) {
    const { id, evidence_digest: evidence } = removal;
    const { by, at, reason } = decision;
    const actors = people ?? { names: [by], any_admin: true };
    const added = await addApproval(state.db, { removal: id, by, at, reason, evidence, people: actors });
    if (added) result.waiting.push(awaitsSecond(removal, weight));
    else result.refused.push(await tooLate(state, removal, request.by, decision.at));
  }
}

function awaitsSecond({ id }: Removal, weight: Weighed["weight"]): { id: string; why: string } {
  return { id, why: weight.counts ? "" : weight.why };
}

function entryOf(
  { removal, weight }: Weighed,
  { by, reason, keepUntil }: Pick<DecisionRequest, "by" | "reason" | "keepUntil">,
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
    detail: { ...aboutRemoval(removal), reason, via: by.via, ...(people === null ? {} : { people }), ...others, ...until, ...known },
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
  by: Decider,
  now: Date,
): Promise<{ id: string; why: string }> {
  const removal = await findRemoval(state.db, id);
  const why = (): string =>
    (removal === undefined ? null : evidenceObstacle(removal, evidence)) ?? t("Someone else changed this removal at the same moment.");
  // The audit trail is in English.
  const detail = { removal: id, why: asReader(DEFAULT_READER, why), via: by.via };
  await appendAudit(state, { actor: by.name, action: "removal_decision_void", detail }, now);
  return { id, why: why() };
}

function unprovenRefusal(): string {
  return t(
    "The policy asks for a second reviewer, and the command line cannot verify who you are. Set ROLLCALL_TOKEN to your API token, or decide in the console.",
  );
}

function mayApprove(policy: Policy, by: Decider): void {
  if (policy.groupRemovals === "never") {
    throw new UsageProblem(t("The job's policy is `group_removals: never`: removals are reported and never applied. Nothing was decided."));
  }
  if (policy.approval.fourEyes && !isProven(by)) {
    throw new UsageProblem(
      t("The job's policy asks for four eyes, and the command line cannot verify who you are. Nothing was decided."),
      t("Set ROLLCALL_TOKEN to your API token, or decide in the console, where reviewers sign in."),
    );
  }
}

/**
 * Returns why a removal would leave the person without a group, or `null`. It would if all other removals are approved
 * already or named in the same request.
 */
async function lastGroupObstacle(db: Db, removal: Removal, together: readonly Removal[], policy: Policy): Promise<string | null> {
  if (policy.park !== null || !evidenceOf(removal).lastGroup) return null;
  const open = await listRemovals(db, { job: removal.job, key: removal.key, status: ["pending", "rejected"] });
  const named = new Set(together.map(({ id }) => id));
  const stays = open.some(({ id, status }) => id !== removal.id && (status === "rejected" || !named.has(id)));
  if (stays) return null;
  return `${t(LAST_GROUP)} ${t(LAST_GROUP_ADVICE)}`;
}
