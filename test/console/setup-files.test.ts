import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookOf } from "../source/workbooks.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";
import { fieldsOf, setupDriver } from "./setup-form.ts";

let place: Console;
let admin: Signed;
let driver: ReturnType<typeof setupDriver>;
beforeAll(async () => {
  place = await consoleFor();
  admin = await place.signIn("admin");
  driver = setupDriver(place, admin);
});
afterAll(() => place.close());

const rows = [
  ["Employee ID", "First Name", "Last Name", "Work Email", "Department", "Status"],
  ...Array.from({ length: 6 }, (_, i) => [
    `${i + 1}`,
    `Ana${i}`,
    "Sol",
    `ana${i}@acme.de`,
    i < 4 ? "Sales" : "IT",
    i === 5 ? "Inactive" : "Active",
  ]),
];
/** Up to the last step, with the sandbox as the service. */
async function ready(name: string): Promise<string> {
  const id = await driver.begin(name, bookOf({ Staff: rows }));
  await driver.confirm(id, "upload", "columns", "left", "key");
  expect((await driver.send(id, "connection", { sandbox: "yes" })).status).toBe(303);
  expect((await driver.send(id, "groups")).status).toBe(303);
  await driver.confirm(id, "preview");
  return id;
}

test("the files of a workbook lead to its first plan", async () => {
  const id = await ready("workbook-staff.xlsx");
  const finished = await driver.send(id, "plan", { complete: "yes" });
  expect(await driver.planOf(finished.location)).toMatchObject({ status: "planned", counts: { rows: 6, creates: 5 } });
  expect(readFileSync(join(place.dir, "jobs", "workbook-staff.yaml"), "utf8")).toContain("file: ../exports/workbook-staff.xlsx");
});

test("the files are offered for download where the server cannot write, and count as written once they are in place", async () => {
  const id = await ready("read-only.xlsx");
  const mappings = join(place.dir, "mappings");
  const kept = readdirSync(mappings).map((name) => [name, readFileSync(join(mappings, name))] as const);
  rmSync(mappings, { recursive: true });
  // Below a file nobody can write, not even root.
  symlinkSync(join(place.dir, "hr.csv", "mappings"), mappings);
  try {
    const plan = (await admin.get(`/setup/${id}/plan`)).text;
    expect(plan).toContain("This server cannot write to the jobs folder. Download both files");
    // The files are offered where the page asks for them, and it doesn't say that it writes them.
    expect(plan).toMatch(/make the plan\.[^]*\/files\/mapping"[^]*\/files\/job"[^]*<details/);
    expect(plan).not.toContain("Rollcall writes these two files");
    const refused = await driver.send(id, "plan");
    expect(refused.status).toBe(400);
    expect(readdirSync(join(place.dir, "jobs"))).not.toContain("read-only.yaml");
  } finally {
    rmSync(mappings);
    mkdirSync(mappings);
    for (const [name, bytes] of kept) writeFileSync(join(mappings, name), bytes);
  }
  for (const [kind, folder] of [
    ["job", "jobs"],
    ["mapping", "mappings"],
  ] as const) {
    const file = await admin.get(`/setup/${id}/files/${kind}`);
    expect(file.headers.get("content-disposition")).toContain(`filename="${folder}-read-only.yaml"`);
    writeFileSync(join(place.dir, folder, "read-only.yaml"), file.text);
  }
  expect((await admin.get(`/setup/${id}/plan`)).text).not.toContain("This server cannot write");
  expect(await driver.planOf((await driver.send(id, "plan")).location)).toMatchObject({ status: "planned", counts: { rows: 6 } });
});

test("the files are never written over others", async () => {
  const id = await ready("taken.xlsx");
  const taken = join(place.dir, "mappings", "taken.yaml");
  writeFileSync(taken, "# someone else's\n");
  const refused = await driver.send(id, "plan");
  expect([refused.status, refused.text.includes("exists already, and is never overwritten")]).toEqual([400, true]);
  expect(readFileSync(taken, "utf8")).toBe("# someone else's\n");
  expect(readdirSync(join(place.dir, "jobs"))).not.toContain("taken.yaml");
});

test("the files are completed if a process was killed after the mapping, once, however often the last step is sent", async () => {
  const id = await ready("cut-short.xlsx");
  const { text } = await admin.get(`/setup/${id}/files/mapping`);
  mkdirSync(join(place.dir, "mappings"), { recursive: true });
  writeFileSync(join(place.dir, "mappings", "cut-short.yaml"), text);
  const fields = fieldsOf((await admin.get(`/setup/${id}/plan`)).text);
  const answers = await Promise.all([0, 1, 2].map(() => admin.post(`/setup/${id}/plan`, fields)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404, 404]);
  expect(answers.find(({ status }) => status === 404)?.text).toContain("This setup was finished or discarded");
  expect(await driver.planOf(answers.find(({ status }) => status === 303)?.location ?? null)).toMatchObject({ status: "planned" });
  const { runs } = JSON.parse((await admin.get("/api/v1/runs")).text) as { runs: { job: string }[] };
  expect(runs.filter(({ job }) => job === "cut-short")).toHaveLength(1);
});
