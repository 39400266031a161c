import { htmlDocument } from "../html/document.ts";
import { html } from "../html/html.ts";
import { asset, assetText } from "../html/assets/assets.ts";
import { icon } from "../html/icon.ts";
import { wordsHtml, sheetHtml } from "./html.ts";
import type { Sheet, Words } from "./sheet.ts";

const FILE = { links: false } as const;

/**
 * Draws a sheet as a file of its own that looks as the console does: it has its style and its icons inside, loads nothing
 * and may run nothing.
 * @param parts.beside words to the right of the title
 */
export function fileDocument({ title, lead, beside, blocks }: { title: string; lead: Words; beside?: Words; blocks: Sheet }): string {
  const head = html`<meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <style>
      ${assetText("console.css")}
    </style>`;
  const body = html`<div hidden>${assetText("icons.svg")}</div>
    <main class="main file">
      <p class="brand">${icon("logo")}Rollcall</p>
      <header class="head">
        <div>
          <h1><bdi>${title}</bdi></h1>
          <p class="lead">${wordsHtml(lead, FILE)}</p>
        </div>
        ${wordsHtml(beside, FILE)}
      </header>
      ${sheetHtml(blocks, FILE)}
    </main>`;
  return htmlDocument({ title: `${title} – Rollcall`, head, body }).text.replaceAll(`${asset("icons.svg")}#`, "#");
}
