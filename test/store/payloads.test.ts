import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { groupCalls } from "../../src/state/database/group-calls.ts";
import { listPlannedCreates } from "../../src/store/identities/account-list.ts";
import { claimOperations } from "../../src/store/runs/claim.ts";
import { copyOperations, type NewOperation } from "../../src/store/runs/new-operations.ts";
import { takePortion } from "../../src/store/runs/operations.ts";
import { dropSentPayloads, erasePayloads, openPayloads, portionOf, storePayloads } from "../../src/store/portions/payload.ts";
import { pageOperations } from "../../src/store/runs/run-pages.ts";
import { addOwnKey, dropOwnKeys, openKeys } from "../../src/store/sealing/keys.ts";
import { resealAll } from "../../src/store/sealing/reseal.ts";
import { openState, type State } from "../helpers/state.ts";

let dir: string;
let state: State;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-payloads-"));
  state = await openState(join(dir, "state"));
});
afterEach(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

const operation = (seq: number, status: NewOperation["status"] = "planned"): NewOperation => ({
  id: `r-${seq}`, run: "r", seq, job: "j", account: "a", key: `k${seq}`, row: seq, userId: null, name: "Núria Roca", kind: "create", status,
  payload: status === "held" ? {} : { username: `u${seq}` }, desired: [], changes: {}, code: null, reason: null,
}); // prettier-ignore
const plan = (...seqs: number[]) =>
  copyOperations(
    state,
    seqs.map((seq) => operation(seq)),
  );
const claim = (...ids: string[]) => claimOperations(state.db, ids, state.processId, new Date());
const end = (seq: number) => sql`UPDATE operation SET status = 'done', sendable = false WHERE seq = ${seq}`.execute(state.db);
const portions = async (): Promise<number[]> =>
  (await state.db.selectFrom("portion").select("first").orderBy("first").execute()).map(({ first }) => first);
async function payloads(...seqs: number[]) {
  const stored = state.db
    .selectFrom("operation")
    .select(["run", "seq", portionOf("operation").as("portion")])
    .where("seq", "in", seqs);
  return openPayloads(state.db, await stored.orderBy("seq").execute());
}

test("each claimed operation has its own payload, in any order and from several portions", async () => {
  await plan(3, 1, 2);
  await plan(4, 5);
  await takePortion(state.db, "r", 10);
  const claims = await claim("r-5", "r-2", "r-4", "r-1", "r-3");
  expect(claims.map((one) => (typeof one === "object" && "claimed" in one ? one.claimed.payload : one))).toEqual(
    [5, 2, 4, 1, 3].map((seq) => ({ username: `u${seq}` })),
  );
  expect((await listPlannedCreates(state.db, "r")).map(({ username }) => username)).toEqual(["u1", "u2", "u3", "u4", "u5"]);
});

test("an operation whose payload is lost is not claimed as one without changes, and the others of its group are", async () => {
  await plan(1, 2);
  await plan(3);
  await takePortion(state.db, "r", 10);
  await sql`DELETE FROM portion WHERE first = 3`.execute(state.db);
  const grouped = groupCalls((ids: readonly string[]) => claim(...ids));
  const claims = await Promise.allSettled(["r-1", "r-2", "r-3"].map((id) => grouped(id)));
  expect(claims.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(claims.map((one) => one.status === "fulfilled" && typeof one.value === "object")).toEqual([true, true, false]);
});

test("a plan that is made again under the same numbers sends its own payloads", async () => {
  await plan(1);
  expect(await payloads(1)).toEqual([{ username: "u1" }]);
  await sql`DELETE FROM operation`.execute(state.db);
  await copyOperations(state, [{ ...operation(1), payload: { username: "later" } }]);
  expect(await payloads(1)).toEqual([{ username: "later" }]);
});

test("payloads that another run stores, or that this one still sends, outlive the end of a run", async () => {
  // Its operations come next.
  await storePayloads(state.db, "other", [operation(1)]);
  await plan(1, 2, 3);
  await end(1);
  await dropSentPayloads(state.db, "r");
  expect(await payloads(2, 3)).toEqual([{ username: "u2" }, { username: "u3" }]);
  await expect(payloads(1)).rejects.toThrow("is not stored");
  await end(2);
  await end(3);
  await dropSentPayloads(state.db, "r");
  expect(await state.db.selectFrom("portion").select("run").execute()).toEqual([{ run: "other" }]);
});

test("an operation that the plan blocks keeps nobody's payload after the end of its run", async () => {
  await copyOperations(state, [operation(1), operation(2, "held")]);
  await end(1);
  await dropSentPayloads(state.db, "r");
  expect(await portions()).toEqual([]);
  expect((await listPlannedCreates(state.db, "r")).map(({ username }) => username)).toEqual(["", ""]);
});

test("an erasure while others are claimed takes one payload only", async () => {
  await plan(1, 2, 3);
  await end(1);
  await takePortion(state.db, "r", 10);
  const [claims] = await Promise.all([claim("r-2", "r-3"), erasePayloads(state.db, { account: "a", key: "k1" }, false)]);
  expect(claims.map((one) => typeof one === "object" && "claimed" in one && one.claimed.payload)).toEqual([
    { username: "u2" },
    { username: "u3" },
  ]);
  await expect(payloads(1)).rejects.toThrow("is not stored");
});

test("an erasure without the key is refused, and a portion without payloads needs no key", async () => {
  const file = join(dir, "own.key");
  openKeys(state.db, [], file);
  await plan(1, 2);
  await end(1);
  await end(2);
  openKeys(state.db, [Buffer.alloc(32, 7).toString("base64")], null);
  await expect(erasePayloads(state.db, { account: "a", key: "k1" }, false)).rejects.toMatchObject({ code: "secret_key" });
  openKeys(state.db, [], file);
  await erasePayloads(state.db, { account: "a", key: "k1" }, false);
  expect(await payloads(2)).toEqual([{ username: "u2" }]);
  addOwnKey(file);
  openKeys(state.db, [], file);
  expect(await resealAll(state, false)).toMatchObject({ operations: 1, lost: 0 });
  dropOwnKeys(file, 1);
  openKeys(state.db, [], file);
  expect(await payloads(2)).toEqual([{ username: "u2" }]);
  await erasePayloads(state.db, { account: "a", key: "k2" }, false);
  expect(await portions()).toEqual([]);
});

test("the operations of a portion whose key is lost are dropped, and ended ones stay as they are", async () => {
  openKeys(state.db, [], join(dir, "own.key"));
  await plan(1, 2);
  await end(1);
  openKeys(state.db, [Buffer.alloc(32, 7).toString("base64")], null);
  await expect(resealAll(state, false)).rejects.toMatchObject({ code: "secret_key" });
  expect(await resealAll(state, true)).toMatchObject({ operations: 0, lost: 1 });
  const rows = await state.db.selectFrom("operation").select(["status", "code", "sendable"]).orderBy("seq").execute();
  expect(rows).toEqual([
    { status: "done", code: null, sendable: false },
    { status: "dropped", code: "key_lost", sendable: false },
  ]);
});

test.for([
  ["nuria", 1],
  ["NÚRIA R", 1],
  ["k1", 1],
  [" ", 0],
  ["´", 0],
  ["x", 0],
] as const)("a planned operation is found by %s: %i", async ([text, found]) => {
  await plan(1);
  expect(await pageOperations(state.db, "r", { text }, { limit: 5, offset: 0 })).toHaveLength(found);
});
