/** The files of a round: people of their own sets of groups, a mapping and a job. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Person {
  key: string;
  title: string;
  mail: string;
  /** Which group besides "HR/All staff"; nobody shares one, so that no create blocks another of equal groups. */
  set: number;
}

export const staff = "HR/All staff";
export const groupOf = ({ set }: Pick<Person, "set">): string => `HR/Joiners/Set ${set}`;

/** The first name tells who it is, whatever the mail address. */
export const firstName = (key: string): string => `First${key}`;
export const keyOf = (name: string): string => name.slice("First".length);

export function everybody(prefix: string, n: number, firstSet: number): Person[] {
  return Array.from({ length: n }, (_, i) => {
    const key = `${prefix}${String(i).padStart(4, "0")}`;
    return { key, title: "Clerk", mail: `${key}@acme.example`, set: firstSet + i };
  });
}

/** New titles for all, and for every other person another group as well. */
export function changed(people: readonly Person[], sets: number): Person[] {
  return people.map((person, i) => ({ ...person, title: "Manager", set: i % 2 === 0 ? person.set : sets + i }));
}

const header = "Employee ID,First,Last,Email,Title,Set,Status";
const mapping = `
key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Email, transform: lower }
  position: Title
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["${staff}"] }
    - { name: set, groups: ["HR/Joiners/Set {Set}"] }
`;

/** @param times how often the file repeats all rows, which makes it long to read */
export function writeFile(dir: string, people: readonly Person[], times = 1): void {
  const rows = people.map(({ key, title, mail, set }) => [key, firstName(key), `Last${key}`, mail, title, set, "Active"].join(","));
  const draft = join(dir, "draft.csv");
  writeFileSync(draft, `${[header, ...Array.from({ length: times }, () => rows).flat()].join("\n")}\n`);
  renameSync(draft, join(dir, "hr.csv"));
}

export interface JobParts {
  perSecond: number;
  inFlight: number;
  settle: string;
  webhook: string;
}

export function writeJob(dir: string, { perSecond, inFlight, settle, webhook }: JobParts): void {
  mkdirSync(join(dir, "jobs"), { recursive: true });
  writeFileSync(join(dir, "mapping.yaml"), mapping);
  const limits = { creates: 100, updates: 100, deactivations: 100, removals: 100, shrink: 100 };
  const job = {
    name: "nightly",
    source: { file: "../hr.csv", settle: "0s" },
    mapping: "../mapping.yaml",
    service: {
      base_url: "${SERVICE_URL}",
      account: "acme",
      auth: { refresh_token: "${SERVICE_TOKEN}" },
      rate: { per_second: perSecond, in_flight: inFlight },
      identities: { settle },
    },
    policy: { limits },
    notify: { webhook: { url: webhook } },
  };
  // JSON is YAML.
  writeFileSync(join(dir, "jobs/nightly.yaml"), JSON.stringify(job));
}
