import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { accountsOf, after, beginLife, exportOf, groupsIn, only, switchedOff, type Account } from "./life.ts";
import { Table, type Row } from "./table.ts";

const dialect = { delimiter: ";" };
const places: Record<string, string | null> = { Kiel: "Kiel", Husum: "Husum", Bremen: "Bremen", Mobil: null };

/** Computes the expected account of a row without the mapping; none for people without an account. */
function accountOf(row: Row): Account | null {
  const { Personalnummer: key = "", Status: status = "", Abteilung: department = "", Standort: place = "" } = row;
  const [day, month, year] = (row["Geburtsdatum"] ?? "").split(".");
  if (month === "02" && Number(day) > 29) return null;
  if (!["Aktiv", "Onboarding", "Auszeit"].includes(status)) return null;
  const gender = { Weiblich: "f", Männlich: "m" }[row["Geschlecht"] ?? ""];
  const groups = ["Personal/Alle"];
  if (department !== "") groups.push(`Personal/Abteilungen/${department}`);
  if (row["Beschäftigungsart"] === "Extern") groups.push("Personal/Externe");
  if (status === "Onboarding") groups.push("Personal/Einarbeitung");
  const site = place in places ? places[place] : "Andere";
  if (typeof site === "string") groups.push(`Personal/Standorte/${site}`);
  for (const course of (row["Schulungen"] ?? "").split(", ")) if (course !== "") groups.push(`Personal/Schulungen/${course}`);
  return {
    active: true,
    fields: {
      username: `nw${key}`,
      first_name: row["Vorname"],
      last_name: row["Nachname"],
      email: row["E-Mail"],
      employee_id: key,
      external_id: `personio-${row["ID"]}`,
      date_of_birth: `${year}-${month}-${day}`,
      ...(gender === undefined ? {} : { gender }),
      phone_number: `+49${(row["Mobiltelefon"] ?? "").replaceAll(/\D/g, "").replace(/^(0|49)/, "")}`,
      company: row["Gesellschaft"],
      center: place,
      ...(department === "" ? {} : { department }),
      position: row["Position"],
      custom_fields: [{ id: "2d9e4c66-7f1b-4f52-8d35-9a3e0b5c7d02", value: row["Kostenstelle"] }],
    },
    groups: groups.sort(),
  };
}

const expectedOf = (table: Table): Map<string, Account> => accountsOf(table.people(), (row) => row["Personalnummer"] ?? "", accountOf);

test("Personio: a first run, one without changes, and one with every kind of change", async () => {
  const table = new Table(iconv.decode(exportOf("personio").bytes, "windows-1252"), "Personalnummer", dialect);
  expect(table.people()[3]).toMatchObject({ Vorname: "Björn", Nachname: "Möller" });
  const expected = expectedOf(table);
  const life = await beginLife("personio", [...groupsIn(expected), "Personal/Abteilungen/Beschaffung & Logistik"]);

  const first = await life.night();
  expect(first).toMatchObject({ code: 1, status: "completed", source: { rows: 18 } });
  expect(expected.size).toBe(16);
  expect(first.counts).toMatchObject({ rejected: 1, creates: 16, done: 16, unchanged: 1, held: 0, failed: 0, uncertain: 0 });
  expect(first.rejects).toEqual([
    expect.objectContaining({
      row: 14,
      column: "Geburtsdatum",
      code: "invalid_date",
      message: expect.not.stringContaining("1995") as string,
    }),
  ]);
  const before = await life.accounts();
  expect(before).toEqual(expected);

  const second = await life.night();
  expect(second).toMatchObject({ status: "completed", operations: [], counts: { rejected: 1, unchanged: 17, done: 0 } });
  expect(await life.accounts()).toEqual(before);
  expect(await life.pending()).toEqual([]);

  table
    .rename("Abteilung", "Einkauf – Logistik", "Beschaffung & Logistik")
    .set("00023", { Status: "Inaktiv" })
    .set("00034", { Abteilung: "Montage", Standort: "Husum" })
    .set("00051", { Status: "Aktiv" })
    .set("00038", { Status: "Elternzeit" })
    .set("00005", { Abteilung: "" })
    .set("00011", { Standort: "" })
    .set("00040", { Geburtsdatum: "28.02.1995" })
    .set("00027", { Nachname: "Brüggemann-Weiß", "E-Mail": "anneliese.brueggemann-weiss@nordwerk.example" })
    .drop("00047")
    .add({
      ID: "4071219",
      Personalnummer: "00060",
      Vorname: "Øyvind",
      Nachname: "Straßer",
      "E-Mail": "oeyvind.strasser@nordwerk.example",
      Geschlecht: "Männlich",
      Geburtsdatum: "29.02.2000",
      Mobiltelefon: "0171 3920060",
      Status: "Aktiv",
      Beschäftigungsart: "Intern",
      Position: "Techniker",
      Abteilung: "Montage",
      Standort: "Husum",
      Gesellschaft: "Nordwerk Windtechnik GmbH",
      Kostenstelle: "2100 Montage (100 %)",
    })
    .shuffled("Bevorzugter Name", "");
  life.bring("2026-11-21", iconv.encode(table.text(), "windows-1252"));
  const third = await life.night();
  expect(third).toMatchObject({ code: 0, status: "completed", source: { rows: 18 }, absent: ["00047"] });
  expect(third.counts).toMatchObject({ rejected: 0, creates: 2, updates: 5, deactivations: 1, unchanged: 10, held: 0, done: 8, absent: 1 });
  expect(third.operations.join(", ")).toBe(
    "00016 update, 00019 update, 00023 deactivate, 00027 update, 00034 update, 00040 create, 00055 update, 00060 create",
  );
  expect(third.gains).toEqual([
    "00016 + Personal/Abteilungen/Beschaffung & Logistik",
    "00019 + Personal/Abteilungen/Beschaffung & Logistik",
    "00034 + Personal/Abteilungen/Montage",
    "00034 + Personal/Standorte/Husum",
    "00055 + Personal/Abteilungen/Beschaffung & Logistik",
  ]);
  expect(await life.accounts()).toEqual(
    after(before, {
      ...only(expectedOf(table), ["00016", "00019", "00027", "00034", "00040", "00055", "00060"]),
      "00023": switchedOff(before.get("00023"), { department: "Beschaffung & Logistik" }),
    }),
  );
  expect(third.remarks).toEqual([
    "new_columns of null",
    "undecided_rule of Abteilung",
    "undecided_rule of Standort",
    "unmapped_value of Status",
  ]);
  // Blank cells (00005, 00011) and an unknown status (00038) remove nothing; a changed status (00051) needs a decision.
  expect(await life.pending()).toEqual([
    "00016 Personal/Abteilungen/Einkauf – Logistik",
    "00019 Personal/Abteilungen/Einkauf – Logistik",
    "00034 Personal/Abteilungen/Entwicklung",
    "00034 Personal/Standorte/Kiel",
    "00051 Personal/Einarbeitung",
    "00055 Personal/Abteilungen/Einkauf – Logistik",
  ]);
}, 120_000);
