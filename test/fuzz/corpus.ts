import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The real exports of the repository, each with the mapping that reads it. */
export const EXPORTS = [
  { name: "hris-demo-50.csv", mapping: "hris-demo.yaml" },
  { name: "workday-like-5.csv", mapping: "workday-like.yaml" },
  { name: "listed-groups-69.csv", mapping: "listed-groups.yaml" },
  { name: "ragged-7.csv", mapping: "ragged.yaml" },
] as const;

export type ExportName = (typeof EXPORTS)[number]["name"];

export function exported(name: string): Buffer {
  return readFileSync(join(root, "test/exports", name));
}

/** The mappings or jobs that come with Rollcall, as text by name. */
export function examples(folder: "mappings" | "jobs"): Record<string, string> {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".yaml"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, folder, name), "utf8")]));
}
