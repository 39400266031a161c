import { rowText } from "../../domain/record.ts";
import { factText } from "../fact-text.ts";
import { fileName } from "../labels.ts";
import { t } from "../locales/t.ts";
import type { ShownNote, ShownReject } from "../shown-run.ts";
import { below, data, prose, sheet, type Block, type Sheet, type Words } from "../sheet/sheet.ts";

/**
 * Lists rejected rows, each with its reason.
 * @param rows how many rows there are; a row is listed once for each of its problems
 */
export function rejectTable(rejects: readonly ShownReject[], rows: number, first = rejects.length): Block {
  return {
    block: "table",
    caption: t("runs.rejected_rows", { n: rows }),
    columns: [
      { head: t("workbook.row"), kind: "row", sort: "row" },
      { head: t("labels.person"), sort: "key" },
      { head: t("workbook.column"), sort: "column" },
      { head: t("operation.problem"), kind: "wide" },
    ],
    rows: rejects.map(({ row, file, key, name, column, fact, code }) => [
      [String(row), file !== undefined && below(data(fileName(file)))],
      name === null ? data(key) : [data(name), below(data(key))],
      data(column),
      { as: "titled", title: code, words: prose(factText(fact)) },
    ]),
    first,
  };
}

interface SaidNote extends Pick<ShownNote, "code" | "column" | "fact" | "rows"> {
  /** Rows, with their file when the people come from several. */
  examples: readonly (number | string)[];
}

/** Lists what a run noted about its rows. */
export function notes(all: readonly SaidNote[]): Sheet {
  return all.length === 0
    ? []
    : sheet(
        { block: "heading", level: 2, words: t("runs.notes") },
        {
          block: "table",
          caption: t("runs.notes_about_rows"),
          columns: [
            { head: t("runs.note"), kind: "row" },
            { head: t("workbook.column") },
            { head: t("setup.rows_2"), kind: "number" },
            { head: t("runs.example") },
          ],
          rows: all.map(({ fact, code, column, rows, examples }): Words[] => [
            { as: "titled", title: code, words: prose(factText(fact)) },
            data(column),
            rows > 0 && rows,
            examples.map((row) => (typeof row === "number" ? rowText(row) : row)).join(", "),
          ]),
          first: 25,
        },
      );
}
