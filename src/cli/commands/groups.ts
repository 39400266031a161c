import { t } from "../../reporting/locales/t.ts";
import type { Command } from "commander";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { decisionText, factsOf, missingGroupsCsv, toMissingGroupJson, type ReportedMissingGroup } from "../../reporting/missing-groups.ts";
import { decideMissingGroup, type MissingGroupDecision } from "../../review/missing-groups.ts";
import { findMissingGroup, listMissingGroups } from "../../store/directory/missing-groups.ts";
import { print, printJson } from "../../app/output.ts";
import { plain } from "../../app/view/terminal.ts";
import { withState, type CommonOptions } from "../../app/with-state.ts";
import type { Call } from "../../app/io.ts";
import { reviewer, withCommonOptions, withExamples } from "../options.ts";
import { whoActs } from "../proven-actor.ts";
import { writeOut } from "../../app/write-out.ts";

interface MissingOptions extends CommonOptions {
  job?: string;
  out?: string;
}

interface DecisionOptions extends CommonOptions {
  reason?: string;
  reviewer?: string;
}

interface ApproveOptions extends DecisionOptions {
  create?: boolean;
  alias?: string;
}

/** `rollcall groups …` */
export function addGroups(io: Call, groups: Command): void {
  withExamples(
    withCommonOptions(
      groups
        .command("missing")
        .description("list groups that rules assign and the service doesn't have, with the people who wait for them")
        .option("--job <name>", "only this job")
        .option("--out <file>", "write the list to a CSV file, to pass on"),
    ).action((options: MissingOptions) => missingCommand(io, options)),
    "rollcall groups missing",
    "rollcall groups missing --job nightly --out missing-groups.csv",
  );
  withExamples(
    withCommonOptions(
      groups
        .command("approve <ids...>")
        .description("decide on missing groups: the next run creates them, or they are other names of an existing group")
        .option("--create", "create each group, with its missing parents")
        .option("--alias <group>", "it is another name of this existing group (path or id); prints the line to add to the mapping")
        .option("--reason <text>", "why, for the audit trail; required", "")
        .option(...reviewer),
    ).action((ids: string[], options: ApproveOptions) => decide(io, ids, decisionOf(options), options)),
    'rollcall groups approve G-1f2e3d4c G-2b3c4d5e --create --reason "New sites, open in May"',
    'rollcall groups approve G-1f2e3d4c --alias HR/Sites/Madrid --reason "A typing error"',
    'rollcall groups approve G-1f2e3d4c@9fccf042 --create --reason "…"      # only if the group is as `missing --json` printed it',
  );
  addDecision(io, groups, {
    what: "dismiss",
    description: "dismiss missing groups that are not needed, until more people wait for them",
    reason: "One test account",
  });
  addDecision(io, groups, { what: "reopen", description: "ask for a decision on dismissed groups again", reason: "The team exists now" });
}

/** Adds a command that takes a decision without a choice. */
function addDecision(
  io: Call,
  groups: Command,
  { what, description, reason }: { what: "dismiss" | "reopen"; description: string; reason: string },
): void {
  withExamples(
    withCommonOptions(
      groups
        .command(`${what} <ids...>`)
        .description(description)
        .option("--reason <text>", "why, for the audit trail; required", "")
        .option(...reviewer),
    ).action((ids: string[], options: DecisionOptions) => decide(io, ids, { what }, options)),
    `rollcall groups ${what} G-1f2e3d4c --reason "${reason}"`,
  );
}

async function missingCommand(io: Call, options: MissingOptions): Promise<void> {
  await withState(io, options, async ({ db }) => {
    const groups = (await listMissingGroups(db, options.job)).map(toMissingGroupJson);
    const file = options.out === undefined ? null : await writeOut(io, options.out, missingGroupsCsv(groups));
    if (options.json === true) printJson(io, groups);
    else if (file !== null)
      print(io, t("history.name_value", { name: file, value: t("missing_groups.missing_groups_2", { n: groups.length }) }));
    else print(io, groups.length === 0 ? t("missing_groups.no_missing_groups") : missingText(groups));
  });
}

function missingText(groups: readonly ReportedMissingGroup[]): string {
  const blocks = groups.map((group) => [
    `${group.id}  ${t("missing_groups.people_wait", { group: group.group, n: group.people })} (${group.job})`,
    ...factsOf(group).map((sentence) => `    ${sentence}`),
    ...group.rules.map(({ rule, at }) => `    ${t("compare.rule_named", { rule })} (${at})`),
    ...decisionLines(group),
  ]);
  const open = groups.filter(({ decision }) => decision === null);
  const how = open.some(({ creatable }) => creatable) ? "--create (or --alias GROUP)" : "--alias GROUP";
  const next = open.length === 0 ? [] : ["", t("missing_groups.decide_with", { choice: how })];
  return [...blocks.flat(), ...next].map(plain).join("\n");
}

function decisionLines(group: ReportedMissingGroup): string[] {
  const { decision, mapping_line: line } = group;
  if (decision === null) return [];
  return [`    ${decisionText(group)}`, ...(line === null ? [] : [`        ${line}`])];
}

/**
 * Decides on one group after the other; the first one that is refused ends the command, and those before it are decided.
 * @param named ids of missing groups, each with `@` and the beginning of its digest if only these facts count
 */
async function decide(io: Call, named: readonly string[], decision: MissingGroupDecision, options: DecisionOptions): Promise<void> {
  await withState(io, options, async (state) => {
    const now = io.now();
    const by = await whoActs(io, state, options.reviewer, "decide", now);
    const decided: ReportedMissingGroup[] = [];
    try {
      for (const name of named) {
        const [id = "", evidence] = name.split("@", 2);
        await decideMissingGroup(state, id, decision, { by, reason: options.reason ?? "", evidence: evidence ?? null, now });
        const stored = await findMissingGroup(state.db, id);
        if (stored !== undefined) decided.push(toMissingGroupJson(stored));
      }
    } finally {
      if (options.json === true) printJson(io, decided);
      else for (const group of decided) print(io, decidedText(group));
    }
  });
}

function decisionOf({ create, alias }: ApproveOptions): MissingGroupDecision {
  if ((create === true) === (alias !== undefined))
    throw new UsageProblem(fact("usage.needs_exactly_one", { options: ["--create", "--alias GROUP"] }));
  return alias === undefined ? { what: "create" } : { what: "alias", group: alias };
}

function decidedText(missing: ReportedMissingGroup): string {
  const { group, decision, mapping_line: line } = missing;
  if (decision === null) return plain(t("history.name_value", { name: group, value: t("missing_groups.group_needs_decision") }));
  const saved =
    decision.what === "dismiss"
      ? t("missing_groups.decision_saved_group")
      : line === null
        ? t("missing_groups.decision_saved_next")
        : t("missing_groups.decision_saved_nothing");
  return [t("history.name_value", { name: group, value: saved }), ...(line === null ? [] : [`    ${line}`])].map(plain).join("\n");
}
