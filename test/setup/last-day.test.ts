import { describe, expect, test } from "vitest";
import type { Asker } from "../../src/setup/terminal/ask.ts";
import type { Question } from "../../src/setup/decide/draft.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { datesToday } from "../../src/plan/dates.ts";
import { refusal, start, table } from "./helpers.ts";

const GERMAN = { Austrittsdatum: ["", "31.12.2019", "31.12.2999", ""] };

/** Answers with the suggestion, or with what is given for a question. */
function answering(given: Readonly<Record<string, string>>): { asker: Asker; asked: Question[] } {
  const asked: Question[] = [];
  const ask = async (question: Question): Promise<string> => {
    asked.push(question);
    return given[question.id] ?? question.suggestion ?? "-";
  };
  return { asker: { ask }, asked };
}

describe("an export with only a leaving date", () => {
  test("asks who has left, and writes `until` without a status", async () => {
    const { asker, asked } = answering({});
    const made = await start(table(GERMAN), {}, asker);
    const question = asked.find(({ id }) => id === "use.active");
    expect(question).toMatchObject({ needed: true, suggestion: "Austrittsdatum" });
    expect(question && englishText(question.ask)).toContain("“Austrittsdatum” has leaving dates: people whose day has passed have left.");
    expect(question?.options.map(({ value }) => value)).toEqual(expect.arrayContaining(["Austrittsdatum", "-"]));
    expect(made.active).toEqual({ column: null, values: {}, unknown: [], until: { column: "Austrittsdatum", date: "dd.MM.yyyy" } });
    const statuses = [1, 2, 3, 4].map((row) => datesToday(made.person(row), "2026-06-15").active);
    expect(statuses).toEqual([true, false, true, true]);
    expect(made.jobText).toMatch(/^timezone: Europe\/Berlin /m);
    expect(made.summary.map(englishText)).toContain("active: the last day in “Austrittsdatum” (dd.MM.yyyy)");
  });

  test("is used with --yes and with --use, and refused without an answer", async () => {
    expect((await start(table(GERMAN), { yes: true })).active?.until?.column).toBe("Austrittsdatum");
    const header = table({ ...GERMAN, Active: ["", "", "", ""] });
    expect((await start(header, { use: ["until=Austrittsdatum"] })).active).toMatchObject({ column: null, until: { date: "dd.MM.yyyy" } });
    expect((await start(table(GERMAN), { use: ["active=Austrittsdatum"] })).active?.until?.column).toBe("Austrittsdatum");
    expect(await refusal(start(header))).toContain("--use active=COLUMN");
  });

  test("asks for the format if the dates can be read in two ways, or if nobody has left yet", async () => {
    const unclear = { "Termination Date": ["05/04/2020", "", "", ""] };
    const use = ["active=Termination Date"];
    const refused = await refusal(start(table(unclear), { use }));
    expect(refused).toContain("--date-format FORMAT: How are the dates in “Termination Date” written?");
    expect((await start(table(unclear), { use, dateFormat: "MM/dd/yyyy" })).active?.until?.date).toBe("MM/dd/yyyy");
    const blank = { "Termination Date": ["", "", "", ""] };
    expect(await refusal(start(table(blank), { use }))).toContain("--date-format FORMAT");
    const { asker } = answering({ last_day_format: "yyyy-MM-dd" });
    const made = await start(table(blank), {}, asker);
    expect(made.active?.until).toEqual({ column: "Termination Date", date: "yyyy-MM-dd" });
  });
});

describe("a leaving date beside a status", () => {
  const both = { Status: ["Active", "Active", "Terminated", "Active"], ...GERMAN };

  test("stays a comment, unless it is chosen", async () => {
    const { asker, asked } = answering({});
    const made = await start(table(both), {}, asker);
    expect(asked.find(({ id }) => id === "use.until")).toMatchObject({ needed: false, suggestion: "-" });
    expect(made.mappingText).toContain("# until: { column: Austrittsdatum");
    expect(made.active).toMatchObject({ column: "Status", until: null });
  });

  test("decides too with --use until", async () => {
    const made = await start(table(both), { use: ["until=Austrittsdatum"] });
    const statuses = [1, 2, 3, 4].map((row) => datesToday(made.person(row), "2026-06-15").active);
    expect(statuses).toEqual([true, false, false, true]);
    expect(made.mappingText).not.toContain("# until:");
    expect(made.summary.map(englishText)).toContain("active: “Status” and the last day in “Austrittsdatum” (dd.MM.yyyy)");
  });
});
