import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Found } from "../main.ts";
import { editsOf, type Defect, type Edit } from "./defect.ts";
import { GUARDS } from "./guards.ts";
import { SUBTLE } from "./subtle.ts";

const HELP = `npm run simulate:known-answers -- [options]

  --runs N       look for each defect in at most so many runs (default 300)
  --minutes M    and for at most so many minutes (default 10)
  --only TEXT    only defects whose name contains this

Puts one defect after the other into a copy of the sources, and simulates companies until a promise is broken. The same
company must keep all promises without the defect.`;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const TABLE = join(root, ".simulation", "known-answers.md");

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "300" },
    minutes: { type: "string", default: "10" },
    only: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

/** The answer of a search, and how often each event and fault happened in it. */
interface Hunted {
  found: Found | null;
  runs: number;
  happened: Record<string, number>;
}

interface Answer {
  defect: Defect;
  found: Found | null;
  runs: number;
}

/** Copies what a simulation needs. */
function copySources(to: string): void {
  for (const part of ["src", "test/simulation", "test/helpers/progress.ts", "package.json"])
    cpSync(join(root, part), join(to, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
}

/** @throws if the place of the defect is not there exactly once */
function insert({ file, find, replace }: Edit, folder: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`A place of a defect is ${places} times in ${file}; it must be there once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
}

/** Simulates until a promise is broken. */
function hunt(folder: string, { focus }: Defect, seed: number, runs: number, minutes: number): Promise<Hunted> {
  const args = ["--hunt", JSON.stringify(focus), "--seed", String(seed), "--runs", String(runs), "--minutes", String(minutes)];
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [join(folder, "test/simulation/main.ts"), ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", () => {
      const line = output.trim().split("\n").at(-1) ?? "";
      try {
        done(JSON.parse(line) as Hunted);
      } catch {
        reject(new Error(`The simulation printed no answer: ${output.slice(-500)}`));
      }
    });
  });
}

async function answerFor(defect: Defect): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-defect-"));
  try {
    copySources(folder);
    for (const edit of editsOf(defect)) insert(edit, folder);
    let runs = 0;
    const most = Number(values.runs);
    const end = Date.now() + Number(values.minutes) * 60_000;
    for (let seed = 1; runs < most && Date.now() < end;) {
      const { found, runs: made, happened } = await hunt(folder, defect, seed, most - runs, (end - Date.now()) / 60_000);
      runs += made;
      if (found === null) {
        console.log(`Not found in ${runs} runs, in which happened: ${JSON.stringify(happened)}`);
        break;
      }
      // A company that breaks a promise without the defect as well has found something else.
      const without = await hunt(root, defect, found.seed, 1, 5);
      if (without.found === null) return { defect, found, runs };
      console.log(`Seed ${found.seed} breaks ${without.found.promise} without the defect too: ${without.found.what}`);
      seed = found.seed + 1;
    }
    return { defect, found: null, runs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf({ defect, found, runs }: Answer): string {
  return `| ${defect.name} | \`${defect.file.replace("src/", "")}\` | ${found === null ? "not found" : found.promise} | ${runs} | ${found?.what ?? ""} |`;
}

if (values.help) console.log(HELP);
else {
  const rows = ["| defect | in | found by | runs | what was seen |", "|---|---|---|---|---|"];
  const defects = [...GUARDS, ...SUBTLE].filter(({ name }) => name.includes(values.only));
  // All places first, so that a wrong one is noticed at once.
  for (const { file, find } of defects.flatMap(editsOf)) {
    const places = readFileSync(join(root, file), "utf8").split(find).length - 1;
    if (places !== 1) throw new Error(`A place of a defect is ${places} times in ${file}; it must be there once: ${find}`);
  }
  mkdirSync(dirname(TABLE), { recursive: true });
  for (const defect of defects) {
    rows.push(rowOf(await answerFor(defect)));
    console.log(rows.at(-1));
    writeFileSync(TABLE, `${rows.join("\n")}\n`);
  }
}
