import { t } from "../../../reporting/locales/t.ts";
import { pipeline } from "node:stream/promises";
import type { Download } from "../../../learning-service/methods.ts";
import type { Listing } from "../../../learning-service/listing.ts";
import { fact } from "../../../domain/facts/fact.ts";
import { UsageProblem } from "../../../domain/problem.ts";
import { print, printError, printJson, terminalJson } from "../../../app/output.ts";
import { writeOut } from "../../../app/write-out.ts";
import type { Call } from "../../../app/io.ts";

/** Prints one page as JSON, and on standard error whether there is more. */
export async function printPage(io: Call, list: Listing<unknown>): Promise<void> {
  const { items, totalRecords } = await list.page();
  printJson(io, items);
  const n = items.length;
  if (totalRecords === null ? n > 0 : n < totalRecords)
    printError(io, totalRecords === null ? t("service.items_of_page", { n }) : t("service.items_of_list", { n, of: totalRecords }));
}

/** Prints all items as one JSON array, while reading them. */
export async function printAll(io: Call, list: Listing<unknown>): Promise<void> {
  let count = 0;
  for await (const items of list.pages()) {
    const text = items.map((item) => `  ${terminalJson(item)}`).join(",\n");
    print(io, `${count === 0 ? "[\n" : ",\n"}${text}`.replace(/\n$/, ""));
    count += items.length;
  }
  print(io, count === 0 ? "[]" : "]");
  printError(io, t("list.items", { items: count }));
}

/** Writes a file to `out`, whole or not at all, or to standard output. */
export async function saveFile(io: Call, file: Download, out: string | undefined): Promise<void> {
  if (out === undefined) {
    if (io.isTTY.stdout) {
      file.stream.destroy();
      throw new UsageProblem(fact("usage.answer_is_a_file", {}), fact("advice.add_option", { option: "--out FILE" }));
    }
    return pipeline(file.stream, io.stdout, { end: false });
  }
  try {
    await writeOut(io, out, (draft) => draft.writeFile(file.stream));
  } finally {
    file.stream.destroy();
  }
  const name = terminalJson(file.name);
  printError(io, file.name === "" ? t("service.file_saved", { file: out }) : t("service.named_file_saved", { file: out, name }));
}
