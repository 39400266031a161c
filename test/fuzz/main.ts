import { fork } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addCounts, countsText, progressFile } from "../helpers/progress.ts";
import { drawInput, shrinkCase, type Failure } from "./case.ts";
import { KIND_NAMES, loadKind, sharedCases } from "./kinds.ts";
import type { Report } from "./worker.ts";

const HELP = `npm run fuzz -- [options]

  --cases N      run N cases (default 1000), each kind with its share, from --seed S on (default 1); a later call
                 continues where this one ends
  --only KIND    only this kind, N cases of it: ${KIND_NAMES.join(", ")}
  --minutes M    stop after this number of minutes
  --again        forget the tally of these cases first
  --repeat FILE  run the stored case again

A failing case is stored in .fuzz/, with the smallest input that fails. Once it is fixed, move it to test/fuzz/cases/.`;

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    minutes: { type: "string" },
    again: { type: "boolean", default: false },
    repeat: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, ".fuzz");
/** A case that says nothing for this time hangs. */
const STALL_AFTER_MS = 120_000;
/** A process that keeps more fails; without the first one, Node collects garbage late and uses more than it needs. */
const MEMORY = ["--max-semi-space-size=4", "--max-old-space-size=256"];
/** The most memory of a process, in MB. */
const MAX_MEMORY_MB = 500;

/** How far the cases of a kind from one seed have come. */
interface Progress {
  kind: string;
  seed: number;
  next: number;
  ms: number;
  mb: number;
  failing: number[];
  outcomes: Record<string, number>;
}

const stored = progressFile<Progress>(join(folder, "tally.json"), (a, b) => a.kind === b.kind && a.seed === b.seed);
const seed = Number(values.seed);
const end = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;

async function main(): Promise<boolean> {
  if (values.help) {
    console.log(HELP);
    return true;
  }
  if (values.repeat !== undefined) return repeat(values.repeat);
  const count = Number(values.cases);
  const all = values.only === undefined ? sharedCases(count) : [{ name: values.only, cases: count }];
  const done: Progress[] = [];
  for (const { name, cases } of all) {
    const empty: Progress = { kind: name, seed, next: 0, ms: 0, mb: 0, failing: [], outcomes: {} };
    const progress = values.again ? empty : stored.read(empty);
    // A crash ends the worker; the next one continues behind the case that crashed.
    while (progress.next < cases && Date.now() < end) await runWorker(progress, cases);
    done.push(progress);
    console.log(textOf(progress));
  }
  const total = done.reduce((sum, { next }) => sum + next, 0);
  const failing = done.reduce((sum, one) => sum + one.failing.length, 0);
  const large = done.filter(({ mb }) => mb > MAX_MEMORY_MB).map(({ kind, mb }) => `${kind} used ${mb} MB`);
  console.log(`${total} cases, ${failing} failed${large.map((text) => `, ${text}, more than ${MAX_MEMORY_MB} MB`).join("")}`);
  return failing === 0 && large.length === 0;
}

function textOf({ kind, next, ms, mb, failing, outcomes }: Progress): string {
  const speed = (next / Math.max(0.001, ms / 1000)).toFixed(1);
  const failed = failing.length === 0 ? "" : `, failed: ${failing.join(", ")}`;
  return `${kind}: ${next} cases, ${speed} a second, ${mb} MB at most${failed}\n${countsText(outcomes)}`;
}

/** Runs cases in a process of their own until all are done, the time is over, or the process ends. */
async function runWorker(progress: Progress, to: number): Promise<void> {
  const until = String(Math.min(end, Number.MAX_SAFE_INTEGER));
  const started = Date.now();
  const args = [progress.kind, String(seed), String(progress.next), String(to), until];
  const worker = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), args, {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    execArgv: MEMORY,
  });
  let running: number | null = progress.next;
  let errors = "";
  worker.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString("utf8")).slice(-5000)));
  const failed: { n: number; problem: string }[] = [];
  let stalled = false;
  const stall = (): NodeJS.Timeout => setTimeout(() => ((stalled = true), worker.kill("SIGKILL")), STALL_AFTER_MS);
  let timer = stall();
  worker.on("message", (report: Report) => {
    clearTimeout(timer);
    timer = stall();
    if (report.is === "memory") progress.mb = Math.max(progress.mb, report.mb);
    else if (report.is === "start") running = report.n;
    else {
      running = null;
      progress.next = report.n + 1;
      addCounts(progress.outcomes, { [report.outcome]: 1 });
      if (report.problem !== null) failed.push({ n: report.n, problem: report.problem });
      if (progress.next % 500 === 0) stored.save(progress);
    }
  });
  const code = await new Promise<number | null>((done) => worker.on("close", done));
  clearTimeout(timer);
  if (code !== 0 && running !== null) {
    progress.next = running + 1;
    addCounts(progress.outcomes, { crashed: 1 });
    failed.push({ n: running, problem: stalled ? "the case did not end" : `the process ended with exit code ${code}: ${errors}` });
  } else if (code !== 0) throw new Error(`the worker of ${progress.kind} ended with exit code ${code}: ${errors}`);
  progress.ms += Date.now() - started;
  progress.failing.push(...failed.map(({ n }) => n));
  stored.save(progress);
  for (const { n, problem } of failed) await keep(progress.kind, n, problem, code === 0);
}

/** Stores a failing case and prints how to repeat it. */
async function keep(name: string, n: number, problem: string, canShrink: boolean): Promise<void> {
  const kind = await loadKind(name);
  const small = canShrink ? await shrinkCase(kind, seed, n).catch(() => null) : null;
  const failure: Failure = { kind: name, seed, n, problem, input: small ?? drawInput(kind, seed, n) };
  const file = join(folder, `${name}-${seed}-${n}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(failure, null, 2)}\n`);
  console.log(`Case ${n} of ${name} failed: ${problem}\nRepeat it: npm run fuzz -- --repeat ${relative(root, file)}\n`);
}

async function repeat(file: string): Promise<boolean> {
  const { kind: name, input } = JSON.parse(readFileSync(file, "utf8")) as Failure & { input: object };
  const place = await (await loadKind(name)).open();
  try {
    console.log(await place.run(input));
    return true;
  } catch (error) {
    console.log(error instanceof Error ? error.stack : error);
    return false;
  } finally {
    await place.close();
  }
}

process.exit((await main()) ? 0 : 1);
