import { ENDPOINTS, type NamedEndpoint } from "../../../learning-service/contract/contract.ts";

/** Converts `learningPaths` to the form of the command line: `learning-paths`. */
export function typed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the command of an endpoint, such as `reports templates run`. */
export function commandOf({ area, name }: NamedEndpoint): string {
  return [area, ...name.split(".")].map(typed).join(" ");
}

/** Normalizes area and action, written as `learning_paths`, `learningPaths` or `templates.run`. */
export function toCommandNames(words: readonly string[]): string[] {
  const end = words.findIndex((word) => word.startsWith("-"));
  const names = end < 0 ? words : words.slice(0, end);
  const known = new Set(ENDPOINTS.flatMap(({ area, name }) => [area, ...name.split(".")].map(typed)));
  const plain = names.flatMap((word) => {
    const parts = word.split(".").map((part) => typed(part).replaceAll("_", "-").replace(/^-/, ""));
    return parts.every((part) => known.has(part)) ? parts : [word];
  });
  return [...plain, ...(end < 0 ? [] : words.slice(end))];
}

/** Lists all areas with their actions, for `--help`. */
export function overviewText(): string {
  const areas = Map.groupBy(ENDPOINTS, ({ area }) => typed(area));
  const widest = Math.max(...[...areas.keys()].map((area) => area.length));
  const lines = [...areas].map(([area, endpoints]) => {
    const actions = endpoints.map(({ name }) => name.split(".").map(typed).join(" "));
    return `  ${area.padEnd(widest)}  ${actions.join(", ")}`;
  });
  return `\nAreas and their actions:\n${lines.join("\n")}`;
}
