import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPersonById, findPersonCard, idOfPerson, personId } from "../../src/store/people/people-pages.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";

const keys = ["0001", "a\\b", "\\101", "\\\\", "Ñandú", "שלום", "😀", "a'b\"c", "a\nb", "100%_"];

let dir: string;
let state: State;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-people-"));
  state = await openWarmState(join(dir, "state"));
  for (const key of keys) {
    await sql`INSERT INTO person (job, key, account, row, digest, context, username, email, state, dirty, run)
      VALUES ('nightly', ${key}, 'acme', 2, 'd', 'c', 'u', 'e', 'present', false, 'r')`.execute(state.db);
    await sql`INSERT INTO person_cells (job, key, cells) VALUES ('nightly', ${key}, '[]')`.execute(state.db);
  }
  await sql`INSERT INTO link (account, key, user_id, job, source, created_at) VALUES ('acme', 'linked', 'u-1', 'nightly', 'imported', now())`.execute(
    state.db,
  );
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

test.each(keys)("the address of %j leads to this person with any characters in the key", async (key) => {
  expect(await findPersonById(state.db, personId("nightly", key))).toEqual({ job: "nightly", key });
  expect(await findPersonCard(state.db, "nightly", key)).toMatchObject({ job: "nightly", key, account: "acme", state: "present" });
});

test("a linked person who was in no file has an address too; unknown keys have none", async () => {
  expect(await findPersonById(state.db, personId("nightly", "linked"))).toEqual({ job: "nightly", key: "linked" });
  expect(await findPersonCard(state.db, "nightly", "linked")).toMatchObject({ userId: "u-1", state: null });
  expect(await findPersonById(state.db, personId("other", "0001"))).toBeUndefined();
  expect(await findPersonCard(state.db, "other", "0001")).toBeUndefined();
});

test("finds a person's address by an index, without computing it for everyone", async () => {
  await sql`SET enable_seqscan = off`.execute(state.db);
  const { rows } = await sql<Record<string, string>>`EXPLAIN SELECT job FROM person_cells WHERE ${idOfPerson} = 'x'`.execute(state.db);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("person_cells_address");
});
