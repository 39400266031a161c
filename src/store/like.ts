/** A text as LIKE takes it: what would be a wildcard is only itself. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
