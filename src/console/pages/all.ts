import type { FastifyInstance } from "fastify";
import { ACTIONS } from "../../actions/all.ts";
import type { Action } from "../../actions/action.ts";
import { actionsDocument } from "../../actions/openapi.ts";
import { RUN_ACTIONS } from "../../actions/runs.ts";
import { importWorkbook } from "../../actions/review/workbook.ts";
import { makeToken } from "../../actions/tokens.ts";
import { t } from "../../reporting/locales/t.ts";
import type { ConsoleParts } from "../parts.ts";
import { addAction, type ActionPage } from "./actions.ts";
import { addAuditPage } from "./audit/routes.ts";
import { CauseIndex } from "./review/cause-book.ts";
import { addDecisionPages } from "./review/removal.ts";
import { reviewForms } from "./review/forms.ts";
import { Outcomes } from "./review/outcomes.ts";
import { addDecisionsPage } from "./decisions/routes.ts";
import { addExceptionPages } from "./exceptions/routes.ts";
import { addGroupPage } from "./groups/routes.ts";
import { addIdentityPages } from "./identities/routes.ts";
import { addJobPages } from "./jobs/routes.ts";
import { addMissingGroupPages } from "./missing-groups/routes.ts";
import { addOverview } from "./overview/routes.ts";
import { addPeoplePages } from "./people/routes.ts";
import { addReviewPages } from "./review/routes.ts";
import { runData } from "./runs/load-run.ts";
import { addRunPages } from "./runs/routes.ts";
import { runPage } from "./runs/run-view.ts";
import { addSearch } from "./search/routes.ts";
import { addSetupPages } from "./setup/routes.ts";
import { addStatusPage } from "./status/routes.ts";
import { addWorkbookPages } from "./workbook/routes.ts";
import { workbookPage } from "./workbook/previewed.ts";
import { route } from "../access/route.ts";
import { Live } from "../live.ts";
import { addAccountPage } from "./account/routes.ts";
import { addLinks } from "../access/links.ts";
import { addOidc } from "../access/oidc-routes.ts";
import { addSignIn } from "../access/sign-in.ts";
import { addTokensPage } from "./tokens/routes.ts";
import { madeView } from "./tokens/view.ts";
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
  const outcomes = new Outcomes();
  addDecisionPages(app, parts, book, live, outcomes);
  addDecisionsPage(app, parts);
  addWorkbookPages(app, parts);
  addRunPages(app, parts, live);
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
  addActions(app, parts, live, outcomes);
}

/** Adds the forms and JSON routes of all actions, and their description. */
function addActions(app: FastifyInstance, parts: ConsoleParts, live: Live, outcomes: Outcomes): void {
  route(app, { method: "GET", url: "/api/v1/openapi.json", right: "look", handler: async () => actionsDocument() });
  const drawn = new Set<Action>();
  const own = <Json extends object>(action: Action<Json>, page: ActionPage<Json>): void => {
    addAction(app, parts, action, page);
    drawn.add(action);
  };
  own(importWorkbook, workbookPage(app));
  own(makeToken, { next: ({ json }) => ({ title: t("users.new_token"), content: madeView(json) }) });
  for (const [action, page] of reviewForms(parts.state.db, outcomes)) own(action, page);
  // The run's page comes back with the error at the field.
  for (const action of RUN_ACTIONS)
    own(action, {
      refused: async (error, request) => runPage(await runData(request, parts, live), request, { url: action.url ?? "", ...error }),
    });
  for (const action of ACTIONS) if (!drawn.has(action)) addAction(app, parts, action);
}
