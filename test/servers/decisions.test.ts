/** Decisions on one PostgreSQL, by several processes at once. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { storeSnapshot } from "../../src/directory/refresh.ts";
import { loadJob } from "../../src/config/job.ts";
import { actorOfToken, createToken } from "../../src/actions/access/tokens.ts";
import { undo } from "../../src/review/change-decision.ts";
import { decide, type Decider } from "../../src/review/decisions.ts";
import { verifyAudit } from "../../src/review/audit.ts";
import { openServerState } from "../../src/state/server-state.ts";
import type { State } from "../../src/state/state.ts";
import { revokeToken } from "../../src/store/console/api-tokens.ts";
import { changeMemberships } from "../../src/store/directory/directory.ts";
import { databaseClock } from "../../src/store/directory/own-changes.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import type { Db } from "../../src/store/schema/tables.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { company, type Company } from "../helpers/company.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(async () => {
  await database?.close();
});

async function opened(c: Company, url: string): Promise<State> {
  const state = await openServerState({ url, redis: null, dir: c.place.dir });
  onTestFinished(() => state.close());
  return state;
}

/** A cause of 60 on a server, and two states as two processes open them. */
async function sixty(): Promise<{ c: Company; removals: Removal[]; states: [State, State]; policy: Parameters<typeof decide>[3] }> {
  const url = await database.database();
  const approval = { two_above: 20, four_eyes: true };
  const c = await company({
    where: { DATABASE_URL: url },
    parts: { policy: { approval, limits: { removals: 100, updates: 100, creates: 100 } } },
  });
  const keys = Array.from({ length: 60 }, (_, i) => String(i + 1).padStart(4, "0"));
  c.hr(keys.map((id) => ({ id, dept: "IT" })));
  await c.sync();
  c.hr(keys.map((id) => ({ id, dept: "Sales" })));
  await c.sync();
  const states: [State, State] = [await opened(c, url), await opened(c, url)];
  const { job } = await loadJob(`${c.place.dir}/job.yaml`, { cwd: c.place.dir, env: {} });
  return { c, removals: await listRemovals(states[0].db, { status: ["pending"] }), states, policy: job.policy };
}

const chosen = (removals: readonly Removal[]) => removals.map((removal) => ({ removal, evidence: removal.evidence_digest }));

test("I1: one reviewer in two processes, who keeps a cause and then undoes and approves it in twenty portions at once, decides nothing alone", async () => {
  const { c, removals, states, policy } = await sixty();
  expect(removals).toHaveLength(60);
  const [state] = states;
  const now = new Date();
  const made = await createToken(
    state,
    { name: "ana", role: "reviewer", expiresAt: new Date(now.getTime() + 1e7), by: "olga", via: "session" },
    now,
  );
  const by = (await actorOfToken({ state, now: () => new Date() }, made.token)) as Decider;
  await decide(state, chosen(removals), { verdict: "rejected", by, reason: "not now" }, policy, now);
  const portions = Array.from({ length: 18 }, (_, i) => removals.slice(i * 3, i * 3 + 3));
  const env = { ROLLCALL_TOKEN: made.token };
  const others = [54, 57].map(async (from) => {
    const ids = removals.slice(from, from + 3).map(({ id }) => id);
    await c.place.spawn(["review", "undo", ...ids, "--reason", "not yet"], { env });
    return c.place.spawn(["review", "approve", ...ids, "--reason", "now", "--json"], { env });
  });
  const here = portions.map(async (part, i) => {
    const mine = states[i % 2] as State;
    await undo(
      mine,
      part.map(({ id }) => id),
      by,
      "not yet",
      new Date(),
    );
    return decide(mine, chosen(part), { verdict: "approved", by, reason: "now" }, policy, new Date());
  });
  expect((await Promise.all(here)).flatMap(({ decided }) => decided)).toEqual([]);
  expect((await Promise.all(others)).map(({ code }) => code)).toEqual([1, 1]);
  expect(await listRemovals(state.db, { status: ["approved", "applied"] })).toEqual([]);
  expect(await verifyAudit(state)).toMatchObject({ broken: null });
}, 300_000);

test("I1: nobody decides whose token another process ends while twenty requests are answered", async () => {
  const { removals, states, policy } = await sixty();
  const [state, other] = states;
  const now = new Date();
  const made = await createToken(
    state,
    { name: "ana", role: "reviewer", expiresAt: new Date(now.getTime() + 1e7), by: "olga", via: "session" },
    now,
  );
  const by = (await actorOfToken({ state, now: () => new Date() }, made.token)) as Decider;
  const kept = async (): Promise<number> => (await listRemovals(other.db, { status: ["rejected"] })).length;
  const requests = removals
    .slice(0, 20)
    .map((removal) => decide(state, chosen([removal]), { verdict: "rejected", by, reason: "now" }, policy, new Date()));
  while ((await kept()) < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  await revokeToken(other.db, made.id, new Date());
  const then = await kept();
  await Promise.all(requests);
  expect(await kept()).toBe(then);
}, 300_000);

test("a snapshot of the service and changes of runs in other processes do not end each other", async () => {
  const url = await database.database();
  const c = await company({ where: { DATABASE_URL: url } });
  const [state, other] = [await opened(c, url), await opened(c, url)];
  const ids = Array.from({ length: 400 }, (_, i) => `00000000-0000-4000-8000-000000000${String(i + 100)}`);
  const users = Array.from({ length: 4 }, (_, i) => `10000000-0000-4000-8000-0000000000${String(i + 10)}`);
  const groups = (odd: number) =>
    ids.map((id, i) => ({ id, name: `G${i}`, path: `HR/G${i}`, parentId: null, userIds: users.filter((_, u) => (u + i) % 2 === odd) }));
  const snapshots = async (): Promise<void> => {
    for (let i = 0; i < 30; i += 1)
      await storeSnapshot(state, "acme", groups(i % 2), { changing: true, since: await databaseClock(state.db) }, new Date());
  };
  const changes = async (one: State, turn: number): Promise<void> => {
    for (let i = 0; i < 60; i += 1) {
      const userId = users[turn] ?? "";
      const [added, removed] = [ids.filter((_, g) => (g + i) % 2 === 0), ids.filter((_, g) => (g + i) % 2 === 1)];
      await changeMemberships(one.db, "acme", { userId, added: added.toReversed(), removed });
    }
  };
  await Promise.all([snapshots(), ...[state, other, state, other].map(changes)]);
  expect(await deadlocks(state)).toBe(0);
}, 300_000);

test("a transaction and a statement that a deadlock ended are repeated as a whole", async () => {
  const url = await database.database();
  const c = await company({ where: { DATABASE_URL: url } });
  const [state, other] = [await opened(c, url), await opened(c, url)];
  await sql`CREATE TABLE counted (id integer PRIMARY KEY, n integer NOT NULL)`.execute(state.db);
  await sql`INSERT INTO counted SELECT i, 0 FROM generate_series(1, 2) AS i`.execute(state.db);
  const add = (db: Db, id: number): Promise<unknown> => sql`UPDATE counted SET n = n + 1 WHERE id = ${id}`.execute(db);
  const crossing = async ({ db }: State, ids: readonly number[]): Promise<void> => {
    let begun = 0;
    await inTransaction(db, async (tx) => {
      begun += 1;
      for (const id of ids) {
        await add(tx, id);
        // Both have their first row before either asks for the other one.
        if (begun === 1) await new Promise((resolve) => setTimeout(resolve, 300));
      }
    });
  };
  await Promise.all([crossing(state, [1, 2]), crossing(other, [2, 1])]);
  const { rows } = await sql`SELECT n FROM counted`.execute(state.db);
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  expect(await deadlocks(state)).toBe(1);
}, 300_000);

/** The deadlocks that the server counted in a database. */
async function deadlocks(state: State): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(state.db);
  const { rows } = await sql<{ n: string }>`SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()`.execute(
    state.db,
  );
  return Number(rows[0]?.n ?? 0);
}
