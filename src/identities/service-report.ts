import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import { z } from "zod";
import type { ReportTemplate } from "../learning-service/contract/reports.ts";
import { isUuid } from "../learning-service/contract/values.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { nearest } from "../domain/nearest.ts";
import { EXIT, FileProblem, Problem } from "../domain/problem.ts";
import { retryDelay } from "../domain/clock.ts";
import type { Service, Session } from "../session/session.ts";
import { readReportRows, type ReportRow } from "./report-rows.ts";

/** Parts of errors that depend on the use of a report. */
export interface ReportUse {
  /** The setting that names its template and columns. */
  setting: string;
  /** The consequence. */
  nothing: Fact;
  /** The next step if the report is not available. */
  later: Fact;
}

/**
 * Runs a report template of the service, waits for the report and reads its rows.
 * @throws Problem `report_template` (exit 2), `report_failed` (exit 5)
 */
export async function requestReport(
  session: Session,
  service: Service,
  wanted: string,
  use: ReportUse,
): Promise<{ template: ReportTemplate; name: string; report: string; data: ReportRow[] }> {
  const template = await findTemplate(service, wanted, use);
  const run = await service.client.reports.templates.run(template.id);
  const report = idOf(run, template.id);
  if (report === null) throw failed(template, fact("report.has_no_id", {}), use);
  const data = await waitForRows(session, service, report, statusOf(run)).catch((error: unknown) => {
    throw error instanceof Unready ? failed(template, error.why, use) : error;
  });
  return { template, name: nameOf(template), report, data };
}

/** Finds a template by id, or by its exact name if only one has it. */
async function findTemplate({ client }: Service, wanted: string, { setting, nothing }: ReportUse): Promise<ReportTemplate> {
  const query = isUuid(wanted) ? { id: wanted } : { search: wanted };
  let all = await client.reports.templates.list(query).all();
  const fits = ({ id, name }: ReportTemplate): boolean => id.toLowerCase() === wanted.toLowerCase() || name?.trim() === wanted.trim();
  // The service's search may not match as expected, so try the whole list.
  if (!all.some(fits)) all = await client.reports.templates.list().all();
  const found = [...new Map(all.filter(fits).map((template) => [template.id, template])).values()];
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  const names = all.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  const near = nearest(wanted, names);
  const what =
    only !== undefined
      ? fact("report.several_templates", { template: wanted, n: found.length, ids: found.map(({ id }) => id) })
      : near === undefined
        ? fact("report.no_template", { template: wanted })
        : fact("report.no_template_near", { template: wanted, near });
  throw new Problem(inTurn(what, nothing), {
    code: "report_template",
    exit: EXIT.configuration,
    audience: "admin",
    next:
      only !== undefined
        ? fact("report.name_by_id", { setting })
        : names.length === 0
          ? fact("report.shows_none", { setting })
          : fact("report.name_one", { setting, templates: names.slice(0, 10) }),
  });
}

/** The report is not available, and waiting longer does not help. */
class Unready extends Error {
  readonly why: Fact;

  constructor(why: Fact) {
    super(why.code);
    this.why = why;
  }
}

const READY = /^(done|ready|complete|completed|finished|success|succeeded|successful|generated|available|ok)$/i;
const FAILED_STATUSES = /^(fail|failed|failure|error|errored|cancelled|canceled|aborted|expired|deleted)$/i;

/** Polls until the report is ready, with growing pauses, for at most `retry.give_up`. */
async function waitForRows(
  { job, now, sleep, stop }: Session,
  { client }: Service,
  report: string,
  first: string | null,
): Promise<ReportRow[]> {
  const { retry, dialect } = job.service;
  const until = now().getTime() + retry.giveUp;
  let status = first;
  for (let attempt = 1; ; attempt += 1) {
    if (status !== null && FAILED_STATUSES.test(status)) throw new Unready(fact("report.has_status", { status }));
    if (status === null || READY.test(status)) {
      const rows = await whileNotReady(status, () => readReportRows(client, report, dialect.pageSize));
      // Without a status, an empty list may be a report still being written (I5).
      if (rows !== null && (rows.length > 0 || status !== null)) return rows;
    }
    stop.throwIfAborted();
    const pause = retryDelay(attempt, retry.delay, retry.maxDelay, Math.random());
    if (now().getTime() + pause > until)
      throw new Unready(status === null ? fact("report.is_late", {}) : fact("report.is_late_with_status", { status }));
    await sleep(pause, stop);
    const details = await whileNotReady(null, () => client.reports.get(report));
    status = details === null ? status : statusOf(details);
  }
}

/** Returns `null` if the service may answer later: a report without a status may not exist yet. */
async function whileNotReady<T>(status: string | null, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const later = error.retryable || (status === null && error.status !== null && [404, 409, 412, 425].includes(error.status));
    if (!later || error.effect === "stop") throw error;
    return null;
  }
}

const idNames = ["id", "report_id", "reportId", "uuid"] as const;
const statusNames = ["status", "state", "report_status"] as const;
const wrappers = ["report", "data", "response"] as const;
const anyObject = z.record(z.string(), z.unknown());

/** Returns the report's id; the answer may also contain the template's. */
function idOf(answer: unknown, template: string): string | null {
  const isReport = (value: unknown): value is string | number =>
    (typeof value === "string" && value.trim() !== "" && value !== template) || (typeof value === "number" && Number.isSafeInteger(value));
  const id = isUuid(answer) ? answer : find(answer, idNames, isReport);
  return id === null ? null : String(id);
}

function statusOf(answer: unknown): string | null {
  return find(answer, statusNames, (value): value is string => typeof value === "string" && value.trim() !== "")?.trim() ?? null;
}

/** Finds the first of several names with a fitting value, in the answer or one level below. */
function find<T>(answer: unknown, names: readonly string[], fits: (value: unknown) => value is T): T | null {
  const object = anyObject.safeParse(answer);
  if (!object.success) return null;
  for (const name of names) {
    const value = object.data[name];
    if (fits(value)) return value;
  }
  for (const wrapper of wrappers) {
    const value = find(object.data[wrapper], names, fits);
    if (value !== null) return value;
  }
  return null;
}

/** Returns the name in the rows of a column that the job names by slug or title. */
export function columnOf(rows: readonly ReportRow[], { columns }: ReportTemplate, wanted: string, { setting, nothing }: ReportUse): string {
  const normal = (name: string): string => name.trim().normalize("NFC");
  // A row may omit empty cells, so one row does not show all columns.
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  for (const name of names) if (normal(name) === normal(wanted)) return name;
  const titles = Object.entries(columns).flatMap(([slug, column]) => titlesOf(column).map((title) => ({ slug, title })));
  for (const { slug, title } of titles) if (normal(title) === normal(wanted) && names.has(slug)) return slug;
  const near = nearest(wanted, [...names, ...titles.map(({ title }) => title)]);
  throw new FileProblem(
    "missing_column",
    inTurn(
      near === undefined ? fact("report.no_column", { column: wanted }) : fact("report.no_column_near", { column: wanted, near }),
      nothing,
    ),
    fact("report.has_columns", { n: names.size, columns: [...names].slice(0, 30), setting }),
  );
}

function titlesOf(column: unknown): string[] {
  if (typeof column === "string") return [column];
  const object = anyObject.safeParse(column);
  return object.success
    ? ["title", "name", "label"].flatMap((field) => (typeof object.data[field] === "string" ? [object.data[field]] : []))
    : [];
}

function nameOf({ name, id }: ReportTemplate): string {
  return typeof name === "string" && name !== "" ? name : id;
}

function failed(template: ReportTemplate, why: Fact, { nothing, later }: ReportUse): Problem {
  return new Problem(inTurn(fact("report.unavailable", { template: nameOf(template), why }), nothing), {
    code: "report_failed",
    exit: EXIT.service,
    audience: "service",
    retryable: true,
    next: later,
  });
}
