import { currentReader } from "../locales/reader.ts";
import { html, type Html, type HtmlValue } from "./html.ts";
import { style } from "./style.ts";

export interface DocumentParts {
  /** Text of the title bar. */
  title: string;
  /** A language tag; that of the reader by default. */
  lang?: string;
  /** Light or dark; the system's choice by default. */
  theme?: "light" | "dark";
  /** More for the head, such as a style sheet. */
  head?: HtmlValue;
  body: HtmlValue;
}

/** Draws a whole HTML document. */
export function htmlDocument({ title, lang = currentReader().language, theme, head, body }: DocumentParts): Html {
  const root = theme === undefined ? html`lang="${lang}"` : html`lang="${lang}" data-theme="${theme}"`;
  return html`<!doctype html>
    <html ${root}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
}

/** Draws a document for a file of its own: it has its style inside, loads nothing and may run nothing. */
export function fileDocument(title: string, body: HtmlValue): Html {
  const head = html`<meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <style>
      ${style}
    </style>`;
  return htmlDocument({ title: `${title} – Rollcall`, head, body });
}
