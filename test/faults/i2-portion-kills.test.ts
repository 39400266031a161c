import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { company, until, type Company, type Employee } from "../helpers/company.ts";
import { addDepartments, hrOfNight, nightOf, quietNights } from "../helpers/one-account.ts";

const create = { method: "POST", path: "/users$" };
const PEOPLE = 40;
const IN_FLIGHT = 4;

/** The number of requests, answers and accounts since the process started, and of lines in its journal. */
interface Scene {
  child: ChildProcess;
  arrived(): number;
  answered(): number;
  made(): number;
  wrote(t: string): number;
}

interface Step {
  name: string;
  rate: { per_second: number; in_flight: number };
  faults?: FaultInput[];
  /** Resolves at the instant of the kill. */
  reached(scene: Scene): Promise<void>;
}

const quick = { per_second: 1000, in_flight: IN_FLIGHT };

// The first create goes alone, so portions begin with the second one.
const steps: Step[] = [
  {
    name: "at 10 a second, the portion is claimed and most of it waits for its turn",
    rate: { per_second: 10, in_flight: IN_FLIGHT },
    faults: [{ ...create, delayMs: 500, times: -1, when: "after" }],
    reached: ({ arrived }) => until(() => arrived() >= 8, 60_000),
  },
  {
    name: "the journal has just recorded a group of intents",
    rate: quick,
    reached: ({ wrote }) => until(() => wrote("intent") > 1, 60_000),
  },
  {
    name: "the requests of a group have arrived and take effect after the kill",
    rate: quick,
    faults: [{ ...create, delayMs: 700, nth: 2, times: -1, when: "before" }],
    reached: ({ arrived }) => until(() => arrived() >= 1 + IN_FLIGHT, 60_000),
  },
  {
    name: "the requests of a group took effect, and the answers were not read",
    rate: quick,
    faults: [{ ...create, delayMs: 400, nth: 2, times: -1, when: "after" }],
    reached: async ({ child, made, answered }) => {
      await until(() => made() >= 1 + IN_FLIGHT, 60_000);
      child.kill("SIGSTOP");
      await until(() => answered() >= 1 + IN_FLIGHT);
    },
  },
  {
    name: "the journal has just recorded a group of accounts",
    rate: quick,
    reached: ({ wrote }) => until(() => wrote("link") > 1, 60_000),
  },
];

test.for(steps)("I2, I10: kill -9 in the middle of a portion: $name", { timeout: 120_000 }, async ({ rate, faults = [], reached }) => {
  const service = { identities: { settle: "1s" } };
  const c = await company({ shape: "envelope", parts: { service: { ...service, rate } } });
  addDepartments(c, PEOPLE);
  const everybody: Employee[] = Array.from({ length: PEOPLE }, (_, i) => ({ id: String(i + 1).padStart(4, "0"), dept: `D${i + 1}` }));
  hrOfNight(c, everybody.slice(0, 2), 1);
  await nightOf(c);
  hrOfNight(c, everybody, 2);
  for (const fault of faults) c.service.failNext(fault);
  await c.place.reopen();
  const scene = await begin(c);
  await reached(scene);
  scene.child.kill("SIGKILL");
  await new Promise((resolve) => scene.child.on("close", resolve));
  c.service.clearFaults();
  const { open, done } = await c.look(async ({ db }) => ({
    open: await db.selectFrom("intent").select("key").where("status", "in", ["open", "uncertain"]).execute(),
    done: await db.selectFrom("operation").select("seq").where("status", "=", "done").execute(),
  }));
  expect(open.length).toBeLessThanOrEqual(IN_FLIGHT);
  expect(done.length).toBeLessThan(PEOPLE);
  // Requests from before the kill may take effect until now.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  c.job({ service: { ...service, rate: quick } });
  const { links } = await quietNights(c, everybody, 3, 2000);
  expect(links).toHaveLength(PEOPLE);
});

async function begin(c: Company): Promise<Scene> {
  const journal = join(c.place.dir, ".rollcall", "journal.jsonl");
  const lines = (): string[] => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").slice(0, -1) : []);
  const [linesBefore, postsBefore, usersBefore] = [lines().length, c.userCalls("POST").length, c.service.users().length];
  const child = await c.start("sync job.yaml");
  const posts = (): { status: number | null }[] => c.userCalls("POST").slice(postsBefore);
  return {
    child,
    arrived: () => posts().length,
    answered: () => posts().filter(({ status }) => status === 200).length,
    made: () => c.service.users().length - usersBefore,
    wrote: (t) =>
      lines()
        .slice(linesBefore)
        .filter((line) => line.startsWith(`{"t":"${t}"`)).length,
  };
}
