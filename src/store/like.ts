/** Returns a text for LIKE with its wildcards escaped. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
