import type { FastifyRequest } from "fastify";
import { READER_LANGUAGES, TIME_ZONES, type ReaderLanguage } from "../domain/languages.ts";
import { html, type Html } from "../reporting/html/html.ts";
import { currentReader } from "../reporting/locales/reader.ts";
import { t } from "../reporting/locales/t.ts";
import { csrfField } from "./access/csrf.ts";

/** Each language under its own name. */
const NAMES: Readonly<Record<ReaderLanguage, string>> = { en: "English", es: "Español", de: "Deutsch", fr: "Français" };

/** Draws a button for each language, for the pages before sign-in. */
export function languageForm(request: FastifyRequest): Html {
  const { language } = currentReader();
  return html`<form class="section" method="post" action="/reader">
    ${csrfField(request)}<input type="hidden" name="back" value="${request.url.split("?")[0] ?? "/"}" />
    <div class="seg" role="group" aria-label="${t("shell.language")}">
      ${READER_LANGUAGES.map(
        (one) =>
          html`<button name="language" value="${one}" lang="${one}" aria-pressed="${String(one === language)}">${NAMES[one]}</button>`,
      )}
    </div>
  </form>`;
}

/** Draws the choice of language and time zone of the account page. */
export function readerForm(request: FastifyRequest): Html {
  const chosen = request.readerChoice;
  return html`<form id="reader" method="post" action="/reader">
    ${csrfField(request)}<input type="hidden" name="back" value="/account" />
    <label
      >${t("shell.language")}
      <select name="language">
        ${option("", t("shell.language_browser"), chosen.language ?? "")}
        ${READER_LANGUAGES.map((one) => option(one, NAMES[one], chosen.language ?? ""))}
      </select></label
    >
    <label
      >${t("shell.time_zone")}
      <select name="time_zone">
        ${option("", t("shell.time_zone_browser"), chosen.timeZone ?? "")}
        ${TIME_ZONES.map((zone) => option(zone, zone.replaceAll("_", " "), chosen.timeZone ?? ""))}
      </select></label
    >
    <button>${t("shell.save")}</button>
  </form>`;
}

function option(value: string, name: string, chosen: string): Html {
  return html`<option value="${value}" ${value === chosen && html` selected`}>${name}</option>`;
}
