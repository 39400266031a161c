import { unknownManager } from "../../domain/header.ts";
import { rowPlace, rowText } from "../../domain/record.ts";
import type { LostGroup, TimelineEvent } from "../../domain/explanation.ts";
import { fileName, moment, viaLabel } from "../../reporting/labels.ts";
import type { Cell, Explanation, FieldOrigin } from "../../domain/explanation.ts";
import { decidedImpactText, decidedItems } from "../../reporting/removals/decided-impact.ts";
import { usernameStepText } from "../../reporting/username-steps.ts";
import { t } from "../../reporting/locales/t.ts";
import { firstOf, some } from "./some.ts";
import { table } from "./tables.ts";
import { Page, short } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";

/** Formats one person: the row, what the mapping makes of it and by which line, and what a run would do. */
export function explanationText(io: Call, explained: Explanation): string {
  const page = new Page(io);
  heading(page, explained);
  page.part(t("history.cells_row"), lined(explained.cells.map((cell) => [cell.column, cellText(cell)])));
  for (const reject of explained.rejects) page.line(t("explanation.rejected", { why: reject.message, code: reject.code }));
  page.part(t("history.mapped_fields"), [
    ...lined(explained.origins.map(originRow)),
    ...activeLine(explained),
    ...explained.notes.map((note) => `  ${t("explanation.note", { note: note.message })}`),
  ]);
  if (explained.usernames !== null)
    page.part(
      `${t("labels.username")} (${explained.usernames.at})`,
      explained.usernames.steps.map((step) => `  ${usernameStepText(step)}`),
    );
  page.part(t("history.what_rules_give"), [...explained.groups.map(groupLine), ...explained.undecided.flatMap(undecidedLines)]);
  page.part(
    t("explanation.other_rules"),
    explained.nothing.map(({ rule, at, cells }) => `  ${t("compare.rule_named", { rule })}, ${at}${because(cells)}`),
  );
  page.part(t("history.service"), inService(explained));
  page.part(t("history.next_run"), outcomeLines(explained));
  page.part(t("explanation.unchanged_in"), unchangedLines(explained));
  page.part(t("explanation.lost_groups"), explained.timeline.lost.flatMap(lostLines));
  page.part(t("history.timeline"), explained.timeline.events.flatMap(eventLines));
  if (explained.timeline.more) page.line(`  ${t("history.older_events_left")}`);
  return page.text();
}

const MAX_UNCHANGED = 10;

function unchangedLines({ unchangedIn }: Explanation): string[] {
  const lines = unchangedIn.map(({ run, at, row, file }) => {
    const place = t("shell.row_row_file", { row: String(rowPlace(row).row), file: fileName(file) });
    return `${moment(at)}  ${place}  ${t("explanation.of_run", { run })}`;
  });
  return some(lines, MAX_UNCHANGED);
}

function lostLines({ answer, cause, approvals, impact, applied_at: at, restored, removal }: LostGroup): string[] {
  const lost = decidedImpactText(impact);
  return [
    `  ${answer}`,
    `    ${cause}`,
    ...approvals.map((one) => `    ${moment(one.at)}  ${one.by}, ${viaLabel(one.via)}: ${t("history.text", { text: one.reason })}`),
    `    ${impact === null ? t("explanation.impact_approved", { impact: lost }) : t("explanation.impact_approved_at", { impact: lost, at: moment(impact.as_of) })}`,
    ...(impact === null ? [] : decidedItems(impact).map((item) => `      ${item}`)),
    ...(at === null ? [] : [`    ${moment(at)}  ${t("explanation.removed", { removal })}`]),
    ...(restored === null
      ? []
      : [`    ${moment(restored.at)}  ${t("explanation.restored", { name: restored.by, run: restored.run, reason: restored.reason })}`]),
  ];
}

function eventLines({ at, text, reason, run, audit }: TimelineEvent): string[] {
  const where = audit !== null ? t("explanation.audit_entry", { n: String(audit) }) : run === null ? "" : t("explanation.of_run", { run });
  const why = reason === null ? [] : [`      ${audit === null ? reason : t("history.text", { text: reason })}`];
  return [`  ${moment(at)}  ${text}  ${where}`.trimEnd(), ...why];
}

function heading(page: Page, { key, rows, row, files: paths, file, conflict, nearestKey }: Explanation): void {
  const files = paths.map(fileName);
  const named = firstOf(
    rows.map((each) => rowText(each, files)),
    20,
  );
  const where =
    rows.length === 0
      ? t("history.no_row_file", { file })
      : files.length > 1
        ? t("runs.row_row", { row: named })
        : t("shell.row_row_file", { row: named, file });
  page.title(`${short(key)}: ${where}`);
  if (nearestKey !== null) page.line(`${t("history.closest_key_key", { key: short(nearestKey) })} ${t("advice.keys_are_text")}`);
  if (!conflict && rows.length > 1 && row !== null) page.line(t("explanation.row_used", { row: rowText(row, files) }));
}

function cellText({ column, value }: Cell): string {
  if (value === null) return `(${t(unknownManager(column) === null ? "history.row_ends_before" : "report.not_known")})`;
  return value === "" ? t("workbook.blank") : short(value);
}

function originRow({ field, at, value, cells, why }: FieldOrigin): string[] {
  const shown = value === null ? t("explanation.unchanged") : value === "" ? t("common.emptied") : short(value);
  const from = cells.length === 0 ? t("explanation.constant") : cells.map(cellOf).join(", ");
  return [field, shown, `${at}, ${from}${why === null ? "" : `: ${why}`}`];
}

function activeLine({ active, activeFrom, origins }: Explanation): string[] {
  if (origins.length === 0 || active === null) return [];
  const from = activeFrom === null ? "" : `  ${activeFrom.at}, ${cellOf(activeFrom)}`;
  return [`  active: ${String(active)}${from}`];
}

function cellOf({ column, value }: Cell): string {
  return `${column} = ${value === null ? "?" : value === "" ? t("workbook.blank") : short(value, 60)}`;
}

function because(cells: readonly Cell[]): string {
  return cells.length === 0 ? "" : `, ${cells.map(cellOf).join(", ")}`;
}

function groupLine({ group, rule, at, known, cells }: Explanation["groups"][number]): string {
  const missing = known ? "" : ` ${t("explanation.not_in_service")}`;
  return `  ${short(group, 200)}${missing}: ${t("compare.rule_named", { rule })}, ${at}${because(cells)}`;
}

function undecidedLines({ rule, at, why, groups }: Explanation["undecided"][number]): string[] {
  const held = groups.length === 0 ? [] : [`    ${firstOf(groups, 5)}`];
  return [`  ${t("history.rule_rule_cannot", { rule: `${rule} (${at})`, why })}`, ...held];
}

function inService({ account, current, readAt }: Explanation): string[] {
  if (account === null) return [`  ${t("explanation.no_account")}`];
  return [
    `  ${t("explanation.account", { account: account.user_id, source: account.source })}`,
    ...current.map(({ group, managed }) => `  ${managed ? group : t("explanation.in_unmanaged_group", { group })}`),
    ...(readAt === null ? [] : [`  ${t("history.memberships", { at: moment(readAt) })}`]),
  ];
}

function outcomeLines({ outcome, next }: Explanation): string[] {
  if (outcome === null) return [`  ${next}`];
  const { action, reason, fields, gains, losses } = outcome;
  return [
    `  ${action.replaceAll("_", " ")}${reason === null ? "" : `: ${reason}`}`,
    ...(reason === null ? [`  ${next}`] : []),
    ...fields.map(
      (field) => `  ${t("history.field", { field: field.field, from: short(field.from ?? t("report.not_known")), to: short(field.to) })}`,
    ),
    ...gains.map((group) => `  + ${t("report.joins_group", { group })}`),
    ...losses.map((group) => `  − ${t("history.leaves_group_after", { group })}`),
  ];
}

function lined(rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : table(rows.map((row) => ["", ...row])).split("\n");
}
