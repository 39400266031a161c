import { isAlias, isMap, isScalar, parseDocument, visit, type Scalar } from "yaml";

/** Replaces a credential in the stored text. */
const NOT_STORED = "(not stored)";

/** `smtp` and `url` belong to `notify`, and allow sending in Rollcall's name. */
const secretKey = /token|secret|password|passphrase|private_key|credential|api[-_]?key|^sig(nature)?$|^smtp$|^url$/i;
/** Both belong to `source.http`. */
const secretMap = /^(headers|extra)$/;
const plainHeader = /^(accept|content-type)$/i;
/** A reference to the environment isn't a secret. */
const onlyVariables = /^(\s*\$\{[^}]*\}\s*)+$/;

/**
 * Returns the text of a job file for storing with a run, without credentials, also in comments. `${NAME}` references
 * stay.
 */
export function withoutCredentials(text: string): string {
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  const secrets = new Set<Scalar>();
  visit(document, {
    Pair(_, pair) {
      if (!isScalar(pair.key)) return;
      const name = String(pair.key.value);
      // API keys have any name below these keys.
      if (isMap(pair.value) && secretMap.test(name)) {
        for (const { key, value } of pair.value.items)
          if (isScalar(value) && !plainHeader.test(String(key)) && !onlyVariables.test(textOf(value))) secrets.add(value);
        return;
      }
      if (!secretKey.test(name)) return;
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
  // Copies of a value, for example in comments. Short ones could be ordinary words, so they stay.
  for (const secret of secrets) if (textOf(secret).length >= 8) stored = stored.replaceAll(textOf(secret), NOT_STORED);
  return stored;
}

function textOf({ value }: Scalar): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
