import { expect, test } from "vitest";
import type { Reply } from "../stand-ins/server.ts";
import type { Quirks } from "../stand-ins/systems.ts";
import { account, examples, living, person, type Example, type Http } from "./hr-systems.ts";

const [workday, successfactors, bamboohr, personio, hibob] = examples as [Example, Example, Example, Example, Example];

/** Changes the JSON of an answer that contains people. */
const inJson =
  (key: string, change: (body: Record<string, unknown>) => unknown): Quirks["change"] =>
  (reply) =>
    typeof reply.body === "object" && reply.body !== null && key in reply.body
      ? { ...reply, body: change(structuredClone(reply.body) as Record<string, unknown>) }
      : reply;
const asText =
  (change: (text: string) => string): Quirks["change"] =>
  (reply) =>
    typeof reply.body === "string" && reply.body !== "" ? { ...reply, body: change(reply.body) } : reply;
/** Replaces the answer to the request with this number of those to a path. */
const nth = (path: string, n: number, instead: (reply: Reply) => Reply): Quirks["change"] => {
  let seen = 0;
  return (reply, request) => (request.path.endsWith(path) && (seen += 1) === n ? instead(reply) : reply);
};
const peopleOf = (body: Record<string, unknown>): unknown[] => body["data"] as unknown[];

interface Fault {
  example: Example;
  what: string;
  change: () => Quirks["change"];
  code: string;
  says: RegExp;
}

const faults: Fault[] = [
  {
    example: workday,
    what: "leaves out a column of the report",
    change: () => asText((text) => text.replaceAll(/^([^,]*,[^,]*,[^,]*,)[^,]*,/gm, "$1")),
    code: "missing_column",
    says: /Work Email/,
  },
  {
    example: workday,
    what: "answers with a report of nobody",
    change: () => asText((text) => text.slice(0, text.indexOf("\n") + 1)),
    code: "no_rows",
    says: /no rows|only a header|no row/,
  },
  {
    example: workday,
    what: "cuts the report off in a row",
    change: () => asText((text) => text.slice(0, text.indexOf("1005,") + 8)),
    code: "truncated",
    says: /ends in the middle|cut/,
  },
  {
    example: workday,
    what: "answers with an error as JSON and 200",
    change: () => () => ({ headers: { "content-type": "application/json" }, body: { error: "invalid report" } }),
    code: "answer_without_rows",
    says: /the list at /,
  },
  {
    example: successfactors,
    what: "repeats a page",
    change: () => {
      let first: Reply | null = null;
      return (reply, { path }) => (path.endsWith("/User") ? (first ??= reply) : reply);
    },
    code: "page_repeated",
    says: /twice with the same page/,
  },
  {
    example: successfactors,
    what: "fails on the second page of the jobs",
    change: () => nth("/EmpJob", 2, () => ({ status: 400, body: { error: { code: "COE_PAGINATION_EXPIRED" } } })),
    code: "source_failed",
    says: /\/odata\/v2\/EmpJob: the system answered 400/,
  },
  {
    example: successfactors,
    what: "sends an error object with 200",
    change:
      () =>
      (reply, { path }) =>
        path.endsWith("/User") ? { body: { error: { code: "COE0020" } } } : reply,
    code: "answer_without_rows",
    says: /the list at /,
  },
  {
    example: bamboohr,
    what: "answers with an empty list",
    change: () => inJson("employees", (body) => ({ ...body, employees: [] })),
    code: "no_people",
    says: /complete, but has no rows/,
  },
  {
    example: bamboohr,
    what: "understands the content type as XML",
    change: () => () => ({ status: 400, body: "<error/>" }),
    code: "source_failed",
    says: /the system answered 400/,
  },
  {
    example: personio,
    what: "states more people than it sends",
    change: () => inJson("metadata", (body) => ({ ...body, metadata: { total_elements: 9 } })),
    code: "total_unmet",
    says: /9/,
  },
  {
    example: personio,
    what: "changes its total between pages",
    change: () => {
      let page = 0;
      return inJson("metadata", (body) => ({ ...body, metadata: { total_elements: 5 + page++ } }));
    },
    code: "total_changed",
    says: /5/,
  },
  {
    example: personio,
    what: "releases the id alone",
    change: () =>
      inJson("data", (body) => ({
        ...body,
        ...(Array.isArray(body["data"])
          ? { data: (peopleOf(body) as { attributes: { id: unknown } }[]).map(({ attributes: { id } }) => ({ attributes: { id } })) }
          : {}),
      })),
    code: "column_never_occurs",
    says: /First Name/,
  },
  {
    example: hibob,
    what: "shows nobody to the service user",
    change: () => inJson("employees", () => ({ employees: [] })),
    code: "no_people",
    says: /complete, but has no rows/,
  },
  {
    example: hibob,
    what: "has no list of people in its answer",
    change: () => inJson("employees", () => ({ people: [] })),
    code: "answer_without_rows",
    says: /the list at /,
  },
];

test.for(faults)("$example.job is unusable and changes nothing if it $what", async ({ example, change, code, says }) => {
  const { c, quirks } = await living(example);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5 } });
  c.clock.step(86_400_000);
  const before = c.userCalls().length;
  quirks.change = change();
  const refused = await c.sync();
  expect(refused).toMatchObject({ code: 4, status: "failed", problem: { code } });
  expect(refused.problem?.message).toMatch(says);
  expect(c.userCalls().length).toBe(before);
});

/** What a job that forgets to ask for former people sends. */
const unasked: [example: Example, edit: (http: Http) => void][] = [
  [successfactors, ({ query }) => void delete query?.["$filter"]],
  [bamboohr, ({ query }) => void delete query?.["onlyCurrent"]],
  [hibob, ({ body }) => void delete body?.["showInactive"]],
];

test.for(unasked)("$0.job without former people reports a leaver as absent, and closes no account", async ([example, edit]) => {
  const { c, quirks } = await living(example, edit);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5 } });
  c.clock.step(86_400_000);
  quirks.people = [person(1), person(2), person(3), person(4), person(5, { works: false })];
  const before = c.userCalls().length;
  const night = await c.sync();
  expect(night).toMatchObject({ counts: { deactivations: 0 }, source: { rows: 4 } });
  expect(account(c, "1005")).toMatchObject({ active: true });
  expect(c.userCalls().length).toBe(before);
});

test("HiBob without names answers with the ids of lists, which give nobody a group", async () => {
  const { c } = await living(hibob, ({ body }) => void delete body?.["humanReadable"]);
  await c.sync();
  expect(c.service.users().flatMap(({ groups }) => groups.filter((group) => group.startsWith("HR/Departments/")))).toEqual([]);
});

test("Personio ends a token early, and the read continues after one more sign-in, also if the token is the same", async () => {
  const { c, hr, quirks } = await living(personio);
  quirks.change = nth("/employees", 2, () => ({ status: 401, body: { success: false } }));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5 } });
  expect(hr.requests.flatMap(({ path, query }) => (path.endsWith("/employees") ? [query.get("offset")] : []))).toEqual(["0", "3", "3"]);
  expect(hr.requests.filter(({ path }) => path === "/v1/auth")).toHaveLength(2);
});
