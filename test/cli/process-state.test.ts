import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

/** Programs of their own: the command line's entry, child processes and build scripts. */
const ENTRY_POINTS = ["cli/bin.js", "cli/build-openapi.ts", "cli/build-schemas.ts", "cli/build-template.ts", "source/xlsx-reader.ts"];

/** Values that outlive a call, each with the reason why no call can see another one's data in it. */
const OUTLIVES_A_CALL: Record<string, string> = {
  "authoring/content.ts known": "keyed by the statistics of one call",
  "console/access/passwords.ts turn": "limits the memory of all sign-ins of the process; holds no data",
  "console/access/rights.ts PERSONS_ONLY": "a constant table",
  "console/assets/assets.ts named": "a constant table",
  "console/assets/assets.ts servedAssets": "a constant table",
  "mapping/expression/read.ts language": "the language itself, which nothing changes",
  "model/span.ts activeSpan": "AsyncLocalStorage: bound to the call",
  "model/span.ts here": "AsyncLocalStorage: bound to the call",
  "model/telemetry.ts ofCall": "AsyncLocalStorage: bound to the call",
  "review/workbook-words.ts decisions": "a constant table",
  "review/workbook-words.ts headings": "a constant table",
  "run/connect.ts budgets": "keyed by the open state of one call",
  "run/decide-rows.ts noExceptions": "empty, and nothing adds to it",
  "sandbox/page/style.ts style": "a constant text",
  "source/xlsx-cell.ts kinds": "in a child process only; what a number format means never changes",
  "source/xlsx-parts.ts UNWRITTEN": "a constant table",
  "store/audit.ts tails": "keyed by the journal of one open state",
  "store/audit.ts unsaved": "keyed by the journal of one open state",
  "store/keys.ts rings": "keyed by the open database of one call",
  "store/lock.ts held": "keeps open locks from garbage collection; nothing reads it",
};

const OF_THE_PROCESS =
  /\bprocess\s*\.\s*(env|cwd|argv|std\w+|exit\w*|on|once|off|addListener|kill|abort|chdir|umask)\b|\bfrom "(node:)?process"/;

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.[jt]s$/.test(file) && !ENTRY_POINTS.includes(file))
  .sort();

function lines(file: string): string[] {
  return readFileSync(join(src, file), "utf8").split("\n");
}

test("only entry points read the environment, the working directory, arguments and streams of the process, or end it", () => {
  const found = files.flatMap((file) =>
    lines(file).flatMap((line, i) => (OF_THE_PROCESS.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
  expect(ENTRY_POINTS.filter((entry) => !existsSync(join(src, entry)))).toEqual([]);
});

test("no console is written to but that of the call", () => {
  const found = files.flatMap((file) =>
    lines(file).flatMap((line, i) => (/(?<![\w.])console\.\w+\(/.test(line) ? [`${file}:${i + 1}`] : [])),
  );
  // The script of the console's pages runs in a browser.
  expect(found.filter((place) => !place.startsWith("console/assets/"))).toEqual([]);
});

test("nothing at the top of a module changes, but for what is listed with its reason", () => {
  const changing =
    /^(?:export )?(?:let|var) (\w+)|^(?:export )?const (\w+)(?::[^=]+)? = new (?!RegExp|URL|Set\(\[|Map\(\[|Uint8Array|Map<[^(]*>\(\w)[A-Z]\w*/;
  const found = files.flatMap((file) =>
    lines(file).flatMap((line) => {
      const match = changing.exec(line);
      return match === null ? [] : [`${file} ${match[1] ?? match[2] ?? ""}`];
    }),
  );
  expect(found.toSorted()).toEqual(Object.keys(OUTLIVES_A_CALL));
});

test("the channels, timers and globals of the process are not patched", () => {
  const found = files.flatMap((file) =>
    lines(file).flatMap((line, i) =>
      /globalThis\.\w+ =|diagnostics_channel|\.prototype\.\w+ =|(trace|context|propagation)\.(setGlobal|disable)|provider\.register/.test(
        line,
      )
        ? [`${file}:${i + 1}`]
        : [],
    ),
  );
  expect(found).toEqual([]);
});
