import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchPeople } from "../../src/store/people/people-pages.ts";
import { searchPending } from "../../src/store/review/review-pages.ts";
import { openState, type State } from "../helpers/state.ts";

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-search-")), "state"));
  const sent = JSON.stringify({ username: "jl@acme.example", first_name: "Jean-Luc", last_name: "Simões" });
  await sql`INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
    VALUES ('acme', 'E-1', 'u1', 'nightly', 'created', true, ${sent}::jsonb, now())`.execute(state.db);
  await sql`INSERT INTO person (job, key, account, row, digest, context, username, email, state, dirty, run)
    VALUES ('nightly', 'E-2', 'acme', 2, '', '', 'Nuria@acme.example', NULL, 'present', false, 'r')`.execute(state.db);
  await sql`INSERT INTO removal (id, account, job, key, name, username, user_id, group_id, group_path, status, cause, cause_text, why, evidence,
      evidence_digest, first_run, last_run, since, seen_at)
    VALUES ('R-1', 'acme', 'nightly', 'E-1', 'Jean-Luc Simões', 'hmac:secret', 'u1', 'g', 'HR/Sales', 'pending', 'C-1', '', '', '{}', '', 'r', 'r', now(), now())`.execute(
    state.db,
  );
});
afterAll(() => state.close());

test.for(["Jean-Luc Simões", "jean-luc simoes", "SIMO\u0303ES  jean", "simões e-1", "jl@acme"])("finds a person by %s", async (text) => {
  expect((await searchPeople(state.db, text, 5)).map(({ key }) => key)).toEqual(["E-1"]);
});

test.for(["nuria", "E-2 NURIA@"])("finds someone of the file without an account by %s", async (text) => {
  expect((await searchPeople(state.db, text, 5)).map(({ key }) => key)).toEqual(["E-2"]);
});

test.for(["simoes", "luc SIMÕES", "e-1"])("finds pending removals by %s", async (text) => {
  expect((await searchPending(state.db, text, 5)).map(({ key }) => key)).toEqual(["E-1"]);
});

test.for(["simoes nuria", "%", "_", "\u0301", "hmac"])("finds nobody by %s", async (text) => {
  expect(await searchPeople(state.db, text, 5)).toEqual([]);
  expect(await searchPending(state.db, text, 5)).toEqual([]);
});

test("reads no more than ten words", async () => {
  expect(await searchPeople(state.db, "q ".repeat(2000), 5)).toEqual([]);
});
