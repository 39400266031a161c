import { unknownManager } from "../../domain/header.ts";
import { rowText } from "../../domain/record.ts";
import type { LostGroup, TimelineEvent } from "../../domain/explanation.ts";
import { fileName, moment, viaLabel } from "../../reporting/labels.ts";
import type { Cell, Explanation, FieldOrigin } from "../../domain/explanation.ts";
import { decidedImpactText, decidedItems } from "../../reporting/removals/decided-impact.ts";
import { usernameStepText } from "../../reporting/username-steps.ts";
import { table } from "./tables.ts";
import { Page, short } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";

/** Formats one person: the row, what the mapping makes of it and by which line, and what a run would do. */
export function explanationText(io: Call, explained: Explanation): string {
  const page = new Page(io);
  heading(page, explained);
  page.part("Row", lined(explained.cells.map((cell) => [cell.column, cellText(cell)])));
  for (const reject of explained.rejects)
    page.line(`Rejected: ${reject.message} (${reject.code}). The person keeps all memberships and fields.`);
  page.part("Mapped to", [
    ...lined(explained.origins.map(originRow)),
    ...activeLine(explained),
    ...explained.notes.map((note) => `  Note: ${note.message}`),
  ]);
  if (explained.usernames !== null)
    page.part(
      `Username (${explained.usernames.at})`,
      explained.usernames.steps.map((step) => `  ${usernameStepText(step)}`),
    );
  page.part("Groups from rules", explained.groups.map(groupLine));
  page.part("Undecided rules", explained.undecided.map(undecidedLine));
  page.part(
    "Rules that don't apply",
    explained.nothing.map(({ rule, at, cells }) => `  rule ${rule}, ${at}${because(cells)}`),
  );
  page.part("In the service", inService(explained));
  page.part("What a run would do", outcomeLines(explained));
  page.part("Lost groups", explained.timeline.lost.flatMap(lostLines));
  page.part("Timeline", explained.timeline.events.flatMap(eventLines));
  if (explained.timeline.more) page.line("  Older events are left out; see rollcall audit list --key.");
  return page.text();
}

function lostLines({ answer, cause, approvals, impact, applied_at: at, restored, removal }: LostGroup): string[] {
  return [
    `  ${answer}`,
    `    ${cause}`,
    ...approvals.map((one) => `    ${moment(one.at)}  ${one.by}, ${viaLabel(one.via)}: “${one.reason}”`),
    `    Impact when approved: ${decidedImpactText(impact)}${impact === null ? "" : `, as of ${moment(impact.as_of)}`}`,
    ...(impact === null ? [] : decidedItems(impact).map((item) => `      ${item}`)),
    ...(at === null ? [] : [`    ${moment(at)}  removed, confirmed by the learning service (${removal})`]),
    ...(restored === null ? [] : [`    ${moment(restored.at)}  restored by ${restored.by}, run ${restored.run}: “${restored.reason}”`]),
  ];
}

function eventLines({ at, text, reason, run, audit }: TimelineEvent): string[] {
  const where = audit !== null ? `  (audit ${audit})` : run === null ? "" : `  (run ${run})`;
  return [`  ${moment(at)}  ${text}${where}`, ...(reason === null ? [] : [`      ${audit === null ? reason : `“${reason}”`}`])];
}

function heading(page: Page, { key, rows, row, files: paths, file, conflict, nearestKey }: Explanation): void {
  const files = paths.map(fileName);
  const named = rows.slice(0, 20).map((each) => rowText(each, files));
  const more = rows.length > named.length ? ` and ${rows.length - named.length} more` : "";
  const where = files.length > 1 && rows.length > 0 ? "" : ` of ${file}`;
  page.title(`${short(key)}: ${rows.length === 0 ? "not in any row" : `row ${named.join(", ")}${more}`}${where}`);
  if (nearestKey !== null) page.line(`The nearest key of the file is ${short(nearestKey)}. Keys are text: 00123 and 123 are two people.`);
  if (conflict) page.line("Several rows have this key, and they differ, so all of them are rejected. The first one is shown.");
  else if (rows.length > 1 && row !== null) page.line(`Several rows have this key: row ${rowText(row, files)} is used.`);
}

function cellText({ column, value }: Cell): string {
  if (value === null) return unknownManager(column) === null ? "(the row ends before it)" : "(not known)";
  return value === "" ? "(blank)" : short(value);
}

function originRow({ field, at, value, cells, why }: FieldOrigin): string[] {
  const shown = value === null ? "(unchanged)" : value === "" ? "(emptied)" : short(value);
  const from = cells.length === 0 ? "a constant in the mapping" : cells.map(cellOf).join(", ");
  return [field, shown, `${at}, ${from}${why === null ? "" : `: ${why}`}`];
}

function activeLine({ active, activeFrom, origins }: Explanation): string[] {
  if (origins.length === 0 || active === null) return [];
  const from = activeFrom === null ? "" : `  ${activeFrom.at}, ${cellOf(activeFrom)}`;
  return [`  active: ${String(active)}${from}`];
}

function cellOf({ column, value }: Cell): string {
  return `${column} = ${value === null ? "?" : value === "" ? "(blank)" : short(value, 60)}`;
}

function because(cells: readonly Cell[]): string {
  return cells.length === 0 ? "" : `, ${cells.map(cellOf).join(", ")}`;
}

function groupLine({ group, rule, at, known, cells }: Explanation["groups"][number]): string {
  return `  ${short(group, 200)}${known ? "" : " (not in the service)"}: rule ${rule}, ${at}${because(cells)}`;
}

function undecidedLine({ rule, at, why, groups }: Explanation["undecided"][number]): string {
  const kept = `${groups.slice(0, 5).join(", ")}${groups.length > 5 ? ` and ${groups.length - 5} more` : ""}`;
  return `  Rule ${rule} (${at}) can't be decided, because ${why}. The person keeps its groups: ${kept}`;
}

function inService({ account, current, readAt }: Explanation): string[] {
  if (account === null) return ["  No account is linked."];
  return [
    `  Account ${account.user_id} (${account.source})`,
    ...current.map(({ group, managed }) => `  in ${group}${managed ? "" : "  (not managed by Rollcall)"}`),
    ...(readAt === null ? [] : [`  as of ${readAt}`]),
  ];
}

function outcomeLines({ outcome, next }: Explanation): string[] {
  if (outcome === null) return [`  ${next}`];
  const { action, reason, fields, gains, losses } = outcome;
  return [
    `  ${action.replaceAll("_", " ")}${reason === null ? "" : `: ${reason}`}`,
    ...(reason === null ? [`  ${next}`] : []),
    ...fields.map((field) => `  ${field.field}: ${short(field.from ?? "(unknown)")} → ${short(field.to)}`),
    ...gains.map((group) => `  + ${group}`),
    ...losses.map((group) => `  − ${group}, after a decision`),
  ];
}

function lined(rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : table(rows.map((row) => ["", ...row])).split("\n");
}
