import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";
import { columns, mapping } from "./sensitive-columns.ts";

test("I9: no output, report, error, queue or ended operation contains a secret or sensitive value", async () => {
  const c = await company({ ownDatabase: true, mapping });
  const token = c.service.refreshToken;
  const secrets = [
    "17/04/1981",
    "1981-04-17",
    "11111111A",
    "22222222B",
    "33333333C",
    "44444444D",
    "55555555E",
    "66666666Z",
    "77777777G",
    "pw-alpha-1",
    "pw-beta-2",
    "pw-gamma-3",
    "pw-delta-4",
    "31/02/1999",
    "02/03/1984",
    "1984-03-02",
    token,
  ];
  const rows = (born: string, national: string): string =>
    [
      columns,
      `1,Ana,One,a@acme.example,17/04/1981,11111111A,pw-alpha-1`,
      `2,Bo,Two,b@acme.example,${born},${national},pw-beta-2`,
      `3,Cy,Three,c@acme.example,31/02/1999,33333333C,pw-gamma-3`,
      `4,Di,Four,d@acme.example,17/04/1981,44444444D,pw-delta-4`,
      `5,Ed,Five,e@acme.example,17/04/1981,66666666Z,pw-delta-4`,
      "",
    ].join("\n");
  c.place.write("hr.csv", rows("17/04/1981", "22222222B"));
  const echo = (value: string): string => JSON.stringify({ code: "invalid_parameters", message: `national_id ${value} is not valid` });
  c.service.failNext({ method: "POST", path: "/users$", status: 412, body: echo("11111111A and pw-alpha-1 and 1981-04-17") });
  const outputs: string[] = [];
  const collect = async (...args: string[]): Promise<void> => {
    const { stdout, stderr, code } = await c.run(...args);
    outputs.push(`${args.join(" ")} -> ${code}\n${stdout}\n${stderr}`);
  };
  await collect("check", "job.yaml", "--json");
  await collect("sync", "job.yaml");
  const before = await c.look(({ db }) => sql`SELECT count(*) AS n FROM operation WHERE status = 'failed'`.execute(db));
  expect(before.rows).toEqual([{ n: "1" }]);
  // A change, a removal with a sensitive deciding cell, and a refusal that repeats the request.
  c.place.write("hr.csv", rows("02/03/1984", "77777777G").replace("66666666Z", "55555555E"));
  c.service.failNext({ method: "PUT", path: "/users/", status: 422, body: echo("77777777G of 1984-03-02") });
  await collect("sync", "job.yaml", "--json");
  await collect("review", "list", "--json");
  await collect("explain", "job.yaml", "2");
  await collect("explain", "job.yaml", "5", "--json");
  const all = outputs.join("\n");
  expect(all).toContain("is not valid");
  expect(all).toContain("HR/Departments/IT");

  const dir = join(c.place.dir, ".rollcall");
  const reports = readdirSync(join(dir, "reports")).map((name) => readFileSync(join(dir, "reports", name), "utf8"));
  expect(reports).toHaveLength(4);
  const journal = readFileSync(join(dir, "journal.jsonl"), "utf8");
  const { queue, operations, portions, removals, links } = await c.look(async ({ db }) => ({
    queue: JSON.stringify((await sql`SELECT * FROM bullmq.job`.execute(db)).rows),
    operations: (await sql<{ sendable: boolean; status: string }>`SELECT * FROM operation`.execute(db)).rows,
    portions: (await sql`SELECT * FROM portion WHERE kind <> 'unchanged'`.execute(db)).rows,
    removals: JSON.stringify((await sql`SELECT * FROM removal`.execute(db)).rows),
    links: JSON.stringify((await sql`SELECT * FROM link`.execute(db)).rows),
  }));
  expect(operations.length).toBeGreaterThanOrEqual(6);
  for (const operation of operations) expect(operation.sendable, `for ${operation.status}`).toBe(false);
  expect(portions).toEqual([]);
  expect(removals).toContain("HR/Departments/IT");
  const places = { outputs: all, reports: reports.join("\n"), journal, queue, operations: JSON.stringify(operations), removals, links };
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) expect(text.includes(secret), `${secret} stands in ${place}`).toBe(false);
  }
}, 120_000);
