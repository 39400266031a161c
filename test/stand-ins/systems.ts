import type { Received, Reply } from "./server.ts";

/** Somebody at the HR system, in no system's own form. */
export interface Person {
  id: string;
  first: string;
  department: string;
  works: boolean;
}

/** Faults and settings of a stand-in, which a test changes between two reads. */
export interface Quirks {
  people: Person[];
  /** Fields that the account may not read: left out, with status 200. */
  forbidden: string[];
  /** Answers that come before the next ones. */
  before: Reply[];
  /** Whether the snapshot of a paged read expires after its first page. */
  expires: boolean;
  /** Changes an answer on its way. */
  change(reply: Reply, request: Received): Reply;
}

type System = (request: Received) => Reply;

const mail = (id: string): string => `p${id}@example.com`;
const without = (row: Record<string, unknown>, forbidden: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !forbidden.includes(name)));
const basic = (user: string, password: string): string => `Basic ${btoa(`${user}:${password}`)}`;

/** A report as a web service: the query decides about format and day. Bytes come only once the report is complete. */
export function workday(quirks: Quirks): System {
  const line = ({ id, first, department, works }: Person): string =>
    `${id},${first},Berg,${mail(id)},01/02/1980,,Female,,${works ? "Active" : "Terminated"},Clerk,No,${department},CC 1,Madrid,Madrid,ES,`;
  return ({ path, query, headers }) => {
    if (headers.authorization !== basic("isu", "pw")) return { status: 401, body: "" };
    if (path !== "/ccx/service/customreport2/acme/isu/Rollcall_Workers") return { status: 404 };
    if (query.get("format") !== "csv" || !/^\d{4}-\d\d-\d\d$/.test(query.get("Effective_as_of_Date") ?? "")) return { status: 500 };
    const header =
      "Employee ID,Legal First Name,Legal Last Name,Work Email,Birth Date,NIF,Gender,Mobile,Status,Business Title,Is Manager,Department,Cost Center,Location,Office,Country,Groups";
    return { headers: { "content-type": "text/csv;charset=UTF-8" }, body: `${[header, ...quirks.people.map(line)].join("\n")}\n` };
  };
}

/** OData v2: only active people unless the filter asks for others, `__next` with a token, dates in milliseconds. */
export function successfactors(quirks: Quirks): System {
  let snapshots = 0;
  return (request) => {
    const { path, query, headers, body } = request;
    if (path === "/oauth/token") {
      const form = new URLSearchParams(body);
      const isOurs = form.get("company_id") === "acme" && form.get("client_id") === "key" && form.get("assertion") !== null;
      return isOurs
        ? { body: { access_token: "sf", token_type: "Bearer", expires_in: 86_399 } }
        : { status: 401, body: { error: "invalid_client" } };
    }
    if (headers.authorization !== "Bearer sf") return { status: 401, body: { error: { code: "LGN0022" } } };
    const token = query.get("$skiptoken");
    // A session is asked for: without the cookie, the snapshot is unknown.
    if (token !== null && (quirks.expires || headers.cookie !== "JSESSIONID=1")) {
      return { status: 400, body: { error: { code: "COE_PAGINATION_EXPIRED", message: { value: "The snapshot has expired" } } } };
    }
    const everybody = query.get("$filter") === "status in 't','f'" || token?.startsWith("all") === true;
    const size = 2;
    const from = Number(token?.split("-")[1] ?? "0");
    const jobs = path.endsWith("/EmpJob");
    const listed = quirks.people.filter(({ works }) => works || everybody || jobs);
    const results = listed
      .slice(from, from + size)
      .map(({ id, first, department, works }) =>
        jobs
          ? { __metadata: { uri: "x" }, userId: id, startDate: "/Date(1577836800000)/", department: department.toUpperCase() }
          : { __metadata: { uri: "x" }, userId: id, firstName: first, lastName: "Berg", email: mail(id), status: works ? "t" : "f" },
      );
    snapshots += 1;
    const next = `http://${headers.host ?? ""}${path}?$skiptoken=${everybody ? "all" : "active"}-${from + size}-${snapshots}`;
    return {
      headers: { "set-cookie": "JSESSIONID=1; Path=/", "x-csrf-token": "t" },
      body: {
        d: { results: results.map((row) => without(row, quirks.forbidden)), ...(from + size < listed.length ? { __next: next } : {}) },
      },
    };
  };
}

/** A custom report: unknown content types are not understood, future and former people only if asked for. */
export function bamboohr(quirks: Quirks): System {
  return ({ query, headers, body }) => {
    if (headers.authorization !== basic("key", "x")) return { status: 401, body: "" };
    if (headers["content-type"] !== "application/json") return { status: 400, body: "<error/>" };
    const { fields } = JSON.parse(body) as { fields: string[] };
    const listed = quirks.people.filter(({ works }) => works || query.get("onlyCurrent") === "false");
    const employees = listed.map(({ id, first, department, works }) => {
      const all = {
        employeeNumber: id,
        firstName: first,
        lastName: "Berg",
        workEmail: mail(id),
        employmentHistoryStatus: works ? "Full-Time" : "Terminated",
        department,
        location: null,
      };
      return {
        id: `9${id}`,
        ...without(Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name))), quirks.forbidden),
      };
    });
    return { body: { title: "Rollcall", fields: fields.map((id) => ({ id })), employees } };
  };
}

/** Version 1: a token by a call of its own, at most 3 people a page whatever is asked for, values below `attributes`. */
export function personio(quirks: Quirks): System {
  return ({ path, query, headers, body }) => {
    if (path === "/v1/auth") {
      return body === '{"client_id":"key","client_secret":"pw"}'
        ? { body: { success: true, data: { token: "papi-1" } } }
        : { status: 403, body: { success: false, error: { code: 0, message: "Wrong credentials" } } };
    }
    if (headers.authorization !== "Bearer papi-1") return { status: 401, body: { success: false } };
    const from = Number(query.get("offset"));
    const size = Math.min(Number(query.get("limit")), 3);
    const data = quirks.people.slice(from, from + size).map(({ id, first, department, works }) => ({
      type: "Employee",
      attributes: without(
        {
          id: { label: "ID", value: Number(id) },
          first_name: { label: "First name", value: first },
          last_name: { label: "Last name", value: "Berg" },
          email: { label: "Email", value: mail(id) },
          status: { label: "Status", value: works ? "active" : "inactive" },
          department: { label: "Department", value: { type: "Department", attributes: { id: 7, name: department } } },
        },
        quirks.forbidden,
      ),
    }));
    return { body: { success: true, metadata: { total_elements: quirks.people.length, current_page: 0 }, data } };
  };
}

/** A search: ids of lists unless `humanReadable`, only active people unless `showInactive`. */
export function hibob(quirks: Quirks): System {
  return ({ headers, body }) => {
    if (headers.authorization !== basic("service", "pw")) return { status: 401, body: { error: "Unauthorized" } };
    const { showInactive = false, humanReadable = "" } = JSON.parse(body) as { showInactive?: boolean; humanReadable?: string };
    const listed = quirks.people.filter(({ works }) => works || showInactive);
    const employees = listed.map(({ id, first, department, works }) =>
      without(
        {
          id,
          firstName: first,
          surname: "Berg",
          email: mail(id),
          internal: { status: works ? "Active" : "Inactive" },
          work: { department: humanReadable === "REPLACE" ? department : "251773999" },
        },
        quirks.forbidden,
      ),
    );
    return { body: { employees } };
  };
}
