import { fact } from "../domain/facts/fact.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { asLanguage, asTimeZone, type ReaderLanguage } from "../domain/languages.ts";
import { acceptedLanguages, asReader, DEFAULT_READER, localeOf, type Reader } from "../reporting/locales/reader.ts";
import { t } from "../reporting/locales/t.ts";
import { setUser } from "../store/console/users.ts";
import { unusable } from "./answers.ts";
import { field } from "./access/form.ts";
import { isApi, route } from "./access/route.ts";
import { cookieName, cookieOptions } from "./access/sessions.ts";
import { goOn } from "./layout.ts";
import type { ConsoleParts } from "./parts.ts";
import { pageOfSite } from "./theme.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The person who reads the answer. Answers to programs are English. */
    reader: Reader;
    /** Chosen by the account, else in this browser; `null`: not chosen. */
    readerChoice: ReaderChoice;
  }
}

interface ReaderChoice {
  language: ReaderLanguage | null;
  timeZone: string | null;
}

type ReaderParts = Pick<ConsoleParts, "url" | "settings">;

/** The page's script tells the time zone of the browser with it. */
const BROWSER_ZONE = "rollcall-browser-zone";
const YEAR_S = 365 * 86_400;

/** Runs every request for its reader, and lets people choose language and time zone. */
export function addReader(app: FastifyInstance, parts: ConsoleParts): void {
  const { url, state } = parts;
  app.decorateRequest("reader");
  app.decorateRequest("readerChoice");
  app.addHook("onRequest", (request, _reply, done) => {
    request.reader = { ...DEFAULT_READER };
    renewReader(request, parts);
    asReader(request.reader, done);
  });
  // The body arrives in events of the socket, which lose the context of the first hook.
  app.addHook("preValidation", (request, _reply, done) => asReader(request.reader, done));
  route(app, {
    method: "POST",
    url: "/reader",
    right: "anyone",
    handler: async (request, reply) => {
      const chosen = {
        language: choice(request, "language", asLanguage),
        time_zone: choice(request, "time_zone", asTimeZone),
      };
      for (const [what, value] of Object.entries(chosen)) {
        const cookie = cookieName(url, what);
        if (value === null) reply.clearCookie(cookie, cookieOptions(url));
        if (typeof value === "string") reply.setCookie(cookie, value, { ...cookieOptions(url), maxAge: YEAR_S });
      }
      const values = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
      const { actor, session } = request;
      if (actor !== null && session !== null && session.via !== "link" && Object.keys(values).length > 0)
        await setUser(state.db, actor.name, values);
      request.flash.leave({ said: fact("reader.is_saved", {}) });
      return goOn(reply, pageOfSite(request));
    },
  });
}

/** Chooses the reader again when the user is known. */
export function renewReader(request: FastifyRequest, parts: ReaderParts): void {
  const { cookies, session } = request;
  request.readerChoice = {
    language: asLanguage(session?.reads.language) ?? asLanguage(cookies[cookieName(parts.url, "language")]),
    timeZone: asTimeZone(session?.reads.timeZone) ?? asTimeZone(cookies[cookieName(parts.url, "time_zone")]),
  };
  if (!isApi(request.url)) Object.assign(request.reader, readerOf(request, parts.settings));
}

/** Completes a choice: with the languages and the time zone of the browser, then with the setting of this installation. */
function readerOf({ readerChoice, headers, cookies }: FastifyRequest, settings: ReaderParts["settings"]): Reader {
  const accepted = acceptedLanguages(headers["accept-language"]);
  const ofBrowser = accepted.map((tag) => asLanguage(tag.language)).find((found) => found !== null);
  const language = readerChoice.language ?? ofBrowser ?? settings.language;
  const region = accepted.find((tag) => tag.language === language && tag.region !== undefined)?.region;
  const timeZone = readerChoice.timeZone ?? asTimeZone(cookies[BROWSER_ZONE]) ?? settings.timeZone;
  return { language, locale: localeOf(language, region), timeZone, state: settings.suggestedState ?? null, labels: true };
}

/** Returns a choice of a form: `undefined` if the form does not ask, `null` for no choice. */
function choice(request: FastifyRequest, name: string, read: (text: string) => string | null): string | null | undefined {
  if (!Object.hasOwn(Object(request.body), name)) return undefined;
  const text = field(request, name);
  const chosen = read(text);
  if (chosen === null && text !== "") throw unusable(t("shell.language_time_zone_not"));
  return chosen;
}
