import type { z } from "zod";
import type { ReportTemplate, reports } from "../../../learning-service/contract/reports.ts";
import { ACCOUNT_ID } from "../../account.ts";
import { invalid } from "../../faults/rules.ts";
import type { SandboxState } from "../../state.ts";
import { knownIds } from "../find.ts";
import { REPORT_TYPES } from "../reports/report-types.ts";

export type TemplateBody = z.output<(typeof reports.templates.create)["plausible"]["body"]>;

/** Returns the template that a body describes (interface: "Report template"). Throws Refusal for an unknown type, column, user or group. */
export function readTemplate(state: SandboxState, id: string, body: TemplateBody, now: Date): ReportTemplate {
  const type = REPORT_TYPES.get(body.reportType);
  if (type === undefined) throw invalid(`reportType is not a report type: ${body.reportType}`);
  const titles = new Map(type.columns.map(({ slug, title }) => [slug, title]));
  for (const slug of Object.keys(body.column_settings ?? {}))
    if (!titles.has(slug)) throw invalid(`column_settings names an unknown column: ${slug}`);
  const moment = now.toISOString();
  const logo = body.include_portal_logo;
  return {
    id,
    account_id: ACCOUNT_ID,
    // The interface gives two names for the same flag.
    type: body.reportType,
    reportType: body.reportType,
    name: body.name,
    format: body.format ?? "csv",
    lang: body.lang ?? "en",
    date_insert: moment,
    date_update: moment,
    Record_Creation_Date: moment,
    columns: columnsOf(titles, body.columns),
    titleFormat: body.titleFormat ?? {},
    run_parameters: parametersOf(state, body.run_parameters),
    ...(body.title_style === undefined ? {} : { title_style: body.title_style }),
    ...(body.column_settings === undefined ? {} : { column_settings: body.column_settings }),
    ...(body.autoRunSettings === undefined ? {} : { autoRunSettings: body.autoRunSettings }),
    ...(logo === undefined ? {} : { is_include_portal_logo: logo, include_portal_logo: logo }),
  };
}

/** Returns slugs with titles in the requested order; all columns of the type by default. */
function columnsOf(titles: ReadonlyMap<string, string>, asked: TemplateBody["columns"]): Record<string, string> {
  if (asked === undefined) return Object.fromEntries(titles);
  const slugs = Object.keys(asked);
  if (slugs.length === 0) throw invalid("columns is empty");
  return Object.fromEntries(
    slugs.map((slug) => {
      const title = titles.get(slug);
      if (title === undefined) throw invalid(`columns names an unknown column: ${slug}`);
      const own = asked[slug];
      return [slug, typeof own === "string" && own !== "" ? own : title];
    }),
  );
}

/** Treats an empty list as no filter. */
function parametersOf(state: SandboxState, given: TemplateBody["run_parameters"]): Record<string, unknown> {
  const users = knownIds(state.users, given?.user_ids, "user_ids");
  const groups = knownIds(state.groups, given?.group_ids, "group_ids");
  return {
    ...(users.length === 0 ? {} : { user_ids: users }),
    ...(groups.length === 0 ? {} : { group_ids: groups }),
    ...(given?.active === undefined ? {} : { active: given.active }),
  };
}
