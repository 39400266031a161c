import { styleText } from "node:util";
import type { Reject } from "../../model/record.ts";
import type { CountedNote } from "../../run/notes.ts";

/** Everything that can be known before a run. */
export interface Checked {
  job: string;
  mapping: string;
  file: string;
  rows: number;
  usable: number;
  rejects: Reject[];
  notes: CountedNote[];
  first: { row: number; key: string; name: string; active: boolean | "unknown" | null; groups: string[] }[];
  service: { url: string; groups: number; silentGroups: number; unknownAccounts: number; subscriptions: number };
  /** Groups that rules give to somebody and the service does not have, with how many people. */
  missingGroups: { group: string; people: number }[];
}

/** What `check` found, for a person: what is well, then what is not. */
export function checkText(checked: Checked): string {
  const { service } = checked;
  const lines = [
    styleText("bold", `Job ${checked.job}`, { stream: process.stdout }),
    `  Configuration: sound. Mapping ${checked.mapping}.`,
    `  File: ${checked.file}, ${checked.rows.toLocaleString("en")} rows, ${checked.usable.toLocaleString("en")} of them usable.`,
    `  Service: ${service.url}, ${service.groups} groups, ${service.subscriptions} active subscriptions.`,
  ];
  if (service.silentGroups > 0)
    lines.push(`  ${service.silentGroups} groups do not tell their members: nothing is ever removed from them.`);
  if (service.unknownAccounts > 0) {
    lines.push(
      `  ${service.unknownAccounts} accounts stand in groups and are linked to nobody. A first run that creates accounts is held until they are`,
      "  imported (rollcall identities import) or somebody approves the run.",
    );
  }
  lines.push("", styleText("bold", "The first people as they would be", { stream: process.stdout }));
  for (const person of checked.first) {
    lines.push(
      `  row ${person.row}: ${person.key} ${person.name}${person.active === false ? ", has left" : person.active === "unknown" ? ", status unknown" : ""}: ${person.groups.join(", ") || "no group"}`,
    );
  }
  const part = (title: string, found: string[]): void => {
    if (found.length === 0) return;
    lines.push("", styleText("bold", title, { stream: process.stdout }), ...found.slice(0, 20).map((line) => `  ${line}`));
    if (found.length > 20) lines.push(`  … and ${found.length - 20} more; --json lists them all`);
  };
  part(
    "Groups that the service does not have",
    checked.missingGroups.map(({ group, people }) => `${group}, for ${people} people`),
  );
  part(
    "Rejected rows",
    checked.rejects.map(
      (reject) => `row ${reject.row}${reject.column === null ? "" : `, ${reject.column}`}: ${reject.message} (${reject.code})`,
    ),
  );
  part(
    "Remarks",
    checked.notes.map((note) => `${note.message} (${note.rows} rows)`),
  );
  return lines.join("\n");
}
