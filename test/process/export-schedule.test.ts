import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, onTestFinished, test } from "vitest";
import { markTick } from "../../src/store/schedule/schedule-ticks.ts";
import { rememberSchedule } from "../../src/store/settings.ts";
import { company, people, until, type Company } from "../helpers/company.ts";
import { assignCourse } from "../helpers/courses.ts";
import { freePort } from "../helpers/free-port.ts";
import { ended, jobForDaemon } from "../helpers/serving.ts";
import { sftpServer } from "../helpers/sftp.ts";

const clock = new URL("../helpers/process-clock.ts", import.meta.url).href;
const EXPORT = "nightly/export";
const schedule = { cron: "0 5 * * *", timezone: "UTC" };

async function withProgress(exporting: (c: Company) => Promise<object>): Promise<Company> {
  const c = await company();
  c.hr(people(4));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 4 } });
  await assignCourse(
    c,
    c.service.users().map((user) => user.user_id),
  );
  jobForDaemon(c, { export: { schedule, ...(await exporting(c)) } });
  // A schedule that was known before its time, as by an earlier process.
  await c.look(async ({ db }) => {
    await rememberSchedule(db, EXPORT, schedule);
    await markTick(db, EXPORT);
  });
  await c.place.reopen();
  return c;
}

interface Line {
  event: string;
  job?: string;
  problem?: string;
  people?: number;
  rows?: number;
}

/** Runs `rollcall serve` from shortly after a moment until it has logged the end of the export. */
async function serveOver(c: Company, moment: string): Promise<{ line: Line; metrics: string }> {
  const port = await freePort();
  const from = new Date(Date.parse(moment) + 1000).toISOString();
  const env = { TEST_CLOCK: from, NODE_OPTIONS: `--import=${clock}` };
  const child = await c.place.start(["serve", "--port", String(port)], env);
  onTestFinished(async () => void (await ended(child, "SIGKILL")));
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));
  const found = (): Line | undefined =>
    log
      .split("\n")
      .filter((line) => line.startsWith("{") && line.endsWith("}"))
      .map((line) => JSON.parse(line) as Line)
      .find(({ event }) => event === "progress_exported" || event === "progress_export_failed");
  await until(() => {
    if (child.exitCode !== null) throw new Error(`serve ended: ${log}`);
    return found() !== undefined;
  }, 90_000).catch((error: unknown) => {
    throw new Error(`no export: ${log}`, { cause: error });
  });
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(await ended(child, "SIGTERM")).toBe(0);
  return { line: found() as Line, metrics };
}

function rowsOf(path: string): string[] {
  const rows: { employee_key: string; kind: string }[] = parse(readFileSync(path), { bom: true, columns: true });
  return rows.map(({ employee_key: key, kind }) => `${key} ${kind}`);
}
const everyone = people(4).flatMap(({ id }) => [`${id} course`, `${id} learning_path`]);

test("a scheduled export that fails is logged and counted, and continues at its next time", { timeout: 300_000 }, async () => {
  const c = await withProgress(async () => ({ file: "../progress-{date}.csv" }));
  const last = c.service.users().at(-1)?.user_id ?? "";
  c.service.failNext({ method: "GET", path: `/users/${last}/assignments/courses/progress`, status: 500, times: 3 });
  const failed = await serveOver(c, "2027-03-01T05:00:00Z");
  expect(failed.line).toMatchObject({ event: "progress_export_failed", job: "nightly", problem: expect.any(String) as string });
  expect(failed.metrics).toContain('rollcall_progress_exports_total{result="failed"} 1\n');
  expect(failed.metrics).toContain('rollcall_progress_exports_total{result="done"} 0\n');
  expect(c.place.list(".").filter((name) => name.startsWith("progress-"))).toEqual([]);
  const reads = (): number =>
    c.service.requests().filter(({ path }) => path.includes("/assignments/courses/progress") && path.includes("_start=0")).length;
  const before = reads();
  const done = await serveOver(c, "2027-03-02T05:00:00Z");
  expect(done.line).toMatchObject({ event: "progress_exported", job: "nightly", people: 4, rows: 8, unknown: 0 });
  expect(done.metrics).toContain('rollcall_progress_exports_total{result="done"} 1\n');
  expect(rowsOf(join(c.place.dir, "progress-2027-03-02.csv"))).toEqual(everyone);
  // Three of the four people were read at the first time.
  expect(reads() - before).toBe(1);
});

test("a scheduled export to a server fails without its folder, and leaves the whole file there later", { timeout: 300_000 }, async () => {
  const folder = (c: Company): string => join(c.place.dir, "served", "in");
  const c = await withProgress(async (at) => {
    mkdirSync(join(at.place.dir, "served"));
    const server = await sftpServer(join(at.place.dir, "served"));
    return {
      file: "/in/progress.csv",
      sftp: { host: "127.0.0.1", port: server.port, user: "rollcall", password: "secret", host_key: server.hostKey },
    };
  });
  const failed = await serveOver(c, "2027-03-01T05:00:00Z");
  expect(failed.line).toMatchObject({ event: "progress_export_failed", problem: "sftp_failed" });
  expect(existsSync(folder(c))).toBe(false);
  expect(c.place.list(".rollcall").filter((name) => name.startsWith("export-"))).toEqual([]);
  mkdirSync(folder(c));
  const done = await serveOver(c, "2027-03-02T05:00:00Z");
  expect(done.line).toMatchObject({ event: "progress_exported", people: 4, rows: 8 });
  expect(rowsOf(join(folder(c), "progress.csv"))).toEqual(everyone);
});
