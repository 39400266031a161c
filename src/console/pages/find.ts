/** Finding people. The search is a form: a name in an address would be in histories and logs. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { html, type Html, type HtmlValue } from "../../reporting/html/html.ts";
import { icon } from "../../reporting/html/icon.ts";
import { t } from "../../reporting/locales/t.ts";
import { csrfField } from "../access/csrf.ts";
import type { ActorsRequest } from "../access/route.ts";
import { pageAction, type DrawnPage } from "./page-route.ts";
import { needed } from "./query.ts";

interface Find<Found> {
  url: string;
  /** Said if there is no text. */
  missing: string;
  find(text: string, request: ActorsRequest): Promise<Found>;
  /** The address of the only person who was found. */
  at(id: string): string;
  draw(found: Found, request: ActorsRequest): DrawnPage;
}

/** Adds a search for people, and its JSON route. One person found leads to their page. */
export function addFind<Found extends { people: readonly { id: string }[] }>(
  app: FastifyInstance,
  { url, missing, find, at, draw }: Find<Found>,
): void {
  pageAction(app, {
    url,
    right: "look",
    act: (request) => find(needed(request, "text", missing), request),
    next: (found, request) => {
      const [only, ...others] = found.people;
      return only !== undefined && others.length === 0 ? at(only.id) : draw(found, request);
    },
  });
}

/** Draws a search with its label above the field. */
export function findForm(request: FastifyRequest, url: string, label: string): Html {
  return html`<form method="post" action="${url}" class="row find-person" role="search" aria-label="${t("shell.people")}">
    ${csrfField(request)}
    <label>${label} <input name="text" type="search" autocomplete="off" maxlength="200" required /></label>
    <button class="btn">${t("runs.find")}</button>
  </form>`;
}

/** Draws a search beside the filters of a list. */
export function findBeside(
  request: FastifyRequest,
  url: string,
  { name, label, text = null, after }: { name: string; label: string; text?: string | null; after?: HtmlValue },
): Html {
  return html`<form class="filters" method="post" action="${url}" role="search" aria-label="${name}">
    ${csrfField(request)}
    <div class="search">
      ${icon("search")}<label class="sr" for="f-text">${label}</label
      ><input
        id="f-text"
        name="text"
        type="search"
        placeholder="${label}"
        value="${text ?? ""}"
        required
        maxlength="200"
        autocomplete="off"
      />
    </div>
    <button class="btn">${t("runs.find")}</button>
    ${after}
  </form>`;
}
