import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/setup/languages/words.ts";
import { vocabularyOf } from "../../src/setup/languages/vocabulary.ts";
import { start } from "./helpers.ts";

const vocabulary = vocabularyOf(LANGUAGES);

describe("headers as HR systems export them", () => {
  test.for([
    [
      "employee_id",
      "Personalnumme-\nr",
      "Personalnumme r",
      "Personal-\nnummer",
      "Pers.-Nr.",
      "Medewerkernr.",
      "N. matricola",
      "Nº colaborador",
    ],
    [
      "email",
      "Dienst-E-Mail",
      "Dienstliche E-Mail",
      "Dienstl. E-Mail",
      "E-Mail geschäftl.",
      "Correo empresa",
      "E-mail pro",
      "Werkmail",
      "Mail aziendale",
    ],
    ["email", "E-Mail\n(dienstlich)", "E-mail da empresa", "Adresse mail pro"],
    ["department", "OE-Kürzel", "OE-Bezeichnung", "Abt.", "Siglas unidad", "Sigle service", "Afd.", "Sigla reparto", "Sigla departamento"],
    [
      "active_flag",
      "Kennz. aktiv (J/N)",
      "Aktiv-Kz",
      "Aktiv (ja/nein)",
      "Activo (S/N)",
      "Actif (O/N)",
      "Actief (J/N)",
      "Attivo (S/N)",
      "Ativo (S/N)",
    ],
    ["active_flag", "Active Flag", "Active [1/0]", "Ind. activo", "Indicateur actif", "Kennz.\naktiv"],
    [
      "leaving_date",
      "Austrittsdatum",
      "Austritt zum",
      "Termination Date",
      "Fecha de baja",
      "Date de sortie",
      "Datum uit dienst",
      "Data cessazione",
    ],
    ["leaving_date", "Data de saída", "Letzter Arbeitstag"],
    [
      "joining_date",
      "HireDate",
      "Eintrittsdatum",
      "Fecha de alta",
      "Date d'embauche",
      "Datum in dienst",
      "Data di assunzione",
      "Data de admissão",
    ],
    ["worker_type", "WorkerType", "emptype", "Mitarbeitertyp", "Tipo de empleado", "Type de salarié", "Tipo dipendente"],
  ])("%s", ([role = "", ...names]) => {
    expect(names.filter((name) => vocabulary.column(name)[0]?.role !== role)).toEqual([]);
  });

  test("a choice at the end is left out only if it is a yes and a no", () => {
    expect(vocabulary.column("Name (Vor/Nach)")).toEqual([]);
    expect(vocabulary.column("Aktiv (alt/neu)")).toEqual([]);
  });

  test("are written into a mapping that reads them, line breaks included", async () => {
    const rows = [
      ["Personalnumme-\nr", "Vorname", "Nachname", "Dienst-E-Mail", "OE-Kürzel", "Kennz. aktiv (J/N)"],
      ["0001", "Jörg", "Groß", "j@acme.de", "VT", "J"],
      ["0002", "Ute", "Weiß", "u@acme.de", "IT", "N"],
      ["0003", "Ina", "Klein", "i@acme.de", "IT", "J"],
    ];
    const made = await start(rows, { yes: true });
    expect(made.fields).toMatchObject({ email: "Dienst-E-Mail", department: "OE-Kürzel" });
    expect(made.person(2)).toMatchObject({ key: "0002", active: false });
  });
});
