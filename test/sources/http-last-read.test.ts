import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { company, mappingText, type Company } from "../helpers/company.ts";
import { standIn, type StandIn } from "../stand-ins/server.ts";

const person = (id: string, department: string) => ({
  "Employee ID": id,
  First: "Zebulonia",
  Last: "Berg",
  Email: `p${id}@example.com`,
  Department: department,
  Status: "Active",
  Salary: "98765",
});

interface Read {
  c: Company;
  hr: StandIn;
  people: ReturnType<typeof person>[];
}

/** A company after its first run, whose people come from a server. */
async function afterRun(): Promise<Read> {
  const people = [person("0001", "IT"), person("0002", "Sales")];
  const hr = await standIn(() => ({ body: people }));
  const c = await company();
  ask(c, hr);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  return { c, hr, people };
}

function ask(c: Company, hr: StandIn, http: Record<string, unknown> = {}): void {
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people`, private_network: true, ...http } } });
}

/** The kept reads. */
function reads(c: Company): string[] {
  const root = join(c.place.dir, ".rollcall", "reads");
  if (!existsSync(root)) return [];
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".sealed")).map((name) => join(root, name));
}

test("explain uses what the last run read", async () => {
  const { c, hr } = await afterRun();
  const asked = hr.requests.length;
  const explained = await c.run("explain", "job.yaml", "0001");
  expect(explained).toMatchObject({ code: 0 });
  expect(explained.stdout).toMatch(/people \(read \d{4}-\d\d-\d\d \d\d:\d\d UTC\)/);
  expect(await c.run("explain", "job.yaml", "Zebulonia")).toMatchObject({ code: 2 });
  expect(hr.requests).toHaveLength(asked);
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
});

test.for<[string, (path: string) => void]>([
  ["cut off", (path) => truncateSync(path, readFileSync(path).length - 33)],
  [
    "changed",
    (path) => {
      const bytes = readFileSync(path);
      bytes.writeUInt8((bytes.at(-60) ?? 0) ^ 1, bytes.length - 60);
      writeFileSync(path, bytes);
    },
  ],
])("a kept read that was %s is not used", async ([, damage]) => {
  const { c, hr } = await afterRun();
  for (const path of reads(c)) damage(path);
  const asked = hr.requests.length;
  expect(await c.run("explain", "job.yaml", "0001")).toMatchObject({ code: 0 });
  expect(hr.requests.length).toBeGreaterThan(asked);
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
});

test("plan --mapping compares on what the last run read, also with columns that no mapping used", async () => {
  const { c, hr } = await afterRun();
  c.place.write("other.yaml", `${mappingText}    - { name: paid, when: 'Salary == "98765"', groups: ["HR/Departments/Legal"] }\n`);
  const asked = hr.requests.length;
  const compared = await c.run("plan", "job.yaml", "--mapping", "other.yaml", "--json");
  expect(compared).toMatchObject({ code: 0 });
  expect(compared.json()).toMatchObject({ rows: 2, changed: 2 });
  expect(hr.requests).toHaveLength(asked);
  ask(c, hr, { query: { active: "yes" } });
  const other = await c.run("plan", "job.yaml", "--mapping", "other.yaml", "--json");
  expect(other).toMatchObject({ code: 4 });
  expect(other.stderr + other.stdout).toContain("no_requests");
  expect(hr.requests).toHaveLength(asked);
});

test("a read is kept encrypted, once per request, and replaced by the next run", async () => {
  const { c, hr, people } = await afterRun();
  const [path = "", ...others] = reads(c);
  expect(others).toEqual([]);
  const first = readFileSync(path);
  expect(["Zebulonia", "98765", "0001"].filter((text) => first.includes(text))).toEqual([]);
  people.push(person("0003", "IT"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1 } });
  expect(readFileSync(path).equals(first)).toBe(false);
  expect(await c.run("explain", "job.yaml", "0003")).toMatchObject({ code: 0 });
  ask(c, hr, { query: { active: "yes" } });
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(reads(c)).toHaveLength(1);
  expect(reads(c)).not.toContain(path);
});

test("a read that was not complete replaces nothing", async () => {
  const { c, people } = await afterRun();
  const [path = ""] = reads(c);
  const before = readFileSync(path);
  people.splice(0);
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "no_people" } });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("kept reads end with the retention of reports, an erased person, and a rotation of the key", async () => {
  const { c, people } = await afterRun();
  c.clock.step(89 * 86_400_000);
  await c.run("purge");
  expect(reads(c)).toHaveLength(1);
  c.clock.step(2 * 86_400_000);
  expect((await c.run("purge", "--dry-run", "--json")).json()).toMatchObject({ purged: { reports: 3 } });
  expect(reads(c)).toHaveLength(1);
  await c.run("purge");
  expect(reads(c)).toEqual([]);
  people.splice(1, 1);
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(reads(c)).toHaveLength(1);
  expect(await c.run("people", "forget", "0002", "--job", "job.yaml", "--reason", "Request 1", "--yes")).toMatchObject({ code: 0 });
  expect(reads(c)).toEqual([]);
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(reads(c)).toHaveLength(1);
  await c.place.reopen();
  expect(await c.run("keys", "rotate")).toMatchObject({ code: 0 });
  expect(reads(c)).toEqual([]);
});
