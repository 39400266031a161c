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

/** Stores the cells of person A for a run, sealed with this key. */
async function store(run: string, key: string, cell: string): Promise<void> {
  openKeys(state.db, [key], null);
  const cells = sealCells(state.db, { job: "hr", key: "A" }, ["A", cell], [1]);
  await sql`INSERT INTO person_cells (job, key, run, cells) VALUES ('hr', 'A', ${run}, ${JSON.stringify(cells)}::jsonb)`.execute(state.db);
}

/** Encrypts again with a new key while one of the old ones is lost. */
function rotate(): Promise<{ people: number; lost: number }> {
  openKeys(state.db, [fresh, kept], null);
  return resealAll(state, true);
}

async function stored(): Promise<unknown> {
  const { rows } = await sql`SELECT c.run, p.dirty, p.digest FROM person_cells c JOIN person p USING (job, key)`.execute(state.db);
  return rows;
}

describe("where a run that was killed during its release has left cells beside the valid ones", () => {
  beforeEach(async () => {
    await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run, cells_run)
      VALUES ('hr', 'A', 'acme', 1, 'd', 'c', 'present', false, 'R1', 'R1')`.execute(state.db);
  });

  test("only those are deleted if their key is lost", async () => {
    await store("R1", kept, "valid");
    await store("R2", lost, "prepared");
    expect(await rotate()).toMatchObject({ people: 1, lost: 1 });
    expect(await stored()).toEqual([{ run: "R1", dirty: false, digest: "d" }]);
    expect((await findPerson(state.db, "hr", "A"))?.cells).toEqual(["A", "valid"]);
  });

  test("the person is read again if the key of the valid ones is lost", async () => {
    await store("R1", lost, "valid");
    await store("R2", kept, "prepared");
    expect(await rotate()).toMatchObject({ people: 1, lost: 1 });
    expect(await stored()).toEqual([{ run: "R2", dirty: true, digest: "" }]);
  });
});
