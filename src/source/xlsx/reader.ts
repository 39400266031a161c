/** Runs in the process that reads a workbook; `process.ts` starts it and gives the reason. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { fact } from "../../domain/facts/fact.ts";
import { endWithParent } from "../../domain/process/end-with-parent.ts";
import { FileProblem } from "../../domain/problem.ts";
import { cannotOpen } from "../file.ts";
import { unusable } from "../unusable.ts";
import type { OpenRequest, Opened, Portion, ReaderRequest, ReaderResponse, Refusal } from "./messages.ts";
import { errorOf, textOf } from "./cell.ts";
import { Table } from "./table.ts";
import { isTooLong, readSheet, tooLarge, type Sheet } from "./workbook.ts";

/** Cells per message. */
const PORTION = 20_000;
/** Rows, columns and characters of a cell that a person sees of the top of a sheet. */
const TOP = { rows: 60, columns: 60, text: 60 };

let file = "";
let table: Table | undefined;

function open(request: OpenRequest): Opened {
  file = request.file;
  const bytes = readWhole();
  const sheet = readSheet(file, bytes, request.sheet, request.mostUnpacked);
  const first = firstTexts(sheet);
  table = new Table(file, sheet, request.headerRow, request.columns, request.skip);
  return {
    is: "opened",
    header: table.header,
    sheet: sheet.name,
    headerRow: table.headerRow,
    first,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

function firstTexts({ rows, date1904 }: Sheet): string[][] {
  return Array.from({ length: Math.min(rows.length, TOP.rows) }, (_, at) =>
    Array.from((rows[at] ?? []).slice(0, TOP.columns), (cell) =>
      cell === undefined || errorOf(cell) !== undefined ? "" : textOf(cell, date1904).slice(0, TOP.text),
    ),
  );
}

function next(): Portion {
  if (table === undefined) throw new Error("nothing is open");
  return { is: "portion", rows: table.take(PORTION), passed: table.passed };
}

function readWhole(): Buffer {
  const descriptor = descriptorOf();
  try {
    const before = fstatSync(descriptor);
    const bytes = readFileSync(descriptor);
    const after = fstatSync(descriptor);
    if (bytes.length !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
      throw unusable("file_changed", file, fact("file.changed_while_read", {}), fact("advice.start_when_complete", {}));
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

function descriptorOf(): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    throw cannotOpen(file, error);
  }
}

function refusal(error: unknown): Refusal {
  const problem = isTooLong(error) ? tooLarge(file) : error;
  if (problem instanceof FileProblem)
    return { is: "refusal", code: problem.code, fact: problem.fact, next: problem.next, choices: problem.choices };
  return { is: "refusal", defect: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function respond(request: ReaderRequest): ReaderResponse {
  try {
    return request.is === "open" ? open(request) : next();
  } catch (error) {
    return refusal(error);
  }
}

process.on("message", (request: ReaderRequest) => void process.send?.(respond(request)));
endWithParent();
