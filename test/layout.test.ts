import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What each room may import, besides itself; docs/architecture.md, "The rooms". `room/part` allows that part only. */
const mayImport: Record<string, readonly string[]> = {
  model: [],
  config: ["model"],
  source: ["model"],
  mapping: ["model"],
  authoring: ["model", "config", "source", "mapping"],
  "learning-service": ["model"],
  directory: ["model", "learning-service", "store"],
  plan: ["model"],
  store: ["model"],
  queue: ["model", "store"],
  apply: ["model", "learning-service", "directory", "store"],
  review: ["model", "store"],
  notify: ["model", "store", "review"],
  outside: ["model", "store"],
  sandbox: ["model", "learning-service/contract"],
  console: ["model", "store", "review"],
  run: ["model", "config", "source", "mapping", "learning-service", "directory", "plan", "store", "queue", "apply", "review"],
  cli: [
    "model",
    "config",
    "source",
    "mapping",
    "authoring",
    "learning-service",
    "directory",
    "plan",
    "store",
    "queue",
    "apply",
    "review",
    "notify",
    "outside",
    "sandbox",
    "console",
    "run",
  ],
};

const topLevel =
  /^(package\.json|package-lock\.json|tsconfig[\w.]*\.json|vitest\.config\.ts|docker-compose\.yml|README\.md|LICENSE|SECURITY\.md|CHANGELOG\.md|CONTRIBUTING\.md|src|mappings|jobs|test|docs|bench|node_modules|dist|coverage|\..+)$/;

const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.[jt]s$/.test(file))
  .sort();

/** Files below src/ that a file imports, type imports and dynamic ones too. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, "src", file), "utf8");
  const named = [...text.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g)].map((match) => match[1] ?? "");
  return named.map((name) => posix.normalize(posix.join(dirname(file), name)));
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

function roomOf(file: string): string {
  return file === "run.ts" ? "run" : (file.split("/")[0] ?? "");
}

function allowed(from: string, to: string): boolean {
  const room = roomOf(from);
  if (room === roomOf(to)) return true;
  return (mayImport[room] ?? []).some((target) => (target.includes("/") ? to.startsWith(`${target}/`) : target === roomOf(to)));
}

test("every source file stands in a room of the architecture", () => {
  expect(files.filter((file) => mayImport[roomOf(file)] === undefined)).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

test("every import leads to a file that is there", () => {
  const dangling = files.flatMap((file) => (imports.get(file) ?? []).filter((to) => !imports.has(to)).map((to) => `${file} -> ${to}`));
  expect(dangling).toEqual([]);
});

test("no room imports another that the architecture does not allow", () => {
  const arrows = files.flatMap((file) => (imports.get(file) ?? []).filter((to) => !allowed(file, to)).map((to) => `${file} -> ${to}`));
  expect(arrows).toEqual([]);
});

test("no files import each other in a circle", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(" -> "));
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});

test("no source file is longer than 300 lines", () => {
  const long = files.filter(
    (file) =>
      readFileSync(join(root, "src", file), "utf8")
        .trimEnd()
        .split("\n").length > 300,
  );
  expect(long).toEqual([]);
});

test("nothing stands at the top level that was not agreed", () => {
  expect(readdirSync(root).filter((entry) => !topLevel.test(entry))).toEqual([]);
});
