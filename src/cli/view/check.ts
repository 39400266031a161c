import { styleText } from "node:util";
import type { FileChecked } from "../../run/check/file.ts";
import type { Finding, Verdict } from "../../run/check/finding.ts";
import type { RuleGroups } from "../../run/check/groups.ts";
import type { ServiceChecked } from "../../run/check/service.ts";

/** Everything that can be known before a run, as `check --json` prints it. */
export interface Checked extends Pick<FileChecked, "file" | "rows" | "usable" | "rejects" | "notes" | "first"> {
  job: string;
  mapping: string;
  /** How many people a run would make an account for. */
  joiners: number;
  service: Omit<ServiceChecked, "rules">;
  /** Groups that rules give to somebody and the service does not have, with how many people; `null`: not known. */
  missingGroups: RuleGroups["missing"] | null;
  ambiguousGroups: RuleGroups["ambiguous"] | null;
}

const SHOWN = 20;
const WIDTH = 100;

/** What `check` found, for a person: the file, then of the service what is well, what to look at and what fails. */
export function checkText(checked: Checked): string {
  const { findings } = checked.service;
  const count = (n: number): string => n.toLocaleString("en");
  const lines = [
    bold(`Job ${checked.job}`),
    `  Configuration: sound. Mapping ${checked.mapping}.`,
    `  File: ${checked.file}, ${count(checked.rows)} rows, ${count(checked.usable)} of them usable.`,
    `  People without an account, for whom a run would make one: ${count(checked.joiners)}.`,
  ];
  const part = (title: string, found: readonly string[], style = bold): void => {
    if (found.length > 0) lines.push("", style(title), ...found);
  };
  const listed = (all: readonly string[]): string[] => {
    const more = all.length > SHOWN ? [`  … and ${count(all.length - SHOWN)} more; --json lists them all`] : [];
    return [...all.slice(0, SHOWN).map((line) => `  ${line}`), ...more];
  };
  part(
    "The first people as they would be",
    checked.first.map(
      ({ row, key, name, active, groups }) =>
        `  row ${row}: ${key} ${name}${active === false ? ", has left" : active === "unknown" ? ", status unknown" : ""}: ${groups.join(", ") || "no group"}`,
    ),
  );
  part(
    "Rejected rows",
    listed(
      checked.rejects.map(({ row, column, message, code }) => `row ${row}${column === null ? "" : `, ${column}`}: ${message} (${code})`),
    ),
  );
  part("Remarks", listed(checked.notes.map((note) => `${note.message} (${note.rows} rows)`)));

  const those = (verdict: Verdict): Finding[] => findings.filter((finding) => finding.verdict === verdict);
  part(`The service ${checked.service.url}: what fits`, those("fits").flatMap(findingText));
  part("Worth a look", those("look").flatMap(findingText), (text) => styleText(["bold", "yellow"], text, { stream: process.stdout }));
  part("Doesn't work", those("fails").flatMap(findingText), (text) => styleText(["bold", "red"], text, { stream: process.stdout }));
  for (const [reason, skipped = []] of Object.entries(Object.groupBy(those("skipped"), ({ found }) => found)))
    part(reason.replace(/\.$/, ""), [`  ${skipped.map(({ what }) => TITLES[what].toLowerCase()).join(", ")}`]);
  // Somebody with a service that cannot be asked has other worries.
  if (those("fails").length === 0) part("What only the first run will show", those("unknown").flatMap(findingText));
  return lines.join("\n");
}

function bold(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
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
