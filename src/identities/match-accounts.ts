import { fact, inTurn } from "../domain/facts/fact.ts";
import type { IdentityRow } from "./employee-keys.ts";
import { isUuid } from "../learning-service/contract/values.ts";
import { EXIT, Problem } from "../domain/problem.ts";
import type { IdentityReport } from "../domain/settings.ts";
import type { Service, Session } from "../session/session.ts";
import { columnOf, requestReport, type ReportUse } from "./service-report.ts";

/** The keys and accounts in a report of the service. */
export interface ReportMatches {
  template: string;
  report: string;
  rows: IdentityRow[];
  /** Accounts without a key in the report. */
  keyless: number;
}

const USE: ReportUse = {
  setting: "service.identities.report",
  nothing: fact("nothing.linked", {}),
  later: fact("report.import_later", {}),
};

/**
 * Runs a report template of the service, waits for the report and reads keys and accounts from it. The interface does not
 * document the shapes ("Endpoints"), so it accepts several and never takes an unknown answer for an empty one.
 *
 * @throws Problem `report_template` (exit 2), `report_failed` and `report_empty` (exit 5), FileProblem `missing_column`
 */
export async function matchFromReport(session: Session, service: Service, wanted: IdentityReport): Promise<ReportMatches> {
  const { progress } = session;
  progress.phase("asking_for_report", null);
  const { template, name, report, data } = await requestReport(session, service, wanted.template, USE);
  progress.end();
  if (data.length === 0) {
    throw new Problem(inTurn(fact("report.no_rows", { template: name }), fact("nothing.linked", {})), {
      code: "report_empty",
      exit: EXIT.service,
      audience: "admin",
      next: fact("report.check_filters", {}),
    });
  }
  const keyAt = columnOf(data, template, wanted.key, USE);
  const idAt = columnOf(data, template, wanted.userId, USE);
  const rows = data.map((cells, index): IdentityRow => {
    const userId = textOf(cells[idAt]).toLowerCase();
    return { row: index + 1, key: textOf(cells[keyAt]), userId, readable: isUuid(userId) };
  });
  const named = rows.filter(({ key }) => key !== "");
  return { template: name, report, rows: named, keyless: rows.length - named.length };
}

/** Returns a cell as text. Numbers are not accepted as keys: `00123` written as 123 would be another person's. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
