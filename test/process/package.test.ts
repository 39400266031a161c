import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** As root, the package is used by another user than the one that built and installed it. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

let place = "";
let installed = "";
let templateMode = 0;
let node = process.execPath;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "rollcall-package-"));
  chmodSync(place, 0o755);
  await install(await pack());
  if (isRoot) {
    // The checkout may be in a folder that other users cannot read.
    node = join(place, "node");
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
  }
}, 300_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Entries of `files` that packing makes or leaves out. */
const MADE = /^(dist\b|!|npm-shrinkwrap)/;

/**
 * Packs a copy of the checkout with its scripts, as publishing does, for a user whose files are private.
 * @returns the archive
 */
async function pack(): Promise<string> {
  const draft = join(place, "draft");
  mkdirSync(draft);
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] };
  const needed = [
    "package.json",
    "package-lock.json",
    ".npmrc",
    "tsconfig.json",
    "tsconfig.build.json",
    "src",
    "README.md",
    "LICENSE",
    ...files,
  ];
  for (const name of needed) if (!MADE.test(name)) cpSync(join(root, name), join(draft, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(draft, "node_modules"));
  await run("sh", ["-c", `umask 077 && npm pack --offline --pack-destination ${place}`], { cwd: draft });
  templateMode = statSync(join(draft, "dist/state-template.tar.gz")).mode & 0o777;
  rmSync(draft, { recursive: true });
  return readdirSync(place).find((name) => name.endsWith(".tgz")) ?? "";
}

/** Installs it in an empty folder, from npm's cache if possible, as from a registry: only its entry says that there is a shrinkwrap. */
async function install(archive: string): Promise<void> {
  const { version, dependencies, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
  const resolved = `file:../${archive}`;
  const project = { name: "consumer", version: "1.0.0", dependencies: { rollcall: resolved } };
  const packages = { "": project, "node_modules/rollcall": { version, resolved, hasShrinkwrap: true, dependencies, bin } };
  const consumer = join(place, "consumer");
  mkdirSync(consumer);
  writeFileSync(join(consumer, "package.json"), JSON.stringify(project));
  writeFileSync(join(consumer, "package-lock.json"), JSON.stringify({ ...project, lockfileVersion: 3, packages }));
  // Without optional dependencies, like the image.
  await run("npm", ["install", "--omit=optional", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: consumer });
  installed = join(consumer, "node_modules/rollcall");
}

/** Runs a command of the installed package in a new home directory of that user. */
async function rollcall(home: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const cwd = join(place, home);
  mkdirSync(cwd, { mode: 0o700 });
  if (isRoot) chownSync(cwd, NOBODY, NOBODY);
  const env = { PATH: "/usr/bin:/bin", HOME: cwd, NO_COLOR: "1" };
  return run(node, [join(installed, "bin/rollcall.js"), ...args], { cwd, env, ...user }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

test("runs the demo for another user than the one that installed it", async () => {
  const { code, stdout, stderr } = await rollcall("demo", "demo", "--json");
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ status: "completed", counts: { creates: 6, failed: 0, removals_pending: 30 } });
}, 120_000);

test("installs the versions of the lock file, and nothing for development", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const own = join(installed, "node_modules");
  const found = globSync("{*,@*/*}/package.json", { cwd: own }).map((file) => file.slice(0, -"/package.json".length));
  expect(found.length).toBeGreaterThan(100);
  const differing = found.filter((name) => {
    const { version } = JSON.parse(readFileSync(join(own, name, "package.json"), "utf8")) as { version: string };
    const locked = lock.packages[`node_modules/${name}`];
    return locked?.version !== version || locked.dev === true;
  });
  expect(differing).toEqual([]);
});

test("builds a template that every user may read, also where files are private", () => {
  expect(templateMode.toString(8)).toBe("644");
});

test("starts a new state from the packed template, and keeps it private", async () => {
  expect(await rollcall("state", "runs", "list")).toMatchObject({ code: 0, stderr: "" });
  const database = join(place, "state/.rollcall/database");
  // initdb would create the two databases that the template omits.
  expect(readdirSync(join(database, "base"))).toEqual(["5"]);
  // PGlite adds this cache itself, in folders that no other user may enter.
  const { stdout } = await run("find", [database, "-perm", "/077", "!", "-name", "pg_internal.init"]);
  expect(stdout).toBe("");
}, 120_000);

test("names the unreadable file of the installation, not the state", async () => {
  const template = join(installed, "dist/state-template.tar.gz");
  const expected = {
    code: 2,
    stderr: expect.stringContaining(`${template}, the template of every new state, is damaged or cannot be read. No state was created.`),
  };
  truncateSync(template, 100_000);
  expect(await rollcall("damaged", "runs", "list")).toMatchObject(expected);
  chmodSync(template, 0o000);
  // Root can read it anyway.
  expect(await rollcall("unreadable", "runs", "list")).toMatchObject(expected);
  expect(readdirSync(join(place, "unreadable/.rollcall"))).not.toContain("database");
}, 120_000);
