/** The few shapes that the pages have in common. */
import { data, html, type Html, type HtmlValue } from "../../reporting/html/html.ts";
import { groupPath } from "../../reporting/html/parts.ts";
import { fileName } from "../../reporting/labels.ts";
import { personId } from "../../store/people/people-pages.ts";

export { command, groupPath, lines, prose, table, time } from "../../reporting/html/parts.ts";

/** A link to a person, by what stands in no address: the name, with the key below. */
export function personLink({ job, key, name }: { job: string; key: string; name: string | null }): Html {
  const shown = name === null || name === "" ? key : name;
  return html`<a href="/people/${personId(job, key)}">${data(shown)}</a>${shown !== key && html` <span class="soft">${data(key)}</span>`}`;
}

/** A link to a run. */
export function runLink(id: string): Html {
  return html`<a href="/runs/${encodeURIComponent(id)}">${id}</a>`;
}

/** A link to a job. */
export function jobLink(name: string): Html {
  return html`<a href="/jobs/${encodeURIComponent(name)}">${data(name)}</a>`;
}

/** Names and what they are, one below the other; what is empty is left out. */
export function facts(entries: readonly (readonly [term: string, value: HtmlValue])[]): Html {
  const there = entries.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "");
  return html`<dl class="facts">
    ${there.map(
      ([term, value]) =>
        html`<dt>${term}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** A few words that stand out. */
export function tag(words: HtmlValue): Html {
  return html`<span class="tag">${words}</span>`;
}

/** What was done just now, for everybody, also those who listen. */
export function done(sentence: HtmlValue): Html {
  return html`<p class="done" role="status">${sentence}</p>`;
}

/** A list without anything in it. */
export function emptyState(sentence: string): Html {
  return html`<p class="soft">${sentence}</p>`;
}

/** Links to the pages before and after this one; `all` is how many entries there are, where that is known. */
export function pages(request: { url: string }, at: { page: number; limit: number; all?: number; more?: boolean }): Html | null {
  const { page, limit, all } = at;
  const last = all === undefined ? null : Math.max(1, Math.ceil(all / limit));
  const more = at.more ?? (last !== null && page < last);
  if (page === 1 && !more) return null;
  return html`<p class="pages">
    ${page > 1 && html`<a rel="prev" href="${withParam(request.url, "page", String(page - 1))}">Page ${page - 1}</a>`}
    <span class="soft">Page ${page}${last !== null && html` of ${last}`}</span>
    ${more && html`<a rel="next" href="${withParam(request.url, "page", String(page + 1))}">Page ${page + 1}</a>`}
  </p>`;
}

/** An address of ours with one parameter set anew. */
export function withParam(address: string, name: string, value: string): string {
  const url = new URL(address, "http://here");
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}`;
}

/** A choice in a form. */
export function select(
  name: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  chosen: string | null,
): Html {
  return html`<label
    >${label}
    <select name="${name}">
      ${options.map(([value, words]) => html`<option value="${value}" ${value === (chosen ?? "") && html` selected`}>${words}</option>`)}
    </select></label
  >`;
}

/** A rule with its place in the mapping, and what it gives instead. */
export function rule({ rule: name, at, gives }: { rule: string; at: string; gives?: readonly string[] }): Html {
  return html`${data(name)} <code>${data(at)}</code>${
      gives !== undefined && gives.length > 0 && html` gives ${gives.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`)}`
    }`;
}

/** Which row of which file. */
export function place({ row, file }: { row: number; file: string }): Html {
  return html`row ${row} of ${data(fileName(file))}`;
}

/** How long ago, in whole days. */
export function days(since: string, now: Date): string {
  const n = Math.floor((now.getTime() - Date.parse(since)) / 86_400_000);
  return n <= 0 ? "today" : n === 1 ? "1 day" : `${n} days`;
}

/** A username as it may be shown. */
export function shownName(text: string | null): string | null {
  return text !== null && text.startsWith("hmac:") ? "(not shown)" : text;
}
