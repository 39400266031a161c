import { messageOf, nextOf } from "../helpers/problems.ts";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { onTestFinished } from "vitest";
import type { Asker } from "../../src/setup/terminal/ask.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { init, type InitRequest, type Initiated, type InitSurroundings } from "../../src/setup/terminal/init.ts";
import { parseJob } from "../../src/config/job.ts";
import { compileMapping } from "../../src/mapping/compile.ts";
import type { CompiledMapping } from "../../src/mapping/compiled.ts";
import { UsageProblem } from "../../src/domain/problem.ts";
import type { Person } from "../../src/domain/person.ts";
import type { Job } from "../../src/domain/settings.ts";

/** The files of `init`, as text and as a run reads them. */
export interface Started extends Initiated {
  mappingText: string;
  jobText: string;
  compiled: CompiledMapping;
  parsed: Job;
  /** Maps a row of the file to a person. */
  person(row: number): Person;
}

/** A folder that is deleted after the test. */
export function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-setup-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

/** Runs `init` on a CSV file with these rows; the first is the header. */
export async function start(rows: string[][], request: InitRequest = {}, asker: Asker | null = null): Promise<Started> {
  const dir = folder();
  writeFileSync(join(dir, "people.csv"), stringify(rows));
  const made = await init("people.csv", withStatus(rows[0] ?? [], request, asker), surroundings(dir, asker));
  const mappingText = readFileSync(join(dir, made.files.mapping), "utf8");
  const jobText = readFileSync(join(dir, made.files.job), "utf8");
  const compiled = compileMapping(mappingText, "m.yaml");
  const places = compiled.bind(rows[0] ?? []);
  return {
    ...made,
    mappingText,
    jobText,
    compiled,
    parsed: parseJob(jobText, join(dir, made.files.job), "j.yaml", { LMS_REFRESH_TOKEN: "x" }),
    person: (row) => {
      const mapped = compiled.map(
        row + 1,
        places.map((place) => rows[row]?.[place]),
      );
      if ("rejects" in mapped) throw new Error(JSON.stringify(mapped.rejects));
      return mapped.person;
    },
  };
}

/** What `init` needs from a process. */
export function surroundings(cwd: string, asker: Asker | null = null): InitSurroundings {
  return { cwd, asker, english: englishText, now: new Date("2026-06-15T12:00:00Z"), timeZone: "Europe/Berlin" };
}

/** Answers that no column shows who has left, because most tests aren't about it. */
function withStatus(header: readonly string[], request: InitRequest, asker: Asker | null): InitRequest {
  const said = request.use?.some((each) => each.startsWith("active=")) === true;
  if (said || request.yes === true || asker !== null || header.some((name) => /status|disabled|active/i.test(name))) return request;
  return { ...request, use: [...(request.use ?? []), "active=-"] };
}

/** Returns the message with which `init` refuses. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UsageProblem)) throw new Error(`expected a UsageProblem, got ${String(error)}`);
  return [messageOf(error), nextOf(error)].join("\n");
}

/** The four required fields, in English. */
const NAMES = ["First Name", "Last Name", "Work Email"];
export const PEOPLE: readonly string[][] = [
  ["Ana", "Sol", "ana@example.com"],
  ["Bo", "Luna", "bo@example.com"],
  ["Cy", "Mar", "cy@example.com"],
  ["Di", "Rio", "di@example.com"],
];

/** Returns people with an `Employee ID`, the usual columns, and more columns by name, with one value per person. */
export function table(more: Record<string, readonly string[]> = {}): string[][] {
  const columns = Object.entries(more);
  return [
    ["Employee ID", ...NAMES, ...columns.map(([name]) => name)],
    ...PEOPLE.map((person, i) => [`00${i + 1}`, ...person, ...columns.map(([, values]) => values[i] ?? "")]),
  ];
}
