/** Reading by itself, without a database: a file read, mapped and validated, every row of it new; beside the library alone. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { loadJob } from "../src/config/job.ts";
import { memoryTokenStore } from "../src/learning-service/tokens/tokens.ts";
import { loadMapping } from "../src/mapping/load.ts";
import { columnProfiler } from "../src/plan/columns.ts";
import { decidingColumns } from "../src/plan/deciding-columns.ts";
import { DigestSet } from "../src/pipeline/extract/digest-set.ts";
import { stageRow } from "../src/pipeline/extract/stage-rows.ts";
import { openJobSource } from "../src/source/job-source.ts";
import { departments, sites } from "./data.ts";

/** Everything that a run does with the rows of a file, or of a source over HTTP (no file), before they go to the database. */
export async function readMapped(dir: string, file: string): Promise<Record<string, unknown>> {
  const { job } = await loadJob(`${dir}/job.yaml`, { cwd: dir, env: {} });
  const mapping = await loadMapping(job.mapping, dir);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const clock = { now: () => new Date(), sleep: async () => undefined };
  const started = performance.now();
  const source = await openJobSource({ ...job.source, settle: 0 }, mapping, {
    given: file === "" ? null : file,
    incoming: join(dir, "incoming"),
    ...clock,
    stdin: null,
    http: { ...clock, env: {}, today: "2026-01-01", tokens: () => memoryTokenStore() },
  });
  const openMs = performance.now() - started;
  const profiler = columnProfiler(mapping.columns);
  let usable = 0;
  const deciding = decidingColumns(mapping);
  const secrecy = { isSensitive: () => false, fingerprint: (value: string) => value };
  for await (const batch of source.rows(1000)) {
    for (const row of batch) {
      const cells = source.places.map((place) => row.cells[place]);
      profiler.see(cells);
      if (
        stageRow(row, "", cells, new DigestSet(), { mapping, deciding, secrecy, today: "2026-01-01" }, source.places).row.rowStatus ===
        "use"
      )
        usable += 1;
    }
  }
  profiler.profile();
  const ms = performance.now() - started;
  delay.disable();
  // In ms: how long the process did not answer, at most.
  return { ms, openMs, operations: usable, blockedMs: Math.round(delay.max / 1e6) };
}

/** Only where it is needed: our own process never loads it, its reader does. */
async function library() {
  const XLSX = await import("xlsx");
  XLSX.set_fs(await import("node:fs"));
  return XLSX;
}

/** The library alone, as dense arrays and with nothing else asked of it. */
export async function xlsxAlone(file: string): Promise<Record<string, unknown>> {
  const XLSX = await library();
  const started = performance.now();
  const workbook = XLSX.readFile(file, { dense: true });
  const [name = ""] = workbook.SheetNames;
  const rows = XLSX.utils.sheet_to_json<unknown[]>(workbook.Sheets[name] ?? {}, { header: 1 }).length;
  return { ms: performance.now() - started, operations: rows - 1 };
}

/** A workbook of the same columns as the CSV of the bench. */
export async function writeWorkbook(dir: string, rows: number): Promise<string> {
  const XLSX = await library();
  mkdirSync(dir, { recursive: true });
  const header = [
    "Employee ID", "First Name", "Last Name", "Work Email", "Department", "Office", "Country", "Is Manager", "Status", "Birth Date",
    "Mobile", "Gender", "Cost Center", "Hire Date", "Job Title", "Company", "City", "Position", "Manager ID", "Badge",
  ]; // prettier-ignore
  const table: (string | number)[][] = [header];
  for (let i = 0; i < rows; i += 1) {
    const id = String(i).padStart(7, "0");
    table.push([
      id, `First${i % 977}`, `Last${i % 1999}`, `p${id}@acme.example`, departments[i % 12] ?? "", sites[i % 8] ?? "", "ES", i % 20 === 0 ? "Yes" : "No",
      "Active", `${String((i % 28) + 1).padStart(2, "0")}/0${(i % 9) + 1}/19${60 + (i % 40)}`, 600_000_000 + i, i % 2 === 0 ? "Male" : "Female",
      `CC${i % 300}`, `20${String(10 + (i % 15))}-03-01`, `Title ${i % 113}`, "Acme", `City ${i % 50}`, `Position ${i % 31}`, i % 500, `B${i}`,
    ]); // prettier-ignore
  }
  const sheet = XLSX.utils.aoa_to_sheet(table, { dense: true });
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, "Employees");
  const file = join(dir, "company.xlsx");
  XLSX.writeFile(book, file, { compression: true, bookSST: true });
  return file;
}
