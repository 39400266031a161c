import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "../../src/reporting/csv.ts";

/** A cell that a spreadsheet program may take for a formula; some ignore blanks, quotes and invisible characters before it. */
const FORMULA = /^(?:["\s\u200b\u202e\u3164]|\u034f)*[=+\-@|＝＋－＠]/;

/** Splits CSV as a spreadsheet program with this list separator does. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    let cell = "";
    if (text[at] === '"') {
      const [quoted = ""] = /^"(?:[^"]|"")*"?/.exec(text.slice(at)) ?? [];
      cell = quoted.replace(/^"|"$/g, "").replaceAll('""', '"');
      at += quoted.length;
    }
    for (; at < text.length && text[at] !== separator && !"\r\n".includes(text[at] ?? ""); at += 1) cell += text[at];
    cells.push(cell);
  }
  return cells;
}

test.each([",", ";", "\t"])("no text becomes a formula in a program whose list separator is %j", (separator) => {
  const piece = fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    "＝",
    "－",
    " ",
    '"',
    "'",
    ",",
    ";",
    "\t",
    "\r",
    "\n",
    "a",
    "=1+1",
    "|",
    "\u00a0",
    "\u200b",
    "\u3164",
  );
  const text = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (row) => {
      const csv = toCsv([row], { bom: false });
      expect(cellsOf(csv, separator).filter((cell) => FORMULA.test(cell))).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  "\u00a0=1+1",
  "\u200b=1+1",
  "\ufeff@SUM(A1)",
  "\u2003\u202e+1",
  "\u034f-1",
  "\u3164=1",
  "|=1+1",
  "|calc",
  "\u00a0|calc",
  "a;\u00a0=1",
])("escapes %j", (text) => {
  const [cell = ""] = toCsv([[text]], { bom: false }).split("\r\n");
  expect(cell.replaceAll("'", "")).toBe(text.includes("a;") ? `"${text}"`.replaceAll('"', "") : text);
  expect(cell).toMatch(/'[=+\-@|]/);
});

test("leaves other text and numbers as they are", () => {
  expect(toCsv([["Ana", " Bo", 'C "D"', "a; b", "x=1", -5, "n - 1", "a|b", "\u200bx", ""]], { bom: false })).toBe(
    'Ana, Bo,"C ""D""",a; b,x=1,-5,n - 1,a|b,\u200bx,\r\n',
  );
});
