import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Html } from "../html.ts";

/**
 * The assets, in memory under names that change with the content: no path of a request reaches the
 * disk, and browsers may cache an asset forever.
 */
const ASSETS: Readonly<Record<string, { type: string; files: readonly string[] }>> = {
  "console.css": { type: "text/css; charset=utf-8", files: ["base.css", "components.css", "pages.css"] },
  "console.js": { type: "text/javascript; charset=utf-8", files: ["console.js"] },
  "favicon.svg": { type: "image/svg+xml", files: ["favicon.svg"] },
  "icons.svg": { type: "image/svg+xml", files: ["icons.svg"] },
};

const loaded = Object.entries(ASSETS).map(([name, { type, files }]) => {
  const text = files.map((file) => shortened(file, readFileSync(new URL(file, import.meta.url), "utf8"))).join("\n");
  return { name, served: versioned(name, text), type, text };
});
const servedNames = new Map(loaded.map(({ name, served }) => [name, served]));

/** Assets by the name that browsers ask for. */
export const servedAssets: ReadonlyMap<string, { type: string; text: string }> = new Map(
  loaded.map(({ served, type, text }) => [served, { type, text }]),
);

/** Returns the address of an asset. */
export function asset(name: keyof typeof ASSETS): string {
  const served = servedNames.get(name);
  if (served === undefined) throw new Error(`there is no asset ${name}`);
  return `/assets/${served}`;
}

/** Returns an asset as it is written into a file. */
export function assetText(name: keyof typeof ASSETS): Html {
  return new Html(loaded.find((one) => one.name === name)?.text ?? "");
}

/** Returns an asset without indentation, and a style sheet without comments and line breaks: a sixth less. */
function shortened(file: string, text: string): string {
  const lines = text.replaceAll(/\n\s+/g, "\n");
  if (!file.endsWith(".css")) return lines;
  return lines
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/([{};,])\s*\n\s*/g, "$1")
    .replaceAll(/\s+\{/g, "{");
}

function versioned(name: string, text: string): string {
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${hash("sha256", text).slice(0, 12)}${name.slice(dot)}`;
}
