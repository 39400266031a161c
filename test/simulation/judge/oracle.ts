import type { Row } from "../story/people.ts";

/** What one row says about memberships, worked out without the product. */
export interface Reading {
  active: boolean | null;
  /** Paths that HR gives. */
  gives: ReadonlySet<string>;
  /** Whether a rule that could give this path cannot be decided. */
  undecided(path: string): boolean;
}

const KNOWN_SITES: Readonly<Record<string, string[]>> = { Madrid: ["HR/Sites/Madrid"], Porto: ["HR/Sites/Porto"], Remote: [] };

/** Reads a row by the rules of the mapping. @param groups the paths that the service has, each once */
export function readRow(row: Row, job: "staff" | "external", groups: ReadonlySet<string>): Reading {
  const active = row.status === "" ? null : row.status === "Active";
  const gives = new Set<string>();
  const undecided: ((path: string) => boolean)[] = [];
  const give = (path: string, family: (path: string) => boolean): void => {
    if (groups.has(path)) gives.add(path);
    else undecided.push(family);
  };
  const below = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
  if (job === "external") {
    give("Ext/All", (path) => path === "Ext/All");
    if (row.department === "") undecided.push(below("Ext/Vendors"));
    else give(`Ext/Vendors/${row.department}`, below("Ext/Vendors"));
    return { active, gives, undecided: (path) => undecided.some((is) => is(path)) };
  }
  give("HR/All staff", (path) => path === "HR/All staff");
  if (row.department === "") undecided.push(below("HR/Departments"));
  else give(`HR/Departments/${row.department}`, below("HR/Departments"));
  const site = KNOWN_SITES[row.site];
  if (site === undefined) undecided.push(below("HR/Sites"));
  else for (const path of site) give(path, below("HR/Sites"));
  if (row.teams.length === 0) undecided.push(below("HR/Teams"));
  for (const team of row.teams) give(`HR/Teams/${team}`, below("HR/Teams"));
  if (row.title === "") undecided.push((path) => path === "HR/Leads");
  else if (row.title === "Lead") give("HR/Leads", (path) => path === "HR/Leads");
  return { active, gives, undecided: (path) => undecided.some((is) => is(path)) };
}

/** Whether the mapping of a job has authority over a group. */
export function isManaged(path: string, job: "staff" | "external"): boolean {
  return path.startsWith(job === "staff" ? "HR/" : "Ext/");
}
