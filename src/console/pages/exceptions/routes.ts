import { t } from "../../../reporting/locales/t.ts";
import type { FastifyInstance } from "fastify";
import { pageExceptions } from "../../../review/exceptions.ts";
import { personId } from "../../../store/people/people-pages.ts";
import type { ConsoleParts } from "../../parts.ts";
import { exceptionsSheet, type ExceptionLine } from "../../../reporting/sheets/exceptions.ts";
import { addSheetPage } from "../sheet-page.ts";
import { EXCEPTION_SORTS } from "../../../store/review/exceptions.ts";
import { sortOf } from "../sorting.ts";
import { pageOf, query } from "../query.ts";

const EXCEPTIONS_PER_PAGE = 50;

/** An exception as the page shows it. */
interface ShownException extends ExceptionLine {
  person_id: string;
}

/** Adds the page of memberships that a reviewer decided to keep. */
export function addExceptionPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;

  addSheetPage(app, {
    url: "/exceptions",
    right: "look",
    load: async (request) => {
      const job = query(request, "job");
      const { page, limit, offset } = pageOf(request, EXCEPTIONS_PER_PAGE);
      const sort = sortOf(request, EXCEPTION_SORTS, { by: "person", direction: "asc" });
      const { exceptions, all } = await pageExceptions(state.db, { job: job ?? undefined, sort }, { limit, offset });
      const shown: ShownException[] = exceptions.map((exception) => ({ ...exception, person_id: personId(exception.job, exception.key) }));
      return { exceptions: shown, job, sort, page, limit, all };
    },
    head: () => ({ title: t("shell.exceptions"), lead: t("exceptions.people_whom_reviewer") }),
    sheet: exceptionsSheet,
  });
}
