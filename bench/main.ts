/**
 * Speed as ratios within one run, because absolute times of a shared machine mean little. Writes
 * bench/results/: the figures, their tables, and charts.
 *
 * npm run bench [-- --only plans,report,start,script,places,workers,creates,reading,pages,console,busy,sandbox,queue,scope,million]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBusy } from "./busy.ts";
import { measureCreates } from "./creates.ts";
import { job, mapping, writeCompany } from "./data.ts";
import { writePage } from "./page.ts";
import { measurePages } from "./pages.ts";
import { measurePlans, MILLION, SMALLEST } from "./plans.ts";
import { measureReport } from "./reports.ts";
import { measureScope } from "./scope.ts";
import { Part, saveResults } from "./results.ts";
import { measureScript } from "./script.ts";
import { measurePlaces, measureQueue, measureWorkers } from "./servers.ts";
import { measureStart } from "./start.ts";
import { freshToken, startSandbox, step, stepBeside, type Step } from "./tools.ts";
import { postgres } from "../test/helpers/servers.ts";

const base = mkdtempSync(join(tmpdir(), "rollcall-bench-"));

/** The parts in their order. */
const PARTS: Record<string, (part: Part) => Promise<void> | void> = {
  plans: (part) => measurePlans(base, part, [SMALLEST, 100_000], () => save(part)),
  report: (part) => measureReport(base, part, 100_000),
  start: (part) => measureStart(base, part),
  script: (part) => measureScript(base, part),
  places: (part) => measurePlaces(base, part.add),
  workers: (part) => measureWorkers(base, part.add),
  creates: (part) => measureCreates(base, part.add),
  reading: measureReading,
  pages: (part) => measurePages(base, part),
  console: (part) => measureConsole(part, { people: 100_000, waiting: 5000 }),
  busy: (part) => measureBusy(base, part),
  sandbox: measureSandbox,
  queue: (part) => measureQueue(base, part.add),
  scope: (part) => measureScope(base, part),
  million: async (part) => {
    await measurePlans(base, part, [MILLION], () => save(part));
    await measureReport(base, part, MILLION);
  },
};
/** They take minutes each. */
const ONLY_IF_NAMED = new Set(["pages", "busy", "queue", "scope", "million"]);

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const wanted = values.only === "" ? Object.keys(PARTS).filter((name) => !ONLY_IF_NAMED.has(name)) : values.only.split(",");
for (const name of wanted) {
  const measure = PARTS[name];
  if (measure === undefined) throw new Error(`there is no part ${name}: ${Object.keys(PARTS).join(", ")}`);
  const part = new Part(name);
  await measure(part);
  save(part);
}
rmSync(base, { recursive: true, force: true });

function save(part: Part): void {
  writePage(saveResults(part));
}

/** The pages of the console in both databases; the pages of every visit must be fast and light. */
async function measureConsole(part: Part, size: { people: number; waiting: number }): Promise<void> {
  const server = await postgres(true);
  try {
    const places = { embedded: {}, PostgreSQL: { DATABASE_URL: await server.database() } };
    for (const [place, env] of Object.entries(places)) {
      const { pages = [] } = await stepBeside(env, ["console", join(base, `console ${place}`), JSON.stringify(size)]);
      for (const { page, server: ms, least, first, weight } of pages)
        part.add(
          size.people,
          `${place}: ${page}`,
          { ms, peakMb: 0 },
          1,
          `least ${least.toFixed(0)}, first time ${first.toFixed(0)} ms, ${(weight / 1000).toFixed(1)} KB`,
        );
      const slowest = Math.max(...pages.map(({ server: ms }) => ms)) / 1000;
      part.target(`Slowest page of the console, 100,000 people, ${place}`, slowest, "s", 0.05);
      const heavy = pages.filter(({ page, weight }) => ["overview", "review"].includes(page) && weight >= 100_000);
      if (heavy.length > 0) throw new Error(`over 100 KB: ${heavy.map(({ page }) => page).join(", ")}`);
    }
  } finally {
    await server.close();
  }
}

/** Files read, mapped and validated without a database, each beside its library alone; the best of three. */
async function measureReading(part: Part): Promise<void> {
  const dir = join(base, "reading");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "mapping.yaml"), mapping);
  writeFileSync(join(dir, "job.yaml"), job("http://127.0.0.1:1", "none", join(dir, "company.csv")));
  const measureFile = (rows: number, file: string, name: string, aloneOf: () => Step): void => {
    const alone = best(3, aloneOf);
    part.add(rows, `${name} alone`, alone, rows, "");
    const read = best(3, () => step("read", dir, file));
    if (read.operations !== rows) throw new Error(`of ${rows} rows ${read.operations} were usable`);
    const beside = `${(read.ms / alone.ms).toFixed(2)} times ${name} alone; not answering for ${read.blockedMs} ms at most`;
    part.add(rows, `${name}: read, mapped, validated`, read, rows, beside);
  };
  const csv = join(dir, "company.csv");
  await writeCompany(csv, MILLION);
  measureFile(MILLION, csv, "csv-parse", () => step("csv-parse", "", csv));
  rmSync(csv);
  const { file = "" } = step("workbook", dir, String(MILLION / 10));
  measureFile(MILLION / 10, file, "xlsx", () => step("xlsx", file));
}

/** The sandbox with the company of the demo: what no other figure here can be better than. */
async function measureSandbox(part: Part): Promise<void> {
  const { child, url } = await startSandbox("company");
  try {
    for (const what of ["GET /groups", "PUT /users"]) {
      const load = step("sandbox", JSON.stringify({ url, token: await freshToken(url) }), what);
      part.add(312, `sandbox: ${what}, 32 in flight`, load, load.operations ?? 0, "load by node:http; requests a second");
    }
  } finally {
    child.kill("SIGTERM");
  }
}

function best(times: number, run: () => Step): Step {
  return Array.from({ length: times }, run).reduce((least, now) => (now.ms < least.ms ? now : least));
}
