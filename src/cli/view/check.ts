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
import type { ExitCode } from "../../domain/problem.ts";
import { t, type Message } from "../../reporting/locales/t.ts";
import { some } from "./some.ts";
import { noteText, rejectLine } from "../../app/view/run.ts";
import { Page, plain } from "../../app/view/terminal.ts";
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
export function checkText(io: Call, checked: Checked, exit: ExitCode): string {
  const { counts } = checked;
  const { findings } = checked.service;
  const rowOf = (row: number): string => rowText(row, checked.files.map(fileName));
  const page = new Page(io);
  page.title(t("common.job_named", { job: checked.job }));
  page.lines([
    `  ${t("check.configuration_valid", { mapping: checked.mapping })}`,
    `  ${t("check.file_usable", { file: checked.file, n: checked.rows, usable: checked.usable })}`,
    ...(counts.duplicates === 0 ? [] : [`  ${t("check.duplicate_rows", { n: counts.duplicates })}`]),
    ...(checked.pilot === null ? [] : pilotSentences(checked.pilot).map((sentence) => `  ${plain(sentence)}`)),
    `  ${t("check.joiners", { n: checked.joiners })}`,
  ]);
  page.part(t("check.environment"), checked.environment.map(originText));
  page.part(
    t("setup.people_would_sent"),
    checked.first.flatMap((person, n) => personLines(person, rowOf(person.row), n < MAX_FULL_PEOPLE)),
  );
  page.part(
    t("overview.rejected_rows"),
    some(
      oncePerCell(checked.rejects).map(({ row, column, message, code }) =>
        rejectLine(t("runs.row_row", { row: rowOf(row) }), column, message, code),
      ),
      undefined,
      checked.rejectsNotListed === 0 ? undefined : t("common.json_lists_first", { n: checked.rejects.length }),
      checked.rejectsNotListed,
    ),
  );
  page.part(
    t("identities.blocked_people"),
    checked.held.map((held) => heldLine(held, rowOf)),
    "yellow",
  );
  page.part(t("runs.notes"), some(checked.notes.map((note) => noteText({ ...note, examples: note.examples.map(rowOf) }))));
  page.part(t("check.values_compared"), checked.tables.flatMap(tableLines));
  page.part(t("check.other_columns"), checked.columns.flatMap(columnLines));
  page.part(t("check.without_effect"), idleLines(checked.rules, checked.withoutGroup, rowOf), "yellow");
  if (checked.groupsNotChecked > 0) page.line(`  ${t("check.memberships_unchecked", { n: checked.groupsNotChecked })}`);

  const withVerdict = (verdict: Verdict): ReportedFinding[] => findings.filter((finding) => finding.verdict === verdict);
  page.part(t("check.service_fits", { url: checked.service.url }), withVerdict("fits").flatMap(findingText));
  page.part(t("setup.please_check"), withVerdict("look").flatMap(findingText), "yellow");
  page.part(t("operation.problem"), withVerdict("fails").flatMap(findingText), "red");
  for (const [reason, skipped = []] of Object.entries(Object.groupBy(withVerdict("skipped"), ({ found }) => found)))
    page.part(reason.replace(/\.$/, ""), [`  ${skipped.map(({ what }) => t(TITLES[what])).join(", ")}`]);
  // Irrelevant as long as the service fails.
  const later = withVerdict("fails").length === 0 ? withVerdict("unknown").map(titleOf) : [];
  page.part(t("check.known_later"), later.length === 0 ? [] : [`  ${t("check.known_later_points", { points: later.join(", ") })}`]);
  page.part(t("check.exit_means", { exit: String(exit) }), [
    `  ${t("check.exit_meaning", { exit: String(exit), rejected: checked.rejected > 0 ? "yes" : "no" })}`,
  ]);
  return page.text();
}

/** An address that is also the username is wrong once. The later field is the address itself. */
function oncePerCell(rejects: Checked["rejects"]): Checked["rejects"] {
  return [...new Map(rejects.map((one) => [JSON.stringify([one.row, one.column, one.code]), one])).values()];
}

function heldLine({ people, reason, code, examples }: FileChecked["held"][number], rowOf: (row: number) => string): string {
  const rows = examples.slice(0, 5).map(rowOf).join(", ");
  return `  ${plain(t("check.blocked_people", { n: people, code, rows, reason }))}`;
}

function originText(origin: Origin): string {
  const from =
    origin.from === "file"
      ? t("check.variable_in_file", { file: plain(origin.file) })
      : t(origin.from === "variable" ? "check.variable_itself" : "check.variable_unset");
  return `  ${t("history.name_value", { name: origin.name, value: from })}`;
}

const TITLES = {
  connection: "shell.connection",
  token: "users.token",
  groups: "identities.groups",
  lists: "check.subject_lists",
  tree: "check.subject_tree",
  members: "check.subject_members",
  rules: "setup.rules",
  accounts: "check.subject_accounts",
  subscriptions: "check.subject_subscriptions",
  dialect: "check.subject_dialect",
  usernames: "check.subject_usernames",
  pgp_keys: "check.subject_pgp_keys",
} as const satisfies Record<Finding["what"], Message>;
const LABEL_WIDTH = 17;

function titleOf({ what, settings = [] }: ReportedFinding): string {
  return (what === "dialect" ? settings[0]?.split(".").at(-1) : undefined) ?? t(TITLES[what]);
}

function findingText(finding: ReportedFinding): string[] {
  const { found, examples = [], settings = [], advice = "" } = finding;
  const named = settings
    .map((setting) => (setting.startsWith("mapping: ") ? t("check.key_in_mapping", { key: setting.slice("mapping: ".length) }) : setting))
    .join(", ");
  const change = named === "" ? advice : `${t("check.settings", { n: settings.length, settings: named })} ${advice}`;
  const [first = "", ...rest] = [...wrapped(found), ...examples.map((example) => `- ${example}`), ...wrapped(change.trimEnd())];
  return [`  ${titleOf(finding).padEnd(LABEL_WIDTH - 2)}${first}`, ...rest.map((line) => `${" ".repeat(LABEL_WIDTH)}${line}`)];
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
