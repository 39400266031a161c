import type { Archive } from "./zip.ts";

/** An archive in the library's format. */
export interface Parts {
  FullPaths: string[];
  FileIndex: { name: string; type: number; content: Buffer }[];
}

/** Built-in date (14) and time (21) formats of East Asian versions, whose numbers the file doesn't define. */
const UNWRITTEN = new Map<string, string>();
for (const id of [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]) UNWRITTEN.set(String(id), "14");
for (const id of [32, 33, 34, 35]) UNWRITTEN.set(String(id), "21");

/** A cell with a formula but no value, as written by programs that don't calculate. */
const UNCALCULATED = /<c((?:\s+(?!t=)[\w:]+="[^"]*")*)\s*>\s*(<f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/f>))\s*(?:<v\s*\/>|<v>\s*<\/v>)?\s*<\/c>/g;

/**
 * Converts the archive to the library's format. Each part is unpacked when the library reads it.
 * @param outline leaves out what only cells need, to read just the sheet names
 */
export function partsOf(archive: Archive, outline = false): Parts {
  // Comments and drawings of a sheet aren't needed, and could be damaged.
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
  // A separate view: the library stores its read position on a binary part.
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

/** Turns a formula without a value into an error, as Excel shows while calculating: a blank would have a meaning. */
function withoutGaps(sheet: Buffer): Buffer {
  const suspicious = ["</f></c>", "</f><v></v>", "</f><v/>", "</f><v />", '"/></c>'].some((text) => sheet.includes(text));
  if (!suspicious || !sheet.includes("<f")) return sheet;
  const xml = sheet.toString("latin1").replaceAll(UNCALCULATED, '<c$1 t="e">$2<v>#GETTING_DATA</v></c>');
  return Buffer.from(xml, "latin1");
}
