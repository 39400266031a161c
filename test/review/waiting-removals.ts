import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Policy } from "../../src/domain/settings.ts";
import { pendingReport } from "../../src/reporting/removals/pending-report.ts";
import type { ReaderLanguage } from "../../src/domain/languages.ts";
import { asReader, localeOf } from "../../src/reporting/locales/reader.ts";
import { removalsWorkbook } from "../../src/reporting/workbook/workbook.ts";
import type { Removal } from "../../src/store/review/removals.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";

export const now = new Date("2026-05-04T08:00:00Z");

export const policy: Policy = {
  groupRemovals: "review",
  pilot: null,
  absent: "report",
  leavers: { groups: "keep" },
  park: null,
  limits: {
    rejected: null,
    creates: null,
    updates: null,
    deactivations: null,
    removals: null,
    shrink: null,
    renamed: null,
    rekeyed: null,
    out_of_scope: null,
    groups_created: null,
  },
  exit: { rejected: 1, blocked: 1 },
  licences: "report",
  approval: { expires: 14 * 86_400_000, fourEyes: false, twoAbove: null, delay: 0 },
};

/** A state of its own with removals that wait. */
export interface WaitingPlace {
  state: State;
  add(removals: readonly Partial<Removal>[]): Promise<void>;
  workbook(language?: ReaderLanguage): Promise<Uint8Array>;
  status(id: string): Promise<{ status: string; by: string | null; reason: string | null; until: Date | null }>;
  close(): Promise<void>;
}

let made = 0;

export async function waitingPlace(): Promise<WaitingPlace> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-review-"));
  const state = await openWarmState(join(dir, "state"));
  return {
    state,
    add: async (removals) => {
      for (let start = 0; start < removals.length; start += 500) {
        await state.db
          .insertInto("removal")
          .values(
            removals
              .slice(start, start + 500)
              .map((given) => ({ ...removal(given), evidence: JSON.stringify(given.evidence ?? evidence), outcome: null, restored: null })),
          )
          .execute();
      }
    },
    workbook: (language = "en") =>
      asReader({ language, locale: localeOf(language), timeZone: "UTC" }, async () =>
        removalsWorkbook(state.db, await pendingReport(state.db, null, now)),
      ),
    status: async (id) => {
      const found = await state.db.selectFrom("removal").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      return { status: found.status, by: found.decided_by, reason: found.decision_reason, until: found.keep_until };
    },
    close: async () => {
      await state.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const evidence: Record<string, unknown> = {
  kind: "value_changed",
  file: "/srv/exports/hr.csv",
  row: 17,
  cells: [{ column: "Department", before: "Sales", now: "IT" }],
  rules: [{ rule: "department", at: "mapping.yaml:12", gives: ["HR/Departments/IT"] }],
  gains: ["HR/Departments/IT"],
  lastGroup: false,
  formerly: [{ rule: "department", at: "mapping.yaml:12" }],
};

function removal(given: Partial<Removal>): Removal {
  made += 1;
  const key = given.key ?? String(made).padStart(5, "0");
  return {
    id: `R-t${String(made).padStart(6, "0")}`,
    account: "acme",
    job: "nightly",
    key,
    name: `Person ${key}`,
    username: null,
    user_id: `user-${key}`,
    group_id: "group-sales",
    group_path: "HR/Departments/Sales",
    status: "pending",
    cause: "C-00000001",
    evidence_digest: made.toString(16).padStart(64, "a"),
    first_run: "run-1",
    last_run: "run-1",
    since: new Date("2026-05-01T02:30:00Z"),
    seen_at: new Date("2026-05-01T02:30:00Z"),
    decided_by: null,
    decided_at: null,
    decided_how: null,
    decision_reason: null,
    confirm_sent: false,
    ended_at: null,
    outcome: null,
    assigned_to: null,
    keep_until: null,
    due_at: null,
    restored: null,
    ...given,
    evidence: given.evidence ?? evidence,
  };
}
