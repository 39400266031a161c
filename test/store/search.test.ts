import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PERSON_SORTS, searchPeople, type PersonSort } from "../../src/store/people/people-pages.ts";
import { searchPending } from "../../src/store/review/review-pages.ts";
import type { Direction } from "../../src/store/sort.ts";
import { openState, type State } from "../helpers/state.ts";

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-search-")), "state"));
  const sent = JSON.stringify({ username: "jl@acme.example", first_name: "Jean-Luc", last_name: "Simões" });
  await sql`INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
    VALUES ('acme', 'E-1', 'u1', 'nightly', 'created', true, ${sent}::jsonb, now())`.execute(state.db);
  await sql`INSERT INTO person (job, key, account, row, digest, context, username, email, state, dirty, run)
    VALUES ('nightly', 'E-2', 'acme', 2, '', '', 'Nuria@acme.example', NULL, 'present', false, 'r')`.execute(state.db);
  await sql`INSERT INTO removal (id, account, job, key, name, username, user_id, group_id, group_path, status, cause, evidence,
      evidence_digest, first_run, last_run, since, seen_at)
    VALUES ('R-1', 'acme', 'nightly', 'E-1', 'Jean-Luc Simões', 'hmac:secret', 'u1', 'g', 'HR/Sales', 'pending', 'C-1', '{}', '', 'r', 'r', now(), now())`.execute(
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

test("finds people without an account when there is room beside those with one, or by their very key", async () => {
  await sql`INSERT INTO person (job, key, account, row, digest, context, username, email, state, dirty, run) VALUES
    ('nightly', 'JL@', 'acme', 7, '', '', 'x@acme.example', NULL, 'present', false, 'r'),
    ('nightly', 'D-9', 'acme', 8, '', '', 'jl@other.example', NULL, 'present', false, 'r')`.execute(state.db);
  const found = async (text: string, limit: number) => (await searchPeople(state.db, text, limit)).map(({ key }) => key);
  expect(await found("jl@", 1)).toEqual(["E-1"]);
  expect(await found("jl@", 3)).toEqual(["D-9", "E-1", "JL@"]);
  expect(await found("JL@", 1)).toEqual(["JL@"]);
  await sql`DELETE FROM person WHERE key IN ('D-9', 'JL@')`.execute(state.db);
});

test.for(["simoes", "luc SIMÕES", "e-1"])("finds pending removals by %s", async (text) => {
  expect((await searchPending(state.db, text, 5)).map(({ key }) => key)).toEqual(["E-1"]);
});

test.for(["oes", "imo luc", "ean-l", "1 jl", "u1", "U1"])("finds a person by %s, a part of words or the account", async (text) => {
  expect((await searchPeople(state.db, text, 5)).map(({ key }) => key)).toEqual(["E-1"]);
});

test.for(["simoes nuria", "%", "_", "\u0301", "hmac"])("finds nobody by %s", async (text) => {
  expect(await searchPeople(state.db, text, 5)).toEqual([]);
  expect(await searchPending(state.db, text, 5)).toEqual([]);
});

test("reads no more than ten words", async () => {
  expect(await searchPeople(state.db, "q ".repeat(2000), 5)).toEqual([]);
});

describe("a text that many people have", () => {
  const PEOPLE = 200;
  /** The digits make the orders of key, name and username differ. */
  const person = (i: number) => ({ key: `K-${100 + i}`, username: `user${999 - i}@many.example`, first: `Name ${(i * 37) % PEOPLE}` });
  const everyone = Array.from({ length: PEOPLE }, (_, i) => person(i));

  beforeAll(async () => {
    for (const { key, username, first } of everyone) {
      const sent = JSON.stringify({ username, first_name: first, last_name: "hmac:sealed" });
      await sql`INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
        VALUES (${key < "K-150" ? "acme" : "other"}, ${key}, ${key}, 'nightly', 'created', true, ${sent}::jsonb, now())`.execute(state.db);
    }
    // Of the file: somebody without an account, and somebody whose new username nobody has sent yet.
    await sql`INSERT INTO person (job, key, account, row, digest, context, username, email, state, dirty, run) VALUES
      ('nightly', 'A-1', 'acme', 3, '', '', 'New@Many.example', NULL, 'present', false, 'r'),
      ('nightly', 'E-1', 'acme', 4, '', '', 'jl@many.example', NULL, 'present', false, 'r')`.execute(state.db);
  });
  const keysBy = async (by: PersonSort, direction: Direction, limit: number) =>
    (await searchPeople(state.db, "many.exa", limit, { by, direction })).map(({ key }) => key);

  test("gives the first by key, and first of all the person with this very key", async () => {
    expect(await keysBy("key", "asc", 4)).toEqual(["A-1", "E-1", "K-100", "K-101"]);
    expect(await keysBy("key", "desc", 2)).toEqual(["K-299", "K-298"]);
    expect((await searchPeople(state.db, "K-2", 3)).map(({ key }) => key)).toEqual(["K-200", "K-201", "K-202"]);
    expect((await searchPeople(state.db, "K-1", 1000)).map(({ key }) => key)).toHaveLength(100);
    await sql`UPDATE link SET key = 'K-' WHERE key = 'K-299'`.execute(state.db);
    expect((await searchPeople(state.db, "K-", 2)).map(({ key }) => key)).toEqual(["K-", "K-100"]);
    await sql`UPDATE link SET key = 'K-299' WHERE key = 'K-'`.execute(state.db);
  });

  test("gives the first by name; without a name, people come last", async () => {
    const byName = everyone.toSorted((a, b) => new Intl.Collator("und").compare(a.first, b.first)).map(({ key }) => key);
    expect(await keysBy("name", "asc", 3)).toEqual(["E-1", ...byName.slice(0, 2)]);
    expect(await keysBy("name", "desc", 3)).toEqual(byName.toReversed().slice(0, 3));
    for (const direction of ["asc", "desc"] as const) {
      const all = await keysBy("name", direction, 1000);
      expect(all).toHaveLength(PEOPLE + 2);
      expect(all.at(-1)).toBe("A-1");
    }
  });

  test("gives the first by username and job", async () => {
    expect(await keysBy("username", "asc", 3)).toEqual(["E-1", "A-1", "K-299"]);
    expect(await keysBy("job", "asc", 1000)).toHaveLength(PEOPLE + 2);
  });

  test("never finds an erased person", async () => {
    await sql`UPDATE link SET key = ' forgotten many.example', job = '', source = 'forgotten', sent = NULL WHERE key = 'K-250'`.execute(
      state.db,
    );
    for (const by of PERSON_SORTS) expect(await keysBy(by, "asc", 1000)).toHaveLength(PEOPLE + 1);
    expect(await searchPeople(state.db, "user849", 5)).toEqual([]);
    expect(await searchPeople(state.db, "forgotten many", 5)).toEqual([]);
  });
});
