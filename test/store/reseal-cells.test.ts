import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sealCells } from "../../src/store/people/cells.ts";
import { findPerson } from "../../src/store/people/people.ts";
import { openKeys } from "../../src/store/sealing/keys.ts";
import { resealAll } from "../../src/store/sealing/reseal.ts";
import type { State } from "../../src/state/state.ts";
import { openState } from "../helpers/state.ts";

const [kept, lost, fresh] = ["a", "b", "c"].map((letter) => letter.repeat(40)) as [string, string, string];

let state: State;
beforeEach(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-reseal-")), "state"));
});
afterEach(() => state.close());

/** Stores the cells of person A, and those that a run has prepared beside them, each sealed with a key. */
async function store(valid: string, next: string, released: boolean): Promise<void> {
  const sealedWith = (key: string, cell: string): string => {
    openKeys(state.db, [key], null);
    return JSON.stringify(sealCells(state.db, { job: "hr", key: "A" }, ["A", cell], [1]));
  };
  await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run)
    VALUES ('hr', 'A', 'acme', 1, ${released ? "next" : "d"}, 'c', 'present', false, 'R1')`.execute(state.db);
  await sql`INSERT INTO person_cells (job, key, cells, next_cells, next_digest)
    VALUES ('hr', 'A', ${sealedWith(valid, "first")}::jsonb, ${sealedWith(next, "second")}::jsonb, 'next c')`.execute(state.db);
}

/** Encrypts again with a new key while one of the old ones is lost. */
function rotate(): Promise<{ people: number; lost: number }> {
  openKeys(state.db, [fresh, kept], null);
  return resealAll(state, true);
}

const person = async (): Promise<unknown> =>
  (await sql`SELECT p.dirty, p.digest, c.next_cells FROM person p LEFT JOIN person_cells c USING (job, key)`.execute(state.db)).rows;
const cells = async (): Promise<unknown> => (await findPerson(state.db, "hr", "A"))?.cells;

describe("where a run that was killed during its release has left cells beside the earlier ones", () => {
  test("they are deleted if it was not released", async () => {
    await store(kept, lost, false);
    expect(await rotate()).toMatchObject({ people: 1, lost: 0 });
    expect(await person()).toEqual([{ dirty: false, digest: "d", next_cells: null }]);
    expect(await cells()).toEqual(["A", "first"]);
  });

  test("they replace the earlier ones if it was released", async () => {
    await store(kept, kept, true);
    expect(await rotate()).toMatchObject({ people: 1, lost: 0 });
    expect(await person()).toEqual([{ dirty: false, digest: "next", next_cells: null }]);
    expect(await cells()).toEqual(["A", "second"]);
  });

  test("the person is read again if the key of the valid ones is lost", async () => {
    await store(kept, lost, true);
    expect(await rotate()).toMatchObject({ people: 0, lost: 1 });
    expect(await person()).toEqual([{ dirty: true, digest: "", next_cells: null }]);
    expect(await cells()).toBeUndefined();
  });
});
