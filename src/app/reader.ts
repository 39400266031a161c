import type { Environment } from "../config/environment.ts";
import { asLanguage, asTimeZone } from "../domain/languages.ts";
import { localeOf, type Reader } from "../reporting/locales/reader.ts";

/**
 * Returns the reader of files that commands and runs write. An unknown language or time zone counts as not set, because
 * it must not fail a run; `rollcall serve` refuses it.
 */
export function installationReader(env: Environment): Reader {
  const language = asLanguage(env["ROLLCALL_LANGUAGE"]?.trim()) ?? "en";
  return { language, locale: localeOf(language), timeZone: asTimeZone(env["ROLLCALL_TIME_ZONE"]?.trim()) ?? "UTC" };
}
