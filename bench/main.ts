/**
 * Speed as ratios within one run: rows per second and peak memory of a plan, first night and unchanged night, beside
 * csv-parse alone on the same file; operations per second beside a bare loop of requests. Times of a shared machine
 * mean little by themselves; compare what stands side by side.
 *
 * npm run bench [-- --rows 10000,100000] [-- --only creates|reading|places|workers|queue|console|start]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureCreates } from "./creates.ts";
import { job, mapping, writeCompany } from "./data.ts";
import { measureStart } from "./start.ts";
import { measurePlaces, measureQueue, measureWorkers } from "./servers.ts";
import { freshToken, startSandbox, step, type Sandbox, type Step } from "./tools.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "10000,100000" }, only: { type: "string", default: "" } } });
const sizes = values.only !== "" ? [] : values.rows.split(",").map(Number);
const base = mkdtempSync(join(tmpdir(), "rollcall-bench-"));
const lines: string[][] = [["rows", "what", "seconds", "per second", "peak MB", "beside"]];
const unchangedPeaks: number[] = [];
const million = 1_000_000;

for (const rows of sizes) {
  const sandbox = await startSandbox();
  try {
    await measure(rows, sandbox);
  } finally {
    sandbox.child.kill("SIGTERM");
  }
}
if (sizes.length > 0) await measureSandbox();
const wanted = (part: string): boolean => values.only === "" || values.only === part;
if (wanted("reading")) await measureReading();
if (wanted("creates")) await measureCreates(base, add);
if (wanted("places")) await measurePlaces(base, add);
if (wanted("workers")) await measureWorkers(base, add);
if (wanted("queue")) await measureQueue(base, add);
const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => (line[i] ?? "").length)));
for (const line of lines.length > 1 ? lines : [])
  console.log(
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
const [small, large] = [unchangedPeaks[0], unchangedPeaks.at(-1)];
if (small !== undefined && large !== undefined && sizes.length > 1) {
  console.log(`\nPeak memory of the unchanged night, ${sizes.at(-1)} rows beside ${sizes[0]}: ${(large / small).toFixed(2)} times`);
}
if (wanted("console")) measurePages({ people: 100_000, waiting: 5000 });
if (wanted("start")) measureStart(base);
rmSync(base, { recursive: true, force: true });

/** The pages of the console; what every visit begins with has to be fast and light. */
function measurePages(size: { people: number; waiting: number }): void {
  const { pages = [] } = step("console", join(base, "console"), JSON.stringify(size));
  const ms = (n: number): string => `${n.toFixed(1)} ms`.padStart(9);
  console.log(`\nThe console, ${size.waiting} removals waiting among ${size.people} people (medians):`);
  for (const { page, server, whole, first, weight } of pages)
    console.log(
      `${page.padEnd(34)} server ${ms(server)}, whole ${ms(whole)}, the first time ${ms(first)}, ${(weight / 1000).toFixed(1)} KB`,
    );
  const slow = pages.filter(({ server }) => server >= 50);
  console.log(slow.length === 0 ? "Every page below 50 ms." : `50 ms or more: ${slow.map(({ page }) => page).join(", ")}`);
  const heavy = pages.filter(({ page, weight }) => ["overview", "review"].includes(page) && weight >= 100_000);
  if (heavy.length > 0) throw new Error(`over 100 KB: ${heavy.map(({ page }) => page).join(", ")}`);
}

async function measure(rows: number, { url, token }: Sandbox): Promise<void> {
  const dir = join(base, String(rows));
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "company.csv");
  await writeCompany(file, rows);
  writeFileSync(join(dir, "mapping.yaml"), mapping);
  writeFileSync(join(dir, "job.yaml"), job(url, token, file));

  const alone = best(3, () => step("csv-parse", "", file));
  add(rows, "csv-parse alone", alone, rows, "");
  const first = step("plan", dir, file);
  add(rows, "plan, first night", first, rows, ratio(first, alone));
  const apply = step("apply", dir, file, first.run ?? "");
  const done = apply.operations ?? 0;
  add(rows, "apply, creates", apply, done, "");
  const loop = step("got", JSON.stringify({ url, token: await freshToken(url) }), String(Math.min(rows, 5000)));
  add(
    rows,
    "bare got loop, 32 in flight",
    loop,
    loop.operations ?? 0,
    `apply is ${((loop.operations ?? 0) / loop.ms / (done / apply.ms)).toFixed(1)} times slower per operation`,
  );
  // The first reading after our own changes stores them; from the next night on nothing at all is different.
  step("plan", dir, file);
  const before = await userCalls(url);
  const unchanged = best(3, () => step("plan", dir, file));
  add(rows, "plan, unchanged night", unchanged, rows, ratio(unchanged, alone));
  if (unchanged.counts?.["unchanged"] !== rows) throw new Error(`the unchanged night was not: ${JSON.stringify(unchanged.counts)}`);
  const calls = (await userCalls(url)) - before;
  if (calls !== 0) throw new Error(`the unchanged night sent ${calls} user calls`);
  unchangedPeaks.push(unchanged.peakMb);
}

/** Files read, mapped and validated without a database, each beside its library alone; the best of three. */
async function measureReading(): Promise<void> {
  const dir = join(base, "reading");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "mapping.yaml"), mapping);
  writeFileSync(join(dir, "job.yaml"), job("http://127.0.0.1:1", "none", join(dir, "company.csv")));
  const measureFile = (rows: number, file: string, name: string, aloneOf: () => Step): void => {
    const alone = best(3, aloneOf);
    add(rows, `${name} alone`, alone, rows, "");
    const read = best(3, () => step("read", dir, file));
    if (read.operations !== rows) throw new Error(`of ${rows} rows ${read.operations} were usable`);
    const ratioText = `${(read.ms / alone.ms).toFixed(2)} times ${name} alone; not answering for ${read.blockedMs} ms at most`;
    add(rows, `${name}: read, mapped, validated`, read, rows, ratioText);
  };
  const csv = join(dir, "company.csv");
  await writeCompany(csv, million);
  measureFile(million, csv, "csv-parse", () => step("csv-parse", "", csv));
  rmSync(csv);
  const { file = "" } = step("workbook", dir, String(million / 10));
  measureFile(million / 10, file, "xlsx", () => step("xlsx", file));
}

/** The sandbox with the company of the demo, each of the two requests that a night is made of. */
async function measureSandbox(): Promise<void> {
  const { child, url } = await startSandbox("company");
  try {
    for (const what of ["GET /groups", "PUT /users"]) {
      const load = step("sandbox", JSON.stringify({ url, token: await freshToken(url) }), what);
      add(312, `sandbox: ${what}, 32 in flight`, load, load.operations ?? 0, "load by node:http; requests a second");
    }
  } finally {
    child.kill("SIGTERM");
  }
}

function add(rows: number, what: string, measured: Step, count: number, beside: string): void {
  const perSecond = Math.round(count / (measured.ms / 1000)).toLocaleString("en");
  lines.push([rows.toLocaleString("en"), what, (measured.ms / 1000).toFixed(2), perSecond, String(measured.peakMb), beside]);
  process.stderr.write(`${what}, ${rows} rows: ${(measured.ms / 1000).toFixed(2)} s, ${measured.peakMb} MB\n`);
}

function ratio(measured: Step, alone: Step): string {
  return `${(measured.ms / alone.ms).toFixed(2)} times csv-parse alone`;
}

function best(times: number, run: () => Step): Step {
  return Array.from({ length: times }, run).reduce((least, now) => (now.ms < least.ms ? now : least));
}

async function userCalls(url: string): Promise<number> {
  const requests = (await (await fetch(`${url}/_sandbox/requests`)).json()) as { path: string }[];
  return requests.filter((request) => request.path.includes("/users")).length;
}
