import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardedLookup } from "../../src/setup/browser/connection.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { dropExpiredSetups } from "../../src/store/setup/setups.ts";
import { bookOf } from "../source/workbooks.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";
import { fieldsOf, setupDriver, valueField } from "./setup-form.ts";

const exports = fileURLToPath(new URL("../exports/", import.meta.url));

let place: Console;
let admin: Signed;
let upload: ReturnType<typeof setupDriver>["upload"];
let send: ReturnType<typeof setupDriver>["send"];
let begin: ReturnType<typeof setupDriver>["begin"];
let confirm: ReturnType<typeof setupDriver>["confirm"];
let planOf: ReturnType<typeof setupDriver>["planOf"];
beforeAll(async () => {
  place = await consoleFor();
  admin = await place.signIn("admin");
  ({ upload, send, begin, confirm, planOf } = setupDriver(place, admin));
});
afterAll(() => place.close());

/** A German export with a status that nobody knows. */
const german = Buffer.from(
  [
    "Personalnummer;Nachname;Vorname;Geschäftliche E-Mail;Geburtsdatum;Abteilung;Standort;Status",
    ...Array.from({ length: 30 }, (_, i) => {
      const status = i === 28 ? "Ausgeschieden" : i === 29 ? "Status XY" : "Aktiv";
      return `00${100 + i};Müller${i};Jörg;p${i}@acme.de;0${(i % 9) + 1}.04.1985;${i % 2 === 0 ? "Vertrieb" : "IT"};Köln;${status}`;
    }),
  ].join("\r\n"),
  "latin1",
);

test("a German export goes from the upload to its first plan, without a file being written by hand", async () => {
  const id = await begin("mitarbeiter-2026-11-21.csv", german);
  const read = (await admin.get(`/setup/${id}/upload`)).text;
  for (const shown of ["windows-1252", "Semicolon ;", "30", 'value="mitarbeiter"']) expect(read).toContain(shown);
  await confirm(id, "upload");
  const columns = (await admin.get(`/setup/${id}/columns`)).text;
  expect(columns).toContain("Rollcall recognised 8 of 8 columns.");
  expect(columns).toContain("Certain");
  expect(columns).toContain("Jörg");
  // Dates of birth are sensitive.
  expect(columns).not.toContain("04.1985");
  await confirm(id, "columns");

  const left = await send(id, "left");
  expect(left.status).toBe(400);
  expect(left.text).toMatch(/“Status” is “Status XY” in 1 row\. Do these people work here\?[^]*This needs an answer\./);
  // A later step stays closed, also by its address.
  const skipped = (await admin.get(`/setup/${id}/plan`)).text;
  expect(skipped).toContain("“First plan” opens after this step.");
  expect(skipped).toContain("3. Who has left?");
  const unknown = Object.keys(fieldsOf(left.text)).length;
  expect(unknown).toBeGreaterThan(3);
  expect((await send(id, "left", { [valueField(left.text, "Status XY")]: "no" })).status).toBe(303);
  expect((await admin.get(`/setup/${id}/key`)).text).toContain("Personalnummer – 30 of 30 filled, each different");
  await confirm(id, "key");
  expect((await send(id, "connection", { sandbox: "yes" })).location).toBe(`/setup/${id}/groups`);
  const groups = await send(id, "groups", { count: "yes" });
  // The two leavers get no account, so they get no group either.
  expect(groups.text).toMatch(/Everyone<\/label>[^]*?28 people, 1 group</);
  expect(groups.text).toContain("HR/Abteilungen/Vertrieb");
  expect((await admin.get(`/setup/${id}/missing-groups.csv`)).text).toContain("HR/Abteilungen/Vertrieb,14");
  expect((await send(id, "groups", { "q.authority": "**" })).status).toBe(303);
  const preview = (await admin.get(`/setup/${id}/preview`)).text;
  expect(preview).toContain("30 of 30 rows can be used.");
  expect(preview).toContain("Deactivated");
  expect(preview).not.toContain("1985");
  await confirm(id, "preview");
  const before = readdirSync(join(place.dir, "jobs"));
  expect(before).not.toContain("mitarbeiter.yaml");
  const files = (await admin.get(`/setup/${id}/plan`)).text;
  expect(files).toContain("jobs/mitarbeiter.yaml");
  // Tomorrow's export has another date.
  expect(files).toContain('value="exports/mitarbeiter-*.csv"');
  const mapping = (await admin.get(`/setup/${id}/files/mapping`)).text;

  const finished = await send(id, "plan", { complete: "yes" });
  expect(await planOf(finished.location)).toMatchObject({ status: "planned", counts: { rows: 30, creates: 28 } });
  expect(readFileSync(join(place.dir, "mappings", "mitarbeiter.yaml"), "utf8")).toBe(mapping);
  expect(mapping).toContain("Status XY: false");
  expect(readFileSync(join(place.dir, "jobs", "mitarbeiter.yaml"), "utf8")).toContain("csv: { encoding: windows-1252 }");
  // Nothing of the sample is left.
  const { rows } = await sql`SELECT 1 FROM job_setup WHERE id = ${id}`.execute(place.state.db);
  expect(rows).toEqual([]);
  expect((await admin.get(`/setup/${id}`)).status).toBe(404);
  const audit = await place.state.db.selectFrom("audit").select("action").where("action", "like", "job_setup%").execute();
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(["job_setup_started", "job_setup_written"]));
});

test("the preview leads to the answer that rejects most rows", async () => {
  const rows = Array.from({ length: 6 }, (_, i) => `${i};Müller${i};Jörg;p${i}@acme.de;Vertrieb;aktiv`);
  const id = await begin("wrong-login.csv", ["Personalnummer;Nachname;Vorname;E-Mail;Abteilung;Status", ...rows].join("\n"));
  await confirm(id, "upload", "columns", "left");
  const preview = async (username: string, warned: boolean): Promise<string> => {
    // What follows from the choice is shown once, before the next step.
    if (warned) expect((await send(id, "key", { "q.use.username": username })).text).toContain("Different people with the same username");
    expect((await send(id, "key", { "q.use.username": username })).status).toBe(303);
    expect((await send(id, "connection", { sandbox: "yes" })).status).toBe(303);
    await confirm(id, "groups");
    return (await admin.get(`/setup/${id}/preview`)).text;
  };
  const wrong = await preview("Vorname", true);
  expect(wrong).toContain("6 of 6 rows would be rejected.");
  expect(wrong).toMatch(new RegExp(`Vorname</bdi>\\. Check your answer in the step <a href="/setup/${id}/key">`));
  expect(wrong).not.toContain("would be sent");
  const right = await preview("E-Mail", false);
  expect(right).toContain("6 of 6 rows can be used.");
  expect(right).not.toContain("would be rejected.");
});

describe("the other exports", () => {
  test("an English one, whose addresses are formed from a column", async () => {
    const id = await begin("workday-like-5.csv", readFileSync(join(exports, "workday-like-5.csv")));
    await confirm(id, "upload");
    const refused = await send(id, "columns");
    expect(refused.text).toContain("No column has e-mail addresses, which the service requires.");
    const wrong = await send(id, "columns", { "q.use.email.text": "{Nobody}@example.com" });
    expect(wrong.text).toContain("has no usable column “Nobody”");
    // What was typed is not lost.
    expect(wrong.text).toContain('value="{Nobody}@example.com"');
    expect((await send(id, "columns", { "q.use.email.text": "{UserID}@example.com" })).status).toBe(303);
    const left = (await admin.get(`/setup/${id}/left`)).text;
    expect(left).toContain("Who has left?");
    await admin.post(`/setup/${id}/discard`, {});
    expect((await admin.get(`/setup/${id}/left`)).status).toBe(404);
  });

  test("a workbook with titles above its header, and one that asks for its sheet", async () => {
    const rows = [
      ["Staff"],
      [],
      ["Employee ID", "First Name", "Last Name", "Work Email", "Status"],
      ["1", "Ana", "Sol", "a@acme.de", "Active"],
    ];
    const id = await begin("staff.xlsx", bookOf({ Notes: [["hidden"]], Staff: rows }, { hidden: ["Notes"] }));
    const read = (await admin.get(`/setup/${id}/upload`)).text;
    expect(read).toContain("<bdi>Staff</bdi>");
    expect(read).toMatch(/Row with the column names<\/dt>\s*<dd>3</);
    const several = await begin("several.xlsx", readFileSync(join(exports, "header-in-row-5.xlsx")));
    const asked = (await admin.get(`/setup/${several}/columns`)).text;
    expect(asked).toContain("This workbook has several sheets.");
    expect(asked).toContain('<option value="arts"');
    const chosen = await send(several, "upload", { sheet: "arts" });
    expect([chosen.status, chosen.text.includes("Row with the column names")]).toEqual([200, true]);
  });
});

describe("bad input gets a sentence at its field, and nothing is lost", () => {
  test.for([
    ["empty.csv", "", "This file is empty."],
    ["page.csv", "<!doctype html><html><body>Sign in</body></html>", "This is a web page"],
    ["paper.pdf", "%PDF-1.7 nothing", "This is a PDF."],
    ["picture.xlsx", "not a workbook at all", "This is no workbook"],
  ] as const)("%s", async ([name, content, sentence]) => {
    const refused = await upload("/setup", name, content);
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
    expect(await place.state.db.selectFrom("job_setup").select("id").where("file_name", "=", name).execute()).toEqual([]);
  });

  test("a file of more than 20 MB", async () => {
    const refused = await upload("/setup", "large.csv", "Employee ID,Name\n".padEnd(21 << 20, "1,a\n"));
    expect([refused.status, refused.text.includes("The file has more than 20 MB.")]).toEqual([400, true]);
  });

  test("a form of an older tab is not saved, and keeps its entries", async () => {
    const id = await begin("tabs.csv", german);
    const old = fieldsOf((await admin.get(`/setup/${id}/upload`)).text);
    await confirm(id, "upload");
    const refused = await admin.post(`/setup/${id}/upload`, { ...old, job: "other name" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("This setup was changed in another tab");
    expect(refused.text).toContain('value="other name"');
    expect((await send(id, "upload", { job: "other name" })).status).toBe(303);
    expect((await send(id, "upload", { job: "../nightly" })).text).toContain("Use letters, digits, spaces");
    // Many file systems ignore case.
    for (const job of ["nightly", "Nightly", "NIGHTLY"])
      expect((await send(id, "upload", { job })).text).toContain("exists already, and is never overwritten");
  });

  test("300 columns and texts like formulas and markup", async () => {
    const names = Array.from({ length: 300 }, (_, i) => (i === 5 ? "<script>alert(1)</script>" : `Extra ${i}`));
    const header = ["Employee ID", "First Name", "Last Name", "Work Email", "Department", ...names];
    const rows = Array.from({ length: 4 }, (_, i) => [
      `${i}`,
      "=SUM(A1)",
      "Sol",
      `x${i}@acme.de`,
      "=HYPERLINK(1)",
      ...names.map(() => "x"),
    ]);
    const id = await begin("wide.csv", [header, ...rows].map((row) => row.join(";")).join("\n"));
    await confirm(id, "upload");
    const page = await admin.get(`/setup/${id}/columns`);
    expect(page.text.length).toBeLessThan(100 << 10);
    expect(page.text).not.toContain("<script>alert(1)");
    await confirm(id, "columns");
    expect((await send(id, "left", { "q.use.active": "-" })).status).toBe(303);
    await confirm(id, "key");
    expect((await send(id, "connection", { sandbox: "yes" })).status).toBe(303);
    expect((await send(id, "groups")).status).toBe(303);
    expect((await admin.get(`/setup/${id}/missing-groups.csv`)).text).not.toMatch(/^=/m);
  });
});

describe("the connection", () => {
  async function connecting(): Promise<string> {
    const id = await begin("connect.csv", german);
    await confirm(id, "upload", "columns");
    const { text } = await admin.get(`/setup/${id}/left`);
    expect((await send(id, "left", { [valueField(text, "Status XY")]: "no" })).status).toBe(303);
    await confirm(id, "key");
    return id;
  }

  test("is tested, and its token goes sealed into the state and nowhere else", async () => {
    const id = await connecting();
    const other = await createSandbox({ seed: "tree" });
    try {
      for (const [url, sentence] of [
        ["http://169.254.169.254", "link-local"],
        ["https://[fe80::1]", "link-local"],
        ["https://[::ffff:169.254.169.254]/latest", "link-local"],
        ["https://[64:ff9b::169.254.169.254]", "link-local"],
        ["https://[2002:a9fe:a9fe::]", "link-local"],
        ["https://[::169.254.169.254]", "link-local"],
        ["https://[::]", "link-local"],
        ["http://learning.example.com", "must start with https://"],
        ["ftp://learning.example.com", "Write an address such as"],
        ["${HOME}", "Write an address such as"],
        ["http://127.0.0.1:1", "Nothing answers at this address."],
        [place.url, "Something answers at this address"],
      ] as const) {
        const insecure = url.includes("169.254") ? "yes" : "";
        const refused = await send(id, "connection", { url, token: "no-such-token", ...(insecure === "" ? {} : { insecure }) });
        expect([url, refused.status, refused.text.includes(sentence)]).toEqual([url, 400, true]);
        expect(refused.text).not.toContain("no-such-token");
      }
      const wrong = await send(id, "connection", { url: other.url, token: "wrong-token-of-hr" });
      expect(wrong.text).toContain("The learning service refused this refresh token.");
      expect(wrong.text).not.toContain("wrong-token-of-hr");
      const token = other.refreshToken;
      const connected = await send(id, "connection", { url: other.url, token });
      expect([connected.status, connected.location]).toEqual([303, `/setup/${id}/groups`]);
      // Empty keeps the token.
      expect((await send(id, "connection", { url: other.url })).status).toBe(303);
      await confirm(id, "groups", "preview");
      const job = (await admin.get(`/setup/${id}/files/job`)).text;
      expect(job).toContain('refresh_token: "${LMS_REFRESH_TOKEN}"');
      const finished = await send(id, "plan");
      expect(await planOf(finished.location)).toMatchObject({ status: "planned", counts: { rows: 30 } });
      const stored = await place.state.db.selectFrom("token").selectAll().execute();
      expect(stored.map(({ account }) => account)).toContain(other.url);
      expect(stored.filter(({ account }) => account.startsWith("setup:"))).toEqual([]);
      const everything = JSON.stringify([stored, await place.state.db.selectFrom("audit").selectAll().execute()]);
      expect(everything).not.toContain(token);
    } finally {
      await other.close();
    }
  });
});

test("a setup is deleted after seven days, and its sample is never stored in plain", async () => {
  const id = await begin("week.csv", german);
  const row = await place.state.db.selectFrom("job_setup").select("sample").where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.sample).not.toContain(german.subarray(0, 60).toString("base64").slice(0, 40));
  await sql`UPDATE job_setup SET sample = NULL WHERE id = ${id}`.execute(place.state.db);
  expect((await admin.get(`/setup/${id}/upload`)).text).toContain("The sample was deleted, because a person was erased.");
  const now = new Date();
  expect(await dropExpiredSetups(place.state.db, new Date(now.getTime() + 6 * 86_400_000), false)).toBe(0);
  expect(await dropExpiredSetups(place.state.db, new Date(now.getTime() + 8 * 86_400_000), true)).toBeGreaterThan(0);
  expect(await dropExpiredSetups(place.state.db, new Date(now.getTime() + 8 * 86_400_000), false)).toBeGreaterThan(0);
  expect((await admin.get(`/setup/${id}`)).status).toBe(404);
});

test("is for administrators only", async () => {
  const operator = await place.signIn("operator");
  expect((await operator.get("/setup")).status).toBe(403);
  expect((await operator.get("/jobs")).text).not.toContain('href="/setup"');
  expect((await upload("/setup", "x.csv", german, operator)).status).toBe(403);
});

test("a name that resolves to a link-local address is refused at the moment of the connection", async () => {
  const lookup = (host: string): Promise<string | null> =>
    new Promise((done) => guardedLookup(host, { all: true }, (error) => done(error === null ? null : (error.code ?? "failed"))));
  expect(await lookup("169.254.169.254")).toBe("ENOTFOUND");
  expect(await lookup("localhost")).toBeNull();
});
