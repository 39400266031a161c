/** Languages of console, reports, mail and workbook. The command line is English. */
export const READER_LANGUAGES = ["en", "es", "de", "fr"] as const;
export type ReaderLanguage = (typeof READER_LANGUAGES)[number];

/** All time zones that this machine knows. */
export const TIME_ZONES: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** Returns a text as a language; `null` if it is none. */
export function asLanguage(text: string | null | undefined): ReaderLanguage | null {
  return READER_LANGUAGES.find((language) => language === text) ?? null;
}

/** Returns a text as a time zone; `null` if it is none. */
export function asTimeZone(text: string | null | undefined): string | null {
  return TIME_ZONES.find((zone) => zone === text) ?? null;
}

/** Returns the time zone of this machine, which is that of its clock. */
export function machineTimeZone(): string {
  return asTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";
}
