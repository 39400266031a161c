import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRemovalsFrom, pageMembers } from "../../src/store/directory/group-pages.ts";
import { searchPeople } from "../../src/store/people/people-pages.ts";
import { pageDecisions } from "../../src/store/review/decided.ts";
import type { Db } from "../../src/store/schema/tables.ts";
import { openState, type State } from "../helpers/state.ts";

const MANY = 3000;
const IN_GROUP = 200;

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-page-reads-")), "state"));
  const { db } = state;
  await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run)
    SELECT 'nightly', 'E-' || i, 'acme', i, '', '', 'present', false, 'r' FROM generate_series(1, ${MANY}::int) i`.execute(db);
  await sql`INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
    SELECT 'acme', 'E-' || i, 'u' || i, 'nightly', 'created', true, jsonb_build_object('first_name', 'Ana', 'last_name', lpad(i::text, 5, '0')), now()
    FROM generate_series(1, ${MANY}::int) i`.execute(db);
  await sql`INSERT INTO membership (account, group_id, user_id)
    SELECT 'acme', 'g1', CASE WHEN i = 1 THEN 'stranger' ELSE 'u' || i END FROM generate_series(1, ${IN_GROUP}::int) i`.execute(db);
  // Two removals of one person for each decision.
  await sql`INSERT INTO removal (id, account, job, key, name, user_id, group_id, group_path, status, cause, evidence,
      evidence_digest, first_run, last_run, since, seen_at, decided_by, decided_at, decided_how, decision_reason)
    SELECT 'R-' || i, 'acme', 'nightly', 'E-' || i / 2, 'Ana', 'u' || i / 2, 'g' || i, 'HR', 'applied', 'C-1', '{}', '', 'r', 'r', now(), now(),
      'ana', '2026-01-01'::timestamptz + i / 2 * interval '1 minute', 'console', 'Moved.' FROM generate_series(2, ${MANY}::int + 1) i`.execute(
    db,
  );
  await sql`VACUUM (ANALYZE)`.execute(db);
});
afterAll(() => state.close());

/** Returns how many rows of a table this session has read. */
async function rowsRead(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS n
    FROM pg_stat_xact_user_tables WHERE relname = ${table}`.execute(db);
  return Number(rows[0]?.n);
}

/** Returns what a query returns, and how many rows of a table it reads. */
async function reading<T>(table: string, query: (db: Db) => Promise<T>): Promise<{ found: T; read: number }> {
  return state.db.transaction().execute(async (tx) => {
    const before = await rowsRead(tx, table);
    const found = await query(tx);
    return { found, read: (await rowsRead(tx, table)) - before };
  });
}

test("a page of recent decisions does not read older ones", async () => {
  const { found, read } = await reading("removal", (db) => pageDecisions(db, { limit: 10, offset: 20 }));
  expect(found.more).toBe(true);
  const last = MANY / 2;
  expect(found.decisions.map(({ at, removals }) => [at.getTime(), removals])).toEqual(
    Array.from({ length: 10 }, (_, i) => [Date.UTC(2026, 0, 1) + (last - 20 - i) * 60_000, 2]),
  );
  expect(read).toBeLessThan(MANY / 10);
});

test("the last page of recent decisions ends with the oldest one", async () => {
  const { decisions, more } = await pageDecisions(state.db, { limit: 10, offset: MANY / 2 - 1 });
  expect(decisions.map(({ removal }) => removal)).toEqual(["R-2"]);
  expect(more).toBe(false);
});

const group = { account: "acme", id: "g1" };
/** As the last snapshot counted them: few are looked up, and if nobody knows, all links are read. */
const COUNTS = [IN_GROUP, null, 1_000_000];

test.for(COUNTS)("a page of a group's members (counted: %s) reads the file's people of that page only", async (members) => {
  const { found, read } = await reading("person", (db) => pageMembers(db, { ...group, members }, { limit: 10, offset: 190 }));
  expect(found).toMatchObject({ known: IN_GROUP - 1, accounts: IN_GROUP });
  expect(found.people.map(({ last, state: of }) => [last, of])).toEqual(
    Array.from({ length: 9 }, (_, i) => [String(192 + i).padStart(5, "0"), "present"]),
  );
  expect(read).toBeLessThanOrEqual(10);
});

test.for(COUNTS)("a group counts its members (%s) on a page after the last, too", async (members) => {
  const { people, known, accounts } = await pageMembers(state.db, { ...group, members }, { limit: 10, offset: 500 });
  expect({ people, known, accounts }).toEqual({ people: [], known: IN_GROUP - 1, accounts: IN_GROUP });
});

test("a page of a small group does not read the links of others", async () => {
  const { read } = await reading("link", (db) => pageMembers(db, { ...group, members: IN_GROUP }, { limit: 10, offset: 0 }));
  expect(read).toBeLessThan(2 * IN_GROUP);
});

test("a search for a part of a name reads only the links that have it", async () => {
  const { found, read } = await reading("link", (db) => searchPeople(db, "0777", 2));
  expect(found.map(({ key }) => key)).toEqual(["E-777"]);
  // A look at the first 1,000 tells whether many have it.
  expect(read).toBeLessThanOrEqual(1010);
});

test("the removals of a group are found without those of other groups", async () => {
  const { found, read } = await reading("removal", (db) => listRemovalsFrom(db, { ...group, id: "g7" }, 50));
  expect(found.map(({ id }) => id)).toEqual(["R-7"]);
  expect(read).toBe(1);
});
