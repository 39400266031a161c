import { describe, expect, test } from "vitest";
import { openXlsx } from "../../src/source/xlsx/xlsx.ts";
import { bookOf, ended, fileOf } from "./workbooks.ts";

describe("the process that reads a workbook", () => {
  const many = bookOf({ People: [["Key", "Name"], ...Array.from({ length: 30_000 }, (_, index) => [`k${index}`, `Name ${index}`])] });

  test("returns the rows in order, in batches of the requested size", async () => {
    const source = await openXlsx(fileOf(many), { sheet: null, headerRow: null }, []);
    expect(source.bytesRead()).toBe(0);
    expect(() => source.sha256()).toThrow("only after the last row");
    const sizes: number[] = [];
    let next = 2;
    for await (const batch of source.rows(9000)) {
      sizes.push(batch.length);
      expect(source.bytesRead()).toBeGreaterThan(0);
      for (const { row, cells } of batch) expect([row, cells[0]]).toEqual([next, `k${next++ - 2}`]);
    }
    expect(sizes).toEqual([9000, 9000, 9000, 3000]);
    expect(source.bytesRead()).toBe(source.bytes);
    expect(source.sha256()).toMatch(/^[0-9a-f]{64}$/);
    await ended();
  });

  test("exits if the rows are not read to the end, or not at all", async () => {
    const source = await openXlsx(fileOf(many), { sheet: null, headerRow: null }, []);
    for await (const _ of source.rows(10)) break;
    const other = await openXlsx(fileOf(many), { sheet: null, headerRow: null }, []);
    await other.close();
    await ended();
  });
});
