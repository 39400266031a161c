import type { z } from "zod";

/** Every path of the interface starts with it (interface: "Versioning"). */
export const PREFIX = "/integration/v1";

/** The code of rule 3 of `PUT /users/{user_id}`: not a failure, but a question. */
export const REMOVAL_CODE = "group_removal_requires_confirmation";

export interface Endpoint {
  area: string;
  name: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `PREFIX`; parameters in braces. */
  path: `/${string}`;
  pathParams?: z.ZodObject;
  query?: z.ZodObject;
  /** As the document writes it. The client sends what it is given; the sandbox judges it by this. */
  body?: z.ZodObject;
  /** The 200 answer; for a list the schema of one item, whichever shape the list comes in. */
  output: z.ZodType;
  list: boolean;
  /** False for the endpoints that only stand in the overview table. */
  documented: boolean;
}

/** Declares an endpoint, keeping the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(entry: E): E {
  return entry;
}
