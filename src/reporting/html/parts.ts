/** The elements that reports and console pages share. */
import { commandInState } from "../../domain/names.ts";
import { html, type Html, type HtmlValue } from "./html.ts";
import { moment } from "../labels.ts";
import { currentReader } from "../locales/reader.ts";
import { t } from "../locales/t.ts";

/** Returns whether a value draws nothing. */
export function isEmpty(value: HtmlValue): boolean {
  return value === null || value === undefined || value === false || value === "" || (Array.isArray(value) && value.every(isEmpty));
}

/** Says that a list is shortened; `null` when it is complete. */
export function cutNote(shown: number, all: number): Html | null {
  return shown >= all ? null : html`<p class="note">${t("report.list_shows_first", { shown, all })}</p>`;
}

/** Draws a sentence that may contain data, and commands in backticks. */
export function prose(text: string | null): Html | null {
  if (text === null || text === "") return null;
  const parts = text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? command(part) : part));
  return html`<bdi>${parts}</bdi>`;
}

export function command(text: string): Html {
  return html`<code>${commandInState(text, currentReader().state ?? null)}</code>`;
}

/** Draws several values in one cell, one per line. */
export function lines(values: readonly HtmlValue[]): HtmlValue {
  return values.length < 2
    ? values
    : html`<ul>
        ${values.map((value) => html`<li>${value}</li>`)}
      </ul>`;
}

/** Draws a group path that may break after a slash. */
export function groupPath(path: string): Html {
  return html`<bdi>${path.split("/").map((step, i) => html`${i > 0 && html`/<wbr />`}${step}`)}</bdi>`;
}

export function time(iso: string): Html {
  return html`<time datetime="${iso}">${moment(iso)}</time>`;
}
