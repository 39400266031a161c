import { z } from "zod";
import { endpoint, overview } from "./endpoint.ts";
import { anyObject, dateTime, deleted, filled, listQuery, text, uuid } from "./values.ts";

/** An item of the template list, and the single template (interface: "Report template"). */
export const reportTemplate = z.looseObject({
  id: text,
  account_id: text,
  type: text,
  format: text,
  lang: text,
  date_insert: text.describe("Creation date."),
  date_update: text,
  Record_Creation_Date: text,
  columns: anyObject,
  reportType: text,
  titleFormat: anyObject,
  run_parameters: anyObject,
  name: text.nullish(),
  dpn: text.nullish(),
  title_style: anyObject.nullish().describe("Title styling: bold, italic, size, colors."),
  column_settings: anyObject.nullish().describe("Per-column display overrides keyed by column slug."),
  autoRunSettings: anyObject.nullish().describe("Scheduling configuration for automatic runs."),
  is_include_portal_logo: z.boolean().nullish().describe("Portal logo flag."),
  include_portal_logo: z.boolean().nullish().describe("Portal logo flag (second name for the same purpose)."),
  charts: z.array(z.unknown()).nullish(),
  chart: anyObject.nullish(),
});

export type ReportTemplate = z.infer<typeof reportTemplate>;

/** A generated report. Its fields are "not shown". */
export const report = z.strictObject({
  id: uuid,
  template_id: uuid,
  name: text,
  reportType: text,
  format: z.enum(["csv", "json"]),
  lang: text,
  status: z.enum(["done"]),
  rows: z.int(),
  columns: z.array(text),
  date_insert: dateTime,
});

export type Report = z.infer<typeof report>;

/** A report type and its columns. */
export const reportType = z.strictObject({
  reportType: text,
  name: text,
  columns: z.array(z.strictObject({ slug: text, title: text })),
});

export type ReportType = z.infer<typeof reportType>;

const byId = z.strictObject({ id: uuid });

const createTemplate = overview({
  summary: "Create a report",
  method: "POST",
  path: "/reports/templates",
  answer: "json",
  writes: true,
  plausible: {
    body: z.strictObject({
      name: filled,
      reportType: filled.describe("A type from GET /reports/types."),
      format: z.enum(["csv", "json"]).optional().describe("Default `csv`.").meta({ default: "csv" }),
      lang: text.optional().describe("Default `en`.").meta({ default: "en" }),
      columns: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("Keyed by column slug, in order; a string value is the column's title. Default: all columns of the type."),
      run_parameters: z
        .strictObject({ user_ids: z.array(uuid).optional(), group_ids: z.array(uuid).optional(), active: z.boolean().optional() })
        .optional()
        .describe("Only users that match all filters."),
      titleFormat: anyObject.optional(),
      title_style: anyObject.optional(),
      column_settings: anyObject.optional(),
      autoRunSettings: anyObject.optional(),
      include_portal_logo: z.boolean().optional(),
    }),
    output: reportTemplate,
  },
});

const remove = overview({
  summary: "Delete a report",
  method: "DELETE",
  path: "/reports/{id}",
  pathParams: byId,
  answer: "json",
  writes: true,
  plausible: { output: deleted },
});

const removeTemplate = overview({
  summary: "Delete a report template",
  method: "DELETE",
  path: "/reports/templates/{id}",
  pathParams: byId,
  answer: "json",
  writes: true,
  plausible: { output: deleted },
});

const download = overview({
  summary: "Download a report",
  method: "GET",
  path: "/reports/{id}/download",
  pathParams: byId,
  answer: "file",
  plausible: { output: z.unknown().meta({ contentType: ["text/csv", "application/json"] }) },
});

const runTemplate = overview({
  summary: "Generate a report from a template",
  method: "POST",
  path: "/reports/templates/{id}/run",
  pathParams: byId,
  answer: "json",
  writes: true,
  plausible: { output: report },
});

const data = overview({
  summary: "Get report data",
  method: "GET",
  path: "/reports/{id}/data",
  pathParams: byId,
  answer: "list",
  plausible: { query: listQuery({}), output: anyObject },
});

const get = overview({
  summary: "Get report details",
  method: "GET",
  path: "/reports/{id}",
  pathParams: byId,
  answer: "json",
  plausible: { output: report },
});

const getTemplate = endpoint({
  summary: "Get a template",
  method: "GET",
  path: "/reports/templates/{id}",
  pathParams: byId,
  output: reportTemplate,
  answer: "json",
});

const listTemplates = endpoint({
  summary: "List templates",
  method: "GET",
  path: "/reports/templates",
  query: listQuery({
    search: text.optional().describe("Search by report name."),
    lang: text.optional().describe("Filter by report language."),
    id: text.optional().describe("Search by unique identifier."),
    format: text.optional().describe("Search by report format."),
    report_type: text.optional().describe("Search by report type."),
  }),
  output: reportTemplate,
  answer: "list",
});

const types = overview({
  summary: "List report types",
  method: "GET",
  path: "/reports/types",
  answer: "list",
  plausible: { query: listQuery({}), output: reportType },
});

const list = overview({
  summary: "List reports",
  method: "GET",
  path: "/reports",
  answer: "list",
  plausible: {
    query: listQuery({ search: text.optional().describe("Matches part of the name; ignores case."), template_id: uuid.optional() }),
    output: report,
  },
});

export const reports = {
  /** Delete a report: `DELETE /reports/{id}`. */
  delete: remove,
  /** Download a report: `GET /reports/{id}/download`. Returns a file in the report's format. */
  download,
  /** Get report data: `GET /reports/{id}/data`. Returns the rows, keyed by column slug. */
  data,
  /** Get report details: `GET /reports/{id}`. */
  get,
  /** List report types: `GET /reports/types`. */
  types,
  /** List reports: `GET /reports`. */
  list,
  templates: {
    /** Create a report: `POST /reports/templates`. Despite the title, this creates a template; running it creates a report. */
    create: createTemplate,
    /** Delete a report template: `DELETE /reports/templates/{id}`. Keeps the reports generated from it. */
    delete: removeTemplate,
    /** Generate a report from a template: `POST /reports/templates/{id}/run`. The report contains the service's current data. */
    run: runTemplate,
    /** Get a template: `GET /reports/templates/{id}`. */
    get: getTemplate,
    /** List templates: `GET /reports/templates`. */
    list: listTemplates,
  },
};
