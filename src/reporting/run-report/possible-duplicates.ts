import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { counted, listing } from "../labels.ts";
import { folded, lines, person, table } from "../html/parts.ts";

/** Draws people of the file beside the accounts that may be theirs. */
export function possibleDuplicates({ operations }: ReportData): Html | null {
  const pairs = operations.flatMap(({ key, name, alike = [] }) => alike.map((other) => ({ key, name, other })));
  if (pairs.length === 0) return null;
  const caption = counted(pairs.length, "pair");
  const body = table<(typeof pairs)[number]>(
    caption,
    [
      { head: "In the file", cell: ({ name, key }) => person(name, key), rowHeader: true },
      { head: "Key of the account", cell: ({ other }) => data(other.key) },
      { head: "Account", cell: ({ other }) => data(other.user_id) },
      { head: "Same", cell: ({ other }) => listing(other.fields) },
      { head: "In its row", wide: true, cell: ({ other }) => lines(other.records.map(({ field, here }) => value(field, here))) },
      {
        head: "Sent to the account",
        wide: true,
        cell: ({ other }) => lines(other.records.map(({ field, there }) => value(field, there))),
      },
    ],
    pairs,
  );
  return html`<h3>Same person?</h3>
    <p>
      Each of these people has the username, e-mail address or national id of an account with another key. Nobody gets a second account.
    </p>
    ${folded(caption, pairs.length, body)}`;
}

function value(field: string, text: string | null): Html {
  return html`${field}: ${text === null ? "–" : data(text)}`;
}
