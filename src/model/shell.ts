/** A value as one word of a command that a person copies into a shell. */
export function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) && !value.startsWith("-") ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
