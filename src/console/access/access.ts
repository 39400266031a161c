import type { FastifyInstance } from "fastify";
import type { ConsoleParts } from "../parts.ts";
import { addAccountPage } from "./account-page.ts";
import { addLinks } from "./links.ts";
import { addOidc } from "./oidc-routes.ts";
import { addSignIn } from "./sign-in.ts";
import { addTokensPage } from "./tokens-page.ts";
import { addUsersPage } from "./users-page.ts";

/** Signing in and out, one's own account, and for administrators users and tokens. */
export function addAccess(app: FastifyInstance, parts: ConsoleParts): void {
  addSignIn(app, parts);
  addLinks(app, parts, parts.settings.owner);
  if (parts.settings.oidc !== null) addOidc(app, parts, parts.settings.oidc);
  addAccountPage(app, parts);
  addUsersPage(app, parts);
  addTokensPage(app, parts);
}
