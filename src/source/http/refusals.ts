import { unusable } from "../unusable.ts";
import { shown } from "./shown.ts";

/** Returns the names at the top of an answer, which say more than that the rows are missing. */
export function membersOf(rest: unknown): string[] {
  const names = typeof rest === "object" && rest !== null && !Array.isArray(rest) ? Object.keys(rest).slice(0, 5) : [];
  return names.map((name) => JSON.stringify(name.slice(0, 40)));
}

export function html(url: URL): Error {
  return unusable(
    "html",
    shown(url),
    "the answer is an HTML page, probably a page to sign in or an error page",
    "Check `http.url` and the credentials: open the address in a browser that is not signed in.",
  );
}

export function notJson(url: URL): Error {
  return unusable(
    "answer_not_json",
    shown(url),
    "the answer is not valid JSON, or one of its rows is too large",
    "Check that the address answers with JSON, and `http.format`.",
  );
}

/** @param missing names at the top of the answer; `null`: the list is there, but has other items */
export function withoutRows(url: URL, rows: string, missing: readonly string[] | null): Error {
  const place = rows === "" ? "the top of the answer" : rows;
  const lacks = `the list at ${place} is missing`;
  return unusable(
    "answer_without_rows",
    shown(url),
    missing === null
      ? `the list at ${place} has an item that is not an object`
      : missing.length === 0
        ? lacks
        : `${lacks}; the answer has ${missing.join(", ")}`,
    "Set `http.rows` to the JSON pointer of the list of people. An answer without it may be an error message of the system.",
  );
}

export function repeated(url: URL): Error {
  return unusable(
    "page_repeated",
    shown(url),
    "the system answered twice with the same page, so the end would never be reached",
    "Check the names of the parameters under `http.pages` against the system's documentation.",
  );
}

export function tooManyPages(url: URL, pages: number): Error {
  return unusable(
    "source_too_large",
    shown(url),
    `the read has more than ${pages} pages`,
    "Ask for larger pages, or raise `http.limits.max_pages`.",
  );
}

export function conflict(url: URL, column: string): Error {
  return unusable(
    "key_conflict",
    shown(url),
    `the same “${column}” is on two pages with different values, so the pages are not of the same moment`,
    "Start the job again. If it persists, sort by a key that never changes, or ask for a snapshot.",
  );
}

export function unmet(url: URL, total: number, rows: number): Error {
  return unusable(
    "total_unmet",
    shown(url),
    `the system stated ${total} rows, but its pages have ${rows}`,
    "Start the job again. If it persists, check `http.pages` and the rights of the account.",
  );
}

export function nobody(url: URL): Error {
  return unusable(
    "no_people",
    shown(url),
    "the answer is complete, but has no rows",
    "Check the filters of the request, and whether the account lost its rights in the HR system.",
  );
}

export function neverOccurs(url: URL, columns: readonly string[]): Error {
  return unusable(
    "column_never_occurs",
    shown(url),
    `no row has ${columns.map((name) => `“${name}”`).join(", ")}: systems leave out fields that the account may not read`,
    "Give the account the right to read the field, or list under `http.requires` only the columns that must occur.",
  );
}

export function otherHeader(url: URL): Error {
  return unusable("page_header", shown(url), "a later page has other columns than the first", "Start the job again; check `http.pages`.");
}

export function tooManyColumns(url: URL, columns: number): Error {
  return unusable(
    "source_too_large",
    shown(url),
    `the rows have ${columns} columns`,
    "Name the columns that you need under `http.columns`.",
  );
}
