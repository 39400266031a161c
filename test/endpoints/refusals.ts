import { z } from "zod";
import type { NamedEndpoint } from "../../src/learning-service/contract/contract.ts";
import type { Endpoint } from "../../src/learning-service/contract/endpoint.ts";
import { shapesOf } from "../../src/learning-service/contract/endpoint.ts";
import type { Sent } from "./place.ts";
import { NOBODY } from "./place.ts";
import type { AnyRequest } from "./row.ts";
import type { Wrong } from "./values.ts";
import { badQueryValues, badValues, bare, fieldsOf, incomplete, isRequired, queryViolations, unknownIds, violations } from "./values.ts";

/** A request that must be refused. */
export interface Attempt {
  what: string;
  path: string;
  sent: Sent;
  status: 412 | 512;
  /** The field or parameter that the refusal must name. */
  says: string;
}

/** Requests that are wrong in one way, made from one that succeeds. */
export interface Kind {
  title: string;
  attempts(request: AnyRequest): Attempt[];
}

/** Fields without which a body has not the form of the interface: 512, where all others are 412 (docs/internals/interface-gaps.md). */
const OF_THE_FORM = new Set(["user_id", "refresh_token", "custom_fields"]);
/** Ids of which no endpoint knows all, such as those of custom fields; a user's own is held against the path instead. */
const MAY_NAME_NOTHING = new Set(["custom_fields", "user_id"]);

type Values = Readonly<Record<string, unknown>>;

/** The path with its parameter. */
export function pathOf({ path }: Endpoint, params: Values = {}): string {
  return path.replace(/\{(\w+)\}/, (_whole, name: string) => encodeURIComponent(String(params[name])));
}

/** What is sent, as the wire has it: lists as repeated parameters, a form where the endpoint takes one. */
export function sentOf(entry: Endpoint, { query, body }: AnyRequest): Sent {
  return { query: pairsOf(query), body: body === undefined || entry.encoding !== "form" ? body : formOf(body) };
}

function pairsOf(query: Values = {}): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
}

function formOf(body: Values): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]));
}

/** All refusals that follow from an endpoint's shapes alone: a new field is refused here before anybody thinks of it. */
export function kindsOf({ entry }: NamedEndpoint): Kind[] {
  const { query, body } = shapesOf(entry);
  return [
    ...fieldsOf(entry.pathParams).map(([name]) => pathKind(entry, name)),
    unknownParameter(entry),
    ...fieldsOf(query).flatMap(([name, field]) => queryKinds(entry, name, field)),
    ...(entry.method === "GET" || entry.method === "DELETE" ? [] : [bodyForm(entry, body)]),
    ...fieldsOf(body).flatMap(([name, field]) => bodyKinds(entry, name, field)),
  ];
}

function attempt(entry: Endpoint, request: AnyRequest, status: 412 | 512, says: string, what: unknown): Attempt {
  return {
    what: typeof what === "string" ? what : JSON.stringify(what),
    path: pathOf(entry, request.params),
    sent: sentOf(entry, request),
    status,
    says,
  };
}

function pathKind(entry: Endpoint, name: string): Kind {
  return {
    title: `412 for ${name} of the path that is no id, or that of nothing`,
    attempts: (request) =>
      ["none of them", "2026-02-30", "0".repeat(200), NOBODY].map((id) => {
        const body = request.body !== undefined && name in request.body ? { ...request.body, [name]: id } : request.body;
        return attempt(entry, { ...request, params: { [name]: id }, body }, 412, name, id);
      }),
  };
}

function unknownParameter(entry: Endpoint): Kind {
  return {
    title: "512 for a query parameter that the interface doesn't have",
    attempts: (request) =>
      ["shoe_size", "__proto__", "constructor"].map((name) => {
        const { path, sent, ...rest } = attempt(entry, request, 512, name, name);
        return { path, sent: { ...sent, query: [...(sent.query ?? []), [name, "44"]] }, ...rest };
      }),
  };
}

function queryKinds(entry: Endpoint, name: string, field: z.ZodType): Kind[] {
  const given = (request: AnyRequest, value: unknown): AnyRequest => ({ ...request, query: { ...request.query, [name]: value } });
  const inner = bare(field);
  const element = inner instanceof z.ZodArray ? bare(inner.element) : inner;
  return some([
    {
      title: `412 when the query parameter ${name} is missing`,
      attempts: (request) => (isRequired(field) ? [attempt(entry, without("query", name, request), 412, name, "missing")] : []),
    },
    {
      title: `512 for the query parameter ${name} with another type`,
      attempts: (request) => queryViolations(field).map((values) => attempt(entry, given(request, values), 512, name, values)),
    },
    {
      title: `412 for the query parameter ${name} with a value that is not acceptable`,
      attempts: (request) => badQueryValues(field).map((value) => attempt(entry, given(request, [value]), 412, name, value)),
    },
    {
      title: `412 for the query parameter ${name} with the id of nothing`,
      attempts: (request) => (element instanceof z.ZodGUID ? [attempt(entry, given(request, [NOBODY]), 412, name, NOBODY)] : []),
    },
  ]);
}

/** What is not a body of the endpoint at all. */
function bodyForm(entry: Endpoint, body: z.ZodType | undefined): Kind {
  const anyOf = (request: AnyRequest, given: unknown, what = String(given)): Attempt => ({
    ...attempt(entry, { ...request, body: undefined }, 512, "", what),
    sent: { ...sentOf(entry, { query: request.query }), body: given },
  });
  const form = new URLSearchParams({ name: "a form" });
  return {
    title: "512 for a body that is not JSON, no object, or has a field that the interface doesn't have",
    attempts: (request) => [
      ...["{", "[]", '"text"', "7", "<xml/>"].map((text) => anyOf(request, text)),
      // Without a body of its own an endpoint takes none, or an empty one.
      ...(body === undefined ? [] : [anyOf(request, undefined, "no body"), anyOf(request, "", "an empty body"), anyOf(request, "null")]),
      ...(entry.encoding === "form" ? [] : [anyOf(request, form, "a form")]),
      anyOf(request, JSON.stringify({ ...request.body, shoe_size: 44 }), "shoe_size"),
    ],
  };
}

function bodyKinds(entry: Endpoint, name: string, field: z.ZodType): Kind[] {
  // A form's fields are all text, so another type can only be said in JSON, which is read there too.
  const of = (wrong: readonly Wrong[], status: 412 | 512) => (request: AnyRequest) =>
    wrong.map(({ value, within = name }) => {
      const body = { ...request.body, [name]: value };
      return { ...attempt(entry, request, status, within, value), sent: { ...sentOf(entry, { query: request.query }), body } };
    });
  const formStatus = OF_THE_FORM.has(name) ? 512 : 412;
  const anotherType = violations(field);
  if (anotherType.length === 0) throw new Error(`${entry.method} ${entry.path}: no value is of another type than ${name}`);
  return some([
    {
      title: `${formStatus} when ${name} is missing`,
      attempts: (request) => (isRequired(field) ? [attempt(entry, without("body", name, request), formStatus, name, "missing")] : []),
    },
    { title: `512 for ${name} with another type`, attempts: of(anotherType, 512) },
    { title: `412 for ${name} with a value that is not acceptable`, attempts: of(badValues(field), 412) },
    { title: `${formStatus} for ${name} without what it must have`, attempts: of(incomplete(field), formStatus) },
    {
      title: `412 for ${name} with the id of nothing`,
      attempts: of(MAY_NAME_NOTHING.has(name) ? [] : unknownIds(field), 412),
    },
  ]);
}

/** Those that refuse anything: an optional text, say, has no bad value. */
function some(kinds: readonly Kind[]): Kind[] {
  return kinds.filter((kind) => kind.attempts({}).length > 0);
}

function without(part: "query" | "body", name: string, request: AnyRequest): AnyRequest {
  return { ...request, [part]: Object.fromEntries(Object.entries(request[part] ?? {}).filter(([field]) => field !== name)) };
}
