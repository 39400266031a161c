import type { Fact } from "../../src/domain/facts/fact.ts";
import type { ChildProcess } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { openServerState } from "../../src/state/server-state.ts";
import type { State } from "../../src/state/state.ts";
import { words, workplace, type CliResult, type Workplace } from "./cli.ts";

/** One row of the export of a small company. Everything but the key has a sensible value of its own. */
export interface Employee {
  id: string;
  first?: string;
  last?: string;
  mail?: string;
  dept?: string;
  status?: string;
}

export const header = "Employee ID,First,Last,Email,Department,Status";

export const mappingText = `
key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Email, transform: lower }
  department: Department
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
    - { name: department, groups: ["HR/Departments/{Department}"] }
`;

export const staff = "HR/All staff";
export const departments = ["Sales", "IT", "Legal"];

export interface JobParts {
  source?: Record<string, unknown>;
  service?: Record<string, unknown>;
  policy?: Record<string, unknown>;
}

export type Counts = Record<string, number>;
export interface Result {
  run: string;
  status: string;
  source: { file: string; sha256: string; rows: number };
  counts: Counts;
  rejects: { row: number; column: string | null; code: string; message: string }[];
  held?: { limit: string; found: number; allowed: number }[];
  problem?: { code: string; message: string };
  report: string | null;
}
export interface Night extends Result {
  code: number | null;
  stderr: string;
  stdout: string;
}

/** What the JSON report of a run says of one operation. */
export interface Reported {
  key: string;
  kind: string;
  status: string;
  code: string | null;
  reason: string | null;
  fact: Fact | null;
}

/** A company with its HR export, a job for it, and the learning service, all on this machine. */
export interface Company {
  place: Workplace;
  clock: Workplace["clock"];
  service: Sandbox;
  /** Writes the export: one employee a row, or lines as they are. */
  hr(employees: readonly (Employee | string)[], file?: string): void;
  /** Writes the job file anew. */
  job(parts?: JobParts, name?: string): void;
  /** `rollcall COMMAND job.yaml … --json`, and what it printed. */
  sync(...args: string[]): Promise<Night>;
  night(command: string, args: string[]): Promise<Night>;
  /** Runs a command in this process: `run("sync nightly --json")`, or one argument a word. */
  run(...typed: string[]): Promise<CliResult>;
  /** Starts the real binary. */
  start(...typed: string[]): Promise<ChildProcess>;
  operations(run: string): Reported[];
  /** What left for the service: method and path, refreshes and readings left out. */
  userCalls(method?: string): { method: string; path: string; body: Record<string, unknown>; status: number | null }[];
  /** The accounts that the service has for a key's e-mail address. */
  accountsOf(id: string): ReturnType<Sandbox["users"]>;
  /** Looks into the state while no command runs. */
  look<T>(work: (state: State) => Promise<T>): Promise<T>;
  loseDatabase(): void;
}

/** Where the state of a company lies; without it the embedded state of its folder. */
export interface Where {
  DATABASE_URL: string;
  REDIS_URL?: string;
  /** The authority of a Redis that speaks TLS. */
  NODE_EXTRA_CA_CERTS?: string;
}

export async function company(
  options: SandboxOptions & { parts?: JobParts; mapping?: string; where?: Where | null; ownDatabase?: boolean; copyOf?: string } = {},
): Promise<Company> {
  const { parts = {}, mapping = mappingText, where = null, ownDatabase = false, copyOf, ...given } = options;
  const place = workplace({ ...where }, ownDatabase);
  if (copyOf !== undefined) cpSync(copyOf, place.dir, { recursive: true });
  const service = await createSandbox({ seed: "empty", ...(copyOf === undefined ? {} : { dir: join(place.dir, "service") }), ...given });
  service.addGroup(staff);
  for (const name of departments) service.addGroup(`HR/Departments/${name}`);
  place.write("mapping.yaml", mapping);
  const token = service.refreshToken;
  const job = (changed: JobParts = {}, name = "job.yaml"): void => {
    place.write(name, JSON.stringify(jobOf(service.url, token, { ...parts, ...changed })));
  };
  job();
  onTestFinished(async () => {
    await place.remove();
    await service.close().catch(() => undefined);
  });

  const night = async (command: string, args: string[]): Promise<Night> => {
    const result = await place.run([...command.split(" "), ...args, "--json"]);
    let printed: Result;
    try {
      printed = result.json<Result>();
    } catch {
      throw new Error(`${command} ${args.join(" ")} printed no JSON (exit ${result.code}): ${result.stdout}\n${result.stderr}`);
    }
    return { ...printed, code: result.code, stderr: result.stderr, stdout: result.stdout };
  };
  return {
    place,
    clock: place.clock,
    service,
    job,
    night,
    hr: (employees, file = "hr.csv") => void place.write(file, csvOf(employees)),
    sync: (...args) => night("sync", ["job.yaml", ...args]),
    run: (...typed) => place.run(words(typed)),
    start: (...typed) => place.start(words(typed)),
    operations: (run) => (JSON.parse(place.read(`.rollcall/reports/${run}.json`)) as { operations: Reported[] }).operations,
    userCalls: (method) =>
      service
        .requests()
        .filter((r) => r.path.includes("/users") && (method === undefined || r.method === method))
        .map((r) => ({ ...r, body: r.body as Record<string, unknown> })),
    accountsOf: (id) => service.users().filter((user) => user["username"] === mailOf({ id })),
    look: async (work) => {
      const dir = join(place.dir, ".rollcall");
      const state =
        where === null ? await place.openState() : await openServerState({ url: where.DATABASE_URL, redis: where.REDIS_URL ?? null, dir });
      try {
        return await work(state);
      } finally {
        await state.close();
      }
    },
    loseDatabase: () => rmSync(join(place.dir, ".rollcall", "database"), { recursive: true }),
  };
}

/** A job that never holds and retries fast; JSON is YAML too. */
function jobOf(url: string, token: string, { source = {}, service = {}, policy = {} }: JobParts): object {
  return {
    name: "nightly",
    // Written a moment ago by the test itself.
    source: { file: "hr.csv", settle: "0s", ...source },
    mapping: "mapping.yaml",
    service: {
      base_url: url,
      account: "acme",
      auth: { refresh_token: token },
      rate: { per_second: 500, in_flight: 8 },
      retry: { attempts: 3, delay: "50ms", max_delay: "200ms", give_up: "3s" },
      ...service,
    },
    policy: { limits: { creates: 100, updates: 100, deactivations: 100, removals: 100, shrink: 100 }, ...policy },
  };
}

export function csvOf(employees: readonly (Employee | string)[]): string {
  return `${[header, ...employees.map((employee) => (typeof employee === "string" ? employee : rowOf(employee)))].join("\n")}\n`;
}

export function rowOf(employee: Employee): string {
  const { id, first = `First${id}`, last = `Last${id}`, dept = "Sales", status = "Active" } = employee;
  return [id, first, last, mailOf(employee), dept, status].join(",");
}

export function mailOf({ id, mail }: Employee): string {
  return mail ?? `p${id}@acme.example`;
}

export function people(n: number, from = 1): Employee[] {
  return Array.from({ length: n }, (_, i) => ({ id: String(from + i).padStart(4, "0") }));
}

/** The counts that together account for every row (I3). */
export const TERMS = [
  "rejected",
  "duplicates",
  "creates",
  "updates",
  "deactivations",
  "reactivations",
  "unchanged",
  "held",
  "out_of_scope",
  "not_due",
  "not_in_pilot",
];

/** The sum of I3. */
export function accounted(counts: Counts): number {
  return TERMS.reduce((sum, term) => sum + (counts[term] ?? 0), 0);
}

/** One in flight at a time: the requests go out in the order of the file, so each can be given a fault of its own. */
export const oneByOne = {
  rate: { per_second: 500, in_flight: 1 },
  retry: { attempts: 3, delay: "50ms", max_delay: "200ms", give_up: "3s" },
};

/** Resolves when `found` is true. */
export async function until(found: () => boolean, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!found()) {
    if (Date.now() > end) throw new Error("it did not come to pass");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
