/** Lookups by name, cause and time. */
import { expect, test } from "vitest";
import { company, header, people, type Company } from "../helpers/company.ts";

const rows = [
  "00123,Ana,Diaz,ana@example.com,Sales,Active",
  "00124,Ana María,Díaz Ruiz,ana.maria@example.com,Sales,Active",
  "00200,Bo,Ek,bo@example.com,IT,Active",
];

async function staffed(): Promise<Company> {
  const c = await company();
  c.place.write("hr.csv", [header, ...rows, ""].join("\n"));
  return c;
}

test("explain accepts a name, a username or an e-mail address, also of a person missing from the file", async () => {
  const c = await staffed();
  const keyOf = async (text: string): Promise<string> => (await c.run("explain", "job.yaml", text, "--json")).json<{ key: string }>().key;
  expect(await keyOf("Bo Ek")).toBe("00200");
  expect(await keyOf("ek, bo")).toBe("00200");
  expect(await keyOf("BO@example.com")).toBe("00200");
  expect(await keyOf("00200")).toBe("00200");
  expect((await c.run("explain", "job.yaml", "Ek")).stdout).toMatch(/^00200: row 4 /);
  await c.sync();
  c.place.write("hr.csv", [header, ...rows.slice(0, 2), ""].join("\n"));
  expect(await keyOf("Bo Ek")).toBe("00200");
}, 60_000);

test("explain lists the people who share a name, and suggests no key for an unknown name", async () => {
  const c = await staffed();
  const several = await c.run("explain", "job.yaml", "Ana");
  expect(several).toMatchObject({ code: 2, stdout: "" });
  expect(several.stderr).toContain("2 people match Ana:\n  00123  Ana Diaz\n  00124  Ana María Díaz Ruiz\n");
  const unknown = await c.run("explain", "job.yaml", "Zoe Lund");
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("No one with the key or name Zoe Lund is in");
  expect(unknown.stderr).not.toContain("nearest");
}, 60_000);

test("explain suggests a key that differs by leading zeros or one letter, and no other", async () => {
  const c = await staffed();
  expect((await c.run("explain", "job.yaml", "123")).stderr).toContain("The nearest key of the file is 00123.");
  expect((await c.run("explain", "job.yaml", "0023")).stderr).toContain("The nearest key of the file is 00123.");
  expect((await c.run("explain", "job.yaml", "00999")).stderr).not.toContain("nearest");
  // Of a long key two letters are less than a third, and still another person's.
  c.place.write("hr.csv", [header, "E1000123,Ana,Diaz,ana@example.com,Sales,Active", ""].join("\n"));
  expect((await c.run("explain", "job.yaml", "E1000124")).stderr).toContain("The nearest key of the file is E1000123.");
  expect((await c.run("explain", "job.yaml", "E1000199")).stderr).not.toContain("nearest");
}, 60_000);

test("explain neither searches nor shows sensitive fields", async () => {
  const c = await staffed();
  const text = c.place.read("mapping.yaml").replace("last_name: Last", "last_name: { column: Last, sensitive: true }");
  c.place.write("mapping.yaml", text);
  expect((await c.run("explain", "job.yaml", "Ek")).code).toBe(2);
  const several = await c.run("explain", "job.yaml", "Ana");
  expect(several.stderr).toContain("00123  Ana\n");
}, 60_000);

test("review show accepts a cause and shows all its people", async () => {
  const c = await company({ parts: { policy: { limits: { updates: 100 } } } });
  c.hr(people(25));
  await c.sync();
  c.hr(people(25).map((one) => ({ ...one, dept: "Moved" })));
  c.service.addGroup("HR/Departments/Moved");
  await c.sync();
  const list = (await c.run("review", "list", "--json")).json<{ id: string; cause: string }[]>();
  const cause = list[0]?.cause ?? "";
  const members = list.filter((one) => one.cause === cause);
  const shown = await c.run("review", "show", cause, "--json");
  const { removals, cause: id } = shown.json<{ cause: string; removals: { id: string }[] }>();
  expect(id).toBe(cause);
  expect(removals.map((one) => one.id).toSorted()).toEqual(members.map((one) => one.id).toSorted());
  const { stdout } = await c.run("review", "show", cause);
  for (const member of members) expect(stdout).toContain(member.id);
  const none = await c.run("review", "show", "C-nothing");
  expect([none.code, none.stderr.split("\n")[0]]).toEqual([2, "There is no cause C-nothing."]);
}, 60_000);

test("a plan shows how many people it left out and how to see them, and --all lists them", async () => {
  const c = await company();
  c.hr(people(30));
  const plan = await c.run("plan", "job.yaml");
  const [, more, run = ""] = /… and (\d+) more: rollcall runs show (\S+) --all/.exec(plan.stdout) ?? [];
  expect(more).toBe("18");
  expect(plan.stdout.match(/^ {2}\+ \w.* row \d+$/gm)).toHaveLength(12);
  for (const args of [
    ["runs", "show", run, "--all"],
    ["plan", "job.yaml", "--all"],
  ]) {
    const { stdout } = await c.run(...args);
    expect(stdout.match(/^ {2}\+ \w.* row \d+$/gm)).toHaveLength(30);
    expect(stdout).not.toContain("more: rollcall");
  }
}, 60_000);

test("runs list shows when each run started", async () => {
  const c = await staffed();
  await c.sync();
  const began = c.clock.now().toISOString().slice(0, 13).replace("T", " ");
  const [head, line] = (await c.run("runs", "list")).stdout.split("\n");
  expect(head).toMatch(/^run +started \(UTC\) +job /);
  expect(line).toContain(`  ${began}:`);
}, 60_000);
