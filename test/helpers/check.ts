import { join } from "node:path";
import { expect } from "vitest";
import { check as checkJob, exitOf } from "../../src/cli/commands/check.ts";
import type { Checked } from "../../src/cli/view/check.ts";
import { loadConfiguration, withOpenJob } from "../../src/app/open-session.ts";
import type { ReportedFinding as Finding } from "../../src/reporting/problem.ts";
import { answer, serve, uuidOf } from "../learning-service/helpers.ts";
import { company, people, type Company, type JobParts } from "./company.ts";
import { testCall } from "./io.ts";

export interface Result extends Checked {
  code: number | null;
  of(what: Finding["what"]): Finding;
}

type Check = (service?: JobParts["service"]) => Promise<Result>;

/** `rollcall check --json`, with the job's service changed if a test says so. */
export async function check(c: Company, service: JobParts["service"] = {}): Promise<Result> {
  c.job({ service });
  const { code, json, stdout, stderr } = await c.run("check", "job.yaml", "--json");
  if (stdout === "") throw new Error(`check printed nothing (exit ${code}): ${stderr}`);
  return resultOf(json<Checked>(), code);
}

/** The same many times on one open state, which is much faster. */
export function checking(c: Company, work: (check: Check) => Promise<void>): Promise<void> {
  const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };
  return c.look((state) =>
    work(async (service = {}) => {
      c.job({ service });
      const io = testCall(c.place.dir);
      const { job, mapping } = await loadConfiguration(io, join(c.place.dir, "job.yaml"));
      return withOpenJob(io, state, job, mapping, quiet, async ({ session, connect }) => {
        const checked = await checkJob(io, session, null, connect);
        return resultOf(JSON.parse(JSON.stringify(checked)) as Checked, exitOf(checked, job.policy.exit));
      });
    }),
  );
}

function resultOf(checked: Checked, code: number | null): Result {
  const of = (what: Finding["what"]): Finding => {
    const found = checked.service.findings.filter((finding) => finding.what === what);
    expect(found, `of ${what}`).toHaveLength(1);
    return found[0] as Finding;
  };
  return { ...checked, code, of };
}

/** A company of some people, with some groups more. */
export async function companyOf(n: number, options: Parameters<typeof company>[0] = {}, projects = 0): Promise<Company> {
  const c = await company(options);
  for (let i = 0; i < projects; i++) c.service.addGroup(`HR/Projects/P${i}`);
  c.hr(people(n));
  return c;
}

/** A service whose lists are as a test says, and that takes every token. */
export async function serviceOf(
  groups: (start: number, limit: number) => unknown,
  subscriptions: readonly unknown[] = [],
): Promise<string> {
  return serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
    const start = Number(searchParams.get("_start"));
    if (request.method === "POST") {
      const lifetimes = { access_token_lifetime: 3_600_000, refresh_token_lifetime: 3_600_000, access_token_type: "Bearer" };
      answer(response, 200, { access_token: "access-x", refresh_token: "refresh-x", ...lifetimes });
    } else
      answer(response, 200, pathname.endsWith("/groups") ? groups(start, Number(searchParams.get("_limit"))) : subscriptions.slice(start));
  });
}

/** A group as a list of the service has it. */
export const group = (n: number, name = `Group ${n}`, more: object = {}) => ({ id: uuidOf(n), name, user_ids: [], ...more });
export const list = (n: number) => Array.from({ length: n }, (_, i) => group(i + 1));
