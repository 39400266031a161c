import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { UsageProblem } from "../../model/problem.ts";
import { shellWord } from "../../review/words.ts";
import { lockState } from "../../store/lock.ts";
import type { Call } from "../io.ts";
import { near } from "./near.ts";

/** Where the demo plays. */
export interface Place {
  dir: string;
  /** `dir` as a person types it: relative where it lies below the folder that the command runs in. */
  shown: string;
  exports: string;
  sandbox: string;
  /** What commands take as the job: a name in `jobs/`, or a path. */
  job: string;
  /** The folder of the job, as a person types it. */
  jobs: string;
  /** How Rollcall is called from this folder. */
  rollcall: string;
}

const packageRoot = resolve(fileURLToPath(new URL("../../../", import.meta.url)));
const marker = "demo.txt";
/** SQLite keeps its lock by the file: it must never go while somebody may hold it. */
const lockFiles = new Set(["lock", "lock-journal", "lock.json", marker]);

/**
 * Makes the demo's folder and empties it of an earlier demo. Deletes nothing else: a folder that no demo made is
 * refused, and so is one that another process works in.
 * @throws UsageProblem; Problem `state_in_use`
 */
export function preparePlace(io: Call, state: string): Place {
  const dir = join(state, "demo");
  const sandbox = join(dir, "sandbox");
  const shown = near(io, dir);
  claim(dir, shown);
  const lock = lockState(dir, io.command);
  try {
    const service = existsSync(sandbox) ? lockState(sandbox, io.command) : null;
    service?.release();
    for (const name of readdirSync(dir)) if (!lockFiles.has(name)) rmSync(join(dir, name), { recursive: true, force: true });
  } finally {
    lock.release();
  }
  const exports = join(dir, "exports");
  mkdirSync(exports, { mode: 0o700 });
  const job = placeJob(io, dir, exports);
  return { dir, shown, exports, sandbox, job, jobs: job === "demo" ? "jobs" : shown, rollcall: launcher(io) };
}

/** Marks the folder as the demo's own, before anything else is in it. */
function claim(dir: string, shown: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const detail = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UsageProblem(`The demo cannot make its folder ${shown}: ${detail}`, "Give another directory with --state DIR.");
  }
  const ours = existsSync(join(dir, marker)) && !lstatSync(dir).isSymbolicLink();
  if (!ours && (lstatSync(dir).isSymbolicLink() || readdirSync(dir).length > 0)) {
    throw new UsageProblem(
      `The demo keeps its state in ${shown}, and what lies there was not made by a demo. Nothing was deleted.`,
      "Give another directory with --state DIR; the demo makes the folder `demo` in it.",
    );
  }
  writeFileSync(join(dir, marker), "Made by `rollcall demo`, which deletes everything in this folder when it starts.\n");
}

/** The checkout's own `jobs/demo.yaml` where its paths fit, else a copy beside the exports with paths of its own. */
function placeJob(io: Call, dir: string, exports: string): string {
  const own = join(packageRoot, "jobs", "demo.yaml");
  if (io.cwd === packageRoot && dir === join(packageRoot, ".rollcall", "demo")) return "demo";
  const copy = parseDocument(readFileSync(own, "utf8").replace(/^(#.*\n)+/, ""));
  copy.commentBefore = " Written by `rollcall demo`. Every key is explained in docs/jobs.md.";
  copy.setIn(["source", "file"], join(relative(dir, exports), "employees-*.csv"));
  copy.setIn(
    ["mapping"],
    join(packageRoot, "mappings", "demo.yaml").replaceAll("${", () => "$${"),
  );
  const file = join(dir, "demo.yaml");
  writeFileSync(file, copy.toString({ lineWidth: 0 }));
  // A bare `demo.yaml` would be a name in jobs/ to some readers; a path is a path.
  const path = near(io, file);
  return path.includes(sep) ? path : `.${sep}${path}`;
}

/** `npm start` runs in the checkout, where npx finds it; elsewhere it is called as it was called now. */
function launcher(io: Call): string {
  const script = io.script ?? "";
  if (io.cwd === packageRoot || script.includes(`node_modules${sep}.bin`)) return "npx rollcall";
  return basename(script) === "rollcall" ? "rollcall" : `${shellWord(process.execPath)} ${shellWord(script)}`;
}
