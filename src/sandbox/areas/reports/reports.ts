import { randomUUID } from "node:crypto";
import type { Contract } from "../../../learning-service/contract/contract.ts";
import type { Report } from "../../../learning-service/contract/reports.ts";
import type { Area } from "../../area.ts";
import type { Entities } from "../../entities.ts";
import { found, searched } from "../find.ts";
import { generate, reportFile } from "../content/generate.ts";
import { REPORT_TYPES } from "./report-types.ts";
import { readTemplate } from "../content/templates.ts";
import { invalid } from "../../faults/rules.ts";

/** Report templates and generated reports. */
export const reportsArea: Area<Contract["reports"]> = {
  delete({ params }, { state }) {
    const { id } = found(state.all("report"), params.id, "id");
    state.drop("report", id);
    return { id };
  },

  download: ({ params }, { state }) => reportFile(found(state.all("report"), params.id, "id")),

  data: ({ params }, { state }) => found(state.all("report"), params.id, "id").data,

  get: ({ params }, { state }) => view(found(state.all("report"), params.id, "id")),

  types: () => [...REPORT_TYPES].map(([reportType, { name, columns }]) => ({ reportType, name, columns: [...columns] })),

  list({ query }, { state }) {
    const templateId = query.template_id?.toLowerCase();
    const all = state.all("report").values().toArray();
    // A report outlives its template and can still be found by it.
    if (templateId !== undefined && !state.all("template").has(templateId) && !all.some(({ template_id }) => template_id === templateId))
      throw invalid(`template_id does not exist: ${templateId}`);
    return searched(all, ({ name }) => name, query.search)
      .filter(({ template_id }) => templateId === undefined || template_id === templateId)
      .map(view);
  },

  templates: {
    create({ body }, { state, clock }) {
      const template = readTemplate(state, randomUUID(), body, clock.now());
      state.put("template", template.id, template);
      return template;
    },

    delete({ params }, { state }) {
      const { id } = found(state.all("template"), params.id, "id");
      state.drop("template", id);
      return { id };
    },

    run: ({ params }, { state, clock }) => generate(state, found(state.all("template"), params.id, "id"), clock.now()),

    get: ({ params }, { state }) => found(state.all("template"), params.id, "id"),

    list: ({ query }, { state }) =>
      searched(state.all("template").values(), ({ name }) => name ?? "", query.search).filter(
        ({ id, lang, format, reportType }) =>
          equal(id, query.id) && equal(lang, query.lang) && equal(format, query.format) && equal(reportType, query.report_type),
      ),
  },
};

function equal(value: string, wanted: string | undefined): boolean {
  return wanted === undefined || value.toLowerCase() === wanted.toLowerCase();
}

function view({ data: _data, titles: _titles, ...report }: Entities["report"]): Report {
  return report;
}
