import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { company, people, until, type Company } from "../helpers/company.ts";
import { assignCourse } from "../helpers/courses.ts";

const N = 160;

function readUsers(c: Company): string[] {
  return c.service.requests().flatMap(({ method, path }) => {
    const user = /\/users\/([^/]+)\/assignments\/courses\/progress/.exec(path)?.[1];
    return method === "GET" && user !== undefined && path.includes("_start=0") ? [user] : [];
  });
}

test("an export that is killed twice continues, and its file has every person once", async () => {
  const c = await company();
  c.hr(people(N));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: N } });
  await assignCourse(
    c,
    c.service.users().map((user) => user.user_id),
  );
  await c.place.reopen();
  for (const reads of [70, 130]) {
    const child = await c.start("export", "progress", "job.yaml", "--out", "progress.csv");
    await until(() => new Set(readUsers(c)).size >= reads);
    child.kill("SIGKILL");
    await until(() => child.exitCode !== null || child.signalCode !== null);
    expect(c.place.list(".")).not.toContain("progress.csv");
  }
  const done = await c.run("export", "progress", "job.yaml", "--out", "progress.csv", "--json");
  expect(done).toMatchObject({ code: 0 });
  const counts = done.json<{ people: number; rows: number; resumed: number }>();
  expect(counts).toMatchObject({ people: N, rows: 2 * N });
  expect(counts.resumed).toBeGreaterThanOrEqual(100);
  const rows: Record<string, string>[] = parse(readFileSync(join(c.place.dir, "progress.csv")), { bom: true, columns: true });
  const keys = rows.filter(({ kind }) => kind === "course").map(({ employee_key: key }) => key);
  expect(keys).toEqual(people(N).map(({ id }) => id));
  // Each kill makes at most one portion of 50 be read again.
  expect(readUsers(c).length).toBeLessThanOrEqual(N + 100);
});
