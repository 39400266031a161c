import { data, html, type Html } from "../../../reporting/html/html.ts";
import { listing } from "../../../reporting/labels.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { sameForms } from "./forms.ts";
import type { HeldPerson } from "./shapes.ts";
import { facts, jobLink, lines, personLink, prose, runLink } from "../parts.ts";

/** Draws a person who gets no account until someone resolves a possible duplicate. */
export function blockedView(person: HeldPerson, request: ActorsRequest): Html {
  const { key, run, job, code, reason, alike, settled } = person;
  const asked = code === "same_person" && settled === null && alike.length > 0;
  return html`<section class="box" aria-label="${key} is blocked">
    <h3>${personLink(person)}</h3>
    ${facts([
      ["Reason", prose(reason)],
      ["Settled", settled !== null && SETTLED[settled]],
      ["Run", runLink(run)],
      ["Job", jobLink(job)],
    ])}
    ${alike.map((other) => beside(person, other))}
    ${asked && (may(request.actor, "link") ? sameForms(person, request) : html`<p class="soft">Saying who is who needs the role operator.</p>`)}
  </section>`;
}

const SETTLED: Readonly<Record<"linked" | "distinct", string>> = {
  linked: "has an account by now; the next run looks again",
  distinct: "they are different people, somebody said; the next run makes the account",
};

/** Both records, field by field. */
function beside({ job, key }: HeldPerson, other: HeldPerson["alike"][number]): Html {
  const value = (text: string | null): Html | null => (text === null ? html`–` : data(text));
  return html`<div class="scroll" tabindex="0">
      <table>
        <caption>
          Same ${listing(other.fields.map((field) => FIELDS[field] ?? field))}
        </caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">${data(key)}, in the file</th>
            <th scope="col">${data(other.key)}, as sent to the service</th>
          </tr>
        </thead>
        <tbody>
          ${other.records.map(
            ({ field, here, there }) =>
              html`<tr>
                <th scope="row">${data(field)}</th>
                <td>${value(here)}</td>
                <td>${value(there)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${facts([
      ["The other one", personLink({ job, key: other.key, name: null })],
      ["Its account", other.user_id === null ? "not known: its create is not settled" : lines([data(other.user_id)])],
    ])}`;
}

const FIELDS: Readonly<Record<string, string>> = { email: "e-mail address", national_id: "national id" };
