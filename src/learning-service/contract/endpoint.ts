import { z } from "zod";

/** The prefix of every path (interface: "Versioning"). */
export const PREFIX = "/integration/v1";

/** The error code of rule 3 of `PUT /users/{user_id}`: the service asks for confirmation. */
export const REMOVAL_CODE = "group_removal_requires_confirmation";

/** The error statuses of every endpoint (interface: "Errors"). */
export const ERRORS = {
  412: "Invalid parameters: the request parameters or body are not acceptable.",
  500: "Server error: unexpected failure of the service.",
  512: "Specification violations: the request violates the interface specification.",
} as const;

/** The query, body and answer of an endpoint. */
export interface Shapes {
  /** Query parameters by type; on the wire they are text. */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The success answer; for a list, the schema of one item. */
  output: z.ZodType;
}

export interface Endpoint extends Shapes {
  /** The purpose, in the words of the overview. */
  summary: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Without `PREFIX`; at most one parameter, in braces. */
  path: `/${string}`;
  /** The parameter of the path. */
  pathParams?: z.ZodObject;
  /** The encoding of the body; JSON, except where the OAuth RFCs require a form. */
  encoding?: "form";
  /** `json`: one value. `list`: pages of items. `file`: bytes. `redirect`: a `Location`. */
  answer: "json" | "list" | "file" | "redirect";
  success: 200 | 302;
  /** Whether it may change data in the service. */
  writes: boolean;
  /** The rules of its detailed entry, in order. */
  rules?: readonly string[];
  /** Called without an access token. */
  open?: true;
  /** False for endpoints that only the overview lists; they have `plausible`. */
  documented: boolean;
  /**
   * The sandbox's shapes for an endpoint whose shapes are "not shown". A real service may differ, so the client sends
   * and returns any JSON.
   */
  plausible?: Shapes;
}

/** Declares an endpoint with a detailed entry; keeps the exact types of its schemas. */
export function endpoint<const E extends Omit<Endpoint, "documented" | "success" | "writes" | "plausible"> & { writes?: true }>(
  entry: E,
): E & { documented: true; success: 200; writes: boolean } {
  return { ...entry, documented: true, success: 200, writes: entry.writes ?? false };
}

/** Any JSON object, for bodies that are "not shown". */
const openObject = z.record(z.string(), z.json());
/** Filters that are "not shown": text, numbers, booleans, lists of text. */
const openQuery = z.object({}).catchall(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional());

type Overview = Omit<Endpoint, "documented" | "success" | "writes" | "output" | "query" | "body" | "plausible"> & {
  writes?: true;
  success?: 302;
  plausible: Shapes;
};

type Opened<E extends Overview> = Omit<E, "writes" | "success"> & {
  documented: false;
  success: 200 | 302;
  writes: boolean;
  output: z.ZodType<z.core.util.JSONType>;
} & (E["plausible"] extends { query: z.ZodObject } ? { query: typeof openQuery } : unknown) &
  (E["plausible"] extends { body: z.ZodType } ? { body: typeof openObject } : unknown);

/** Declares an endpoint that only the overview lists: open JSON for the client, `plausible` for the sandbox. */
export function overview<const E extends Overview>(entry: E): Opened<E> {
  const { plausible } = entry;
  return {
    ...entry,
    documented: false,
    success: entry.success ?? 200,
    writes: entry.writes ?? false,
    output: z.json(),
    ...(plausible.query === undefined ? {} : { query: openQuery }),
    ...(plausible.body === undefined ? {} : { body: openObject }),
    // TypeScript cannot infer the properties that the spread adds.
  } as unknown as Opened<E>;
}

/** Returns the shapes for the sandbox and the OpenAPI document. */
export function shapesOf(entry: Endpoint): Shapes {
  return entry.plausible ?? entry;
}
