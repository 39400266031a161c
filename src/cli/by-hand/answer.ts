import { pipeline } from "node:stream/promises";
import type { Download } from "../../learning-service/methods.ts";
import type { Listing } from "../../learning-service/listing.ts";
import { UsageProblem } from "../../model/problem.ts";
import { print, printError, printJson } from "../output.ts";
import { writeOut } from "../write-out.ts";
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
  try {
    await writeOut(io, out, (draft) => draft.writeFile(file.stream));
  } finally {
    file.stream.destroy();
  }
  printError(io, `${out}${file.name === "" ? "" : `, which the service calls ${JSON.stringify(file.name)}`}.`);
}
