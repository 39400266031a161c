import { isAlias, isScalar, parseDocument, visit, type Scalar } from "yaml";

/** What stands in the stored text where a credential stood. */
export const NOT_STORED = "(not stored)";

/** `smtp` and `url` are those of `notify`: who has them can send in our name. */
const secretKey = /token|secret|password|passphrase|private_key|credential|^smtp$|^url$/i;
/** A value that stands in the environment is no secret by its name. */
const onlyVariables = /^(\s*\$\{[^}]*\}\s*)+$/;

/**
 * The text of a job file as it is kept with the runs: credentials that are written into it are left out, wherever
 * they stand in it, in comments too; their names in the environment stay.
 */
export function withoutCredentials(text: string): string {
  const document = parseDocument(text, { logLevel: "silent" });
  const secrets = new Set<Scalar>();
  visit(document, {
    Pair(_, pair) {
      if (!isScalar(pair.key) || !secretKey.test(String(pair.key.value))) return;
      const value = isAlias(pair.value) ? pair.value.resolve(document) : pair.value;
      if (isScalar(value) && value.value !== null && !onlyVariables.test(textOf(value))) secrets.add(value);
    },
  });
  let stored = text;
  const places = [...secrets].flatMap(({ range }) => (range ? [range] : [])).sort((a, b) => b[0] - a[0]);
  for (const [from, to] of places) {
    const ending = stored.slice(from, to).endsWith("\n") ? "\n" : "";
    stored = stored.slice(0, from) + JSON.stringify(NOT_STORED) + ending + stored.slice(to);
  }
  // A value that was commented out, or used twice. Shorter ones are words, and would tear the text apart.
  for (const secret of secrets) if (textOf(secret).length >= 8) stored = stored.replaceAll(textOf(secret), NOT_STORED);
  return stored;
}

function textOf({ value }: Scalar): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
