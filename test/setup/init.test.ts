import iconv from "iconv-lite";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { workplace, type Workplace } from "../helpers/cli.ts";
import { bookOf } from "../source/workbooks.ts";
import { LANGUAGES } from "./samples.ts";

const exports = fileURLToPath(new URL("../exports/", import.meta.url));

let place: Workplace;
beforeEach(() => {
  place = workplace();
});
afterEach(() => place.remove());

interface Made {
  job: string;
  key: string;
  fields: Record<string, string>;
  active: { column: string; values: Record<string, boolean> } | null;
  next: string;
}
interface Checked {
  rows: number;
  usable: number;
}

/** Runs `init`, then the suggested `check`, against the sandbox. */
async function initAndCheck(args: string[], bound = 0): Promise<Made & Checked> {
  const made = await place.run(["init", ...args, "--json"]);
  expect(made.stderr).toBe("");
  expect(made.code).toBe(0);
  const { job, ...rest } = made.json<Made>();
  for (const kind of ["mapping", "job"] as const) {
    expect(place.read(`${kind}s/${job}.yaml`)).toMatch(new RegExp(`^# yaml-language-server: \\$schema=\\S*docs/schemas/${kind}.json\n`));
  }
  const checked = await place.run(["check", job, "--json"]);
  expect(checked.stderr).not.toContain("fault");
  expect(checked.code).toBe(bound);
  return { job, ...rest, ...checked.json<Checked>() };
}

/** Writes `people.csv` with these lines, and returns the output of `init`. */
async function initOf(text: string | Buffer, ...args: string[]) {
  place.write("people.csv", text);
  return place.run(["init", "people.csv", ...args]);
}

describe("a CSV file that needs settings", () => {
  const people = "employee_id;first name;last name;email;status\n1;Zoë;Groß;z@acme.example;Active\n2;Bo;Sol;b@acme.example;Terminated\n";

  test("starts at the row that names the columns, which is found or given, and the job skips the lines above", async () => {
    const text = `Report of 2026\nExported by HR, for all sites; see the handbook\n\n${people.replaceAll(";", "\t")}`;
    for (const [titles, before] of [
      [text, 3],
      // As a spreadsheet saves a title: filled up with delimiters.
      [`Report of 2026;;;;\n${people}`, 1],
    ] as const) {
      const found = await initOf(titles, "--yes", "--force", "--json");
      expect({ code: found.code, stderr: found.stderr }).toEqual({ code: 0, stderr: "" });
      expect(place.read("jobs/people.yaml")).toContain(`skip: { before: ${before} }`);
    }
    const refused = await initOf(`Report of 2026;;;;\n${people}`, "--yes", "--force", "--header-row", "3");
    expect(refused.stderr).toContain("Row 2 seems to name the columns: pass --header-row 2.");
    const unknown = await initOf("Report\n\nAlpha,Beta,Gamma\n1,a,b@acme.example\n2,c,d@acme.example\n", "--yes", "--force");
    expect(unknown.stderr).toContain("Row 3 seems to name the columns: pass --header-row 3.");
    const without = await initOf("1,2020-01-01,b@acme.example\n2,2020-01-02,d@acme.example\n", "--yes", "--force");
    expect(without.stderr).toContain("Export the file with a header row.");
    expect(without.stderr).not.toContain("--header-row");
    place.write("people.csv", text);
    const made = await place.run(["init", "people.csv", "--header-row", "4", "--yes", "--force", "--json"]);
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
    expect((await place.run(["check", "people", "--json"])).json<Checked>()).toMatchObject({ rows: 2, usable: 2 });
    place.write("jobs/people.yaml", place.read("jobs/people.yaml").replace(/^ +skip:.*\n/m, ""));
    const lost = await place.run(["check", "people"]);
    expect(lost.code).toBe(4);
    expect(lost.stderr).toContain("skip the lines above it with `source.skip: { before: 2 }`");
  });

  test("may be Windows-1252, which is guessed, reported and written into the job", async () => {
    const made = await initOf(Buffer.from(people, "latin1"), "--json");
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
    expect(made.json<{ remarks: string[] }>().remarks[0]).toContain(
      "The file is not UTF-8. It is read as windows-1252, which the job sets",
    );
    expect(place.read("jobs/people.yaml")).toContain("csv: { encoding: windows-1252 }");
    const checked = (await place.run(["check", "people", "--json"])).json<{ first: { name: string }[] }>();
    expect(checked.first[0]?.name).toBe("Zoë Groß");
  });

  test("is never guessed where the bytes make no western words: Cyrillic, Polish, Turkish, DOS and Macintosh files ask for their encoding", async () => {
    for (const [encoding, name] of [
      ["windows-1251", "Иван"],
      ["windows-1250", "Łążek"],
      ["windows-1254", "Işığın"],
      ["cp850", "Müller"],
      ["macintosh", "Müller"],
    ] as const) {
      const made = await initOf(iconv.encode(people.replace("Zoë;Groß", `${name};${name}`), encoding));
      expect([encoding, made.code]).toEqual([encoding, 4]);
      expect(made.stderr).toContain("Pass its encoding, such as --encoding windows-1252.");
    }
  });

  test("may be UTF-16 without a byte order mark, which needs no setting", async () => {
    const made = await initOf(Buffer.from(people, "utf16le"), "--json");
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
    expect((await place.run(["check", "people", "--json"])).json<Checked>()).toMatchObject({ rows: 2, usable: 2 });
  });
});

describe("every test export gives a job that passes its check, or a message", () => {
  test.for([
    // 641 rows contradict each other.
    ["workday-like-1000.csv", ["--use", "email={UserID}@example.com"], 1, 1000],
    ["workday-like-5.csv", ["--use", "email={UserID}@example.com"], 0, 5],
    ["hris-demo-50.csv", ["--use", "email=e{empnum}@example.com"], 0, 50],
    ["listed-groups-69.csv", ["--use", "email={login}@example.com", "--yes"], 0, 69],
    // Two invalid addresses, a missing first name and a missing last name.
    ["ragged-7.csv", ["--key", "email", "--use", "active=-"], 1, 7],
    // Notes are directly below its table.
    [
      "header-in-row-5.xlsx",
      [
        "--sheet",
        "arts",
        "--key",
        "Name",
        "--use",
        "active=-",
        "--use",
        "first_name=Name",
        "--use",
        "last_name=Profession",
        "--use",
        "email={Age}@example.com",
      ],
      1,
      14,
    ],
  ] as const)("%s %j", async ([name, args, code, rows]) => {
    copyFileSync(join(exports, name), join(place.dir, name));
    const made = await initAndCheck([name, ...args], code);
    expect(made.rows).toBe(rows);
  });

  test.for([
    ["windows-1252-638.csv", [], 2, "--key COLUMN: Which column identifies a person permanently"],
    ["windows-1252-638.csv", ["--encoding", "windows-1252"], 2, "--key COLUMN: Which column identifies a person permanently"],
    ["header-in-row-5.xlsx", [], 4, "Name the one to read, as in --sheet Employees."],
    ["hidden-sheets.xlsx", [], 2, "--use last_name=COLUMN: Which column has the family names?"],
    ["date-1904.xlsx", [], 2, "the first row has values instead of column names (column 1 has a date)"],
    ["no-such.csv", [], 4, "there is no such file"],
  ] as const)("%s %j ends with %i", async ([name, args, code, sentence]) => {
    if (existsSync(join(exports, name))) copyFileSync(join(exports, name), join(place.dir, name));
    const ended = await place.run(["init", name, ...args]);
    expect(ended.stderr).toContain(sentence);
    expect(ended.code).toBe(code);
    expect(existsSync(join(place.dir, "jobs"))).toBe(false);
  });
});

const ALL = [
  "username",
  "first_name",
  "last_name",
  "email",
  "employee_id",
  "date_of_birth",
  "gender",
  "phone_number",
  "company",
  "department",
  "position",
  "city",
  "center",
];

test.for(Object.keys(LANGUAGES))("an export in %s needs no answer at all", async (language) => {
  const { text, status, phone } = LANGUAGES[language] ?? { text: "", status: {}, phone: "" };
  place.write("people.csv", text);
  const made = await initAndCheck(["people.csv"]);
  expect(Object.keys(made.fields)).toEqual(ALL);
  expect(made.fields["phone_number"]).toBe(phone);
  expect(made.active?.values).toEqual(status);
  expect(made.usable).toBe(3);
  // The words of its own language are enough.
  expect((await place.run(["init", "people.csv", "--language", language, "--job", "again"])).code).toBe(0);
});

test("reads a workbook with titles above its header like a run", async () => {
  const rows = [
    ["Staff of Acme"],
    [],
    ["Personalnummer", "Vorname", "Nachname", "E-Mail"],
    ["00101", "Jörg", "Müller", "j@acme.de"],
    ["00102", "Änne", "Groß", "a@acme.de"],
  ];
  place.write("staff 2026.xlsx", bookOf({ Notes: [["hidden"]], Personal: rows }, { hidden: ["Notes"] }));
  const made = await initAndCheck(["staff 2026.xlsx", "--yes", "--use", "active=-"]);
  expect(made.job).toBe("staff 2026");
  expect(made.next).toBe("rollcall check 'staff 2026'");
  expect(made.usable).toBe(2);
});

test("nothing is overwritten without --force", async () => {
  place.write("people.csv", LANGUAGES["en"]?.text ?? "");
  place.write("jobs/people.yml", "name: mine\n");
  const refused = await place.run(["init", "people.csv"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("jobs/people.yml already exists. Nothing was written.");
  expect(existsSync(join(place.dir, "mappings"))).toBe(false);
  expect((await place.run(["init", "people.csv", "--job", "other", "--mapping", "m/x.yaml"])).code).toBe(0);
  expect((await place.run(["init", "people.csv", "--job", "new", "--mapping", "m/x.yaml"])).stderr).toContain("m/x.yaml already exists");
  const forced = await place.run([
    "init",
    "people.csv",
    "--job",
    "other",
    "--mapping",
    "m/x.yaml",
    "--force",
    "--service",
    "https://lms.example.com",
  ]);
  expect(forced.code).toBe(0);
  expect(forced.stdout).toContain("Wrote m/x.yaml and jobs/other.yaml, from 3 rows. Nothing was sent.");
  expect(forced.stdout).toContain("Next: rollcall check other");
  expect(place.read("jobs/other.yaml")).toContain('base_url: "https://lms.example.com"\n');
});

test("init ends with what a scheduled run needs, and says what would fail", async () => {
  place.write("exports/people.csv", LANGUAGES["en"]?.text ?? "");
  const first = await place.run(["init", "exports/people.csv", "--yes", "--json"]);
  const { ready } = first.json<{ ready: { point: string; done: boolean }[] }>();
  expect(ready.map(({ point, done }) => [point, done])).toEqual([
    ["folder", true],
    ["file", true],
    ["service", true],
    ["groups", false],
    ["plan", false],
    ["schedule", false],
  ]);
  const real = ["init", "exports/people.csv", "--yes", "--force", "--service", "https://lms.example.com"];
  const { stdout } = await place.run(real);
  for (const line of [
    "Before you schedule this job:\n  Ready: The folder exports exists.\n  Ready: A run finds the export people.csv.\n",
    "  Open: Each run fails until this is corrected: the environment variable LMS_REFRESH_TOKEN is not set.\n",
    "  Open: Whether the learning service has every group is not known yet: rollcall check people\n",
    "  Open: No plan has been checked yet: rollcall plan people\n",
    "  Open: When all this is ready, add the line `schedule` to jobs/people.yaml.\n",
  ])
    expect(stdout).toContain(line);
  const withToken = await place.run(real, { env: { LMS_REFRESH_TOKEN: "token" } });
  expect(withToken.stdout).toContain("  Ready: The job has access to https://lms.example.com.\n");
  const later = await place.run(["init", "exports/people.csv", "--yes", "--force", "--service", "${LMS_URL}"]);
  expect(later.stdout).toContain("  Open: In jobs/people.yaml: the environment variable LMS_URL is not set.\n");
});

test("invalid options are refused with a message, and nothing is written", async () => {
  place.write("people.csv", LANGUAGES["en"]?.text ?? "");
  const refused = await place.run(["init", "people.csv", "--status", "Active"]);
  expect(refused.stderr).toContain("--status: “Active” must be WORD=yes or WORD=no. Nothing was written.");
  expect(refused.code).toBe(2);
  expect((await place.run(["init", "people.csv", "--header-row", "0"])).stderr).toContain("It must be a number from 1 to 999.");
  expect(existsSync(join(place.dir, "mappings"))).toBe(false);
});

test("rollcall schema prints the schemas in the package", async () => {
  for (const format of ["mapping", "job"]) {
    const printed = await place.run(["schema", format]);
    expect(printed.json<{ $schema: string }>().$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  }
  expect((await place.run(["schema", "jobs"])).code).toBe(2);
});
