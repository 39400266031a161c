import { join } from "node:path";
import fc from "fast-check";
import type { Kind } from "../case.ts";
import { EXPORTS, exported, type ExportName } from "../corpus.ts";
import { jobPlace } from "../job.ts";
import { judgeCommand } from "../judge.ts";
import { mutatedBytes } from "../mutate.ts";
import { readFile } from "../read-file.ts";

interface Input {
  name: ExportName;
  file: string;
  /** The reader alone is fast; commands read the same file with its job and mapping. */
  by: "reader" | "check" | "plan";
}

export const kind: Kind<Input> = {
  name: "csv",
  perPlace: 2000,
  input: fc.constantFrom(...EXPORTS).chain(({ name }) =>
    fc.record({
      name: fc.constant(name),
      file: mutatedBytes([exported(name)]).map((bytes) => bytes.toString("base64")),
      by: fc.oneof(
        { weight: 200, arbitrary: fc.constant("reader" as const) },
        { weight: 1, arbitrary: fc.constantFrom("check" as const, "plan" as const) },
      ),
    }),
  ),
  open: async () => {
    const jobs = await jobPlace();
    return {
      run: async ({ name, file, by }) => {
        const path = jobs.place.write("hr.csv", Buffer.from(file, "base64"));
        if (by === "reader") return readFile(path);
        jobs.job("hr.csv", EXPORTS.find((one) => one.name === name)?.mapping ?? "");
        return `${by}: ${judgeCommand(await jobs.run(by, join(jobs.place.dir, "job.yaml")), by)}`;
      },
      close: jobs.close,
    };
  },
};
