import { englishText } from "../../../src/reporting/fact-text.ts";
import { describe, expect, test } from "vitest";
import { openSource } from "../../../src/source/open.ts";
import type { SourceRow } from "../../../src/domain/record.ts";
import { fileOf, refusalOf } from "../workbooks.ts";
import type { Hostile } from "./inputs.ts";

/** Adds a test for each input: it is refused with exactly this message, or exactly these rows are read. */
export function expectEach(inputs: readonly Hostile[], usualName: string): void {
  const named = (those: readonly Hostile[]) => those.map((hostile) => [hostile.what, hostile] as const);
  describe("refuses a file", () => {
    test.each(named(inputs.filter(({ refused }) => refused !== undefined)))("%s", async (_, hostile) => {
      const file = written(hostile, usualName);
      const [code, message, next] = hostile.refused ?? [];
      expect(await refusalOf(read(hostile, file), file)).toEqual({ code, message, next });
    });
  });
  describe("reads a file", () => {
    test.each(named(inputs.filter(({ refused }) => refused === undefined)))("%s", async (_, hostile) => {
      const { header, rows } = await read(hostile, written(hostile, usualName));
      if (hostile.header !== undefined) expect(header).toEqual(hostile.header);
      expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual(hostile.read);
      const rejected = rows.flatMap(({ row, problem }) => (problem === undefined ? [] : [[row, problem.code, englishText(problem.fact)]]));
      expect(rejected).toEqual(hostile.rejected ?? []);
    });
  });
}

function written({ content, name }: Hostile, usualName: string): string {
  return fileOf(typeof content === "function" ? content() : content, name ?? usualName);
}

async function read({ form }: Hostile, file: string): Promise<{ header: string[]; rows: SourceRow[] }> {
  const source = await openSource(file, { csv: { delimiter: null, encoding: null }, ...form }, []);
  const rows: SourceRow[] = [];
  for await (const batch of source.rows(2)) rows.push(...batch);
  return { header: source.header, rows };
}
