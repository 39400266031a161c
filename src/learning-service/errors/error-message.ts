const MAX_MESSAGE_LENGTH = 240;
const MESSAGE_KEYS = [
  "message",
  "error_description",
  "error_message",
  "detail",
  "details",
  "title",
  "reason",
  "msg",
  "error",
  "errors",
  "code",
  "error_code",
];

/** Returns the message of an error body: the first known message field at any depth, or its plain text; "" for HTML. */
export function messageOf(body: unknown): string {
  return find(body, 0).replace(/\s+/g, " ").trim();
}

function find(value: unknown, depth: number): string {
  if (typeof value === "string") return /^\s*</.test(value) ? "" : value;
  if (typeof value !== "object" || value === null || depth > 5) return "";
  if (Array.isArray(value)) {
    const said = value.slice(0, 5).map((item) => find(item, depth + 1));
    return said.filter((text) => text !== "").join("; ");
  }
  for (const key of MESSAGE_KEYS) {
    const said = Object.hasOwn(value, key) ? find(Reflect.get(value, key), depth + 1) : "";
    if (said !== "") return said;
  }
  return "";
}

/** Scripts that write no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
/** Shorter values are hidden only as whole words; inside a word they are probably the service's own text. */
const MIN_HIDDEN_LENGTH = 3;

/**
 * Makes a service's message safe to store: replaces values of the request (an e-mail address, a token) by their field's
 * name, and cuts long text (I9).
 */
export function hide(message: string, hidden: ReadonlyMap<string, string>): string {
  let safe = message.slice(0, 20 * MAX_MESSAGE_LENGTH);
  const fields = new Map<string, string>();
  for (const [text, field] of hidden)
    for (const form of formsOf(text)) fields.set(form.toLowerCase(), fields.get(form.toLowerCase()) ?? field);
  fields.delete("");
  if (fields.size > 0) {
    // In one pass, so that values are not searched in inserted field names.
    const patterns = [...fields.keys()].sort((a, b) => b.length - a.length).map(patternOf);
    safe = safe.replace(new RegExp(patterns.join("|"), "giu"), (found) => `(${fields.get(found.toLowerCase()) ?? "…"})`);
  }
  // A long text without spaces may be an echoed token in another encoding.
  safe = safe.replace(/[A-Za-z0-9_\-.+/=]{60,}/g, "(…)");
  return safe.length > MAX_MESSAGE_LENGTH ? `${safe.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…` : safe;
}

function patternOf(text: string): string {
  const plain = escaped(text);
  return text.length >= MIN_HIDDEN_LENGTH || UNSPACED.test(text) ? plain : `(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`;
}

/** Returns a text as it is, and as encoded in a URL, a form or JSON. */
function formsOf(given: string): string[] {
  const text = given.toWellFormed();
  const url = encodeURIComponent(text);
  return [...new Set([text, url, url.replaceAll("%20", "+"), JSON.stringify(text).slice(1, -1)])];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** Shorter numbers are not hidden; they are more likely a count or a limit. */
const MIN_NUMBER_LENGTH = 4;
/** Id fields, which an error may name. */
const IDS = /^(?:id|user_id)$|_ids$/;

/** Returns the values of a request with their field names: body and query without ids, headers, tokens. */
export function hiddenValues(
  request: { body?: unknown; query?: unknown; headers?: Readonly<Record<string, string>> | undefined },
  tokens: readonly string[],
): Map<string, string> {
  const hidden = new Map<string, string>();
  collect(request.query, "query", hidden);
  collect(request.body, "body", hidden);
  for (const [name, value] of Object.entries(request.headers ?? {})) hidden.set(value, name);
  for (const token of tokens) hidden.set(token, "token");
  return hidden;
}

function collect(value: unknown, field: string, hidden: Map<string, string>): void {
  if (typeof value === "string") hidden.set(value.trim() === "" ? value : value.trim(), field);
  else if (typeof value === "number" && String(value).length >= MIN_NUMBER_LENGTH) hidden.set(String(value), field);
  else if (Array.isArray(value)) for (const item of value) collect(item, field, hidden);
  else if (typeof value === "object" && value !== null)
    // A custom field's `value` gets the name of the field around it.
    for (const [name, inner] of Object.entries(value)) if (!IDS.test(name)) collect(inner, name === "value" ? field : name, hidden);
}
