import { sql } from "kysely";
import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";
import { columns, mapping } from "../promises/sensitive-columns.ts";

test("I9: the queue contains only the ids of waiting operations", async () => {
  const c = await company({ mapping, parts: { service: { rate: { per_second: 500, in_flight: 1 } } } });
  c.place.write(
    "hr.csv",
    `${columns}\n${Array.from({ length: 8 }, (_, i) => `${i},A${i},B,m${i}@acme.example,17/04/1981,11111111A,pw-alpha-1`).join("\n")}\n`,
  );
  c.service.failNext({ method: "POST", path: "/users$", delayMs: 30_000 });
  const child = await c.start("sync job.yaml");
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (c.userCalls("POST").length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill("SIGKILL");
  await ended;
  const jobs = await c.look(async ({ db }) => (await sql<{ data: unknown }>`SELECT * FROM bullmq.job`.execute(db)).rows);
  const ids: string[] = [];
  for (const job of jobs) {
    const { operationIds, ...rest } = (typeof job.data === "string" ? JSON.parse(job.data) : job.data) as { operationIds: string[] };
    expect(rest).toEqual({});
    ids.push(...operationIds);
    expect(JSON.stringify(job)).not.toMatch(/acme\.example|11111111A|pw-alpha|1981/);
  }
  expect(ids).toHaveLength(8);
  for (const id of ids) expect(id).toMatch(/^\d{8}-\d{6}-\w{4}-\d+$/);
}, 120_000);
