import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stringify } from "csv-stringify/sync";
import { table } from "./helpers.ts";

/** A file, and the answers to its questions that differ from the suggestions. */
export interface ExportSample {
  file: string;
  bytes: Buffer;
  answers: Readonly<Record<string, string>>;
  sheet?: string;
}

/** An export of the same three people in each language. */
export const LANGUAGES: Record<string, { text: string; status: Record<string, boolean>; phone: string }> = {
  en: {
    text: `Employee ID,Legal First Name,Legal Last Name,Work Email,Birth Date,Gender,Work Phone,Department,Job Title,Location,Company,City,Worker Status
00101,Ana,Sol,ana@acme.com,1985-04-25,Female,+1 202 555 0101,Sales,Rep,Main Office,Acme,Austin,Active
00102,Bo,Luna,bo@acme.com,1986-05-26,Male,+1 202 555 0102,Sales,Lead,Main Office,Acme,Austin,On Leave
00103,Cy,Mar,cy@acme.com,1987-06-27,Male,+1 202 555 0103,IT,Admin,North,Acme,Dallas,Terminated
`,
    status: { Active: true, "On Leave": true, Terminated: false },
    phone: "Work Phone",
  },
  es: {
    text: `Nº empleado;Nombre;Apellidos;Correo electrónico;Fecha de nacimiento;Sexo;Móvil corporativo;Departamento;Puesto;Centro de trabajo;Empresa;Ciudad;Estado del empleado
00101;Ana;García;ana@acme.es;25/04/1985;Mujer;+34 612 345 678;Ventas;Comercial;Sede;Acme;Bilbao;Activo
00102;Iñaki;Sáez;inaki@acme.es;26/05/1986;Hombre;+34 612 345 679;Ventas;Jefe;Sede;Acme;Bilbao;Excedencia
00103;Luis;Mar;luis@acme.es;27/06/1987;Hombre;+34 612 345 670;TI;Técnico;Norte;Acme;Madrid;Baja voluntaria
`,
    status: { Activo: true, Excedencia: true, "Baja voluntaria": false },
    phone: "Móvil corporativo",
  },
  de: {
    text: `Personalnummer;Name;Vorname;Geschäftliche E-Mail;Geburtsdatum;Geschlecht;Telefon geschäftlich;Abteilung;Position;Standort;Firma;Ort;Status
00101;Groß;Änne;aenne@acme.de;25.04.1985;weiblich;+49 30 123456;Vertrieb;Leitung;Zentrale;Acme;Köln;Aktiv
00102;Müller;Jörg;joerg@acme.de;26.05.1986;männlich;+49 30 123457;Vertrieb;Kraft;Zentrale;Acme;Köln;Elternzeit
00103;Weiß;Kim;kim@acme.de;27.06.1987;männlich;+49 30 123458;EDV;Admin;Nord;Acme;Bonn;Ausgeschieden
`,
    status: { Aktiv: true, Elternzeit: true, Ausgeschieden: false },
    phone: "Telefon geschäftlich",
  },
  fr: {
    text: `Matricule,Nom,Prénom,E-mail professionnel,Date de naissance,Sexe,Téléphone professionnel,Département,Intitulé du poste,Site,Société,Ville,Statut
00101,Lefèvre,Zoé,zoe@acme.fr,25/04/1985,Femme,+33 1 23 45 67 89,Ventes,Vendeuse,Siège,Acme,Lyon,Actif
00102,Dupont,Élie,elie@acme.fr,26/05/1986,Homme,+33 1 23 45 67 88,Ventes,Vendeur,Siège,Acme,Lyon,Congé parental
00103,Noël,Guy,guy@acme.fr,27/06/1987,Homme,+33 1 23 45 67 87,DSI,Admin,Nord,Acme,Paris,Sorti
`,
    status: { Actif: true, "Congé parental": true, Sorti: false },
    phone: "Téléphone professionnel",
  },
};

const exported = (file: string): Buffer => readFileSync(fileURLToPath(new URL(`../exports/${file}`, import.meta.url)));

function made(file: string, more: Record<string, readonly string[]>, answers: Record<string, string> = {}): ExportSample {
  return { file: `${file}.csv`, bytes: Buffer.from(stringify(table(more))), answers };
}

function written(
  file: string,
  lines: readonly string[],
  answers: Record<string, string> = {},
  encoding: BufferEncoding = "utf8",
): ExportSample {
  return { file: `${file}.csv`, bytes: Buffer.from(`${lines.join("\n")}\n`, encoding), answers };
}

const ACTIVE = ["Active", "Active", "Terminated", "Active"];
const EVERYONE = { "use.active": "-" };

/** Files of many kinds: real exports, each language, and every kind of question. */
export const SAMPLES: readonly ExportSample[] = [
  { file: "workday-like-1000.csv", bytes: exported("workday-like-1000.csv"), answers: { "use.email": "{UserID}@example.com" } },
  { file: "workday-like-5.csv", bytes: exported("workday-like-5.csv"), answers: { "use.email": "{UserID}@example.com" } },
  { file: "hris-demo-50.csv", bytes: exported("hris-demo-50.csv"), answers: { "use.email": "e{empnum}@example.com" } },
  { file: "listed-groups-69.csv", bytes: exported("listed-groups-69.csv"), answers: { "use.email": "{login}@example.com" } },
  { file: "ragged-7.csv", bytes: exported("ragged-7.csv"), answers: { ...EVERYONE, key: "email" } },
  {
    file: "header-in-row-5.xlsx",
    bytes: exported("header-in-row-5.xlsx"),
    sheet: "arts",
    answers: { ...EVERYONE, key: "Name", "use.first_name": "Name", "use.last_name": "Profession", "use.email": "{Age}@example.com" },
  },
  ...Object.entries(LANGUAGES).map(([language, { text }]) => ({ file: `${language}.csv`, bytes: Buffer.from(text), answers: {} })),
  written("pt", [
    "Matrícula,Primeiro nome,Sobrenome,Endereço de e-mail,Departamento,Situação funcional",
    "1,Ana,Sol,a@acme.pt,Vendas,Ativo",
    "2,Rui,Mar,r@acme.pt,Vendas,Demitido",
  ]),
  written("nl", ["Personeelsnummer,Voornaam,Achternaam,E-mailadres,Afdeling,Dienstverbandstatus", "1,Ana,Sol,a@acme.nl,Verkoop,In dienst"]),
  written(
    "windows-1252",
    ["Personalnummer;Vorname;Nachname;E-Mail;Abteilung;Status", "1;Zoë;Groß;z@acme.de;Köln;aktiv", "2;Jörg;Weiß;j@acme.de;Köln;XY"],
    {},
    "latin1",
  ),
  written("titles", [
    "Staff;;;;",
    "As of today;;;;",
    "Employee ID;First Name;Last Name;Work Email;Status",
    "1;Ana;Sol;a@acme.de;Active",
    "2;Bo;Luna;b@acme.de;Left",
  ]),
  made("two-keys", { "Personnel Number": ["a", "b", "c", "d"] }, { ...EVERYONE, key: "Personnel Number" }),
  made("status", { Status: ["A1", "A1", "T9", "Dormant"] }, { "status.A1": "yes", "status.T9": "no" }),
  made("who-left", { Art: ACTIVE }, { "use.active": "Art" }),
  made(
    "last-day",
    { Austrittsdatum: ["", "05/04/2019", "06/07/2999", ""] },
    { "use.active": "Austrittsdatum", last_day_format: "MM/dd/yyyy" },
  ),
  made("both", { Status: ACTIVE, "Termination Date": ["", "", "2019-12-31", "2999-12-31"] }, { "use.until": "Termination Date" }),
  made("births", { Status: ACTIVE, "Birth Date": ["05/04/1990", "06/07/1991", "02/12/1980", ""] }, { date: "MM/dd/yyyy" }),
  made(
    "phones",
    { Status: ACTIVE, "Work Phone": ["612345678", "612345679", "", ""], Sex: ["M", "V", "V", "M"] },
    { phone: "ES", "gender.M": "m" },
  ),
  made(
    "groups",
    { Status: ACTIVE, Department: ["Sales", "Sales", "IT", "IT"], "Is Manager": ["Yes", "No", "No", "Yes"], Groups: ["A;B", "A", "B", ""] },
    { root: "Acme/Staff", authority: "**" },
  ),
  made(
    "equal",
    { Status: ACTIVE, Team: ["a", "a", "b", "b"], Division: ["x", "x", "y", "y"], Salary: ["1", "2", "3", "4"] },
    { "use.department": "Division" },
  ),
  made("shared", { Status: ACTIVE, Login: ["a", "b", "c", "d"], "Manager ID": ["", "001", "001", "002"] }),
];
