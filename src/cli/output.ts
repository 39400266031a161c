/** Prints data on standard output. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** The same data for machines. What a terminal would not take as text is escaped, as JSON can: it means the same. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2).replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped));
}

function escaped(found: string): string {
  return [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}
