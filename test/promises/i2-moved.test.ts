import { expect, test } from "vitest";
import { company, type Company, type Reported } from "../helpers/company.ts";

interface Blocked extends Reported {
  alike?: { fields: string[]; records: { field: string; here: string | null; there: string | null }[] }[];
}

const mapping = `
key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Mail, transform: lower }
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
`;
type Line = [key: string, login: string, mail: string, status?: string];
function writeExport(c: Company, lines: readonly Line[]): void {
  const rows = lines.map(([key, login, mail, status = "Active"]) => `${key},Kim,Doe,${login},${mail},${status}`);
  c.place.write("hr.csv", `${["Employee ID,First,Last,Email,Mail,Status", ...rows].join("\n")}\n`);
}
const ana: Line = ["1", "ana@acme.example", "ana@mail.example", ""];
const ben: Line = ["2", "ben@acme.example", "ben@mail.example"];

async function imported(c: Company): Promise<string> {
  writeExport(c, [ana, ben]);
  await c.sync();
  const userId = c.service.addUser({ username: "ana@acme.example" }, ["HR/All staff"]);
  c.place.write("links.csv", `Employee ID,user\n1,${userId}\n`);
  expect(await c.run("identities", "import", "job.yaml", "links.csv", "--key", "Employee ID", "--user-id", "user", "--yes")).toMatchObject({
    code: 0,
  });
  return userId;
}
const move = (c: Company, to: string, userId: string, from: string) =>
  c.run("identities", "link", "job.yaml", to, userId, "--from", from, "--reason", "A new key", "--yes");

test("I2: an account that moved twice before a file had its keys is found by the names under the first one", async () => {
  const c = await company({ mapping });
  const userId = await imported(c);
  expect(await move(c, "N1", userId, "1")).toMatchObject({ code: 0 });
  expect(await move(c, "N2", userId, "N1")).toMatchObject({ code: 0 });
  writeExport(c, [["N3", "ana@acme.example", "other@mail.example"], ["N4", "new@acme.example", "Ana@mail.example"], ben]);
  const { run } = await c.sync();
  const held = (c.operations(run) as Blocked[]).filter(({ code }) => code === "same_person");
  expect(held.map(({ reason }) => reason)).toEqual([
    expect.stringContaining(`link nightly N3 ${userId} --from N2`),
    expect.stringContaining(`link nightly N4 ${userId} --from N2`),
  ]);
  expect(held[0]?.alike).toMatchObject([{ fields: ["username"] }]);
  expect(held[0]?.alike?.[0]?.records[0]).toEqual({ field: "username", here: "ana@acme.example", there: "ana@acme.example" });
  expect(c.service.users()).toHaveLength(2);
}, 120_000);

test("a new person who gets the earlier key of an account, first without a status, is created once there is one", async () => {
  const c = await company({ mapping });
  const userId = await imported(c);
  expect(await move(c, "N1", userId, "1")).toMatchObject({ code: 0 });
  writeExport(c, [["1", "bob@acme.example", "bob@mail.example", ""], ben]);
  await c.sync();
  writeExport(c, [["1", "bob@acme.example", "bob@mail.example"], ben]);
  await c.sync();
  expect(c.service.users().map((u) => u["username"])).toContain("bob@acme.example");
}, 120_000);

test("I2: a moved account that was deactivated as absent is found by the names under its earlier key", async () => {
  const c = await company({ mapping, parts: { policy: { absent: "deactivate", limits: { shrink: "100%", deactivations: "100%" } } } });
  const userId = await imported(c);
  expect(await move(c, "N1", userId, "1")).toMatchObject({ code: 0 });
  writeExport(c, [ben]);
  await c.sync();
  writeExport(c, [["N2", "ana.new@acme.example", "ana@mail.example"], ben]);
  await c.sync();
  expect(c.service.users()).toHaveLength(2);
}, 120_000);

test("I2: after a power cut, an account that was deactivated as absent is found by the names of its create", async () => {
  const c = await company({ mapping, parts: { policy: { absent: "deactivate", limits: { shrink: "100%", deactivations: "100%" } } } });
  writeExport(c, [["1", "ana@acme.example", "ana@mail.example"], ben]);
  await c.sync();
  expect(c.service.users()).toHaveLength(2);
  c.loseDatabase();
  writeExport(c, [ben]);
  await c.sync();
  writeExport(c, [["N2", "ana.new@acme.example", "ana@mail.example"], ben]);
  await c.sync();
  expect(c.service.users()).toHaveLength(2);
}, 120_000);

test("I2: a moved account is found by the names under its earlier key although another person has that key now", async () => {
  const c = await company({ mapping });
  const userId = await imported(c);
  expect(await move(c, "N1", userId, "1")).toMatchObject({ code: 0 });
  writeExport(c, [["1", "bob@acme.example", "bob@mail.example"], ben]);
  await c.sync();
  expect(c.service.users()).toHaveLength(3);
  writeExport(c, [["1", "bob@acme.example", "bob@mail.example"], ["N2", "ana.new@acme.example", "ana@mail.example"], ben]);
  await c.sync();
  expect(c.service.users()).toHaveLength(3);
}, 120_000);
