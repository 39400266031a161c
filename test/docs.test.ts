import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { commandsPage } from "../src/cli/commands-page.ts";
import { buildProgram } from "../src/cli/program.ts";
import { loadJob } from "../src/config/job.ts";
import { loadMapping } from "../src/mapping/load.ts";
import { testCall } from "./helpers/io.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const pages = ["README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md", ...filesBelow("docs", /\.md$/)];

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file));
}

/** Where a code stands in the source, as the text between the places where it may: calls, objects, SQL. */
const places: readonly RegExp[] = [
  // An object's code; a comparison inside of a choice is no code.
  /\bcode:\s*([^,;}\n]*)/g,
  /\b(?:FileProblem|Interrupted|unusable|rule|held)\(([^,`]*)/g,
  /\breport\(\s*("licences_\w+")/g,
  /\b(?:doubt\(\s*\w+|fail\(\w+,\s*\w+|(?:note|reject)\(\s*\w+),([^,`]*)/g,
  /\bunknown\(([^,`]*),/g,
  /\b(?:REMOVAL_CODE|USERNAME_RING|NAME_NOT_FREED)\s*=([^;]*)/g,
  // The beginnings of files that are no CSV: bytes, code, words.
  /Buffer\.from\([^)]*\),\s*("\w+")/g,
  // What holds a run.
  /\blimit:\s*("\w+")/g,
  /\bcheck\(\s*("\w+")/g,
];
const inSql: readonly RegExp[] = [/code = ('\w+')/g, /s\.key, ('\w+'),/g, /(`shared_\$\{field\}`)/g];
/** Codes of zod's own issues, which no person meets. */
const notOurs = new Set(["custom", "code"]);

function codesOfSource(): Set<string> {
  const codes = new Set(["configuration", "usage"]);
  for (const file of filesBelow("src", /\.ts$/).filter((name) => !/^src.(sandbox|learning-service.contract.openapi)/.test(name))) {
    const text = read(file);
    for (const place of [...places, ...inSql]) {
      for (const match of text.matchAll(place)) {
        const values = (match[1] ?? "").replaceAll(/[!=]==\s*"\w+"/g, "").replace("`shared_${field}`", '"shared_username" "shared_email"');
        for (const [, code = ""] of values.matchAll(/["']([a-z][a-z_0-9]*)["']/g)) if (!notOurs.has(code)) codes.add(code);
      }
    }
  }
  return codes;
}

describe("docs/reference/errors.md", () => {
  const documented = [...read("docs/reference/errors.md").matchAll(/^\|`([a-z][a-z_0-9]*)`/gm)].map((match) => match[1] ?? "");

  test("has one row for each code in a section", () => {
    for (const section of read("docs/reference/errors.md").split(/^## /m)) {
      const codes = [...section.matchAll(/^\|(`[a-z][a-z_0-9]*`|\d+)\|/gm)].map((match) => match[1] ?? "");
      expect(codes).toEqual([...new Set(codes)]);
    }
  });

  test("explains every code that the source can produce", () => {
    const known = new Set(documented);
    const codes = [...codesOfSource()].sort();
    expect(codes.length).toBeGreaterThan(60);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
  });

  test("explains no code that the source cannot produce", () => {
    const codes = codesOfSource();
    expect(documented.filter((code) => !codes.has(code))).toEqual([]);
  });
});

describe("Rejected rows in docs/reference/errors.md", () => {
  const rowsOf = (page: string): string[] => {
    const section = read(page).split(/^## Rejected rows/m)[1] ?? "";
    return [...(section.split(/^## /m)[0] ?? "").matchAll(/^\| ?`([a-z][a-z_0-9]*)`/gm)].map((match) => match[1] ?? "").sort();
  };
  /** Where a row is rejected for its own cells, for its line, beside other rows, or by the plan. */
  const rejections: readonly [file: RegExp, place: RegExp][] = [
    [/^src.mapping.(row|values.unique|attribute)\.ts$/, /\b(?:code:|reject\([^"]*?,|fail\(value, cells, report,)\s*"(\w+)"/g],
    [/^src.source.(rows|row-issues|join|xlsx.table)\.ts$/, /\bcode: "(\w+)", fact/g],
    [/^src.source.row-issues\.ts$/, /\bcode: "(\w+)"/g],
    [/^src.store.runs.(staging|settle-keys)\.ts$/, /(?:s\.key|\$\{column\}), '(\w+)'|= \{ code: "(\w+)" \}|`(shared_)\$\{field\}`/g],
    [/^src.plan.decide\.ts$/, /result\("rejected", \{ code: "(\w+)"/g],
    [/^src.pipeline.plan.decide-rows\.ts$/, /\?\? "(rejected)"/g],
  ];

  test("lists every reason for which the code rejects a row, and no other", () => {
    const found = rejections.flatMap(([name, place]) =>
      filesBelow("src", /\.ts$/)
        .filter((file) => name.test(file))
        .flatMap((file) => [...read(file).matchAll(place)].flatMap(([, ...codes]) => codes.filter((code) => code !== undefined))),
    );
    const codes = new Set(found.flatMap((code) => (code === "shared_" ? ["shared_username", "shared_email"] : [code])));
    expect(rowsOf("docs/reference/errors.md")).toEqual([...codes].sort());
  });
});

describe("docs/reference/environment.md", () => {
  /** Variables that Node and OpenTelemetry's SDK read. */
  const readByOthers = ["NODE_EXTRA_CA_CERTS", "OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES", "OTEL_EXPORTER_OTLP_TIMEOUT"];
  const reads: readonly RegExp[] = [
    /\benv(?:\[|, )"([A-Z][A-Z_]+)"/g,
    // A name that is passed on before it is read.
    /"((?:ROLLCALL|OTEL)_[A-Z_]*[A-Z]|(?:HTTPS?|NO)_PROXY)"/g,
  ];

  test("has every environment variable that the code reads once, and no other", () => {
    const names = filesBelow("src", /\.[jt]s$/).flatMap((file) =>
      reads.flatMap((place) => [...read(file).matchAll(place)].map(([, name = ""]) => name)),
    );
    expect(names.length).toBeGreaterThan(50);
    const rows = [...read("docs/reference/environment.md").matchAll(/^\| (`[A-Z][^|]*) \|/gm)];
    const documented = rows.flatMap(([, cell = ""]) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name));
    expect(documented.toSorted()).toEqual([...new Set([...names, ...readByOthers])].toSorted());
  });
});

describe("every page", () => {
  test.for(pages)("%s links to pages and files that exist", (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "").filter((link) => !/^(https?:|#)/.test(link));
    expect(links.filter((link) => !existsSync(resolve(root, dirname(page), link.replace(/#.*/, ""))))).toEqual([]);
  });

  test.for(pages)("%s links to headings that exist", (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s]*#[^)\s]+)\)/g)]
      .map((match) => match[1] ?? "")
      .filter((link) => !link.startsWith("http"));
    const broken = links.filter((link) => {
      const [file = "", anchor = ""] = link.split("#");
      const target = file === "" ? page : relative(root, resolve(root, dirname(page), file));
      return existsSync(join(root, target)) && target.endsWith(".md") && !anchorsOf(read(target)).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  test.for(pages)("%s shows only commands and options that there are", (page) => {
    expect(commandsIn(read(page)).flatMap(wrongWith)).toEqual([]);
  });
});

describe("places in the code", () => {
  const exists = (path: string): boolean => ["", "src", "test"].some((folder) => existsSync(join(root, folder, path)));
  /** Returns the texts in backticks. The rows of the table of folders name folders within a folder. */
  const spans = (page: string): string[] =>
    [
      ...read(page)
        .replaceAll(/^\| `[\w/-]+` \|.*$/gm, "")
        .matchAll(/`([^`\n]+)`/g),
    ].map(([, span = ""]) => span);

  test.for(pages.filter((page) => page.startsWith("docs") || page === "CONTRIBUTING.md"))("that %s names exist", (page) => {
    const named = spans(page).filter((span) => /^[\w.-]+(\/[\w.-]+)+\.[jt]s$/.test(span));
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  test.for(["docs/internals/architecture.md", "docs/internals/promises.md", "CONTRIBUTING.md"])(
    "are folders that exist and patterns that match, in %s",
    (page) => {
      const folders = spans(page).filter((span) => /^[\w-]+(\/[\w-]+)*\/$/.test(span) && !/^(dist|coverage)\//.test(span));
      expect(folders.length).toBeGreaterThan(5);
      expect(folders.filter((path) => !exists(path))).toEqual([]);
      const patterns = spans(page).filter((span) => /^[\w{},/*-]+\.test\.ts$/.test(span) && /[*{]/.test(span));
      expect(patterns.filter((pattern) => globSync(join(root, "test", pattern)).length === 0)).toEqual([]);
    },
  );

  test("of the guards have a test of that name", () => {
    const rows = [...read("docs/internals/promises.md").matchAll(/^\| .+ \| (`[^|]+`) \| (`[^|]+`) \|$/gm)];
    const tests = rows.flatMap(([, , cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => `${name}.test.ts`));
    expect(tests.length).toBeGreaterThan(10);
    expect(tests.filter((path) => !exists(path))).toEqual([]);
  });

  test("of the way of one row declare the functions named", () => {
    const stops = [...read("docs/internals/architecture.md").matchAll(/^\| \d+ \|.*?`(\w+)` in `([\w./-]+)`/gm)];
    expect(stops).toHaveLength(10);
    const declares = (file: string, name: string): boolean =>
      new RegExp(`^export (async )?function ${name}\\b`, "m").test(read(`src/${file}`));
    expect(stops.filter(([, name = "", file = ""]) => !declares(file, name)).map(([stop]) => stop)).toEqual([]);
  });
});

function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? "");
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Calls of `rollcall` in code, each as the words after it. */
function commandsIn(markdown: string): string[][] {
  const blocks = [...markdown.matchAll(/```(?:sh|console|bash)\n([\s\S]*?)```/g)].flatMap((match) => (match[1] ?? "").split("\n"));
  const spans = [...markdown.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`((?:npx )?rollcall [^`]+)`/g)].map((match) => match[1] ?? "");
  return [...blocks, ...spans]
    .map((line) => /^(?:\$ )?(?:.*\s)?(?:npx )?rollcall ([^#|>&]*)/.exec(line)?.[1])
    .filter((rest) => rest !== undefined)
    .map((rest) =>
      rest
        .replaceAll(/"[^"]*"|'[^']*'/g, "TEXT")
        .trim()
        .split(/\s+/),
    );
}

const program = await buildProgram(testCall(process.cwd()));

test("docs/reference/commands.md is as the commands are now (else: npm run commands)", () => {
  expect(read("docs/reference/commands.md") === commandsPage(program), "stale: run `npm run commands`").toBe(true);
});

function wrongWith(words: readonly string[]): string[] {
  let command: Command = program;
  let rest = [...words];
  for (;;) {
    const next = command.commands.find((one) => one.name() === rest[0]);
    if (next === undefined) break;
    command = next;
    rest = rest.slice(1);
  }
  const call = `rollcall ${words.join(" ")}`;
  // `rollcall runs list|show` names several at once; a word in capitals or … stands for something.
  const alternatives = (rest[0] ?? "").split("|");
  if (alternatives.length > 1) return alternatives.flatMap((one) => wrongWith([...words.slice(0, words.length - rest.length), one]));
  if (command.commands.length > 0 && rest[0] !== undefined && !rest[0].startsWith("-") && !/^(…|[A-Z]+)$/.test(rest[0]))
    return [`${call}: no such command`];
  if (command.parent === null && rest[0]?.startsWith("-") !== true && rest[0] !== "…") return [`${call}: no such command`];
  const known = new Set([...command.options.flatMap((option) => [option.long, option.short]), "--help", "--version"]);
  return rest.filter((word) => word.startsWith("-") && !known.has(word)).map((word) => `${call}: no option ${word}`);
}

describe("YAML", () => {
  const blocks = pages.flatMap((page) =>
    [...read(page).matchAll(/```yaml\n([\s\S]*?)```/g)].map((match, i) => [`${page}, block ${i + 1}`, match[1] ?? ""] as const),
  );
  const worked = ["docker-compose.yml", ...filesBelow("jobs", /\.yaml$/), ...filesBelow("mappings", /\.yaml$/)].map(
    (file) => [file, read(file)] as const,
  );

  test.for([...blocks, ...worked])("of %s can be read", ([, text]) => {
    expect(parse(text)).toBeTypeOf("object");
  });

  test.for(filesBelow("jobs", /\.yaml$/))("%s runs as it is, with its mapping", async (file) => {
    const hr = { HR_HOST: "hr.example.com", HR_TENANT: "x", HR_KEY: "x", HR_USER: "x", HR_PASSWORD: "x" };
    const env = { LMS_URL: "https://learning.example.com", LMS_REFRESH_TOKEN: "x", ...hr };
    const { job } = await loadJob(join(root, file), { cwd: root, env });
    expect((await loadMapping(job.mapping, "/")).columns.length).toBeGreaterThan(0);
  });
});

test(".ci/run runs the test command of the README and can be executed", () => {
  const command = /^npm ci && npm test$/m;
  expect(read("README.md")).toMatch(command);
  expect(read(".ci/run")).toMatch(command);
  expect(execFileSync("sh", ["-c", 'test -x "$1" && bash -n "$1"', "sh", join(root, ".ci/run")]).toString()).toBe("");
});
