export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What a service says about an error to programs; `null`: nothing that can be read. */
export interface ServerError {
  code: string | null;
  field: string | null;
  requestId: string | null;
}

const CODE_KEYS = ["code", "error_code", "errorCode", "error"];
const FIELD_KEYS = ["field", "field_name", "fieldName", "parameter", "param", "property", "attribute", "pointer", "loc", "path"];
/** Keys whose object has the names of fields as its keys. */
const FIELD_MAPS = ["errors", "fields", "field_errors", "fieldErrors", "violations"];
const REQUEST_KEYS = ["request_id", "requestId", "correlation_id", "correlationId", "trace_id", "traceId"];
const REQUEST_HEADERS = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-amz-request-id", "x-trace-id", "cf-ray"];

/** Words for programs have no spaces; whatever else stands there is a sentence, and may be about a person. */
const WORD = /^[\w.:-]{1,80}$/;
const FIELD = /^[\w.[\]/$-]{1,100}$/;
const DEEPEST = 5;

/** Reads code, field and request id out of an answer of any shape (the interface shows none). `safe` hides what the request held. */
export function readServerError(body: unknown, headers: AnswerHeaders, safe: (text: string) => string): ServerError {
  const readable = (text: string | null): string | null => (text === null ? null : safe(text));
  return {
    code: readable(search(body, (found) => first(found, CODE_KEYS, WORD))),
    field: readable(search(body, fieldOf)),
    requestId: readable(requestIdIn(headers) ?? search(body, (found) => first(found, REQUEST_KEYS, WORD))),
  };
}

type Found = Readonly<Record<string, unknown>>;

/** The first reading at any depth, the outermost first. */
function search(value: unknown, read: (found: Found) => string | null, depth = 0): string | null {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return null;
  const here = Array.isArray(value) ? null : read(value as Found);
  if (here !== null) return here;
  for (const inner of Object.values(value).slice(0, 20)) {
    const below = search(inner, read, depth + 1);
    if (below !== null) return below;
  }
  return null;
}

function first(found: Found, keys: readonly string[], looks: RegExp): string | null {
  for (const key of keys) {
    const value = Object.hasOwn(found, key) ? found[key] : undefined;
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text === "string" && looks.test(text)) return text;
  }
  return null;
}

function fieldOf(found: Found): string | null {
  for (const key of FIELD_KEYS) {
    const value = Object.hasOwn(found, key) ? found[key] : undefined;
    // As a text, `path` and `loc` are the address of the request.
    const address = key === "path" || key === "loc";
    const text = Array.isArray(value) ? value.filter((part) => part !== "body").join(".") : address ? undefined : value;
    if (typeof text === "string" && FIELD.test(text)) return text.replace(/^\//, "");
  }
  for (const key of FIELD_MAPS) {
    const map = Object.hasOwn(found, key) ? found[key] : undefined;
    if (typeof map !== "object" || map === null || Array.isArray(map)) continue;
    const [field] = Object.keys(map);
    if (field !== undefined && FIELD.test(field)) return field;
  }
  return null;
}

function requestIdIn(headers: AnswerHeaders): string | null {
  for (const name of REQUEST_HEADERS) {
    const value = [headers[name]].flat()[0];
    if (value !== undefined && WORD.test(value)) return value;
  }
  return null;
}
