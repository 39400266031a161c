import { unzipSync, zipSync } from "fflate";
import fc from "fast-check";
import { MARK } from "./judge.ts";

/** One change of some bytes: cut so many at a place, and put others there. */
interface Change {
  at: number;
  cut: number;
  put: Buffer;
}

/** A number from 0 up to 1, evenly: fast-check prefers the ends of a range otherwise. */
export const fraction: fc.Arbitrary<number> = fc.noBias(fc.nat(999_999_999)).map((n) => n / 1_000_000_000);

const LONG = MARK.repeat(6000);

/** Texts that have broken programs. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "\u001A",
  "\uFEFF",
  "\u202Eevil",
  "\u2028",
  "\uD800",
  "😀".repeat(30),
  "x\u0301",
  LONG,
  `${LONG}\n${LONG}`,
  "__proto__",
  "constructor",
  "toString",
  "null",
  "true",
  "0",
  "-1",
  "1e999",
  "0x10",
  "9".repeat(400),
  "2026-02-30",
  "9999-12-31",
  "+275760-09-13",
  "31.12.2026",
  "24:00",
  "${HOME}",
  "${NO_SUCH_VARIABLE}",
  "{",
  "{ID}{Nothing}",
  "../../../../etc/passwd",
  "/dev/zero",
  "file:///etc/passwd",
  '=HYPERLINK("http://evil.example","x")',
  "@SUM(1)",
  "<script>alert(1)</script>",
  "' OR 1=1; --",
  "%00",
  "%",
  "(((((((((((((((((((((((((((((((((((((((((((((((((((((((a+)+)+",
  "HR/**",
  "**/**/**/**",
  "00000000-0000-4000-8000-000000000001",
  "Europe/Nowhere",
];

const hostileText = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...hostileTexts) }, fc.string({ unit: "binary", maxLength: 12 }));

const nested = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);
const nestedMaps = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: inner }), 1);

/** A value of any type in place of another one. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1, 0.1, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e21) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], { "": "" }, [{}], ["a", 1, null], { a: { b: [] } }) },
  { weight: 1, arbitrary: fc.constantFrom(60, 1500).map(nested) },
  { weight: 1, arbitrary: fc.constantFrom(60, 1500).map(nestedMaps) },
  { weight: 1, arbitrary: fc.constant(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i]))) },
);

const SNIPPETS: readonly string[] = [
  '"',
  '""',
  "\n",
  "\r",
  "\r\n",
  ",",
  ";",
  "\t",
  ":",
  "- ",
  "  ",
  "{",
  "}",
  "[",
  "]",
  "&a ",
  "*a",
  "!!",
  "|",
  ">",
  "#",
  "---\n",
  "'",
  "\\",
  "<",
  ">",
  "&lt;",
  "&#0;",
  "]]>",
  "\0",
  "\u001E",
];

const change = (snippets: readonly string[]): fc.Arbitrary<Change> =>
  fc.record({
    at: fraction,
    cut: fc.oneof(fc.constantFrom(0, 0, 1, 1, 2, 4, 30, 500, 1e9), fc.nat(2000)),
    put: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...snippets).map((text) => Buffer.from(text)) },
      { weight: 2, arbitrary: hostileText.map((text) => Buffer.from(text)) },
      { weight: 2, arbitrary: fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)) },
      { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
    ),
  });

function changeBytes(bytes: Buffer, changes: readonly Change[]): Buffer {
  let result = bytes;
  for (const { at, cut, put } of changes) {
    const from = Math.floor(at * (result.length + 1));
    result = Buffer.concat([result.subarray(0, from), put, result.subarray(from + cut)]);
  }
  return result;
}

/** One of the files, changed in some places. */
export function mutatedBytes(files: readonly Buffer[], snippets: readonly string[] = SNIPPETS): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...files), fc.array(change(snippets), { minLength: 1, maxLength: 5 }))
    .map(([bytes, changes]) => changeBytes(bytes, changes));
}

/** Overwrites bytes without changing the length: formats with offsets are read further that way. */
export function overwritten(files: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const spot = fc.tuple(fraction, fc.uint8Array({ minLength: 1, maxLength: 6 }));
  return fc.tuple(fc.constantFrom(...files), fc.array(spot, { minLength: 1, maxLength: 12 })).map(([bytes, spots]) => {
    const result = Buffer.from(bytes);
    for (const [at, put] of spots)
      result.set(put.subarray(0, Math.max(0, result.length - Math.floor(at * result.length))), Math.floor(at * result.length));
    return result;
  });
}

const XML: readonly string[] = [
  "<",
  ">",
  "/>",
  "</row>",
  "<row>",
  "<c/>",
  '<c r="XFD1048576"><v>1</v></c>',
  '<c r="A1" t="s"><v>99999999</v></c>',
  '<c t="e"><v>#REF!</v></c>',
  "<v>1e309</v>",
  "<v>-1</v>",

  "&#0;",
  "&amp;",
  "&nope;",
  "<!DOCTYPE a>",
  "<![CDATA[",
  "]]>",
  '<mergeCell ref="A1:XFD1048576"/>',
  't="d"',
  't="inlineStr"',
  's="99999"',
  'r="0"',
  "1048577",
  "4294967296",
  "-1",
  'table:number-rows-repeated="1048576"',
  'table:number-columns-repeated="16384"',
  'formatCode="[$-F800]"',
  "<is><t>x</t></is>",
];

/** One of the ZIP archives, with one to three of its parts changed, or with changed bytes. */
export function mutatedZips(files: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const archives = files.map((bytes) => unzipSync(bytes));
  const parts = fc.array(
    fc.tuple(
      fraction,
      fc.constantFrom("change", "change", "change", "drop", "double"),
      fc.array(change(XML), { minLength: 1, maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 3 },
  );
  const inside = fc.tuple(fc.nat(archives.length - 1), parts).map(([which, changes]) => {
    const archive: Record<string, Uint8Array> = { ...archives[which] };
    for (const [place, what, changed] of changes) {
      const names = Object.keys(archive);
      // Sheets are the largest parts, and read the most.
      const name = names.sort((a, b) => (archive[b]?.length ?? 0) - (archive[a]?.length ?? 0))[Math.floor(place * place * names.length)];
      if (name === undefined) continue;
      const part = Buffer.from(archive[name] ?? []);
      if (what === "drop") delete archive[name];
      else if (what === "double") archive[`xl/${name}`] = part;
      else archive[name] = changeBytes(part, changed);
    }
    return Buffer.from(zipSync(archive, { level: 1 }));
  });
  return fc.oneof(
    { weight: 5, arbitrary: inside },
    { weight: 1, arbitrary: overwritten(files) },
    { weight: 1, arbitrary: mutatedBytes(files) },
  );
}

interface Edit {
  at: number;
  value: unknown;
  how: "replace" | "drop" | "repeat" | "rename";
}

/** Edits of a JSON value; `edited` applies them. */
export const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    at: fraction,
    value: hostileValue,
    how: fc.constantFrom("replace" as const, "replace" as const, "drop" as const, "repeat" as const, "rename" as const),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Returns a JSON value with some of its parts replaced, dropped, repeated or renamed. */
export function edited(value: unknown, changes: readonly Edit[]): unknown {
  const root = { value: structuredClone(value) };
  for (const { at, value: hostile, how } of changes) {
    // Another change may be inside of it.
    const put = structuredClone(hostile);
    const places = placesIn(root);
    const place = places[Math.floor(at * places.length)];
    if (place === undefined) continue;
    const { owner, key } = place;
    if (how === "replace") owner[key] = put;
    else if (Array.isArray(owner)) {
      if (how === "drop") owner.splice(Number(key), 1);
      else owner.push(owner[Number(key)]);
    } else {
      const old = owner[key];
      if (owner !== root && how !== "repeat") delete owner[key];
      if (how === "rename") owner[typeof put === "string" && put !== "__proto__" ? put : `${key}x`] = old;
      if (how === "repeat") owner[key] = [old, old];
    }
  }
  return root.value;
}

interface At {
  owner: Record<string, unknown>;
  key: string;
}

function placesIn(value: unknown, depth = 0): At[] {
  if (typeof value !== "object" || value === null || depth > 40) return [];
  return Object.keys(value).flatMap((key) => [
    { owner: value as Record<string, unknown>, key },
    ...placesIn((value as Record<string, unknown>)[key], depth + 1),
  ]);
}
