import { z } from "zod";

/** Every path of the interface starts with it (interface: "Versioning"). */
export const PREFIX = "/integration/v1";

/** The code of rule 3 of `PUT /users/{user_id}`: not a failure, but a question. */
export const REMOVAL_CODE = "group_removal_requires_confirmation";

/** Besides its success every endpoint can answer these (interface: "Errors"). */
export const ERRORS = {
  412: "Invalid parameters: the request parameters or body are not acceptable.",
  500: "Server error: unexpected failure of the service.",
  512: "Specification violations: the request violates the interface specification.",
} as const;

/** What an endpoint reads and answers, beside the parameters of its path. */
export interface Shapes {
  /** Query parameters with their types; on the wire they are text. */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The success answer; of a list the schema of one item, whichever shape the list comes in. */
  output: z.ZodType;
}

export interface Endpoint extends Shapes {
  /** The purpose, as the overview says it. */
  summary: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `PREFIX`; the parameter in braces. No path has more than one. */
  path: `/${string}`;
  /** The parameter of the path, where there is one. */
  pathParams?: z.ZodObject;
  /** How the body is written; JSON unless the OAuth RFCs say otherwise. */
  encoding?: "form";
  /** `json`: one value. `list`: pages of items. `file`: bytes. `redirect`: a `Location`. */
  answer: "json" | "list" | "file" | "redirect";
  success: 200 | 302;
  /** Whether it may change something in the service. */
  writes: boolean;
  /** What its detailed entry says beyond the shapes, in its order. */
  rules?: readonly string[];
  /** Called without an access token. */
  open?: true;
  /** False for the endpoints that only stand in the overview table; they have `plausible`. */
  documented: boolean;
  /**
   * Of an endpoint whose shapes are "not shown": what the sandbox reads and answers, which no service has promised.
   * The client sends and hands on any JSON.
   */
  plausible?: Shapes;
}

/** Declares an endpoint that has a detailed entry, keeping the exact types of its schemas. */
export function endpoint<const E extends Omit<Endpoint, "documented" | "success" | "writes" | "plausible"> & { writes?: true }>(
  entry: E,
): E & { documented: true; success: 200; writes: boolean } {
  return { ...entry, documented: true, success: 200, writes: entry.writes ?? false };
}

/** Any JSON object: the type of what is "not shown". */
export const openObject = z.record(z.string(), z.json());
/** Filters that are "not shown": text, numbers, switches, and lists of them. */
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

/** Declares an endpoint that only stands in the overview: open JSON for the client, `plausible` in the sandbox. */
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
    // What the spread adds depends on the entry, which TypeScript cannot follow.
  } as unknown as Opened<E>;
}

/** The shapes by which the sandbox and the OpenAPI document go. */
export function shapesOf(entry: Endpoint): Shapes {
  return entry.plausible ?? entry;
}
