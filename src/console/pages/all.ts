import type { FastifyInstance } from "fastify";
import type { ConsoleParts } from "../parts.ts";
import { addAuditPage } from "./audit/routes.ts";
import { CauseIndex } from "./review/cause-book.ts";
import { addDecisionPages } from "./review/decide.ts";
import { addEmergencyStop } from "./emergency-stop/routes.ts";
import { addExceptionPages } from "./exceptions/routes.ts";
import { addIdentityPages } from "./identities/routes.ts";
import { addJobPages } from "./jobs/routes.ts";
import { addOverview } from "./overview/routes.ts";
import { addPeoplePages } from "./people/routes.ts";
import { addReviewPages } from "./review/routes.ts";
import { addRunActions } from "./runs/actions.ts";
import { addRunPages } from "./runs/routes.ts";
import { addSearch } from "./search/routes.ts";
import { addStatusPage } from "./status/routes.ts";
import { addWorkbookPages } from "./review/workbook.ts";
import { Live } from "../live.ts";

/** All pages about the work itself, each with its twin for machines. */
export function addPages(app: FastifyInstance, parts: ConsoleParts): void {
  const book = new CauseIndex();
  const live = new Live(app, parts);
  addOverview(app, parts, book);
  addReviewPages(app, parts, book);
  addDecisionPages(app, parts);
  addWorkbookPages(app, parts);
  addRunPages(app, parts, live);
  addRunActions(app, parts);
  addPeoplePages(app, parts);
  addExceptionPages(app, parts);
  addIdentityPages(app, parts);
  addJobPages(app, parts);
  addAuditPage(app, parts);
  addSearch(app, parts, book);
  addStatusPage(app, parts);
  addEmergencyStop(app, parts);
}
