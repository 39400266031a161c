import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { englishText } from "../../src/reporting/fact-text.ts";
import { terminalAsker, type Asker } from "../../src/setup/terminal/ask.ts";
import type { Question } from "../../src/setup/decide/draft.ts";
import { refusal, start, table } from "./helpers.ts";

const ENTER = "\r";
const DOWN = "\u001b[B";
const UP = "\u001b[A";
const ESCAPE = "\u001b";

/** Simulates a terminal user: types the keys for each question once it is shown. */
function terminal(answers: readonly (readonly [question: string, keys: readonly string[]])[]): {
  asker: Asker;

  left(): number;
} {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 300, rows: 60 });
  const waiting = [...answers];
  let fresh = "";
  output.on("data", (chunk: Buffer) => {
    fresh += stripVTControlCharacters(chunk.toString("utf8"));
    const next = waiting[0];
    if (next === undefined || !fresh.includes(next[0])) return;
    waiting.shift();
    fresh = "";
    // One key at a time, because the prompt redraws in between.
    for (const [index, key] of next[1].entries()) setTimeout(() => input.write(key), 20 * (index + 1));
  });
  return { asker: terminalAsker(input, output, englishText), left: () => waiting.length };
}

test("asks on a terminal what the file doesn't show, one question at a time", async () => {
  const rows = table({
    "Personnel Number": ["a", "b", "c", "d"],
    "Birth Date": ["05/04/1990", "06/07/1991", "02/12/1980", "01/01/1970"],
    Status: ["Active", "Active", "Terminated", "Dormant"],
    Department: ["Sales", "Sales", "IT", "IT"],
    "Work Phone": ["612345678", "612345679", "", ""],
  });
  const { asker, left } = terminal([
    ["could each be the key", [DOWN, ENTER]],
    // “I don't know” is the default.
    ["“Status” is “Dormant” in 1 row", [UP, ENTER]],
    ["How are the dates in “Birth Date” written?", [DOWN, ENTER]],
    ["Which country are the numbers", [..."ES", ENTER]],
    ["Group of the learning service that contains HR's groups", [..."/Staff", ENTER]],
    ["Which groups may Rollcall remove people from", [DOWN, ENTER]],
  ]);
  const made = await start(rows, {}, asker);
  expect(left()).toBe(0);
  expect(made.key).toBe("Personnel Number");
  const [ana, , , di] = [1, 2, 3, 4].map((row) => made.person(row));
  expect(ana?.user).toMatchObject({ date_of_birth: "1990-05-04", phone_number: "+34612345678" });
  expect(di?.active).toBe(false);
  expect(made.compiled.authority).toEqual(["HR/Staff/**"]);
});

test("skipping an optional question leaves its field out, and a required one repeats until answered", async () => {
  const rows = table({ "Birth Date": ["05/04/1990", "06/07/1991", "02/12/1980", "01/01/1970"] }).map((row) =>
    row.filter((_, i) => i !== 3),
  );
  const { asker, left } = terminal([
    ["Which columns form the address?", [ENTER]],
    ["This needs an answer.", [..."{Employee ID}@x.example", ENTER]],
    ["Which column shows who has left?", [ENTER]],
    ["How are the dates", [DOWN, DOWN, ENTER]],
  ]);
  const made = await start(rows, {}, asker);
  expect(left()).toBe(0);
  expect(made.person(1).user["email"]).toBe("001@x.example");
  expect(made.fields["date_of_birth"]).toBeUndefined();
});

test("skipping the question about an unknown status leaves it out", async () => {
  const { asker, left } = terminal([["“Status” is “Dormant” in 1 row", [ENTER]]]);
  const made = await start(table({ Status: ["Active", "Active", "Terminated", "Dormant"] }), {}, asker);
  expect(left()).toBe(0);
  expect(made.person(4).active).toBe("unknown");
});

test("that nobody has left is not preselected if a column is named like a status", async () => {
  const preselected = async (more: Record<string, readonly string[]>): Promise<string | undefined> => {
    const asked: Question[] = [];
    const asker: Asker = {
      ask: async (question) => {
        asked.push(question);
        return question.suggestion ?? question.options[0]?.value ?? "-";
      },
    };
    await start(table({ Department: ["Sales", "Sales", "IT", "IT"], ...more }), {}, asker);
    return asked.find(({ id }) => id === "use.active")?.suggestion;
  };
  expect(await preselected({})).toBe("-");
  expect(await preselected({ Status: ["", "", "", ""] })).toBeUndefined();
});

test("canceling the questions writes no files", async () => {
  const { asker } = terminal([["could each be the key", [ESCAPE]]]);
  expect(await refusal(start(table({ "Personnel Number": ["a", "b", "c", "d"] }), {}, asker))).toContain("Cancelled. Nothing was changed.");
});
