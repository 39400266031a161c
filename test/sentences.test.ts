import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor, type Node } from "oxc-parser";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src/", import.meta.url));

/** Folders and files that have sentences: messages, the practice service, descriptions, help, log texts, and files that setup writes. */
const HAVE_SENTENCES =
  /^(reporting|sandbox|setup\/(languages|schema|write)|cli\/(demo|completion)|learning-service\/contract)\/|^cli\/(program|options|build-\w+|commands-page|commands\/service\/(help|command-names)|commands\/setup\/sandbox)\.ts|^observability\/(event-log|instruments)\.ts/;

/** Others that need sentences: errors of the client for developers, and what is said when nothing else works. */
const NEED_SENTENCES = ["learning-service/tokens/scope.ts", "cli/failure.ts", "cli/lost-output.ts"];

/** Calls whose texts are for developers, help of a command, log texts or SQL. */
const CALLS =
  /(^|\.)(super|description|option|requiredOption|argument|addHelpText|help|summary|withExamples|info|warn|error|debug|select|log\w*)$/;

/** Ids, names of a protocol and of a library's error that have several words. */
const NAMES = ["set up jobs", "openid profile email", "name of the key", "tokens at rest", "Unexpected end of data"];

/** Three words one after another in a text that is no statement of SQL. */
const WORDS = /(?<![\w-])[A-Za-z][a-z'’]+ +[a-z'’]+ +[a-z]+/;
const SQL = /^\s*(--|[A-Z]{2,} )|\b as \w+$/;
const COMMAND = /`[^`]*`|^rollcall\b.*/g;

/** Returns the texts of a file that are sentences, `file:line: text` each. */
function sentencesOf(file: string): string[] {
  const text = readFileSync(src + file, "utf8");
  const apart: [start: number, end: number][] = [];
  const found: [at: number, said: string][] = [];
  const skip = (node: Node): void => void apart.push([node.start, node.end]);
  const see = (node: Node, said: string): void => {
    const isApart = apart.some(([start, end]) => node.start >= start && node.end <= end);
    if (WORDS.test(said.replaceAll(COMMAND, "")) && !SQL.test(said) && !NAMES.includes(said) && !isApart) found.push([node.start, said]);
  };
  new Visitor({
    NewExpression: (node) => {
      if (/Error$|Fault$|NotSent$/.test(text.slice(node.callee.start, node.callee.end))) skip(node);
    },
    CallExpression: (node) => {
      if (CALLS.test(text.slice(node.callee.start, node.callee.end))) for (const argument of node.arguments) skip(argument);
    },
    TaggedTemplateExpression: skip,
    ArrayExpression: (node) => {
      if (/^\[\s*"(-|approve"|reject")/.test(text.slice(node.start, node.end))) skip(node);
    },
    ObjectExpression: (node) => {
      if (/\bdescription\b/.test(text.slice(node.start, node.end)) && file.startsWith("cli/")) skip(node);
    },
    Literal: (node) => {
      if (typeof node.value === "string") see(node, node.value);
    },
    TemplateLiteral: (node) => see(node, node.quasis.map(({ value }) => value.cooked ?? "").join("…")),
  }).visit(parseSync(file, text).program);
  return found.map(([at, said]) => `${file}:${text.slice(0, at).split("\n").length}: ${said.replaceAll(/\s+/g, " ").slice(0, 80)}`);
}

test("only messages, help, log texts and what setup writes are sentences", () => {
  const files = globSync("**/*.ts", { cwd: src }).map((file) => file.replaceAll("\\", "/"));
  expect(files.filter((file) => !HAVE_SENTENCES.test(file) && !NEED_SENTENCES.includes(file)).flatMap(sentencesOf)).toEqual([]);
});
