import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { company, people, type Company } from "../helpers/company.ts";

const preload = new URL("../helpers/kill-before.ts", import.meta.url).href;

const DAY = 86_400_000;

async function killed(c: Company, command: string[], statement: string): Promise<void> {
  const child = await c.place.start(command, { NODE_OPTIONS: `--import=${preload}`, KILL_BEFORE: statement });
  expect(await new Promise((resolve) => child.on("close", (_code, by) => resolve(by)))).toBe("SIGKILL");
}

/** The instants of a run at which values are stored in portions, or deleted with them; each just before a statement. */
const instants = [
  ["the unchanged rows are stored", 'insert into "portion"'],
  ["the unchanged rows are counted", 'insert into "unchanged_portion"'],
  ["those who are in no row are stored", "INSERT INTO unseen_person"],
  ["the rows to plan are marked", "UPDATE staged_row s SET marked"],
  ["the payloads of the ended run are deleted", "DELETE FROM portion p"],
  ["the counts of the ended run are deleted", 'delete from "unchanged_portion"'],
  ["the rows of the ended run are deleted", 'delete from "staged_row"'],
  ["the cells of the ended run are deleted", 'delete from "portion"'],
] as const;

test.for(instants)(
  "I1, I2: a run that is killed before %s, and the next one, change nobody else",
  { timeout: 120_000 },
  async ([, statement]) => {
    const c = await company();
    const before = people(8);
    c.hr(before);
    await c.sync();
    // One changes, one leaves, one joins.
    const hr = [
      ...before.map((one) => (one.id === "0001" ? { ...one, dept: "IT" } : one)).filter(({ id }) => id !== "0005"),
      ...people(1, 9),
    ];
    c.hr(hr);
    c.service.clearRequests();
    const child = await c.place.start(["sync", "job.yaml"], { NODE_OPTIONS: `--import=${preload}`, KILL_BEFORE: statement });
    expect(await new Promise((resolve) => child.on("close", (_code, by) => resolve(by)))).toBe("SIGKILL");
    const next = await c.sync();
    expect(next).toMatchObject({ status: "completed", counts: { failed: 0, uncertain: 0, rejected: 0 } });
    const changed = new Set(c.userCalls().map(({ body }) => body["email"] ?? ""));
    expect([...changed].filter((mail) => hr.slice(1, -1).some(({ id }) => c.accountsOf(id)[0]?.fields["email"] === mail))).toEqual([]);
    for (const { id, dept = "Sales" } of hr) expect(c.accountsOf(id).map(({ fields }) => fields["department"])).toEqual([dept]);
    const after = await c.sync();
    expect(after.counts).toMatchObject({ unchanged: hr.length, creates: 0, updates: 0, deactivations: 0 });
    // A run that was killed while it read its file keeps its rows until someone cancels it.
    const ended = sql`run IN (SELECT id FROM run WHERE status <> 'failed')`;
    const left = await c.look(async ({ db }) => ({
      portions: (await sql`SELECT kind FROM portion WHERE kind <> 'unchanged' AND ${ended}`.execute(db)).rows,
      counts: (await sql`SELECT run FROM unchanged_portion WHERE ${ended}`.execute(db)).rows,
      unseen: (await sql`SELECT run FROM unseen_person WHERE ${ended}`.execute(db)).rows,
    }));
    expect(left).toEqual({ portions: [], counts: [], unseen: [] });
  },
);

test(
  "a cancel that is killed between the cells and their rows leaves nothing of a person who is erased later",
  { timeout: 120_000 },
  async () => {
    const c = await company();
    c.hr(people(6));
    await c.sync();
    c.clock.step(DAY);
    c.hr([{ id: "0001", dept: "IT" }, ...people(6, 2)]);
    const planned = await c.night("plan", ["job.yaml"]);
    await killed(c, ["runs", "cancel", planned.run], 'delete from "staged_row"');
    c.clock.step(DAY);
    c.hr(people(5, 2));
    await c.sync();
    const forget = await c.run("people", "forget", "0001", "--job", "job.yaml", "--reason", "Request 2026-114", "--yes");
    expect(forget).toMatchObject({ code: 0 });
    const left = sql`SELECT run FROM staged_row UNION SELECT run FROM portion WHERE kind = 'cells'`;
    expect(await c.look(async ({ db }) => (await left.execute(db)).rows)).toEqual([]);
  },
);

test.each<[string, (c: Company) => Promise<unknown>]>([
  [
    "was killed while it read its file",
    async (c) => {
      c.hr(people(7));
      await killed(c, ["sync", "job.yaml"], 'update "run" set "file"');
    },
  ],
  ["waits for its release", (c) => c.night("plan", ["job.yaml"])],
])("a run that %s and whose list no key opens stops no other run", { timeout: 120_000 }, async (_, start) => {
  const c = await company();
  c.hr(people(6));
  await c.sync();
  c.clock.step(DAY);
  await start(c);
  rmSync(join(c.place.dir, ".rollcall", "secret.key"));
  c.job({ service: { auth: { refresh_token: c.service.refreshToken } } });
  await c.look(({ db }) => sql`DELETE FROM token`.execute(db));
  c.clock.step(DAY);
  c.hr(people(1, 9), "part.csv");
  expect(await c.sync("--file", "part.csv")).toMatchObject({ status: "completed", counts: { creates: 1, failed: 0 } });
  c.clock.step(DAY);
  c.hr([...people(6), ...people(1, 9)]);
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { creates: 0, deactivations: 0, failed: 0 } });
});
