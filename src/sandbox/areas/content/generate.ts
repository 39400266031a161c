import { randomUUID } from "node:crypto";
import { z } from "zod";
import { stringify } from "csv-stringify/sync";
import type { Report, ReportTemplate } from "../../../learning-service/contract/reports.ts";
import type { File } from "../../area.ts";
import { invalid } from "../../faults/rules.ts";
import type { SandboxState } from "../../state.ts";
import type { Entities } from "../../entities.ts";
import { REPORT_TYPES } from "../reports/report-types.ts";

/** The log stores a report in one line, which must fit into one string. */
const MAX_ROWS = 500_000;

const scope = z.object({
  user_ids: z.array(z.string()).optional(),
  group_ids: z.array(z.string()).optional(),
  active: z.boolean().optional(),
});

/** Generates a report of the service's current data. Throws Refusal if it is too long. */
export function generate(state: SandboxState, template: ReportTemplate, now: Date, id: string = randomUUID()): Report {
  const type = REPORT_TYPES.get(template.reportType);
  if (type === undefined) throw invalid(`reportType is not a report type: ${template.reportType}`);
  const columns = Object.keys(template.columns);
  const data: Entities["report"]["data"] = [];
  for (const row of type.rows(state, scope.parse(template.run_parameters), columns, now)) {
    if (data.length === MAX_ROWS) throw invalid(`the report would have more than ${MAX_ROWS} rows: narrow its run_parameters`);
    data.push(row);
  }
  const report: Report = {
    id,
    template_id: template.id,
    name: template.name ?? type.name,
    reportType: template.reportType,
    format: template.format === "json" ? "json" : "csv",
    lang: template.lang,
    status: "done",
    rows: data.length,
    columns,
    date_insert: now.toISOString(),
  };
  state.put("report", id, { ...report, titles: Object.values(template.columns).map(String), data });
  return report;
}

/** Returns the report as a file in its format. Cells that a spreadsheet would read as formulas are escaped. */
export function reportFile({ data, columns, titles, format, id }: Entities["report"]): File {
  if (format === "json")
    return { content: JSON.stringify(data), contentType: "application/json; charset=utf-8", name: `report-${id}.json` };
  const content = stringify(data, {
    header: true,
    columns: columns.map((key, i) => ({ key, header: titles[i] ?? key })),
    escape_formulas: true,
    cast: { boolean: String },
  });
  return { content, contentType: "text/csv; charset=utf-8", name: `report-${id}.csv` };
}
