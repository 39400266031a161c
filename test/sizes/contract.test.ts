/** What holds on a laptop holds on servers: the same nights on each of the three sizes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accounted, company, people, staff, type Company, type Where } from "../helpers/company.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";

let database: PostgresServer;
let queue: TestServer;

beforeAll(async () => {
  [database, queue] = await Promise.all([postgres(), redis()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([database?.close(), queue?.close()]);
});

const sizes: [string, () => Promise<Where | null>][] = [
  ["embedded", async () => null],
  ["one database", async () => ({ DATABASE_URL: await database.database() })],
  ["distributed", async () => ({ DATABASE_URL: await database.database(), REDIS_URL: queue.url })],
];

interface Removal {
  id: string;
  person: { key: string; user_id: string };
  group: { path: string };
  status: string;
}
const removals = async (c: Company): Promise<Removal[]> => (await c.run("review", "list", "--json")).json<Removal[]>();

describe.each(sizes)("%s", (_name, where) => {
  test("joiners are created, movers moved, leavers switched off, and a removal waits until somebody approves it", async () => {
    const c = await company({ where: await where() });
    c.hr(people(30));
    const first = await c.sync();
    expect(first).toMatchObject({ code: 0, status: "completed", counts: { creates: 30, done: 30 } });
    expect(accounted(first.counts)).toBe(30);
    c.hr([{ id: "0001", dept: "IT" }, { id: "0002", status: "Left" }, ...people(28, 3), ...people(2, 31)]);
    const second = await c.sync();
    expect(second.counts).toMatchObject({ creates: 2, updates: 1, deactivations: 1, unchanged: 28, removals_pending: 1 });
    expect(accounted(second.counts)).toBe(32);
    const [waiting] = await removals(c);
    expect(waiting).toMatchObject({ person: { key: "0001" }, group: { path: "HR/Departments/Sales" }, status: "pending" });
    expect([...(c.accountsOf("0001")[0]?.groups ?? [])].sort()).toEqual([staff, "HR/Departments/IT", "HR/Departments/Sales"].sort());
    expect(c.userCalls("PUT").some(({ body }) => body["confirm_group_removal"] === true)).toBe(false);
    const approved = await c.run("review", "approve", waiting?.id ?? "", "--reason", "She moved to IT.");
    expect(approved).toMatchObject({ code: 0 });
    expect([...(c.accountsOf("0001")[0]?.groups ?? [])].sort()).toEqual([staff, "HR/Departments/IT"].sort());
    expect((await c.run("audit", "verify")).code).toBe(0);
    const third = await c.sync();
    expect(third.counts).toMatchObject({ unchanged: 32, updates: 0, creates: 0, removals_pending: 0 });
  }, 240_000);

  test("a file that is wrong as a whole changes nothing, and a limit holds a run until somebody releases it", async () => {
    const c = await company({ where: await where(), parts: { policy: { limits: { creates: 50, shrink: 10 } } } });
    c.hr(people(10));
    const held = await c.sync();
    expect(held).toMatchObject({ code: 3, status: "held" });
    expect(c.userCalls("POST")).toEqual([]);
    expect((await c.run("runs", "approve", held.run, "--reason", "The first night.")).code).toBe(0);
    expect(c.userCalls("POST")).toHaveLength(10);
    c.hr(people(4));
    expect(await c.sync()).toMatchObject({ code: 3, held: [{ limit: "shrink" }] });
  }, 240_000);
});
