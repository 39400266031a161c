import type { Endpoint } from "../endpoint.ts";
import { ERRORS, REMOVAL_CODE, shapesOf } from "../endpoint.ts";
import type { Json } from "./json-schema.ts";
import { envelopeOf } from "../pagination.ts";

/** Returns the documented schema of an answer and records the named schemas that it references. */
export type Describe = (schema: Endpoint["output"]) => Json;

/** "The shape of an error body: not shown", so any object. */
export const ERROR_SCHEMA: Json = {
  description: "The interface does not document error bodies. Rollcall looks for a code or a message in these fields first.",
  type: "object",
  properties: { code: { type: "string" }, error: { type: "string" }, message: { type: "string" } },
};

const UNAUTHORIZED = "The access token is missing, unknown or expired. The interface doesn't document this status.";

function refusal(description: string): Json {
  return { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
}

/** The shared answers, for `components`. */
export const SHARED_RESPONSES: Json = {
  Unauthorized: refusal(UNAUTHORIZED),
  InvalidParameters: refusal(ERRORS[412]),
  ServerError: refusal(ERRORS[500]),
  SpecificationViolation: refusal(ERRORS[512]),
};

const shared = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

/** Returns all answers of an endpoint by status. */
export function responsesOf(entry: Endpoint, describe: Describe): Json {
  const asks = entry.rules?.some((rule) => rule.includes(REMOVAL_CODE)) ?? false;
  return {
    [entry.success]: success(entry, describe),
    ...(entry.open === true ? {} : { 401: shared("Unauthorized") }),
    ...(entry.encoding === "form" ? { 401: refusal("The client is unknown or its secret is wrong (RFC 6749, 5.2).") } : {}),
    412: asks
      ? refusal(`${ERRORS[412]} Also for an unconfirmed removal of memberships, with the code \`${REMOVAL_CODE}\`.`)
      : shared("InvalidParameters"),
    500: shared("ServerError"),
    512: shared("SpecificationViolation"),
  };
}

function success(entry: Endpoint, describe: Describe): Json {
  const { output } = shapesOf(entry);
  switch (entry.answer) {
    case "json":
      return { description: "Done.", content: { "application/json": { schema: describe(output) } } };
    case "list": {
      const bare: Json = { type: "array", items: describe(output) };
      return {
        description: "A page of the list: a bare array or an envelope.",
        content: { "application/json": { schema: { oneOf: [bare, describe(envelopeOf(output))] } } },
      };
    }
    case "file":
      return { description: "The file.", content: Object.fromEntries(mediaTypes(output).map((type) => [type, {}])) };
    case "redirect":
      return {
        description: "Redirects to another address.",
        headers: { Location: { description: "The address.", required: true, schema: { type: "string" } } },
      };
  }
}

function mediaTypes(output: Endpoint["output"]): string[] {
  const types = output.meta()?.["contentType"];
  return Array.isArray(types) ? types.map(String) : [typeof types === "string" ? types : "application/octet-stream"];
}
