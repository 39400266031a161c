import { outcomeOf } from "../../../reporting/removals/pending-removals.ts";
import type { Fact } from "../../../domain/facts/fact.ts";
import type { DecidedImpact } from "../../../domain/explanation.ts";
import { detailOf } from "../../../reporting/history/audit-facts.ts";
import { decidedImpact } from "../../../reporting/removals/decided-impact.ts";
import { pageAudit } from "../../../store/audit/audit-pages.ts";
import { circumstancesOf, shownApproval, type Circumstances, type ShownApproval } from "../../../reporting/removals/evidence.ts";
import { evidenceOf, toRemovalJson, type ListedRemoval, type StoredEvidence } from "../../../reporting/removals/pending-removals.ts";
import type { RemovalImpact } from "../../../reporting/removals/removal-impact.ts";
import type { StoredImpact } from "../../../reporting/removals/stored-impact.ts";
import { withAdvice } from "../../../reporting/removals/advice.ts";
import { listApprovals } from "../../../store/review/decisions.ts";
import { personId } from "../../../store/people/people-pages.ts";
import { findLastFailures } from "../../../store/runs/removed.ts";
import { findRemoval, type Removal } from "../../../store/review/removals.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { Problem } from "../../../domain/problem.ts";
import { t } from "../../../reporting/locales/t.ts";
import { englishText, factText } from "../../../reporting/fact-text.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { notFound } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { param } from "../query.ts";
import { shownName } from "../parts.ts";

/** Returns the removal that an address names. */
export async function removalIn(request: ActorsRequest, { state }: ConsoleParts): Promise<Removal> {
  const found = await findRemoval(state.db, param(request, "id"));
  if (found === undefined) throw notFound(t("review.no_such_removal"));
  return found;
}

/** The audit actions that store what a decision was about. */
const DECISIONS = ["removal_approved", "removal_approved_first", "removal_rejected"];

/** A removal with its evidence, as pages and JSON show it. */
export interface ShownRemoval extends ListedRemoval {
  job: string;
  account: string;
  /** Names the person in addresses. */
  person_id: string;
  evidence: StoredEvidence;
  decided_by: string | null;
  decided_at: string | null;
  decided_how: string | null;
  decision_reason: string | null;
  /** In English. */
  outcome: string | null;
  outcome_fact: Fact | null;
  /** A confirmed request was sent, so the approval can no longer be undone. */
  sent: boolean;
  /** Who has approved so far, while another reviewer is waited for. */
  approved_by: string[];
  /** The same approvals, with the people who may be behind each. */
  approvals: ShownApproval[];
  /** Why it was not applied at the last attempt; `null`: not approved, or not tried. */
  last_failure: string | null;
  last_failure_fact: Fact | null;
}

/** One removal with its context. */
export interface WholeRemoval extends ShownRemoval {
  other_groups: string[];
  remarks: Circumstances["remarks"];
  earlier: ShownRemoval[];
}

/** The service's current report; `said` is `null` if there is none, and `why` is the reason. */
export interface CheckedImpact {
  said: RemovalImpact | null;
  why: string | null;
  /** The stored impact before the check; `null`: not known. */
  before: StoredImpact | null;
}

/** Removals for a list. */
export async function shownRemovals(db: Db, removals: readonly Removal[]): Promise<ShownRemoval[]> {
  const waiting = removals.filter(({ status }) => status === "pending").map(({ id }) => id);
  const approvals = Map.groupBy(await listApprovals(db, waiting), ({ removal }) => removal);
  const approved = removals.filter(({ status }) => status === "approved").map(({ id }) => id);
  const failures = await findLastFailures(db, approved);
  return removals.map((removal) => {
    const good = (approvals.get(removal.id) ?? []).filter((approval) => approval.evidence_digest === removal.evidence_digest);
    return plain(removal, good.map(shownApproval), failures.get(removal.id));
  });
}

/** A removal with all its circumstances. */
export async function wholeRemoval(db: Db, removal: Removal, now: Date): Promise<WholeRemoval> {
  const [listed] = await withAdvice(db, [removal], now);
  const { otherGroups, approvals, remarks, earlier } = await circumstancesOf(db, removal);
  return {
    ...plain(removal, approvals, (await findLastFailures(db, [removal.id])).get(removal.id)),
    recommendation: listed?.recommendation ?? null,
    impact: listed?.impact ?? null,
    other_groups: otherGroups,
    remarks,
    earlier: earlier.map((other) => plain(other, [])),
  };
}

/** Returns the impact as it was known at the latest decision; `null`: not known, or not decided. */
export async function findDecidedImpact(db: Db, { id, status }: Removal): Promise<DecidedImpact | null> {
  if (status === "pending") return null;
  const { entries } = await pageAudit(db, { about: id, actions: DECISIONS }, { limit: 1, offset: 0 });
  const [last] = entries;
  return last === undefined ? null : decidedImpact(detailOf(last)["impact"]);
}

/** Reads the impact from the service now, beside what was known before. */
export async function checkImpact({ state: { db }, work, now }: ConsoleParts, removal: Removal): Promise<CheckedImpact> {
  const before = (await withAdvice(db, [removal], now()))[0]?.impact ?? null;
  try {
    const said = await work.impact(removal);
    return { said, why: said === null ? t("review.learning_service_not_report_impact") : null, before };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { said: null, why: `${factText(error.fact)} ${t("review.impact_not_known")}`, before };
  }
}

function plain(removal: Removal, approvals: ShownApproval[], failure?: Fact): ShownRemoval {
  const line = toRemovalJson(removal);
  return {
    ...line,
    person: { ...line.person, username: shownName(line.person.username) },
    job: removal.job,
    account: removal.account,
    person_id: personId(removal.job, removal.key),
    evidence: evidenceOf(removal),
    decided_by: removal.decided_by,
    decided_at: removal.decided_at?.toISOString() ?? null,
    decided_how: removal.decided_how,
    decision_reason: removal.decision_reason,
    ...outcomeOf(removal),
    sent: removal.confirm_sent,
    approved_by: approvals.map(({ by }) => by),
    approvals,
    last_failure: failure === undefined ? null : englishText(failure),
    last_failure_fact: failure ?? null,
  };
}
