/** Elements that reports and the console share. */
import { html, type Html, type HtmlValue } from "./html.ts";
import { icon, type IconName } from "./icon.ts";

/** Draws terms with their values, without those that are empty. */
export function facts(entries: readonly (readonly [term: string, value: HtmlValue])[]): Html {
  const present = entries.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "");
  return html`<dl class="kv">
    ${present.map(
      ([term, value]) =>
        html`<dt>${term}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

export type Tone = "" | "info" | "good" | "warn" | "bad";

/** Draws a state in a few words. */
export function pill(words: HtmlValue, tone: Tone = "", symbol?: IconName): Html {
  return html`<span class="pill ${tone}">${symbol !== undefined && icon(symbol)}${words}</span>`;
}

/** Draws a message about the page's subject. */
export function banner(tone: Tone, symbol: IconName, content: HtmlValue): Html {
  return html`<div class="banner ${tone}" role="status">
    ${icon(symbol)}
    <div>${content}</div>
  </div>`;
}

/** Reports a result, also to screen readers. */
export function done(sentence: HtmlValue): Html {
  return banner("good", "check", html`<p>${sentence}</p>`);
}

/** Draws a list without entries, and the next step. */
export function emptyState(sentence: HtmlValue, next?: HtmlValue, drawn: "done" | "search" = "done"): Html {
  return html`<div class="card empty">
    ${icon(drawn)}
    <p class="lead">${sentence}</p>
    ${next !== undefined && html`<p class="row">${next}</p>`}
  </div>`;
}

/** Draws details that start closed. */
export function more(summary: HtmlValue, content: HtmlValue): Html {
  return html`<details class="more">
    <summary>${icon("right", "turn")}${summary}</summary>
    <div>${content}</div>
  </details>`;
}
