import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { pilotOf, type PilotSettings } from "../domain/settings.ts";
import { filledText, wholeNumber } from "./values.ts";
import { isPlainMap, type YamlSource } from "./yaml.ts";

const KEYS = "must be a list of keys, or the path of a text file with one key a line";
const SHARE = "must be a share of all people above 0 and up to 100, such as 2%";

export const pilotSchema = z.strictObject({
  keys: z.union([filledText, z.array(z.string({ error: "must be a key as a text; put quotes around it" }))], { error: KEYS }).optional(),
  when: z
    .custom<string | Record<string, unknown>>((value) => typeof value === "string" || isPlainMap(value), {
      error: "must be an expression, or a map from columns to their values",
    })
    .optional(),
  share: z
    .union([z.string(), z.number()], { error: SHARE })
    .transform((share, context) => {
      const value = Number(/^(\d{1,3}(?:\.\d{1,3})?)\s*%?$/.exec(String(share).trim())?.[1] ?? Number.NaN);
      if (value > 0 && value <= 100) return value;
      context.issues.push({ code: "custom", message: SHARE, input: share });
      return z.NEVER;
    })
    .optional(),
  max: wholeNumber(1, 1_000_000).optional(),
});

/** Reads the `pilot` of a job. @param folder where a relative path of the keys starts */
export function readPilot(source: YamlSource, raw: unknown, folder: string): PilotSettings | null | undefined {
  if (raw === undefined) return null;
  const form = source.check(pilotSchema, raw, ["pilot"]);
  if (form === undefined) return undefined;
  const { keys, when, share, max = null } = form;
  if ([keys, when, share].filter((one) => one !== undefined).length !== 1) {
    source.fault(["pilot"], "`pilot` needs exactly one of `keys`, `when`, `share`");
    return undefined;
  }
  const at = source.at(["pilot"]);
  if (when !== undefined) return pilotOf({ when }, max, at);
  if (share !== undefined) return pilotOf({ share }, max, at);
  const listed = typeof keys === "string" ? readPilotKeys(resolve(folder, keys)) : (keys ?? []).map((key) => key.trim());
  if (typeof listed === "string") source.fault(["pilot", "keys"], `the keys ${listed}`);
  else if (listed.length === 0 || listed.includes("")) source.fault(["pilot", "keys"], KEYS);
  else return pilotOf({ keys: listed }, max, at);
  return undefined;
}

/** Far more than a pilot needs. */
const MAX_FILE_BYTES = 4_000_000;

/** Reads a text file with one key a line. @returns why the file cannot be used, as the end of a sentence, if it cannot */
export function readPilotKeys(path: string): string[] | string {
  let bytes: Buffer;
  try {
    const found = statSync(path);
    // A pipe would wait for a writer, and a device may have no end.
    if (!found.isFile() && !found.isDirectory()) return "cannot be read: this is not a file";
    const { size } = found;
    if (size > MAX_FILE_BYTES) return `cannot be read: the file is larger than ${MAX_FILE_BYTES / 1_000_000} MB`;
    bytes = readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return `cannot be read: ${REASONS[code] ?? `the file cannot be opened (${code})`}`;
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "cannot be read: the file is not text in UTF-8";
  }
  if (text.includes("\0")) return "cannot be read: the file is not text in UTF-8";
  const keys = text
    .split(/\r\n|\n|\r/)
    .map((line) =>
      line
        .trim()
        .replace(/^"([^"]*)"$/, "$1")
        .trim(),
    )
    .filter((key) => key !== "");
  return keys.length === 0 ? "cannot be used: the file contains no key" : keys;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "this is a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
};
