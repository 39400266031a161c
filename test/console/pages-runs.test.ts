import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunData, StoredRun } from "../../src/console/pages/runs/run-data.ts";
import { findRun, insertRun } from "../../src/store/runs/runs.ts";
import { RUN_KINDS, RUN_STATUSES } from "../../src/store/schema/statuses.ts";
import { consoleFor, csvOf, type Console, type Signed } from "./helpers.ts";

let place: Console;
let operator: Signed;
let viewer: Signed;

beforeAll(async () => {
  place = await consoleFor();
  operator = await place.signIn("operator");
  viewer = await place.signIn("viewer");
});
afterAll(() => place.close());

const runOf = (id: string) => operator.json<RunData>(`/runs/${id}`);

/** The run once nothing of it goes on in the background. */
async function settled(id: string): Promise<StoredRun> {
  for (let i = 0; i < 400; i += 1) {
    const run = await runOf(id);
    if (run.run !== null && run.progress === null) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the run ${id} does not end`);
}

async function upload(name: string, content: string, more: Record<string, string> = {}): Promise<Response> {
  const body = new FormData();
  body.append("csrf", /name="csrf" value="([^"]+)"/.exec((await operator.get("/account")).text)?.[1] ?? "");
  for (const [field, value] of Object.entries(more)) body.append(field, value);
  body.append("file", new Blob([content]), name);
  return fetch(`${place.url}/jobs/nightly/upload`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: operator.cookie, origin: place.url },
    body,
  });
}

const idIn = (location: string | null): string => /\/runs\/([^?]+)/.exec(location ?? "")?.[1] ?? "";

describe("a run", () => {
  test("is shown with its plan, its operations page by page, and its report", async () => {
    const run = await settled(place.run);
    const page = (await viewer.get(`/runs/${place.run}`)).text;
    expect(page).toMatch(/<h1>.*7 changes applied.*<\/h1>/);
    expect(page).toContain("schedule of the test");
    expect(page).toContain("joins the group <bdi>HR/<wbr />Departments/<wbr />Sales EMEA</bdi>");
    expect(page).not.toContain("<script>alert");
    expect(run.operations.length).toBe(run.all);
    expect((await viewer.get(`/runs/${place.run}?operation=create`)).text).toContain("No operation matches the filter.");
    const report = await viewer.get(`/runs/${place.run}/report`);
    expect([report.status, report.headers.get("content-security-policy")]).toEqual([
      200,
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups",
    ]);
    expect((await viewer.get("/runs/nothing")).status).toBe(404);
    expect((await viewer.get("/runs/..%2f..%2fstate/report")).status).toBe(404);
  });

  test("is started by an operator only, followed live, and ends on its own page", async () => {
    expect((await viewer.post("/jobs/nightly/run", {})).status).toBe(403);
    const started = await operator.post("/jobs/nightly/run", { plan_only: "yes" });
    const id = idIn(started.location);
    const stream = await fetch(`${place.url}/runs/${id}/live`, { headers: { cookie: viewer.cookie } });
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    const told = await stream.text();
    expect(told).toMatch(/event: (progress|over)/);
    const run = await settled(id);
    expect([run.run.status, run.run.started_by]).toEqual(["planned", operator.name]);
    const page = (await operator.get(`/runs/${id}`)).text;
    expect(page).toContain("Apply this plan");
    const row = (await viewer.get("/runs")).text.split("<tr").find((one) => one.includes(id));
    expect([row?.includes("Plan"), row?.includes("Sync")]).toEqual([true, false]);
    expect((await viewer.get(`/runs/${id}`)).text).not.toContain("Apply this plan");
    await operator.post(`/runs/${id}/cancel`, { reason: "Only looked" });
    expect((await settled(id)).run.status).toBe("cancelled");
    expect((await operator.post(`/runs/${id}/resume`, {})).text).toContain("is cancelled");
  });

  test("that nobody may follow is not followed, and one that is over says so at once", async () => {
    const nobody = await fetch(`${place.url}/api/v1/runs/${place.run}/live`);
    expect(nobody.status).toBe(401);
    const over = await fetch(`${place.url}/runs/${place.run}/live`, { headers: { cookie: viewer.cookie } });
    expect(await over.text()).toBe("event: over\ndata: {}\n\n");
  });

  test("is undone only after entering its id", async () => {
    const answer = await operator.post(`/runs/${place.run}/revert`, { reason: "x", confirm: "yes" });
    expect([answer.status, answer.text.includes("Write the id of the run")]).toEqual([400, true]);
  });

  test.for(["approve", "cancel", "revert"])("is not touched by %s without a reason", async (deed) => {
    for (const reason of ["", "  "]) {
      const answer = await operator.post(`/runs/${place.run}/${deed}`, { reason, confirm: place.run });
      expect([answer.status, answer.text.includes("needs a reason. Nothing was changed.")]).toEqual([400, true]);
    }
  });
});

describe("a file that someone sends", () => {
  test("is only planned, looked at, and applied by a second click; nothing of it stays on the disk", async () => {
    const joiner = { id: "0900", first: "Uploaded", last: "García", department: "Legal", status: "Active" };
    const answer = await upload("../../evil\u202e.csv", csvOf([joiner]));
    const id = idIn(answer.headers.get("location"));
    const plan = await settled(id);
    expect([plan.run.status, plan.run.partial, plan.run.counts["creates"]]).toEqual(["planned", true, 1]);
    expect(place.sandbox.users().some((user) => user["username"] === "p0900@acme.example")).toBe(false);
    const uploads = join(place.dir, "state", "uploads");
    for (let i = 0; i < 100 && readdirSync(uploads).length > 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readdirSync(uploads)).toEqual([]);
    await operator.post(`/runs/${id}/resume`, {});
    expect((await settled(id)).run.status).toBe("completed");
    expect(place.sandbox.users().some((user) => user["username"] === "p0900@acme.example")).toBe(true);
    expect(existsSync(join(place.dir, "evil.csv"))).toBe(false);
  });

  test("that is unusable changes nothing, and its run says why", async () => {
    const answer = await upload("empty.csv", "nothing;here\n");
    const run = await settled(idIn(answer.headers.get("location")));
    expect(run.run.status).toBe("failed");
    const page = (await operator.get(`/runs/${run.id}`)).text;
    expect(page).toContain("could not read its file");
  });

  test.for([
    ["broken.xlsx", "PK\u0003\u0004 and nothing more"],
    ["broken.xls", "\u00d0\u00cf\u0011\u00e0 and nothing more"],
    ["broken.csv", '"Employee ID";"First\n'],
    ["page.csv", "<html><body>Sign in</body></html>"],
    ["empty.xlsx", " "],
  ])("never shows where it lay on the server: %s", async ([name = "", content = ""]) => {
    const answer = await upload(name, content);
    const id = idIn(answer.headers.get("location"));
    const run = await settled(id);
    expect(run.run.status).toBe("failed");
    expect(run.run.problem?.message).toContain(name);
    const shown = await Promise.all(["", "/report", "/report?format=json"].map((path) => viewer.get(`/runs/${id}${path}`)));
    const json = JSON.stringify([run, await viewer.json("/runs"), await viewer.json("/overview")]);
    for (const text of [...shown.map((one) => one.text), json]) {
      expect(text).not.toContain(place.state.dir);
      expect(text).not.toContain("uploads");
    }
  });

  test("shows no folder of the server when it is good, either", async () => {
    const row = { id: "0901", first: "Uploaded", last: "García", department: "Legal", status: "Active" };
    const run = await settled(idIn((await upload("good.csv", csvOf([row]))).headers.get("location")));
    expect([run.run.file, run.files.map(({ name }) => name)]).toEqual(["good.csv", ["good.csv"]]);
    expect(JSON.stringify(run)).not.toContain(place.dir);
  });

  test("a workbook of decisions that is broken is refused without the folder that it lay in", async () => {
    const reviewer = await place.signIn("reviewer");
    const body = new FormData();
    body.append("csrf", /name="csrf" value="([^"]+)"/.exec((await reviewer.get("/account")).text)?.[1] ?? "");
    body.append("file", new Blob(["PK\u0003\u0004 and nothing more"]), "decisions.xlsx");
    const headers = { cookie: reviewer.cookie, origin: place.url };
    const answer = await fetch(`${place.url}/review/workbook`, { method: "POST", headers, body });
    const text = await answer.text();
    expect([answer.status, text.includes(place.dir), text.includes("uploads")]).toEqual([422, false, false]);
  });

  test("is asked for when none was sent", async () => {
    expect((await upload("", "")).status).toBe(400);
  });
});

test("a person's page tells what a run would do, by an address that names nobody", async () => {
  const found = await viewer.post("/people/search", { text: "p0008@acme" });
  expect(found.location).toMatch(/^\/people\/[0-9a-f]{16}$/);
  const page = (await viewer.get(found.location ?? "")).text;
  expect(page).toContain("Ana8");
  expect(page).toContain("The next run");
  expect(page).toContain("HR/<wbr />All staff");
  expect((await viewer.post("/people/search", { text: "%" })).text).toContain("No one matches this");
  expect((await viewer.get("/people/ffffffffffffffff")).status).toBe(404);
  expect((await viewer.get("/people/0008")).status).toBe(404);
});

test("a job whose file is broken says every fault, and starts nothing", async () => {
  writeFileSync(join(place.dir, "jobs", "broken.yaml"), "name: broken\nsorce: {}\n");
  place.clock.step(3100);
  const page = (await operator.get("/jobs/broken")).text;
  expect(page).toContain("The job file is invalid");
  expect(page).toContain("sorce");
  expect((await operator.post("/jobs/broken/run", {})).status).toBeGreaterThanOrEqual(400);
  expect((await operator.get("/jobs/no-such")).status).toBe(404);
});

test("the audit page shows who did what, and that the chain is whole", async () => {
  const page = (await viewer.get(`/audit?verify=yes&actor=${operator.name}`)).text;
  expect(page).toContain("The chain is intact");
  expect(page).toMatch(/<b><bdi>operator-\d+<\/bdi><\/b> cancelled run/);
  expect(page).toContain("Not checked yet");
  expect((await viewer.post("/audit/verify", {})).location).toBe("/audit");
  expect((await viewer.get("/audit")).text).toMatch(/Intact: \d+ entries, checked /);
  expect((await viewer.get("/audit?kind=access")).text).not.toContain("cancelled run");
  expect((await viewer.get("/audit?kind=runs")).text).toContain("cancelled run");
  expect((await viewer.get("/audit?from=2026-13-01")).status).toBe(400);
  const csv = await viewer.get("/audit/export?format=csv");
  expect(csv.text.split("\r\n").length).toBeGreaterThan(2);
});

test("the filter of the runs offers every status and kind that it accepts", async () => {
  const page = (await operator.get("/runs")).text;
  const offered = (name: string): string[] =>
    [...(new RegExp(`<select name="${name}">(.*?)</select>`, "s").exec(page)?.[1] ?? "").matchAll(/value="([^"]+)"/g)].map(
      ([, value]) => value ?? "",
    );
  expect(offered("status")).toEqual([...RUN_STATUSES]);
  expect(offered("kind")).toEqual([...RUN_KINDS]);
});

test("offers a new run, and no resume, for a run that was stopped while it read its file", async () => {
  const { db } = place.state;
  const last = await findRun(db, place.run);
  if (last === undefined) throw new Error("there is no run of last night");
  const { job, job_file, account, context, file } = last;
  const started_at = new Date(last.started_at.getTime() + 60_000);
  const unread = { sha256: "", rows: 0, partial: false, status: "interrupted", released_by: null, started_at } as const;
  await insertRun(db, { id: "stopped-early", job, job_file, account, context, file, ...unread });
  const { text } = await operator.get("/runs/stopped-early");
  expect(text).toContain("Start a new run of");
  expect(text).not.toContain("Resume the run");
  await db.deleteFrom("run").where("id", "=", "stopped-early").execute();
});
