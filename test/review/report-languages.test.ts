import { reportedProblem } from "../../src/reporting/problem.ts";
import { expect, test } from "vitest";
import { fact } from "../../src/domain/facts/fact.ts";
import type { ReaderLanguage } from "../../src/domain/languages.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import { renderPending } from "../../src/reporting/removals/pending-report-html.ts";
import type { ReportData } from "../../src/reporting/run-report/data.ts";
import { cause, draw, fullReport, operation, reportOf } from "./full-report.ts";

/** Words of English sentences that no German sentence contains. */
const ENGLISH =
  /\b(the|of|and|is|are|were|has|have|by|to|for|with|from|not|no|this|these|nobody|someone|they|can|cannot|people|groups|removals|runs?|rules?|rows?|nothing|changed|only|yet)\b/i;

/** Texts that are the same in German. */
const SHARED = ["Rollcall", "Person", "Status", "in", "Plan", "Problem"];

const inLanguage = (language: ReaderLanguage, render: () => string): string =>
  asReader({ language, locale: language, timeZone: "UTC" }, render);

/** Returns what a person reads or hears, without code and commands. */
function textsOf(page: string): string[] {
  const shown = page.replace(/<style>.*<\/style>/s, "").replaceAll(/<code[ >].*?<\/code>/gs, "<b></b>");
  const spoken = [...shown.matchAll(/\s(?:title|aria-label)="([^"]*)"/g)].map(([, text = ""]) => text);
  return [...spoken, ...shown.split(/<[^>]*>/)].map((text) =>
    text
      .replaceAll(/&#?\w+;/g, "'")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.replaceAll(/["<>&]/g, "'")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Returns the German texts that are the same as in English, or that contain an English word; stored texts are neither. */
function leftOver(data: unknown, render: () => string): string[] {
  const english = new Set(textsOf(inLanguage("en", render)));
  // A path is drawn in steps, the service's own words stay, and a sentence in pieces around its commands.
  const stored = stringsIn(data).flatMap((text) => [
    text,
    ...text.split("/").flatMap((step) => [step, `${step}/`]),
    ...text.split(/`[^`]*`|: /).map((part) => part.trim()),
  ]);
  const isStored = (text: string): boolean => stored.includes(text);
  const own = (text: string): string =>
    stored
      .filter((part) => part.length > 2)
      .sort((a, b) => b.length - a.length)
      .reduce((rest, part) => rest.replaceAll(part, " "), text);
  const left = textsOf(inLanguage("de", render)).filter((text) => {
    if (!/\p{L}{2}/u.test(text) || SHARED.includes(text) || isStored(text)) return false;
    return (english.has(text) && /\p{L}{2}/u.test(own(text))) || ENGLISH.test(own(text));
  });
  return [...new Set(left)];
}

/** Every text of a report is in at least one of these. */
function reports(): ReportData[] {
  const counts = [
    { kind: "update", status: "done", n: 1200 },
    { kind: "update", status: "planned", n: 1 },
    { kind: "create", status: "failed", n: 1 },
    { kind: "create", status: "uncertain", n: 1 },
    { kind: "update", status: "dropped", n: 3 },
  ];
  const problem = reportedProblem({
    code: "service_down",
    fact: fact("notice.has_no_proxy", { variable: "§ 1" }),
    next: fact("advice.add_option", { option: "§ 2" }),
  });
  const why = fact("limit.removals_of_group", { found: 143, allowed: 15, memberships: 150, group: "HR/Sales" });
  const held = [{ limit: "removals", found: 143, allowed: 15, of: "HR/Sales", ...why, message: "§ 3" }];
  const source = { file: "e.csv", sha256: "ab", rows: 3 };
  const full = fullReport();
  const other = { key: "00999", user_id: "u9", fields: ["username"], records: [{ field: "username", here: "ada", there: null }] };
  full.operations.push(
    operation({ status: "held", kind: "create", code: "same_person", reason: "§ 4", alike: [other] }),
    ...["forbidden", "not_found", "specification_violation", "defect", "unsettled_create", "last_group", "policy_never"].map((code) =>
      operation({ status: "failed", code, reason: "§ 5" }),
    ),
    ...["removal_still_refused", "removal_refusal_unreadable", "name_in_use"].map((code) =>
      operation({ status: "held", code, reason: "§ 6" }),
    ),
  );
  return [
    full,
    reportOf({ operationCounts: counts }, { status: "completed", source }, { unchanged: 2, failed: 1, uncertain: 2, removals_pending: 3 }),
    reportOf({}, { status: "planned", source }, { creates: 2, reactivations: 1 }),
    reportOf({ held, found: [cause(3, { id: "" })] }, { status: "held", source }, { unchanged: 3, updates: 1 }),
    reportOf({ problem, operationCounts: counts }, { status: "interrupted", source }, { updates: 3 }),
    reportOf({ problem }, { status: "failed", source: { ...source, sha256: "" } }),
    reportOf({ problem }, { status: "failed", source }),
    reportOf({ operationCounts: counts, endedAt: null }, { status: "cancelled", source }, { removals_pending: 2 }),
    reportOf({ operationCounts: counts.slice(0, 1) }, { status: "superseded" }),
    reportOf(
      { partial: true, absentSuspended: true, unknownAccounts: 4, peopleWithAppliedRemovals: 2 },
      { source },
      { removals_pending: 1 },
    ),
    reportOf({ absent: full.absent, lastGoodRows: 3, peopleWithAppliedRemovals: 1 }, {}, { absent: 2, absent_deactivated: 1 }),
    reportOf({ operations: [operation({})], operationCounts: counts.slice(0, 2), releasedBy: "Mia" }, { status: "running", source }),
  ];
}

test("the report of a run has no English text in German", () => {
  for (const report of reports()) expect(leftOver(report, () => draw(report))).toEqual([]);
  // Sentences that the run stored in English.
  expect(inLanguage("de", () => draw(fullReport()))).not.toContain("No account is created for a person whose status is blank.");
});

test("the report of pending removals has no English text in German", () => {
  const approval = { by: "Ana", at: "2026-04-29T09:00:00.000Z", reason: "§ 1", people: ["Ana", "Ben"], any_admin: true };
  const hidden = { column: "NIF", before: "(not shown)", now: "(not shown)", changed: true };
  const causes = [cause(3), cause(1, { approvals: [approval], assigned_to: "Mia" }, true)].map((one, i) => ({
    ...one,
    id: `C-${i}`,
    kind: (["split", "moved"] as const)[i] ?? ("leaver" as const),
    question: "",
    digest: "0123456789abcdef",
    alias: { file: "mapping.yaml", yaml: "- name: x\n" },
  }));
  const [first] = causes;
  first?.removals[0]?.evidence.cells.push(hidden, { column: "Site", before: null, now: "" });
  for (const job of [null, "nightly"]) {
    const report = { madeAt: "2026-04-30T02:30:00.000Z", job, pending: 4, people: 4, questions: 4, causes };
    expect(leftOver(report, () => renderPending(report))).toEqual([]);
  }
});

test.each(["es", "de", "fr"] as const)("the reports are complete in %s, and name their language", (language) => {
  const page = inLanguage(language, () => draw(fullReport()));
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain("C-1f2e3d4c");
  expect(page).not.toMatch(/undefined|\{[a-z]+\}/);
});
