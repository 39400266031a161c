/**
 * Returns for each table of an OpenDocument spreadsheet whether its style hides it. The library doesn't report this.
 */
export function hiddenTables(content: Buffer): boolean[] {
  if (!content.includes('table:display="false"')) return [];
  const xml = content.toString();
  const styles = new Set<string>();
  for (const [, style = "", properties = ""] of xml.matchAll(/<style:style\b([^<>]*)>\s*<style:table-properties\b([^<>]*)>/g)) {
    if (properties.includes('table:display="false"')) styles.add(attribute(style, "style:name"));
  }
  return [...xml.matchAll(/<table:table\b([^<>]*[^<>/])>/g)].map(([, table = ""]) => styles.has(attribute(table, "table:style-name")));
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}
