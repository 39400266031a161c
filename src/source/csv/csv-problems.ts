import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { FileProblem } from "../../domain/problem.ts";
import type { BadRecord } from "../row-issues.ts";
import { unusable } from "../unusable.ts";

/** Returns the problem for a row that makes the rest of the file unreadable. */
export function badRecord(file: string, row: number, { kind }: BadRecord): FileProblem {
  if (kind === "unclosed") return unusable("unclosed_quote", file, fact("file.quote_unclosed", { row }), fact("advice.close_quote", {}));
  if (kind === "long") return unusable("row_too_long", file, fact("file.row_too_long", { row }), fact("advice.one_row_per_line", {}));
  const why = fact(kind === "after" ? "quote.text_after" : "quote.inside_cell", {});
  return unusable("bad_quote", file, fact("file.quotes_unclear", { row, why }), fact("advice.double_quotes", {}));
}

/** Returns the problem for bytes that are invalid in the encoding. */
export function undecodable(file: string, row: number, encoding: string): FileProblem {
  const next = encoding === "utf-8" ? fact("advice.export_utf8", {}) : fact("advice.check_setting", { setting: "csv.encoding" });
  return unusable("undecodable", file, fact("file.undecodable", { row, encoding }), next);
}

export function cutCharacter(file: string): FileProblem {
  return unusable("truncated", file, fact("file.ends_in_character", {}), fact("advice.export_cut_short", {}));
}

/** Returns the problem for a wrong `csv.encoding`: UTF-8 read as something else garbles every name with an accent. */
export function wrongEncoding(file: string, encoding: string, content: Fact): FileProblem {
  return unusable("undecodable", file, fact("file.wrong_encoding", { encoding, content }), fact("advice.correct_encoding", {}));
}

export function unknownEncoding(file: string, encoding: string): FileProblem {
  return unusable("unknown_encoding", file, fact("file.unknown_encoding", { encoding }), fact("advice.set_encoding", {}));
}

export function noHeader(file: string): FileProblem {
  return unusable("no_header", file, fact("file.no_header", {}), fact("advice.name_columns", {}));
}

/** Returns the problem for a job that skips more lines than the file has. */
export function nothingBelow(file: string, skipped: number, lines: number | null): FileProblem {
  const what = lines === null ? fact("file.skips_all", { skipped }) : fact("file.skips_more", { skipped, lines });
  return unusable("no_header", file, what, fact("advice.correct_skip", {}));
}

export function fileChanged(file: string): FileProblem {
  return unusable("file_changed", file, fact("file.changed_while_read", {}), fact("advice.start_when_complete", {}));
}
