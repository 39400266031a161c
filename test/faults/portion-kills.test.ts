import { sql } from "kysely";
import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";

const preload = new URL("../helpers/kill-before.ts", import.meta.url).href;

/** The instants of a run at which values are stored in portions, or deleted with them; each just before a statement. */
const instants = [
  ["the unchanged rows are stored", 'insert into "portion"'],
  ["the unchanged rows are counted", 'insert into "unchanged_portion"'],
  ["those who are in no row are stored", "INSERT INTO unseen_person"],
  ["the rows to plan are found", "INSERT INTO candidate"],
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
    // A run that was killed while it read its file keeps what it has until someone cancels it.
    const ended = sql`run IN (SELECT id FROM run WHERE status <> 'failed')`;
    const left = await c.look(async ({ db }) => ({
      portions: (await sql`SELECT kind FROM portion WHERE kind <> 'unchanged' AND ${ended}`.execute(db)).rows,
      counts: (await sql`SELECT run FROM unchanged_portion WHERE ${ended}`.execute(db)).rows,
      unseen: (await sql`SELECT run FROM unseen_person WHERE ${ended}`.execute(db)).rows,
    }));
    expect(left).toEqual({ portions: [], counts: [], unseen: [] });
  },
);
