/** An embedded state that several processes use through the one that has it open; here all in one process. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { Problem } from "../../src/domain/problem.ts";
import { appendAudit, listAudit } from "../../src/store/audit/audit.ts";
import { listen, send, type Answer } from "../../src/state/ipc/protocol.ts";
import { serveState, type StateServer } from "../../src/state/ipc/server.ts";
import { openThrough } from "../../src/state/ipc/remote-state.ts";
import { getSetting, setSetting } from "../../src/store/settings.ts";
import { openState, type State } from "../helpers/state.ts";

async function offered(silent?: number): Promise<{ state: State; offer: StateServer; guest(): Promise<State> }> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-shared-"));
  const state = await openState(dir);
  const offer = await serveState(state, { answer: async () => 42 }, silent);
  if (offer === null) throw new Error("this system has no sockets");
  onTestFinished(async () => {
    await offer.close(0);
    await state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const guest = async (): Promise<State> => {
    const opened = await openThrough(dir);
    if (opened === null) throw new Error("no process serves the state");
    return opened;
  };
  return { state, offer, guest };
}

const count = async ({ db }: State): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM setting WHERE name LIKE 'test%'`.execute(db);
  return rows[0]?.n ?? -1;
};

test("values keep their type, and database errors keep their code", async () => {
  const { guest } = await offered();
  const g = await guest();
  const { rows } = await sql<Record<string, unknown>>`SELECT 1::int8 AS big, 2 AS small, now() AS at, '\\x00ff'::bytea AS bytes,
    '{"a":[1,null]}'::jsonb AS json, NULL AS nothing, ARRAY['x','y'] AS list, ${"ü".repeat(300_000)}::text AS long`.execute(g.db);
  expect(rows[0]).toMatchObject({ big: "1", small: 2, json: { a: [1, null] }, nothing: null, list: ["x", "y"] });
  expect(rows[0]?.["at"]).toBeInstanceOf(Date);
  expect(Buffer.from(rows[0]?.["bytes"] as Uint8Array).toString("hex")).toBe("00ff");
  expect(rows[0]?.["long"]).toHaveLength(300_000);
  const twice = g.pool.query("INSERT INTO setting (name, value) VALUES ('test', '1'), ('test', '2')");
  await expect(twice).rejects.toMatchObject({ code: "23505", constraint: "setting_pkey" });
  expect(await g.hostProcess?.ask("answer")).toBe(42);
  await g.close();
});

test("transactions of several sessions and of the daemon itself never mix", async () => {
  const { state, guest } = await offered();
  const guests = [state, await guest(), await guest()];
  await setSetting(state.db, "test", 0);
  const addOne = (one: State): Promise<void> =>
    one.db.transaction().execute(async (db) => {
      const n = (await getSetting<number>(db, "test")) ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 1));
      await setSetting(db, "test", n + 1);
    });
  await Promise.all(Array.from({ length: 60 }, (_, i) => addOne(guests[i % 3] as State)));
  expect(await getSetting(state.db, "test")).toBe(60);
  for (const g of guests.slice(1)) await g.close();
});

test("concurrent audit entries follow each other, in the database and in the journal", async () => {
  const { state, guest } = await offered();
  const guests = [state, await guest(), await guest()];
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => appendAudit(guests[n % 3] as State, { actor: "a", action: "b", detail: { n } }, new Date())),
  );
  const trail = await listAudit(state.db);
  expect(trail.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  for (const [i, entry] of trail.entries()) if (i > 0) expect(entry.prev).toBe(trail[i - 1]?.hash);
  const { entries } = await (guests[1] as State).journal.read(0);
  expect(entries.filter(({ t }) => t === "audit")).toHaveLength(30);
  for (const g of guests.slice(1)) await g.close();
});

test("a session that ends in the middle of a transaction, or while it waits for one, leaves nothing behind", async () => {
  const { state, offer, guest } = await offered();
  const [inside, waiting] = [await guest(), await guest()];
  const first = await inside.pool.connect();
  await first.query("BEGIN");
  await first.query("INSERT INTO setting (name, value) VALUES ('test', '1')");
  const second = await waiting.pool.connect();
  const begins = second.query("BEGIN");
  await new Promise((resolve) => setTimeout(resolve, 50));
  // Both are disconnected at once, without a message.
  await Promise.all([offer.close(0), expect(begins).rejects.toMatchObject({ code: "holder_ended" })]);
  expect(await count(state)).toBe(0);
  await state.db.transaction().execute(async (db) => setSetting(db, "test", 2));
  expect(await getSetting(state.db, "test")).toBe(2);
  await expect(first.query("COMMIT")).rejects.toBeInstanceOf(Problem);
});

test("a session that is silent in the middle of a transaction is disconnected, so that others get their turn", async () => {
  const { state, guest } = await offered(100);
  const g = await guest();
  const client = await g.pool.connect();
  await client.query("BEGIN");
  await client.query("INSERT INTO setting (name, value) VALUES ('test', '1')");
  // Waits until the silence has lasted long enough.
  expect(await count(state)).toBe(0);
  await expect(client.query("COMMIT")).rejects.toMatchObject({ code: "holder_ended" });
  expect(g.hostProcess?.ending.aborted).toBe(true);
});

test("locks work across sessions, a cancelled wait takes no lock, and all end with their session", async () => {
  const { state, offer, guest } = await offered();
  const [a, b] = [await guest(), await guest()];
  let free: () => void = () => undefined;
  const held = a.locks.exclusively("x", () => new Promise<void>((resolve) => (free = resolve)));
  while ((await b.locks.unlessBusy("x", async () => "got")) !== null) await new Promise((resolve) => setTimeout(resolve, 5));
  const stop = new AbortController();
  const order: string[] = [];
  const givenUp = b.locks.exclusively("x", async () => void order.push("given up"), stop.signal);
  const next = state.locks.exclusively("x", async () => void order.push("next"));
  stop.abort(new Error("no more"));
  await expect(givenUp).rejects.toThrow("no more");
  free();
  await Promise.all([held, next]);
  expect(order).toEqual(["next"]);
  const lost = b.locks.exclusively("y", () => new Promise<never>(() => undefined));
  lost.catch(() => undefined);
  while ((await state.locks.unlessBusy("y", async () => "got")) !== null) await new Promise((resolve) => setTimeout(resolve, 5));
  await offer.close(0);
  expect(await state.locks.exclusively("y", async () => "free")).toBe("free");
});

test("a session can rewrite the journal, completely or not at all", async () => {
  const { state, offer, guest } = await offered();
  const g = await guest();
  for (let n = 0; n < 3; n += 1) await g.journal.append({ t: "setting", name: `test${n}`, value: n });
  await Promise.all([
    g.journal.rewrite((entries) => entries.filter((entry) => entry.t !== "setting" || entry.name !== "test1")),
    state.journal.append({ t: "setting", name: "test3", value: 3 }),
  ]);
  const names = async (): Promise<string[]> =>
    (await state.journal.read(0)).entries.flatMap((entry) => (entry.t === "setting" ? [entry.name] : []));
  expect(await names()).toEqual(["test0", "test2", "test3"]);
  await expect(g.journal.rewrite(() => Promise.reject(new Error("cannot")))).rejects.toThrow("cannot");
  const never = g.journal.rewrite(() => new Promise<null>(() => undefined));
  never.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await offer.close(0);
  await state.journal.append({ t: "setting", name: "test4", value: 4 });
  expect(await names()).toEqual(["test0", "test2", "test3", "test4"]);
});

test("the daemon works without a socket where none can be created", async () => {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-shared-"));
  const state = await openState(dir);
  // Occupies the socket's path, and cannot be removed like one.
  mkdirSync(join(dir, "socket", "full"), { recursive: true });
  expect(await serveState(state, {})).toBe(null);
  expect(state.alone).toBe(true);
  await setSetting(state.db, "test", 1);
  expect(await count(state)).toBe(1);
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

test("another version, a stranger and invalid data are refused, and nothing is done for them", async () => {
  const { state } = await offered();
  const path = join(state.dir, "socket");
  const answerTo = (message: object | Buffer): Promise<Answer | "ended"> =>
    new Promise((resolve) => {
      const socket = createConnection(path);
      listen<Answer>(socket, (answer) => {
        resolve(answer);
        socket.destroy();
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve("ended"));
      if (Buffer.isBuffer(message)) socket.end(message);
      else send(socket, message as Answer);
    });
  const insert = "INSERT INTO setting (name, value) VALUES ('test', '1')";
  const refused = { error: { problem: { code: "other_version" } } };
  expect(await answerTo({ id: 1, op: "query", args: [null, insert] })).toMatchObject(refused);
  expect(await answerTo({ id: 1, op: "hello", args: [{ protocol: 2, migrations: ["0001_start"], me: "me" }] })).toMatchObject(refused);
  expect(await answerTo({ id: 1, op: "constructor", args: [] })).toMatchObject(refused);
  expect(await answerTo(Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))).toBe("ended");
  expect(await answerTo(Buffer.from([0, 0, 0, 4, 1, 2, 3, 4]))).toBe("ended");
  expect(await answerTo(Buffer.alloc(0))).toBe("ended");
  expect(await count(state)).toBe(0);
});

test("statements of a client run in order, also if it does not wait for its BEGIN", async () => {
  const { state, guest } = await offered();
  const g = await guest();
  const client = await g.pool.connect();
  const held = state.db.transaction().execute(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await Promise.all([
    client.query("BEGIN"),
    client.query("INSERT INTO setting (name, value) VALUES ('test', '1')"),
    client.query("ROLLBACK"),
    held,
  ]);
  expect(await count(state)).toBe(0);
  await g.close();
});
