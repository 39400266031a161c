import type { FastifyInstance } from "fastify";
import type { ConsoleParts } from "../parts.ts";
import { addAuditPage } from "./audit.ts";
import { CauseBook } from "./cause-book.ts";
import { addDecisionPages } from "./decide.ts";
import { addEmergencyStop } from "./emergency-stop.ts";
import { addExceptionPages } from "./exceptions.ts";
import { addIdentityPages } from "./identities.ts";
import { addJobPages } from "./jobs.ts";
import { addOverview } from "./overview.ts";
import { addPeoplePages } from "./people.ts";
import { addReviewPages } from "./review.ts";
import { addRunDeeds } from "./run-deeds.ts";
import { addRunPages } from "./runs.ts";
import { addStatusPage } from "./status.ts";
import { addWorkbookPages } from "./workbook.ts";
import { Live } from "../live.ts";

/** All pages about the work itself, each with its twin for machines. */
export function addPages(app: FastifyInstance, parts: ConsoleParts): void {
  const book = new CauseBook();
  const live = new Live(app, parts);
  addOverview(app, parts, book);
  addReviewPages(app, parts, book);
  addDecisionPages(app, parts);
  addWorkbookPages(app, parts);
  addRunPages(app, parts, live);
  addRunDeeds(app, parts);
  addPeoplePages(app, parts);
  addExceptionPages(app, parts);
  addIdentityPages(app, parts);
  addJobPages(app, parts);
  addAuditPage(app, parts);
  addStatusPage(app, parts);
  addEmergencyStop(app, parts);
}
