import { readFileSync } from "node:fs";

const DESCRIPTIONS = JSON.parse(readFileSync(new URL("job-descriptions.json", import.meta.url), "utf8")) as Readonly<
  Record<string, string>
>;

/** An export has the schedule and the server of a job's source. */
const ofExport = ["schedule.", "source.sftp."].flatMap((start) =>
  Object.entries(DESCRIPTIONS).flatMap(([key, text]) =>
    key.startsWith(start) ? [[`export.${key.replace("source.", "")}`, text] as const] : [],
  ),
);

/** Descriptions of the job keys, for editors and the documentation. Links are relative to the page with the key. */
export const JOB_DESCRIPTIONS: Readonly<Record<string, string>> = { ...DESCRIPTIONS, ...Object.fromEntries(ofExport) };
