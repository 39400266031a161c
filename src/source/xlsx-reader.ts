/** The program of the process that reads a workbook; `xlsx-process.ts` starts it and says why it is one. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { FileProblem } from "../model/problem.ts";
import { cannotOpen } from "./file.ts";
import { unusable } from "./unusable.ts";
import type { Answer, OpenOrder, Opened, Order, Portion, Refusal } from "./xlsx-messages.ts";
import { Table } from "./xlsx-table.ts";
import { isTooLong, readSheet, tooLarge } from "./xlsx-workbook.ts";

/** Cells in one message: large enough to cost little, small enough to hold. */
const PORTION = 20_000;

let file = "";
let table: Table | undefined;

function open(order: OpenOrder): Opened {
  file = order.file;
  const bytes = readWhole();
  const sheet = readSheet(file, bytes, order.sheet, order.mostUnpacked);
  table = new Table(file, sheet, order.headerRow, order.columns, order.skip);
  return { is: "opened", header: table.header, sha256: createHash("sha256").update(bytes).digest("hex") };
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
      throw unusable("file_changed", file, "the file changed while it was read", "Start the job after the export is complete.");
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
  if (problem instanceof FileProblem) return { is: "refusal", code: problem.code, message: problem.message, next: problem.next };
  return { is: "refusal", code: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error), next: undefined };
}

function answer(order: Order): Answer {
  try {
    return order.is === "open" ? open(order) : next();
  } catch (error) {
    return refusal(error);
  }
}

process.on("message", (order: Order) => void process.send?.(answer(order)));
// Whoever asked is gone.
process.on("disconnect", () => process.exit());
// Ctrl-C means the process that asked, which stops this one when it is ready to.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
