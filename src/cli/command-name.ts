/** The command without its options, in which someone may have put a password: `review approve`. */
export function commandName(argv: readonly string[]): string {
  const words = argv.slice(0, 2);
  const option = words.findIndex((word) => word.startsWith("-"));
  return words.slice(0, option < 0 ? words.length : option).join(" ");
}
