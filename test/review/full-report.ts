import { reasonOf, withMessage } from "../../src/reporting/fact-text.ts";
import { fact, type Fact } from "../../src/domain/facts/fact.ts";
import type { ReportedOperation } from "../../src/reporting/operation.ts";
import { renderReport } from "../../src/reporting/run-report/html.ts";
import type { ReportData, ReportedCause } from "../../src/reporting/run-report/data.ts";

export const run = "20260430-023000-x7ke";
type Counts = Record<string, number>;

/** Draws a report as its run would have it drawn. */
export function draw(report: ReportData): string {
  const { result, startedAt, endedAt, partial, releasedBy, held, problem } = report;
  const { run: id, job, status, counts, source, pilot = null } = result;
  const { file, rows, sha256 } = source;
  const people = { started_people: null, released_people: null, reverted_by: null, started_by: null };
  const at = { started_at: startedAt, ended_at: endedAt, released_by: releasedBy };
  const shown = { id, job, kind: "sync", status, partial, ...at, ...people, file, rows, counts, held, problem, pilot };
  return renderReport(report, shown, [{ name: file, role: "people", rows, sha256, server: null }]);
}

export function reportOf(parts: Partial<ReportData> = {}, result: Partial<ReportData["result"]> = {}, counts: Counts = {}): ReportData {
  const zero = Object.fromEntries(
    [
      "rejected",
      "duplicates",
      "creates",
      "updates",
      "deactivations",
      "reactivations",
      "unchanged",
      "held",
      "absent",
      "absent_deactivated",
      "groups_created",
      "groups_proposed",
      "done",
      "failed",
      "uncertain",
      "removals_pending",
    ].map((name) => [name, 0]),
  );
  return {
    result: {
      run,
      job: "nightly",
      status: "completed",
      source: { file: "/srv/exports/employees-2026-04-30.csv", sha256: "ab12".repeat(16), rows: 0 },
      counts: { ...zero, ...counts },
      rejects: [],
      report: null,
      ...result,
    },
    startedAt: "2026-04-30T02:30:00.000Z",
    endedAt: "2026-04-30T02:31:12.000Z",
    partial: false,
    releasedBy: null,
    problem: null,
    held: [],
    rejects: [],
    notes: [],
    operations: [],
    operationCounts: [],
    peopleWithAppliedRemovals: 0,
    waiting: null,
    found: [],
    pending: [],
    decided: [],
    unsettled: [],
    unknownAccounts: 0,
    absent: [],
    absentSuspended: false,
    autoOver: 0,
    autoHeld: null,
    lastGoodRows: null,
    missingGroups: { groups: [], more: 0 },
    overdueLeavers: { people: 0, first: [] },
    createdGroups: [],
    ...parts,
  };
}

export function operation(parts: Partial<ReportedOperation>): ReportedOperation {
  return {
    id: `${run}-1`,
    key: "00123",
    name: "Ada Lovelace",
    row: 17,
    kind: "update",
    status: "done",
    fields: [],
    gains: [],
    losses: [],
    code: null,
    reason: null,
    fact: null,
    ...parts,
  };
}

export function cause(people: number, parts: Partial<ReportedCause["removals"][number]> = {}, lastGroup = false): ReportedCause {
  return {
    id: "C-1f2e3d4c",
    kind: people === 1 ? "moved" : "renamed",
    gains: [{ group: "HR/Departments/Sales – EMEA", people }],
    code: "removal.value_changed",
    values: {},
    text: "Department changed from “Sales EMEA” to “Sales – EMEA”.",
    sentence: `${people} people lose the group HR/Departments/Sales EMEA; ${people} of them gain HR/Departments/Sales – EMEA: renamed?`,
    group: "HR/Departments/Sales EMEA",
    removals: Array.from({ length: people }, (_, i) => ({
      id: `R-${i}abcdef`,
      run,
      person: { key: `007${i}`, name: `Person ${i}`, username: `p${i}@acme.test`, user_id: `u${i}` },
      group: { id: "g1", name: "Sales EMEA", path: "HR/Departments/Sales EMEA" },
      status: "pending",
      recommendation: null,
      impact: null,
      cause: "C-1f2e3d4c",
      code: "removal.value_changed",
      values: {},
      why: "…",
      since: "2026-04-28T02:30:00.000Z",
      evidence_digest: "1f2e3d4c",
      assigned_to: null,
      due_at: null,
      restored: null,
      keep_until: null,
      job: "nightly",
      other_groups: ["HR/All staff"],
      approvals: [],
      remarks: [{ by: "Ben", at: "2026-04-29T09:00:00.000Z", kind: "comment", text: "Asked her manager", to: null }],
      earlier: [{ status: "rejected", restored: null, by: "Ana", at: "2026-03-01T09:00:00.000Z", reason: "On leave" }],
      evidence: {
        kind: "value_changed",
        file: "/srv/exports/employees-2026-04-30.csv",
        row: 40 + i,
        cells: [{ column: "Department", before: "Sales EMEA", now: "Sales – EMEA" }],
        rules: [{ rule: "department", at: "mappings/acme.yaml:42", gives: [] }],
        formerly: [{ rule: "former department", at: "mappings/acme.yaml:31" }],
        gains: ["HR/Departments/Sales – EMEA"],
        lastGroup,
      },
      decided_by: null,
      decision_reason: null,
      decided_at: null,
      outcome: null,
      outcome_fact: null,
      ...parts,
    })),
  };
}

/** A night with something in every section. */
export function fullReport(): ReportData {
  const operations = [
    operation({
      status: "failed",
      name: "Ben Ito",
      key: "00201",
      code: "conflict",
      ...reasonOf(fact("service.says", { text: "username is taken" })),
    }),
    operation({
      status: "uncertain",
      kind: "create",
      name: "Cleo Marsh",
      key: "00202",
      code: "answer_lost",
      ...reasonOf(fact("unconfirmed.answer_lost", { problem: fact("unconfirmed.answer_not_recorded", {}) })),
    }),
    operation({
      status: "held",
      kind: "create",
      name: "Dan Poe",
      key: "00203",
      code: "unknown_status",
      ...reasonOf(fact("operation.status_blank", {})),
    }),
    operation({ kind: "create", name: "Eve Stone", key: "00204", gains: ["HR/All staff", "HR/Departments/Legal"] }),
    operation({
      fields: [
        { field: "department", from: "Sales EMEA", to: "Sales – EMEA" },
        { field: "company", from: null, to: "Acme" },
      ],
      gains: ["HR/Departments/Sales – EMEA"],
    }),
    operation({ kind: "deactivate", name: "Finn Gray", key: "00206" }),
    operation({ kind: "reactivate", name: "Gus Hall", key: "00207" }),
    operation({ kind: "remove-groups", name: "Hal Ivers", key: "00208", row: null, losses: ["HR/Sites/Porto"] }),
  ];
  return reportOf(
    {
      operations,
      operationCounts: [
        { kind: "update", status: "failed", n: 1 },
        { kind: "create", status: "uncertain", n: 1 },
        { kind: "create", status: "held", n: 1 },
        { kind: "create", status: "done", n: 1 },
        { kind: "update", status: "done", n: 1 },
        { kind: "deactivate", status: "done", n: 1 },
        { kind: "reactivate", status: "done", n: 1 },
        { kind: "remove-groups", status: "done", n: 1 },
      ],
      peopleWithAppliedRemovals: 1,
      rejects: [
        withMessage({ row: 17, key: "00300", name: "Ines Prat", column: "Work Email", code: "invalid_email", fact: notAnAddress("ada@") }),
      ],
      notes: [
        withMessage({
          code: "unmapped_value",
          column: "Office",
          fact: fact("value.unlisted", { value: fact("value.shown", { value: "Lisbon" }) }),
          rows: 1204,
          examples: [3, 9, 12, 40, 41],
        }),
      ],
      pending: [cause(9), { ...cause(1, { id: "R-lastone" }, true), id: "C-00000002", sentence: "Ida Jones loses the group HR/Managers." }],
      decided: [
        {
          ...cause(1, { id: "R-decided", status: "rejected", decided_by: "mia@acme.test", decision_reason: "On loan until June" }),
          id: "C-00000003",
        },
      ],
      unsettled: [
        {
          key: "00202",
          username: "cleo@acme.test",
          status: "uncertain",
          reason: "An earlier create is unconfirmed.",
          fact: fact("unconfirmed.earlier_create", {}),
          at: "2026-04-30T02:30:40.000Z",
          operation: `${run}-2`,
          groups: ["HR/All staff", "HR/Departments/Legal"],
          candidates: [{ user_id: "11111111-1111-4111-8111-111111111111", groups: ["HR/All staff", "HR/Departments/Legal"] }],
          others: [{ user_id: "22222222-2222-4222-8222-222222222222", groups: ["HR/Departments/Sales"] }],
          commands: {
            link: "rollcall identities link nightly 00202 11111111-1111-4111-8111-111111111111",
            retry: 'rollcall identities retry nightly 00202 --reason "…"',
          },
        },
      ],
      absent: [{ key: "00400", username: "zoe@acme.test" }],
      autoOver: 12,
      autoHeld: "2026-04-28T22:15:00.000Z",
      lastGoodRows: 1298,
    },
    { source: { file: "/srv/exports/employees-2026-04-30.csv", sha256: "ab12".repeat(16), rows: 1300 } },
    {
      rejected: 1,
      creates: 2,
      updates: 2,
      deactivations: 1,
      reactivations: 1,
      unchanged: 1292,
      held: 1,
      absent: 1,
      done: 5,
      failed: 1,
      uncertain: 1,
      removals_pending: 10,
    },
  );
}

/** What a person reads, tags taken out. */
export function textOf(page: string): string {
  return page
    .replace(/<style>.*<\/style>/s, "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

export function notAnAddress(value: string): Fact {
  return fact("field.not_email", { field: "email", value: fact("value.shown", { value }) });
}
