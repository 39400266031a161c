import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { isPlainMap } from "../../src/config/yaml.ts";
import { faultsOf } from "./helpers.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/mapping.md", import.meta.url)), "utf8");

const needed = { username: "Work Email", first_name: "First Name", last_name: "Last Name", email: "Work Email" };

/** Completes a part of a mapping. */
function completed(part: string): string {
  const given: unknown = parse(part);
  if (!isPlainMap(given)) throw new Error(`no map: ${part}`);
  const rule = "name" in given ? given : "when" in given ? { name: "r", ...given, groups: ["G"] } : undefined;
  if (rule !== undefined) return stringify({ key: "Employee ID", user: needed, groups: { authority: [], rules: [rule] } });
  const origin = ["column", "template", "value"].some((key) => key in given);
  if (origin) return completed(`user: { ${"date" in given ? "date_of_birth" : "city"}: ${part} }`);
  const { user = {}, ...rest } = given;
  const { username, ...others } = needed;
  const unique = part.includes("on_create:") && part.includes("unique:");
  return stringify({
    key: "Employee ID",
    user: { ...(unique ? {} : { username }), ...others, ...(isPlainMap(user) ? user : {}) },
    ...rest,
  });
}

/** Returns the code in the cells of a table row; `\|` is an escaped |. */
function codeIn(line: string): string[] {
  const cells = line.replaceAll("\\|", "\0").split("|");
  return cells.flatMap((cell) => /^ (`+) ?(.*?) ?\1 $/.exec(cell)?.[2]?.replaceAll("\0", "|") ?? []);
}

const rows = page.split("\n").filter((line) => line.startsWith("| "));
const examples = rows.flatMap(codeIn).filter((code) => /^\{ (name|column|template|value):/.test(code));
const faulty = [...page.matchAll(/\| in the mapping \| message \|\n\|---\|---\|\n((?:\|.*\n)+)/g)].flatMap(([, body = ""]) =>
  body.trim().split("\n").map(codeIn),
);
const wrong = new Set(faulty.map(([part]) => part));

describe("docs/mapping.md", () => {
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);

  test("has examples and faults to test", () => {
    expect([blocks.length, examples.length, faulty.length].every((count) => count > 5)).toBe(true);
  });

  test.for(blocks)("shows a mapping that compiles: %s", (text) => {
    expect(faultsOf(completed(text))).toEqual([]);
  });

  test.for(examples.filter((each) => !wrong.has(each)))("gives an example that compiles: %s", (text) => {
    expect(faultsOf(completed(text))).toEqual([]);
  });

  test.for(faulty)("says what is wrong with %s", ([part = "", message]) => {
    expect(faultsOf(completed(part)).map((fault) => fault.replace(/^m\.yaml:\d+:\d+: /, ""))).toEqual([message]);
  });
});
