import { stringify } from "csv-stringify/sync";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Question } from "../../src/setup/decide/draft.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { init, type InitRequest } from "../../src/setup/terminal/init.ts";
import { compileMapping } from "../../src/mapping/compile.ts";
import { folder, PEOPLE, refusal, start, surroundings, table } from "./helpers.ts";

describe("the key", () => {
  test("is kept as text, and the other fields are found too", async () => {
    const made = await start(table());
    expect(made.key).toBe("Employee ID");
    expect(made.person(1)).toMatchObject({
      key: "001",
      user: { username: "ana@example.com", first_name: "Ana", last_name: "Sol", email: "ana@example.com", employee_id: "001" },
    });
  });

  test("is asked for if two columns fit equally well", async () => {
    const rows = table({ "Personnel Number": ["a", "b", "c", "d"] });
    expect(await refusal(start(rows))).toContain(
      "--key COLUMN: “Employee ID” and “Personnel Number” could each be the key. Which one never changes, not even for a rehire? Possible: Employee ID and Personnel Number.",
    );
    const made = await start(rows, { key: "personnel number" });
    expect(made.person(2).key).toBe("b");
  });

  test("is not a column with repeated values if another has none", async () => {
    const made = await start(table({ "Personnel Number": ["a", "a", "c", "d"] }));
    expect(made.key).toBe("Employee ID");
  });

  test("may have repeated values if no other column is named like a key, and the file explains the consequence", async () => {
    const rows = [...table(), ...Array.from({ length: 20 }, (_, i) => [`1${i}`, "Eva", `Sol${i}`, `eva${i}@example.com`])];
    const made = await start([...rows, ["001", "Ana", "Other", "x@example.com"], ["", "No", "Key", "y@example.com"]]);
    expect(made.mappingText.replaceAll("\n# ", " ")).toContain(
      "1 row has none: these rows are rejected, and no one counts as absent in such a run. 1 value is in several rows: rows that differ are all rejected.",
    );
  });

  test.for(["Salario", "Gehalt", "IBAN", "Rémunération"])("is never a private column such as %s", async (name) => {
    const rows = table({ Badge: ["a", "b", "c", "d"], [name]: ["51200", "48900", "61750", "39990"] }).map(([, ...cells]) => cells);
    const asked = await refusal(start(rows));
    expect(asked).toContain("Possible: First Name, Last Name, Work Email and Badge.");
    expect(asked).not.toContain(name);
  });

  test("is never an e-mail address without an answer", async () => {
    const rows = table().map((row) => row.slice(1));
    const sentences = await refusal(start(rows, { yes: true }));
    expect(sentences).toContain("--key COLUMN: Which column identifies a person permanently");
    expect((await start(rows, { key: "Work Email" })).person(1).key).toBe("ana@example.com");
  });
});

describe("names and addresses", () => {
  test("a file without addresses requires a template for them", async () => {
    const rows = table().map((row) => row.slice(0, 3));
    expect(await refusal(start(rows))).toContain(
      "--use email=TEMPLATE: No column has e-mail addresses, which the service requires. Which columns form the address? A template such as {Employee ID}@example.com.",
    );
    const made = await start(rows, { use: ["email={employee id}@example.com"] });
    expect(made.person(1).user).toMatchObject({ username: "001@example.com", email: "001@example.com" });
  });

  test("a template with an unknown column is refused, with the nearest name", async () => {
    expect(await refusal(start(table(), { use: ["email={Employe ID}@example.com"] }))).toBe(
      "--use: people.csv has no usable column “Employe ID” (did you mean “Employee ID”?). Nothing was written.\n",
    );
  });

  test("a column of full names never counts as half of one", async () => {
    const rows = [
      ["Employee ID", "Name", "Work Email"],
      ["1", "García, Ana", "ana@example.com"],
      ["2", "Sol, Bo", "bo@example.com"],
    ];
    const sentences = await refusal(start(rows, { yes: true }));
    expect(sentences).toContain(
      "--use first_name=COLUMN: Which column has the given names? “Name” seems to have full names, which a mapping cannot split",
    );
    expect(sentences).toContain("--use last_name=COLUMN");
  });

  test("a home address is not used as the work address", async () => {
    const rows = table();
    rows[0] = ["Employee ID", "First Name", "Last Name", "Personal Email"];
    expect(await refusal(start(rows))).toContain(
      "--use email=COLUMN: Which column has the work e-mail address? “Personal Email” has addresses.",
    );
  });
});

describe("dates of birth", () => {
  test("have the only format that fits all of them", async () => {
    const made = await start(table({ "Birth Date": ["05/04/1990", "06/07/1991", "25/12/1980", "01/01/1970"] }));
    expect(made.mappingText).toContain("{ column: Birth Date, date: dd/MM/yyyy, sensitive: true }");
    expect(made.person(1).user["date_of_birth"]).toBe("1990-04-05");
  });

  test.for([
    [["12/31/1990", "1/5/1980", "3/3/1970", "4/4/1960"], "M/d/yyyy"],
    [["31.12.1990", "01.02.1980", "03.03.1970", ""], "dd.MM.yyyy"],
    [["1990-12-31", "1980-01-02", "", ""], "yyyy-MM-dd"],
    [["31-Dec-1990", "02-Jan-1980", "03-Mar-1970", ""], "dd-MMM-yyyy"],
    [["19901231", "19800102", "19700303", ""], "yyyyMMdd"],
  ] as const)("%j are %s", async ([values, format]) => {
    const made = await start(table({ "Date of Birth": values }));
    expect(made.mappingText).toContain(`date: ${format}, sensitive`);
  });

  test("that are ambiguous are left out without an answer", async () => {
    const rows = table({ "Birth Date": ["05/04/1990", "06/07/1991", "02/12/1980", "01/01/1970"] });
    const made = await start(rows);
    expect(made.fields["date_of_birth"]).toBeUndefined();
    expect(made.mappingText).toContain("# date_of_birth: { column: Birth Date, date: dd/MM/yyyy, sensitive: true }");
    expect(made.person(1).user["date_of_birth"]).toBeUndefined();
    const told = await start(rows, { dateFormat: "MM/dd/yyyy" });
    expect(told.person(1).user["date_of_birth"]).toBe("1990-05-04");
  });

  test("in two formats are left out, with a remark", async () => {
    const made = await start(table({ "Birth Date": ["25/04/1990", "04/25/1990", "02/12/1980", "01/01/1970"] }));
    expect(made.remarks).toEqual([
      "“Birth Date” has dates in more than one format, so date_of_birth is left out. Export them in one format.",
    ]);
  });
});

describe("gender", () => {
  test.for([
    [["M", "F", "F", "M"], { M: "m", F: "f" }],
    [["H", "F", "F", ""], { H: "m", F: "f" }],
    [["w", "m", "d", "w"], { w: "f", m: "m" }],
    [["Female", "Male", "", ""], { Female: "f", Male: "m" }],
    [["HE/HIM", "SHE/HER", "THEY/THEM", ""], { "HE/HIM": "m", "SHE/HER": "f" }],
  ] as const)("%j mean %j", async ([values, meanings]) => {
    const made = await start(table({ Gender: values }));
    const letters = values.map((_, i) => made.person(i + 1).user["gender"]);
    expect(letters).toEqual(values.map((value) => (meanings as Record<string, string>)[value]));
  });

  test("a letter that means male in one language and female in another is left out on its own", async () => {
    const made = await start(table({ Sex: ["M", "M", "M", ""] }));
    expect(made.fields["gender"]).toBeUndefined();
    expect(made.remarks).toEqual([
      "“Sex” looks like gender by its name, but it is unknown which values are male or female. Set them with --gender VALUE=f or VALUE=m.",
    ]);
    const said = await start(table({ Sex: ["M", "M", "M", ""] }), { gender: ["M=f"] });
    expect(said.person(1).user["gender"]).toBe("f");
  });
});

describe("gender in the file's own language", () => {
  const headers: Record<string, readonly string[]> = {
    Dutch: ["Personeelsnummer", "Voornaam", "Achternaam", "E-mailadres", "Geslacht"],
    Spanish: ["Nº empleado", "Nombre", "Apellidos", "Correo electrónico", "Sexo"],
    Portuguese: ["Matrícula", "Primeiro nome", "Sobrenome", "Endereço de e-mail", "Gênero"],
    Italian: ["Matricola", "Nome", "Cognome", "Indirizzo email", "Sesso"],
    German: ["Personalnummer", "Vorname", "Nachname", "E-Mail-Adresse", "Geschlecht"],
    French: ["Matricule", "Prénom", "Nom", "Courriel", "Sexe"],
    English: ["Employee ID", "First Name", "Last Name", "Work Email", "Gender"],
  };
  const file = (language: string, values: readonly string[]): string[][] => [
    [...(headers[language] ?? [])],
    ...PEOPLE.map((person, i) => [`00${i + 1}`, ...person, values[i] ?? ""]),
  ];

  test.for([
    ["Dutch", ["M", "V", "V", ""], ["m", "f", "f", undefined]],
    ["Spanish", ["V", "M", "M", ""], ["m", "f", "f", undefined]],
    ["Spanish", ["H", "M", "M", ""], ["m", "f", "f", undefined]],
    ["Spanish", ["M", "F", "F", ""], ["m", "f", "f", undefined]],
    ["Portuguese", ["H", "M", "M", ""], ["m", "f", "f", undefined]],
    ["Italian", ["U", "D", "D", ""], ["m", "f", "f", undefined]],
    ["German", ["m", "w", "d", "w"], ["m", "f", undefined, "f"]],
    ["Dutch", ["Man", "Vrouw", "", ""], ["m", "f", undefined, undefined]],
    // Beside words for women, M is a man; beside words for men nobody knows.
    ["French", ["M.", "Mme", "Mlle", "M."], ["m", "f", "f", "m"]],
    ["Spanish", ["M", "Hombre", "M", "Hombre"], [undefined, "m", undefined, "m"]],
  ] as const)("%s %j is %j", async ([language, values, letters]) => {
    const made = await start(file(language, values));
    expect([1, 2, 3, 4].map((row) => made.person(row).user["gender"])).toEqual(letters);
  });

  test.for([
    ["English", ["M", "V", "V", "M"]],
    ["German", ["M", "V", "V", "M"]],
    ["French", ["H", "M", "M", "H"]],
    ["German", ["H", "M", "M", "H"]],
    ["English", ["Mujer", "Hombre", "Mujer", ""]],
  ] as const)("%s %j decides nothing, and is asked", async ([language, values]) => {
    const made = await start(file(language, values), { yes: true, use: ["active=-"] });
    expect(made.fields["gender"]).toBeUndefined();
    expect(made.remarks.join()).toContain("it is unknown which values are male or female. Set them with --gender VALUE=f");
    const asked: string[] = [];
    const asker = {
      ask: async ({ id, suggestion }: Question): Promise<string> => {
        asked.push(id);
        return id === `gender.${values[0]}` ? "m" : id === `gender.${values[1]}` ? "f" : (suggestion ?? "-");
      },
    };
    const answered = await start(file(language, values), {}, asker);
    expect(asked).toEqual(expect.arrayContaining([`gender.${values[0]}`, `gender.${values[1]}`]));
    expect([1, 2].map((row) => answered.person(row).user["gender"])).toEqual(["m", "f"]);
  });
});

describe("phone numbers", () => {
  test("have a country if each of them has a prefix", async () => {
    const made = await start(table({ "Work Phone": ["+34 612 345 678", "+34 612 345 679", "+49 30 123456", ""] }));
    expect(made.person(3).user["phone_number"]).toBe("+4930123456");
  });

  test("without a prefix are left out without an answer", async () => {
    const rows = table({ "Work Phone": ["612 345 678", "+34 612 345 679", "", ""] });
    expect((await start(rows)).person(1).user["phone_number"]).toBeUndefined();
    expect((await start(rows, { phoneCountry: "ES" })).person(1).user["phone_number"]).toBe("+34612345678");
  });
});

describe("who works here", () => {
  test("follows the words of the status; an unknown one freezes, and is listed with its count", async () => {
    const made = await start(table({ Status: ["Active", "On Leave", "Terminated", "Garden leave?"] }));
    expect([1, 2, 3, 4].map((row) => made.person(row).active)).toEqual([true, true, false, "unknown"]);
    expect(made.active?.unknown).toEqual(["“Garden leave?” (1)"]);
  });

  test("a status without a known word requires an answer, because leavers in the file would get accounts", async () => {
    const rows = table({ Status: ["A1", "A1", "T9", "A1"] });
    expect(await refusal(start(rows))).toContain('--status "A1=yes": “Status” is “A1” in 3 rows. Do these people work here?');
    const made = await start(rows, { status: ["A1=yes", "T9=no"] });
    expect([1, 2, 3].map((row) => made.person(row).active)).toEqual([true, true, false]);
  });

  test("of two status columns, the one whose words are all known is used", async () => {
    const made = await start(
      table({
        "Employment Status": ["Full-Time", "Part-Time", "Terminated", "Full-Time"],
        Status: ["Active", "Active", "Inactive", "Active"],
      }),
    );
    expect(made.active?.column).toBe("Status");
  });

  test("asks about two columns that are equally clear", async () => {
    const rows = table({
      "Worker Status": ["Active", "Active", "Inactive", "Active"],
      Status: ["Active", "Active", "Terminated", "Active"],
    });
    expect(await refusal(start(rows))).toContain("--use active=COLUMN");
    expect((await start(rows, { use: ["active=-"] })).active).toBeNull();
  });

  test("a column of disabled people means the opposite, also for a word that no row has", async () => {
    const made = await start(table({ Disabled: ["False", "False", "False", "False"] }));
    expect(made.active?.values).toEqual({ False: true, True: false });
  });
});

/** Runs without the answers that `start` adds. */
async function bare(rows: string[][], request: InitRequest) {
  const dir = folder();
  writeFileSync(join(dir, "people.csv"), stringify(rows));
  return init("people.csv", request, surroundings(dir));
}

describe("who has left", () => {
  test.for([
    ["is_active", ["1.0", "1.0", "0.0", "1.0"], [true, true, false, true]],
    ["Active", ["1,0", "0,0", "1,0", "1,0"], [true, false, true, true]],
    ["is_terminated", ["0.0", "1.0", "0.0", "0.0"], [true, false, true, true]],
    ["Besch.-Status", ["aktiv", "Elternzeit", "gekündigt", "aktiv"], [true, true, false, true]],
    ["Employment Status", ["Active", "Voluntarily Terminated", "Terminated for Cause", "Leave of Absence"], [true, false, false, true]],
    ["Statut", ["Actif", "Démissionnaire", "Licencié", "Congé parental"], [true, false, false, true]],
    ["Estado del empleado", ["Activo", "Despido", "Renuncia", "Excedencia"], [true, false, false, true]],
    ["Dienstverbandstatus", ["In dienst", "Uit dienst", "Ontslagen", "Ziek"], [true, false, false, true]],
    ["Situação funcional", ["Ativo", "Demitido", "Desligado", "Férias"], [true, false, false, true]],
    ["Stato dipendente", ["In forza", "Cessato", "Licenziato", "Maternità"], [true, false, false, true]],
  ] as const)("is told by %s: %j", async ([column, values, active]) => {
    const made = await start(table({ [column]: values }), { yes: true });
    expect([1, 2, 3, 4].map((row) => made.person(row).active)).toEqual(active);
  });

  test("a single 1 or 0 determines the other, in the same notation", async () => {
    const made = await start(table({ is_active: ["1.0", "1.0", "1.0", "1.0"] }));
    expect(made.active?.values).toEqual({ "1.0": true, "0.0": false });
  });

  test("is found by values if no name is known, and still requires an answer", async () => {
    const rows = table({ Art: ["Active", "Active", "Terminated", "Active"] });
    expect(await refusal(bare(rows, {}))).toContain("“Art” has values that look like a status. Which column shows who has left?");
    expect((await start(rows, { yes: true })).active).toMatchObject({ column: "Art", values: { Active: true, Terminated: false } });
  });

  test("no file is written before someone has said so", async () => {
    expect(await refusal(bare(table(), {}))).toContain("--use active=COLUMN: No column is known to show who has left.");
    // Nor does --yes say so.
    const refused = await refusal(bare(table(), { yes: true }));
    expect(refused).toContain("--use active=COLUMN: No column is known to show who has left.");
    expect(refused).not.toContain("--yes accepts it");
    const made = await bare(table(), { yes: true, use: ["active=-"] });
    expect(made.active).toBeNull();
    expect(made.summary.map(englishText).join()).toContain(
      "active: no column shows who has left, so everyone in the file counts as active",
    );
  });

  test("a status without a known word freezes everyone with --yes, and creates no account", async () => {
    const made = await start(table({ Status: ["A1", "A1", "T9", "A1"] }), { yes: true });
    expect([1, 2, 3, 4].map((row) => made.person(row).active)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
    expect(made.active).toMatchObject({ column: "Status", values: { Active: true, Terminated: false }, unknown: ["“A1” (3)", "“T9” (1)"] });
    expect(made.remarks.join()).toContain("no one gets an account or is deactivated until `active` lists them");
    const flag = await start(table({ is_active: ["on site", "on site", "gone fishing", "on site"] }), { yes: true });
    expect([1, 2, 3, 4].map((row) => flag.person(row).active)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  });
});

test("a header in two languages is recognized only if both mean the same", async () => {
  const made = await start(
    table({
      "Abteilung / Departamento": ["A", "A", "B", "B"],
      "Ort / Position": ["C", "C", "D", "D"],
      "E-Mail (privat)": ["x", "", "", ""],
    }),
  );
  expect(made.fields).toMatchObject({ department: "Abteilung / Departamento", email: "Work Email" });
  expect([made.fields["city"], made.fields["position"]]).toEqual([undefined, undefined]);
});

test("a row that repeats another one does not make its address a shared one", async () => {
  const rows = table();
  const made = await start([...rows, rows[2] ?? []]);
  expect(made.fields["username"]).toBe("Work Email");
  expect(made.remarks).toEqual((await start(rows)).remarks);
});

test("a shared address is reported before it is suggested as the login", async () => {
  const rows = table().map((row, i) => row.map((cell, n) => (i > 0 && i < 3 && n === 3 ? "info@example.com" : cell)));
  expect(await refusal(start(rows))).toContain(
    "No column is named like a login. “Work Email” has 1 address in several rows: if these are different people, all of them are rejected.",
  );
  const made = await start(rows, { yes: true, use: ["active=-"] });
  expect(made.fields["username"]).toBe("Work Email");
  expect(made.remarks).toEqual(["“Work Email” has 1 address in several rows: if these are different people, all of them are rejected."]);
});

test.each([
  ["with blank cells", ["1", "", "3", "4"]],
  ["with a value twice", ["1", "1", "3", "4"]],
])("--yes uses employee_id %s, and never a code without a known name", async (_, ids) => {
  const rows = table({ invitecode: ["a1", "b2", "c3", "d4"], "Personnel Number": ["x", "x", "y", "y"] }).map((row, i) => [
    i === 0 ? "employee_id" : (ids[i - 1] ?? ""),
    ...row.slice(1),
  ]);
  expect((await start(rows, { yes: true, use: ["active=-"] })).key).not.toBe("invitecode");
  const alone = rows.map((row) => row.slice(0, 5));
  expect((await start(alone, { yes: true, use: ["active=-"] })).key).toBe("employee_id");
});

describe("groups", () => {
  const more = { Department: ["Sales", "Sales", "IT", "IT"], "Is Manager": ["Yes", "No", "No", "Yes"], Groups: ["A;B", "A", "B", ""] };

  test("come from rules that are ready, below HR, and take nobody out of a group", async () => {
    const made = await start(table(more));
    expect(made.compiled.authority).toEqual([]);
    expect(made.compiled.rules.map(({ rule }) => rule)).toEqual(["everyone", "department", "managers", "listed"]);
    expect(made.person(1).groups.map(({ group }) => group)).toContain("HR/Departments/Sales");
    // A group that the service doesn't have is created only after a decision.
    expect(made.mappingText).toContain("  unknown: propose");
    const elsewhere = await start(table(more), { root: "Acme/Staff" });
    expect(elsewhere.person(1).groups[0]?.group).toBe("Acme/Staff/All staff");
    expect(await refusal(start(table(more), { root: "/HR" }))).toContain("--root: it must be a path from the root");
  });

  test("have names in the language of the file", async () => {
    const rows = [
      ["Personalnummer", "Vorname", "Nachname", "E-Mail", "Abteilung", "Status"],
      ["1", "Ana", "Sol", "a@acme.de", "Vertrieb", "aktiv"],
      ["2", "Bo", "Luna", "b@acme.de", "Vertrieb", "aktiv"],
    ];
    const made = await start(rows);
    expect(made.person(1).groups.map(({ group }) => group)).toEqual(["HR/Alle Mitarbeitenden", "HR/Abteilungen/Vertrieb"]);
  });

  test("come from rules below the given authority", async () => {
    const made = await start(table(more), { authority: ["Acme/**"] });
    expect(made.compiled.authority).toEqual(["Acme/**"]);
    expect(made.person(1).groups.map(({ group }) => group)).toEqual([
      "Acme/All staff",
      "Acme/Departments/Sales",
      "Acme/Managers",
      "Acme/Teams/A",
      "Acme/Teams/B",
    ]);
  });

  test("of two columns that fit equally well, neither is used", async () => {
    const made = await start(table({ Team: ["a", "a", "b", "b"], Division: ["x", "x", "y", "y"] }));
    expect(made.fields["department"]).toBeUndefined();
    expect(made.remarks[0]).toBe(
      "“Team” and “Division” fit department equally well, so the field is left out. Choose one with --use department=COLUMN.",
    );
  });
});

test.for<[InitRequest, string]>([
  [{ job: "a/b" }, "“a/b” is not a valid job name"],
  [{ language: "sv" }, "--language must be one of en (English), es (Spanish), de (German), fr (French)"],
  [{ use: ["mail=Work Email"] }, "--use: there is no field “mail” (did you mean email?). Nothing was written."],
  [{ use: ["email"] }, "“email” must be FIELD=COLUMN"],
  [{ key: "Employee" }, "--key: people.csv has no usable column “Employee”"],
  [{ dateFormat: "dd" }, "--date-format: it must have day, month and year"],
  [{ phoneCountry: "Spain" }, "--phone-country: it must be a country code of two capital letters"],
  [{ service: "lms.example.com" }, "`service.base_url` must be a URL that starts with https://"],
  [{ authority: ["/HR/**"] }, "must be a glob over paths from the root"],
  [{ delimiter: ";;" }, "--delimiter must be one character"],
])("%j is refused with a message", async ([request, sentence]) => {
  expect(await refusal(start(table(), request))).toContain(sentence);
});

test("comments contain no name, address, number or date of a person", async () => {
  const made = await start(
    table({
      "Birth Date": ["1990-01-02", "1991-01-02", "1992-01-02", "1993-01-02"],
      NIF: ["12345678Z", "12345679Z", "12345670Z", "12345671Z"],
      Department: ["Sales", "Ana", "Sol", "bo@example.com"],
      Status: ["Active", "left 2024-01-02", "Ana", "612345678"],
      Notes: ["secret", "secret", "x", "y"],
    }),
  );
  const text = made.mappingText + made.jobText + JSON.stringify(made);
  for (const value of ["Ana", "Sol", "bo@", "1990", "12345678Z", "2024", "612345678", "secret"]) expect(text).not.toContain(value);
});

test("the column with the key of the manager is suggested in a comment, which compiles once its mark is removed", async () => {
  const made = await start(table({ "Manager ID": ["", "001", "001", "002"] }));
  expect(made.mappingText.replaceAll("\n# ", " ")).toContain("“Manager ID” looks like the key of each person's manager.");
  const active = made.mappingText.replace("# manager: {", "manager: {");
  expect(active).toContain("\nmanager: { column: Manager ID, blank: nobody }");
  expect(compileMapping(active, "mapping.yaml").managers).toMatchObject({ key: "Employee ID", column: "Manager ID" });
  expect((await start(table())).mappingText).not.toContain("manager: {");
});
