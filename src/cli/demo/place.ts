import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { shellWord } from "../../reporting/labels.ts";
import { lockState } from "../../state/lock.ts";
import type { Call } from "../../app/io.ts";
import { displayPath } from "../../app/output.ts";

/** The directories of the demo. */
export interface Place {
  dir: string;
  /** `dir` as a person types it: relative if it is below the working directory. */
  shown: string;
  exports: string;
  sandbox: string;
  /** The job argument of commands: a name in `jobs/`, or a path. */
  job: string;
  /** The directory of the job, as a person types it. */
  jobs: string;
  /** How to run Rollcall from the working directory. */
  rollcall: string;
}

const packageRoot = resolve(fileURLToPath(new URL("../../../", import.meta.url)));
const marker = "demo.txt";
const ELSEWHERE = fact("advice.choose_other", { option: "--state DIR" });
/** SQLite locks by file: a lock file must never be deleted while a process may hold it. */
const lockFiles = new Set(["lock", "lock-journal", "lock.json", marker]);

/**
 * Creates the demo's directory and deletes an earlier demo from it. Refuses a directory that no demo made, or that
 * another process uses.
 * @throws UsageProblem; Problem `state_in_use`
 */
export function preparePlace(io: Call, state: string): Place {
  const dir = join(state, "demo");
  const sandbox = join(dir, "sandbox");
  const shown = displayPath(io, dir);
  claim(dir, shown);
  const lock = lockState(dir, io.command);
  try {
    const service = existsSync(sandbox) ? lockState(sandbox, io.command) : null;
    service?.release();
    refuseForeign(io, dir, shown);
    for (const name of readdirSync(dir)) if (!lockFiles.has(name)) rmSync(join(dir, name), { recursive: true, force: true });
  } finally {
    lock.release();
  }
  const exports = join(dir, "exports");
  mkdirSync(exports, { mode: 0o700 });
  const job = placeJob(io, dir, exports);
  return { dir, shown, exports, sandbox, job, jobs: job === "demo" ? "jobs" : shown, rollcall: launcher(io) };
}

/** Marks the directory as the demo's own before anything else is in it. */
function claim(dir: string, shown: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new UsageProblem(fact("usage.demo_directory_cannot_be_made", { dir: shown, code }), ELSEWHERE);
  }
  const ours = existsSync(join(dir, marker)) && !lstatSync(dir).isSymbolicLink();
  if (!ours && (lstatSync(dir).isSymbolicLink() || readdirSync(dir).length > 0)) {
    throw new UsageProblem(fact("usage.demo_directory_has_files", { dir: shown }), ELSEWHERE);
  }
  writeFileSync(join(dir, marker), "Created by `rollcall demo`, which deletes everything in this directory when it starts.\n");
}

/** Names that a demo and the commands on its state leave in the directory. */
const OWN_FILES =
  "demo.yaml exports sandbox database journal.jsonl journal.jsonl.end secret.key reports restoring answers incoming reads uploads socket sign-in-link".split(
    " ",
  );
const OWN_EXPORT = /^(?:employees-\d{4}-\d\d-\d\d|accounts)\.csv$/;

/** @throws UsageProblem if the directory has a file of the user: a job that the setup wrote, an export, a changed job */
function refuseForeign(io: Call, dir: string, shown: string): void {
  const exports = join(dir, "exports");
  const job = join(dir, "demo.yaml");
  const foreign = [
    ...readdirSync(dir).filter((name) => !OWN_FILES.includes(name) && !lockFiles.has(name)),
    ...(existsSync(exports) ? readdirSync(exports).flatMap((name) => (OWN_EXPORT.test(name) ? [] : [join("exports", name)])) : []),
    ...(existsSync(job) && readFileSync(job, "utf8") !== jobText(dir, exports) ? ["demo.yaml (changed)"] : []),
  ];
  if (foreign.length === 0) return;
  throw new UsageProblem(
    fact("usage.demo_would_delete", { dir: shown, files: foreign.slice(0, 5), more: Math.max(0, foreign.length - 5) }),
    fact("advice.move_demo_files", { command: launcher(io) }),
  );
}

/** Returns the checkout's `jobs/demo.yaml` if its paths fit, else a copy beside the exports with its own paths. */
function placeJob(io: Call, dir: string, exports: string): string {
  if (io.cwd === packageRoot && dir === join(packageRoot, ".rollcall", "demo")) return "demo";
  const file = join(dir, "demo.yaml");
  writeFileSync(file, jobText(dir, exports), { mode: 0o600 });
  // A bare `demo.yaml` could be read as a name in jobs/; a path can't.
  const path = displayPath(io, file);
  return path.includes(sep) ? path : `.${sep}${path}`;
}

function jobText(dir: string, exports: string): string {
  const copy = parseDocument(readFileSync(join(packageRoot, "jobs", "demo.yaml"), "utf8").replace(/^(#.*\n)+/, ""));
  copy.commentBefore = " Written by `rollcall demo`. docs/reference/job.md explains every key.";
  copy.setIn(["source", "file"], join(relative(dir, exports), "employees-*.csv"));
  copy.setIn(
    ["mapping"],
    join(packageRoot, "mappings", "demo.yaml").replaceAll("${", () => "$${"),
  );
  return copy.toString({ lineWidth: 0 });
}

/** Returns how to run Rollcall: with npx in a checkout, elsewhere as this command was called. */
function launcher(io: Call): string {
  const script = io.script ?? "";
  if (io.cwd === packageRoot || script.includes(`node_modules${sep}.bin`)) return "npx rollcall";
  return basename(script) === "rollcall" ? "rollcall" : `${shellWord(process.execPath)} ${shellWord(script)}`;
}
