import { strFromU8, unzipSync } from "fflate";

/** Reads CSV character by character, independent of the code under test. */
export function readCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const end = (): void => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quoted && letter === '"' && text[at + 1] === '"') cell += text.charAt(at++);
    else if (letter === '"' && (quoted || cell === "")) quoted = !quoted;
    else if (quoted) cell += letter;
    else if (letter === delimiter) end();
    else if (letter === "\n") {
      end();
      rows.push([]);
    } else if (letter !== "\r") cell += letter;
  }
  if (cell !== "" || (rows.at(-1)?.length ?? 0) > 0) end();
  return rows.filter((row) => row.length > 1 || (row[0] ?? "") !== "");
}

/** A stored cell: type, value and style number. */
export interface StoredCell {
  kind: string;
  value: string;
  style: number;
}

/** Reads the cells of a sheet by name (`B7`) from the XML of an xlsx file. Enough for the files of these tests. */
export function readSheet(file: Uint8Array, number: number): Map<string, StoredCell> {
  const parts = unzipSync(file);
  const part = (name: string): string => (parts[name] === undefined ? "" : strFromU8(parts[name]));
  const texts = [...part("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map((item) =>
    [...(item[1] ?? "").replaceAll(/<rPh.*?<\/rPh>/gs, "").matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map((text) => plain(text[1] ?? "")).join(""),
  );
  const cells = new Map<string, StoredCell>();
  for (const [, attributes = "", inside = ""] of part(`xl/worksheets/sheet${number}.xml`).matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
    const attribute = (name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    const value = /<v>(.*?)<\/v>/s.exec(inside)?.[1];
    if (value === undefined) continue;
    const kind = attribute("t") ?? "n";
    const shown = kind === "s" ? (texts[Number(value)] ?? "") : plain(value);
    cells.set(attribute("r") ?? "", { kind, value: shown, style: Number(attribute("s") ?? 0) });
  }
  return cells;
}

/** Converts a stored number to a date, counted from the day before the start of a date system. */
export function dayOf(cell: StoredCell | undefined, zero: string): string {
  return new Date(Date.parse(`${zero}T00:00:00Z`) + Number(cell?.value) * 86_400_000).toISOString().slice(0, 10);
}

function plain(xml: string): string {
  return xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&apos;", "'").replaceAll("&amp;", "&");
}
