import { companyPeople, DEPARTMENTS, SITES, type CompanyPerson } from "../../sandbox/seed/people.ts";

/** One row of the export that the HR system of Acme Iberia writes. */
export type ExportRow = Record<
  | "Employee ID"
  | "Legal First Name"
  | "Legal Last Name"
  | "Work Email"
  | "Department"
  | "Office"
  | "Country"
  | "Is Manager"
  | "Teams"
  | "Status"
  | "Birth Date"
  | "Mobile"
  | "Gender"
  | "Cost Center"
  | "Hire Date",
  string
>;

/** A person whom the demo's text names. */
interface Named {
  key: string;
  name: string;
  userId: string;
}

/** Everything that happens in one nightly run, the same at every start. */
export interface Scenario {
  yesterday: ExportRow[];
  today: ExportRow[];
  accounts: { key: string; userId: string }[];
  joiners: number;
  movers: number;
  leavers: number;
  renamed: { from: string; to: string; people: number };
  /** Added in the service to a group that the mapping manages. */
  byHand: Named & { group: string };
  /** And this one to a group that HR knows nothing about. */
  unmanaged: Named & { group: string };
  /** A mover, for `rollcall explain`. */
  mover: Named;
}

type Change = (row: ExportRow) => void;

const joiners: readonly [first: string, last: string, department: string, office: keyof typeof SITES, gender: string][] = [
  ["Elena", "Vidal Soler", "Sales", "Madrid", "Female"],
  ["Miguel", "Teixeira", "Engineering", "Lisbon", "Male"],
  ["Aitana", "Serra", "Customer Support", "Barcelona", "Female"],
  ["Thomas", "Whitfield", "Legal", "London", "Male"],
  ["Filipa", "Neves Rocha", "Sales", "Porto", "Female"],
  ["Unai", "Etxebarria", "Operations", "Bilbao", "Male"],
];

const renamed = { from: "Sales EMEA", to: "Sales – EMEA" } as const;

/** Generates two exports, and the changes that people made in the service between them. */
export function makeScenario(): Scenario {
  const people = companyPeople().sort((a, b) => b.hireDate.localeCompare(a.hireDate) || a.employeeId.localeCompare(b.employeeId));
  const pick = picker(people);
  const changes = new Map<string, Change>();
  const change = (person: CompanyPerson, what: Change): CompanyPerson => {
    changes.set(person.employeeId, what);
    return person;
  };

  const mover = change(
    pick((p) => p.department === "Sales" && p.country === "ES"),
    moveTo("Marketing"),
  );
  change(
    pick((p) => p.department === "Finance"),
    moveTo("Operations"),
  );
  change(
    pick((p) => p.department === "IT"),
    moveTo("Engineering"),
  );
  change(
    pick((p) => p.department === "Customer Support" && p.country === "PT"),
    moveTo("Sales"),
  );
  change(
    pick((p) => p.site === "Madrid"),
    relocateTo("Lisbon"),
  );
  change(
    pick((p) => p.site === "London"),
    relocateTo("Barcelona"),
  );
  change(
    pick((p) => !p.isManager),
    (row) => (row["Is Manager"] = "Yes"),
  );
  change(
    pick((p) => p.isManager),
    (row) => (row["Is Manager"] = "No"),
  );
  const movers = changes.size;

  const leavers = [pick(), pick(), pick(), pick()];
  for (const leaver of leavers) change(leaver, (row) => (row.Status = "Terminated"));
  const rehire = pick();
  change(pick(), (row) => (row["Work Email"] = row["Work Email"].replace("@", "#")));
  change(pick(), (row) => (row["Legal Last Name"] = ""));
  const moved = people.filter((p) => p.department === renamed.from).slice(0, -2);
  for (const person of moved) change(person, (row) => (row.Department = renamed.to));

  return {
    yesterday: people.map((p) => ({ ...rowOf(p), ...(p === rehire ? { Status: "Terminated" } : {}) })),
    today: [...joiners.map(joinerRow), ...people.map((p) => changed(rowOf(p), changes.get(p.employeeId)))],
    accounts: people.map((p) => ({ key: p.employeeId, userId: p.userId })),
    joiners: joiners.length,
    movers,
    leavers: leavers.length,
    renamed: { ...renamed, people: moved.length },
    byHand: { ...named(pick((p) => p.department === "Human Resources")), group: "HR/Departments/Finance" },
    unmanaged: { ...named(pick((p) => p.department === "Marketing")), group: "Learning/Book club" },
    mover: named(mover),
  };
}

/** Returns a function that picks people, newest first, each once, and never from the renamed department. */
function picker(people: readonly CompanyPerson[]): (fits?: (person: CompanyPerson) => boolean) => CompanyPerson {
  const free = new Set(people.filter((person) => person.department !== renamed.from && person.status === "Active"));
  return (fits = () => true) => {
    const chosen = [...free].find(fits);
    if (chosen === undefined) throw new Error("no matching person in the company");
    free.delete(chosen);
    return chosen;
  };
}

function moveTo(department: (typeof DEPARTMENTS)[number]): Change {
  return (row) => {
    row.Department = department;
    row["Cost Center"] = `CC-${100 + DEPARTMENTS.indexOf(department) * 10}`;
  };
}

function relocateTo(office: keyof typeof SITES): Change {
  return (row) => {
    row.Office = office;
    row.Country = SITES[office];
  };
}

function changed(row: ExportRow, change: Change | undefined): ExportRow {
  change?.(row);
  return row;
}

function rowOf(person: CompanyPerson): ExportRow {
  return {
    "Employee ID": person.employeeId,
    "Legal First Name": person.firstName,
    "Legal Last Name": person.lastName,
    "Work Email": person.email,
    Department: person.department,
    Office: person.site,
    Country: person.country,
    "Is Manager": person.isManager ? "Yes" : "No",
    Teams: person.teams.join(";"),
    Status: person.status,
    "Birth Date": dayFirst(person.birthDate),
    Mobile: person.phone,
    Gender: person.gender,
    "Cost Center": person.costCenter,
    "Hire Date": dayFirst(person.hireDate),
  };
}

function joinerRow([first, last, department, office, gender]: (typeof joiners)[number], i: number): ExportRow {
  const mail = `${first}.${last.split(" ")[0] ?? last}`.normalize("NFD").replace(/[^A-Za-z.]/g, "");
  return {
    "Employee ID": String(11_201 + i * 37),
    "Legal First Name": first,
    "Legal Last Name": last,
    "Work Email": `${mail.toLowerCase()}@acme.example`,
    Department: department,
    Office: office,
    Country: SITES[office],
    "Is Manager": "No",
    Teams: "",
    Status: "Active",
    "Birth Date": `1${i}/0${i + 1}/199${i}`,
    Mobile: `+3461122334${i}`,
    Gender: gender,
    "Cost Center": "CC-100",
    "Hire Date": "30/04/2026",
  };
}

function named(person: CompanyPerson): Named {
  return { key: person.employeeId, name: `${person.firstName} ${person.lastName}`, userId: person.userId };
}

/** `1990-12-31` as `31/12/1990`. */
function dayFirst(date: string): string {
  return date.split("-").reverse().join("/");
}
