import { outcomeOf } from "../../reporting/removals/pending-removals.ts";
import type { Command } from "commander";
import { fact } from "../../domain/facts/fact.ts";
import { oneOf } from "../one-of.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { circumstancesOf } from "../../reporting/removals/evidence.ts";
import { withAdvice } from "../../reporting/removals/advice.ts";
import { byCause, toRemovalJson } from "../../reporting/removals/pending-removals.ts";
import { t } from "../../reporting/locales/t.ts";
import type { RemovalImpact } from "../../reporting/removals/removal-impact.ts";
import { findRemoval, listRemovals, type Removal } from "../../store/review/removals.ts";
import type { RemovalStatus } from "../../store/schema/review.ts";
import type { State } from "../../state/state.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { displayPath, print, printJson } from "../../app/output.ts";
import { reportProgress } from "../../app/progress.ts";
import { countNotInPilot, notInPilot, notInPilotText } from "../../review/pilot.ts";
import { loadJob } from "../../config/job.ts";
import { jobFileOf } from "../review/job-file.ts";
import { exceptionsCommand, type ExceptionsOptions } from "../review/exceptions.ts";
import { lookUpImpact } from "../../app/look-up-impact.ts";
import { removalText } from "../view/removal.ts";
import { countPending } from "../../store/review/pending-counts.ts";
import { pendingText } from "../../reporting/removals/pending-report.ts";
import { causesText } from "../view/causes.ts";
import { loadConfiguration, withOpenJob, withState, type CommonOptions } from "../../app/open-session.ts";
import type { Call } from "../../app/io.ts";
import { exportCommand, type ExportOptions } from "../review/export.ts";

interface ReviewOptions extends CommonOptions {
  job?: string;
  status?: string;
  impact?: boolean;
}

const statuses: readonly RemovalStatus[] = ["pending", "approved", "rejected", "applied", "superseded", "expired"];

/** `rollcall review …` */
export function addReview(io: Call, review: Command): void {
  withExamples(
    withCommonOptions(
      review
        .command("list")
        .description("list pending removals by cause")
        .option("--job <name>", "only this job")
        .option("--status <status>", `one of ${statuses.join(", ")}, or all`, "pending"),
    ).action((options: ReviewOptions) => listCommand(io, options)),
    "rollcall review list",
    "rollcall review list --status rejected --json",
  );
  withExamples(
    withCommonOptions(
      review
        .command("show <id>")
        .description("one removal with its evidence, or a cause with all of its removals")
        .option("--impact", "ask the service what the person would lose with the membership")
        .option("--job <job>", "the job file, if it moved since the run"),
    ).action((id: string, options: ReviewOptions) => showCommand(io, id, options)),
    "rollcall review show R-7k2mwqp",
    "rollcall review show R-7k2mwqp --impact",
    "rollcall review show C-1f2e3d4c",
  );
  addExceptions(io, review);
  addWorkbook(io, review);
}

function addExceptions(io: Call, review: Command): void {
  const exceptions = review
    .command("exceptions")
    .description("memberships that reviewers decided to keep: by whom, why, until when")
    .option("--job <name>", "only this job");
  withExamples(
    withCommonOptions(exceptions).action((options: ExceptionsOptions) => exceptionsCommand(io, options)),
    "rollcall review exceptions",
    'rollcall review exceptions end R-7k2mwqp --reason "The project is over"',
  );
}

async function listCommand(io: Call, options: ReviewOptions): Promise<void> {
  const status = oneOf("--status", [...statuses, "all"], options.status ?? "pending");
  await withState(io, options, async (state) => {
    const { db } = state;
    const removals = await listRemovals(db, {
      ...(options.job === undefined ? {} : { job: options.job }),
      ...(status === "all" ? {} : { status: [status] }),
    });
    const advised = await withAdvice(db, removals, io.now());
    if (options.json === true) printJson(io, await withPilots(io, state, removals, advised));
    else if (removals.length > 0) print(io, causesText(io, byCause(removals), advised));
    else print(io, t("review.state_has_none", { dir: displayPath(io, state.dir) }));
    if (options.json === true || status !== "pending") return;
    if (removals.length > 0) print(io, `\n${pendingText(await countPending(db, options.job ?? null))}`);
    for (const line of await pilotLines(io, state, removals)) print(io, `\n${line}`);
    const approved = await listRemovals(db, { ...(options.job === undefined ? {} : { job: options.job }), status: ["approved"] });
    if (approved.length > 0) {
      print(io, `\n${t("review.approved_not_applied_yet", { n: approved.length })}`);
    }
  });
}

/** Marks the removals that cannot be decided, because their person is not in the pilot of the job. */
async function withPilots<Shown extends { id: string }>(
  io: Call,
  state: State,
  removals: readonly Removal[],
  shown: readonly Shown[],
): Promise<(Shown & { not_in_pilot: boolean })[]> {
  const marked = new Set<string>();
  for (const [name, ofJob] of Map.groupBy(removals, ({ job }) => job)) {
    const loaded = await loadJob(await jobFileOf(state, ofJob[0]), io).catch(() => null);
    if (loaded === null) continue;
    const keys = ofJob.map(({ key }) => key);
    const outside = await notInPilot(state.db, { job: name, policy: loaded.job.policy }, keys);
    for (const { id, key, status } of ofJob) if (outside.has(key) && (status === "pending" || status === "approved")) marked.add(id);
  }
  return shown.map((one) => ({ ...one, not_in_pilot: marked.has(one.id) }));
}

/** Says which jobs are a pilot, so that some of their pending removals cannot be decided. */
async function pilotLines(io: Call, state: State, removals: readonly Removal[]): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, [first]] of Map.groupBy(removals, ({ job }) => job)) {
    const loaded = await loadJob(await jobFileOf(state, first), io).catch(() => null);
    const outside = await countNotInPilot(state.db, name, loaded?.job.policy ?? null);
    if (outside > 0) lines.push(notInPilotText(name, outside));
  }
  return lines;
}

async function showCommand(io: Call, id: string, options: ReviewOptions): Promise<void> {
  await withState(io, options, async (state) => {
    const { db } = state;
    if (id.startsWith("C-")) return showCause(io, state, id, options);
    const removal = await findRemoval(db, id);
    if (removal === undefined)
      throw new UsageProblem(fact("usage.removal_does_not_exist", { removal: id }), fact("advice.list_removals", {}));
    const beside = await circumstancesOf(db, removal);
    const impact = options.impact === true ? await readImpact(io, state, removal, options) : null;
    if (options.json === true)
      printJson(io, {
        ...(await withAdvice(db, [removal], io.now()))[0],
        evidence: removal.evidence,
        decided_by: removal.decided_by,
        decided_at: removal.decided_at,
        decided_how: removal.decided_how,
        decision_reason: removal.decision_reason,
        ...outcomeOf(removal),
        other_groups: beside.otherGroups,
        approvals: beside.approvals,
        remarks: beside.remarks,
        earlier: beside.earlier.map(toRemovalJson),
        ...(impact === null ? {} : { stakes: impact }),
      });
    else print(io, removalText(io, removal, beside, impact));
  });
}

/** Prints a cause with all its people, including those already decided. */
async function showCause(io: Call, { db }: State, id: string, options: ReviewOptions): Promise<void> {
  if (options.impact === true) throw new UsageProblem(fact("usage.impact_needs_removal", {}), fact("advice.show_cause", { cause: id }));
  const removals = await listRemovals(db, { cause: id, ...(options.job === undefined ? {} : { job: options.job }) });
  const [cause] = byCause(removals);
  if (cause === undefined) throw new UsageProblem(fact("usage.cause_does_not_exist", { cause: id }), fact("advice.list_removals", {}));
  const advised = await withAdvice(db, removals, io.now());
  if (options.json === true) {
    const { kind, code, values, text, sentence, group, gains, alias } = cause;
    printJson(io, { cause: id, kind, code, values, text, sentence, group, gains, alias, removals: advised });
  } else print(io, causesText(io, [cause], advised, Number.POSITIVE_INFINITY));
}

async function readImpact(io: Call, state: State, removal: Removal, options: ReviewOptions): Promise<RemovalImpact> {
  const { job, mapping } = await loadConfiguration(io, options.job ?? (await jobFileOf(state, removal)));
  const progress = reportProgress(io, options.quiet === true);
  return withOpenJob(io, state, job, mapping, progress, async ({ session, connect }) =>
    lookUpImpact({ db: state.db, client: (await connect()).client, now: session.now }, removal),
  );
}

/** Adds `review export`, for decisions in a workbook. */
function addWorkbook(io: Call, review: Command): void {
  withExamples(
    withCommonOptions(
      review
        .command("export")
        .description("export pending removals: a workbook to decide in, an HTML page, or JSON")
        .requiredOption("--out <file>", "output file")
        .option("--format <format>", "xlsx, html or json (default: from the file extension)")
        .option("--job <name>", "only this job")
        .option("--language <language>", "language of the file: en, es, de or fr (default: ROLLCALL_LANGUAGE, else en)"),
    ).action((options: ExportOptions) => exportCommand(io, options)),
    "rollcall review export --out pending.xlsx",
    "rollcall review export --job nightly --language es --out pendientes.xlsx",
    "rollcall review export --out pending.html",
  );
}
