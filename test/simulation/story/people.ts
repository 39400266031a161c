import { DateTime } from "luxon";
import type { Random } from "../world/random.ts";
import type { Policies } from "./draw.ts";

/** What HR knows about one human. `town` never changes and is unique: the judge knows people by it. */
export interface Human {
  n: number;
  town: string;
  key: string;
  first: string;
  last: string;
  mail: string;
  department: string;
  site: string;
  teams: string[];
  title: string;
  status: "Active" | "Left";
  nationalId: string;
  contractor: boolean;
  contract: "Staff" | "Intern";
  /** As `YYYY-MM-DD`; empty if HR has not set it. */
  firstDay: string;
  lastDay: string;
  /** The number of the manager; `null`: nobody. */
  boss: number | null;
  /** HR has changed the first name. */
  renamed: boolean;
  /** What HR writes into the row instead, once the person has left. */
  asLeaver: Partial<Pick<Human, "first" | "last" | "mail" | "nationalId">>;
  /** False once HR has taken the row out of the export. */
  listed: boolean;
}

/** A department or site. */
export interface Area {
  column: "department" | "site";
  value: string;
}

/** A way in which a row of one export is not as it should be. */
export type Flaw =
  | "blank department"
  | "unknown site"
  | "blank teams"
  | "blank title"
  | "blank status"
  | "blank contract"
  | "bad mail"
  | "no key"
  | "damaged key"
  | "short row"
  | "two rows";

/** One row as the judge reads it. */
export interface Row {
  human: number;
  key: string;
  department: string;
  site: string;
  teams: string[];
  title: string;
  status: "Active" | "Left" | "";
  last: string;
  /** `out`: out of scope, or outside of the pilot. */
  scope: "in" | "out" | "unknown";
  /** The moments from which the person counts as joined and as left, in ms; `null`: without a date. */
  joins: number | null;
  leaves: number | null;
  /** The key of the manager; "" for nobody. */
  boss: string;
  /** Whether another row of the file names the person as the manager. */
  manages: "yes" | "no" | "unknown";
  /** The product has to reject it. */
  rejected: boolean;
}

export interface Export {
  name: string;
  text: string;
  rows: Row[];
  /** The rows that the product has to count. */
  count: number;
  /** Why it is unusable as a whole; `null` if it is not. */
  wrong: string | null;
  /** It contains only some of the people. */
  partial: boolean;
  /** When it was written, in ms. */
  at: number;
  /** It was used in an earlier night, before the last one. */
  older: boolean;
}

export const SITES = ["Madrid", "Porto", "Remote"];
export const TEAMS = ["Red", "Blue", "Green"];
export const DEPARTMENTS = ["Sales", "IT", "Legal", "Ops"];
const HEADER = ["Employee ID", "First", "Last", "Email", "Department", "Site", "Teams", "Title", "Status", "Town", "National ID"];
const MORE = ["Contract", "First day", "Last day"];
const BOSS = "Boss";

/** The policies that decide how a row is read. */
export type Reads = Pick<Policies, "scope" | "dates" | "managers"> & {
  keyOf(n: number | null): string;
  /** The keys of the people of a pilot; `null`: the run is for everyone. */
  pilot: ReadonlySet<string> | null;
};

const FIRST = ["Ana", "Jon", "Íñigo", "Beatriz", "Kim", "Zoë", "Ola", "Lü"];
/** A first name for a person; the usernames of several people begin with the same letters. */
export function firstName(n: number, random: Random): string {
  return `${random.pick(FIRST)}${n}`;
}

const LAST = ["Ruiz", "Aranda", "O'Neil", "Araújo", "Müller", "Sato", "Diaz", "Berg"];

export function newHuman(n: number, contractor: boolean, random: Random): Human {
  const first = firstName(n, random);
  return {
    n,
    town: `Town${n}`,
    key: `${contractor ? "C" : "E"}${String(100 + n)}`,
    first,
    last: `${random.pick(LAST)}${n}`,
    mail: `p${n}@acme.example`,
    department: random.pick(DEPARTMENTS),
    site: random.pick(SITES),
    teams: random.some(TEAMS, random.int(1, 2)),
    title: random.pick(["Lead", "Clerk"]),
    status: "Active",
    nationalId: `NID-${n}-${random.int(10_000, 99_999)}`,
    contractor,
    contract: "Staff",
    firstDay: "",
    lastDay: "",
    boss: null,
    renamed: false,
    asLeaver: {},
    listed: true,
  };
}

/** The day that many days after a moment, as `YYYY-MM-DD`. */
export function dayAfter(at: Date, days: number): string {
  return DateTime.fromJSDate(at, { zone: "utc" }).plus({ days }).toISODate() ?? "";
}

function startOf(day: string, plus = 0): number {
  return DateTime.fromISO(day, { zone: "utc" }).plus({ days: plus }).toMillis();
}

/** A key that a spreadsheet has shortened. */
const DAMAGED_KEY = "9.8E+10";

/** Returns a human as HR's file has them: the row of someone who has left may have other names. */
function inFile(human: Human): Human {
  return human.status === "Left" && human.lastDay === "" ? { ...human, ...human.asLeaver } : human;
}

function cells(human: Human, flaw: Flaw | undefined): string[] {
  return [
    flaw === "no key" ? "" : flaw === "damaged key" ? DAMAGED_KEY : human.key,
    human.first,
    human.last,
    flaw === "bad mail" ? "nobody at acme" : human.mail,
    flaw === "blank department" ? "" : human.department,
    flaw === "unknown site" ? "Atlantis" : human.site,
    flaw === "blank teams" ? "" : human.teams.join(";"),
    flaw === "blank title" ? "" : human.title,
    flaw === "blank status" ? "" : human.status,
    human.town,
    human.nationalId,
    flaw === "blank contract" ? "" : human.contract,
    human.firstDay,
    human.lastDay,
  ];
}

function rowOf(human: Human, flaw: Flaw | undefined, { scope, dates, pilot, keyOf }: Reads): Row {
  const short = flaw === "short row";
  const keyless = flaw === "no key" || flaw === "damaged key";
  return {
    human: human.n,
    key: human.key,
    department: flaw === "blank department" ? "" : human.department,
    site: flaw === "unknown site" ? "Atlantis" : human.site,
    teams: flaw === "blank teams" ? [] : human.teams,
    title: flaw === "blank title" ? "" : human.title,
    status: flaw === "blank status" ? "" : human.status,
    last: human.last,
    scope:
      pilot?.has(human.key) === false
        ? "out"
        : scope === null
          ? "in"
          : flaw === "blank contract"
            ? "unknown"
            : human.contract === "Intern"
              ? "out"
              : "in",
    joins: dates === null || human.firstDay === "" ? null : startOf(human.firstDay),
    leaves: dates === null || human.lastDay === "" ? null : startOf(human.lastDay, dates.grace + 1),
    boss: short || keyless ? "" : keyOf(human.boss),
    manages: "unknown",
    rejected: keyless || flaw === "two rows" || short || (flaw === "bad mail" && human.status === "Active"),
  };
}

/** Writes the export of some people. */
export function exportOf(name: string, people: readonly Human[], flaws: ReadonlyMap<number, Flaw>, reads: Reads): Export {
  const more = reads.scope !== null || reads.dates !== null;
  const columns = [...HEADER, ...(more ? MORE : [])];
  const lines = [[...columns, ...(reads.managers ? [BOSS] : [])].join(",")];
  const rows: Row[] = [];
  for (const human of people.map(inFile)) {
    const flaw = flaws.get(human.n);
    const line = [...cells(human, flaw).slice(0, columns.length), ...(reads.managers ? [reads.keyOf(human.boss)] : [])];
    // A row that ends early lacks its status.
    lines.push((flaw === "short row" ? line.slice(0, 2) : line).join(","));
    if (flaw === "two rows") lines.push([...line.slice(0, 4), "Elsewhere", ...line.slice(5)].join(","));
    rows.push(rowOf(human, flaw, reads));
  }
  const count = rows.length + people.filter(({ n }) => flaws.get(n) === "two rows").length;
  return { name, text: `${lines.join("\n")}\n`, rows, count, wrong: null, partial: false, at: 0, older: false };
}

/**
 * Notes in the rows of a job's files who has reports. A row that cannot be used, or a file with some of the people only,
 * leaves everyone unknown whom no other row names.
 */
export function noteManagers(files: readonly Export[], complete: boolean): void {
  const rows = files.flatMap((file) => file.rows);
  const unnamed = complete && !rows.some(({ rejected }) => rejected) ? "no" : "unknown";
  for (const row of rows) {
    const by = rows.filter(({ boss, key, status }) => boss === row.key && key !== row.key && status !== "Left");
    row.manages = by.some(({ status }) => status === "Active") ? "yes" : by.length > 0 ? "unknown" : unnamed;
  }
}
