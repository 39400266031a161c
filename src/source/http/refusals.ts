import { fact } from "../../domain/facts/fact.ts";
import { unusable } from "../unusable.ts";
import { shown } from "./shown.ts";

/** Returns the names at the top of an answer, which say more than that the rows are missing. */
export function membersOf(rest: unknown): string[] {
  const names = typeof rest === "object" && rest !== null && !Array.isArray(rest) ? Object.keys(rest).slice(0, 5) : [];
  return names.map((name) => JSON.stringify(name.slice(0, 40)));
}

export function html(url: URL): Error {
  return unusable("html", shown(url), fact("http.html_page", {}), fact("http.check_address", {}));
}

export function notJson(url: URL): Error {
  return unusable("answer_not_json", shown(url), fact("http.not_json", {}), fact("http.check_format", {}));
}

/** @param members names at the top of the answer; `null`: the list is there, but has other items */
export function withoutRows(url: URL, rows: string, members: readonly string[] | null): Error {
  const at = rows === "" ? "top" : rows;
  const what =
    members === null
      ? fact("http.not_an_object", { at })
      : members.length === 0
        ? fact("http.no_list", { at })
        : fact("http.no_list_but", { at, members: [...members] });
  return unusable("answer_without_rows", shown(url), what, fact("http.set_rows", {}));
}

export function repeated(url: URL): Error {
  return unusable("page_repeated", shown(url), fact("http.page_repeated", {}), fact("http.check_parameters", {}));
}

export function tooManyPages(url: URL, pages: number): Error {
  return unusable("source_too_large", shown(url), fact("http.too_many_pages", { pages }), fact("http.raise_max_pages", {}));
}

export function conflict(url: URL, column: string): Error {
  return unusable("key_conflict", shown(url), fact("http.key_on_two_pages", { column }), fact("http.start_again_or_sort", {}));
}

export function unmet(url: URL, stated: number, rows: number): Error {
  return unusable("total_unmet", shown(url), fact("http.total_unmet", { stated, rows }), fact("http.start_again_or_check", {}));
}

export function nobody(url: URL): Error {
  return unusable("no_people", shown(url), fact("http.no_rows", {}), fact("http.check_filters", {}));
}

export function neverOccurs(url: URL, columns: string[]): Error {
  return unusable("column_never_occurs", shown(url), fact("http.columns_never_occur", { columns }), fact("http.give_right", {}));
}

export function otherHeader(url: URL): Error {
  return unusable("page_header", shown(url), fact("http.other_columns", {}), fact("http.start_again", {}));
}

export function tooManyColumns(url: URL, columns: number): Error {
  return unusable("source_too_large", shown(url), fact("http.too_many_columns", { columns }), fact("http.name_columns", {}));
}
