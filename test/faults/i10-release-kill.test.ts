import { sql } from "kysely";
import { expect, test } from "vitest";
import { company, people, type Company } from "../helpers/company.ts";

const preload = new URL("../helpers/kill-before.ts", import.meta.url).href;

/** The instants of a release, each just before a statement, and how the run stands then. */
const instants = [
  { name: "before its first new cells are stored", statement: "INSERT INTO person_cells", released: false, prepared: [] },
  { name: "before its transaction", statement: 'from "run".* for update', released: false, prepared: ["0001", "0007"] },
  { name: "in its transaction", statement: "INSERT INTO person \\(", released: false, prepared: ["0001", "0007"] },
  { name: "before its cells replace the earlier ones", statement: "UPDATE person_cells", released: true, prepared: ["0001", "0007"] },
];
const endings = ["is resumed", "is replaced by the next one"] as const;
const cases = instants.flatMap((instant) => endings.map((ending) => ({ ...instant, ending })));

test.for(cases)(
  "I2, I10: a run that is killed $name and $ending",
  { timeout: 120_000 },
  async ({ statement, released, prepared, ending }) => {
    const c = await company();
    const before = people(6);
    c.hr(before);
    await c.sync();
    // One changes, one leaves, one joins.
    const changed = [
      ...before.slice(0, 4).map((one) => (one.id === "0001" ? { ...one, dept: "IT" } : one)),
      ...before.slice(5),
      ...people(1, 7),
    ];
    c.hr(changed);
    const child = await c.place.start(["sync", "job.yaml"], { NODE_OPTIONS: `--import=${preload}`, KILL_BEFORE: statement });
    const signal = await new Promise((resolve) => child.on("close", (_code, by) => resolve(by)));
    expect(signal).toBe("SIGKILL");
    const [stopped] = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
    const run = stopped?.run ?? "";
    expect(stopped?.status).toBe(released ? "interrupted" : "failed");
    const state = await c.look(async ({ db }) => ({
      run: await db.selectFrom("run").select("released").where("id", "=", run).executeTakeFirst(),
      prepared: (await sql`SELECT key FROM person_cells WHERE next_cells IS NOT NULL OR key = '0007' ORDER BY key`.execute(db)).rows,
    }));
    expect(state).toEqual({ run: { released }, prepared: prepared.map((key) => ({ key })) });

    // The person who joined is not in the next file, and the one who changed has changed once more.
    const next = changed.slice(0, -1).map((one) => (one.id === "0001" ? { ...one, dept: "Legal" } : one));
    const isNext = ending === "is replaced by the next one";
    if (isNext) c.hr(next);
    const last = isNext ? await c.sync() : await c.night("runs resume", [run]);
    expect(last).toMatchObject({ status: "completed", counts: { failed: 0, uncertain: 0 } });
    const hr = isNext ? next : changed;
    const left = ["0005", ...(isNext && released ? ["0007"] : [])];
    expect(await stored(c)).toEqual(
      [...hr.map(({ id, dept = "Sales" }) => ({ key: id, dept })), ...left.map((key) => ({ key, dept: "Sales" }))].sort((a, b) =>
        a.key < b.key ? -1 : 1,
      ),
    );
    const [mover] = await c.look(
      async ({ db }) => (await sql`SELECT before->>4 AS dept, before_context FROM person_cells WHERE key = '0001'`.execute(db)).rows,
    );
    expect(mover).toEqual({ dept: isNext && released ? "IT" : "Sales", before_context: expect.any(String) as string });
    for (const one of [...before, ...changed]) expect(c.accountsOf(one.id).length, `accounts of ${one.id}`).toBeLessThanOrEqual(1);
    for (const one of hr) expect(c.accountsOf(one.id)[0]?.fields["department"], `department of ${one.id}`).toBe(one.dept ?? "Sales");
    expect((await c.sync()).counts).toMatchObject({ unchanged: hr.length, creates: 0, updates: 0, deactivations: 0 });
  },
);

/** The department in the cells of everybody, one row for each. */
async function stored(c: Company): Promise<unknown[]> {
  return c.look(
    async ({ db }) => (await sql`SELECT key, cells->>4 AS dept FROM person_cells WHERE next_cells IS NULL ORDER BY key`.execute(db)).rows,
  );
}
