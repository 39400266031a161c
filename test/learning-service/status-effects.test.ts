import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isServiceTrouble, meaningOf, type Meaning } from "../../src/apply/answer.ts";
import { problemOfAnswer } from "../../src/learning-service/errors/errors.ts";

const context = {
  endpoint: "GET /subscriptions",
  hidden: new Map<string, string>(),
  sentHeaders: new Map<string, string>(),
  redirects: false,
};
const problemOf = (status: number) => problemOfAnswer({ status, headers: {}, text: "" }, context);

/** The cells of docs/internals/architecture.md, as outcomes. */
const OUTCOMES: readonly [RegExp, Meaning][] = [
  [/^failed/, "failed"],
  [/^unconfirmed/, "uncertain"],
  [/^all operations wait/, "wait"],
  [/^retry/, "retry"],
  [/^refreshes the token/, "stop"],
];
const outcomeOf = (cell: string): Meaning | undefined => OUTCOMES.find(([pattern]) => pattern.test(cell))?.[1];

const rows = readFileSync("docs/internals/architecture.md", "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap(([, answer = "", create = "", rest = ""]) =>
    [...answer.matchAll(/\b([3-5]\d\d|3xx)\b/g)].map(([status]) => [Number(status.replace("3xx", "302")), create, rest] as const),
  )
  .filter(([status, create]) => status !== 412 || create === "failed, with the service's code and message");

describe("docs/internals/architecture.md says what each status means", () => {
  test("has a row for every status with a rule, and for all others", () => {
    expect(rows.map(([status]) => status).sort((a, b) => a - b)).toEqual([
      302, 400, 401, 403, 404, 408, 409, 412, 418, 422, 429, 500, 502, 503, 504, 512,
    ]);
  });

  test.for(rows)("%i", ([status, create, rest]) => {
    expect(meaningOf("create", problemOf(status))).toBe(outcomeOf(create));
    expect(meaningOf("update", problemOf(status))).toBe(outcomeOf(rest.startsWith("same") ? create : rest));
  });
});

test("a status that can be sent again, or that needs a person, is trouble of the service", () => {
  const trouble = [400, 401, 404, 408, 418, 422, 429, 500, 503, 512, 599].filter((status) => isServiceTrouble(problemOf(status)));
  expect(trouble).toEqual([401, 408, 429, 500, 503, 599]);
});

test("docs/reference/errors.md marks the codes that are sent again", () => {
  const sources = globSync("src/learning-service/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const always = sources.flatMap((text) => [...text.matchAll(/code: "(\w+)",(?:(?!code:)[^}])*?retryable: true/g)].map(([, code]) => code));
  const byStatus = [400, 401, 403, 404, 408, 409, 412, 422, 429, 500, 502, 503, 504, 512].map(problemOf);
  const retried = new Set([...byStatus.filter(({ retryable }) => retryable).map(({ code }) => code), ...always]);
  // Retried only if the body is not JSON at all; a stopped call is not an error of the service.
  for (const code of ["answer_unreadable", "stopped"]) expect(retried.delete(code)).toBe(true);
  const marked = [...readFileSync("docs/reference/errors.md", "utf8").matchAll(/^\|`(\w+)`\|↻/gm)].map(([, code]) => code);
  expect(new Set(marked)).toEqual(retried);
});
