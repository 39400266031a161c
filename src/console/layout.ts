import { roleLabel } from "../reporting/labels.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { htmlDocument } from "../reporting/html/document.ts";
import { data, html, type Html, type HtmlValue } from "../reporting/html/html.ts";
import { asset } from "../reporting/html/assets/assets.ts";
import { number } from "../reporting/locales/formats.ts";
import { t } from "../reporting/locales/t.ts";
import { csrfField } from "./access/csrf.ts";
import { field } from "./access/form.ts";
import { may } from "../actions/access/rights.ts";
import { icon } from "../reporting/html/icon.ts";
import { NAVIGATION, type NavigationCounts } from "./navigation.ts";
import type { Actor } from "../actions/access/rights.ts";
import { THEMES } from "./themes.ts";

/** The parts of a page inside the shell. */
export interface PageParts {
  /** The result or the question; also the text of the title bar. */
  title: string;
  request: FastifyRequest;
  content: HtmlValue;
  /** One line of context below the title. */
  lead?: HtmlValue;
  /** Buttons beside the title, at most two. */
  action?: HtmlValue;
  /** The pages above this one. */
  crumbs?: readonly (readonly [path: string, name: string])[];
  /** More for the page's head. */
  head?: HtmlValue;
  /** Below the card of a page before sign-in. */
  after?: HtmlValue;
  counts?: NavigationCounts;
}

/** Draws a whole page: the shell with its navigation for the viewer, or a narrow page before sign-in. */
export function layout(page: PageParts): Html {
  const { title, request, content, head } = page;
  const { actor } = request;
  const { theme } = request;
  return htmlDocument({
    title: `${title} – Rollcall`,
    ...(theme === "system" ? {} : { theme }),
    head: html`<meta name="color-scheme" content="light dark" />
      <link rel="icon" type="image/svg+xml" href="${asset("favicon.svg")}" />
      <link rel="stylesheet" href="${asset("console.css")}" />
      <script src="${asset("console.js")}" defer></script>
      ${head}`,
    body: html`<a class="skip" href="#content">${t("shell.skip_content")}</a> ${
        actor === null
          ? html`<div class="plain">
              <main id="content" tabindex="-1">
                <p class="brand">${icon("logo")}Rollcall</p>
                <div class="card section">
                  <h1>${data(title)}</h1>
                  ${content}
                </div>
                ${page.after}
              </main>
            </div>`
          : html`<div class="app">
              ${top(request, actor)}${side(request, actor, page.counts)}
              <main class="main" id="content" tabindex="-1">
                ${crumbs(page.crumbs)}
                <header class="head">
                  <div>
                    <h1>${data(title)}</h1>
                    ${page.lead && html`<p class="lead">${page.lead}</p>`}
                  </div>
                  ${page.action}
                </header>
                ${request.flash.take()} ${content}
              </main>
            </div>`
      }`,
  });
}

function top(request: FastifyRequest, actor: Actor): Html {
  const display = displayOf(request, actor);
  return html`<header class="top">
    <button class="btn narrow" type="button" popovertarget="nav">${icon("menu")}<span class="sr">${t("shell.menu")}</span></button>
    <a class="brand" href="/">${icon("logo")}Rollcall</a>
    ${searchForm(request, "q", "search wide-only")}
    <button class="btn narrow" type="button" popovertarget="find">${icon("search")}<span class="sr">${t("shell.search")}</span></button>
    ${connection(request)}${readerLink(request)}
    <button class="btn" type="button" popovertarget="me">
      <span class="avatar" aria-hidden="true">${initials(display)}</span
      ><span class="sr">${t("shell.account_name", { name: display })}</span>
    </button>
    <div class="menu" id="find" popover>${searchForm(request, "q2", "field")}</div>
    ${accountMenu(request, actor)}
  </header>`;
}

/** Draws whether the service answers. */
function connection(request: FastifyRequest): Html | null {
  const connected = request.server.connected();
  if (connected === null) return null;
  return html`<a class="btn quiet wide-only ${connected ? "good" : "bad"}" href="/status"
    ><span class="dot" aria-hidden="true"></span>${connected ? t("operation.connected") : t("operation.problem")}</a
  >`;
}

/** Draws language and time zone, and leads to their settings. */
function readerLink({ reader: { language, timeZone } }: FastifyRequest): Html {
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  return html`<a class="btn quiet zone wide-only" href="/account#reader"
    >${icon("globe")}<span class="sr">${t("shell.language_time_zone")}: </span>${data(`${language.toUpperCase()} · ${city}`)}</a
  >`;
}

function searchForm(request: FastifyRequest, id: string, kind: string): Html {
  return html`<form
    class="${kind}"
    role="search"
    aria-label="${kind === "field" ? t("shell.everything_small_screen") : t("shell.everything")}"
    method="post"
    action="/search"
  >
    ${csrfField(request)}<label class="${kind !== "field" && "sr"}" for="${id}">${t("shell.search_people_groups")}</label>
    ${kind !== "field" && icon("search")}
    <input
      id="${id}"
      name="text"
      type="search"
      required
      maxlength="200"
      autocomplete="off"
      placeholder="${t("shell.search_people_groups")}"
      value="${request.url === "/search" ? field(request, "text") : ""}"
      ${kind === "field" ? html` autofocus` : html` data-search="yes"`}
    />
  </form>`;
}

function accountMenu(request: FastifyRequest, actor: Actor): Html {
  const { theme } = request;
  return html`<div class="menu" id="me" popover>
    <p><b>${data(displayOf(request, actor))}</b><br /><span class="soft">${roleLabel(actor.role)}</span></p>
    <hr />
    <p class="label" id="theme-label">${t("shell.theme")}</p>
    <form class="field" method="post" action="/theme">
      ${csrfField(request)}<input type="hidden" name="back" value="${pathOf(request)}" />
      <div class="seg" role="group" aria-labelledby="theme-label">
        ${THEMES.map(({ value, name }) => html`<button name="theme" value="${value}" aria-pressed="${String(value === theme)}">${t(name)}</button>`)}
      </div>
    </form>
    <hr />
    <a href="/account#reader">${icon("globe")}${t("shell.language_time_zone")}</a>
    <a href="/account">${icon("user")}${t("shell.my_account")}</a>
    <form method="post" action="/sign-out">${csrfField(request)}<button class="item">${icon("out")}${t("shell.sign_out")}</button></form>
  </div>`;
}

function side(request: FastifyRequest, actor: Actor, counts: NavigationCounts = new Map()): Html {
  const here = pathOf(request);
  const groups = NAVIGATION.map(({ title, entries }) => ({ title, entries: entries.filter(({ right }) => may(actor, right)) }));
  return html`<nav class="side" id="nav" popover aria-label="${t("shell.main")}">
    <div>
      ${groups.map(
        ({ title, entries }, i) =>
          entries.length > 0 &&
          html`${title !== "" && html`<h2 id="nav-${i}">${t(title)}</h2>`}
            <ul ${title !== "" && html` aria-labelledby="nav-${i}"`}>
              ${entries.map(
                ({ path, name, icon: symbol }) =>
                  html`<li>
                    <a href="${path}" ${isAt(path, here) && html` aria-current="page"`}>${icon(symbol)}${t(name)}${badge(counts, path)}</a>
                  </li>`,
              )}
            </ul>`,
      )}
    </div>
  </nav>`;
}

function badge(counts: NavigationCounts, path: string): Html | null {
  const found = counts.get(path);
  if (found === undefined) return null;
  return html`<span class="badge ${found.tone}">${number(found.count)}<span class="sr"> ${found.meaning()}</span></span>`;
}

function crumbs(above: PageParts["crumbs"] = []): Html | null {
  if (above.length === 0) return null;
  return html`<nav aria-label="${t("shell.breadcrumb")}">
    <ol class="crumbs">
      ${above.map(([path, name]) => html`<li><a href="${path}">${data(name)}</a></li>`)}
    </ol>
  </nav>`;
}

const displayOf = ({ session }: FastifyRequest, { name }: Actor): string => session?.display ?? name;

function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

const pathOf = (request: FastifyRequest): string => request.url.split("?")[0] ?? "";

/** Returns whether a page belongs to an entry: it is the entry's page or below it. */
function isAt(path: string, here: string): boolean {
  return path === here || (path !== "/" && here.startsWith(`${path}/`));
}

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(page.text);
}

/** Redirects the browser to one of our pages after a form. */
export function goOn(reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(path, 303);
}
