import { fact, type Fact } from "./fact.ts";
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

/** Returns how many people of the area are missing or blank. */
export function areaFact({ column, value, known: all, missing, blank }: MissingArea): Fact {
  const area = { all, column: shownText(column), value: shownText(value) };
  if (blank === 0) return fact("area.missing", { ...area, missing });
  return missing === 0 ? fact("area.blank", { ...area, blank }) : fact("area.missing_and_blank", { ...area, missing, blank });
}
