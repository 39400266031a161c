import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { listing } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { folded, lines, person, table } from "../html/parts.ts";

/** Draws people of the file beside the accounts that may be theirs. */
export function possibleDuplicates({ operations }: ReportData): Html | null {
  const pairs = operations.flatMap(({ key, name, alike = [] }) => alike.map((other) => ({ key, name, other })));
  if (pairs.length === 0) return null;
  const caption = t("report.pairs", { n: pairs.length });
  const body = table<(typeof pairs)[number]>(
    caption,
    [
      { head: t("report.file"), cell: ({ name, key }) => person(name, key), rowHeader: true },
      { head: t("report.key_account"), cell: ({ other }) => data(other.key) },
      { head: t("operation.account"), cell: ({ other }) => data(other.user_id) },
      { head: t("report.same"), cell: ({ other }) => data(listing(other.fields)) },
      { head: t("report.row"), wide: true, cell: ({ other }) => lines(other.records.map(({ field, here }) => value(field, here))) },
      {
        head: t("report.sent_account"),
        wide: true,
        cell: ({ other }) => lines(other.records.map(({ field, there }) => value(field, there))),
      },
    ],
    pairs,
  );
  return html`<h3>${t("report.same_person")}</h3>
    <p>${t("report.each_people_username")}</p>
    ${folded(caption, pairs.length, body)}`;
}

function value(field: string, text: string | null): Html {
  return tHtml("history.name_value", { name: data(field), value: text === null ? "–" : data(text) });
}
