import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Download } from "../../learning-service/methods.ts";
import type { Listing } from "../../learning-service/listing.ts";
import { UsageProblem } from "../../model/problem.ts";
import { print, printError, printJson } from "../output.ts";
import type { Call } from "../io.ts";

/** One page as JSON, and on standard error whether there is more. */
export async function printPage(io: Call, list: Listing<unknown>): Promise<void> {
  const { items, totalRecords } = await list.page();
  printJson(io, items);
  const known = totalRecords === null ? `${items.length} items` : `${items.length} of ${totalRecords} items`;
  if (totalRecords === null ? items.length > 0 : items.length < totalRecords) printError(io, `${known}; --all reads the list to its end.`);
}

/** All items as one JSON array, written while it is read. */
export async function printAll(io: Call, list: Listing<unknown>): Promise<void> {
  let count = 0;
  for await (const items of list.pages()) {
    const text = items.map((item) => `  ${JSON.stringify(item)}`).join(",\n");
    print(io, `${count === 0 ? "[\n" : ",\n"}${text}`.replace(/\n$/, ""));
    count += items.length;
  }
  print(io, count === 0 ? "[]" : "]");
  printError(io, `${count} items.`);
}

/** A file into `out`, which is there whole or not at all, or onto standard output. */
export async function saveFile(io: Call, file: Download, out: string | undefined): Promise<void> {
  if (out === undefined) {
    if (io.isTTY.stdout) {
      file.stream.destroy();
      throw new UsageProblem("The answer is a file, which a terminal cannot show.", "Add --out FILE.");
    }
    return pipeline(file.stream, io.stdout, { end: false });
  }
  const path = resolve(io.cwd, out);
  const partial = `${path}.part`;
  try {
    await pipeline(file.stream, createWriteStream(partial));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw cannotWrite(error, out) ?? error;
  }
  printError(io, `${out}${file.name === "" ? "" : `, which the service calls ${JSON.stringify(file.name)}`}.`);
}

function cannotWrite(error: unknown, out: string): UsageProblem | null {
  const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : null;
  return code === null ? null : new UsageProblem(`${out} cannot be written (${code}).`, "Name another file with --out.");
}
