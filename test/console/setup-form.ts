/** The fields of the form of a step as the page shows them, as a browser would send them. */
export function fieldsOf(page: string): Record<string, string> {
  const form = /<form method="post" action="\/setup\/[^"/]+\/(?!sample|discard)[a-z]+"[\s\S]*?<\/form>/.exec(page)?.[0] ?? "";
  const fields: Record<string, string> = {};
  const decoded = (text: string): string =>
    text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const [, name] = /\sname="([^"]*)"/.exec(input) ?? [];
    const [, value = ""] = /\svalue="([^"]*)"/.exec(input) ?? [];
    const choice = /type="(?:radio|checkbox)"/.test(input);
    if (name !== undefined && (!choice || /\schecked/.test(input))) fields[decoded(name)] = decoded(value);
  }
  for (const [, head = "", body = ""] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const [, name = ""] = /\sname="([^"]*)"/.exec(head) ?? [];
    const [, value = ""] = /<option value="([^"]*)"\s+selected/.exec(body) ?? /<option value="([^"]*)"/.exec(body) ?? [];
    fields[decoded(name)] = decoded(value);
  }
  // The browser of the tests adds its own.
  delete fields["csrf"];
  return fields;
}
