import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseJob } from "../../src/config/job.ts";
import type { ReportedMissingGroup } from "../../src/reporting/missing-groups.ts";
import { bookOf } from "../source/workbooks.ts";
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

interface Sample {
  header?: string;
  titles?: readonly string[];
  rows?: readonly string[];
}

const HEADER = "Personalnumme-\nr;Nachname;Vorname;Dienst-E-Mail;OE-Kürzel;Status;Austrittsdatum";
const ROWS = ["0001;Groß;Jörg;j@acme.de;VT;1;", "0002;Weiß;Ute;u@acme.de;IT;9;31.12.2019", "0003;Klein;Ina;i@acme.de;IT;1;31.12.2999"];

/** A German export in Windows-1252, with titles above its header. */
function german({ header = HEADER, titles = [], rows = ROWS }: Sample = {}): Buffer {
  const names = header
    .split(";")
    .map((name) => (name.includes("\n") ? `"${name}"` : name))
    .join(";");
  return Buffer.from([...titles, names, ...rows, ""].join("\r\n"), "latin1");
}

/** The rules with the names of groups that the practice service has. */
const ENGLISH = { "q.rule.everyone": "All staff", "q.rule.department": "Departments/{OE-Kürzel}" };

const TITLES = ["Personalstamm Müller GmbH;Stand 01.11.2026", "Auswertung: alle"];

async function page(id: string, step: string): Promise<string> {
  return (await admin.get(`/setup/${id}/${step}`)).text;
}

/** Answers what the sample leaves open, up to the groups. */
async function answered(name: string, sample: Buffer): Promise<string> {
  const id = await setup.begin(name, sample);
  await setup.confirm(id, "upload", "columns");
  const left = await page(id, "left");
  expect((await setup.send(id, "left", { [valueField(left, "1")]: "yes", [valueField(left, "9")]: "no" })).status).toBe(303);
  const login = { "q.key": "Personalnumme-\r\nr", "q.use.username": "Dienst-E-Mail" };
  // Addresses of several people are told before the next step.
  const told = await setup.send(id, "key", login);
  if (told.status === 200) expect(told.text).toContain("Different people with the same username are all rejected.");
  expect((await setup.send(id, "key", login)).status).toBe(303);
  expect((await setup.send(id, "connection", { sandbox: "yes" })).status).toBe(303);
  return id;
}

describe("titles above the header", () => {
  test("are shown with their row numbers, and the row with the column names is found", async () => {
    const id = await setup.begin("titles.csv", german({ titles: TITLES }));
    const upload = await page(id, "upload");
    for (const shown of ["Personalstamm Müller GmbH", "Auswertung: alle", "Dienst-E-Mail"]) expect(upload).toContain(shown);
    expect(upload).toMatch(/Row with the column names<\/dt>\s*<dd>3</);
    await setup.confirm(id, "upload");
    expect(await page(id, "columns")).toContain("Rollcall recognised 6 of 7 columns.");
    expect((await admin.get(`/setup/${id}/files/job`)).text).toContain("skip: { before: 2 }");
    const names = await Promise.all(
      ["mapping", "job"].map(async (kind) => (await admin.get(`/setup/${id}/files/${kind}`)).headers.get("content-disposition")),
    );
    expect(names).toEqual([expect.stringContaining('"mappings-'), expect.stringContaining('"jobs-')]);
  });

  test("another row can be chosen with one click, and dates of birth are not shown", async () => {
    const rows = ["Kunde;Ort;Geburtsdatum", "0001;Köln;01.04.1985", "0002;Bonn;02.05.1986"];
    const id = await setup.begin("unknown.csv", ["Liste der Leute", ...rows].join("\n"));
    const upload = await page(id, "upload");
    expect(upload).toContain("The first row is a title and does not name the columns.");
    expect(upload).not.toContain("1985");
    const version = fieldsOf(upload)["version"] ?? "";
    const chosen = await admin.post(`/setup/${id}/upload`, { version, job: "unknown", use_row: "2" });
    expect(chosen.text).toMatch(/Row with the column names<\/dt>\s*<dd>2</);
  });

  test("salaries and bank accounts are neither shown nor offered", async () => {
    const rows = ROWS.map((row, i) => `${row};${51_200 + i};DE0${i}-0500`);
    const id = await setup.begin("paid.csv", german({ header: `${HEADER};Jahresgehalt;IBAN`, rows }));
    await setup.confirm(id, "upload");
    const columns = await page(id, "columns");
    expect(columns).toContain("Jahresgehalt");
    for (const hidden of ["51200", "DE00"]) expect(columns).not.toContain(hidden);
    await setup.confirm(id, "columns");
    const left = await page(id, "left");
    expect((await setup.send(id, "left", { [valueField(left, "1")]: "yes", [valueField(left, "9")]: "no" })).status).toBe(303);
    const key = await page(id, "key");
    expect(key).toContain("OE-Kürzel");
    for (const offered of ["Jahresgehalt", "IBAN"]) expect(key).not.toContain(offered);
  });

  test("of a workbook are shown too", async () => {
    const rows = [["Staff of ACME"], [], ["Employee ID", "First Name", "Last Name", "Work Email"], ["1", "Ana", "Sol", "a@acme.de"]];
    const id = await setup.begin("titled.xlsx", bookOf({ Staff: rows }));
    expect(await page(id, "upload")).toMatch(/Employee ID[^]*Staff of ACME/);
  });
});

describe("another sample", () => {
  test("keeps every answer that fits, also the row of the titles", async () => {
    const id = await answered("kept.csv", german({ titles: TITLES }));
    expect((await setup.send(id, "groups", { "q.root": "Personal", "q.rule.everyone": "Alle" })).status).toBe(303);
    const more = [...ROWS, "0004;Roth;Max;m@acme.de;VT;9;"];
    expect((await setup.upload(`/setup/${id}/sample`, "newer.csv", german({ titles: TITLES, rows: more }))).status).toBe(303);
    const upload = await page(id, "upload");
    expect(upload).toMatch(/Row with the column names<\/dt>\s*<dd>3</);
    expect(upload).not.toContain("These answers do not fit the new file.");
    const next = await setup.send(id, "upload");
    // Only what shows people is confirmed again.
    expect(next.location).toBe(`/setup/${id}/preview`);
    expect(await page(id, "groups")).toMatch(/value="Personal"[^]*value="Alle"/);
    expect(await page(id, "left")).not.toContain("still needed");
  });

  test("after a wrong file renames the job and its export, but not the typed answers", async () => {
    const id = await setup.begin("holidays_2026-01-02.csv", "Date,Holiday\n2026-01-01,New Year\n");
    await setup.upload(`/setup/${id}/sample`, "staff_2026-11-20.csv", german());
    expect(fieldsOf(await page(id, "upload"))).toMatchObject({ job: "staff" });
    expect((await admin.get(`/setup/${id}/files/job`)).text).toContain('file: "../exports/staff_*.csv"');
    await setup.send(id, "upload", { job: "people" });
    await setup.upload(`/setup/${id}/sample`, "again.csv", german());
    expect(fieldsOf(await page(id, "upload"))).toMatchObject({ job: "people" });
    expect((await admin.get(`/setup/${id}/files/job`)).text).toContain("file: ../exports/again.csv");
  });

  test("read differently keeps the answers too", async () => {
    const id = await answered("encoding.csv", german());
    const again = await setup.send(id, "upload", { encoding: "windows-1252" });
    expect([again.status, again.text.includes("These answers do not fit")]).toEqual([200, false]);
    expect((await setup.send(id, "upload")).location).toBe(`/setup/${id}/groups`);
  });

  test("names the answers that no longer fit, and asks for those only", async () => {
    const id = await answered("lost.csv", german());
    expect((await setup.send(id, "groups")).status).toBe(303);
    const header = HEADER.replace("OE-Kürzel", "Bereich").replace("Status", "Zustand XY");
    await setup.upload(`/setup/${id}/sample`, "other.csv", german({ header }));
    const upload = await page(id, "upload");
    expect(upload).toMatch(
      /These answers do not fit the new file[^]*Active or left: “<bdi>Status<\/bdi>”[^]*Department: “<bdi>OE-Kürzel<\/bdi>”/,
    );
    expect((await setup.send(id, "upload")).location).toBe(`/setup/${id}/columns`);
    expect((await setup.send(id, "columns")).location).toBe(`/setup/${id}/left`);
    expect(await page(id, "upload")).not.toContain("These answers do not fit the new file");
  });
});

describe("what a step still needs", () => {
  test("is listed at once with a link to each question, and known values are chosen with their confidence", async () => {
    const id = await setup.begin("needs.csv", german({ rows: [...ROWS, "0005;Lang;Eva;e@acme.de;IT;Aktiv;"] }));
    await setup.confirm(id, "upload", "columns");
    const left = await page(id, "left");
    expect(left).toContain("2 answers are still needed before you can continue:");
    const [, target = ""] = /<a href="#([^"]+)">“Status” is “1” in 2 rows\. Do these people work here\?/.exec(left) ?? [];
    expect(left).toContain(`id="${target}"`);
    const known = left.split("<fieldset").find((part) => part.includes("is “Aktiv” in") && part.includes("</fieldset>")) ?? "";
    expect(known).toMatch(/value="yes"\s+checked[^]*Certain/);
    const first =
      left
        .split("<fieldset")
        .slice(1)
        .find((part) => part.includes("is “1” in")) ?? "";
    // Nothing is chosen before someone does.
    expect(first).not.toMatch(/\schecked/);
    // A leaving date beside the status is evidence for the meaning of a code.
    const gone = left
      .split("<fieldset")
      .slice(1)
      .find((part) => part.includes("is “9” in"));
    expect(gone).toContain("(1 with a past leaving date)");
    expect(left).toContain("Have people left once that day has passed, with any status?");
    // The form says the same when it is refused.
    const refused = await setup.send(id, "left");
    expect([refused.status, refused.text.includes("2 entries need a correction")]).toEqual([400, true]);
    expect(refused.text).toContain(`<a href="#${target}">`);
  });
});

test("the preview counts each row once, as the first plan does", async () => {
  const rows = [
    ...ROWS,
    // Equal to the first, different with the key of the third, and two people with one address.
    ROWS[0] ?? "",
    "0003;Klein;Ina;other@acme.de;IT;1;",
    "0006;Eins;Ada;same@acme.de;IT;1;",
    "0007;Zwei;Bea;same@acme.de;IT;1;",
    ";Ohne;Nummer;o@acme.de;IT;1;",
  ];
  const id = await answered("counts.csv", german({ rows }));
  const groups = await page(id, "groups");
  expect(groups).toMatch(/Everyone<\/label>[^]*?1 person, 1 group</);
  expect((await setup.send(id, "groups")).status).toBe(303);
  const preview = await page(id, "preview");
  for (const [name, n] of [
    ["Rows", 8],
    ["Active people", 1],
    ["People who have left", 1],
    ["Rows that repeat another one", 1],
    ["Rejected rows", 5],
  ] as const)
    expect(preview).toMatch(new RegExp(`<dt>${name}</dt>\\s*<dd>${n}<`));
  expect(preview).toContain("2 of 8 rows can be used.");
  expect(preview).toContain("Rows with the same key differ");
  expect(preview).toContain("Several people have the same username");
  await setup.confirm(id, "preview");
  const job = (await setup.send(id, "plan", { complete: "yes" })).location ?? "";
  const counts = await planned(job);
  expect(counts).toMatchObject({ rows: 8, creates: 1, rejected: 5, duplicates: 1 });
});

async function planned(job: string): Promise<Record<string, number>> {
  for (let left = 900; left > 0; left -= 1) {
    const { runs } = await admin.json<{ runs: { status: string; counts: Record<string, number> }[] }>(job);
    if (["planned", "held", "failed"].includes(runs[0]?.status ?? "")) return runs[0]?.counts ?? {};
    await sleep(50);
  }
  return {};
}

describe("groups", () => {
  test("that are missing are listed at the step of groups, with the people who wait", async () => {
    const id = await answered("missing.csv", german());
    expect(await page(id, "groups")).toMatch(/href="#missing">3 groups are missing<\/a>/);
    expect((await setup.send(id, "groups", { ...ENGLISH, count: "yes" })).status).toBe(200);
    const groups = await page(id, "groups");
    expect(groups).toMatch(/href="#missing">1 group is missing<\/a> in the learning service, and 1 membership waits/);
    expect(groups).toMatch(/<bdi>HR\/Departments\/VT<\/bdi>[^]*data-label="People waiting"\s+class="num"\s*><div>1</);
    expect(groups).toMatch(/<pre id="missing-list" hidden>[^<]*HR\/Departments\/VT\t1\n/);
    const again = await setup.send(id, "groups", { read: "yes" });
    expect([again.status, again.text.includes("5. Connection"), again.text.includes("6. Groups")]).toEqual([200, false, true]);
  });

  test("are suggested with names in the language of the reader", async () => {
    await admin.post("/reader", { language: "de", back: "/account" });
    try {
      const id = await answered("sprache.csv", german());
      const groups = await page(id, "groups");
      expect(groups).toContain('value="Alle Mitarbeitenden"');
      expect(groups).toContain('value="Abteilungen/{OE-Kürzel}"');
      await admin.post("/reader", { language: "", back: "/account" });
      // They stay, also for a colleague with another language.
      expect(await page(id, "groups")).toContain('value="Alle Mitarbeitenden"');
      expect((await admin.get(`/setup/${id}/files/mapping`)).text).toContain("Abteilungen/{OE-Kürzel}");
    } finally {
      await admin.post("/reader", { language: "", back: "/account" });
    }
  });
});

test("discarding asks before anything is deleted", async () => {
  const id = await setup.begin("discard.csv", german());
  const form =
    /<details[^>]*>(?:(?!<\/details>)[^])*\/discard"(?:(?!<\/details>)[^])*<\/details>/.exec(await page(id, "upload"))?.[0] ?? "";
  expect(form).toContain("This cannot be undone.");
});

describe("after the last step", () => {
  async function finished(name: string, sample = german(), groups: Record<string, string> = {}): Promise<string> {
    const id = await answered(`${name}.csv`, sample);
    expect((await setup.send(id, "groups", { ...ENGLISH, ...groups })).status).toBe(303);
    await setup.confirm(id, "preview");
    return (await setup.send(id, "plan")).location ?? "";
  }

  test("the page of the job says what comes next, and adds a schedule to the file it wrote", async () => {
    const job = await finished("next");
    expect(job).toBe("/jobs/next");
    const next = (await admin.get(job)).text;
    for (const shown of ["What next", "Schedule it", 'href="/status"', 'name="plan_only"']) expect(next).toContain(shown);
    // What is missing for a scheduled run is on the list, point by point.
    const points = (text: string): string[] =>
      [...(/<ul class="ready"[^>]*>([^]*?)<\/ul>/.exec(text)?.[1] ?? "").matchAll(/<li>([^]*?)<\/li>/g)].map(([, li = ""]) =>
        li
          .replaceAll(/<svg[^]*?<\/svg>|<[^>]+>/g, " ")
          .replaceAll(/\s+/g, " ")
          .trim(),
      );
    expect(points(next)[0]).toBe("Open Create the folder exports on this server, and let the HR system write its export there.");
    expect(points(next).join(" ")).not.toContain("No file in exports");
    expect(next).toContain("Until the export is there, each scheduled run fails.");
    mkdirSync(join(place.dir, "exports"), { recursive: true });
    expect(points((await admin.get(job)).text)[1]).toBe(
      "Open No file in exports matches next.csv yet. Let the HR system write its export there.",
    );
    writeFileSync(join(place.dir, "exports", "next.csv"), german());
    const filed = (await admin.get(job)).text;
    expect(points(filed).slice(0, 2)).toEqual(["Ready The folder exports exists.", "Ready A run finds the export next.csv ."]);
    expect(filed).not.toContain("each scheduled run fails");
    rmSync(join(place.dir, "exports"), { recursive: true });
    const path = join(place.dir, "jobs", "next.yaml");
    const before = readFileSync(path, "utf8");
    const schedule = (more: Record<string, string>) =>
      admin.post(`${job}/schedule`, { days: "workdays", time: "04:05", time_zone: "Europe/Berlin", ...more });
    const refused = await schedule({ time: "25:00", anyway: "yes" });
    expect([refused.status, readFileSync(path, "utf8")]).toEqual([400, before]);
    // A schedule that would fail is confirmed, or not added.
    const early = await schedule({});
    expect([early.status, readFileSync(path, "utf8")]).toEqual([400, before]);
    expect(early.text).toContain("Until the export is there, each scheduled run fails.");
    expect(next).toMatch(/name="anyway"[^>]*required/);
    const saved = await schedule({ anyway: "yes" });
    expect([saved.status, saved.location]).toEqual([303, job]);
    const after = readFileSync(path, "utf8");
    const expecting = before.replace(/^ {2}# expect: .*$/m, "  expect: weekdays");
    expect(expecting).not.toBe(before);
    expect(after).toBe(`${expecting}schedule: { cron: "5 4 * * 1-5", timezone: Europe/Berlin }\n`);
    expect(parseJob(after, path, path, {})).toMatchObject({
      schedule: { cron: "5 4 * * 1-5", timezone: "Europe/Berlin" },
      source: { expect: "weekdays" },
    });
    const scheduled = (await admin.get(job)).text;
    expect(scheduled).toContain("5 4 * * 1-5");
    expect(scheduled).not.toContain("The job runs by itself from now on.");
    expect(scheduled).not.toContain("banner good");
    expect(scheduled).not.toContain("What next");
    // It says what is missing until a run was successful.
    expect(scheduled).toContain("Not ready for its schedule");
    expect(
      points(scheduled)
        .slice(0, 2)
        .every((point) => point.startsWith("Open ")),
    ).toBe(true);
    // A second schedule is never added.
    expect((await admin.post(`${job}/schedule`, { days: "every", time: "02:30", time_zone: "UTC" })).status).toBe(400);
    expect(readFileSync(path, "utf8")).toBe(after);
  });

  test("groups that the service does not have need a decision, and are never said to be there", async () => {
    const job = await finished("waiting", german(), { "q.authority": "**" });
    expect((await admin.get(job)).text).toContain("The plan is being made. Nothing is sent.");
    await planned(job);
    const missing = "The learning service does not have every group of the last plan.";
    const all = "The learning service has every group that the last plan needs.";
    const shown = async (): Promise<[boolean, boolean]> => {
      const { text } = await admin.get(job);
      return [text.includes(missing), text.includes(all)];
    };
    expect(await shown()).toEqual([true, false]);
    const run = (await admin.json<{ runs: { id: string }[] }>(job)).runs[0]?.id ?? "";
    await admin.post(`/runs/${run}/resume`, {});
    const group = async () => (await admin.json<{ groups: ReportedMissingGroup[] }>("/missing-groups?job=waiting")).groups[0];
    await expect.poll(group, { timeout: 60_000 }).toMatchObject({ group: "HR/Departments/VT", decision: null });
    expect((await admin.get(job)).text).toContain("1 group is missing</a> in the learning service. Decide on each.");
    const { id = "", evidence = "" } = (await group()) ?? {};
    await admin.post(`/missing-groups/${id}/approve`, { decision: "create", reason: "New", evidence });
    // It is created by the next run only.
    await expect.poll(shown, { timeout: 30_000 }).toEqual([true, false]);
    mkdirSync(join(place.dir, "exports"), { recursive: true });
    writeFileSync(join(place.dir, "exports", "waiting.csv"), german());
    const next = (await admin.post(`${job}/run`, { plan_only: "yes" })).location ?? "";
    await expect.poll(async () => (await admin.get(next)).text, { timeout: 60_000 }).toMatch(/Planned: 1 new group/);
    rmSync(join(place.dir, "exports"), { recursive: true });
  });

  test("with a schedule for every day, new content is expected every 26 hours", async () => {
    const job = await finished("daily");
    const path = join(place.dir, "jobs", "daily.yaml");
    expect((await admin.post(`${job}/schedule`, { days: "every", time: "02:30", time_zone: "UTC", anyway: "yes" })).status).toBe(303);
    expect(parseJob(readFileSync(path, "utf8"), path, path, {}).source.expect).toBe(26 * 3_600_000);
  });

  test("a job whose export, groups and first run are ready gets its schedule without a question", async () => {
    mkdirSync(join(place.dir, "exports"), { recursive: true });
    // All of their groups exist.
    const sample = german({ rows: ROWS.map((row) => row.replace(";VT;", ";IT;")) });
    writeFileSync(join(place.dir, "exports", "ready.csv"), sample);
    const job = await finished("ready", sample);
    const last = async () => (await admin.json<{ job: { last: { id: string; status: string } | null } }>(job)).job.last;
    const until = async (...wanted: string[]): Promise<string> => {
      for (let left = 800; left > 0 && !wanted.includes((await last())?.status ?? ""); left -= 1) await sleep(50);
      const run = await last();
      expect([run?.status, ...wanted]).toEqual([expect.toBeOneOf(wanted), ...wanted]);
      return run?.id ?? "";
    };
    const run = await until("planned");
    const open = await admin.post(`${job}/schedule`, { days: "every", time: "02:30", time_zone: "UTC" });
    expect([open.status, open.text.includes("sends the changes of a plan of its own.")]).toEqual([400, true]);
    await admin.post(`/runs/${run}/resume`, {});
    await until("completed");
    const ready = (await admin.get(job)).text;
    expect(ready).not.toContain('name="anyway"');
    expect((await admin.post(`${job}/schedule`, { days: "every", time: "02:30", time_zone: "UTC" })).status).toBe(303);
    const scheduled = (await admin.get(job)).text;
    expect(scheduled).not.toContain("Not ready for its schedule");
    rmSync(join(place.dir, "exports"), { recursive: true });
  }, 240_000);

  test("a job file that someone changed is not touched; the page shows the line to add", async () => {
    const job = await finished("edited");
    const path = join(place.dir, "jobs", "edited.yaml");
    const edited = `${readFileSync(path, "utf8")}# mine\n`;
    writeFileSync(path, edited);
    const shown = (await admin.get(job)).text;
    expect(shown).toContain("schedule: { cron: &quot;30 2 * * *&quot;, timezone: UTC }");
    expect(shown).not.toContain(`${job}/schedule`);
    expect((await admin.post(`${job}/schedule`, { days: "every", time: "02:30", time_zone: "UTC" })).status).toBe(400);
    expect(readFileSync(path, "utf8")).toBe(edited);
    const operator = await place.signIn("operator");
    expect((await operator.get(job)).text).not.toContain("What next");
  });
});

test("errors of a new job are in the language of the reader, with what to do in the console", async () => {
  const headers = { cookie: admin.cookie, "accept-language": "de" };
  const write = (name: string, more: string): void =>
    writeFileSync(
      join(place.dir, "jobs", `${name}.yaml`),
      `name: ${name}\nsource: { file: ../exports/none/${name}.csv }\nmapping: ../mappings/${name}.yaml\nservice: { base_url: sandbox }\n${more}`,
    );
  write("fehler", "polcy: {}\n");
  write("leer", "");
  writeFileSync(
    join(place.dir, "mappings", "leer.yaml"),
    "key: id\nuser: { username: id, first_name: a, last_name: b, email: c }\ngroups: { authority: [], rules: [] }\n",
  );
  place.clock.step(4000);
  const broken = await fetch(`${place.url}/jobs/fehler`, { headers });
  expect(await broken.text()).toContain("unbekannter Schlüssel <code>polcy</code>; meinten Sie <code>policy</code>?");
  const { location } = await admin.post("/jobs/leer/run", { plan_only: "yes" });
  let shown = "";
  for (let left = 200; left > 0 && !shown.includes("auf der Seite des Auftrags"); left -= 1) {
    await sleep(50);
    shown = await (await fetch(`${place.url}${location ?? ""}`, { headers })).text();
  }
  expect(shown).toContain("diese Datei gibt es nicht; auch der Ordner");
  expect(shown).not.toContain("--file");
});
