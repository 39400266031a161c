import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ConnectionView, MissingView } from "../../../setup/types.ts";
import { pill, table, time } from "../parts.ts";
import { sortOf, sortRows } from "../sorting.ts";
import { control, field, stepForm, textInput, type StepContext } from "./parts.ts";
import { number } from "../../../reporting/locales/formats.ts";
import { t } from "../../../reporting/locales/t.ts";

const MAX_SHOWN = 100;

/** The address of the service and its token. */
export function connectionStep(context: StepContext, { service, groups }: ConnectionView): Html {
  const { setup, typed } = context;
  const connected = service !== null && setup.errors.length === 0;
  const url = service === null || service.url === "sandbox" ? "" : service.url;
  const insecure = typed("insecure", service?.insecure === true ? "yes" : "") === "yes";
  return html`${
    connected &&
    html`<p>
      ${pill(t("Connected"), "good", "check")} ${service.url === "sandbox" ? t("Practice service") : data(service.url)},
      ${t("{n, plural, one {# group} other {# groups}}", { n: groups })}, ${time(service.at)}
    </p>`
  }
  ${stepForm(
    context,
    html`<div class="split">
        ${field(
          context,
          "url",
          t("Address of the learning service"),
          textInput(context, "url", url, html`inputmode="url" placeholder="https://learning.example.com"`, true),
          t("The address of the service’s API."),
        )}
        ${field(
          context,
          "token",
          t("Refresh token"),
          html`<input ${control(context, "token", true)} type="password" autocomplete="off" />`,
          connected
            ? t("Stored encrypted. Leave it empty to keep it.")
            : t("Stored encrypted in Rollcall’s state, never in the files. It is not shown again."),
        )}
      </div>
      <p>
        <label class="pick"
          ><input type="checkbox" name="insecure" value="yes" ${insecure && html` checked`} />
          ${t("Allow http:// to another machine: tokens and personal data travel unencrypted")}</label
        >
      </p>`,
    html`<button class="btn primary">${t("Connect")}</button>
      <button class="btn" name="sandbox" value="yes">${t("Use the practice service instead")}</button>
      ${connected && html`<a class="btn" href="/setup/${setup.id}/missing">${t("Continue")}</a>`}`,
  )}`;
}

/** The groups that rules give and that the service does not have. */
export function missingStep(context: StepContext, { missing, given }: MissingView): Html {
  const { setup } = context;
  const sort = sortOf(context.request, ["group", "people"], { by: "people", direction: "desc" });
  if (missing.length === 0)
    return html`<p>
        ${pill(t("All there"), "good", "check")} ${t("The learning service has all {n} groups that the rules give.", { n: given })}
      </p>
      ${stepForm(context, null)}`;
  return html`<p class="soft">
      ${t("{n} of {all} groups don’t exist in the learning service, or exist twice. These people wait until they do; everything else works.", { n: missing.length, all: given })}
    </p>
    ${table<MissingView["missing"][number]>(
      t("Missing groups"),
      [
        { head: t("Group"), sort: "group", rowHeader: true, cell: ({ group }) => data(group) },
        { head: t("People waiting"), sort: "people", numeric: true, cell: ({ people }) => number(people) },
        { head: t("Problem"), cell: ({ ambiguous }) => (ambiguous ? t("exists twice") : t("does not exist")) },
      ],
      sortRows(missing, (row) => row[sort.by], sort.direction).slice(0, MAX_SHOWN),
      { ...sort, url: context.request.url },
    )}
    <p class="row">
      ${missing.length > MAX_SHOWN && html`<span class="soft">${t("The first {n} are shown.", { n: MAX_SHOWN })}</span>`}
      <a class="btn" href="/setup/${setup.id}/missing-groups.csv">${t("Download the list for the service’s administrators")}</a>
    </p>
    <p class="soft">${t("After they were created, connect again in the step before.")}</p>
    ${stepForm(context, null)}`;
}
