import { t, tHtml, type Message } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { fieldLabel as fieldName } from "../../../reporting/field-labels.ts";
import type { Fact } from "../../../domain/facts/fact.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { listing, roleLabel } from "../../../reporting/labels.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { sameForms } from "./forms.ts";
import type { HeldPerson } from "./shapes.ts";
import { facts, jobLink, lines, personLink, prose, runLink } from "../parts.ts";

/** Draws a person who gets no account until someone resolves a possible duplicate. */
export function blockedView(person: HeldPerson, request: ActorsRequest): Html {
  const { key, run, job, code, fact: reason, alike, settled } = person;
  const asked = code === "same_person" && settled === null && alike.length > 0;
  return html`<section class="box" aria-label="${t("identities.key_blocked", { key })}">
    <h3>${personLink(person)}</h3>
    ${facts([
      [t("labels.reason"), prose(reason && factText(asked ? withoutCommands(reason) : reason))],
      [t("identities.decided"), settled !== null && t(SETTLED[settled])],
      [t("labels.run"), runLink(run)],
      [t("labels.job"), jobLink(job)],
    ])}
    ${alike.map((other) => beside(person, other))}
    ${asked && (may(request.actor, "link") ? sameForms(person, request) : html`<p class="soft">${t("identities.you_need_role_role_decide", { role: roleLabel("operator") })}</p>`)}
  </section>`;
}

/** Leaves out the commands, because the forms below do the same. */
function withoutCommands(reason: Fact): Fact {
  const [first = reason] = reason.code === "sentences" ? (reason.values["sentences"] as Fact[]) : [];
  return first;
}

const SETTLED: Readonly<Record<"linked" | "distinct", Message>> = {
  linked: "identities.account_now_next",
  distinct: "identities.marked_different_people_next_run_2",
};

/** Both records, field by field. */
function beside({ job, key }: HeldPerson, other: HeldPerson["alike"][number]): Html {
  const value = (text: string | null): Html | null => (text === null ? html`–` : data(text));
  return html`<div class="scroll beside" tabindex="0">
      <table>
        <caption>
          ${t("identities.same_fields", { fields: listing(other.fields.map(fieldLabel)) })}
        </caption>
        <thead>
          <tr>
            <th scope="col">${t("identities.field")}</th>
            <th scope="col">${tHtml("identities.key_file", { key: data(key) })}</th>
            <th scope="col">${tHtml("identities.key_sent_service", { key: data(other.key) })}</th>
          </tr>
        </thead>
        <tbody>
          ${other.records.map(
            ({ field, here, there }) =>
              html`<tr>
                <th scope="row">${fieldName(field)}</th>
                <td>${value(here)}</td>
                <td>${value(there)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${facts([
      [t("identities.other_person"), personLink({ job, key: other.key, name: null })],
      [t("identities.person_account"), other.user_id === null ? t("identities.not_known_creation") : lines([data(other.user_id)])],
    ])}`;
}

const FIELDS: Readonly<Record<string, Message>> = { email: "identities.e_mail_address", national_id: "identities.national_id" };

function fieldLabel(field: string): string {
  const label = FIELDS[field];
  return label === undefined ? field : t(label);
}
