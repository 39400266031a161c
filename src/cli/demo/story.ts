import { basename } from "node:path";
import type { ReportData } from "../../reporting/run-report/data.ts";
import { factText } from "../../reporting/fact-text.ts";
import { counted, shellWord } from "../../reporting/labels.ts";
import { runText } from "../../app/view/run.ts";
import type { Scenario } from "./scenario.ts";
import type { Place } from "./place.ts";
import type { Call } from "../../app/io.ts";
import { displayPath, styled } from "../../app/output.ts";

/** The texts of the demo, part by part. */

export function opening(io: Call, place: Place): string {
  return [
    bold(io, "Rollcall: one nightly run of Acme Iberia, a company of 300 people"),
    "",
    `All data is fictional and stored in ${place.shown}: a learning service on this machine, two exports of the HR system,`,
    "and Rollcall's state. Each start deletes it and begins again.",
  ].join("\n");
}

export function yesterdayText(io: Call, linked: number, run: ReportData): string {
  const { source, counts } = run.result;
  return part(io, "1. Yesterday", [
    `${linked} accounts of the service were linked to employee numbers, from the administrator's list.`,
    `The run over ${basename(source.file)} read ${source.rows} rows and applied ${counts["done"]} changes. The service then matched yesterday's export.`,
  ]);
}

export function scheduledRunText(io: Call, scenario: Scenario): string {
  const { byHand, unmanaged: outside, renamed } = scenario;
  return part(io, "2. In the meantime", [
    "In the service:",
    `  An administrator created the group HR/Departments/${renamed.to}.`,
    `  Someone added ${byHand.name} (${byHand.key}) to ${byHand.group}, which the rules manage,`,
    `  and ${outside.name} (${outside.key}) to ${outside.group}, which they don't manage and Rollcall never touches.`,
    "In the HR system:",
    `  ${scenario.joiners} people join, ${scenario.movers} move or change their role, ${scenario.leavers} leave, and one who had left returns.`,
    `  The department “${renamed.from}” is now called “${renamed.to}”, for all but two of its people.`,
    "  Two rows of today's export have mistakes.",
  ]);
}

export function planText(io: Call, plan: ReportData): string {
  return part(io, "3. The plan of this run", [
    "Rollcall compares the export with the service. It stores the plan before it sends anything.",
    "",
    ...runText(io, { ...plan, result: { ...plan.result, report: null } }).split("\n"),
  ]);
}

export function appliedText(io: Call, run: ReportData): string {
  const { counts, status } = run.result;
  if (status !== "completed") return part(io, "4. The plan is on hold", runText(io, run).split("\n"));
  const n = (name: string): number => counts[name] ?? 0;
  return part(io, "4. The plan, applied", [
    `${counted(n("done"), "change")} applied, ${n("failed")} failed, ${n("uncertain")} unconfirmed:`,
    `  ${counted(n("creates"), "new account")}, each with its groups`,
    `  ${counted(n("updates"), "person", "people")} updated and added to their new groups`,
    `  ${counted(n("deactivations"), "leaver")} deactivated; their memberships don't change`,
    `  ${counted(n("reactivations"), "rehire")} reactivated, with the same account as before`,
    `${counted(n("unchanged"), "row")} needed no change. ${counted(n("rejected"), "row")} couldn't be used; these people keep everything`,
    "they have until HR corrects the rows:",
    ...run.rejects.map((reject) => `  row ${reject.row}: ${factText(reject.fact)}`),
  ]);
}

export function pendingText(io: Call, run: ReportData): string {
  const pending = run.result.counts["removals_pending"] ?? 0;
  const lines = [
    "The rules no longer assign these memberships. No one loses a group until someone decides. Removals with the same cause",
    "are one decision.",
  ];
  for (const cause of run.pending) lines.push("", `${bold(io, cause.id)}  ${cause.sentence}`, `            ${cause.text}`);
  const report =
    run.result.report === null ? [] : ["", "The report of this run, to open in a browser:", `  ${displayPath(io, run.result.report)}`];
  return part(io, `5. Nothing was removed: ${counted(pending, "pending removal")}`, [...lines, ...report]);
}

export function nextText(io: Call, place: Place, scenario: Scenario, run: ReportData): string {
  const state = `--state ${shellWord(place.shown)}`;
  const rename = run.pending.find((cause) => cause.group.endsWith(`/${scenario.renamed.from}`));
  const lines = ["See who would lose which group:", `  ${place.rollcall} review list ${state}`];
  if (rename !== undefined) {
    lines.push(
      `Remove the ${rename.removals.length} memberships whose department was only renamed:`,
      `  ${place.rollcall} review approve --cause ${rename.id} --reason "Renamed" ${state}`,
    );
  }
  lines.push(
    `See what happened to ${scenario.mover.name}, and why:`,
    `  ${place.rollcall} explain ${shellWord(place.job)} ${scenario.mover.key} ${state}`,
  );
  lines.push(
    "Decide in the browser instead:",
    `  ${place.rollcall} serve ${state}${place.jobs === "jobs" ? "" : ` --jobs ${shellWord(place.jobs)}`}`,
  );
  return part(io, "Try next", lines);
}

function part(io: Call, title: string, lines: readonly string[]): string {
  return ["", bold(io, title), ...lines.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

function bold(io: Call, text: string): string {
  return styled(io, "bold", text);
}
