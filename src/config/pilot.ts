import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { fact, type Fact, type PlainCode } from "../domain/facts/fact.ts";
import { pilotOf, type PilotSettings } from "../domain/settings.ts";
import { filledText, says, wholeNumber } from "./values.ts";
import { isPlainMap, type YamlSource } from "./yaml.ts";

const SHARE = says("config.not_pilot_share");

export const pilotSchema = z.strictObject({
  keys: z.union([filledText, z.array(z.string())], says("config.not_pilot_keys")).optional(),
  when: z
    .custom<string | Record<string, unknown>>((value) => typeof value === "string" || isPlainMap(value), says("mapping.when_invalid"))
    .optional(),
  share: z
    .union([z.string(), z.number()], SHARE)
    .transform((share, context) => {
      const value = Number(/^(\d{1,3}(?:\.\d{1,3})?)\s*%?$/.exec(String(share).trim())?.[1] ?? Number.NaN);
      if (value > 0 && value <= 100) return value;
      context.issues.push({ code: "custom", message: SHARE.error, input: share });
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
    source.fault(["pilot"], fact("config.not_exactly_one", { setting: "pilot", of: ["keys", "when", "share"] }));
    return undefined;
  }
  const at = source.at(["pilot"]);
  if (when !== undefined) return pilotOf({ when }, max, at);
  if (share !== undefined) return pilotOf({ share }, max, at);
  const listed = typeof keys === "string" ? readPilotKeys(resolve(folder, keys)) : (keys ?? []).map((key) => key.trim());
  if ("code" in listed) source.fault(["pilot", "keys"], fact("config.keys_unreadable", { why: listed }));
  else if (listed.length === 0 || listed.includes("")) source.fault(["pilot", "keys"], "config.not_pilot_keys");
  else return pilotOf({ keys: listed }, max, at);
  return undefined;
}

/** Far more than a pilot needs. */
const MAX_FILE_BYTES = 4_000_000;

/** Reads a text file with one key a line. @returns why the file cannot be used, if it cannot */
export function readPilotKeys(path: string): string[] | Fact {
  let bytes: Buffer;
  try {
    const found = statSync(path);
    // A pipe would wait for a writer, and a device may have no end.
    if (!found.isFile() && !found.isDirectory()) return fact("config.keys_file_special", {});
    const { size } = found;
    if (size > MAX_FILE_BYTES) return fact("config.keys_file_too_large", { most: MAX_FILE_BYTES / 1_000_000 });
    bytes = readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const known = REASONS[code];
    return known === undefined ? fact("config.keys_file_unreadable", { code }) : fact(known, {});
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fact("config.keys_file_not_utf8", {});
  }
  if (text.includes("\0")) return fact("config.keys_file_not_utf8", {});
  const keys = text
    .split(/\r\n|\n|\r/)
    .map((line) =>
      line
        .trim()
        .replace(/^"([^"]*)"$/, "$1")
        .trim(),
    )
    .filter((key) => key !== "");
  return keys.length === 0 ? fact("config.keys_file_empty", {}) : keys;
}

const REASONS: Readonly<Record<string, PlainCode>> = {
  ENOENT: "config.keys_file_missing",
  ENOTDIR: "config.keys_file_missing",
  EISDIR: "config.keys_file_is_directory",
  EACCES: "config.keys_file_denied",
  EPERM: "config.keys_file_denied",
};
