import { companyPeople, DEPARTMENTS, fixedUuid, SITES, TEAMS, type CompanyPerson } from "./people.ts";
import type { SandboxState } from "../state.ts";

/** `tree`: groups and no accounts. `groups`: the external users too. `company`: the 300 people too. `empty`: nothing at all. */
export type Seed = "company" | "groups" | "tree" | "empty";

const TREE: readonly string[] = [
  "HR/All staff",
  "HR/Managers",
  ...DEPARTMENTS.map((name) => `HR/Departments/${name}`),
  ...Object.keys(SITES).map((name) => `HR/Sites/${name}`),
  ...TEAMS.map((name) => `HR/Teams/${name}`),
  "HR/Sales Iberia",
  "Learning/Book club",
  "Learning/Onboarding 2026",
  "Learning/Spanish evenings",
  "Partners/Resellers",
  "Partners/Trainers",
  "Board",
  // A name that exists under two parents: rules must use the path.
  "Partners/Managers",
];

const OUTSIDE = ["Learning/Book club", "Learning/Onboarding 2026", "Learning/Spanish evenings", "Board"] as const;

interface External {
  firstName: string;
  lastName: string;
  groups: string[];
}

const EXTERNALS: readonly External[] = [
  { firstName: "Claire", lastName: "Dubois", groups: ["Partners/Trainers", "HR/All staff"] },
  { firstName: "Marek", lastName: "Nowak", groups: ["Partners/Trainers", "HR/All staff"] },
  { firstName: "Aoife", lastName: "Byrne", groups: ["Partners/Trainers"] },
  { firstName: "Giulia", lastName: "Conti", groups: ["Partners/Resellers"] },
  { firstName: "Lars", lastName: "Lindqvist", groups: ["Partners/Resellers"] },
  { firstName: "Renée", lastName: "Maes", groups: ["Partners/Resellers", "Partners/Managers"] },
  { firstName: "Tomáš", lastName: "Dvořák", groups: ["Partners/Resellers"] },
  { firstName: "Eleni", lastName: "Pappas", groups: ["Partners/Resellers", "Learning/Book club"] },
  { firstName: "Nuno", lastName: "Teles", groups: ["Learning/Spanish evenings"] },
  { firstName: "Hanna", lastName: "Becker", groups: ["Learning/Book club"] },
  { firstName: "Yusuf", lastName: "Demir", groups: ["Partners/Managers"] },
  { firstName: "Greta", lastName: "Holm", groups: ["Board"] },
];

/** Returns the paths that the rules of the worked example (design.md, section 8) give a person. */
function groupsOf(person: CompanyPerson): string[] {
  const paths = ["HR/All staff", `HR/Departments/${person.department}`, `HR/Sites/${person.site}`];
  if (person.isManager) paths.push("HR/Managers");
  if (person.department === "Sales" && (person.country === "ES" || person.country === "PT")) paths.push("HR/Sales Iberia");
  return [...paths, ...person.teams.map((team) => `HR/Teams/${team}`)];
}

/** Returns memberships added by hand in the service: every twentieth person is in a group outside HR. */
function groupsByHand(index: number): string[] {
  const group = index % 20 === 7 ? OUTSIDE[Math.floor(index / 20) % OUTSIDE.length] : undefined;
  return group === undefined ? [] : [group];
}

/** Fills an empty state with groups and users; `seedContent` adds the rest. */
export function seedState(state: SandboxState, seed: Seed): void {
  if (seed === "empty") return;
  // Remove the subscriptions of an earlier empty start; with users there is more content.
  for (const id of state.all("subscription").keys()) state.drop("subscription", id);
  const ids = new Map<string, string>();
  for (const path of TREE) {
    const names = path.split("/");
    names.forEach((name, depth) => {
      const at = names.slice(0, depth + 1).join("/");
      if (ids.has(at)) return;
      const id = fixedUuid(`group ${at}`);
      ids.set(at, id);
      state.addGroup({ id, name, parentId: ids.get(names.slice(0, depth).join("/")) ?? null });
    });
  }
  if (seed === "tree") return;
  const idsOf = (paths: readonly string[]): string[] => paths.map((path) => ids.get(path)).filter((id) => id !== undefined);
  for (const { firstName, lastName, groups } of EXTERNALS) {
    const name = `${firstName}.${lastName}`
      .normalize("NFD")
      .replace(/[^A-Za-z.]/g, "")
      .toLowerCase();
    const email = `${name}@partner.example`;
    state.putUser(
      fixedUuid(`external ${name}`),
      { username: email, first_name: firstName, last_name: lastName, email, active: true },
      idsOf(groups),
    );
  }
  if (seed === "groups") return;
  companyPeople().forEach((person, i) => {
    const fields = {
      username: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      employee_id: person.employeeId,
      department: person.department,
      company: "Acme Iberia",
      phone_number: person.phone,
      date_of_birth: person.birthDate,
      gender: person.gender === "Female" ? "f" : "m",
      center: person.site,
      active: true,
    };
    state.putUser(person.userId, fields, idsOf([...groupsOf(person), ...groupsByHand(i)]));
  });
}
