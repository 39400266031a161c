import fc from "fast-check";
import * as XLSX from "xlsx";
import type { Kind } from "../case.ts";
import { exported } from "../corpus.ts";
import { jobPlace } from "../job.ts";
import { judgeCommand } from "../judge.ts";
import { mutatedBytes, mutatedZips, overwritten } from "../mutate.ts";
import { readFile } from "../read-file.ts";

const TYPES = { xlsx: "xlsx", xlsb: "xlsb", xls: "biff8", ods: "ods" } as const;
type BookFormat = keyof typeof TYPES;

interface Input {
  format: BookFormat;
  file: string;
  by: "reader" | "check";
}

/** The real workbooks, and a real export as a workbook of each format. */
function workbooks(): Record<BookFormat, Buffer[]> {
  const names = ["date-1904.xlsx", "header-in-row-5.xlsx", "hidden-sheets.xlsx"];
  const book = XLSX.read(exported("hris-demo-50.csv"), { type: "buffer", cellDates: true });
  const written = (format: BookFormat): Buffer =>
    XLSX.write(book, { type: "buffer", bookType: TYPES[format], compression: true }) as Buffer;
  return { xlsx: [...names.map(exported), written("xlsx")], xlsb: [written("xlsb")], xls: [written("xls")], ods: [written("ods")] };
}

const books = workbooks();
const bytesOf = {
  xlsx: mutatedZips(books.xlsx),
  xlsb: mutatedZips(books.xlsb),
  ods: mutatedZips(books.ods),
  xls: fc.oneof({ weight: 4, arbitrary: overwritten(books.xls) }, { weight: 1, arbitrary: mutatedBytes(books.xls) }),
};

export const kind: Kind<Input> = {
  name: "workbook",
  perPlace: 500,
  input: fc.constantFrom<BookFormat>("xlsx", "xlsx", "xlsx", "xls", "xls", "ods", "ods", "xlsb").chain((format) =>
    fc.record({
      format: fc.constant(format),
      file: bytesOf[format].map((bytes) => bytes.toString("base64")),
      by: fc.constantFrom("reader" as const, "reader" as const, "reader" as const, "check" as const),
    }),
  ),
  open: async () => {
    const jobs = await jobPlace();
    return {
      run: async ({ format, file, by }) => {
        const name = `hr.${format}`;
        const path = jobs.place.write(name, Buffer.from(file, "base64"));
        if (by === "reader") return `${format} ${await readFile(path, ["employee_id", "ID", "Email"])}`;
        jobs.job(name, "hris-demo.yaml");
        return `${format} ${judgeCommand(await jobs.run("check", "job.yaml"), "check")}`;
      },
      close: jobs.close,
    };
  },
};
