/** Draws sheets as HTML, for pages of the console and for files. */
import { banner, emptyState, facts, more, pill } from "../html/elements.ts";
import { data, html, type Html, type HtmlValue } from "../html/html.ts";
import { icon, type IconName } from "../html/icon.ts";
import { command, groupPath, lines, prose, time } from "../html/parts.ts";
import type { Sorting } from "../html/sorting.ts";
import { tableOf } from "../html/table.ts";
import { number } from "../locales/formats.ts";
import { t } from "../locales/t.ts";
import { isEmpty, type ActionPart, type Block, type ChangedPerson, type Part, type Sheet, type Tone, type Words } from "./sheet.ts";

export interface Medium {
  /** A file has no pages to link to. */
  links: boolean;
  /** Draws the form of an action. */
  action?(part: ActionPart): Html | null;
  /** How the table of the sheet is sorted. */
  sorting?: Sorting;
}

const SYMBOLS: Readonly<Record<Tone, IconName>> = { "": "info", info: "info", good: "check", warn: "alert", bad: "alert" };
/** The tone of a person by the sign of what happens to them. */
export const TONES = { "+": "good", "~": "warn", "−": "bad" } as const;
const CLASSES = { "+": "add", "~": "chg", "−": "del" } as const;
/** Of a few people, the changes of each are open. */
export const MAX_OPEN = 12;

/** Draws the blocks of a sheet. */
export function sheetHtml(sheet: Sheet, medium: Medium): Html {
  return html`${sheet.map((block) => blockHtml(block, medium))}`;
}

/** Draws words inside of a line. */
export function wordsHtml(words: Words, medium: Medium): HtmlValue {
  if (words === null || words === undefined || words === false) return null;
  if (typeof words === "string") return words;
  if (typeof words === "number") return number(words);
  return "as" in words ? partHtml(words, medium) : words.map((one) => wordsHtml(one, medium));
}

function partHtml(part: Part, medium: Medium): HtmlValue {
  switch (part.as) {
    case "data":
      return data(part.text);
    case "prose":
      return prose(part.text);
    case "time":
      return time(part.at);
    case "group":
      return groupPath(part.path);
    case "code":
      return command(part.text);
    case "link":
      return medium.links || part.to.startsWith("#")
        ? html`<a href="${part.to}">${wordsHtml(part.words, medium)}</a>`
        : wordsHtml(part.words, medium);
    case "strong":
      return html`<b>${wordsHtml(part.words, medium)}</b>`;
    case "soft":
      return html`<span class="soft">${wordsHtml(part.words, medium)}</span>`;
    case "warning":
      return html`<span class="warn">${wordsHtml(part.words, medium)}</span>`;
    case "spoken":
      return html`<span class="sr">${wordsHtml(part.words, medium)}</span>`;
    case "problem":
      return html`<span class="bad">${wordsHtml(part.words, medium)}</span>`;
    case "below":
      return html`<small>${wordsHtml(part.words, medium)}</small>`;
    case "lines":
      return lines(part.lines.map((line) => wordsHtml(line, medium)));
    case "pill":
      return pill(wordsHtml(part.words, medium), part.tone, part.symbol);
    case "action":
      return medium.action?.(part);
    case "titled":
      return html`<span title="${part.title}">${wordsHtml(part.words, medium)}</span>`;
  }
}

function blockHtml(block: Block, medium: Medium): Html {
  const draw = (words: Words): HtmlValue => wordsHtml(words, medium);
  switch (block.block) {
    case "text":
      return html`<p ${block.lead === true && html` class="lead"`}>${draw(block.words)}</p>`;
    case "notice":
      return banner(block.tone, block.symbol ?? SYMBOLS[block.tone], sheetHtml(block.blocks, medium));
    case "figures":
      return html`<ul class="tiles">
        ${block.figures.map(({ n, label }) => html`<li class="tile"><b>${number(n)}</b><span>${label}</span></li>`)}
      </ul>`;
    case "facts":
      return facts(block.facts.flatMap(([term, value]) => (isEmpty(value) ? [] : [[term, draw(value)] as const])));
    case "table":
      return tableHtml(block, medium);
    case "code":
      return html`<pre><code>${block.text}</code></pre>`;
    case "list":
      return html`<ul>
        ${block.items.map((item) => html`<li>${draw(item)}</li>`)}
      </ul>`;
    case "people":
      return peopleHtml(block, medium);
    case "heading":
      return block.level === 2
        ? html`<h2 ${block.id !== undefined && html` id="${block.id}"`}>${draw(block.words)}</h2>`
        : html`<h3>${draw(block.words)}</h3>`;
    case "section":
      return html`<section class="section${block.card === true && " card"}" aria-labelledby="${block.id}">
        <h2 id="${block.id}">${block.title}</h2>
        ${sheetHtml(block.blocks, medium)}
      </section>`;
    case "more":
      return more(block.summary, sheetHtml(block.blocks, medium));
    case "card":
      return html`<div class="card stack section">${sheetHtml(block.blocks, medium)}</div>`;
    case "nothing":
      return block.title === undefined
        ? emptyState(draw(block.words), block.next && draw(block.next))
        : html`<section class="section">${emptyState(html`<b>${block.title}</b><br />${draw(block.words)}`)}</section>`;
  }
}

function tableHtml({ caption, columns, rows, first = rows.length, all = rows.length }: TableBlock, medium: Medium): Html {
  const heads = columns.map(({ head, kind, sort }) => ({
    head,
    rowHeader: kind === "row",
    numeric: kind === "number",
    wide: kind === "wide",
    ...(sort === undefined ? {} : { sort }),
  }));
  const draw = (title: string, part: TableBlock["rows"]): Html =>
    tableOf(
      title,
      heads,
      part.map((row) => row.map((words) => wordsHtml(words, medium))),
      medium.sorting ?? null,
    );
  return html`${draw(caption, rows.slice(0, first))}${rest(rows.length - first, () => draw("", rows.slice(first)))}${cut(rows.length, all)}`;
}

type TableBlock = Extract<Block, { block: "table" }>;

/** Draws the others behind a summary that says how many there are. */
function rest(n: number, draw: () => Html): Html | null {
  return n <= 0 ? null : more(t("report.show_others", { n }), draw());
}

/** Says that a list is shortened. */
function cut(shown: number, all: number): Html | null {
  return shown >= all ? null : html`<p class="soft">${t("report.list_shows_first", { shown, all })}</p>`;
}

function peopleHtml({ people, first, all }: Extract<Block, { block: "people" }>, medium: Medium): Html {
  const draw = (some: readonly ChangedPerson[]): Html =>
    html`<div class="card flush">
      <ul class="diff">
        ${some.map((person) => personHtml(person, medium.links && people.length <= MAX_OPEN, medium))}
      </ul>
    </div>`;
  return html`${draw(people.slice(0, first))}${rest(people.length - first, () => draw(people.slice(first)))}${cut(people.length, all)}`;
}

/** Draws one person of a list of changes, without the card around the list. */
export function personHtml({ sign, name, key, did, status, place, page, changes }: ChangedPerson, open: boolean, medium: Medium): Html {
  return html`<li>
    <details ${open && html` open`}>
      <summary>
        ${icon("right", "turn")}<b class="mono ${TONES[sign]}" aria-hidden="true">${sign}</b
        ><span class="grow"
          ><b>${wordsHtml(name, medium)}</b> <span class="soft mono small">${data(key)}</span> ${wordsHtml(did, medium)}</span
        >
        ${wordsHtml(status, medium)}<span class="soft small">${wordsHtml(place, medium)}</span>
      </summary>
      <ul>
        ${changes.map((change) => html`<li ${change.sign !== "" && html` class="${CLASSES[change.sign]}"`}><span>${wordsHtml(change.words, medium)}</span></li>`)}
        ${medium.links && html`<li><a href="${page}">${t("runs.history_person")}</a></li>`}
      </ul>
    </details>
  </li>`;
}
