/** Start times of the built command line, as a package runs it: medians of several starts, in turn. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const STARTS = 9;
const root = fileURLToPath(new URL("..", import.meta.url));

/** Measures `--help` beside an empty program, and `runs list` beside opening its database with PGlite alone. */
export function measureStart(base: string): void {
  if (!existsSync(join(root, "dist/cli/run-cli.js"))) throw new Error("There is no build. Run `npm run build` first.");
  const place = join(base, "start");
  mkdirSync(join(place, "src/cli"), { recursive: true });
  copyFileSync(join(root, "package.json"), join(place, "package.json"));
  // Beside the sources, the command would run them instead of the build.
  copyFileSync(join(root, "src/cli/bin.js"), join(place, "src/cli/bin.js"));
  for (const folder of ["dist", "node_modules"]) symlinkSync(join(root, folder), join(place, folder));
  const bin = join(place, "src/cli/bin.js");
  const alone = `import { PGlite } from "@electric-sql/pglite"; const db = await PGlite.create(".rollcall/database"); await db.query("SELECT 1"); await db.close();`;
  const programs = {
    empty: ["-e", "0"],
    help: [bin, "--help"],
    list: [bin, "runs", "list"],
    database: ["--input-type=module", "-e", alone],
  };
  started(place, programs.list);
  const times = Object.entries(programs).map(([name, args]) => ({ name, args, ms: [] as number[] }));
  for (let i = 0; i < STARTS; i++) for (const { args, ms } of times) ms.push(started(place, args));
  const median = (name: string): number => {
    const sorted = (times.find((one) => one.name === name)?.ms ?? []).sort((a, b) => a - b);
    return sorted[STARTS >> 1] ?? Number.NaN;
  };
  const figure = (name: string, beside: string): string =>
    `${(median(name) / median(beside)).toFixed(2)} times (${median(name).toFixed(0)} ms)`;
  console.log(`\nStart (medians of ${STARTS}):`);
  console.log(`  rollcall --help     ${figure("help", "empty")} an empty program`);
  console.log(`  rollcall runs list  ${figure("list", "database")} opening the database with PGlite alone`);
}

function started(cwd: string, args: readonly string[]): number {
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, env: { PATH: process.env["PATH"] ?? "" }, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
  return performance.now() - from;
}
