import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The table of docs/internals/architecture.md: what each folder may import besides itself. */
const page = readFileSync(join(root, "docs", "internals", "architecture.md"), "utf8");
const mayImport = new Map(
  [...page.matchAll(/^\| `([\w/-]+)` \| .+ \| (.*)\|$/gm)].map(([, folder, targets]): [string, string[]] => [
    folder ?? "",
    (targets ?? "")
      .split(",")
      .map((target) => target.trim())
      .filter((target) => target !== ""),
  ]),
);

const MAX_FILES = 20;

const topLevel =
  /^(package\.json|package-lock\.json|tsconfig[\w.]*\.json|vitest\.config\.ts|docker-compose\.yml|README\.md|LICENSE|SECURITY\.md|CHANGELOG\.md|CONTRIBUTING\.md|Dockerfile|bin|src|mappings|jobs|test|docs|bench|node_modules|dist|coverage|\..+)$/;

const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.[jt]s$/.test(file))
  .sort();

/** Files below src/ that a file imports, type imports and dynamic ones too. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, "src", file), "utf8");
  const named = [...text.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g)].map((match) => match[1] ?? "");
  return named.filter((name) => !name.endsWith(".json")).map((name) => posix.normalize(posix.join(dirname(file), name)));
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

const isWithin = (file: string, folder: string): boolean => file.startsWith(`${folder}/`) || file === `${folder}.ts`;

/** The row of the table for a file: that of the longest folder. */
function folderOf(file: string): string {
  const rows = [...mayImport.keys()].filter((folder) => isWithin(file, folder));
  return rows.reduce((longest, folder) => (folder.length > longest.length ? folder : longest), "");
}

function isAllowed(from: string, to: string): boolean {
  const folder = folderOf(from);
  if (isWithin(to, folder)) return true;
  const targets = mayImport.get(folder) ?? [];
  return targets.some((target) => target === "all" || isWithin(to, target));
}

test("every source file is in a folder of the table", () => {
  expect(files.filter((file) => folderOf(file) === "")).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

test("every import leads to a file that exists", () => {
  const dangling = files.flatMap((file) => (imports.get(file) ?? []).filter((to) => !imports.has(to)).map((to) => `${file} -> ${to}`));
  expect(dangling).toEqual([]);
});

test("no folder imports another that the table does not allow", () => {
  const arrows = files.flatMap((file) => (imports.get(file) ?? []).filter((to) => !isAllowed(file, to)).map((to) => `${file} -> ${to}`));
  expect(arrows).toEqual([]);
});

test("the table allows no import that nothing needs", () => {
  const unused = [...mayImport].flatMap(([folder, targets]) =>
    targets
      .filter((target) => target !== "all")
      .filter((target) => !files.some((file) => folderOf(file) === folder && (imports.get(file) ?? []).some((to) => isWithin(to, target))))
      .map((target) => `${folder} -> ${target}`),
  );
  expect(unused).toEqual([]);
});

test("decisions on memberships, and their audit entries, have one door", () => {
  const opened = (door: RegExp): string[] => files.filter((file) => door.test(readFileSync(join(root, "src", file), "utf8")));
  expect(opened(/\binDecisions\(/)).toEqual(["review/record.ts", "store/identities/link-transfers.ts"]);
  const stores = opened(/\b(?:decideRemovals|addApprovals|undoApproval|undoRejection|insertExceptions|deleteException)\(/);
  expect(stores.filter((file) => !file.startsWith("store/")).filter((file) => !opened(/\brecord\(/).includes(file))).toEqual([]);
});

test("only review/ writes decisions on removals", () => {
  const writers = /\b(?:decideRemovals|addApprovals|undoApproval|undoRejection|assignRemoval)\b/;
  const found = files.filter((file) => writers.test(readFileSync(join(root, "src", file), "utf8")));
  expect(found).toEqual(["review/change-decision.ts", "review/decisions.ts", "store/review/decisions.ts"]);
});

test("no folder has more files side by side than fit on a screen", () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});

test("no files import each other in a cycle", () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file].join(" -> "));
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(cycles).toEqual([]);
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

test("the top level has only agreed entries", () => {
  expect(readdirSync(root).filter((entry) => !topLevel.test(entry))).toEqual([]);
});
