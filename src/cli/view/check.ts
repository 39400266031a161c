import type { Origin } from "../../config/secret-files.ts";
import { rowText } from "../../model/record.ts";
import { fileName } from "../../review/words.ts";
import type { FileChecked } from "../../run/check/file.ts";
import type { Finding, Verdict } from "../../run/check/finding.ts";
import type { RuleGroups } from "../../run/check/groups.ts";
import type { ServiceChecked } from "../../run/check/service.ts";
import { columnLines, idleLines, personLines, tableLines } from "./check-file.ts";
import { Page, plain, some } from "./terminal.ts";
import type { Call } from "../io.ts";

/** Everything that can be known before a run, as `check --json` prints it. */
export interface Checked extends Omit<FileChecked, "claimed" | "unclaimed" | "joiners"> {
  job: string;
  mapping: string;
  /** How many people a run would make an account for. */
  joiners: number;
  service: Omit<ServiceChecked, "rules">;
  /** Groups that rules give to somebody and the service does not have, with how many people; `null`: not known. */
  missingGroups: RuleGroups["missing"] | null;
  ambiguousGroups: RuleGroups["ambiguous"] | null;
  /** Memberships in groups that were not looked for, because the rules name too many different ones. */
  groupsNotLookedFor: number;
  /** Where the values of the environment come from; never what they are. */
  environment: Origin[];
}

const WIDTH = 100;
/** So many people are shown field by field. */
const WHOLE = 3;

/** What `check` found, for a person: the file, then of the service what is well, what to look at and what fails. */
export function checkText(io: Call, checked: Checked): string {
  const { counts } = checked;
  const { findings } = checked.service;
  const count = (n: number): string => n.toLocaleString("en");
  const rowOf = (row: number): string => rowText(row, checked.files.map(fileName));
  const page = new Page(io);
  page.title(`Job ${checked.job}`);
  page.lines([
    `  Configuration: sound. Mapping ${checked.mapping}.`,
    `  File: ${checked.file}, ${count(checked.rows)} rows, ${count(checked.usable)} of them usable.`,
    ...(counts.duplicates === 0 ? [] : [`  Rows that repeat an identical row, and are counted once: ${count(counts.duplicates)}.`]),
    `  People without an account, for whom a run would make one: ${count(checked.joiners)}.`,
  ]);
  page.part("From the environment", checked.environment.map(originText));
  page.part(
    "The first people as they would be",
    checked.first.flatMap((person, n) => personLines(person, rowOf(person.row), n < WHOLE)),
  );
  page.part(
    "Rejected rows",
    some(
      checked.rejects.map(
        ({ row, column, message, code }) => `row ${rowOf(row)}${column === null ? "" : `, ${column}`}: ${message} (${code})`,
      ),
    ),
  );
  page.part(
    "People who get no change until it is cleared up",
    checked.held.flatMap((held) => heldLines(held, rowOf)),
    "yellow",
  );
  page.part("Remarks", some(checked.notes.map((note) => `${note.message} (${note.rows} rows)`)));
  page.part("What the mapping's values meet in the file", checked.tables.flatMap(tableLines));
  page.part("What else the rules go by", checked.columns.flatMap(columnLines));
  page.part("Rules and people without effect", idleLines(checked.rules, checked.withoutGroup, rowOf), "yellow");
  if (checked.groupsNotLookedFor > 0)
    page.line(`  The rules name too many different groups: ${count(checked.groupsNotLookedFor)} memberships were not looked at.`);

  const those = (verdict: Verdict): Finding[] => findings.filter((finding) => finding.verdict === verdict);
  page.part(`The service ${checked.service.url}: what fits`, those("fits").flatMap(findingText));
  page.part("Worth a look", those("look").flatMap(findingText), "yellow");
  page.part("Doesn't work", those("fails").flatMap(findingText), "red");
  for (const [reason, skipped = []] of Object.entries(Object.groupBy(those("skipped"), ({ found }) => found)))
    page.part(reason.replace(/\.$/, ""), [`  ${skipped.map(({ what }) => TITLES[what].toLowerCase()).join(", ")}`]);
  // Somebody with a service that cannot be asked has other worries.
  if (those("fails").length === 0) page.part("What only the first run will show", those("unknown").flatMap(findingText));
  return page.text();
}

function heldLines({ people, reason, code, examples }: FileChecked["held"][number], rowOf: (row: number) => string): string[] {
  const rows = examples.slice(0, 5).map(rowOf).join(", ");
  return [`  ${people.toLocaleString("en")} (${code}), such as row ${rows}: ${plain(reason)}`];
}

function originText(origin: Origin): string {
  if (origin.from === "file") return `  ${origin.name}: the file ${plain(origin.file)}`;
  return `  ${origin.name}: ${origin.from === "variable" ? "the variable itself" : "not set"}`;
}

const TITLES: Record<Finding["what"], string> = {
  connection: "Connection",
  token: "Token",
  groups: "Groups",
  lists: "Lists",
  tree: "Tree",
  members: "Members",
  rules: "Rules",
  accounts: "Accounts",
  subscriptions: "Subscriptions",
  dialect: "Dialect",
};
const MARGIN = 17;

function findingText({ what, found, examples = [], settings = [], advice = "" }: Finding): string[] {
  const title = what === "dialect" ? (settings[0]?.split(".").at(-1) ?? TITLES[what]) : TITLES[what];
  const named = settings.map((setting) => setting.replace(/^mapping: (.*)/, "$1 in the mapping")).join(", ");
  const change = named === "" ? advice : `Setting${settings.length === 1 ? "" : "s"}: ${named}. ${advice}`;
  const [first = "", ...rest] = [...wrapped(found), ...examples.map((example) => `- ${example}`), ...wrapped(change.trimEnd())];
  return [`  ${title.padEnd(MARGIN - 2)}${first}`, ...rest.map((line) => `${" ".repeat(MARGIN)}${line}`)];
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && MARGIN + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
