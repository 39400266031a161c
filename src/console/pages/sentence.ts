import { data, html, type Html, type HtmlValue } from "../../reporting/html/html.ts";
import type { Part, Sentence } from "../../reporting/history/sentence.ts";
import { listParts } from "../../reporting/locales/formats.ts";
import { t, tHtml } from "../../reporting/locales/t.ts";
import type { IconName } from "../../reporting/html/icon.ts";
import { groupPath, runLink, time } from "./parts.ts";

/** Draws a sentence with its people, runs and removals as links. */
export function sentenceHtml(sentence: Sentence): Html {
  return tHtml(
    sentence.template,
    sentence.withPlaces((part) => html`${partHtml(part)}`),
  );
}

function partHtml(part: Part): HtmlValue {
  if (typeof part === "string") return data(part);
  switch (part.as) {
    case "person":
      return part.id === null ? html`<b>${data(part.text)}</b>` : html`<a href="/people/${part.id}">${data(part.text)}</a>`;
    case "run":
      return runLink(part.id);
    case "removal":
      return html`<a href="/review/removals/${part.id}">${data(part.text)}</a>`;
    case "group":
      return html`<b>${groupPath(part.text)}</b>`;
    case "people":
      return t("labels.people", { n: part.count });
    case "groups":
      return t("labels.groups", { n: part.count });
    case "time":
      return time(part.at);
    case "list":
      return listParts(part.parts.map((_, i) => String(i))).map(({ type, value }) =>
        type === "element" ? partHtml(part.parts[Number(value)] ?? "") : value,
      );
    case "rule":
      return html`<b title="${part.text} (${part.at})">${data(part.text)}</b>`;
    default:
      return html`<b>${data(part.text)}</b>`;
  }
}

const SYMBOLS: Readonly<Record<string, readonly [symbol: IconName, tone?: string]>> = {
  removal_approved: ["check", "good"],
  removal_approved_first: ["check", "good"],
  removal_rejected: ["keep", "info"],
  approval_undone: ["undo"],
  rejection_undone: ["undo"],
  removal_commented: ["chat", "info"],
  removal_handed_over: ["chat"],
  group_approved: ["check", "good"],
  group_dismissed: ["close"],
  group_created: ["plus", "good"],
  exception_ended: ["close"],
  removal_sent: ["send"],
  removal_answer: ["done", "good"],
  removal_found: ["review"],
  run_approved: ["run"],
  area_released: ["run"],
  run_cancelled: ["close"],
  run_reverted: ["undo", "info"],
  hr_changed: ["edit"],
  changed: ["edit"],
  account_created: ["plus", "good"],
  joined: ["join"],
  added_back: ["join", "info"],
  left: ["leave"],
  returned: ["undo"],
  blocked: ["lock", "warn"],
  failed: ["alert", "bad"],
  unconfirmed: ["alert", "warn"],
  signed_in: ["key"],
  emergency_stop: ["pause", "warn"],
  person_forgotten: ["minus"],
};

/** Returns the symbol of an event, with its tone. */
export function eventSymbol(kind: string): readonly [symbol: IconName, tone: string] {
  const [symbol, tone = ""] = (Object.hasOwn(SYMBOLS, kind) ? SYMBOLS[kind] : undefined) ?? ["info"];
  return [symbol, tone];
}
