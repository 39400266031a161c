import { t } from "../../reporting/locales/t.ts";

/** Indents lines. If there are too many, returns the first ones and the number left. @param beyond how many more there are */
export function some(all: readonly string[], most = 20, where = t("common.json_lists"), beyond = 0): string[] {
  const rest = all.length - most + beyond;
  const lines = all.slice(0, most).map((line) => `  ${line}`);
  return rest > 0 ? [...lines, `  ${t("common.and_more_where", { n: rest, where })}`] : lines;
}

/** Returns the first items of a list, and how many more there are. */
export function firstOf(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(", ");
  return items.length > most ? `${shown} ${t("rows.and_more", { n: items.length - most })}` : shown;
}
