import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

const rows = read("docs/internals/interface-gaps.md")
  .split("\n")
  .filter((line) => /^\|(?!(?:---|not shown|open)\|)/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test("docs/internals/interface-gaps.md has a decision for everything that the document marks as not shown, in its order", () => {
  const notShown = read("test/learning-service/interface/not-shown.md")
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map((line) => line.slice(2));
  expect(notShown.length).toBeGreaterThan(40);
  const topics = rows.flatMap(([topic = ""]) => topic.split("; "));
  expect(topics.slice(0, notShown.length)).toEqual(notShown);
  expect(rows.filter((cells) => cells.length !== 4 || cells[1] === "")).toEqual([]);
});

test("it has a decision for what the document shows and leaves open all the same", () => {
  const open = [
    /_limit` of a content provider/,
    /"List content providers by id"/,
    /"Delete a category assignment"/,
    /`is_include_portal_logo` and `include_portal_logo`/,
    /whether every list takes `_start` and `_limit`/,
    /ignores `_start`/,
    /token answer that deviates/,
    /values of an answer that are not as documented/,
  ];
  const topics = rows.map(([topic = ""]) => topic);
  expect(open.filter((named) => !topics.some((topic) => named.test(topic)))).toEqual([]);
});

test("every test that it names is there, with the title that it gives", () => {
  const named = rows.flatMap(([, , , shown = ""]) =>
    [...shown.matchAll(/`([\w./-]+)`(?: "([^"]+)")?/g)].map(([, file = "", title]) => ({ file: `test/${file}`, title })),
  );
  expect(named.length).toBeGreaterThan(45);
  expect(named.filter(({ file }) => !existsSync(join(root, file))).map(({ file }) => file)).toEqual([]);
  expect(named.filter(({ file, title }) => title !== undefined && !read(file).includes(title))).toEqual([]);
});

test("every setting that it names can be set", () => {
  const schema = read("src/config/schema.ts");
  const settings = rows.flatMap(([, , setting = ""]) =>
    [...setting.matchAll(/`((?:auth|dialect|rate|retry)\.[a-z_]+)/g)].map(([, name = ""]) => name),
  );
  expect(settings.length).toBeGreaterThan(10);
  for (const name of settings) expect(schema, `for ${name}`).toContain(`${name.split(".")[1]}:`);
});
