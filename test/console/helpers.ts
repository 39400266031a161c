import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve, type Serving } from "../../src/daemon/serve.ts";
import { loadConfiguration, withOpenJob } from "../../src/app/open-session.ts";
import { addUser } from "../../src/actions/access/accounts.ts";
import { newSecret, secretHash } from "../../src/actions/access/secrets.ts";
import { cookieName } from "../../src/console/access/sessions.ts";
import { createToken } from "../../src/actions/access/tokens.ts";
import type { Role } from "../../src/actions/access/rights.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { startRun } from "../../src/pipeline/pipeline.ts";
import { writeReport } from "../../src/app/finish-run.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { insertSession } from "../../src/store/console/sessions.ts";
import { insertUser } from "../../src/store/console/users.ts";
import { newRunId } from "../../src/store/runs/runs.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";
import { mappingText } from "../helpers/company.ts";
import { csrfIn } from "../helpers/console.ts";
import { testCall } from "../helpers/io.ts";
import { testClock, type TestClock } from "../helpers/clock.ts";

/** One row of the export. */
export interface Employee {
  id: string;
  first: string;
  last: string;
  department: string;
  status: string;
}

/** Names that must never be more than text. */
export const nastyNames = {
  script: `<script>alert("1")</script>`,
  formula: `=HYPERLINK("http://evil.example","x")`,
  rightToLeft: "\u05e9\u05dc\u05d5\u05dd \u202eevil",
} as const;

export interface ConsoleOptions {
  /** From 5 to 30; the first half is in Sales, which gets another name overnight. */
  people?: number;
  /** Lines of the job's policy. */
  policy?: Record<string, unknown>;
  /** More of the console's environment. */
  env?: Record<string, string>;
  /** Where the state lies; embedded, in the folder that is given, where it is left out. */
  open?(dir: string): Promise<State>;
  /** Called between the two nights, before today's export is read. */
  between?(company: { sandbox: Sandbox; employees: Employee[] }): void;
}

/** Someone who has signed in: asks and sends as a browser does. */
export interface Signed {
  name: string;
  password: string;
  cookie: string;
  get(path: string): Promise<{ status: number; text: string; headers: Headers; location: string | null }>;
  /** The same as JSON, below /api/v1. */
  json<T>(path: string): Promise<T>;
  /** Sends a form as the page does; several values of one field as an array. */
  post(
    path: string,
    form: Record<string, string | readonly string[]>,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; location: string | null }>;
}

/** A console on a port of its own, with a company that lost memberships overnight for several causes. */
export interface Console extends Nights {
  url: string;
  /** What time it is for the console. */
  clock: TestClock;
  /** A new user with an open session; one whom an identity provider knows has no maker. */
  signIn(role: Role, source?: "local" | "oidc"): Promise<Signed>;
  /** A new user with a password, to sign in by the page. */
  account(role: Role): Promise<{ name: string; password: string }>;
  /** A new token for machines. */
  token(role: Role): Promise<string>;
  close(): Promise<void>;
}

let made = 0;

/** A company with its learning service and two nights behind it; its state is open. */
export interface Nights {
  dir: string;
  state: State;
  sandbox: Sandbox;
  employees: Employee[];
  /** The run of last night, with its removals. */
  run: string;
  /** Writes today's export anew. */
  hr(employees: readonly Employee[]): void;
}

/** Service, export, job and mapping, and two nights: what a console is opened on. */
export async function twoNights(options: ConsoleOptions = {}): Promise<Nights> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-console-"));
  const sandbox = await createSandbox({ seed: "empty" });
  for (const group of ["HR/All staff", "Clubs/Chess", ...["Sales", "Sales EMEA", "IT", "Legal"].map((name) => `HR/Departments/${name}`)])
    sandbox.addGroup(group);
  mkdirSync(join(dir, "jobs"));
  writeFileSync(join(dir, "mapping.yaml"), mappingText);
  writeFileSync(join(dir, "jobs", "nightly.yaml"), jobText(sandbox, options.policy ?? {}));
  const employees = companyOf(options.people ?? 12);
  const hr = (rows: readonly Employee[]): void => writeFileSync(join(dir, "hr.csv"), csvOf(rows));
  const state = await (options.open ?? openWarmState)(join(dir, "state"));
  await prepareQueues(state);
  hr(employees);
  await night(state, dir);
  overnight(sandbox, employees);
  options.between?.({ sandbox, employees });
  hr(employees);
  const run = await night(state, dir);
  return { dir, state, sandbox, employees, run, hr };
}

/** Starts it all: service, two nights, and the console that `rollcall serve` starts. */
export async function consoleFor(options: ConsoleOptions = {}): Promise<Console> {
  const nights = await twoNights(options);
  const { dir, state, sandbox } = nights;
  const port = await freePort();
  const clock = testClock();
  const serving: Serving = await serve(
    testCall(dir, {
      env: { PATH: process.env["PATH"] ?? "", HOME: dir, NO_COLOR: "1", ROLLCALL_LOG_LEVEL: "silent", ...options.env },
      now: clock.now,
      sleep: clock.sleep,
    }),
    state,
    {
      host: "127.0.0.1",
      port,
      jobs: join(dir, "jobs"),
      url: null,
      link: false,
    },
  );
  const url = serving.url ?? "";
  return {
    ...nights,
    url,
    clock,
    signIn: (role, source) => signIn(state, url, role, source),
    account: async (role) => {
      const user = { name: `${role}-${(made += 1)}`, password: `correct horse ${made} battery` };
      await addUser({ state, by: "test", now: new Date() }, { ...user, display: user.name, email: null, role });
      return user;
    },
    token: async (role) => {
      const token = { name: `machine-${(made += 1)}`, role, expiresAt: new Date(Date.now() + 3_600_000), by: "test" };
      return (await createToken(state, token, new Date())).token;
    },
    close: async () => {
      await serving.close();
      await state.close();
      await sandbox.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The first half in Sales, then IT and Legal in turn; three of them with names that could do harm. */
function companyOf(n: number): Employee[] {
  const nasty = Object.values(nastyNames);
  return Array.from({ length: n }, (_, i) => ({
    id: String(i + 1).padStart(4, "0"),
    first: nasty[i] ?? `Ana${i + 1}`,
    last: "García",
    department: i < n / 2 ? "Sales" : i % 2 === 0 ? "IT" : "Legal",
    status: "Active",
  }));
}

/** Sales is called otherwise, someone moves, and someone was added to a group by hand. */
function overnight(sandbox: Sandbox, employees: Employee[]): void {
  for (const employee of employees) if (employee.department === "Sales") employee.department = "Sales EMEA";
  const mover = employees.find(({ department }) => department === "IT");
  if (mover !== undefined) mover.department = "Legal";
  const last = employees.at(-1);
  const account = sandbox.users().find((user) => user["username"] === `p${last?.id ?? ""}@acme.example`);
  sandbox.addMember("HR/Departments/IT", String(account?.["user_id"]));
}

/** Runs the job of a company once. */
export async function night(state: State, dir: string): Promise<string> {
  const io = testCall(dir);
  const { job, mapping } = await loadConfiguration(io, join(dir, "jobs", "nightly.yaml"));
  const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };
  const id = newRunId(new Date());
  const run = await withOpenJob(io, state, job, mapping, quiet, ({ session, connect }) =>
    startRun(session, connect, { id, file: null, partial: false, planOnly: false, startedBy: "schedule of the test" }),
  );
  if (run.status !== "completed") throw new Error(`the night is ${run.status}: ${JSON.stringify(run.problem ?? run.held)}`);
  await writeReport({ env: {}, cwd: dir }, state, run);
  return id;
}

function jobText(sandbox: Sandbox, policy: Record<string, unknown>): string {
  return JSON.stringify({
    name: "nightly",
    source: { file: "../hr.csv", settle: "0s" },
    mapping: "../mapping.yaml",
    service: {
      base_url: sandbox.url,
      account: "acme",
      auth: { refresh_token: sandbox.refreshToken },
      rate: { per_second: 500, in_flight: 8 },
      retry: { attempts: 3, delay: "50ms", max_delay: "200ms", give_up: "3s" },
    },
    policy: { limits: { creates: 100, updates: 100, deactivations: 100, removals: 100, shrink: 100 }, ...policy },
  });
}

/** Every cell in quotes, whatever stands in it. */
export function csvOf(employees: readonly Employee[]): string {
  const rows = employees.map(({ id, first, last, department, status }) => [id, first, last, `p${id}@acme.example`, department, status]);
  return [["Employee ID", "First", "Last", "Email", "Department", "Status"], ...rows]
    .map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`)
    .join("");
}

/** A new user with an open session of the console at `url`. */
export async function signIn(state: State, url: string, role: Role, source: "local" | "oidc" = "local"): Promise<Signed> {
  const name = `${role}-${(made += 1)}`;
  const password = `correct horse ${made} battery`;
  const now = new Date();
  const id = newSecret();
  if (source === "local") await addUser({ state, by: "test", now }, { name, display: name, email: null, role, password });
  else {
    const known = {
      name,
      display: name,
      email: null,
      source,
      subject: name,
      password_hash: null,
      role,
      created_at: now,
      disabled_at: null,
    };
    await insertUser(state.db, { ...known, was_admin: role === "admin" });
  }
  await insertSession(state.db, {
    id_hash: secretHash(id),
    user_name: name,
    role,
    via: source === "local" ? "password" : "oidc",
    csrf: newSecret(),
    created_at: now,
    seen_at: now,
    expires_at: new Date(now.getTime() + 3_600_000),
    revoked_at: null,
  });
  return { name, password, ...browser(url, `${cookieName(url)}=${id}`) };
}

/** A browser that has this cookie. */
export function browser(url: string, cookie: string): Omit<Signed, "name" | "password"> {
  // The message for the next page; a browser keeps it until a page clears it.
  let flash = "";
  const keepFlash = ({ headers }: Response): void => {
    for (const set of headers.getSetCookie()) if (/^[\w-]*rollcall-flash/.test(set)) flash = `; ${set.split(";")[0] ?? ""}`;
  };
  const get: Signed["get"] = async (path) => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie: cookie + flash }, redirect: "manual" });
    keepFlash(answer);
    return { status: answer.status, text: await answer.text(), headers: answer.headers, location: answer.headers.get("location") };
  };
  return {
    cookie,
    get,
    json: async <T>(path: string) => (await fetch(`${url}/api/v1${path}`, { headers: { cookie } })).json() as Promise<T>,
    post: async (path, form, headers) => {
      const body = new URLSearchParams({ csrf: csrfIn((await get("/account")).text) });
      for (const [field, value] of Object.entries(form)) for (const one of [value].flat()) body.append(field, one);
      const answer = await fetch(`${url}${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin: url, ...headers },
        body,
      });
      keepFlash(answer);
      return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") };
    },
  };
}

/** Returns the address of the result of a decision, to which the message on a page leads. */
export function detailsIn(page: string): string {
  return /\/review\/done\/[\w-]+/.exec(page)?.[0] ?? "";
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
