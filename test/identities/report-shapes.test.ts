import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listLinks } from "../../src/store/identities/links.ts";
import { company, people, type Company } from "../helpers/company.ts";

const reportId = "77777777-7777-4777-8777-777777777777";
const templateId = "88888888-8888-4888-8888-888888888888";
const accounts = Array.from({ length: 25 }, (_, i) => ({
  employee_id: String(i + 1).padStart(4, "0"),
  user_id: `99999999-9999-4999-8999-9999999999${String(i).padStart(2, "0")}`,
}));

type Answer = (start: number, limit: number) => unknown;

/** A service other than the sandbox, because the shape of reports is not documented: its answer to each step. */
async function otherService(answers: { run: unknown; details?: readonly unknown[]; data: Answer }): Promise<Company> {
  let asked = 0;
  const template = {
    id: templateId, account_id: "a", type: "users", format: "csv", lang: "en", date_insert: "x", date_update: "x",
    Record_Creation_Date: "x", columns: {}, reportType: "users", titleFormat: {}, run_parameters: {}, name: "Who is who",
  }; // prettier-ignore
  const send = (response: ServerResponse, body: unknown): void => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const path = url.pathname.replace("/integration/v1", "");
    const at = (name: string, usual: number): number => Number(url.searchParams.get(name) ?? usual);
    if (path.startsWith("/oauth2"))
      return send(response, {
        access_token: "a", refresh_token: "r", access_token_lifetime: 3_600_000, refresh_token_lifetime: 3_600_000, access_token_type: "Bearer",
      }); // prettier-ignore
    if (path === "/reports/templates") return send(response, at("_start", 0) > 0 ? [] : [template]);
    if (path.endsWith("/run")) return send(response, answers.run);
    if (path.endsWith("/data")) return send(response, answers.data(at("_start", 0), at("_limit", 20)));
    if (path.startsWith("/reports/")) return send(response, answers.details?.[asked++] ?? answers.details?.at(-1) ?? {});
    return send(response, []);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const c = await company();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const identities = { report: { template: "Who is who", key: "employee_id", user_id: "user_id" } };
  c.job({ service: { base_url: url, identities, dialect: { page_size: 10 } } });
  c.hr(people(2));
  return c;
}

const page = (start: number, limit: number): typeof accounts => accounts.slice(start, start + limit);

test.for<[string, unknown, readonly unknown[], Answer]>([
  [
    "a list under data, with rows under row",
    { id: reportId },
    [],
    (start, limit) => ({ data: page(start, limit).map((row) => ({ row })) }),
  ],
  [
    "a report that takes its time",
    { template_id: templateId, report: { report_id: reportId, status: "queued" } },
    [{ status: "running" }, { status: "running" }, { status: "Completed" }],
    (start, limit) => ({
      response: page(start, limit),
      pagination: { totalRecords: 25, totalPages: 3, currentPage: Math.floor(start / 10) + 1, start, perPage: limit },
    }),
  ],
  ["only its id", reportId, [{}], (start, limit) => page(start, limit)],
])("reads a whole report in any shape: %s", async ([, run, details, data]) => {
  const c = await otherService({ run, details, data });
  const result = await c.run("identities", "import", "job.yaml", "--json");
  expect(result.stderr).not.toContain("defect");
  expect(result.json()).toMatchObject({ linked: 25, conflict_count: 0 });
  const links = await c.look(({ db }) => listLinks(db, "acme"));
  expect(links.map(({ key, user_id: id }) => ({ employee_id: key, user_id: id }))).toEqual(accounts);
});

test.for<[string, unknown, readonly unknown[], Answer, string]>([
  ["one that fails", { id: reportId, status: "running" }, [{ status: "failed" }], () => [], "status as “failed”"],
  ["one that is never ready", { id: reportId, status: "running" }, [{ status: "running" }], () => [], "(status: running)"],
  // No status says that it is done, so an empty list proves nothing.
  ["an empty one without a status", { id: reportId }, [{}], () => [], "was not ready"],
  ["an empty one", { id: reportId, status: "done" }, [], () => [], "has no rows"],
  ["an answer without an id", { status: "done", id: templateId }, [], () => [], "does not contain a report id"],
])("nothing is linked from %s", async ([, run, details, data, says]) => {
  const c = await otherService({ run, details, data });
  const result = await c.run("identities", "import", "job.yaml");
  expect([result.code, result.stderr]).toEqual([5, expect.stringContaining(says)]);
  expect(await c.look(({ db }) => listLinks(db, "acme"))).toEqual([]);
});
