export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The machine-readable parts of a service's error; `null` where missing or unreadable. */
export interface ServerError {
  code: string | null;
  field: string | null;
  requestId: string | null;
}

const CODE_KEYS = ["code", "error_code", "errorCode", "error"];
const FIELD_KEYS = ["field", "field_name", "fieldName", "parameter", "param", "property", "attribute", "pointer", "loc", "path"];
/** Keys of objects whose own keys are field names. */
const FIELD_MAPS = ["errors", "fields", "field_errors", "fieldErrors", "violations"];
const REQUEST_KEYS = ["request_id", "requestId", "correlation_id", "correlationId", "trace_id", "traceId"];
const REQUEST_HEADERS = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-amz-request-id", "x-trace-id", "cf-ray"];

/** A code has no spaces. Anything else is a sentence, which may contain personal data. */
const CODE = /^[\w.:-]{1,80}$/;
const FIELD = /^[\w.[\]/$-]{1,100}$/;
const MAX_DEPTH = 5;

/** Reads code, field and request id from an answer of any shape. `safe` hides the values of the request. */
export function readServerError(body: unknown, headers: AnswerHeaders, safe: (text: string) => string): ServerError {
  const readable = (text: string | null): string | null => (text === null ? null : safe(text));
  return {
    code: readable(search(body, (found) => first(found, CODE_KEYS, CODE))),
    field: readable(search(body, fieldOf)),
    requestId: readable(requestIdIn(headers) ?? search(body, (found) => first(found, REQUEST_KEYS, CODE))),
  };
}

type Found = Readonly<Record<string, unknown>>;

/** Returns the first match at any depth, outer levels first. */
function search(value: unknown, read: (found: Found) => string | null, depth = 0): string | null {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return null;
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
    // A text in `path` or `loc` is the URL of the request.
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
    if (value !== undefined && CODE.test(value)) return value;
  }
  return null;
}
