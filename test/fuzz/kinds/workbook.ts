import fc from "fast-check";
import type { Kind } from "../case.ts";
import { workbooks, type BookFormat } from "../corpus.ts";
import { jobPlace } from "../job.ts";
import { judgeCommand } from "../judge.ts";
import { mutatedBytes, mutatedZips, overwritten } from "../mutate.ts";
import { readFile } from "../read-file.ts";

interface Input {
  format: BookFormat;
  file: string;
  by: "reader" | "check";
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
