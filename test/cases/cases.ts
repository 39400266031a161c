import type { Counts } from "../helpers/company.ts";

/** One command of a case: the files that lie in the folder then, and what the command must answer. */
interface Step {
  /** Files to write before, by name. */
  files?: Record<string, string>;
  /** The default is `sync job.yaml`. */
  command?: string;
  code: number;
  status?: string;
  counts?: Counts;
  /** Codes of rejected rows, by row. */
  rejects?: Record<number, string>;
  /** What the output must match, each of them. */
  says?: RegExp[];
}

export interface Case {
  title: string;
  mapping?: string;
  source?: Record<string, unknown>;
  steps: Step[];
  /** What the service has afterwards: by username, whether active, last name and groups below `HR/Departments/`. */
  accounts: Record<string, string>;
}

const HEADER = "Employee ID,First Name,Last Name,Work Email,Department,Status";
const MAPPING = `
key: Employee ID
user:
  username: { column: Work Email, transform: lower }
  first_name: First Name
  last_name: Last Name
  email: Work Email
  department: Department
active: { column: Status, values: { Active: true, On Leave: true, Terminated: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: department, groups: ["HR/Departments/{Department}"] }
`;
const BY_DATE = MAPPING.replace(/active: .*/, "active: { until: { column: End, date: yyyy-MM-dd } }");
export const DEFAULT_MAPPING = MAPPING;

const file = (...rows: string[]): string => `${[HEADER, ...rows].join("\n")}\n`;
const dated = (...rows: string[]): string => `${[HEADER.replace("Status", "End"), ...rows].join("\n")}\n`;
const first = (...rows: string[]): Step => ({ files: { "e-1.csv": file(...rows) }, code: 0 });
const next = (content: string, answer: Omit<Step, "files" | "command">): Step => ({
  files: { "n2.csv": content },
  command: "sync job.yaml --file n2.csv --complete",
  ...answer,
});
const again = (answer: Omit<Step, "files" | "command">): Step => ({ command: "sync job.yaml --file n2.csv --complete", ...answer });

const manyStatuses = (active: string): string =>
  file(
    ...Array.from({ length: 30 }, (_, i) => {
      const key = String(i + 1).padStart(5, "0");
      return `${key},First${key},Last${key},p${key}@acme.test,${["Sales", "IT", "Legal"][i % 3]!},${active}`;
    }),
  );

export const CASES: Case[] = [
  {
    title: "a leaver's row with the address of their manager",
    steps: [
      first("001,Ana,Sol,ana@acme.test,Sales,Active", "002,Bo,Lind,bo@acme.test,Sales,Active"),
      next(
        file(
          "001,Ana,Sol,bo@acme.test,Sales,Terminated",
          "002,Bo,Lind,bo@acme.test,Sales,Active",
          "003,Cy,Moon,cy@acme.test,IT,Terminated",
          "004,Dee,Reed,cy@acme.test,IT,Active",
        ),
        { code: 0, counts: { rejected: 0, deactivations: 1, creates: 1 } },
      ),
    ],
    accounts: { "ana@acme.test": "inactive Sol Sales", "bo@acme.test": "active Lind Sales", "cy@acme.test": "active Reed IT" },
  },
  {
    title: "a person who takes the username of a leaver",
    steps: [
      first("001,Ana,Sol,a@acme.test,Sales,Active", "002,Bo,Lind,b@acme.test,Sales,Active"),
      next(file("001,Ana,Sol,a@acme.test,Sales,Terminated", "002,Bo,Lind,a@acme.test,IT,Active"), {
        code: 0,
        counts: { rejected: 0, deactivations: 1 },
        says: [/username_held_back/, /001/],
      }),
      again({ code: 0, counts: { rejected: 0, unchanged: 2 } }),
    ],
    accounts: { "a@acme.test": "inactive Sol Sales", "b@acme.test": "active Lind IT Sales" },
  },
  {
    title: "two leavers with one address",
    steps: [
      first("001,Ana,Sol,ana@acme.test,Sales,Active", "002,Bo,Lind,bo@acme.test,IT,Active", "003,Cy,Moon,cy@acme.test,IT,Active"),
      next(
        file(
          "001,Ana,Sol,leavers@acme.test,Sales,Terminated",
          "002,Bo,Lind,leavers@acme.test,IT,Terminated",
          "003,Cy,Moon,cy@acme.test,IT,Active",
        ),
        { code: 0, counts: { rejected: 0, deactivations: 2 } },
      ),
    ],
    accounts: { "ana@acme.test": "inactive Sol Sales", "bo@acme.test": "inactive Lind IT", "cy@acme.test": "active Moon IT" },
  },
  {
    title: "two leavers without an address",
    steps: [
      first("001,Ana,Sol,ana@acme.test,Sales,Active", "002,Bo,Lind,bo@acme.test,IT,Active", "003,Cy,Moon,cy@acme.test,IT,Active"),
      next(file("001,Ana,Sol,,Sales,Terminated", "002,Bo,Lind,,IT,Terminated", "003,Cy,Moon,cy@acme.test,IT,Active"), {
        code: 0,
        counts: { rejected: 0, deactivations: 2 },
      }),
    ],
    accounts: { "ana@acme.test": "inactive Sol Sales", "bo@acme.test": "inactive Lind IT", "cy@acme.test": "active Moon IT" },
  },
  {
    title: "a leaver by date with the address of somebody else",
    mapping: BY_DATE,
    steps: [
      { files: { "e-1.csv": dated("001,Ana,Sol,ana@acme.test,Sales,", "002,Bo,Lind,bo@acme.test,IT,") }, code: 0 },
      next(dated("001,Ana,Sol,bo@acme.test,Sales,2020-11-20", "002,Bo,Lind,bo@acme.test,IT,"), {
        code: 0,
        counts: { rejected: 0, deactivations: 1, unchanged: 1 },
      }),
    ],
    accounts: { "ana@acme.test": "inactive Sol Sales", "bo@acme.test": "active Lind IT" },
  },
  {
    title: "the file of an earlier month that arrives after a newer one",
    steps: [
      {
        files: { "e-26-10-2026.csv": file("001,Ana,Sol,ana@acme.test,Sales,Active", "003,Cy,Moon,cy@acme.test,IT,Active") },
        code: 0,
      },
      {
        files: { "e-27-11-2026.csv": file("001,Ana,Sol,ana@acme.test,Sales,Terminated", "003,Cy,Moon,cy@acme.test,IT,Active") },
        code: 0,
      },
      {
        files: { "e-31-10-2026.csv": file("001,Ana,Sol,ana@acme.test,Sales,Active", "003,Cy,Moonold,cy@acme.test,IT,Active") },
        command: "sync job.yaml --file e-31-10-2026.csv --complete",
        code: 3,
        status: "held",
        says: [/2026-10-31/, /2026-11-27/],
      },
    ],
    accounts: { "ana@acme.test": "inactive Sol Sales", "cy@acme.test": "active Moon IT" },
  },
  {
    title: "dates in names that are no order of characters",
    steps: [
      {
        files: {
          "e-27-11-2026.csv": file("001,Ana,New,ana@acme.test,Finance,Active"),
          "e-31-10-2026.csv": file("001,Ana,Old,ana@acme.test,Sales,Active"),
        },
        code: 0,
        says: [/e-27-11-2026\.csv/],
      },
    ],
    accounts: { "ana@acme.test": "active New Finance" },
  },
  {
    title: "dates in names without leading zeros",
    steps: [
      {
        files: {
          "e-2026-11-27.csv": file("001,Ana,New,ana@acme.test,Finance,Active"),
          "e-2026-9-30.csv": file("001,Ana,Old,ana@acme.test,Sales,Active"),
        },
        code: 0,
        says: [/e-2026-11-27\.csv/],
      },
    ],
    accounts: { "ana@acme.test": "active New Finance" },
  },
  {
    title: "a key that a spreadsheet shortened, and another person under it",
    steps: [
      {
        files: { "e-1.csv": file("9.8E+10,Cy,Moon,cy@acme.test,IT,Active", "100000012,Dee,Reed,dee@acme.test,IT,Active") },
        code: 1,
        rejects: { 2: "shortened_key" },
      },
      next(file("9.8E+10,Zed,Quark,zed@acme.test,IT,Active", "100000012,Dee,Reed,dee@acme.test,IT,Active"), {
        code: 1,
        rejects: { 2: "shortened_key" },
      }),
    ],
    accounts: { "dee@acme.test": "active Reed IT" },
  },
  {
    title: "the key of a leaver that another person gets",
    steps: [
      first("001,Ana,Sol,ana.sol@acme.test,Sales,Active", "002,Bo,Lind,bo@acme.test,IT,Active"),
      next(file("001,Ana,Sol,ana.sol@acme.test,Sales,Terminated", "002,Bo,Lind,bo@acme.test,IT,Active"), { code: 0 }),
      next(file("001,Zed,Quark,zed@acme.test,Finance,Active", "002,Bo,Lind,bo@acme.test,IT,Active"), {
        code: 1,
        counts: { held: 1, reactivations: 0 },
      }),
    ],
    accounts: { "ana.sol@acme.test": "inactive Sol Sales", "bo@acme.test": "active Lind IT" },
  },
  {
    title: "words for nothing, and errors of a spreadsheet",
    steps: [
      first("001,Ana,Sol,ana@acme.test,Sales,Active", "002,Bo,Lind,bo@acme.test,IT,Active", "003,Cy,Moon,cy@acme.test,IT,Active"),
      next(
        file(
          "001,NULL,NULL,ana@acme.test,NULL,Active",
          "002,Bo,Lind,bo@acme.test,nan,NULL",
          "003,#N/A,N/A,cy@acme.test,#REF!,Active",
          "NULL,Zed,Quark,zed@acme.test,IT,Active",
        ),
        { code: 1 },
      ),
    ],
    accounts: { "ana@acme.test": "active NULL Sales", "bo@acme.test": "active Lind IT", "cy@acme.test": "active Moon IT" },
  },
  {
    title: "letters that a wrong encoding replaced",
    steps: [
      first("001,Müller,Šesa,ana@acme.test,Sales,Active", "002,Zoë,Peña,bo@acme.test,IT,Active"),
      next(file("001,M�ller,�esa,ana@acme.test,Sales,Active", "002,Zoë,Peña,bo@acme.test,IT,Active"), {
        code: 1,
        rejects: { 2: "error_cell" },
      }),
    ],
    accounts: { "ana@acme.test": "active Šesa Sales", "bo@acme.test": "active Peña IT" },
  },
  {
    title: "keys as formulas of text",
    steps: [
      {
        files: { "e-1.csv": file('="00123",Ana,Sol,ana@acme.test,Sales,Active', '="00124",Bo,Lind,bo@acme.test,IT,Active') },
        code: 0,
        counts: { creates: 2, rejected: 0 },
      },
      { command: "explain job.yaml 00123", code: 0, says: [/00123/] },
    ],
    accounts: { "ana@acme.test": "active Sol Sales", "bo@acme.test": "active Lind IT" },
  },
  {
    title: "texts that mean no date",
    mapping: BY_DATE,
    steps: [
      {
        files: {
          "e-1.csv": dated(
            "001,F1,L1,f1@acme.test,Sales,0000-00-00",
            "002,F2,L2,f2@acme.test,Sales,",
            "003,F3,L3,f3@acme.test,Sales,2020-01-31",
            "004,F4,L4,f4@acme.test,Sales,9999-12-31",
            "007,F7,L7,f7@acme.test,Sales,4712-12-31",
          ),
        },
        code: 0,
        counts: { rejected: 0, creates: 4 },
      },
    ],
    accounts: {
      "f1@acme.test": "active L1 Sales",
      "f2@acme.test": "active L2 Sales",
      "f4@acme.test": "active L4 Sales",
      "f7@acme.test": "active L7 Sales",
    },
  },
  {
    title: "a list of texts that mean no date, and a setting that dates do not have",
    mapping: BY_DATE.replace("date: yyyy-MM-dd", "date: yyyy-MM-dd, blank: [unbefristet]"),
    steps: [
      {
        files: {
          "e-1.csv": dated(
            "001,F1,L1,f1@acme.test,Sales,0000-00-00",
            "002,F2,L2,f2@acme.test,Sales,",
            "003,F3,L3,f3@acme.test,IT,Unbefristet",
          ),
          "otherwise.yaml": BY_DATE.replace("date: yyyy-MM-dd", "date: yyyy-MM-dd, otherwise: omit"),
        },
        command: "plan job.yaml --mapping otherwise.yaml",
        code: 2,
        says: [/unknown key `active\.until\.otherwise`; allowed here: column, transform, date, blank, days/],
      },
      { code: 1, counts: { rejected: 0, creates: 2, held: 1 } },
    ],
    accounts: { "f1@acme.test": "active L1 Sales", "f2@acme.test": "active L2 Sales" },
  },
  {
    title: "usernames that two people trade",
    steps: [
      first("001,Ana,Sol,a@acme.test,Sales,Active", "002,Bo,Lind,b@acme.test,Sales,Active"),
      next(file("001,Ana,Sol,b@acme.test,Sales,Active", "002,Bo,Lind,a@acme.test,Sales,Active"), {
        code: 1,
        counts: { held: 2, rejected: 0 },
        says: [/001/, /002/],
      }),
      again({ code: 1, counts: { held: 2, rejected: 0 } }),
    ],
    accounts: { "a@acme.test": "active Sol Sales", "b@acme.test": "active Lind Sales" },
  },
  {
    title: "one row for each assignment",
    source: { rows: { keep: { column: "Primary Job", values: ["Yes"] } } },
    steps: [
      {
        files: {
          "e-1.csv": [
            `${HEADER},Primary Job`,
            "001,Ana,Sol,ana@acme.test,Sales,Active,Yes",
            "001,Ana,Sol,ana@acme.test,Finance,Active,No",
            "002,Bo,Lind,bo@acme.test,IT,Active,Yes",
            "",
          ].join("\n"),
        },
        code: 0,
        counts: { creates: 2, duplicates: 1, rejected: 0 },
      },
    ],
    accounts: { "ana@acme.test": "active Sol Sales", "bo@acme.test": "active Lind IT" },
  },
  {
    title: "statuses of everybody that the mapping does not know",
    steps: [
      { files: { "e-1.csv": manyStatuses("Active") }, code: 0 },
      next(manyStatuses("A"), { code: 3, status: "held", says: [/"A"|“A”|A \(30/] }),
    ],
    accounts: Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => {
        const key = String(i + 1).padStart(5, "0");
        return [`p${key}@acme.test`, `active Last${key} ${["Sales", "IT", "Legal"][i % 3]!}`];
      }),
    ),
  },
  {
    title: "a key written with other code points",
    steps: [
      first("ANDR\u00c91,Ana,Sol,ana@acme.test,Sales,Active"),
      next(file("ANDRE\u03011,Ana,Sol,ana@acme.test,Sales,Active"), { code: 1, says: [/code points|U\+0301/] }),
    ],
    accounts: { "ana@acme.test": "active Sol Sales" },
  },
  {
    title: "a header that the wrong delimiter cuts",
    steps: [
      {
        files: {
          "e-1.csv": [
            "Employee ID;First Name;Last Name;Work Email;Department;Status;Notes (a, b, c, d, e, f, g)",
            ...Array.from({ length: 6 }, (_, i) => `0000${i + 1};F${i};L${i};p${i}@acme.test;Sales;Active;x`),
            "",
          ].join("\n"),
        },
        code: 4,
        says: [/delimiter/],
      },
    ],
    accounts: {},
  },
];
