import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openXlsx } from "../../src/source/xlsx/xlsx.ts";
import { people, type Company } from "../helpers/company.ts";
import { assignCourse } from "../helpers/courses.ts";
import { snapshot } from "../helpers/snapshot.ts";
import { sftpServer } from "../helpers/sftp.ts";
import { makeTemplate } from "../identities/template.ts";

type Row = Record<string, string>;

/** Four linked people, each with a course and a learning path. */
const learners = snapshot(async (c) => {
  c.hr(people(4));
  await c.sync();
  await assignCourse(
    c,
    c.service.users().map((user) => user.user_id),
    "=First aid",
  );
});

const progressCalls = (c: Company): string[] =>
  c.service.requests().flatMap(({ method, path }) => (method === "GET" && path.includes("/assignments/courses/progress") ? [path] : []));

function csv(c: Company, file: string): Row[] {
  return parse(readFileSync(join(c.place.dir, file)), { bom: true, columns: true });
}

/** Adds `export` to the job file. */
function jobExports(c: Company, settings: object): void {
  c.place.write("job.yaml", JSON.stringify({ ...(JSON.parse(c.place.read("job.yaml")) as object), export: settings }));
}

async function stored(c: Company): Promise<number> {
  return c.look(async ({ db }) => {
    const { rows } = await sql<{
      n: string;
    }>`SELECT (SELECT count(*) FROM exported_progress) + (SELECT count(*) FROM progress_export) AS n`.execute(db);
    return Number(rows[0]?.n);
  });
}

test("exports courses and learning paths by HR key, without sensitive fields, and stores nothing afterwards", async () => {
  const c = await learners();
  const done = await c.run("export", "progress", "job.yaml", "--out", "progress.csv", "--json");
  expect(done).toMatchObject({ code: 0 });
  expect(done.json()).toMatchObject({ people: 4, rows: 8, resumed: 0, unknown: 0 });
  const rows = csv(c, "progress.csv");
  expect(rows.map(({ employee_key: key, kind }) => `${key} ${kind}`)).toEqual(
    ["0001", "0002", "0003", "0004"].flatMap((key) => [`${key} course`, `${key} learning_path`]),
  );
  // Formulas are escaped.
  expect(rows[0]).toMatchObject({ title: "'=First aid" });
  expect(rows[0]?.["progress"]).toMatch(/^\d+$/);
  expect(rows[1]).toMatchObject({ title: "Safety", total_courses: "1" });
  expect(Object.keys(rows[0] ?? {})).not.toContain("studentId");
  expect(statSync(join(c.place.dir, "progress.csv")).mode & 0o777).toBe(0o600);
  expect(await stored(c)).toBe(0);
  const audit = (await c.run("audit", "list", "--action", "progress_exported", "--json")).json<{ detail: object }[]>();
  expect(audit).toMatchObject([{ detail: { job: "nightly", people: 4, rows: 8, fields: [] } }]);
});

test("writes the same rows as JSON and as a workbook, with the fields that were asked for", async () => {
  const c = await learners();
  expect((await c.run("export", "progress", "job.yaml", "--out", "p.json", "--fields", "studentId,total_progress_time")).code).toBe(0);
  const items = JSON.parse(c.place.read("p.json")) as Record<string, unknown>[];
  expect(items).toHaveLength(8);
  expect(items[0]).toMatchObject({
    employee_key: "0001",
    kind: "course",
    title: "=First aid",
    studentId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });
  expect((await c.run("export", "progress", "job.yaml", "--out", "p.xlsx")).code).toBe(0);
  const book = await openXlsx(join(c.place.dir, "p.xlsx"), { sheet: null, headerRow: null }, ["employee_key"]);
  const cells: (string | undefined)[][] = [];
  for await (const batch of book.rows()) for (const row of batch) cells.push([...row.cells]);
  expect(book.header).toContain("title");
  expect(cells.map((row) => row[book.header.indexOf("title")])).toEqual(items.map(({ title }) => title));
});

test("continues where it was interrupted, and leaves the earlier file in place until then", async () => {
  const c = await learners();
  const users = c.service.users().map((user) => user.user_id);
  writeFileSync(join(c.place.dir, "progress.csv"), "before");
  // The last two people cannot be read for now.
  for (const user of users.slice(2))
    c.service.failNext({ method: "GET", path: `/users/${user}/assignments/courses/progress`, status: 500, times: 3 });
  const failed = await c.run("export", "progress", "job.yaml", "--out", "progress.csv");
  expect(failed.code).toBe(5);
  expect(c.place.read("progress.csv")).toBe("before");
  const done = await c.run("export", "progress", "job.yaml", "--out", "progress.csv", "--json");
  expect(done.json()).toMatchObject({ people: 4, rows: 8, resumed: 2 });
  expect(csv(c, "progress.csv")).toHaveLength(8);
});

test("what an interrupted export has read is sealed, read again after a rotation of the key, and purged after a week", async () => {
  const c = await learners();
  const [last = ""] = c.service
    .users()
    .map((user) => user.user_id)
    .slice(-1);
  const interrupted = async (): Promise<void> => {
    c.service.failNext({ method: "GET", path: `/users/${last}/assignments/courses/progress`, status: 500, times: 3 });
    expect((await c.run("export", "progress", "job.yaml", "--out", "p.csv")).code).toBe(5);
  };
  const texts = (): Promise<string[]> =>
    c.look(async ({ db }) => {
      const { rows } = await sql<{ text: string }>`SELECT items::text AS text FROM exported_progress`.execute(db);
      return rows.map(({ text }) => text);
    });
  await interrupted();
  expect((await texts()).map((text) => /^\{"sealed": "[^"]+"\}$/.test(text))).toEqual([true, true, true]);
  expect((await c.run("keys", "rotate")).code).toBe(0);
  expect(await texts()).toEqual([]);
  await interrupted();
  expect(await stored(c)).toBe(4);
  c.clock.step(6 * 86_400_000);
  await c.run("purge");
  expect(await stored(c)).toBe(4);
  c.clock.step(2 * 86_400_000);
  expect((await c.run("purge", "--json")).json()).toMatchObject({ purged: { files: 3 } });
  expect(await stored(c)).toBe(0);
  const done = await c.run("export", "progress", "job.yaml", "--out", "p.csv", "--json");
  expect(done.json()).toMatchObject({ people: 4, rows: 8, resumed: 0 });
});

test("an account that the service does not know is counted, and ends the command with 1", async () => {
  const c = await learners();
  const [gone = ""] = c.service.users().map((user) => user.user_id);
  c.service.failNext({ method: "GET", path: `/users/${gone}/assignments/courses/progress`, status: 404 });
  const done = await c.run("export", "progress", "job.yaml", "--out", "progress.csv", "--json");
  expect(done.code).toBe(1);
  expect(done.json()).toMatchObject({ people: 4, rows: 6, unknown: 1 });
});

test("--since leaves out courses without a change since that day, but no learning path, which has no such date", async () => {
  const c = await learners();
  const later = await c.run("export", "progress", "job.yaml", "--out", "p.csv", "--since", "2099-01-01", "--json");
  expect(later.json()).toMatchObject({ people: 4, rows: 4 });
  expect(new Set(csv(c, "p.csv").map(({ kind }) => kind))).toEqual(new Set(["learning_path"]));
  expect((await c.run("export", "progress", "job.yaml", "--out", "p.csv", "--since", "2000-01-01", "--json")).json()).toMatchObject({
    rows: 8,
  });
});

test("exports a report of the service where the job names one: rows of linked people, the chosen columns", async () => {
  const c = await learners();
  await makeTemplate(c, { name: "Progress", reportType: "course_progress" });
  jobExports(c, { file: "out-{date}.csv", report: { template: "Progress", user_id: "User id", columns: ["Title", "progress_status"] } });
  const done = await c.run("export", "progress", "job.yaml", "--json");
  expect(done).toMatchObject({ code: 0 });
  expect(done.json()).toMatchObject({ people: 4, rows: 4 });
  const [file = ""] = readdirSync(c.place.dir).filter((name) => /^out-\d{4}-\d\d-\d\d\.csv$/.test(name));
  const rows = csv(c, file);
  expect(rows.map(({ employee_key: key }) => key).sort()).toEqual(["0001", "0002", "0003", "0004"]);
  expect(Object.keys(rows[0] ?? {})).toEqual(["employee_key", "Title", "progress_status"]);
  expect(progressCalls(c)).toEqual([]);
  jobExports(c, { file: "o.csv", report: { template: "Progres", user_id: "User id", columns: ["Title"] } });
  const wrong = await c.run("export", "progress", "job.yaml");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain("did you mean “Progress”? Nothing was exported.");
  expect(wrong.stderr).toContain("`export.report.template`");
});

test("puts the file on an SFTP server, whole, in place of an earlier one", async () => {
  const c = await learners();
  const root = join(c.place.dir, "served");
  mkdirSync(join(root, "in"), { recursive: true });
  writeFileSync(join(root, "in", "progress.csv"), "before");
  const server = await sftpServer(root);
  const sftp = { host: "127.0.0.1", port: server.port, user: "rollcall", password: "secret", host_key: server.hostKey };
  jobExports(c, { file: "/in/progress.csv", sftp });
  const done = await c.run("export", "progress", "job.yaml", "--json");
  expect(done).toMatchObject({ code: 0 });
  expect(done.json()).toMatchObject({ file: "sftp://127.0.0.1/in/progress.csv", rows: 8 });
  expect(readdirSync(join(root, "in"))).toEqual(["progress.csv"]);
  expect(csv(c, "served/in/progress.csv")).toHaveLength(8);
  expect(c.place.list(".rollcall/uploads")).toEqual([]);
});

test("refuses a file that cannot be written before it asks the service for anything", async () => {
  const c = await learners();
  c.service.clearRequests();
  mkdirSync(join(c.place.dir, "folder"));
  for (const [file, why] of [
    ["missing/p.csv", "there is no folder"],
    ["job.yaml/p.csv", "is not a folder"],
    [`${"x".repeat(300)}/p.csv`, "its name is too long"],
  ] as const) {
    const refused = await c.run("export", "progress", "job.yaml", "--out", file);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`cannot be written: `);
    expect(refused.stderr).toContain(why);
  }
  const folder = await c.run("export", "progress", "job.yaml", "--out", "folder", "--format", "csv");
  expect(folder).toMatchObject({ code: 2 });
  expect(folder.stderr).toContain("it is a folder");
  expect(c.service.requests()).toEqual([]);
  expect((await c.run("export", "progress", "job.yaml", "--out", "folder/p.csv")).code).toBe(0);
  expect(readdirSync(join(c.place.dir, "folder"))).toEqual(["p.csv"]);
});

test("refuses a command without a file, with an unknown field, day or format", async () => {
  const c = await learners();
  for (const [args, says] of [
    [[], "Add --out FILE, or set `export.file` of the job."],
    [["--out", "p.csv", "--fields", "salary"], "--fields has the unknown field salary."],
    [["--out", "p.csv", "--since", "yesterday"], "--since yesterday isn't a clear date; use the form 2026-04-01."],
    [["--out", "p.pdf"], "--format must be one of csv, xlsx, json, not pdf."],
  ] as const) {
    const refused = await c.run("export", "progress", "job.yaml", ...args);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(says);
  }
});
