import fc from "fast-check";
import { parse, stringify } from "yaml";
import type { Kind } from "../case.ts";
import { examples, exported } from "../corpus.ts";
import { jobOf, jobPlace } from "../job.ts";
import { judgeCommand } from "../judge.ts";
import { edited, edits, mutatedBytes } from "../mutate.ts";

interface Input {
  what: "job" | "mapping";
  file: string;
}

/** Stands for the address of the learning service, which is known when a case runs. */
const SERVICE = "http://127.0.0.1:65535";

const texts = (what: "job" | "mapping"): string[] => {
  if (what === "mapping") return Object.values(examples("mappings"));
  const own = jobOf("hr.csv", SERVICE, "first");
  const more = {
    ...own,
    schedule: { cron: "30 2 * * *", timezone: "Europe/Madrid" },
    source: { ...own.source, csv: { delimiter: ";", encoding: "windows-1252" }, join: [], archive: { folder: "done" } },
    notify: { mail: { to: ["hr@acme.example"] }, webhook: { url: "https://hooks.acme.example/x" } },
  };
  const jobs = Object.values(examples("jobs")).map((text) =>
    text.replace(/base_url: \S+/, `base_url: ${SERVICE}`).replace(/file: .*exports.*$/m, "file: hr.csv"),
  );
  return [...jobs, stringify(own), stringify(more)];
};

/** Returns a value as a file; YAML that the library cannot write, such as 1,500 nested lists, is written as JSON. */
function textOf(value: unknown, as: string): string {
  try {
    if (as === "yaml") return stringify(value, { aliasDuplicateObjects: false });
  } catch {
    // Too deep.
  }
  return JSON.stringify(value) ?? "";
}

const fileOf = (what: "job" | "mapping"): fc.Arbitrary<string> => {
  const sources = texts(what);
  const changed = mutatedBytes(sources.map((text) => Buffer.from(text))).map((bytes) => bytes.toString("base64"));
  const values = fc
    .tuple(fc.constantFrom(...sources.map((text) => parse(text) as unknown)), edits, fc.constantFrom("yaml", "json"))
    .map(([value, changes, as]) => {
      return Buffer.from(textOf(edited(value, changes), as)).toString("base64");
    });
  return fc.oneof({ weight: 1, arbitrary: changed }, { weight: 2, arbitrary: values });
};

const files = { job: fileOf("job"), mapping: fileOf("mapping") };

export const kind: Kind<Input> = {
  name: "configuration",
  perPlace: 1000,
  input: fc
    .constantFrom<Input["what"]>("job", "mapping", "mapping")
    .chain((what) => fc.record({ what: fc.constant(what), file: files[what] })),
  open: async () => {
    const jobs = await jobPlace();
    jobs.place.write("hr.csv", exported("hris-demo-50.csv"));
    return {
      run: async ({ what, file }) => {
        jobs.job("hr.csv", "hris-demo.yaml");
        const text = Buffer.from(file, "base64").toString("latin1").replaceAll(SERVICE, jobs.sandbox.url);
        jobs.place.write(`${what}.yaml`, Buffer.from(text, "latin1"));
        return `${what}: ${judgeCommand(await jobs.run("check", "job.yaml"), "check")}`;
      },
      close: jobs.close,
    };
  },
};
