import type { Command } from "commander";
import { UsageProblem } from "../../model/problem.ts";
import { circumstancesOf } from "../../review/evidence.ts";
import { byCause, listed } from "../../review/removals.ts";
import type { Stakes } from "../../run/stakes.ts";
import { stakesReader } from "../../run/stakes.ts";
import { findRemoval, listRemovals, type Removal } from "../../store/removals.ts";
import type { RemovalStatus } from "../../store/schema.ts";
import type { State } from "../../store/state.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { reportProgress } from "../progress.ts";
import { decideCommand, jobFileOf, type DecideOptions } from "../review/decide.ts";
import { commentCommand, endExceptionCommand, exceptionsCommand, handOverCommand, undoCommand, type TalkOptions } from "../review/talk.ts";
import { removalText } from "../view/removal.ts";
import { causesText } from "../view/tables.ts";
import { loadConfiguration, withOpenJob, withState, type CommonOptions } from "../wire.ts";
import { addWorkbook } from "./review-export.ts";
import type { Call } from "../io.ts";

interface ReviewOptions extends CommonOptions {
  job?: string;
  status?: string;
  stakes?: boolean;
}

const statuses: readonly RemovalStatus[] = ["pending", "approved", "rejected", "applied", "superseded", "expired"];

/** `rollcall review …` */
export function addReview(io: Call, program: Command): void {
  const review = program.command("review").description("the removals that wait for a decision: list, show, approve, reject, hand over");
  withExamples(
    withCommonOptions(
      review
        .command("list")
        .description("what is pending, by cause")
        .option("--job <name>", "of this job only")
        .option("--status <status>", `one of ${statuses.join(", ")}, or all`, "pending"),
    ).action((options: ReviewOptions) => listCommand(io, options)),
    "rollcall review list",
    "rollcall review list --status rejected --json",
  );
  withExamples(
    withCommonOptions(
      review
        .command("show <id>")
        .description("one removal with its evidence")
        .option("--stakes", "ask the service what the person would lose with the group")
        .option("--job <job>", "the job's file, when it is not where the run found it"),
    ).action((id: string, options: ReviewOptions) => showCommand(io, id, options)),
    "rollcall review show R-7k2mwqp",
    "rollcall review show R-7k2mwqp --stakes",
  );
  addDecisions(io, review);
  addTalk(io, review);
  addExceptions(io, review);
  addWorkbook(io, review);
}

const reviewer = ["--reviewer <name>", "who decides (default: the user of the operating system; ROLLCALL_TOKEN proves it)"] as const;

function addDecisions(io: Call, review: Command): void {
  for (const [name, verdict, what] of [
    ["approve", "approved", "let memberships be removed; carried out at once"],
    ["reject", "rejected", "keep memberships, until a date or until the evidence changes"],
  ] as const) {
    const command = review
      .command(`${name} [ids...]`)
      .description(what)
      .option("--cause <id...>", "all pending removals of these causes")
      .option("--reason <text>", "why: it goes into the audit trail", "")
      .option(...reviewer)
      .option("--job <job>", "the job's file, when it is not where the run found it");
    if (verdict === "rejected") command.option("--until <date>", "keep them until this day, such as 2027-01-31; then they ask again");
    withExamples(
      withCommonOptions(command).action((ids: string[], options: DecideOptions) => decideCommand(io, ids, options, verdict)),
      `rollcall review ${name} R-7k2mwqp --reason "Moved to Finance in April"`,
      `rollcall review ${name} R-7k2mwqp@1f2e3d4c --reason "…"      # only on the evidence that \`show\` named`,
      `rollcall review ${name} --cause C-1f2e3d4c --reason "The department was renamed" --reviewer "Ana Ruiz"`,
      ...(verdict === "rejected" ? ['rollcall review reject R-7k2mwqp --until 2027-01-31 --reason "Stays in the project"'] : []),
    );
  }
}

function addTalk(io: Call, review: Command): void {
  withExamples(
    withCommonOptions(
      review
        .command("undo <ids...>")
        .description("take approvals back that have not been sent yet")
        .option("--reason <text>", "why", "")
        .option(...reviewer),
    ).action((ids: string[], options: TalkOptions) => undoCommand(io, ids, options)),
    'rollcall review undo R-7k2mwqp --reason "Wrong person"',
  );
  withExamples(
    withCommonOptions(
      review
        .command("hand-over <ids...>")
        .description("ask somebody else to decide")
        .requiredOption("--to <name>", "whom")
        .requiredOption("--comment <text>", "what there is to say")
        .option(...reviewer),
    ).action((ids: string[], options: TalkOptions) => handOverCommand(io, ids, options)),
    'rollcall review hand-over R-7k2mwqp --to "Jon Aranda" --comment "Is she still on your project?"',
  );
  withExamples(
    withCommonOptions(
      review
        .command("comment <ids...>")
        .description("write a remark beside removals")
        .requiredOption("--comment <text>", "what there is to say")
        .option(...reviewer),
    ).action((ids: string[], options: TalkOptions) => commentCommand(io, ids, options)),
    'rollcall review comment R-7k2mwqp --comment "Asked HR on Monday"',
  );
}

function addExceptions(io: Call, review: Command): void {
  const exceptions = review
    .command("exceptions")
    .description("what is kept although the rules no longer give it: by whom, why, until when")
    .option("--job <name>", "of this job only");
  withExamples(
    withCommonOptions(exceptions).action((options: TalkOptions) => exceptionsCommand(io, options)),
    "rollcall review exceptions",
    'rollcall review exceptions end R-7k2mwqp --reason "The project is over"',
  );
  withExamples(
    withCommonOptions(
      exceptions
        .command("end <id>")
        .description("let a removal ask again")
        .option("--reason <text>", "why", "")
        .option(...reviewer),
    ).action((id: string, _options: TalkOptions, command: Command) => endExceptionCommand(io, id, command.optsWithGlobals<TalkOptions>())),
    'rollcall review exceptions end X-1f2e3d4c5b --reason "The project is over"',
  );
}

async function listCommand(io: Call, options: ReviewOptions): Promise<void> {
  const status = options.status ?? "pending";
  if (status !== "all" && !statuses.includes(status as RemovalStatus)) {
    throw new UsageProblem(`--status takes one of ${statuses.join(", ")}, or all, not ${status}.`);
  }
  await withState(io, options, async ({ db }) => {
    const removals = await listRemovals(db, {
      ...(options.job === undefined ? {} : { job: options.job }),
      ...(status === "all" ? {} : { status: [status as RemovalStatus] }),
    });
    if (options.json === true) printJson(io, removals.map(listed));
    else print(io, removals.length === 0 ? "Nothing waits for a decision." : causesText(io, byCause(removals)));
    if (options.json === true || status !== "pending") return;
    const approved = await listRemovals(db, { ...(options.job === undefined ? {} : { job: options.job }), status: ["approved"] });
    if (approved.length > 0) {
      print(
        io,
        `\n${approved.length} approved removals are not carried out yet: rollcall review list --status approved. The next run tries again.`,
      );
    }
  });
}

async function showCommand(io: Call, id: string, options: ReviewOptions): Promise<void> {
  await withState(io, options, async (state) => {
    const { db } = state;
    if (id.startsWith("C-")) return showCause(io, state, id, options);
    const removal = await findRemoval(db, id);
    if (removal === undefined) throw new UsageProblem(`There is no removal ${id}.`, "`rollcall review list` shows what is pending.");
    const beside = await circumstancesOf(db, removal);
    const stakes = options.stakes === true ? await stakesOf(io, state, removal, options) : null;
    if (options.json === true)
      printJson(io, {
        ...listed(removal),
        evidence: removal.evidence,
        decided_by: removal.decided_by,
        decided_at: removal.decided_at,
        decided_how: removal.decided_how,
        decision_reason: removal.decision_reason,
        outcome: removal.outcome,
        other_groups: beside.otherGroups,
        approvals: beside.approvals,
        remarks: beside.remarks,
        earlier: beside.earlier.map(listed),
        ...(stakes === null ? {} : { stakes }),
      });
    else print(io, removalText(io, removal, beside, stakes));
  });
}

/** A cause with all of its people, also those that were decided already. */
async function showCause(io: Call, { db }: State, id: string, options: ReviewOptions): Promise<void> {
  if (options.stakes === true)
    throw new UsageProblem("--stakes asks about one removal, and this is a cause.", `\`rollcall review show ${id}\` lists its removals.`);
  const removals = await listRemovals(db, { cause: id, ...(options.job === undefined ? {} : { job: options.job }) });
  const [cause] = byCause(removals);
  if (cause === undefined) throw new UsageProblem(`There is no cause ${id}.`, "`rollcall review list` shows what is pending.");
  if (options.json === true) {
    const { kind, text, sentence, group, gains, alias } = cause;
    printJson(io, { cause: id, kind, text, sentence, group, gains, alias, removals: removals.map(listed) });
  } else print(io, causesText(io, [cause], Number.POSITIVE_INFINITY));
}

async function stakesOf(io: Call, state: State, removal: Removal, options: ReviewOptions): Promise<Stakes> {
  const { job, mapping } = await loadConfiguration(io, options.job ?? (await jobFileOf(state, removal)));
  const progress = reportProgress(io, options.quiet === true);
  return withOpenJob(io, state, job, mapping, progress, async ({ session, connect }) =>
    stakesReader((await connect()).client, session.now)(removal.user_id, removal.group_id),
  );
}
