import { Info } from "luxon";

/** The moment that a file's name states. */
export interface NameDate {
  /** `YYYY-MM-DD`; `YYYY-MM` if the name has no day. */
  day: string;
  /** `HH:MM` or `HH:MM:SS`; empty if the name has no time. */
  time: string;
  /** The number of a copy, as in `staff-2026-11-27 (2).csv`; else 0. */
  copy: number;
}

const ORDERS = ["ymd", "dmy", "mdy"] as const;
type Order = (typeof ORDERS)[number];
/** A date in a name, by the order of its parts. */
interface Token {
  days: Readonly<Record<Order, string | null>>;
  /** Whether the order is certain, because the year comes first or the month is a word. */
  certain: boolean;
  end: number;
}

/** Month names, long and short, without accents, of the languages of HR systems. */
const MONTHS = monthNames(["en", "de", "fr", "es", "it", "nl", "pt"]);
const WORD = [...MONTHS.keys()].toSorted((a, b) => b.length - a.length).join("|");
const YEAR = String.raw`(?:19|20)\d\d`;
const SEP = "[-_., ]";
const GAP = `(?:${SEP}{0,2})`;
/** The forms of a date, those with more parts first. */
const DATE = new RegExp(
  [
    String.raw`(?<!\d)(?<y1>${YEAR})${SEP}(?<m1>\d{1,2})${SEP}(?<d1>\d{1,2})(?!\d)`,
    String.raw`(?<!\d)(?<y2>${YEAR})(?<m2>0[1-9]|1[0-2])(?<d2>0[1-9]|[12]\d|3[01])(?=t?\d{4}(?:\d\d)?(?!\d)|(?!\d))`,
    String.raw`(?<!\d)(?<a3>\d{1,2})${SEP}(?<b3>\d{1,2})${SEP}(?<y3>${YEAR})(?!\d)`,
    String.raw`(?<!\d)(?<a4>\d\d)(?<b4>\d\d)(?<y4>${YEAR})(?=t?\d{4}(?:\d\d)?(?!\d)|(?!\d))`,
    String.raw`(?<!\d)(?<a5>\d{1,2})(?<s5>${SEP})(?<b5>\d{1,2})\k<s5>(?<c5>\d{1,2})(?!\d)`,
    String.raw`(?<!\d)(?<d6>\d{1,2})${GAP}(?<![a-z])(?<w6>${WORD})(?![a-z])${GAP}(?<y6>${YEAR}|\d\d)(?!\d)`,
    String.raw`(?<![a-z])(?<w7>${WORD})(?![a-z])${GAP}(?<d7>\d{1,2})${SEP}{1,2}(?<y7>${YEAR})(?!\d)`,
    String.raw`(?<!\d)(?<y8>${YEAR})${GAP}(?<![a-z])(?<w8>${WORD})(?![a-z])(?:${GAP}(?<d8>\d{1,2})(?!\d))?`,
    String.raw`(?<![a-z])(?<w9>${WORD})(?![a-z])${GAP}(?<y9>${YEAR})(?!\d)`,
    String.raw`(?<!\d)(?<y10>${YEAR})${SEP}(?<m10>\d{1,2})(?!\d)`,
    String.raw`(?<!\d)(?<m11>\d{1,2})${SEP}(?<y11>${YEAR})(?!\d)`,
  ].join("|"),
  "g",
);
const TIME = /^[t_ .,-]{0,2}([01]\d|2[0-3])[-:.h_]?([0-5]\d)(?:[-:.m_]?([0-5]\d))?(?!\d)/;
const COPY = /(?:\((\d{1,3})\)|[-_ ]v?(\d{1,2}))$/;
const EXTENSIONS = /(?:\.[a-z]\w{0,7})+$/;

/**
 * Returns the date in each name. Where the order of day and month is not certain, it is the one that fits all names; if
 * several fit, such names have no date.
 */
export function datesInNames(names: readonly string[]): (NameDate | null)[] {
  const stems = names.map((name) => folded(name).replace(EXTENSIONS, ""));
  const found = stems.map(tokensIn);
  const open = found.flat().filter(({ certain }) => !certain);
  const fitting = ORDERS.filter((order) => open.every(({ days }) => days[order] !== null));
  const [order = null, other] = fitting;
  const one = other === undefined || open.every(({ days }) => new Set(fitting.map((each) => days[each])).size === 1) ? order : null;
  return found.map((tokens, n) => {
    const dated = tokens.flatMap(({ days, certain, end }) => {
      const day = certain ? days.ymd : one === null ? null : days[one];
      return day === null ? [] : [{ day, end }];
    });
    const last = dated.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
    return last === undefined ? null : { day: last.day, ...restOf((stems[n] ?? "").slice(last.end)) };
  });
}

/** Compares two dates of names; negative: the first is older. */
export function compareDates(a: NameDate, b: NameDate): number {
  return compareTexts(a.day, b.day) || compareTexts(a.time, b.time) || a.copy - b.copy;
}

/** Returns the date as people read it. */
export function dateText({ day, time, copy }: NameDate): string {
  return `${day}${time === "" ? "" : ` ${time}`}${copy === 0 ? "" : ` (${copy})`}`;
}

/** Compares names so that 10 comes after 9. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [a, b].map((name) => name.split(/(\d+)/));
  for (const [n, part] of (left ?? []).entries()) {
    const other = right?.[n];
    if (other === undefined) return 1;
    const numbers = n % 2 === 1;
    const [x, y] = [part, other].map((text) => (numbers ? text.replace(/^0+(?=\d)/, "") : text)) as [string, string];
    const order = (numbers ? x.length - y.length : 0) || compareTexts(x, y);
    if (order !== 0) return order;
  }
  return (right?.length ?? 0) > (left?.length ?? 0) ? -1 : compareTexts(a, b);
}

/** Returns a name without dates and numbers, which is equal for the files of one export. */
export function nameKind(name: string): string {
  return folded(name).replaceAll(DATE, "0").replaceAll(/\d+/g, "0");
}

function restOf(after: string): Pick<NameDate, "time" | "copy"> {
  const [text = "", hours, minutes, seconds] = TIME.exec(after) ?? [];
  const [, first, second] = COPY.exec(after.slice(text.length)) ?? [];
  const time = hours === undefined ? "" : [hours, minutes, ...(seconds === undefined ? [] : [seconds])].join(":");
  return { time, copy: Number(first ?? second ?? 0) };
}

function tokensIn(stem: string): Token[] {
  return [...stem.matchAll(DATE)].flatMap((found): Token[] => {
    const groups = found.groups ?? {};
    const part = (letter: string): string | undefined =>
      Object.entries(groups).find(([name, text]) => text !== undefined && name.startsWith(letter) && /^\d+$/.test(name.slice(1)))?.[1];
    const [a, b, c, word, year] = ["a", "b", "c", "w", "y"].map(part);
    const end = found.index + found[0].length;
    if (a !== undefined && b !== undefined) {
      const last = year ?? c ?? "";
      const days = {
        ymd: year === undefined ? dayOf(shortYear(a), b, last) : null,
        dmy: dayOf(year ?? shortYear(last), b, a),
        mdy: dayOf(year ?? shortYear(last), a, b),
      };
      return ORDERS.some((order) => days[order] !== null) ? [{ days, certain: false, end }] : [];
    }
    const month = word === undefined ? part("m") : String(MONTHS.get(word));
    const day = dayOf(year?.length === 2 ? shortYear(year) : (year ?? ""), month ?? "", part("d") ?? "");
    return day === null ? [] : [{ days: { ymd: day, dmy: day, mdy: day }, certain: true, end }];
  });
}

/** Returns a year of two digits as a year of this century until 2049; others are no year of an export. */
function shortYear(text: string): string {
  return /^[0-4]\d$/.test(text) ? `20${text}` : "";
}

function dayOf(year: string, month: string, day: string): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (year === "" || m < 1 || m > 12) return null;
  if (day === "") return `${year}-${month.padStart(2, "0")}`;
  if (d < 1 || d > new Date(Date.UTC(y, m, 0)).getUTCDate()) return null;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function monthNames(locales: readonly string[]): Map<string, number> {
  const known = new Map<string, number>();
  for (const locale of locales)
    for (const length of ["long", "short"] as const)
      for (const [n, name] of Info.months(length, { locale }).entries()) {
        const letters = folded(name).replaceAll(/[^a-z]/g, "");
        known.set(letters, n + 1);
        if (letters.length > 4) known.set(letters.slice(0, 3), known.get(letters.slice(0, 3)) ?? n + 1);
      }
  return known;
}

function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
