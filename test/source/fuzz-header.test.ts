import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { foldName } from "../../src/domain/names.ts";
import { FileProblem } from "../../src/domain/problem.ts";
import { readOrRefuse, AUTO, runs, seed, temporaryFolder } from "./reading.ts";

const path = join(temporaryFolder(), "fuzz.csv");

const base = fc.constantFrom(
  "Key",
  "Name",
  "Team",
  "Größe",
  "Straße",
  "STRASSE",
  "Ω",
  "Σίσυφος",
  "İd",
  "ıd",
  "é",
  "a b",
  "a\u00a0b",
  "Key\u200b",
  "\u200bKey",
  "Na\u00adme",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "length",
  "0",
  "-1",
  "null",
  "true",
  "a,b",
  'a"b',
  "a\nb",
  "Name (2)",
  "名前",
  "😀",
);
const name = fc
  .oneof(
    base,
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 4 })
      .filter((text) => text.isWellFormed() && /\S/.test(text) && !/[\p{Cc}.{}]/u.test(text)),
  )
  .chain((text) =>
    fc.constantFrom(text, text.toUpperCase(), text.toLowerCase(), text.normalize("NFD"), ` ${text}`, `${text}\u00a0 `, `\uFEFF${text}`),
  );

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const user = ["username", "first_name", "last_name", "email"];

test(
  "for any columns and any header, a mapping gets the right columns, or the file is refused",
  async () => {
    let bound = 0;
    const wanted = fc.uniqueArray(name, { minLength: 5, maxLength: 5, selector: foldName });
    const header = fc.array(name, { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(wanted, header, fc.boolean(), fc.infiniteStream(fc.nat()), async (columns, others, all, order) => {
      const names = [...(all ? columns : columns.slice(1)), ...others]
        .map((text) => ({ text, by: order.next().value ?? 0 }))
        .toSorted((a, b) => a.by - b.by)
        .map(({ text }) => text);
      const [key = "", ...fields] = columns.map((column) => JSON.stringify(column));
      const mapping = compileMapping(
        `key: ${key}\nuser:\n${user.map((field, n) => `  ${field}: { column: ${fields[n]} }`).join("\n")}\n`,
        "m.yaml",
      );
      const cells = names.map((_, place) => `cell-${place}@x.example`);
      const read = await readOrRefuse(path, `${names.map(quoted).join(",")}\n${cells.join(",")}\n`, AUTO);
      if (read instanceof FileProblem) throw read;
      const fitting = (column: string): number[] => names.flatMap((other, place) => (foldName(other) === foldName(column) ? [place] : []));
      const plain = (text: string): string => text.trim().normalize("NFC");
      const right = (column: string): number[] => {
        const exact = fitting(column).filter((place) => plain(names[place] ?? "") === plain(column));
        return exact.length > 0 ? exact : fitting(column);
      };
      let places: number[];
      try {
        places = mapping.bind(read.source.header, "f.csv");
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        // Refused only if one is missing or ambiguous.
        expect(columns.some((column) => right(column).length !== 1)).toBe(true);
        return;
      }
      bound += 1;
      for (const [n, column] of mapping.columns.entries()) expect(right(column)).toEqual([places[n]]);
      const mapped = mapping.map(
        2,
        places.map((place) => read.rows[0]?.cells[place]),
      );
      if (!("person" in mapped)) throw new Error(JSON.stringify(mapped));
      const { person } = mapped;
      const given = [person.key, ...user.map((field) => person.user[field])];
      expect(given).toEqual(columns.map((column) => `cell-${right(column)[0]}@x.example`));
    });
    await fc.assert(property, { numRuns: runs(400), ...seed(6) });
    expect(bound).toBeGreaterThan(50);
  },
  300_000 + runs(0) * 30,
);
