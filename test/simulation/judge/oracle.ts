import type { Row } from "../story/people.ts";

/** What one row says about memberships, worked out without the product. */
export interface Reading {
  active: boolean | null;
  /** Paths that HR gives. */
  gives: ReadonlySet<string>;
  /** Whether a rule that could give this path cannot be decided. */
  undecided(path: string): boolean;
  /** The person is out of scope, or has not joined yet. */
  outside: boolean;
}

const KNOWN_SITES: Readonly<Record<string, string[]>> = { Madrid: ["HR/Sites/Madrid"], Porto: ["HR/Sites/Porto"], Remote: [] };

/** Reads a row by the rules of the mapping. @param groups the paths that the service has, each once. @param at in ms */
export function readRow(row: Row, job: "staff" | "external", groups: ReadonlySet<string>, at: number): Reading {
  const outside = row.scope === "out" || (row.scope === "in" && row.joins !== null && row.joins > at);
  const frozen = { active: null, gives: new Set<string>(), undecided: () => true, outside };
  if (row.scope !== "in" || outside) return frozen;
  const left = row.leaves !== null && row.leaves <= at;
  // The status says that the person has left, but the account stays for some days.
  if (row.status === "Left" && row.leaves !== null && !left) return frozen;
  const active = left ? false : row.status === "" ? null : row.status === "Active";
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
    return { active, gives, undecided: (path) => undecided.some((is) => is(path)), outside };
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
  if (row.manages === "yes") give("HR/Managers", (path) => path === "HR/Managers");
  if (row.manages === "unknown") undecided.push((path) => path === "HR/Managers");
  return { active, gives, undecided: (path) => undecided.some((is) => is(path)), outside };
}

/** Whether the mapping of a job has authority over a group. */
export function isManaged(path: string, job: "staff" | "external"): boolean {
  return path.startsWith(job === "staff" ? "HR/" : "Ext/");
}
