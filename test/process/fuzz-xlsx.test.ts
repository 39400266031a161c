import { unzipSync, zipSync } from "fflate";
import fc from "fast-check";
import { expect, test } from "vitest";
import { messageOf } from "../helpers/problems.ts";
import { FileProblem } from "../../src/domain/problem.ts";
import { openXlsx } from "../../src/source/xlsx/xlsx.ts";
import { runs, seed } from "../source/reading.ts";
import { bookOf, ended, fileOf, type Value } from "../source/workbooks.ts";

const people: Value[][] = [
  ["Key", "Name", "Born"],
  ...Array.from({ length: 30 }, (_, n): Value[] => [`k${n}`, `Name ${n}`, { t: "n", v: 36_526 + n, z: "dd/mm/yyyy" }]),
];
const books = (["xlsx", "xlsb", "biff8", "ods"] as const).map((as) => ({ as, bytes: bookOf({ People: people }, { as }) }));

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.constantFrom(0, 1, 1, 4, 100, 1e9),
  put: fc.uint8Array({ maxLength: 4 }),
});

interface Change {
  at: number;
  cut: number;
  put: Uint8Array;
}

function changed(bytes: Uint8Array, { at, cut, put }: Change): Uint8Array {
  const from = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)]);
}

/** Inside the archive, whose checksums would otherwise catch the change. */
function changedWithin(book: Uint8Array, which: number, what: Change): Uint8Array {
  const parts = unzipSync(book);
  const names = Object.keys(parts);
  const name = names[which % names.length] ?? "";
  return zipSync({ ...parts, [name]: changed(parts[name] ?? new Uint8Array(), what) });
}

test(
  "a broken workbook of any format is refused with a message or its table is read, and nothing hangs",
  async () => {
    const property = fc.asyncProperty(fc.nat(3), fc.nat(20), fc.boolean(), change, async (format, which, within, what) => {
      const { as, bytes } = books[format] ?? { as: "xlsx", bytes: Buffer.alloc(0) };
      const broken = within && as !== "biff8" ? changedWithin(bytes, which, what) : changed(bytes, what);
      if (broken.length === 0) return;
      const file = fileOf(broken, "people.xlsx");
      try {
        const source = await openXlsx(file, { sheet: null, headerRow: null }, [], { limits: { memory: 200, unpacked: 1e8, wait: 30_000 } });
        for await (const batch of source.rows()) for (const { cells } of batch) expect(cells).toHaveLength(source.header.length);
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        expect(messageOf(error)).toMatch(/: .*; nothing was changed$/s);
      }
    });
    await fc.assert(property, { numRuns: runs(30), ...seed(7) });
    await ended();
  },
  600_000 + runs(0) * 1000,
);
