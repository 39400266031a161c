import { SSF } from "xlsx";

/** A cell in the library's format. */
export interface Cell {
  t: string;
  v?: unknown;
  /** The number format. */
  z?: string;
}

/**
 * The kind of value that a number format shows: `moment` is date and time; `elapsed` and `padded` are read as shown; a `broken` format
 * shows something unknown.
 */
type Kind = "number" | "date" | "time" | "moment" | "elapsed" | "padded" | "broken";

const kinds = new Map<string, Kind>();
const formats = SSF as {
  is_date(format: string): boolean;
  format(format: string, value: number, options: { date1904: boolean }): string;
};

const ERRORS = new Map([
  [0, "#NULL!"],
  [7, "#DIV/0!"],
  [15, "#VALUE!"],
  [23, "#REF!"],
  [29, "#NAME?"],
  [36, "#NUM!"],
  [42, "#N/A"],
  [43, "#GETTING_DATA"],
]);

/** Returns the error that a cell shows, or `undefined` for a cell with a value. */
export function errorOf(cell: Cell): string | undefined {
  if (cell.t === "e") return ERRORS.get(Number(cell.v)) ?? "#UNKNOWN!";
  if (cell.t !== "n") return undefined;
  if (!Number.isFinite(cell.v)) return "#VALUE!";
  return cell.z !== undefined && kindOf(cell.z) === "broken" ? "#UNKNOWN!" : undefined;
}

/**
 * Returns the text of a cell without an error. Numbers are written in full, because keys are text; dates as
 * `yyyy-MM-dd`, with ` HH:mm:ss` if the cell has and shows a time.
 */
export function textOf(cell: Cell, date1904: boolean): string {
  const { t, v, z } = cell;
  if (t === "n" && typeof v === "number") return z === undefined || z === "General" ? numberText(v) : formatted(v, z, date1904);
  if (t === "b") return v === true ? "TRUE" : "FALSE";
  return typeof v === "string" ? v : "";
}

function formatted(value: number, format: string, date1904: boolean): string {
  const kind = kindOf(format);
  if (kind === "number" || (kind === "padded" && !Number.isInteger(value))) return numberText(value);
  if (kind === "padded" || kind === "elapsed") return formats.format(format, value, { date1904 }) || numberText(value);
  return momentText(value, kind, date1904);
}

const DAY = 86_400;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;
/** Days between the starts of the 1900 and 1904 date systems. */
const LATER = 1462;

/** Uses UTC: in local time zones some days start at one o'clock, and some don't exist. */
function momentText(value: number, kind: Kind, date1904: boolean): string {
  const seconds = Math.round(value * DAY);
  const days = Math.floor(seconds / DAY);
  // A spreadsheet shows dates outside its range as ####.
  if (days < 0 || days > LAST_DAY - (date1904 ? LATER : 0)) return numberText(value);
  const rest = seconds - days * DAY;
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  if (kind === "time") return time;
  const date = dateText(days, date1904);
  return kind === "date" || rest === 0 ? date : `${date} ${time}`;
}

/** The 1900 system has a day 0 and a 29 February 1900 (day 60); neither is a real date. */
function dateText(days: number, date1904: boolean): string {
  if (!date1904 && days === 0) return "1900-01-00";
  if (!date1904 && days === 60) return "1900-02-29";
  const first = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(first + days * DAY * 1000).toISOString().slice(0, 10);
}

function kindOf(format: string): Kind {
  let kind = kinds.get(format);
  if (kind === undefined) kinds.set(format, (kind = classify(format)));
  return kind;
}

function classify(format: string): Kind {
  try {
    // The library throws strings on a format that it cannot parse.
    const kind = readKind(format);
    if (kind === "padded" || kind === "elapsed") for (const value of [0, 1, -1]) formats.format(format, value, { date1904: false });
    return kind;
  } catch {
    return "broken";
  }
}

function readKind(format: string): Kind {
  const [first = ""] = format.split(";");
  // Removes quoted text, escaped characters, padding, colours and locales.
  const bare = first.replaceAll(/"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, (part) =>
    /^["\\].*[\p{L}\p{N}]/u.test(part) ? "\0" : "",
  );
  if (formats.is_date(format)) {
    if (/\[[hms]+\]/i.test(bare)) return "elapsed";
    const letters = bare.replaceAll(/am\/pm|a\/p/gi, "h");
    const time = /[hs]/i.test(letters);
    // `m` means minutes beside hours or seconds, otherwise months.
    if (!time) return "date";
    return /[dye]/i.test(letters) ? "moment" : "time";
  }
  const digits = bare.replaceAll(/[\0\s()./-]/g, "");
  // Leading zeros and text around the digits are part of the key that people see.
  return /^0+$/.test(digits) && !bare.includes(".") && (digits.length > 1 || bare.includes("\0")) ? "padded" : "number";
}

/** Writes a number in full with the 15 digits that a spreadsheet keeps: neither `1e+21` nor `0.30000000000000004`. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes("e") ? rounded.toFixed(20).replace(/\.?0+$/, "") : text;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
