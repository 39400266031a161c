import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ConnectionView } from "../../../setup/types.ts";
import { pill, time } from "../parts.ts";
import { control, field, stepForm, textInput, type StepContext } from "./parts.ts";
import { t } from "../../../reporting/locales/t.ts";

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
      html`${connected && html`<a class="btn primary" href="/setup/${setup.id}/groups">${t("Continue")}</a>`}
        <button class="btn ${!connected && "primary"}">${t("Connect")}</button>
        <button class="btn" name="sandbox" value="yes">${t("Use the practice service instead")}</button>`,
    )}
    <p class="small soft">${t("The practice service runs on this server: nothing reaches a real one, and you can move on later.")}</p>`;
}
