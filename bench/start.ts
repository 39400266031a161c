/** Start times of the built command line, as a package runs it: medians of several starts, in turn. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Part } from "./results.ts";

const STARTS = 9;
const root = fileURLToPath(new URL("..", import.meta.url));

/** Measures `--help` beside an empty program, and `runs list` beside opening its database with PGlite alone. */
export function measureStart(base: string, part: Part): void {
  if (!existsSync(join(root, "dist/cli/run-cli.js"))) throw new Error("There is no build. Run `npm run build` first.");
  const place = join(base, "start");
  mkdirSync(join(place, "bin"), { recursive: true });
  copyFileSync(join(root, "package.json"), join(place, "package.json"));
  // Beside the sources, the command would run them instead of the build.
  copyFileSync(join(root, "bin/rollcall.js"), join(place, "bin/rollcall.js"));
  for (const folder of ["dist", "node_modules"]) symlinkSync(join(root, folder), join(place, folder));
  const bin = join(place, "bin/rollcall.js");
  const alone = `import { PGlite } from "@electric-sql/pglite"; const db = await PGlite.create(".rollcall/database"); await db.query("SELECT 1"); await db.close();`;
  const programs = {
    empty: ["-e", "0"],
    help: [bin, "--help"],
    list: [bin, "runs", "list"],
    database: ["--input-type=module", "-e", alone],
  };
  started(place, programs.list);
  const taken = Object.entries(programs).map(([name, args]) => ({ name, args, ms: [] as number[] }));
  for (let i = 0; i < STARTS; i++) for (const { args, ms } of taken) ms.push(started(place, args));
  const median = (name: string): number => {
    const sorted = (taken.find((one) => one.name === name)?.ms ?? []).sort((a, b) => a - b);
    return sorted[STARTS >> 1] ?? Number.NaN;
  };
  for (const [name, what, beside, text, limit] of [
    ["help", "rollcall --help", "empty", "an empty program", 5],
    ["list", "rollcall runs list", "database", "opening the database with PGlite alone", 1.2],
  ] as const) {
    const times = median(name) / median(beside);
    part.add(0, what, { ms: median(name), peakMb: 0 }, 1, `${times.toFixed(2)} times ${text} (${median(beside).toFixed(0)} ms)`);
    part.target(`\`${what}\` beside ${text}`, times, "times", limit);
  }
}

function started(cwd: string, args: readonly string[]): number {
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, env: { PATH: process.env["PATH"] ?? "" }, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
  return performance.now() - from;
}
