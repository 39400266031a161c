import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { company, oneByOne, until, type Company, type Employee } from "../helpers/company.ts";
import { addDepartments, hrOfNight, nightOf, oneAccountEach, quietNights } from "../helpers/one-account.ts";

const settle = 2500;
const create = { method: "POST", path: "/users$" };
const groups = { method: "GET", path: "/groups" };

/** Observations that identify the instant of a kill. */
interface Scene {
  c: Company;
  child: ChildProcess;
  /** Requests that reached the service since the process started. */
  arrived(method: string, path: string): { status: number | null }[];
  /** Journal lines written since then. */
  written(): { t: string; operation?: string; outcome?: string; source?: string }[];
  /** Accounts created since then. */
  made(): number;
}

interface Step {
  name: string;
  /** The behaviour of the service while the process runs; GET /groups counts from its start. */
  faults?: FaultInput[];
  service?: Record<string, unknown>;
  /** Resolves at the instant of the kill. */
  reached(scene: Scene): Promise<void>;
  /** Only where the service answers null. */
  nulls?: true;
  /** The preparation: a run that leaves something to resolve. */
  before?: FaultInput[];
  /** Also worth trying after a power cut. */
  losing?: true;
}

const frozen = async ({ child }: Scene, found: () => boolean): Promise<void> => {
  child.kill("SIGSTOP");
  await until(found);
};
const wrote = ({ written }: Scene, t: string, outcome?: string): boolean =>
  written().some((line) => line.t === t && (outcome === undefined || line.outcome === outcome));

const steps: Step[] = [
  {
    name: "the create waits for its turn, and the request was not sent",
    // The snapshot has used the only turn of this second.
    service: { rate: { per_second: 1, in_flight: 1 } },
    reached: async (scene) => {
      await until(() => scene.arrived("GET", "/groups").some(({ status }) => status === 200));
      await new Promise((resolve) => setTimeout(resolve, 400));
      if (scene.arrived("POST", "/users").length > 0) throw new Error("it has left already");
    },
  },
  {
    name: "the request has arrived and takes effect after the kill",
    losing: true,
    faults: [{ ...create, delayMs: 700, when: "before" }],
    reached: ({ arrived }) => until(() => arrived("POST", "/users").length === 1),
  },
  {
    name: "the request has arrived and never takes effect",
    faults: [{ ...create, delayMs: 700, reset: true, when: "before" }],
    reached: ({ arrived }) => until(() => arrived("POST", "/users").length === 1),
  },
  {
    name: "it took effect, and the answer was not sent",
    faults: [{ ...create, delayMs: 30_000, when: "after" }],
    reached: ({ made }) => until(() => made() === 1),
  },
  {
    name: "the answer was sent, and not read",
    losing: true,
    faults: [{ ...create, delayMs: 400, when: "after" }],
    reached: async (scene) => {
      await until(() => scene.made() === 1);
      await frozen(scene, () => scene.arrived("POST", "/users").some(({ status }) => status === 200));
    },
  },
  {
    name: "the account is known, and the journal has just recorded it",
    losing: true,
    reached: (scene) => until(() => wrote(scene, "link") || wrote(scene, "settled", "unlinked")),
  },
  {
    name: "it was accepted, and the snapshot that looks for it is in progress",
    nulls: true,
    faults: [{ ...groups, nth: 2, delayMs: 30_000, when: "before" }],
    reached: (scene) => until(() => wrote(scene, "settled", "unlinked") && scene.arrived("GET", "/groups").length === 2),
  },
  {
    name: "it was accepted, and the snapshot that contains it was answered but not read",
    nulls: true,
    faults: [{ ...groups, nth: 2, delayMs: 400, when: "after" }],
    reached: async (scene) => {
      await until(() => scene.arrived("GET", "/groups").length === 2);
      await frozen(scene, () => scene.arrived("GET", "/groups").every(({ status }) => status === 200));
    },
  },
  {
    name: "it was found in the groups, and the journal has just recorded it",
    losing: true,
    nulls: true,
    reached: (scene) => until(() => wrote(scene, "link")),
  },
  {
    name: "a lost create is being resolved: a snapshot is in progress",
    before: [
      { ...create, status: 500, when: "after" },
      { ...groups, nth: 2, status: 500, times: 9 },
    ],
    faults: [{ ...groups, delayMs: 30_000, when: "after" }],
    reached: ({ arrived }) => until(() => arrived("GET", "/groups").length === 1),
  },
  {
    name: "a lost create was resolved: the journal has just recorded the account",
    before: [
      { ...create, status: 500, when: "after" },
      { ...groups, nth: 2, status: 500, times: 9 },
    ],
    reached: (scene) => until(() => wrote(scene, "link")),
  },
];

/** Ways in which the state may be damaged. */
const losses = {
  "nothing is lost": () => undefined,
  "a power cut sets the database back to the night before": (dir: string) => {
    rmSync(join(dir, "database"), { recursive: true });
    cpSync(join(dir, "kept"), join(dir, "database"), { recursive: true });
  },
  "the database is lost": (dir: string) => rmSync(join(dir, "database"), { recursive: true }),
  "the database is lost, and the last line of the journal is cut off in the middle": (dir: string) => {
    const journal = join(dir, "journal.jsonl");
    const text = readFileSync(journal);
    const last = text.lastIndexOf(0x0a, text.length - 2) + 1;
    // Data that was safely on disk is never lost: only data that nothing has relied on yet.
    if (/^\{"t":"(link|settled)"/.test(text.toString("utf8", last))) truncateSync(journal, last + ((text.length - last) >> 1));
    // The mark is written after the line is on disk.
    rmSync(`${journal}.end`);
    rmSync(join(dir, "database"), { recursive: true });
  },
};

const tried: { nullBodies: boolean; loss: keyof typeof losses }[] = [
  { nullBodies: false, loss: "nothing is lost" },
  { nullBodies: false, loss: "the database is lost" },
  { nullBodies: false, loss: "the database is lost, and the last line of the journal is cut off in the middle" },
  { nullBodies: true, loss: "nothing is lost" },
  { nullBodies: true, loss: "a power cut sets the database back to the night before" },
];

test.for(tried)(
  "I2: kill -9 between any two steps of a create creates no second account; null answers: $nullBodies; $loss",
  { timeout: 290_000 },
  async ({ nullBodies, loss }) => {
    let service: Record<string, unknown> = { ...oneByOne, identities: { settle: `${settle}ms` } };
    // In an envelope a snapshot of so few groups is one request, distinct from the next one.
    const c = await company({ nullBodies, shape: "envelope", parts: { service } });
    addDepartments(c, 60);
    const state = join(c.place.dir, ".rollcall");
    const everybody: Employee[] = [];
    let night = 0;
    const twoJoin = (): void => {
      for (const number of [everybody.length + 1, everybody.length + 2]) {
        everybody.push({ id: String(number).padStart(4, "0"), dept: `D${number}` });
      }
      hrOfNight(c, everybody, (night += 1));
    };
    twoJoin();
    await nightOf(c);
    const chosen = steps.filter(({ nulls, losing }) => (nulls !== true || nullBodies) && (losing === true || loss === "nothing is lost"));
    for (const step of chosen) {
      await c.place.reopen();
      cpSync(join(state, "database"), join(state, "kept"), { recursive: true });
      twoJoin();
      if (step.before !== undefined) {
        for (const fault of step.before) c.service.failNext(fault);
        await c.sync();
        c.service.clearFaults();
      }
      for (const fault of step.faults ?? []) c.service.failNext(fault);
      c.job({ service: { ...service, ...step.service } });
      const scene = await begin(c, state);
      await step.reached(scene).catch((error: unknown) => {
        throw new Error(`not reached: ${step.name}\n${scene.said()}`, { cause: error });
      });
      scene.child.kill("SIGKILL");
      await scene.ended;
      c.service.clearFaults();
      losses[loss](state);
      rmSync(join(state, "kept"), { recursive: true });
      // The newest token may be lost as well.
      if (loss !== "nothing is lost") service = { ...service, auth: { refresh_token: c.service.issueRefreshToken() } };
      c.job({ service });
      // Requests from before the kill may take effect until now.
      await new Promise((resolve) => setTimeout(resolve, 700));
      await nightOf(c);
      let known = await oneAccountEach(c);
      if (known.unsettled.length > 0) {
        await new Promise((resolve) => setTimeout(resolve, settle));
        hrOfNight(c, everybody, (night += 1));
        await nightOf(c);
        known = await oneAccountEach(c);
      }
      // Everything uncertain waits for a person, and only the data of the database can make it certain.
      if (loss === "nothing is lost") expect(known.unsettled, `after ${step.name}`).toEqual([]);
      c.clock.step(60_000);
      for (const { key } of known.unsettled) {
        const made = c.service.users().find(({ fields }) => fields["first_name"] === `First${key}`);
        if (made === undefined) await c.run("identities", "retry", "job.yaml", key, "--reason", "Not there");
        else await c.run("identities", "link", "job.yaml", key, made.user_id, "--yes", "--reason", "Looked it up");
      }
    }
    await quietNights(c, everybody, night + 1, 0);
    expect((await oneAccountEach(c)).links).toHaveLength(everybody.length);
  },
);

async function begin(c: Company, state: string): Promise<Scene & { ended: Promise<unknown>; said(): string }> {
  const journal = join(state, "journal.jsonl");
  const lines = (): string[] => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").slice(0, -1) : []);
  const linesBefore = lines().length;
  const requestsBefore = c.service.requests().length;
  const usersBefore = c.service.users().length;
  const child = await c.start("sync job.yaml");
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  return {
    c,
    child,
    ended: new Promise((resolve) => child.on("close", resolve)),
    said: () => said,
    arrived: (method, path) =>
      c.service
        .requests()
        .slice(requestsBefore)
        .filter((request) => request.method === method && request.path.includes(path)),
    written: () =>
      lines()
        .slice(linesBefore)
        .map((line) => JSON.parse(line) as { t: string }),
    made: () => c.service.users().length - usersBefore,
  };
}
