import type { ChildProcess } from "node:child_process";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { auditHash, auditStart, listAudit, type AuditEntry } from "../../src/store/audit/audit.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import type { State } from "../../src/state/state.ts";
import { words, workplace, type CliResult, type Workplace } from "./cli.ts";

/** One row of the HR file; what is left out is as in `usual`. `null`: the row ends before this cell. */
export interface Row {
  id: string;
  first?: string;
  status?: string;
  staff?: string;
  department?: string;
  manager?: string;
  site?: string;
  teams?: string | null;
}

const columns = ["ID", "First", "Status", "Staff", "Department", "Manager", "Site", "Teams"];

/** Groups that the service has in every test; `Clubs` and `Board` are nobody's to take away. */
export const usualGroups = [
  "HR/All staff",
  "HR/Departments/Sales",
  "HR/Departments/Marketing",
  "HR/Departments/Legal",
  "HR/Managers",
  "HR/Sites/Madrid",
  "HR/Sites/Porto",
  "HR/Teams/Atlas",
  "HR/Teams/Boreal",
  "Clubs/Chess",
  "Clubs/Secret",
  "Board",
  "Parking",
];

export const usualMapping = `key: ID
user:
  username: { template: "{ID}" }
  first_name: First
  last_name: { value: Tester }
  email: { template: "{ID}@acme.example" }
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: staff, when: { Staff: "Yes" }, groups: ["HR/All staff"] }
    - { name: department, groups: ["HR/Departments/{Department}"] }
    - { name: managers, when: { Manager: "Yes" }, groups: ["HR/Managers"] }
    - { name: board, when: { Manager: "Yes" }, groups: ["Board"] }
    - { name: sites, column: Site, values: { Madrid: ["HR/Sites/Madrid"], Porto: ["HR/Sites/Porto"], Home: [] } }
    - { name: teams, column: Teams, split: ";", groups: ["HR/Teams/{item}"] }
`;

export interface RunResult {
  run: string;
  status: string;
  counts: Record<string, number>;
  rejects: { row: number; code: string }[];
  held?: { limit: string; found: number; allowed: number; of?: string }[];
  problem?: { code: string };
}

export interface Listed {
  id: string;
  person: { key: string; user_id: string };
  group: { path: string };
  status: string;
  cause: string;
  why: string;
}

export interface Decided {
  decided: Listed[];
  refused: { id: string; why: string }[];
  not_applied: { id: string; why: string }[];
}

interface Put {
  user_id: string;
  group_ids?: string[];
  confirm_group_removal?: boolean;
  active?: boolean;
}

/** A service, a file, a mapping and a job, and the command line that works on them: everything from outside. */
export interface TeamCompany {
  sandbox: Sandbox;
  place: Workplace;
  /** Writes the HR file; each row fully, so that only what a test changes is different. */
  file(rows: readonly Row[], name?: string): void;
  mapping(text: string): void;
  /** Writes the job with these lines of YAML under `policy:` and `service:`. */
  job(policy?: string, service?: string): void;
  sync(...args: string[]): Promise<RunResult & { code: number | null }>;
  /** Runs a command in this process: `run("sync nightly --json")`, or one argument a word. */
  run(...typed: string[]): Promise<CliResult>;
  /** Starts the real binary. */
  start(...typed: string[]): Promise<ChildProcess>;
  removals(status?: string): Promise<Listed[]>;
  /** The id of a person's removal, of those listed last. */
  idOf(key: string, group: string): string;
  approve(...ids: string[]): Promise<Decided & { code: number | null }>;
  reject(...ids: string[]): Promise<Decided & { code: number | null }>;
  userId(key: string): string;
  /** Paths of the groups that the service says a person is in. */
  groupsOf(key: string): string[];
  groupId(path: string): string;
  /** Bodies of the updates of one person that reached the service since the last `clearRequests`. */
  puts(key: string): Put[];
  /** Every request that changes a user, since the last `clearRequests`. */
  writes(): { method: string; body: Put }[];
  confirmed(): Put[];
  /** Opens the state between two commands. */
  state<T>(work: (state: State) => Promise<T>): Promise<T>;
  stored(): Promise<Removal[]>;
  close(): Promise<void>;
}

export async function teamCompany(options: SandboxOptions = {}, groups: readonly string[] = usualGroups): Promise<TeamCompany> {
  const sandbox = await createSandbox({ seed: "empty", ...options });
  for (const group of groups) sandbox.addGroup(group);
  const place = workplace();
  let listed: Listed[] = [];

  const self: TeamCompany = {
    sandbox,
    place,
    file: (rows, name = "hr.csv") => void place.write(name, csvOf(rows)),
    mapping: (text) => void place.write("mapping.yaml", text),
    job: (policy = "group_removals: review", service = "") => void place.write("jobs/nightly.yaml", jobText(sandbox, policy, service)),
    sync: async (...args) => {
      const result = await place.run(["sync", "nightly", "--json", ...args]);
      return { ...parsed<RunResult>(result), code: result.code };
    },
    run: (...typed) => place.run(words(typed)),
    start: (...typed) => place.start(words(typed)),
    removals: async (status = "pending") => {
      listed = parsed<Listed[]>(await place.run(["review", "list", "--json", "--status", status]));
      return listed;
    },
    idOf: (key, group) => {
      const found = listed.find((removal) => removal.person.key === key && removal.group.path === group);
      if (found === undefined) throw new Error(`no removal of ${key} from ${group} is listed`);
      return found.id;
    },
    approve: (...ids) => decide("approve", ids),
    reject: (...ids) => decide("reject", ids),
    userId: (key) => viewOf(key).user_id,
    groupsOf: (key) => viewOf(key).groups,
    groupId: (path) => sandbox.groups().find((group) => group.path === path)?.id ?? `no ${path}`,
    puts: (key) => {
      const { user_id: userId } = viewOf(key);
      return self
        .writes()
        .map(({ body }) => body)
        .filter((body) => body.user_id === userId);
    },
    writes: () => sandbox.requests().flatMap(({ method, path, body }) => (path.includes("/users") ? [{ method, body: body as Put }] : [])),
    confirmed: () =>
      self
        .writes()
        .map(({ body }) => body)
        .filter((body) => body.confirm_group_removal !== undefined),
    state: async (work) => {
      const state = await place.openState();
      try {
        return await work(state);
      } finally {
        await state.close();
      }
    },
    stored: () => self.state((state) => listRemovals(state.db, {})),
    close: async () => {
      await place.remove();
      await sandbox.close();
    },
  };
  self.mapping(usualMapping);
  self.job();
  return self;

  async function decide(verdict: "approve" | "reject", ids: string[]): Promise<Decided & { code: number | null }> {
    const result = await place.run(["review", verdict, ...ids, "--reason", `${verdict}d in a test`, "--reviewer", "Ana Ruiz", "--json"]);
    return { ...parsed<Decided>(result), code: result.code };
  }

  function viewOf(key: string) {
    const user = sandbox.users().find(({ username }) => username === key);
    if (user === undefined) throw new Error(`the service has no user ${key}`);
    return user;
  }
}

/** What a command printed for machines; with everything it said when that is no JSON. */
function parsed<T>(result: CliResult): T {
  try {
    return result.json<T>();
  } catch {
    throw new Error(`exit ${result.code}, no JSON on standard output: ${result.stdout}\n${result.stderr}`);
  }
}

function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ id, first = "Kim", status = "Active", staff = "Yes", department = "Sales", manager = "No", site = "Home", teams = "Atlas" }) =>
      [id, first, status, staff, department, manager, site, ...(teams === null ? [] : [teams])].join(","),
  );
  return [columns.join(","), ...lines, ""].join("\n");
}

function jobText(sandbox: Sandbox, policy: string, service: string): string {
  return `name: nightly
source: { file: ../hr.csv, settle: 0s }
mapping: ../mapping.yaml
service:
  base_url: ${sandbox.url}
  auth: { refresh_token: "${sandbox.refreshToken}" }
  rate: { per_second: 500 }
  retry: { attempts: 3, delay: 50ms, max_delay: 200ms, give_up: 5s, pause_after: 100 }
${indented(service)}
policy:
${indented(policy)}
`;
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}

/** Looks until a thing has come about, or for ten seconds. */
export async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (what()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("it did not come about within ten seconds");
}

/** The audit trail, after its chain was verified from the first entry to the last. */
export async function verifiedTrail(state: State): Promise<AuditEntry[]> {
  const trail = await listAudit(state.db);
  let before = auditStart;
  for (const [index, { hash, ...entry }] of trail.entries()) {
    if (entry.seq !== index + 1 || entry.prev !== before || auditHash(entry) !== hash)
      throw new Error(`the trail is broken at ${entry.seq}`);
    before = hash;
  }
  return trail;
}
