/** Returns a message with its values; plural forms are written as in ICU messages. */
export function t(message: string, values: Readonly<Record<string, string | number>> = {}): string {
  return message
    .replaceAll(/\{(\w+), plural, one \{([^}]*)\} other \{([^}]*)\}\}/g, (_, name: string, one: string, other: string) => {
      const n = Number(values[name]);
      return (n === 1 ? one : other).replaceAll("#", n.toLocaleString("en"));
    })
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === "number" ? value.toLocaleString("en") : value;
    });
}
