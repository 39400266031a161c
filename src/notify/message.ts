import { htmlDocument } from "../reporting/html/document.ts";
import { data, html, type Html } from "../reporting/html/html.ts";
import { t } from "../reporting/locales/t.ts";
import { currentReader } from "../reporting/locales/reader.ts";

/** A message in reading order: the only source of its text, HTML and webhook forms. */
export interface Message {
  /** Never names a person. */
  subject: string;
  blocks: Block[];
  footer: string;
}

export type Block = { text: string; list?: readonly Item[]; detail?: boolean } | { link: string; text: string };

/** An item of a list, with the page of the console that it leads to. */
export interface Item {
  text: string;
  /** Follows the text, outside of the link. */
  note?: string;
  link?: string;
}

export function asText({ subject, blocks, footer }: Message): string {
  return `${[subject, ...blocks.map(textOf), `-- \n${footer}`].join("\n\n")}\n`;
}

function textOf(block: Block): string {
  // A sentence has its own end.
  if ("link" in block)
    return block.text.endsWith(".") ? `${block.text}\n${block.link}` : t("history.name_value", { name: block.text, value: block.link });
  return [
    oneLine(block.text),
    ...(block.list ?? []).map((item) => `  - ${oneLine(whole(item))}${item.link === undefined ? "" : `\n    ${item.link}`}`),
  ].join("\n");
}

export function asHtml({ subject, blocks, footer }: Message): string {
  return htmlDocument({
    title: subject,
    lang: currentReader().language,
    body: html`<div style="font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:1rem">
      <h1 style="font-size:1.25rem">${subject}</h1>
      ${blocks.map(htmlOf)}
      <p style="color:#58616a;font-size:.85rem">${footer}</p>
    </div>`,
  }).text;
}

function htmlOf(block: Block): Html {
  if ("link" in block) return html`<p><a href="${block.link}">${block.text}</a></p> `;
  const { text: sentence, list = [] } = block;
  return html`<p>${data(sentence)}</p>
    ${
      list.length > 0 &&
      html`<ul>
        ${list.map(
          ({ text, note, link }) =>
            html`<li style="margin-bottom:.75rem">
              ${link === undefined ? data(text) : html`<a href="${link}">${data(text)}</a>`}${note !== undefined && html`<br /><span style="color:#58616a">${data(note)}</span>`}
            </li> `,
        )}
      </ul> `
    }`;
}

/** Formats for Slack and compatible webhooks, without details, which may name a machine or a person. */
export function asWebhook({ subject, blocks }: Message): { text: string } {
  const lines = blocks.flatMap((block) => {
    if ("link" in block) return [`<${block.link}|${escaped(block.text)}>`];
    return block.detail === true
      ? []
      : [
          escaped(oneLine(block.text)),
          ...(block.list ?? []).map(({ text, note = "", link }) =>
            `• ${link === undefined ? escaped(oneLine(text)) : `<${link}|${escaped(oneLine(text))}>`} ${escaped(oneLine(note))}`.trimEnd(),
          ),
        ];
  });
  return { text: [`*${escaped(subject)}*`, ...lines].join("\n") };
}

function whole({ text, note }: Item): string {
  return note === undefined ? text : `${text} ${note}`;
}

/**
 * Slack reads text in angle brackets as links and as mentions of everyone. Compatible services also read `[text](link)`,
 * and `@all`: an invisible character keeps both as text.
 */
function escaped(text: string): string {
  const plain = text.replaceAll("](", "]\u200b(").replaceAll(/@(?=\w)/g, "@\u200b");
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Keeps data from starting a new line or changing the reading direction. */
function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ");
}
