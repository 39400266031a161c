import { sql } from "kysely";
import { expect, test } from "vitest";
import { accounted, company, people, type Company, type Employee, type Reported } from "../helpers/company.ts";

interface AlikeReported extends Reported {
  alike?: { key: string; user_id: string; fields: string[]; records: { field: string; here: string | null; there: string | null }[] }[];
}

const mapping = `
key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Mail, transform: lower }
  national_id: { column: NIF, sensitive: true }
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
`;

/** Key, login, e-mail, national id and status; the other fields are the same for all. */
type Line = [key: string, login: string, mail: string, nif: string, status?: string];

function writeExport(c: Company, lines: readonly Line[], file = "hr.csv"): void {
  const rows = lines.map(([key, login, mail, nif, status = "Active"]) => `${key},Kim,Doe,${login},${mail},${nif},${status}`);
  c.place.write(file, `${["Employee ID,First,Last,Email,Mail,NIF,Status", ...rows].join("\n")}\n`);
}

const ana: Line = ["1", "ana@acme.example", "ana@mail.example", "12345678Z"];
const ben: Line = ["2", "ben@acme.example", "ben@mail.example", "87654321X"];

function heldOf(c: Company, run: string): AlikeReported[] {
  return (c.operations(run) as AlikeReported[]).filter(({ code }) => code === "same_person" || code === "name_in_use");
}

function idOf(c: Company, username: string): string {
  return String(c.service.users().find((user) => user["username"] === username)?.["user_id"]);
}

test("holds a joiner with the username, e-mail or national id of another key's account, shows both records, and creates everyone else", async () => {
  const c = await company({ mapping });
  const three: Line = ["3", "cai@acme.example", "cai@mail.example", "11111111H"];
  writeExport(c, [ana, ben, three]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 3 } });

  c.service.clearRequests();
  writeExport(c, [
    ["N1", "ANA@acme.example", "new1@mail.example", ""],
    ["N2", "new2@acme.example", "Ben@Mail.Example", ""],
    ["N3", "new3@acme.example", "new3@mail.example", "11111111h"],
    ["N4", "new4@acme.example", "new4@mail.example", "22222222J"],
  ]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, status: "completed", counts: { creates: 1, held: 3, blocked: 3, absent: 3 } });
  expect(accounted(night.counts)).toBe(4);
  expect(c.userCalls("POST").map(({ body }) => body["username"])).toEqual(["new4@acme.example"]);
  const held = heldOf(c, night.run);
  expect(held.map(({ key, code }) => `${key} ${code}`)).toEqual(["N1 same_person", "N2 same_person", "N3 same_person"]);
  expect(held[0]?.reason).toBe(
    "Same person? The account of key 1 has the same username as key N1, and 1 is not in this file. " +
      `If they are one person: \`rollcall identities link nightly N1 ${idOf(c, "ana@acme.example")} --from 1\`; ` +
      'if they are two people: `rollcall identities retry nightly N1 --reason "…"`.',
  );
  expect(held[1]?.reason).toContain("same e-mail address as key N2");
  expect(held[2]?.reason).toContain("same national id as key N3");
  expect(held[2]?.alike).toMatchObject([
    {
      key: "3",
      fields: ["national_id"],
      records: [
        { field: "username", here: "new3@acme.example", there: "cai@acme.example" },
        { field: "email", here: "new3@mail.example", there: "cai@mail.example" },
        { field: "national_id", here: "(not shown)", there: "(not shown)" },
        { field: "first_name", here: "Kim", there: "Kim" },
        { field: "last_name", here: "Doe", there: "Doe" },
      ],
    },
  ]);
  expect(c.place.read(`.rollcall/reports/${night.run}.html`)).toContain("Same person?</h3>");
  // Held again by the next run, with the same reason, and nothing is sent.
  c.service.clearRequests();
  const again = await c.sync();
  expect(again.counts).toMatchObject({ held: 3, unchanged: 1, creates: 0 });
  expect(c.userCalls()).toEqual([]);
}, 120_000);

test("keeps a matching sensitive national id out of reports, output and held operations", async () => {
  const c = await company({ mapping });
  writeExport(c, [ana, ben]);
  await c.sync();
  writeExport(c, [ben, ["N1", "new@acme.example", "new@mail.example", ana[3]]]);
  const night = await c.sync();
  expect(heldOf(c, night.run).map(({ code }) => code)).toEqual(["same_person"]);
  const explained = await c.run("explain", "job.yaml", "N1");
  expect(explained.stdout).toContain("Same person?");
  const operations = await c.look(({ db }) => sql<{ text: string }>`SELECT operation::text AS text FROM operation`.execute(db));
  const everything = [
    night.stdout,
    night.stderr,
    explained.stdout,
    explained.stderr,
    c.place.read(`.rollcall/reports/${night.run}.json`),
    c.place.read(`.rollcall/reports/${night.run}.html`),
    ...operations.rows.map(({ text }) => text),
  ];
  expect(everything.filter((text) => text.includes("12345678"))).toEqual([]);
}, 120_000);

test("holds one person under two keys of the same file by the national id, and creates unrelated people", async () => {
  const c = await company({ mapping });
  writeExport(c, [ana]);
  await c.sync();
  writeExport(c, [ana, ["N1", "new@acme.example", "new@mail.example", ana[3]], ben]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ creates: 1, held: 1, unchanged: 1 });
  expect(heldOf(c, night.run)[0]?.reason).toContain("and 1 is in this file too");
}, 120_000);

test("holds possible duplicates of a partial file too, and does not deactivate absent people who may be one of them", async () => {
  const c = await company({ mapping, parts: { policy: { absent: "deactivate" } } });
  writeExport(c, [ana, ben]);
  await c.sync();
  writeExport(c, [["N1", "ana@acme.example", "x@mail.example", ""]], "part.csv");
  const partial = await c.sync("--file", "part.csv");
  expect(partial.counts).toMatchObject({ held: 1, creates: 0, absent: 0 });
  // Both keys are missing from the full export, but a person who may be in it under another key has not left.
  writeExport(c, [["N1", "ana@acme.example", "x@mail.example", ""]]);
  const whole = await c.sync();
  expect(whole.counts).toMatchObject({ held: 1, creates: 0, absent: 2, absent_deactivated: 1 });
  expect(c.service.users().map(({ username, active }) => [username, active])).toEqual([
    ["ana@acme.example", true],
    ["ben@acme.example", false],
  ]);
}, 120_000);

test("finds an imported account without sent attributes by the job's last rows", async () => {
  const c = await company({ mapping });
  // Put on hold in the first run, so that the row is known and nothing was sent.
  writeExport(c, [[...ana.slice(0, 4), ""] as unknown as Line, ben]);
  await c.sync();
  const userId = c.service.addUser({ username: "ana@acme.example" }, ["HR/All staff"]);
  c.place.write("links.csv", `Employee ID,user\n1,${userId}\n`);
  const imported = await c.run("identities", "import", "job.yaml", "links.csv", "--key", "Employee ID", "--user-id", "user", "--yes");
  expect(imported).toMatchObject({ code: 0 });
  writeExport(c, [["N1", "Ana@ACME.example", "other@mail.example", ""], ben]);
  const night = await c.sync();
  expect(heldOf(c, night.run)[0]?.reason).toContain(`link nightly N1 ${userId} --from 1`);
  expect(c.service.users()).toHaveLength(2);
}, 120_000);

test("creates a joiner one run later if its username belonged to someone who is renamed in the same file", async () => {
  const c = await company({ mapping });
  writeExport(c, [ana, ben]);
  await c.sync();
  c.service.clearRequests();
  writeExport(c, [
    ["1", "ana.ruiz@acme.example", "ana.ruiz@mail.example", "12345678Z"],
    ben,
    ["3", "ana@acme.example", "ana@mail.example", "11111111H"],
  ]);
  const first = await c.sync();
  expect(first).toMatchObject({ code: 0, counts: { updates: 1, held: 1, creates: 0, unchanged: 1 } });
  expect(heldOf(c, first.run)[0]).toMatchObject({ key: "3", code: "name_in_use" });
  expect(heldOf(c, first.run)[0]?.reason).toContain("Key 1 no longer has this username and e-mail address in the file");
  const second = await c.sync();
  expect(second).toMatchObject({ code: 0, counts: { creates: 1, held: 0, unchanged: 2 } });
  expect(c.service.users().map((user) => user["username"])).toEqual(["ana.ruiz@acme.example", "ben@acme.example", "ana@acme.example"]);
}, 120_000);

test("does not hold two keys that a reviewer marked as two people", async () => {
  const c = await company({ mapping });
  writeExport(c, [ana, ben]);
  await c.sync();
  writeExport(c, [ben, ["N1", "new@acme.example", "new@mail.example", ana[3]]]);
  expect((await c.sync()).counts).toMatchObject({ held: 1 });
  const told = await c.run("identities", "retry", "job.yaml", "N1", "--reason", "father and daughter", "--yes");
  expect(told).toMatchObject({ code: 0 });
  expect((await c.sync()).counts).toMatchObject({ held: 0, creates: 1 });
}, 120_000);

test("ignores a placeholder that many accounts have as national id", async () => {
  const c = await company({ mapping });
  const many = people(25).map(({ id }): Line => [id, `p${id}@acme.example`, `p${id}@mail.example`, "UNKNOWN"]);
  writeExport(c, many);
  await c.sync();
  writeExport(c, [...many, ["N1", "new@acme.example", "new@mail.example", "UNKNOWN"]]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, held: 0 });
}, 120_000);

test("holds a new key whose person has an unconfirmed create under another key, and says to resolve that first", async () => {
  const c = await company({ mapping });
  writeExport(c, [ben]);
  await c.sync();
  c.service.failNext({ method: "POST", path: "/users", status: 500 });
  writeExport(c, [ana, ben]);
  expect((await c.sync()).counts).toMatchObject({ uncertain: 1 });
  writeExport(c, [["N1", "ana@acme.example", "ana@mail.example", "12345678Z"], ben]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ held: 1, creates: 0 });
  expect(heldOf(c, night.run)[0]?.reason).toContain("`rollcall identities list nightly --unsettled`");
}, 120_000);

test("sends a mover's changed username, e-mail and name to the linked account, and creates no second one", async () => {
  const c = await company();
  const [one, ...rest] = people(3) as [Employee, ...Employee[]];
  c.hr([one, ...rest]);
  await c.sync();
  c.service.clearRequests();
  c.hr([{ ...one, last: "Newname", mail: "newname@acme.example", dept: "IT" }, ...rest]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 1, creates: 0 } });
  expect(c.userCalls().map(({ method }) => method)).toEqual(["PUT"]);
  expect(c.service.users()).toHaveLength(3);
  expect(c.service.users().find((user) => user.username === "newname@acme.example")?.fields).toMatchObject({ last_name: "Newname" });
}, 120_000);

test("reactivates the old account of a rehire under the same key, with the groups HR gives now", async () => {
  const c = await company();
  const [one, ...rest] = people(3) as [Employee, ...Employee[]];
  c.hr([one, ...rest]);
  await c.sync();
  c.hr([{ ...one, status: "Left" }, ...rest]);
  await c.sync();
  c.hr(rest);
  await c.sync();
  c.service.clearRequests();
  c.hr([{ ...one, dept: "IT" }, ...rest]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { reactivations: 1, creates: 0 } });
  expect(c.userCalls("POST")).toEqual([]);
  const [user] = c.accountsOf(one.id);
  expect(user).toMatchObject({ active: true });
  expect(user?.groups).toContain("HR/Departments/IT");
}, 120_000);

test("holds a rehire under a new key, even years after the account was deactivated", async () => {
  const c = await company();
  const [one, ...rest] = people(3) as [Employee, ...Employee[]];
  c.hr([one, ...rest]);
  await c.sync();
  c.hr([{ ...one, status: "Left" }, ...rest]);
  await c.sync();
  c.hr(rest);
  await c.sync();
  c.hr([...rest, { id: "9001", mail: "p0001@acme.example" }]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ held: 1, creates: 0, unchanged: 2 });
  expect(c.accountsOf(one.id)).toHaveLength(1);
}, 120_000);

test("`identities link --from` resolves it: one account per person, under the new keys, and no one held", async () => {
  const c = await company({ mapping });
  writeExport(c, [ana, ben]);
  await c.sync();
  const joined: Line[] = [["N1", "ana@acme.example", "ana.new@mail.example", ana[3]], ben];
  writeExport(c, joined);
  const held = await c.sync();
  const userId = heldOf(c, held.run)[0]?.alike?.[0]?.user_id ?? "";
  const linked = await c.run("identities", "link", "job.yaml", "N1", userId, "--from", "1", "--reason", "a new key", "--yes");
  expect(linked).toMatchObject({ code: 0 });
  expect((await c.sync()).counts).toMatchObject({ held: 0, creates: 0, updates: 1, unchanged: 1, absent: 0 });
  expect(c.service.users().map((user) => [user.user_id === userId, user.fields["email"]])).toEqual([
    [true, "ana.new@mail.example"],
    [false, "ben@mail.example"],
  ]);
  // The old key returns with another name, so it is another person.
  writeExport(c, [...joined, ["1", "zoe@acme.example", "zoe@mail.example", "33333333P"]]);
  expect((await c.sync()).counts).toMatchObject({ held: 0, creates: 1, unchanged: 2 });
}, 120_000);

test("finds people in the file of another job of the account, and does not count them as missing", async () => {
  const c = await company({ mapping, parts: { policy: { limits: { rekeyed: 0 } } } });
  writeExport(c, [ana, ben]);
  await c.sync();
  // The other job gives no groups, so that both may work on the same account.
  c.place.write("other.yaml", mapping.replace(/groups:[^]*/, 'groups: { authority: ["Other/**"], rules: [] }'));
  const job = JSON.parse(c.place.read("job.yaml")) as Record<string, unknown>;
  c.place.write("second.yaml", JSON.stringify({ ...job, name: "contractors", mapping: "other.yaml", source: { file: "second.csv" } }));
  writeExport(c, [["X1", "ana@acme.example", "x@mail.example", ""]], "second.csv");
  const night = await c.night("sync", ["second.yaml"]);
  expect(night).toMatchObject({ code: 1, counts: { held: 1, blocked: 1, creates: 0 } });
  expect(heldOf(c, night.run)[0]?.reason).toContain("and 1 is in the file of another job");
}, 120_000);
