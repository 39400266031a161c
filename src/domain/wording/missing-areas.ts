import { shownText } from "../names.ts";

/** People with one value of a column, most of whom are missing from the file or have no value there now. */
export interface MissingArea {
  column: string;
  value: string;
  /** How many people with an active account had the value. */
  known: number;
  missing: number;
  blank: number;
}

/** A missing area of a run, with the people whom it blocks. */
export interface ReportedArea extends MissingArea {
  blocked: number;
}

/** The kind of a release of a missing area; it also names the area. */
export const AREA_RELEASE = "area_missing";

/** Returns the name of an area, as a release gives it. */
export function areaName(column: string, value: string): string {
  return `${column}=${value}`;
}

/** Returns how many people of the area are missing or blank, as one sentence. */
export function areaSentence({ column: name, value: text, known, missing, blank }: MissingArea): string {
  const [column, value] = [shownText(name), shownText(text)];
  if (blank === 0) return `${missing} of ${known} people whose ${column} is ${value} are missing from the file.`;
  if (missing === 0) return `${blank} of ${known} people whose ${column} was ${value} have no ${column} now.`;
  return `Of ${known} people whose ${column} is ${value}, ${missing} are missing from the file, and ${blank} have no ${column} now.`;
}
