import { SSF } from "xlsx";

/** A cell as the library gives it. */
export interface Cell {
  t: string;
  v?: unknown;
  /** The number format. */
  z?: string;
}

/**
 * `date`, `time` and `moment` (both) by what the format shows; `elapsed` and `padded` are read as shown; of `broken`
 * formats nobody knows what they show.
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

/** The error that a cell shows, or `undefined` for a cell with a value. */
export function errorOf(cell: Cell): string | undefined {
  if (cell.t === "e") return ERRORS.get(Number(cell.v)) ?? "#UNKNOWN!";
  if (cell.t !== "n") return undefined;
  if (!Number.isFinite(cell.v)) return "#VALUE!";
  return cell.z !== undefined && kindOf(cell.z) === "broken" ? "#UNKNOWN!" : undefined;
}

/**
 * The text of a cell without an error: keys are text, whatever the sheet makes of them. Numbers are written out in
 * full, dates as `yyyy-MM-dd`, with ` HH:mm:ss` where the cell has and shows a time.
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
/** Days that the 1904 system begins after the other. */
const LATER = 1462;

/** Reckoned in UTC: in the time zone of this machine some days begin at one o'clock, and some don't exist. */
function momentText(value: number, kind: Kind, date1904: boolean): string {
  const seconds = Math.round(value * DAY);
  const days = Math.floor(seconds / DAY);
  // What is before or after the days that a sheet knows is shown as ####.
  if (days < 0 || days > LAST_DAY - (date1904 ? LATER : 0)) return numberText(value);
  const rest = seconds - days * DAY;
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  if (kind === "time") return time;
  const date = dateText(days, date1904);
  return kind === "date" || rest === 0 ? date : `${date} ${time}`;
}

/** In the 1900 system there is a 29 February 1900 (day 60), and a day 0 before the first: neither is a date. */
function dateText(days: number, date1904: boolean): string {
  if (!date1904 && days === 0) return "1900-01-00";
  if (!date1904 && days === 60) return "1900-02-29";
  const first = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(first + days * DAY * 1000).toISOString().slice(0, 10);
}

/** What a number format makes of a number. */
function kindOf(format: string): Kind {
  let kind = kinds.get(format);
  if (kind === undefined) kinds.set(format, (kind = judged(format)));
  return kind;
}

function judged(format: string): Kind {
  try {
    // The library throws texts about a format that it cannot read to its end.
    const kind = readKind(format);
    if (kind === "padded" || kind === "elapsed") for (const value of [0, 1, -1]) formats.format(format, value, { date1904: false });
    return kind;
  } catch {
    return "broken";
  }
}

function readKind(format: string): Kind {
  const [first = ""] = format.split(";");
  // Texts in quotes, escaped characters, widths and fillings, colours and locales.
  const bare = first.replaceAll(/"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, (part) =>
    /^["\\].*[\p{L}\p{N}]/u.test(part) ? "\0" : "",
  );
  if (formats.is_date(format)) {
    if (/\[[hms]+\]/i.test(bare)) return "elapsed";
    const letters = bare.replaceAll(/am\/pm|a\/p/gi, "h");
    const time = /[hs]/i.test(letters);
    // `m` are months, but beside hours and seconds minutes.
    if (!time) return "date";
    return /[dye]/i.test(letters) ? "moment" : "time";
  }
  const digits = bare.replaceAll(/[\0\s()./-]/g, "");
  // Leading zeros, and texts around the digits: what people read there is the key that they know.
  return /^0+$/.test(digits) && !bare.includes(".") && (digits.length > 1 || bare.includes("\0")) ? "padded" : "number";
}

/** In full, with the 15 digits that a sheet keeps: neither `1e+21` nor `0.30000000000000004`. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes("e") ? rounded.toFixed(20).replace(/\.?0+$/, "") : text;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
