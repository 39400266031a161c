import type { Contract, NamedEndpoint } from "../contract.ts";
import { ENDPOINTS } from "../contract.ts";
import { PREFIX, shapesOf } from "../endpoint.ts";
import type { Converted, Json } from "./json-schema.ts";
import { answerSchema, requestSchema } from "./json-schema.ts";
import { parametersOf, SHARED_PARAMETERS } from "./openapi-parameters.ts";
import { ERROR_SCHEMA, responsesOf, SHARED_RESPONSES } from "./openapi-responses.ts";

/** The titles of the areas in the overview. */
export const AREAS: Readonly<Record<keyof Contract, string>> = {
  oauth2: "OAuth 2",
  reports: "Reports",
  categories: "Categories",
  groups: "Groups",
  assignments: "Assignments",
  courses: "Courses",
  learningPaths: "Learning paths",
  users: "Users",
  contentProviders: "Content providers",
  skills: "Skills",
  subscriptions: "Subscriptions",
  classes: "Classes",
};

const DESCRIPTION = `Manages the users, account groups, courses, learning paths, assignments and reports of a learning-management system.

Generated from Rollcall's contract, which has one entry per endpoint. \`x-documented: true\` marks the endpoints that the service's interface describes in detail. For all others it gives only method, path and purpose; their shapes here are those of Rollcall's sandbox, and a real service may differ.

**Lists** come in pages. \`_start\` is the index of the first item (default 0), \`_limit\` the number of items (default 20, recommended 10 to 100). A page is a bare array or an envelope with \`response\` and \`pagination\`; the interface doesn't say which endpoint uses which. The next \`_start\` is the current start plus the current \`_limit\`; more pages exist while \`currentPage\` is below \`totalPages\`.

**Errors**: every endpoint can answer 412, 500 and 512. The interface documents neither the shape of an error body nor the status 401.

**Authentication**: the interface doesn't document how to send a token. Rollcall's default is a bearer token.`;

const UNDOCUMENTED =
  "The interface lists this endpoint without parameters and shapes. Those here are the sandbox's own; a real service may differ.";

/** Returns the servers of the document; `baseUrl` without the prefix of the paths. */
function serversOf(baseUrl: string): Json[] {
  return [
    { url: "{base_url}", description: "The service.", variables: { base_url: { default: baseUrl, description: "Without the prefix." } } },
  ];
}

/** Returns the whole interface as an OpenAPI 3.1 document; the result is deterministic. */
export function openApiDocument(baseUrl = "https://learning.acme.example"): Json {
  const schemas: Record<string, Json> = { Error: ERROR_SCHEMA };
  const keep = ({ schema, components }: Converted): Json => {
    Object.assign(schemas, components);
    return schema;
  };
  const paths: Record<string, Json> = {};
  for (const named of ENDPOINTS) {
    const path = PREFIX + named.entry.path;
    paths[path] = { ...paths[path], [named.entry.method.toLowerCase()]: operationOf(named, keep) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Learning Service Integration Interface",
      version: "v1",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: serversOf(baseUrl),
    security: [{ accessToken: [] }],
    tags: Object.values(AREAS).map((name) => ({ name, description: areaOf(name) })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          description: "The interface does not document how to send a token. This is Rollcall's default.",
        },
      },
      parameters: SHARED_PARAMETERS,
      responses: SHARED_RESPONSES,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function areaOf(title: string): string {
  const entries = ENDPOINTS.filter(({ area }) => AREAS[area as keyof Contract] === title).map(({ entry }) => entry);
  const documented = entries.filter((entry) => entry.documented).length;
  return `${documented} of ${entries.length} endpoints described in detail.`;
}

function operationOf({ area, name, entry }: NamedEndpoint, keep: (converted: Converted) => Json): Json {
  const shapes = shapesOf(entry);
  const parameters = parametersOf(entry);
  const rules = entry.rules?.map((rule, index) => `${index + 1}. ${rule}`).join("\n");
  const description = [entry.documented ? undefined : UNDOCUMENTED, rules].filter((part) => part !== undefined).join("\n\n");
  const mediaType = entry.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json";
  return {
    operationId: `${area}.${name}`,
    summary: entry.summary,
    ...(description === "" ? {} : { description }),
    tags: [AREAS[area as keyof Contract]],
    "x-documented": entry.documented,
    ...(entry.open === true ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(shapes.body === undefined
      ? {}
      : { requestBody: { required: true, content: { [mediaType]: { schema: keep(requestSchema(shapes.body)) } } } }),
    responses: responsesOf(entry, (schema) => keep(answerSchema(schema))),
  };
}
