import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { listing } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { folded, lines, person, table } from "../html/parts.ts";

/** Draws people of the file beside the accounts that may be theirs. */
export function possibleDuplicates({ operations }: ReportData): Html | null {
  const pairs = operations.flatMap(({ key, name, alike = [] }) => alike.map((other) => ({ key, name, other })));
  if (pairs.length === 0) return null;
  const caption = t("{n, plural, one {# pair} other {# pairs}}", { n: pairs.length });
  const body = table<(typeof pairs)[number]>(
    caption,
    [
      { head: t("In the file"), cell: ({ name, key }) => person(name, key), rowHeader: true },
      { head: t("Key of the account"), cell: ({ other }) => data(other.key) },
      { head: t("Account"), cell: ({ other }) => data(other.user_id) },
      { head: t("Same"), cell: ({ other }) => data(listing(other.fields)) },
      { head: t("In its row"), wide: true, cell: ({ other }) => lines(other.records.map(({ field, here }) => value(field, here))) },
      {
        head: t("Sent to the account"),
        wide: true,
        cell: ({ other }) => lines(other.records.map(({ field, there }) => value(field, there))),
      },
    ],
    pairs,
  );
  return html`<h3>${t("Same person?")}</h3>
    <p>
      ${t("Each of these people has the username, e-mail address or national id of an account with another key. Nobody gets a second account.")}
    </p>
    ${folded(caption, pairs.length, body)}`;
}

function value(field: string, text: string | null): Html {
  return tHtml("{name}: {value}", { name: data(field), value: text === null ? "–" : data(text) });
}
