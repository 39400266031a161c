import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

/** Separate programs: the entry point of the command line, child processes and build scripts. */
const ENTRY_POINTS = [
  "cli/build-commands.ts",
  "cli/build-openapi.ts",
  "cli/build-schemas.ts",
  "cli/build-template.ts",
  "domain/process/end-with-parent.ts",
  "reporting/workbook/reader.ts",
  "source/xlsx/reader.ts",
];

/** Module-level values that outlive a call, each with the reason why no call can see another call's data in it. */
const OUTLIVES_A_CALL: Record<string, string> = {
  "actions/access/passwords.ts oneAtATime": "limits the memory of all sign-ins of the process; holds no data",
  "actions/access/rights.ts PERSONS_ONLY": "a constant table",
  "actions/input.ts options": "how the command line takes each field; filled while modules load",
  "console/live.ts finished": "marks streams that have ended; holds no data",
  "domain/http/private-addresses.ts LINK_LOCAL": "a constant table",
  "domain/http/private-addresses.ts PRIVATE": "a constant table",
  "domain/names.ts LOOK_ALIKES": "a constant table",
  "domain/telemetry/span.ts activeSpan": "AsyncLocalStorage: bound to the call",
  "domain/telemetry/span.ts here": "AsyncLocalStorage: bound to the call",
  "domain/telemetry/telemetry.ts ofCall": "AsyncLocalStorage: bound to the call",
  "mapping/expression/read.ts language": "the language itself, which never changes",
  "mapping/fields.ts ELSEWHERE": "a constant table",
  "pipeline/execute/young-objects.ts growing": "a setting of V8, which is the same for the whole process; holds no data",
  "pipeline/plan/decide-rows.ts noExceptions": "empty, and nothing adds to it",
  "reporting/html/assets/assets.ts servedAssets": "a constant table",
  "reporting/html/assets/assets.ts servedNames": "a constant table",
  "reporting/html/html.ts compacted": "a cache of constant templates, which depends on nothing else",
  "reporting/locales/formats.ts known": "a cache of formats by locale and time zone, which depends on nothing else",
  "reporting/locales/reader.ts readers": "AsyncLocalStorage: bound to the call",
  "reporting/locales/t.ts languages": "a cache of the files of messages, which never change",
  "reporting/workbook/known-words.ts decisions": "a constant table",
  "reporting/workbook/known-words.ts headings": "a constant table",
  "reporting/workbook/reader-process.ts inTurn": "limits the memory of all workbooks of the process; holds no data",
  "sandbox/page/style.ts style": "a constant text",
  "session/connect.ts budgets": "keyed by the open state of one call",
  "setup/sample/content.ts known": "keyed by the statistics of one call",
  "source/fetch/incoming.ts inUse": "folders of random names that reads of this process use",
  "source/xlsx/cell.ts kinds": "only in a child process; the meaning of a number format never changes",
  "source/xlsx/parts.ts UNWRITTEN": "a constant table",
  "state/database/session-queue.ts page": "marks the calls of pages; each has its own",
  "state/database/session-queue.ts pages": "the pages that are being made; each leaves after 3 s at the latest",
  "state/lock.ts held": "keeps open locks from garbage collection; nothing reads it",
  "store/audit/audit.ts unsaved": "keyed by the journal of one open state",
  "store/audit/audit.ts writers": "keyed by the journal of one open state",
  "store/portions/portion.ts decoded": "keyed by the database of one open state",
  "store/runs/operation-counts.ts counted": "keyed by the database of one open state",
  "store/sealing/keys.ts rings": "keyed by the open database of one call",
};

// Signal 0 only asks whether a process exists.
const OF_THE_PROCESS =
  /\bprocess\s*\.\s*(env|cwd|argv|std\w+|exit\w*|on|once|off|addListener|kill(?!\(pid, 0\))|abort|chdir|umask)\b|\bfrom "(node:)?process"/;

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.[jt]s$/.test(file) && !ENTRY_POINTS.includes(file))
  .sort();

function lines(file: string): string[] {
  return readFileSync(join(src, file), "utf8").split("\n");
}

test("only entry points use the environment, working directory, arguments and streams of the process, or end it", () => {
  const found = files.flatMap((file) =>
    lines(file).flatMap((line, i) => (OF_THE_PROCESS.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
  expect(ENTRY_POINTS.filter((entry) => !existsSync(join(src, entry)))).toEqual([]);
});

test("nothing writes to the global console", () => {
  const found = files.flatMap((file) =>
    lines(file).flatMap((line, i) => (/(?<![\w.])console\.\w+\(/.test(line) ? [`${file}:${i + 1}`] : [])),
  );
  // These scripts run in a browser.
  expect(found.filter((place) => !place.startsWith("reporting/html/assets/"))).toEqual([]);
});

test("no module has mutable top-level state, except for the listed values", () => {
  const changing =
    /^(?:export )?(?:let|var) (\w+)|^(?:export )?const (\w+)(?::[^=]+)? = (?:pLimit\(|new (?!RegExp|URL|Set\(\[|Map\(\[|Uint8Array|Map<[^(]*>\(\w)[A-Z]\w*)/;
  const found = files.flatMap((file) =>
    lines(file).flatMap((line) => {
      const match = changing.exec(line);
      return match === null ? [] : [`${file} ${match[1] ?? match[2] ?? ""}`];
    }),
  );
  expect(found.toSorted()).toEqual(Object.keys(OUTLIVES_A_CALL));
});

test("nothing patches globals, prototypes or diagnostics channels", () => {
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
