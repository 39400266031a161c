import { hash } from "node:crypto";
import { consoleScript } from "./script.ts";
import { consoleStyle } from "./style.ts";

/**
 * Everything that pages load. It stands in memory under names that change with the content: no path of a request ever
 * reaches the disk, and browsers may keep it for good.
 */
const ASSETS: Readonly<Record<string, { type: string; text: string }>> = {
  "console.css": { type: "text/css; charset=utf-8", text: consoleStyle },
  "console.js": { type: "text/javascript; charset=utf-8", text: consoleScript },
};

const named = new Map(Object.entries(ASSETS).map(([name, { text }]) => [name, versioned(name, text)]));
/** By the name that browsers ask for. */
export const servedAssets: ReadonlyMap<string, { type: string; text: string }> = new Map(
  Object.entries(ASSETS).map(([name, content]) => [named.get(name) ?? name, content]),
);

/** The address of an asset. */
export function asset(name: string): string {
  const found = named.get(name);
  if (found === undefined) throw new Error(`there is no asset ${name}`);
  return `/assets/${found}`;
}

function versioned(name: string, text: string): string {
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${hash("sha256", text).slice(0, 12)}${name.slice(dot)}`;
}
