import type { Origin } from "../../config/secret-files.ts";
import { rowText } from "../../domain/record.ts";
import { pilotSentences } from "../../reporting/pilot.ts";
import { fileName } from "../../reporting/labels.ts";
import type { ReportedFinding } from "../../reporting/problem.ts";
import type { FileChecked } from "../../diagnostics/check/file.ts";
import type { Finding, Verdict } from "../../domain/finding.ts";
import type { RuleGroups } from "../../diagnostics/check/groups.ts";
import type { ServiceChecked } from "../../diagnostics/check/service.ts";
import { columnLines, idleLines, personLines, tableLines } from "./check-file.ts";
import { noteText } from "../../app/view/run.ts";
import { Page, plain, some } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";

/** Everything that can be known before a run, as `check --json` prints it. */
export interface Checked extends Omit<FileChecked, "claimed" | "unclaimed" | "joiners" | "older" | "rejects" | "notes"> {
  /** With the facts in English. */
  rejects: (FileChecked["rejects"][number] & { message: string })[];
  notes: (FileChecked["notes"][number] & { message: string })[];
  job: string;
  mapping: string;
  /** How many accounts a run would create. */
  joiners: number;
  service: Omit<ServiceChecked, "rules" | "findings"> & { findings: ReportedFinding[] };
  /** Groups that rules give and the service doesn't have, with the number of people; `null`: unknown. */
  missingGroups: RuleGroups["missing"] | null;
  ambiguousGroups: RuleGroups["ambiguous"] | null;
  /** Memberships in groups that weren't checked, because the rules name too many different groups. */
  groupsNotChecked: number;
  /** Where the values of the environment come from; never what they are. */
  environment: Origin[];
}

const LINE_WIDTH = 100;
/** People shown with all their fields. */
const MAX_FULL_PEOPLE = 3;

/** Formats what `check` found: first the file, then what works in the service, what to look at and what fails. */
export function checkText(io: Call, checked: Checked): string {
  const { counts } = checked;
  const { findings } = checked.service;
  const count = (n: number): string => n.toLocaleString("en");
  const rowOf = (row: number): string => rowText(row, checked.files.map(fileName));
  const page = new Page(io);
  page.title(`Job ${checked.job}`);
  page.lines([
    `  Configuration: valid. Mapping ${checked.mapping}.`,
    `  File: ${checked.file}, ${count(checked.rows)} rows, ${count(checked.usable)} of them usable.`,
    ...(counts.duplicates === 0 ? [] : [`  Duplicate rows, counted once: ${count(counts.duplicates)}.`]),
    ...(checked.pilot === null ? [] : pilotSentences(checked.pilot).map((sentence) => `  ${plain(sentence)}`)),
    `  Accounts that a run would create: ${count(checked.joiners)}.`,
  ]);
  page.part("Environment variables", checked.environment.map(originText));
  page.part(
    "First people, as mapped",
    checked.first.flatMap((person, n) => personLines(person, rowOf(person.row), n < MAX_FULL_PEOPLE)),
  );
  page.part(
    "Rejected rows",
    some(
      checked.rejects.map(
        ({ row, column, message, code }) => `row ${rowOf(row)}${column === null ? "" : `, ${column}`}: ${message} (${code})`,
      ),
      undefined,
      checked.rejectsNotListed === 0 ? undefined : `--json lists the first ${count(checked.rejects.length)}`,
      checked.rejectsNotListed,
    ),
  );
  page.part(
    "Blocked people, who get no change until this is resolved",
    checked.held.flatMap((held) => heldLines(held, rowOf)),
    "yellow",
  );
  page.part("Remarks", some(checked.notes.map((note) => noteText({ ...note, examples: note.examples.map(rowOf) }))));
  page.part("Values of the mapping, compared with the file", checked.tables.flatMap(tableLines));
  page.part("Other columns that the rules use", checked.columns.flatMap(columnLines));
  page.part("Rules and people without effect", idleLines(checked.rules, checked.withoutGroup, rowOf), "yellow");
  if (checked.groupsNotChecked > 0)
    page.line(`  The rules name too many different groups: ${count(checked.groupsNotChecked)} memberships weren't checked.`);

  const withVerdict = (verdict: Verdict): ReportedFinding[] => findings.filter((finding) => finding.verdict === verdict);
  page.part(`The service ${checked.service.url}: OK`, withVerdict("fits").flatMap(findingText));
  page.part("Worth a look", withVerdict("look").flatMap(findingText), "yellow");
  page.part("Doesn't work", withVerdict("fails").flatMap(findingText), "red");
  for (const [reason, skipped = []] of Object.entries(Object.groupBy(withVerdict("skipped"), ({ found }) => found)))
    page.part(reason.replace(/\.$/, ""), [`  ${skipped.map(({ what }) => TITLES[what].toLowerCase()).join(", ")}`]);
  // Irrelevant as long as the service fails.
  if (withVerdict("fails").length === 0) page.part("Known only after the first run", withVerdict("unknown").flatMap(findingText));
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
  usernames: "Usernames",
  pgp_keys: "PGP keys",
};
const LABEL_WIDTH = 17;

function findingText({ what, found, examples = [], settings = [], advice = "" }: ReportedFinding): string[] {
  const title = what === "dialect" ? (settings[0]?.split(".").at(-1) ?? TITLES[what]) : TITLES[what];
  const named = settings.map((setting) => setting.replace(/^mapping: (.*)/, "$1 in the mapping")).join(", ");
  const change = named === "" ? advice : `Setting${settings.length === 1 ? "" : "s"}: ${named}. ${advice}`;
  const [first = "", ...rest] = [...wrapped(found), ...examples.map((example) => `- ${example}`), ...wrapped(change.trimEnd())];
  return [`  ${title.padEnd(LABEL_WIDTH - 2)}${first}`, ...rest.map((line) => `${" ".repeat(LABEL_WIDTH)}${line}`)];
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && LABEL_WIDTH + line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
