import { fact } from "../domain/facts/fact.ts";
import { columnOf, requestReport, type ReportUse } from "../identities/service-report.ts";
import type { ExportReport } from "../domain/settings.ts";
import type { Service, Session } from "../session/session.ts";
import { listLinks } from "../store/identities/links.ts";
import type { ProgressItem } from "../store/people/progress-exports.ts";

const USE: ReportUse = {
  setting: "export.report",
  nothing: fact("nothing.exported", {}),
  later: fact("report.without_report_later", {}),
};

/** Runs a report of the service, and returns the rows of linked people with their HR keys. */
export async function progressFromReport(
  session: Session,
  service: Service,
  wanted: ExportReport,
): Promise<{ columns: string[]; items: ProgressItem[]; people: number; unlinked: number }> {
  const { state, job, progress } = session;
  progress.phase("asking_for_report", null);
  try {
    const { template, data } = await requestReport(session, service, wanted.template, USE);
    const links = (await listLinks(state.db, job.service.account)).filter((link) => link.job === job.name && link.source !== "forgotten");
    const keys = new Map(links.map(({ user_id: id, key }) => [id.toLowerCase(), key]));
    const columns = ["employee_key", ...wanted.columns];
    if (data.length === 0) return { columns, items: [], people: 0, unlinked: 0 };
    const idAt = columnOf(data, template, wanted.userId, USE);
    const places = wanted.columns.map((column) => [column, columnOf(data, template, column, USE)] as const);
    const found = data.map((row) => {
      const id = row[idAt];
      const key = typeof id === "string" ? keys.get(id.trim().toLowerCase()) : undefined;
      return key === undefined ? null : { employee_key: key, ...Object.fromEntries(places.map(([column, at]) => [column, row[at]])) };
    });
    const items = found.filter((item) => item !== null);
    const people = new Set(items.map(({ employee_key: key }) => key)).size;
    return { columns, items, people, unlinked: data.length - items.length };
  } finally {
    progress.end();
  }
}
