import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleFor, type Console, type Signed } from "./helpers.ts";
import { fieldsOf, setupDriver, valueField } from "./setup-form.ts";

let place: Console;
let admin: Signed;
let setup: ReturnType<typeof setupDriver>;
beforeAll(async () => {
  place = await consoleFor();
  admin = await place.signIn("admin");
  setup = setupDriver(place, admin);
});
afterAll(() => place.close());

const HEADER = "Personalnummer;Nachname;Vorname;Dienst-E-Mail;Abteilung;Austrittsdatum";

/** A German export with these leaving dates, and more columns. */
function german(dates: readonly string[], { header = HEADER, more }: { header?: string; more?: (i: number) => string } = {}): Buffer {
  const rows = dates.map((date, i) => `00${i + 1};Groß${i};Jörg;p${i}@acme.de;Vertrieb;${date}${more?.(i) ?? ""}`);
  return Buffer.from([header, ...rows, ""].join("\r\n"), "latin1");
}

async function page(id: string, step: string): Promise<string> {
  return (await admin.get(`/setup/${id}/${step}`)).text;
}

/** Goes from the left step to the last one, with the practice service. */
async function toThePlan(id: string, key: Record<string, string> = {}): Promise<void> {
  expect((await setup.send(id, "key", key)).status).toBe(303);
  expect((await setup.send(id, "connection", { sandbox: "yes" })).status).toBe(303);
  expect((await setup.send(id, "groups")).status).toBe(303);
}

test("an export with only a leaving date goes from the upload to its first plan", async () => {
  const dates = ["", "31.12.2019", "31.12.2999", "", "demnächst", ...Array.from({ length: 10 }, () => "31.12.2999")];
  const id = await setup.begin("austritte.csv", german(dates));
  await setup.confirm(id, "upload");
  expect(await page(id, "columns")).toMatch(/Not used: [^<]*<bdi>Austrittsdatum<\/bdi>/);
  await setup.confirm(id, "columns");
  const open = await page(id, "left");
  expect(open).toContain("One answer is still needed");
  expect(open).toMatch(/“Austrittsdatum” has leaving dates\. Choose it below/);
  expect(open).toMatch(/1 person has a leaving date in the past\.\s+As the file is now, “No column” would give these people accounts\./);
  expect((await setup.send(id, "left")).status).toBe(400);

  const chosen = await setup.send(id, "left", { "q.use.active": "Austrittsdatum" });
  expect(chosen.status).toBe(200);
  for (const line of ["1 person has left", "11 people leave later", "2 people have no leaving date: active", "1 date can&#39;t be read"])
    expect(chosen.text).toContain(line);
  expect(chosen.text).not.toContain("with any status?");
  expect((await setup.send(id, "left")).location).toBe(`/setup/${id}/key`);
  await toThePlan(id);
  const preview = await page(id, "preview");
  for (const [name, n] of [
    ["Rows", 15],
    ["Active people", 13],
    ["People who have left", 1],
    ["Unknown whether active: no account", 1],
  ] as const)
    expect(preview).toMatch(new RegExp(`<dt>${name}</dt>\\s*<dd>${n}<`));
  await setup.confirm(id, "preview");
  const finished = await setup.send(id, "plan", { complete: "yes" });
  expect(await setup.planOf(finished.location)).toMatchObject({ counts: { rows: 15, creates: 13, held: 1, unchanged: 1 } });
  const mapping = readFileSync(join(place.dir, "mappings", "austritte.yaml"), "utf8");
  expect(mapping).toMatch(/^active:\n(?: {2}#.*\n)* {2}until: \{ column: Austrittsdatum, date: dd\.MM\.yyyy \}/m);
});

test("a format that the dates leave open is asked for, and blocks finishing", async () => {
  const id = await setup.begin("formats.csv", german(["", "05/04/2020", "06/07/2021"]));
  await setup.confirm(id, "upload", "columns");
  const chosen = (await setup.send(id, "left", { "q.use.active": "Austrittsdatum" })).text;
  expect(chosen).toMatch(/One answer is still needed[^]*<a href="#[^"]+">How are the dates in “Austrittsdatum” written\?<\/a>/);
  expect(chosen).not.toContain("people have left");
  expect((await setup.send(id, "left", { "q.last_day_format": "" })).status).toBe(400);
  expect((await setup.send(id, "left", { "q.last_day_format": "hello" })).status).toBe(400);
  expect((await setup.send(id, "left", { "q.last_day_format": "MM/dd/yyyy" })).location).toBe(`/setup/${id}/key`);
  expect(await page(id, "left")).toContain("2 people have left");
  await toThePlan(id);
  expect((await admin.get(`/setup/${id}/files/mapping`)).text).toContain("until: { column: Austrittsdatum, date: MM/dd/yyyy }");
  // The format does not fit another sample, so it is asked for again.
  await setup.upload(`/setup/${id}/sample`, "formats.csv", german(["", "31.12.2019"]));
  expect(await page(id, "upload")).toContain("Format of the dates");
});

test("nobody has left yet: a blank column can be chosen, with the format that its dates will have", async () => {
  const id = await setup.begin("blank.csv", german(["", "", ""]));
  await setup.confirm(id, "upload", "columns");
  expect((await setup.send(id, "left", { "q.use.active": "Austrittsdatum" })).text).toContain(
    "How are the dates in “Austrittsdatum” written?",
  );
  expect((await setup.send(id, "left", { "q.last_day_format": "dd.MM.yyyy" })).location).toBe(`/setup/${id}/key`);
});

test("a leaving date decides beside a status, if it is chosen", async () => {
  const header = `${HEADER};Status`;
  const more = (i: number): string => (i === 0 ? ";Ausgeschieden" : ";Aktiv");
  const id = await setup.begin("both.csv", german(["31.12.2019", "31.12.2019", ""], { header, more }));
  await setup.confirm(id, "upload", "columns");
  const before = await page(id, "left");
  expect(before).toContain("Have people left once that day has passed, with any status?");
  expect(fieldsOf(before)).toMatchObject({ "q.use.until": "-" });
  expect(valueField(before, "Aktiv")).not.toBe("");
  const chosen = await setup.send(id, "left", { "q.use.until": "Austrittsdatum" });
  expect(chosen.text).toContain("2 people have left");
  expect((await setup.send(id, "left")).status).toBe(303);
  await toThePlan(id);
  const text = (await admin.get(`/setup/${id}/files/mapping`)).text;
  expect(text).toMatch(/column: Status\n[^]*until: \{ column: Austrittsdatum, date: dd\.MM\.yyyy \}/);
  expect(await page(id, "preview")).toMatch(/<dt>People who have left<\/dt>\s*<dd>2</);
  // And taken back.
  expect((await setup.send(id, "left", { "q.use.until": "-" })).status).toBe(303);
  expect((await admin.get(`/setup/${id}/files/mapping`)).text).toContain("# until:");
});

test("a leaver's address is free for someone else in the preview, as in the plan", async () => {
  const rows = ["Aktiv", "Ausgeschieden", "Aktiv"].map(
    (status, i) => `0${i};Groß;Jörg;p${i % 2}${i === 1 ? "" : "x"}@acme.de;Vertrieb;${status}`,
  );
  const shared = ["Personalnummer;Nachname;Vorname;Dienst-E-Mail;Abteilung;Status", ...rows, "09;Klein;Ida;p1@acme.de;Vertrieb;Aktiv", ""];
  const id = await setup.begin("free.csv", Buffer.from(shared.join("\r\n"), "latin1"));
  await setup.confirm(id, "upload", "columns", "left");
  await toThePlan(id, { "q.use.username": "Personalnummer" });
  const preview = await page(id, "preview");
  expect(preview).toMatch(/<dt>Active people<\/dt>\s*<dd>1</);
  expect(preview).toMatch(/<dt>Rejected rows<\/dt>\s*<dd>2</);
  await setup.confirm(id, "preview");
  const finished = await setup.send(id, "plan", { complete: "yes" });
  expect(await setup.planOf(finished.location)).toMatchObject({ counts: { rows: 4, rejected: 2, creates: 1, unchanged: 1 } });
});

test("“No column” remains possible", async () => {
  const id = await setup.begin("none.csv", german(["", "31.12.2019"]));
  await setup.confirm(id, "upload", "columns");
  expect((await setup.send(id, "left", { "q.use.active": "-" })).location).toBe(`/setup/${id}/key`);
  expect(await page(id, "left")).toContain("would give these people accounts");
});
