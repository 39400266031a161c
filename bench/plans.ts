/**
 * First and unchanged plans by size and place of the state, each beside csv-parse alone, and beside csv-parse plus COPY
 * of the same rows into the same database. Unchanged companies are seeded set-wise, so that no size needs its creates.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postgres } from "../test/helpers/servers.ts";
import { job, mapping, writeCompany } from "./data.ts";
import { loadResults, type Part } from "./results.ts";
import { freshToken, startSandbox, stepBeside, type Step } from "./tools.ts";

export const SMALLEST = 10_000;
export const MILLION = 1_000_000;
/** A file below 1 MB. */
const SMALL = 5000;

/** Limits of the design, as factors and MB. */
const LIMITS = {
  embedded: { first: 6, unchanged: 2.5, peakMb: 500 },
  PostgreSQL: { first: 4, unchanged: 2, peakMb: 300 },
};
const MAX_GROWTH = 1.3;

type Place = keyof typeof LIMITS;

/** Sensitive cells are never on a server in the clear. */
export const key = { ROLLCALL_SECRET_KEY: "a key of the bench that protects nothing at all" };

/** Measures each size in each place. @param save stores what is measured so far */
export async function measurePlans(base: string, part: Part, sizes: readonly number[], save: () => void): Promise<void> {
  const [database, sandbox] = await Promise.all([postgres(true), startSandbox()]);
  try {
    for (const rows of sizes) {
      const file = join(base, `company-${rows}.csv`);
      await writeCompany(file, rows);
      // csv-parse takes the same time in every place, and is repeated between them, as the machine's speed varies.
      for (const place of ["embedded", "PostgreSQL"] as const) {
        const env = place === "embedded" ? {} : { ...key, DATABASE_URL: await database.database() };
        const plain = place === "embedded" ? {} : { ...key, DATABASE_URL: await database.database() };
        await measurePlace(part, { base, place, rows, file, env, plain, url: sandbox.url });
        save();
      }
      rmSync(file);
    }
    if (sizes.includes(SMALLEST)) await measureSmall(base, part, sandbox.url);
  } finally {
    sandbox.child.kill("SIGTERM");
    await database.close();
  }
}

interface Measuring {
  base: string;
  place: Place;
  rows: number;
  file: string;
  env: Record<string, string>;
  /** An empty database for COPY alone. */
  plain: Record<string, string>;
  url: string;
}

async function measurePlace(part: Part, { base, place, rows, file, env, plain, url }: Measuring): Promise<void> {
  const times = rows < MILLION ? 2 : 1;
  const dir = await jobFolder(join(base, `${place} ${rows}`), file, url);
  const alone = await best(times, () => stepBeside({}, ["csv-parse", "", file]));
  const copied = await best(1, async () =>
    stepBeside(plain, ["copy", await jobFolder(join(base, `copy ${place} ${rows}`), file, url), file]),
  );
  part.add(rows, `csv-parse alone, beside ${place}`, alone, rows, `${((alone.cpuMs ?? 0) / 1000).toFixed(2)} s of processor time`);
  part.add(rows, `csv-parse and COPY, ${place}`, copied, rows, ratioText(copied, alone, "csv-parse alone"));
  const first = await stepBeside(env, ["plan", dir, file]);
  part.add(rows, `first plan, ${place}`, first, rows, ratioText(first, copied, "csv-parse and COPY"));
  const seeded = await stepBeside(env, ["seed", dir, file]);
  const unchanged = await best(times, () => stepBeside(env, ["plan", dir, file]));
  if (unchanged.counts?.["unchanged"] !== rows) throw new Error(`the run was not unchanged: ${JSON.stringify(unchanged.counts)}`);
  part.add(rows, `unchanged plan, ${place}`, unchanged, rows, ratioText(unchanged, alone, "csv-parse alone"));
  Object.assign(part.numbers, {
    [`${place} first ${rows} MB`]: first.peakMb,
    [`${place} unchanged ${rows} MB`]: unchanged.peakMb,
    [`${place} first ${rows} s`]: first.ms / 1000,
    [`${place} unchanged ${rows} s`]: unchanged.ms / 1000,
    [`${place} first ${rows} ratio`]: cpuRatio(first, copied),
    [`${place} unchanged ${rows} ratio`]: cpuRatio(unchanged, alone),
    [`${place} ${rows} bytes`]: seeded.bytes ?? 0,
  });
  const limits = LIMITS[place];
  const size = rows.toLocaleString("en");
  if (rows > SMALLEST)
    part.target(`First plan, ${size} rows, ${place}, beside csv-parse and COPY`, cpuRatio(first, copied), "times", limits.first);
  // The other limits are for 1,000,000 rows: below that, the start of the process counts.
  if (rows < MILLION) return;
  part.target(`Unchanged plan, ${size} rows, ${place}, beside csv-parse`, cpuRatio(unchanged, alone), "times", limits.unchanged);
  const known = { ...loadResults().numbers, ...part.numbers };
  for (const [what, { peakMb }] of Object.entries({ first, unchanged })) {
    part.target(`Memory of a plan, ${what}, ${size} rows, ${place}`, peakMb, "MB", limits.peakMb);
    const smallest = known[`${place} ${what} ${SMALLEST} MB`];
    if (smallest !== undefined)
      part.target(
        `Memory, ${what}, ${size} rows beside ${SMALLEST.toLocaleString("en")}, ${place}`,
        peakMb / smallest,
        "times",
        MAX_GROWTH,
      );
  }
}

/** A file below 1 MB on a new embedded state. */
async function measureSmall(base: string, part: Part, url: string): Promise<void> {
  const file = join(base, "small.csv");
  await writeCompany(file, SMALL);
  const small = await stepBeside({}, ["plan", await jobFolder(join(base, "small"), file, url), file]);
  part.add(SMALL, "first plan of a file below 1 MB, embedded", small, SMALL, "");
  part.target("Memory of a plan of a file below 1 MB, embedded", small.peakMb, "MB", 250);
}

/** Creates a job for a sandbox in a new folder. */
export async function jobFolder(dir: string, file: string, url: string): Promise<string> {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "mapping.yaml"), mapping);
  writeFileSync(join(dir, "job.yaml"), job(url, await freshToken(url), file));
  return dir;
}

/** Of processor time, which other programs on the machine disturb less than the time that passes. */
function cpuRatio({ cpuMs: mine = 0 }: Step, { cpuMs: other = 0 }: Step): number {
  return mine / other;
}

function ratioText(measured: Step, other: Step, name: string): string {
  const cpu = `${((measured.cpuMs ?? 0) / 1000).toFixed(2)} s of processor time`;
  return `${cpu}: ${cpuRatio(measured, other).toFixed(2)} times ${name} (time passed: ${(measured.ms / other.ms).toFixed(2)} times)`;
}

async function best(times: number, run: () => Promise<Step>): Promise<Step> {
  let least = await run();
  for (let n = 1; n < times; n += 1) {
    const now = await run();
    if ((now.cpuMs ?? 0) < (least.cpuMs ?? 0)) least = now;
  }
  return least;
}
