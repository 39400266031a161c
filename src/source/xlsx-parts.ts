import type { Archive } from "./xlsx-zip.ts";

/** An archive as the library takes it. */
export interface Parts {
  FullPaths: string[];
  FileIndex: { name: string; type: number; content: Buffer }[];
}

/** Days (14) and times (21) that East Asian versions number otherwise, without a word about it in the file. */
const UNWRITTEN = new Map<string, string>();
for (const id of [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]) UNWRITTEN.set(String(id), "14");
for (const id of [32, 33, 34, 35]) UNWRITTEN.set(String(id), "21");

/** A cell with a formula and without a value, as programs leave it that write formulas and cannot calculate. */
const UNCALCULATED = /<c((?:\s+(?!t=)[\w:]+="[^"]*")*)\s*>\s*(<f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/f>))\s*(?:<v\s*\/>|<v>\s*<\/v>)?\s*<\/c>/g;

/**
 * The archive as the library takes it; each part is unpacked only where the library looks at it.
 * @param outline without what only cells need: the names of the sheets are all that is asked for
 */
export function partsOf(archive: Archive, outline = false): Parts {
  // What a sheet refers to, comments and drawings, is of no use here, and more that could be broken.
  const names = archive.names.filter((name) => !/worksheets\/_rels\//i.test(name));
  return { FullPaths: names, FileIndex: names.map((name) => lazily(name, () => prepared(archive.read(name), name, outline))) };
}

/** The library asks for the content more than once. */
function lazily(name: string, make: () => Buffer): Parts["FileIndex"][number] {
  let made: Buffer | undefined;
  return {
    name,
    type: 2,
    get content() {
      return (made ??= make());
    },
  };
}

function prepared(content: Buffer, name: string, outline: boolean): Buffer {
  if (outline && /^\[content_types\]\.xml$/i.test(name)) return withoutCells(content);
  if (/(^|\/)styles\.xml$/i.test(name)) return withDates(content);
  // A view of its own: the library notes in a binary part how far it has read.
  return /worksheets\/[^/]+\.xml$/i.test(name) ? withoutGaps(content) : content.subarray();
}

function withoutCells(types: Buffer): Buffer {
  return Buffer.from(types.toString().replaceAll(/<[^<>]*(?:sharedStrings|styles)[^<>]*>/gi, ""));
}

function withDates(styles: Buffer): Buffer {
  const xml = styles.toString("latin1");
  const written = new Set([...xml.matchAll(/<numFmt\s[^<>]*numFmtId="(\d+)"/g)].map((match) => match[1]));
  const changed = xml.replaceAll(/(<xf\s[^<>]*numFmtId=")(\d+)"/g, (whole, start: string, id: string) => {
    const other = written.has(id) ? undefined : UNWRITTEN.get(id);
    return other === undefined ? whole : `${start}${other}"`;
  });
  return changed === xml ? styles : Buffer.from(changed, "latin1");
}

/** A formula without a value is an error, as in Excel while it calculates: not a blank, which would mean something. */
function withoutGaps(sheet: Buffer): Buffer {
  const suspicious = ["</f></c>", "</f><v></v>", "</f><v/>", "</f><v />", '"/></c>'].some((text) => sheet.includes(text));
  if (!suspicious || !sheet.includes("<f")) return sheet;
  const xml = sheet.toString("latin1").replaceAll(UNCALCULATED, '<c$1 t="e">$2<v>#GETTING_DATA</v></c>');
  return Buffer.from(xml, "latin1");
}
