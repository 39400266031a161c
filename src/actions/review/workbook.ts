import { readFile } from "node:fs/promises";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { FileProblem, type Problem } from "../../domain/problem.ts";
import { factText, englishText, whyJson } from "../../reporting/fact-text.ts";
import { toRemovalJson, type ListedRemoval } from "../../reporting/removals/pending-removals.ts";
import type { RefusedRowJson, RowDecision, RowPlace } from "../../reporting/workbook/rows.ts";
import { countUnreadable, importDecisions, type Imported } from "../../review/workbook-import.ts";
import type { Removal } from "../../store/review/removals.ts";
import { listByIds } from "../../store/review/review-pages.ts";
import { action, help, type Acted, type Context } from "../action.ts";
import { flag, option, optionalText } from "../input.ts";
import { InputProblem } from "../refusals.ts";
import type { GivenFile, NotApplied } from "../work.ts";
import { applied, decidedFact } from "./decide.ts";
import { lineOf } from "./outcome.ts";

/** A removal with the decision of its row. */
export type DecidedRow = ListedRemoval & Partial<Pick<RowDecision, "verdict">>;

/** The result of an import, row by row. */
export interface ShownImport {
  dry_run: boolean;
  made_at: string;
  rows: number;
  left: number;
  /** Refused rows whose decision cannot be read. */
  unreadable: number;
  decided: DecidedRow[];
  waiting: RefusedRowJson[];
  before: RefusedRowJson[];
  refused: RefusedRowJson[];
  /** Reasons why decisions cannot be applied at once; the decisions are kept. */
  remarks: string[];
  not_applied: { id: string; why: string }[];
}

const MAX_WORKBOOK_BYTES = 25 << 20;

async function bytesOf(file: GivenFile | null): Promise<Buffer> {
  if (file === null)
    throw new InputProblem(fact("usage.workbook_is_missing", {}), { field: "file", next: fact("advice.choose_workbook", {}) });
  try {
    return await readFile(file.path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (code === "ENOENT") throw new FileProblem("file_not_found", fact("usage.workbook_does_not_exist", { file: file.name }));
    throw new FileProblem("unreadable", fact("usage.workbook_is_unreadable", { file: file.name, code }));
  }
}

/** The decisions of a workbook that Rollcall made. */
export const importWorkbook = action(
  "/review/workbook",
  "decide",
  {
    job: option(optionalText, "--job <job>", "only decisions of this job: its name or file"),
    dry_run: option(flag, "--dry-run", "only show what would be decided"),
  },
  async (context, input): Promise<Acted<ShownImport>> => {
    const { state, by, work, now, file = null } = context;
    const bytes = await bytesOf(file);
    const job = (await work.namedJob()) ?? input.job;
    const options = { policyOf: (name: string) => work.policy(name), now: now(), dryRun: input.dry_run, ...(job === null ? {} : { job }) };
    const imported = await importDecisions(state, bytes, { ...by, via: "workbook" }, options);
    const result = { notApplied: new Array<NotApplied>(), problems: new Array<Problem>() };
    const approved = input.dry_run ? [] : imported.decided.filter(({ status }) => status === "approved");
    for (const [name, theirs] of Map.groupBy(approved, (removal) => removal.job)) await applied(context, name, theirs, result);
    return importedOf(context, imported, result, input.dry_run);
  },
  {
    command: help(
      "review import <file>",
      "import the decisions of a workbook made by `review export`; approved removals are applied immediately",
      'review import pending.xlsx --reviewer "Ana Ruiz"',
      "review import pending.xlsx --dry-run",
    ),
    upload: { bytes: MAX_WORKBOOK_BYTES },
  },
);

async function importedOf(
  { state }: Context,
  { madeAt: made_at, rows, left, waiting, before, refused, verdicts, decided }: Imported,
  { notApplied, problems }: { notApplied: NotApplied[]; problems: Problem[] },
  dryRun: boolean,
): Promise<Acted<ShownImport>> {
  const ids = decided.map(({ id }) => id);
  const stored = new Map((await listByIds(state.db, ids)).map((removal) => [removal.id, removal]));
  const now = decided.map((removal) => stored.get(removal.id) ?? removal);
  const counts = {
    n: decided.length,
    waiting: waiting.length,
    before: before.length,
    refused: refused.length,
    left: left.length,
    unreadable: countUnreadable(refused),
  };
  const rowLine = ({ id, sheet, row }: RowPlace, said: Fact): Fact =>
    fact("review.row_line", { removal: id ?? "?", sheet, row: String(row), said });
  return {
    json: {
      dry_run: dryRun,
      made_at,
      rows,
      left: left.length,
      unreadable: countUnreadable(refused),
      decided: now.map((removal) => {
        const { verdict, keepUntil = null } = verdicts.get(removal.id) ?? {};
        return { ...toRemovalJson(removal), ...(verdict === undefined ? {} : { verdict }), keep_until: keepUntil?.toISOString() ?? null };
      }),
      waiting: waiting.map(whyJson),
      before: before.map(whyJson),
      refused: refused.map(whyJson),
      remarks: [...new Set(notApplied.map(({ why }) => factText(why)))],
      not_applied: notApplied.map(({ id, why }) => ({ id, why: englishText(why) })),
    },
    facts: [
      ...now.map((removal) => lineOf(removal.id, becomes(removal, verdicts.get(removal.id), dryRun))),
      ...(dryRun ? left.map((row) => rowLine(row, fact("review.stays_pending", {}))) : []),
      ...waiting.map((row) => rowLine(row, fact("review.needs_second_reviewer", { why: row.why }))),
      ...before.map((row) => rowLine(row, row.why)),
      ...notApplied.map(({ id, why }) => lineOf(id, fact("review.is_not_applied", { why }))),
      ...refused.map((row) => rowLine(row, fact("review.is_refused", { why: row.why }))),
      fact(dryRun ? "review.would_be_imported" : "review.imported", counts),
    ],
    partly: refused.length + waiting.length + notApplied.length > 0,
    problems,
  };
}

function becomes(removal: Removal, meant: Pick<RowDecision, "verdict" | "keepUntil"> | undefined, dryRun: boolean): Fact {
  if (!dryRun) return decidedFact(removal, removal.status === "rejected" ? "rejected" : "approved");
  const { name, key, group_path: group } = removal;
  const until = meant?.keepUntil;
  const kept = until ? fact("review.would_be_kept_until", { date: until.toISOString().slice(0, 10) }) : fact("review.would_be_kept", {});
  return fact("removal.is_changed", { name, key, group, said: meant?.verdict === "approved" ? fact("review.would_be_removed", {}) : kept });
}
