import type { FastifyReply, FastifyRequest } from "fastify";
import { htmlDocument } from "../reporting/html/document.ts";
import { data, html, type Html, type HtmlValue } from "../reporting/html/html.ts";
import { asset } from "./assets/assets.ts";
import { csrfField } from "./access/csrf.ts";
import { may, type Right } from "./access/rights.ts";

/** The entries of the navigation; each is shown to those who may open it. */
const NAVIGATION: readonly (readonly [path: string, name: string, right: Right])[] = [
  ["/", "Overview", "look"],
  ["/review", "Review", "look"],
  ["/runs", "Runs", "look"],
  ["/people", "People", "look"],
  ["/exceptions", "Exceptions", "look"],
  ["/identities", "Identities", "look"],
  ["/jobs", "Jobs", "look"],
  ["/audit", "Audit", "look"],
  ["/status", "Health", "look"],
  ["/account", "My account", "own account"],
  ["/users", "Users", "manage users"],
  ["/tokens", "Tokens", "manage tokens"],
];

export interface PageParts {
  title: string;
  request: FastifyRequest;
  content: HtmlValue;
  /** More for the page's head. */
  head?: HtmlValue;
}

/** A whole page, with the navigation for whoever asked. */
export function layout({ title, request, content, head }: PageParts): Html {
  const { actor } = request;
  const here = request.url.split("?")[0] ?? "";
  const entries = actor === null ? [] : NAVIGATION.filter(([, , right]) => may(actor, right));
  return htmlDocument({
    title: `${title} – Rollcall`,
    head: html`<meta name="color-scheme" content="light dark" />
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="${asset("console.css")}" />
      <script src="${asset("console.js")}" defer></script>
      ${head}`,
    body: html` <a class="skip" href="#content">Skip to the content</a>
      <header>
        <p class="brand"><a href="/">Rollcall</a></p>
        ${
          entries.length > 0 &&
          html`<nav aria-label="Pages">
            <ul>
              ${entries.map(([path, name]) => html`<li><a href="${path}" ${isAt(path, here) && html` aria-current="page"`}>${name}</a></li>`)}
            </ul>
          </nav>`
        }
        ${
          actor !== null &&
          html`<form class="sign-out" method="post" action="/sign-out">
            ${csrfField(request)}
            <span>${data(actor.name)} (${actor.role})</span>
            <button>Sign out</button>
          </form>`
        }
      </header>
      <main id="content">
        <h1>${data(title)}</h1>
        ${content}
      </main>`,
  });
}

/** A page below an entry belongs to it. */
function isAt(path: string, here: string): boolean {
  return path === here || (path !== "/" && here.startsWith(`${path}/`));
}

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(page.text);
}

/** Sends the browser on to a page of ours, after a form has done what it had to. */
export function goOn(reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(path, 303);
}
