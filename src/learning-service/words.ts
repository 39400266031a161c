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

/**
 * Makes the service's words safe to keep: what the request held (an e-mail address, a token) is replaced by its
 * field's name, and the rest is cut short (I9).
 */
export function hide(words: string, hidden: ReadonlyMap<string, string>): string {
  let safe = words.slice(0, 20 * LONGEST);
  const longestFirst = [...hidden].filter(([text]) => text.length >= 3).sort(([a], [b]) => b.length - a.length);
  for (const [text, field] of longestFirst) {
    safe = safe.replace(new RegExp(formsOf(text).map(escaped).join("|"), "gi"), () => `(${field})`);
  }
  // Anything long without a space may be a token that was echoed in another form.
  safe = safe.replace(/[A-Za-z0-9_\-.+/=]{60,}/g, "(…)");
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe;
}

/** A text as it is, and as it stood in a URL, a form or JSON. */
function formsOf(text: string): string[] {
  const url = encodeURIComponent(text.toWellFormed());
  return [...new Set([text, url, url.replaceAll("%20", "+"), JSON.stringify(text).slice(1, -1)])];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** What a request held, by text: the strings of its body but ids of groups, and the tokens. */
export function hiddenOf(body: unknown, tokens: readonly string[]): Map<string, string> {
  const hidden = new Map<string, string>();
  for (const token of tokens) hidden.set(token, "token");
  if (typeof body !== "object" || body === null) return hidden;
  for (const [field, value] of Object.entries(body)) {
    if (field === "group_ids" || field === "user_id") continue;
    if (typeof value === "string") hidden.set(value, field);
    if (Array.isArray(value)) {
      for (const item of value) {
        if (typeof item === "object" && item !== null && "value" in item && typeof item.value === "string") hidden.set(item.value, field);
      }
    }
  }
  return hidden;
}
