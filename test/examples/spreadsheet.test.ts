import { expect, test } from "vitest";
import * as XLSX from "xlsx";
import { accountsOf, after, beginLife, exportOf, groupsIn, only, switchedOff, type Account } from "./life.ts";

/** A row of library cells, by column. */
type Cells = Record<string, XLSX.CellObject | undefined>;
const header = 4;

/** A staff list that the test reads and changes only with the library. */
class List {
  readonly titles: (XLSX.CellObject | undefined)[][];
  readonly names: string[];
  readonly rows: Cells[];
  readonly notes: (XLSX.CellObject | undefined)[][];

  constructor(bytes: Buffer) {
    const book = XLSX.read(bytes, { cellNF: true, dense: true });
    const lines = (book.Sheets["Staff"]?.["!data"] ?? []) as (XLSX.CellObject | undefined)[][];
    const end = lines.findIndex((line, at) => at > header && line?.[0] === undefined);
    this.titles = Array.from(lines.slice(0, header), (line) => line ?? []);
    this.names = (lines[header] ?? []).map((cell) => String(cell?.v));
    this.rows = lines.slice(header + 1, end).map((line) => Object.fromEntries(this.names.map((name, at) => [name, line[at]])));
    // With the empty row above them.
    this.notes = Array.from(lines.slice(end), (line) => line ?? []);
  }

  set(number: number, cells: Cells): this {
    const row = this.rows.find((each) => each["No."]?.v === number);
    if (row === undefined) throw new Error(`there is no person ${number}`);
    Object.assign(row, cells);
    return this;
  }

  /** Adds a column and changes the order of the others, between the same titles and notes. */
  bytes(): Buffer {
    const names = [...this.names.slice(5).reverse(), "Desk", ...this.names.slice(0, 5)];
    const lines = [this.titles, [names.map(text)], this.rows.map((row) => names.map((name) => row[name])), this.notes].flat();
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(lines.map((line) => (line ?? []).map((cell) => cell ?? null))), "Staff");
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([["Sites"]]), "Lists");
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
    return XLSX.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
  }
}

const text = (value: string): XLSX.CellObject => ({ t: "s", v: value });
const day = (iso: string): XLSX.CellObject => ({ t: "n", v: (Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86_400_000, z: "dd/mm/yyyy" });
const keyOf = (row: Cells): string => String(row["No."]?.v).padStart(5, "0");

/** Computes the expected account of a row without the mapping; none for people without an account. */
function accountOf(row: Cells): Account | null {
  const said = (name: string): string => String(row[name]?.v ?? "");
  if (row["E-mail"]?.t === "e" || !["working", "sabbatical", "maternity leave"].includes(said("State"))) return null;
  const born = new Date(Date.UTC(1899, 11, 30) + Number(row["Date of birth"]?.v) * 86_400_000);
  const gender = { F: "f", M: "m" }[said("Sex")];
  const phone = said("Phone").replaceAll(" ", "");
  const department = said("Department");
  const groups = ["Museum/Everyone"];
  if (department !== "") groups.push(`Museum/Departments/${department}`);
  if (row["Line manager"]?.v === true) groups.push("Museum/Line managers");
  if (said("Contract") === "volunteer") groups.push("Museum/Volunteers");
  if (["Main building", "Quay house", "Store"].includes(said("Site"))) groups.push(`Museum/Sites/${said("Site")}`);
  for (const team of said("Teams").split("; ")) if (team !== "") groups.push(`Museum/Teams/${team}`);
  return {
    active: true,
    fields: {
      username: said("E-mail"),
      first_name: said("First name"),
      last_name: said("Surname"),
      email: said("E-mail"),
      employee_id: keyOf(row),
      date_of_birth: born.toISOString().slice(0, 10),
      ...(gender === undefined ? {} : { gender }),
      ...(phone.startsWith("0") ? { phone_number: `+44${phone.slice(1)}` } : {}),
      company: "The Harbour Museum",
      ...(department === "" ? {} : { department }),
      center: said("Site"),
      custom_fields: [{ id: "c7a1d0b4-3e52-4c5b-a1f6-1d2e8b9f6a33", value: said("Cost centre") }],
    },
    groups: groups.sort(),
  };
}

const expectedOf = (list: List): Map<string, Account> => accountsOf(list.rows, keyOf, accountOf);

test("a plain spreadsheet: a first run, one without changes, and one with every kind of change", async () => {
  const list = new List(exportOf("spreadsheet").bytes);
  const expected = expectedOf(list);
  const life = await beginLife("spreadsheet", [...groupsIn(expected), "Museum/Departments/Visitor Experience"]);

  const first = await life.night();
  // Titles, the empty row and the notes are not people; rows have the numbers of the sheet.
  expect(first).toMatchObject({ code: 1, status: "completed", source: { rows: 14 } });
  expect([...expected.keys()].slice(0, 2)).toEqual(["00007", "00012"]);
  expect(expected.size).toBe(12);
  expect(first.counts).toMatchObject({ rejected: 1, creates: 12, done: 12, unchanged: 1, held: 0, failed: 0, uncertain: 0 });
  expect(first.rejects.map(({ row, column, code }) => [row, column, code])).toEqual([
    [17, "E-mail", "error_cell"],
    [17, "E-mail", "error_cell"],
  ]);
  const before = await life.accounts();
  expect(before).toEqual(expected);

  const second = await life.night();
  expect(second).toMatchObject({ status: "completed", operations: [], counts: { rejected: 1, unchanged: 13, done: 0 } });
  expect(await life.accounts()).toEqual(before);
  expect(await life.pending()).toEqual([]);

  for (const row of list.rows) if (row["Department"]?.v === "Visitor Services") row["Department"] = text("Visitor Experience");
  list
    .set(36, { State: text("left") })
    .set(23, { Department: text("Learning") })
    .set(52, { State: text("seconded") })
    .set(44, { Department: undefined })
    .set(70, { Site: text("Ferry pier") })
    .set(12, { "Line manager": { t: "b", v: false } })
    .set(64, { "E-mail": text("matteo.bianchi@harbourmuseum.example") });
  list.rows.splice(
    list.rows.findIndex((row) => row["No."]?.v === 71),
    1,
    {
      "No.": { t: "n", v: 80, z: "00000" },
      "First name": text("Bríd"),
      Surname: text("O'Shea"),
      "E-mail": text("brid.oshea@harbourmuseum.example"),
      "Date of birth": day("1996-02-29"),
      Department: text("Learning"),
      Site: text("Main building"),
      State: text("working"),
      Contract: text("permanent"),
      "Line manager": { t: "b", v: false },
      "Cost centre": { t: "n", v: 330 },
    },
  );
  life.bring("2026-11-21", list.bytes());
  const third = await life.night();
  expect(third).toMatchObject({ code: 0, status: "completed", source: { rows: 14 }, absent: ["00071"] });
  expect(third.counts).toMatchObject({ rejected: 0, creates: 2, updates: 5, deactivations: 1, unchanged: 6, held: 0, done: 8, absent: 1 });
  expect(third.operations.join(", ")).toBe(
    "00018 update, 00023 update, 00036 deactivate, 00040 update, 00063 update, 00064 create, 00070 update, 00080 create",
  );
  expect(third.gains).toEqual([
    "00018 + Museum/Departments/Visitor Experience",
    "00023 + Museum/Departments/Learning",
    "00040 + Museum/Departments/Visitor Experience",
    "00063 + Museum/Departments/Visitor Experience",
  ]);
  expect(await life.accounts()).toEqual(
    after(before, {
      ...only(expectedOf(list), ["00018", "00023", "00040", "00063", "00064", "00070", "00080"]),
      "00036": switchedOff(before.get("00036"), { department: "Visitor Experience" }),
    }),
  );
  expect(third.remarks).toEqual([
    "new_columns of null",
    "undecided_rule of Department",
    "undecided_rule of Site",
    "unmapped_value of State",
  ]);
  // A site that the mapping doesn't list (00070) and a blank department (00044) remove nothing.
  expect(await life.pending()).toEqual([
    "00012 Museum/Line managers",
    "00018 Museum/Departments/Visitor Services",
    "00023 Museum/Departments/Collections",
    "00040 Museum/Departments/Visitor Services",
    "00063 Museum/Departments/Visitor Services",
  ]);
}, 120_000);
