/** A company of any size as a CSV of 20 columns, the same for the same number of rows. */
import { createWriteStream } from "node:fs";
import { once } from "node:events";

export const departments = Array.from({ length: 12 }, (_, i) => `Department ${i + 1}`);
export const sites = Array.from({ length: 8 }, (_, i) => `Site ${i + 1}`);

export const header = [
  "Employee ID", "First Name", "Last Name", "Work Email", "Department", "Office", "Country", "Is Manager", "Status", "Birth Date",
  "Mobile", "Gender", "Cost Center", "Hire Date", "Job Title", "Company", "City", "Position", "Manager ID", "Badge",
]; // prettier-ignore

/** Changes the cells of a row in place. */
export type Change = (i: number, cells: string[]) => void;

/** The cells of one row, in the order of the header. */
export function cellsOf(i: number, change?: Change): string[] {
  const id = String(i).padStart(7, "0");
  const cells = [
    id, `First${i % 977}`, `Last${i % 1999}`, `p${id}@acme.example`, departments[i % 12] ?? "", sites[i % 8] ?? "", "ES", i % 20 === 0 ? "Yes" : "No",
    "Active", `${String((i % 28) + 1).padStart(2, "0")}/${String((i % 12) + 1).padStart(2, "0")}/19${60 + (i % 40)}`, "", i % 2 === 0 ? "Male" : "Female",
    `CC${i % 300}`, `20${String(10 + (i % 15))}-03-01`, `Title ${i % 113}`, "Acme", `City ${i % 50}`, `Position ${i % 31}`, String(i % 500).padStart(7, "0"), `B${i}`,
  ]; // prettier-ignore
  change?.(i, cells);
  return cells;
}

export async function writeCompany(file: string, rows: number, change?: Change): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${header.join(",")}\n`);
  for (let i = 0; i < rows; i += 1) {
    if (!out.write(`${cellsOf(i, change).join(",")}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

/** The user name and the groups that the mapping gives to an unchanged row. */
export function accountOf(i: number): { username: string; groups: string[] } {
  const [, , , username = "", department, office, , manager] = cellsOf(i);
  const groups = ["HR/All staff", `HR/Departments/${department}`, `HR/Sites/${office}`, ...(manager === "Yes" ? ["HR/Managers"] : [])];
  return { username, groups };
}

/** The columns that the bench changes. */
export const DEPARTMENT = header.indexOf("Department");
export const POSITION = header.indexOf("Position");

export const mapping = `
key: Employee ID
user:
  username: { column: Work Email, transform: lower }
  first_name: First Name
  last_name: Last Name
  email: { column: Work Email, transform: lower }
  employee_id: Employee ID
  external_id: { template: "hr-{Employee ID}" }
  date_of_birth: { column: Birth Date, date: dd/MM/yyyy, sensitive: true }
  gender: { column: Gender, values: { Female: f, Male: m }, otherwise: omit }
  department: Department
  position: Position
  center: Office
  city: City
  company: { value: Acme }
active: { column: Status, values: { Active: true, Terminated: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
    - { name: department, groups: ["HR/Departments/{Department}"] }
    - { name: managers, when: { Is Manager: "Yes" }, groups: ["HR/Managers"] }
    - { name: sites, groups: ["HR/Sites/{Office}"] }
`;

export function job(url: string, token: string, file: string, rate = "per_second: 10000, in_flight: 32"): string {
  return `
name: bench
source: { file: ${JSON.stringify(file)} }
mapping: mapping.yaml
service:
  base_url: ${url}
  auth: { refresh_token: "${token}" }
  rate: { ${rate} }
policy: { limits: { creates: 100%, updates: 100%, deactivations: 100%, shrink: 100% } }
`;
}
