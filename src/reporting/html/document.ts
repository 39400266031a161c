import { currentReader } from "../locales/reader.ts";
import { html, type Html, type HtmlValue } from "./html.ts";

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
