/**
 * What this process was asked to do, for whoever meets it at a lock: the command without its options, in which
 * somebody may have put a password.
 */
export function commandName(): string {
  const words = process.argv.slice(2, 4);
  const option = words.findIndex((word) => word.startsWith("-"));
  return words.slice(0, option < 0 ? words.length : option).join(" ");
}
