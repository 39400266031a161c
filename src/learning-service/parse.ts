/** A quick check for escapes that cannot be stored. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;
/** One escape: a surrogate pair, a NUL or half of a pair (captured), or any other. */
const ESCAPE = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(u0000|ud[89a-f][0-9a-f]{2})|[\s\S])/gi;

/**
 * Parses the JSON of an answer. A NUL or a lone surrogate becomes U+FFFD: databases cannot store them, and one such
 * name or message must not stop a run. Throws SyntaxError.
 */
export function parseJson(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, "");
  const storable = SUSPECT.test(plain)
    ? plain.replace(ESCAPE, (escape, broken: string | undefined) => (broken === undefined ? escape : "\\ufffd"))
    : plain;
  return JSON.parse(storable) as unknown;
}

/** Returns an answer's JSON, else its text without NUL. */
export function parseAnswer(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text.replaceAll("\0", "\uFFFD");
  }
}
