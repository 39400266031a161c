import { t } from "../../reporting/locales/t.ts";
import type { Command } from "commander";
import { decisionText, factsOf, missingGroupsCsv, toMissingGroupJson, type ReportedMissingGroup } from "../../reporting/missing-groups.ts";
import { listMissingGroups } from "../../store/directory/missing-groups.ts";
import { print, printJson } from "../../app/output.ts";
import { plain } from "../../app/view/terminal.ts";
import { withState, type CommonOptions } from "../../app/with-state.ts";
import type { Call } from "../../app/io.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { writeOut } from "../../app/write-out.ts";

interface MissingOptions extends CommonOptions {
  job?: string;
  out?: string;
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
