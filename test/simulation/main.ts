import { installed } from "./world/install.ts";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { observeService } from "./judge/service-log.ts";
import { FIRST_FIXED, FOUND } from "./seeds.ts";
import { shrink } from "./shrink.ts";
import { WHOLE, type Cut, type Focus } from "./story/draw.ts";
import { simulate, type Outcome } from "./story/run.ts";
import { addTally, emptyProgress, readProgress, saveProgress, tallyText, type Progress } from "./tally.ts";
import { Database } from "./world/database.ts";
import { realMs } from "./world/time.ts";

/** The first violation of a search. */
export interface Found {
  seed: number;
  promise: string;
  what: string;
}

const HELP = `npm run simulate -- [options]

  --runs N       simulate N companies (default 10), from --seed S on (default 1); a later call continues where this one ends
  --minutes M    stop after so many minutes
  --fixed N      simulate N fixed seeds, and those that once failed (not with --twice); keeps no tally
  --again        forget the tally of these seeds first
  --story        print every story
  --twice        simulate each company twice, and compare the two stories
  --no-faults    nothing goes wrong except in the files
  --hunt FOCUS   stop at the first company that breaks a promise, with these policies (JSON), and print it as JSON
  --no-shrink    do not look for a smaller run that fails as well`;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string" },
    fixed: { type: "string" },
    again: { type: "boolean", default: false },
    story: { type: "boolean", default: false },
    twice: { type: "boolean", default: false },
    "no-faults": { type: "boolean", default: false },
    "no-shrink": { type: "boolean", default: false },
    hunt: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** Simulates the seeds that are asked for. @returns whether no promise was broken */
async function main(): Promise<boolean> {
  if (values.help || !installed) {
    console.log(HELP);
    return true;
  }
  observeService();
  const folder = join(tmpdir(), `rollcall-simulation-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const database = await Database.open();
  const faults = !values["no-faults"];
  const focus = values.hunt === undefined ? {} : (JSON.parse(values.hunt) as Focus);
  const run = (seed: number, cut?: Cut): Promise<Outcome> =>
    simulate(seed, database, join(folder, "machine"), { faults, focus, ...(cut === undefined ? {} : { cut }) });
  // The modules are loaded now: loading one takes real time.
  await run(0, { ...WHOLE, people: 3, nights: 1 });
  const progress = values.fixed !== undefined || values.again ? emptyProgress(Number(values.seed)) : readProgress(Number(values.seed));
  const end = values.minutes === undefined ? Infinity : realMs() + Number(values.minutes) * 60_000;
  if (values.hunt !== undefined) return hunt(run, end);
  for (const seed of seedsOf(progress)) {
    if (realMs() > end) break;
    await one(seed, run, progress);
    if (values.fixed === undefined) saveProgress(Object.assign(progress, { next: seed + 1 }));
  }
  console.log(tallyText(progress));
  return progress.failing.length === 0;
}

/** Simulates until a promise is broken, and prints what was found. */
async function hunt(run: (seed: number) => Promise<Outcome>, end: number): Promise<boolean> {
  const first = Number(values.seed);
  let runs = 0;
  let found: Found | null = null;
  const { tally } = emptyProgress(first);
  while (runs < Number(values.runs) && found === null && realMs() < end) {
    const seed = first + runs;
    const outcome = await run(seed);
    addTally(tally, outcome.tally);
    const [violation] = outcome.violations;
    runs += 1;
    if (violation !== undefined && values.story) console.log(outcome.story.join("\n"));
    if (violation !== undefined) found = { seed, promise: violation.promise, what: violation.what };
  }
  const { events, faults } = tally;
  console.log(JSON.stringify({ found, runs, happened: { ...events, ...faults } }));
  return found === null;
}

function seedsOf(progress: Progress): number[] {
  if (values.fixed !== undefined)
    return [
      ...(values.twice ? [] : FOUND.map(({ seed }) => seed)),
      ...Array.from({ length: Number(values.fixed) }, (_, i) => FIRST_FIXED + i),
    ];
  const last = progress.seed + Number(values.runs);
  return Array.from({ length: Math.max(0, last - progress.next) }, (_, i) => progress.next + i);
}

async function one(seed: number, run: (seed: number, cut?: Cut) => Promise<Outcome>, progress: Progress): Promise<void> {
  const outcome = await run(seed);
  addTally(progress.tally, outcome.tally);
  progress.ms += outcome.ms;
  if (values.twice) {
    const again = await run(seed);
    if (again.story.join("\n") !== outcome.story.join("\n")) {
      progress.failing.push(seed);
      console.log(`Seed ${seed} tells two stories:\n${firstDifference(outcome.story, again.story)}`);
    }
  }
  if (values.story) console.log(`seed ${seed}:\n${outcome.story.join("\n")}`);
  const [first] = outcome.violations;
  if (first === undefined) return;
  progress.failing.push(seed);
  console.log(`Seed ${seed} breaks ${first.promise} in night ${first.night}: ${first.what}`);
  if (!values.story) console.log(outcome.story.join("\n"));
  if (values["no-shrink"]) return;
  const { cut, outcome: small, tries } = await shrink(outcome, (smaller) => run(seed, smaller));
  const left = `${small.tally.nights} nights, ${small.policies.people} people at the start, ${small.happened.size} events`;
  console.log(`The smallest of ${tries} variants has ${left}, without ${cut.without.size} events:\n${small.story.join("\n")}`);
}

function firstDifference(a: readonly string[], b: readonly string[]): string {
  const at = a.findIndex((line, i) => line !== b[i]);
  return `${a[at] ?? "(ends)"}\n${b[at] ?? "(ends)"}`;
}

process.exit((await main()) ? 0 : 1);
