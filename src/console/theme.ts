import type { FastifyInstance, FastifyRequest } from "fastify";
import { field } from "./access/form.ts";
import { route } from "./access/route.ts";
import { cookieName, cookieOptions } from "./access/sessions.ts";
import { goOn } from "./layout.ts";
import type { ConsoleParts } from "./parts.ts";
import { asTheme } from "./themes.ts";

const YEAR_S = 365 * 86_400;

/** Reads the visitor's theme from its cookie, and lets them choose another one. */
export function addTheme(app: FastifyInstance, { url }: ConsoleParts): void {
  const cookie = cookieName(url, "theme");
  app.decorateRequest("theme", "system");
  app.addHook("onRequest", async (request) => {
    request.theme = asTheme(request.cookies[cookie]);
  });
  route(app, {
    method: "POST",
    url: "/theme",
    right: "look",
    handler: async (request, reply) => {
      const theme = asTheme(field(request, "theme"));
      return goOn(reply.setCookie(cookie, theme, { ...cookieOptions(url), maxAge: YEAR_S }), pageOfSite(request));
    },
  });
}

/** Returns the page that the form was on. Anything but a path of this site leads to the overview. */
export function pageOfSite(request: FastifyRequest): string {
  const back = field(request, "back");
  return /^\/(?![/\\])[\w\-./~%:@]*$/.test(back) ? back : "/";
}
