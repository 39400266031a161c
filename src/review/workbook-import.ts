import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import { ConfigurationProblem, FileProblem, Problem, problemFact } from "../domain/problem.ts";
import type { Policy } from "../domain/settings.ts";
import { findRemoval, type Removal } from "../store/review/removals.ts";
import { workbookKey } from "../store/settings.ts";
import { decide, type Chosen, type Decider, type Deciding } from "./decisions.ts";
import { alreadyDecided } from "./obstacles.ts";
import type { ReadReview, WorkbookRow } from "../reporting/workbook/read.ts";
import { readReviewApart } from "../reporting/workbook/reader-process.ts";
import { meaningOf, showsOther, type RefusedRow, type RowDecision, type RowPlace } from "../reporting/workbook/rows.ts";
import { readCauses, whyNotFollowed, withCauseAnswer } from "./workbook-causes.ts";
import { isSealed, statusLabel } from "../reporting/workbook/seal.ts";

export interface ImportOptions {
  /** Returns the policy in the current file of a job. */
  policyOf(job: string): Promise<Policy>;
  now: Date;
  /** Only reports the decisions. */
  dryRun?: boolean;
  /** Imports only decisions of this job and refuses those of others. */
  job?: string;
  /** Reads the workbook, in place of a process of its own. */
  read?: (bytes: Uint8Array) => Promise<ReadReview>;
}

/** The result of an import, row by row. */
export interface Imported {
  /** The time of the export. */
  madeAt: string;
  rows: number;
  /** Rows without a decision. */
  left: RowPlace[];
  /** The decisions of the rows, by removal. */
  verdicts: ReadonlyMap<string, Pick<RowDecision, "verdict" | "keepUntil">>;
  /** Decided by this import, or with `dryRun` those that it would decide. */
  decided: Removal[];
  /** Approved; the policy requires a second person. */
  waiting: RefusedRow[];
  /** Imported from this workbook earlier. */
  before: RefusedRow[];
  refused: RefusedRow[];
}

type Taken = Omit<Imported, "verdicts">;

interface Asked {
  row: WorkbookRow;
  place: RowPlace;
  decision: RowDecision;
}

/**
 * Imports the decisions of a workbook that Rollcall exported, each only if its evidence is unchanged, and returns a
 * reason for every refused row. A second import of the same workbook decides nothing twice.
 * @throws FileProblem if the workbook cannot be trusted or read; nothing is decided
 */
export async function importDecisions(state: Deciding, bytes: Uint8Array, by: Decider, options: ImportOptions): Promise<Imported> {
  const { seal, people: rows, causes } = await (options.read ?? readReviewApart)(bytes);
  const key = await workbookKey(state.db);
  if (seal.state !== statusLabel(key)) {
    throw new FileProblem("workbook_foreign", fact("review_workbook.of_another_state", {}), fact("review_workbook.import_there", {}));
  }
  if (!isSealed(key, seal))
    throw new FileProblem("workbook_tampered", fact("review_workbook.seal_changed", {}), fact("review_workbook.export_again", {}));
  const result: Taken = { madeAt: seal.madeAt, rows: rows.length, left: [], decided: [], waiting: [], before: [], refused: [] };
  const asked: Asked[] = [];
  const ofCauses = await readCauses(state.db, causes, rows, seal, options.now);
  result.refused.push(...ofCauses.refused);
  const { disagreeing, repeated } = severalRows(rows);
  for (const own of rows) {
    const row = withCauseAnswer(own, ofCauses.answers, seal);
    const meaning = meaningOf(row, seal, key, options.now);
    const { id } = meaning.place;
    const rowsOfIt = id === null ? undefined : disagreeing.get(id);
    if (rowsOfIt !== undefined) result.refused.push({ ...meaning.place, why: fact("review_row.rows_disagree", { rows: rowsOfIt }) });
    else if (repeated.has(own)) continue;
    else if ("left" in meaning) {
      const why = whyNotFollowed(row, ofCauses.answers, seal);
      if (why === null) result.left.push(meaning.place);
      else result.refused.push({ ...meaning.place, why });
    } else if ("why" in meaning) result.refused.push({ ...meaning.place, why: meaning.why });
    else asked.push({ row, place: meaning.place, decision: meaning.decision });
  }
  await take(state, asked, by, options, result);
  return { ...result, verdicts: new Map(asked.map(({ decision }) => [decision.id, decision])) };
}

/** Finds removals in several rows: those with different decisions, and rows that only repeat a decision. */
function severalRows(rows: readonly WorkbookRow[]): { disagreeing: Map<string, Fact[]>; repeated: Set<WorkbookRow> } {
  const disagreeing = new Map<string, Fact[]>();
  const repeated = new Set<WorkbookRow>();
  for (const [id, same] of Map.groupBy(rows, ({ cells }) => cells.removal?.text.trim() ?? "")) {
    if (id === "" || same.length < 2) continue;
    const asks = new Set(
      same.map(({ cells }) =>
        JSON.stringify([cells.decision, cells.reason, cells.keepUntil].map((cell) => cell?.text.trim().toLowerCase() ?? "")),
      ),
    );
    if (asks.size > 1)
      disagreeing.set(
        id,
        same.map(({ sheet, row }) => fact("review_row.at", { sheet, row })),
      );
    else for (const row of same.slice(1)) repeated.add(row);
  }
  return { disagreeing, repeated };
}

async function take(state: Deciding, asked: readonly Asked[], by: Decider, options: ImportOptions, result: Taken): Promise<void> {
  const possible: (Asked & { removal: Removal })[] = [];
  for (const one of asked) {
    const removal = await findRemoval(state.db, one.decision.id);
    const why = removal === undefined ? fact("review_row.removal_gone", {}) : obstacle(removal, one, options);
    if (removal !== undefined && isOurs(removal, one.decision))
      result.before.push({ ...one.place, why: inTurn(fact("review_row.imported_before", {}), alreadyDecided(removal)) });
    else if (why !== null) result.refused.push({ ...one.place, why });
    else if (removal !== undefined) possible.push({ ...one, removal });
  }
  for (const [job, ofJob] of Map.groupBy(possible, ({ removal }) => removal.job)) {
    let policy: Policy;
    try {
      policy = await options.policyOf(job);
    } catch (error) {
      // The errors of a job file name paths of the server, and a reviewer cannot correct them.
      if (error instanceof Problem && isOfFile(error))
        result.refused.push(...ofJob.map(({ place }) => ({ ...place, why: fact("review_row.job_unusable", { job }) })));
      else refuseAll(ofJob, error, result);
      continue;
    }
    const approved = ofJob.filter(({ decision }) => decision.verdict === "approved").map(({ removal }) => removal);
    const groups = Map.groupBy(ofJob, ({ decision: { verdict, reason, keepUntil } }) => JSON.stringify([verdict, reason, keepUntil]));
    for (const group of groups.values()) await decideGroup(state, group, approved, policy, by, options, result);
  }
}

/** Decides the rows of one job that share a verdict, a reason and an end date. */
async function decideGroup(
  state: Deciding,
  group: readonly (Asked & { removal: Removal })[],
  together: readonly Removal[],
  policy: Policy,
  by: Decider,
  { now, dryRun }: ImportOptions,
  result: Taken,
): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { verdict, reason, keepUntil } = first.decision;
  const chosen: Chosen[] = group.map(({ removal, decision }) => ({ removal, evidence: decision.evidence }));
  const places = new Map(group.map(({ place, removal }) => [removal.id, place]));
  const placed = ({ id, why }: { id: string; why: Fact }): RefusedRow => ({
    ...(places.get(id) ?? { sheet: "", row: 0, id }),
    why,
  });
  try {
    const request = { verdict, by, reason, keepUntil, ...(verdict === "approved" ? { together } : {}), dryRun: dryRun === true };
    const outcome = await decide(state, chosen, request, policy, now);
    result.decided.push(...outcome.decided);
    result.waiting.push(...outcome.waiting.map(placed));
    result.refused.push(...outcome.refused.map(placed));
  } catch (error) {
    refuseAll(group, error, result);
  }
}

/** Returns whether a problem is about a job file: it is missing, or invalid. */
export function isOfFile(problem: Problem): boolean {
  return problem instanceof ConfigurationProblem || problem.fact.code === "job.not_found" || problem.fact.code === "job.name_twice";
}

/** Counts the refused rows whose decision is neither a known word nor blank. */
export function countUnreadable(refused: readonly RefusedRow[]): number {
  return refused.filter(({ why: { code } }) => code === "review_row.not_a_decision" || code === "review_row.has_formula").length;
}

function refuseAll(rows: readonly Asked[], error: unknown, result: Taken): void {
  if (!(error instanceof Problem)) throw error;
  for (const { place } of rows) result.refused.push({ ...place, why: problemFact(error) });
}

function obstacle(removal: Removal, { row, decision }: Asked, { job }: ImportOptions): Fact | null {
  if (job !== undefined && removal.job !== job) return fact("review_row.of_another_job", { job: removal.job, only: job });
  const other = showsOther(row, removal);
  if (other !== null) return other;
  if (removal.status !== "pending") return alreadyDecided(removal);
  return removal.evidence_digest === decision.evidence ? null : fact("review_row.evidence_changed", {});
}

/** Returns whether a workbook already decided the removal as this row does, on the same evidence. */
function isOurs(removal: Removal, { verdict, reason, evidence }: RowDecision): boolean {
  const statuses = verdict === "approved" ? ["approved", "applied"] : ["rejected"];
  return (
    removal.decided_how === "workbook" &&
    statuses.includes(removal.status) &&
    removal.decision_reason === reason &&
    removal.evidence_digest === evidence
  );
}
