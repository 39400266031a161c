import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainName } from "../../src/domain/names.ts";
import { OPERATION_SORTS, pageOperations } from "../../src/store/runs/run-pages.ts";
import { openState, type State } from "../helpers/state.ts";

const PEOPLE = 1500;
/** The digits make the orders of name and row differ. */
const nameOf = (i: number): string => (i === 1400 ? "Núria ROCA" : `Common ${(i * 37) % PEOPLE}`);

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-run-search-")), "state"));
  const names = JSON.stringify(Array.from({ length: PEOPLE }, (_, i) => [nameOf(i), plainName(nameOf(i))]));
  for (const run of ["R-1", "R-2"])
    await sql`INSERT INTO operation (run, seq, job, account, key, row, user_id, name, plain_name, kind, status, desired, changes)
      SELECT ${run}, i, 'nightly', 'acme', 'K-' || (1000 + i), i, NULL, name.value->>0, name.value->>1, CASE WHEN i % 2 = 0 THEN 'create' ELSE 'update' END,
        'planned', '[]', '{"fields":[],"gains":[]}'
      FROM jsonb_array_elements(${names}::jsonb) WITH ORDINALITY AS name (value, n) CROSS JOIN LATERAL (SELECT (n - 1)::integer AS i) AS at`.execute(
      state.db,
    );
});
afterAll(() => state.close());

const found = async (text: string, by: (typeof OPERATION_SORTS)[number], page = { limit: 5, offset: 0 }) =>
  (await pageOperations(state.db, "R-1", { text, sort: { by, direction: "desc" } }, page)).map(({ key }) => key);

test.for([
  ["roca", ["K-2400"]],
  ["NÚRIA", ["K-2400"]],
  ["nuria roca", ["K-2400"]],
  ["k-2400", ["K-2400"]],
  ["k-239", ["K-2399", "K-2398", "K-2397", "K-2396", "K-2395"]],
  ["nobody", []],
  ["roca k", []],
  ["%", []],
] as const)("finds changes of one run by %s, however few have it", async ([text, keys]) => {
  expect(await found(text, "row")).toEqual(keys);
});

test.for(OPERATION_SORTS)("a rare and a common text give the same pages by %s", async (by) => {
  // Every rare key is found by the common text, too, in the same order.
  const common = await found("k-", by, { limit: PEOPLE, offset: 0 });
  expect(common).toHaveLength(PEOPLE);
  const rare = common.filter((key) => key.startsWith("K-23"));
  expect(await found("k-23", by, { limit: 30, offset: 0 })).toEqual(rare.slice(0, 30));
  expect(await found("k-23", by, { limit: 30, offset: 60 })).toEqual(rare.slice(60, 90));
  expect(await found("k-", by, { limit: 30, offset: 60 })).toEqual(common.slice(60, 90));
});
