import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ConnectionView } from "../../../setup/browser/types.ts";
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
        ${pill(t("operation.connected"), "good", "check")} ${service.url === "sandbox" ? t("setup.practice_service") : data(service.url)},
        ${t("labels.groups", { n: groups })}, ${time(service.at)}
      </p>`
    }
    ${stepForm(
      context,
      html`<div class="split">
          ${field(
            context,
            "url",
            t("setup.address_learning_service"),
            textInput(context, "url", url, html`inputmode="url" placeholder="https://learning.example.com"`, true),
            t("setup.address_service_api"),
          )}
          ${field(
            context,
            "token",
            t("setup.refresh_token"),
            html`<input ${control(context, "token", true)} type="password" autocomplete="off" />`,
            connected ? t("setup.stored_encrypted_leave") : t("setup.stored_encrypted_rollcall"),
          )}
        </div>
        <p>
          <label class="pick"
            ><input type="checkbox" name="insecure" value="yes" ${insecure && html` checked`} /> ${t("setup.allow_http_another")}</label
          >
        </p>`,
      html`${connected && html`<a class="btn primary" href="/setup/${setup.id}/groups">${t("setup.continue")}</a>`}
        <button class="btn ${!connected && "primary"}">${t("setup.connect")}</button>
        <button class="btn" name="sandbox" value="yes">${t("setup.use_practice_service")}</button>`,
    )}
    <p class="small soft">${t("setup.practice_service_runs")}</p>`;
}
