import type { FastifyInstance } from "fastify";
import type { ConsoleParts } from "../parts.ts";
import { addAuditPage } from "./audit/routes.ts";
import { addAddBack } from "./review/add-back.ts";
import { CauseIndex } from "./review/cause-book.ts";
import { addDecisionPages } from "./review/decide.ts";
import { addDecisionsPage } from "./decisions/routes.ts";
import { addEmergencyStop } from "./emergency-stop/routes.ts";
import { addExceptionPages } from "./exceptions/routes.ts";
import { addGroupPage } from "./groups/routes.ts";
import { addIdentityPages } from "./identities/routes.ts";
import { addJobPages } from "./jobs/routes.ts";
import { addMissingGroupPages } from "./missing-groups/routes.ts";
import { addOverview } from "./overview/routes.ts";
import { addPeoplePages } from "./people/routes.ts";
import { addReviewPages } from "./review/routes.ts";
import { addRunActions } from "./runs/actions.ts";
import { addRunPages } from "./runs/routes.ts";
import { addSearch } from "./search/routes.ts";
import { addSetupPages } from "./setup/routes.ts";
import { addStatusPage } from "./status/routes.ts";
import { addWorkbookPages } from "./workbook/routes.ts";
import { Live } from "../live.ts";
import { addAccountPage } from "./account/routes.ts";
import { addLinks } from "../access/links.ts";
import { addOidc } from "../access/oidc-routes.ts";
import { addSignIn } from "../access/sign-in.ts";
import { addTokensPage } from "./tokens/routes.ts";
import { addUsersPage } from "./users/routes.ts";
import type { Area } from "../server.ts";

/** All areas of the console. */
export const AREAS: readonly Area[] = [addAccess, addPages];

/** Adds signing in and out, the account page, and the pages for administrators. */
function addAccess(app: FastifyInstance, parts: ConsoleParts): void {
  addSignIn(app, parts);
  addLinks(app, parts, parts.settings.owner);
  if (parts.settings.oidc !== null) addOidc(app, parts, parts.settings.oidc);
  addAccountPage(app, parts);
  addUsersPage(app, parts);
  addTokensPage(app, parts);
}

/** Adds the pages about runs, people and removals, each with its JSON route. */
function addPages(app: FastifyInstance, parts: ConsoleParts): void {
  const book = new CauseIndex();
  const live = new Live(app, parts);
  addOverview(app, parts, book);
  addReviewPages(app, parts, book, live);
  addDecisionPages(app, parts, book, live);
  addAddBack(app, parts);
  addDecisionsPage(app, parts);
  addWorkbookPages(app, parts);
  addRunPages(app, parts, live);
  addRunActions(app, parts, live);
  addPeoplePages(app, parts);
  addGroupPage(app, parts);
  addMissingGroupPages(app, parts);
  addExceptionPages(app, parts);
  addIdentityPages(app, parts);
  addJobPages(app, parts);
  addSetupPages(app, parts);
  addAuditPage(app, parts);
  addSearch(app, parts, book);
  addStatusPage(app, parts);
  addEmergencyStop(app, parts);
}
