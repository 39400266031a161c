/** Returns a value quoted as one word of a shell command. */
export function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) && !value.startsWith("-") ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
