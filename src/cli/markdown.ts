export function codeOf(text: string): string {
  return `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `|${cells.map((cell) => cell.replaceAll("|", "\\|")).join("|")}|`)
    .join("\n");
}
