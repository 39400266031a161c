import type { FastifyInstance } from "fastify";
import type { ConsoleParts } from "../parts.ts";
import { addAccountPage } from "../pages/account/routes.ts";
import { addLinks } from "./links.ts";
import { addOidc } from "./oidc-routes.ts";
import { addSignIn } from "./sign-in.ts";
import { addTokensPage } from "../pages/tokens/routes.ts";
import { addUsersPage } from "../pages/users/routes.ts";

/** Signing in and out, one's own account, and for administrators users and tokens. */
export function addAccess(app: FastifyInstance, parts: ConsoleParts): void {
  addSignIn(app, parts);
  addLinks(app, parts, parts.settings.owner);
  if (parts.settings.oidc !== null) addOidc(app, parts, parts.settings.oidc);
  addAccountPage(app, parts);
  addUsersPage(app, parts);
  addTokensPage(app, parts);
}
