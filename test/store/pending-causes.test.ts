import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPendingCauses, type PendingFilter } from "../../src/store/review/review-pages.ts";
import { openState, type State } from "../helpers/state.ts";

const MANY = 120;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);

/** Several groups in a cause, several causes of a group, a cause of one person, two jobs, and some that are not pending. */
const all = Array.from({ length: MANY }, (_, i) => ({
  id: `R-${i}`,
  job: i % 4 === 0 ? "weekly" : "nightly",
  key: `E-${i % 61}`,
  cause: i === 7 ? "C-alone" : `C-${(i % 4 === 0 ? "w" : "n") + ((i * 7) % 5)}`,
  group: ["HR/Sales", "HR/Sales 100%", "HR/IT", "Élan"][(i * 5) % 4] ?? "",
  assigned: [null, "ana", "reviewer"][i % 3] ?? null,
  since: new Date(START + (i % 10) * DAY_MS),
  status: i % 11 === 0 ? "applied" : "pending",
}));
const pending = all.filter(({ status }) => status === "pending");

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-causes-")), "state"));
  const rows = all.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
  await sql`INSERT INTO removal (id, account, job, key, name, user_id, group_id, group_path, status, cause, evidence,
      evidence_digest, first_run, last_run, since, seen_at, assigned_to)
    SELECT id, 'acme', job, key, 'Ana', key, "group", "group", status, cause, '{}', '', 'r', 'r', since, now(), assigned
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS t(id text, job text, key text, "group" text, status text, cause text, since timestamptz, assigned text)`.execute(state.db);
});
afterAll(() => state.close());

const filters: { filter: PendingFilter; fits: (one: (typeof all)[number]) => boolean }[] = [
  { filter: {}, fits: () => true },
  { filter: { group: "sales" }, fits: ({ group }) => group.includes("Sales") },
  { filter: { group: "100%" }, fits: ({ group }) => group.includes("100%") },
  { filter: { group: "%" }, fits: ({ group }) => group.includes("%") },
  { filter: { group: "nothing" }, fits: () => false },
  { filter: { job: "weekly" }, fits: ({ job }) => job === "weekly" },
  { filter: { assignedTo: null }, fits: ({ assigned }) => assigned === null },
  { filter: { assignedTo: ["ana", "x"], group: "IT" }, fits: ({ assigned, group }) => assigned === "ana" && group === "HR/IT" },
  {
    filter: { before: new Date(START + 3 * DAY_MS), group: "sal" },
    fits: ({ since, group }) => since.getTime() <= START + 3 * DAY_MS && group.includes("Sal"),
  },
  { filter: { person: { job: "nightly", key: "E-7" } }, fits: ({ job, key }) => job === "nightly" && key === "E-7" },
];

test.for(filters)("counts the removals of each cause, and those that match $filter", async ({ filter, fits }) => {
  const expected = [...new Set(pending.map(({ cause }) => cause))].map((cause) => {
    const theirs = pending.filter((one) => one.cause === cause);
    return {
      cause,
      job: theirs[0]?.job,
      group: theirs
        .map(({ group }) => group)
        .toSorted()
        .at(-1),
      people: theirs.length,
      fitting: theirs.filter(fits).length,
      mine: theirs.filter(({ assigned }) => assigned === "ana").length,
      since: new Date(Math.min(...theirs.map(({ since }) => since.getTime()))),
      only: theirs.length === 1 ? theirs[0]?.key : null,
    };
  });
  const byCause = (list: readonly { cause: string }[]) => list.toSorted((one, other) => (one.cause < other.cause ? -1 : 1));
  const given = { filter, me: ["ana"] };
  const found = await listPendingCauses(state.db, given);
  expect(byCause(found)).toEqual(byCause(expected.map((one) => ({ ...one, fingerprint: expect.any(String) as string }))));
  const fitting = await listPendingCauses(state.db, { ...given, fittingOnly: true });
  expect(byCause(fitting)).toEqual(byCause(found.filter(({ fitting: n }) => n > 0)));
});

test("the fingerprint of a cause changes with its removals and their evidence only", async () => {
  const fingerprint = async () => (await listPendingCauses(state.db, {})).find(({ cause }) => cause === "C-alone")?.fingerprint;
  const before = await fingerprint();
  await sql`UPDATE removal SET assigned_to = 'bo' WHERE cause = 'C-alone'`.execute(state.db);
  expect(await fingerprint()).toBe(before);
  await sql`UPDATE removal SET evidence_digest = 'x' WHERE cause = 'C-alone'`.execute(state.db);
  expect(await fingerprint()).not.toBe(before);
});
