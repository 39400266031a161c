const LONGEST = 240;
const SPEAKING = [
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

/** What an error body says to people: the first speaking field at any depth, or its plain text; "" for HTML. */
export function wordsOf(body: unknown): string {
  return find(body, 0).replace(/\s+/g, " ").trim();
}

function find(value: unknown, depth: number): string {
  if (typeof value === "string") return /^\s*</.test(value) ? "" : value;
  if (typeof value !== "object" || value === null || depth > 5) return "";
  if (Array.isArray(value)) {
    const said = value.slice(0, 5).map((item) => find(item, depth + 1));
    return said.filter((text) => text !== "").join("; ");
  }
  for (const key of SPEAKING) {
    const said = Object.hasOwn(value, key) ? find(Reflect.get(value, key), depth + 1) : "";
    if (said !== "") return said;
  }
  return "";
}

/** A script whose words have no spaces between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
/** A shorter value is hidden only where it is a whole word: anywhere else it is a part of the service's own words. */
const SHORT = 3;

/**
 * Makes the service's words safe to keep: what the request held (an e-mail address, a token) is replaced by its
 * field's name, and the rest is cut short (I9).
 */
export function hide(words: string, hidden: ReadonlyMap<string, string>): string {
  let safe = words.slice(0, 20 * LONGEST);
  const fields = new Map<string, string>();
  for (const [text, field] of hidden)
    for (const form of formsOf(text)) fields.set(form.toLowerCase(), fields.get(form.toLowerCase()) ?? field);
  fields.delete("");
  if (fields.size > 0) {
    // In one go, so that no value is looked for inside the name of a field.
    const patterns = [...fields.keys()].sort((a, b) => b.length - a.length).map(patternOf);
    safe = safe.replace(new RegExp(patterns.join("|"), "giu"), (found) => `(${fields.get(found.toLowerCase()) ?? "…"})`);
  }
  // Anything long without a space may be a token that was echoed in another form.
  safe = safe.replace(/[A-Za-z0-9_\-.+/=]{60,}/g, "(…)");
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe;
}

function patternOf(text: string): string {
  const plain = escaped(text);
  return text.length >= SHORT || UNSPACED.test(text) ? plain : `(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`;
}

/** A text as it is, and as it stood in a URL, a form or JSON. */
function formsOf(given: string): string[] {
  const text = given.toWellFormed();
  const url = encodeURIComponent(text);
  return [...new Set([text, url, url.replaceAll("%20", "+"), JSON.stringify(text).slice(1, -1)])];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** Numbers are hidden from this length on; a shorter one is more likely a count or a limit. */
const SHORTEST_NUMBER = 4;
/** Ids of other things, which a refusal may name. */
const IDS = /^(?:id|user_id)$|_ids$/;

/** What a request held, by text: the texts of its body and its query but ids, the headers, and the tokens. */
export function hiddenOf(
  held: { body?: unknown; query?: unknown; headers?: Readonly<Record<string, string>> | undefined },
  tokens: readonly string[],
): Map<string, string> {
  const hidden = new Map<string, string>();
  collect(held.query, "query", hidden);
  collect(held.body, "body", hidden);
  for (const [name, value] of Object.entries(held.headers ?? {})) hidden.set(value, name);
  for (const token of tokens) hidden.set(token, "token");
  return hidden;
}

function collect(value: unknown, field: string, hidden: Map<string, string>): void {
  if (typeof value === "string") hidden.set(value.trim() === "" ? value : value.trim(), field);
  else if (typeof value === "number" && String(value).length >= SHORTEST_NUMBER) hidden.set(String(value), field);
  else if (Array.isArray(value)) for (const item of value) collect(item, field, hidden);
  else if (typeof value === "object" && value !== null)
    // The value of a custom field is that of the field around it.
    for (const [name, inner] of Object.entries(value)) if (!IDS.test(name)) collect(inner, name === "value" ? field : name, hidden);
}
