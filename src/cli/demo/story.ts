import { basename } from "node:path";
import type { ReportData } from "../../review/report-data.ts";
import { counted, shellWord } from "../../review/words.ts";
import { runText } from "../view/run.ts";
import { near } from "./near.ts";
import type { Night } from "./night.ts";
import type { Place } from "./place.ts";
import type { Call } from "../io.ts";
import { styled } from "../output.ts";

/** What the demo says, part by part; each returns text to print. */

export function opening(io: Call, place: Place): string {
  return [
    bold(io, "Rollcall: one night of Acme Iberia, a company of 300 people"),
    "",
    `Everything here is made up, and all of it lies in ${place.shown}: a learning service on this machine, two exports of`,
    "the HR system, and what Rollcall knows. Each start begins from the beginning again.",
  ].join("\n");
}

export function yesterdayText(io: Call, linked: number, run: ReportData): string {
  const { source, counts } = run.result;
  return part(io, "1. Yesterday", [
    `${linked} accounts of the service were linked to employee numbers, from a list of the service's administrator.`,
    `The run over ${basename(source.file)} read ${source.rows} rows and carried out ${counts["done"]} changes. Since then the service is as HR said yesterday.`,
  ]);
}

export function overnightText(io: Call, night: Night): string {
  const { byHand, outside, renamed } = night;
  return part(io, "2. In the meantime", [
    "In the service:",
    `  An administrator made the group HR/Departments/${renamed.to}.`,
    `  Somebody added ${byHand.name} (${byHand.key}) to ${byHand.group}, which the rules manage,`,
    `  and ${outside.name} (${outside.key}) to ${outside.group}, which they do not: that one is never touched.`,
    "In the HR system:",
    `  ${night.joiners} people join, ${night.movers} move or change their role, ${night.leavers} leave, and one who had left is back.`,
    `  The department “${renamed.from}” is now called “${renamed.to}”, for all but two of its people.`,
    "  Two rows of today's export have mistakes.",
  ]);
}

export function planText(io: Call, plan: ReportData): string {
  return part(io, "3. Tonight's plan", [
    "Rollcall compares the export with the service. The plan is stored before anything is sent.",
    "",
    ...runText(io, { ...plan, result: { ...plan.result, report: null } }).split("\n"),
  ]);
}

export function appliedText(io: Call, run: ReportData): string {
  const { counts, status } = run.result;
  if (status !== "completed") return part(io, "4. The plan is not carried out", runText(io, run).split("\n"));
  const n = (name: string): number => counts[name] ?? 0;
  return part(io, "4. The plan, carried out", [
    `${counted(n("done"), "change")} carried out, ${n("failed")} failed, ${n("uncertain")} uncertain:`,
    `  ${counted(n("creates"), "new account")}, each with its groups`,
    `  ${counted(n("updates"), "person", "people")} updated and added to their new groups`,
    `  ${counted(n("deactivations"), "leaver")} switched off; their memberships stay as they are`,
    `  ${counted(n("reactivations"), "person", "people")} back again, on the account of old`,
    `${counted(n("unchanged"), "row")} needed nothing, and nothing was sent for them. ${counted(n("rejected"), "row")} could not be used; these people keep`,
    "everything they have until HR has mended the rows:",
    ...run.rejects.map((reject) => `  row ${reject.row}: ${reject.message}`),
  ]);
}

export function pendingText(io: Call, run: ReportData): string {
  const waiting = run.result.counts["removals_pending"] ?? 0;
  const lines = [
    "HR rules no longer give these memberships. None of them goes before somebody has seen why and approved it; what",
    "has one cause is one decision.",
  ];
  for (const cause of run.pending) lines.push("", `${bold(io, cause.id)}  ${cause.sentence}`, `            ${cause.text}`);
  const report =
    run.result.report === null
      ? []
      : ["", "The report of this night, for HR, to be opened in a browser:", `  ${near(io, run.result.report)}`];
  return part(io, `5. Nothing was taken away: ${counted(waiting, "membership")} wait${waiting === 1 ? "s" : ""} for a decision`, [
    ...lines,
    ...report,
  ]);
}

export function nextText(io: Call, place: Place, night: Night, run: ReportData): string {
  const state = `--state ${shellWord(place.shown)}`;
  const rename = run.pending.find((cause) => cause.group.endsWith(`/${night.renamed.from}`));
  const lines = ["See who would lose what:", `  ${place.rollcall} review list ${state}`];
  if (rename !== undefined) {
    lines.push(
      `Let the ${rename.removals.length} go whose department was only renamed:`,
      `  ${place.rollcall} review approve --cause ${rename.id} --reason "Renamed" ${state}`,
    );
  }
  lines.push(
    `Ask what became of ${night.mover.name}, and why:`,
    `  ${place.rollcall} explain ${shellWord(place.job)} ${night.mover.key} ${state}`,
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
