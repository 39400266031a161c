import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { State } from "../../src/state/state.ts";
import { hasId, idOf, isAmong, operationId, statusOf } from "../../src/store/runs/operation-id.ts";
import { openState } from "../helpers/state.ts";

const RUN = "20260430-023000-x7ke";
const IDS = [`${RUN}-1`, `${RUN}-12`, "20260501-023000-abcd-1", "moved-2", "plain-1", `${RUN}-1-1`];

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-operation-id-")), "state"));
  const rows = IDS.map((id) => ({ run: id.replace(/-\d+$/, ""), seq: Number(id.split("-").at(-1)) }));
  await sql`INSERT INTO operation (run, seq, job, account, key, name, kind, status, desired, changes)
    SELECT run, seq, 'j', 'a', 'k' || run || seq, 'n', 'update', 'queued', '[]', '{}'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(run text, seq integer)`.execute(state.db);
});
afterAll(() => state.close());

async function found(condition: ReturnType<typeof hasId>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT ${idOf("o")} AS id FROM operation o WHERE ${condition}`.execute(state.db);
  return rows.map(({ id }) => id).toSorted();
}

test("an id finds its operation alone, however many hyphens its run has", async () => {
  for (const id of IDS) {
    expect(await found(hasId("o", id))).toEqual([id]);
    expect(await found(hasId("o", sql`${id}::text`))).toEqual([id]);
    expect(await found(isAmong("o", [id]))).toEqual([id]);
  }
  expect(operationId(RUN, 12)).toBe(IDS[1]);
});

test("a text that is not the id of an operation finds nothing", async () => {
  const others = [
    "",
    "-",
    "-1",
    "1",
    RUN,
    `${RUN}-`,
    `${RUN}-0`,
    `${RUN}-2`,
    `${RUN}-01`,
    `${RUN}-1 `,
    `${RUN}-1\n`,
    ` ${RUN}-1`,
    `${RUN}-+1`,
    `${RUN}--1`,
    `${RUN}-1.0`,
    `${RUN}-1e0`,
    `${RUN}-١`,
    `${RUN}-x`,
    `${RUN}-4294967297`,
    `${RUN}-99999999999999999999999`,
    "moved-0123456789abcdef0123456789abcdef",
    "%-1",
  ];
  for (const id of others) {
    expect(await found(hasId("o", id))).toEqual([]);
    expect(await found(hasId("o", sql`${id}::text`))).toEqual([]);
  }
  expect(await found(isAmong("o", others))).toEqual([]);
  expect(await found(isAmong("o", []))).toEqual([]);
  expect(await found(hasId("o", sql`NULL::text`))).toEqual([]);
});

test("several ids find their operations only, not those with the run of one and the number of another", async () => {
  const asked = [`${RUN}-12`, "moved-2", "moved-2", "plain-12", "nothing"];
  expect(await found(isAmong("o", asked))).toEqual([`${RUN}-12`, "moved-2"]);
});

test("operations are found by their key, also those of a run that the statistics do not know", async () => {
  const add = (run: string) => sql`INSERT INTO operation (run, seq, job, account, key, name, plain_name, kind, status, desired, changes)
    SELECT ${run}, n, 'j', 'b', ${run} || n, 'n', md5(n::text), 'update', 'queued', '[]', '{}' FROM generate_series(1, 5000) AS n`;
  await add("known").execute(state.db);
  await sql`ANALYZE operation (account, key, job, run, seq, row, status)`.execute(state.db);
  await add("new").execute(state.db);
  await sql`INSERT INTO intent (operation, account, job, key, username, digest, groups, named, set_key, status, at)
    VALUES ('new-7', 'b', 'j', 'new7', '', '', '[]', '[]', '', 'open', now())`.execute(state.db);
  const conditions = [
    hasId("o", "new-7"),
    isAmong("o", ["new-7", "new-8"]),
    isAmong("o", ["new-7", "known-8"]),
    hasId("o", sql`(SELECT i.operation FROM intent i WHERE i.key = 'new7')`),
  ];
  for (const condition of conditions) {
    const { rows } = await sql<{ "QUERY PLAN": string }>`EXPLAIN SELECT o.key FROM operation o
      WHERE ${condition} AND ${statusOf("o")} = 'queued'`.execute(state.db);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("operation_pkey");
    expect(plan).not.toMatch(/Seq Scan on operation|operation_(?!pkey)/);
  }
});
