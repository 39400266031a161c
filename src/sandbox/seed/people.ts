import { createHash } from "node:crypto";
import { fixedRandom } from "./random.ts";

/** One of the 300 people of Acme Iberia; identical at every start. */
export interface CompanyPerson {
  /** Five digits; some begin with zeros. */
  employeeId: string;
  firstName: string;
  lastName: string;
  email: string;
  department: string;
  site: string;
  country: "ES" | "PT" | "GB";
  isManager: boolean;
  teams: string[];
  status: "Active" | "On Leave";
  /** `YYYY-MM-DD` */
  birthDate: string;
  /** A mobile number in international form, without blanks. */
  phone: string;
  costCenter: string;
  gender: "Female" | "Male";
  /** `YYYY-MM-DD` */
  hireDate: string;
  userId: string;
}

export const DEPARTMENTS = [
  "Sales",
  "Sales EMEA",
  "Engineering",
  "Finance",
  "Human Resources",
  "Marketing",
  "Operations",
  "Customer Support",
  "Legal",
  "IT",
] as const;
export const SITES = { Madrid: "ES", Barcelona: "ES", Bilbao: "ES", Valencia: "ES", Lisbon: "PT", Porto: "PT", London: "GB" } as const;
export const TEAMS = ["Atlas", "Boreal", "Cobalt", "Delta", "Ember", "First Aid", "Garnet", "Works Council", "Helix", "Iris"] as const;

const FIRST = {
  Female: [
    "María",
    "Lucía",
    "Inês",
    "Ana",
    "Beatriz",
    "Sofía",
    "Carmen",
    "Joana",
    "Núria",
    "Begoña",
    "Catarina",
    "Emma",
    "Leonor",
    "Paula",
    "Itziar",
    "Olivia",
    "Mariana",
    "Rocío",
    "Anne-Marie",
    "Conceição",
  ],
  Male: [
    "José",
    "João",
    "Íñigo",
    "Andrés",
    "Tiago",
    "Pablo",
    "Álvaro",
    "Duarte",
    "Jordi",
    "Rui",
    "Óscar",
    "James",
    "Gonçalo",
    "Martín",
    "Ander",
    "Luís",
    "Hugo",
    "Raúl",
    "Jean-Luc",
    "Simão",
  ],
} as const;
const LAST = [
  "García",
  "Fernández",
  "Silva",
  "Gonçalves",
  "Muñoz",
  "Ibáñez",
  "Ferreira",
  "O'Neill",
  "Pérez",
  "Santos",
  "Núñez",
  "Peña",
  "Costa",
  "D'Ávila",
  "Smith-Jones",
  "Rodríguez",
  "Araújo",
  "Echeverría",
  "Puig",
  "Magalhães",
  "Saenz de Miera",
  "López",
  "Martins",
  "Ortiz",
  "Vázquez",
  "Carvalho",
  "Castaño",
  "Brown",
  "Ruiz-Tagle",
  "Simões",
] as const;

/** Returns a uuid derived from the name, with the version and variant bits of version 4. */
export function fixedUuid(name: string): string {
  const hex = createHash("sha256").update(`rollcall sandbox: ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the company's people by employee id; the same list at every call. */
export function companyPeople(): CompanyPerson[] {
  const random = fixedRandom(20261103);
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  };
  const emails = new Set<string>();
  const names = new Set<string>();
  return Array.from({ length: 300 }, (_, i): CompanyPerson => {
    const gender = random() < 0.5 ? "Female" : "Male";
    let firstName: string = pick(FIRST[gender]);
    let lastName: string = pick(LAST);
    // Two surnames, as is common in Iberia; also keeps names unique.
    while (random() < 0.6 || names.has(`${firstName} ${lastName}`)) {
      firstName = pick(FIRST[gender]);
      lastName = `${pick(LAST)} ${pick(LAST)}`;
      if (!names.has(`${firstName} ${lastName}`)) break;
    }
    names.add(`${firstName} ${lastName}`);
    const site = pick(Object.keys(SITES) as (keyof typeof SITES)[]);
    const country = SITES[site];
    const mailName = `${plain(firstName)}.${plain(lastName.split(" ")[0] ?? lastName)}`;
    let email = `${mailName}@acme.example`;
    for (let n = 2; emails.has(email); n++) email = `${mailName}${n}@acme.example`;
    emails.add(email);
    const department = pick(DEPARTMENTS);
    const employeeId = String(101 + i * 37).padStart(5, "0");
    return {
      employeeId,
      firstName,
      lastName,
      email,
      department,
      site,
      country,
      isManager: random() < 0.12,
      teams: TEAMS.filter(() => random() < 0.08),
      status: random() < 0.04 ? "On Leave" : "Active",
      birthDate: `${1960 + below(43)}-${two(1 + below(12))}-${two(1 + below(28))}`,
      phone: mobile(country, below),
      costCenter: `CC-${100 + DEPARTMENTS.indexOf(department) * 10 + below(4)}`,
      gender,
      hireDate: `${2004 + below(22)}-${two(1 + below(12))}-${two(1 + below(28))}`,
      userId: fixedUuid(`person ${employeeId}`),
    };
  });
}

function mobile(country: "ES" | "PT" | "GB", below: (n: number) => number): string {
  const digits = (n: number): string => String(below(10 ** n)).padStart(n, "0");
  if (country === "PT") return `+3519${[1, 2, 3, 6][below(4)]}${digits(7)}`;
  if (country === "GB") return `+447400${digits(6)}`;
  return `+346${digits(8)}`;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[^A-Za-z-]/g, "")
    .toLowerCase();
}
