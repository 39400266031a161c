#!/usr/bin/env node
// Plain JavaScript that any Node reads, so that an old one gets a sentence instead of a syntax error.
import { existsSync } from "node:fs";
import module from "node:module";

const { enableCompileCache } = module;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `rollcall needs Node 22.22 or newer, and this is ${process.versions.node}. In a checkout, \`npx rollcall\` and the npm scripts use the one that \`npm ci\` brought.`,
  );
  process.exit(2);
}

// What was compiled once starts faster the next time.
enableCompileCache?.();

// In a checkout the sources run directly. A package holds this file and what was built, in dist/.
const source = new URL("main.ts", import.meta.url);
await import(existsSync(source) ? source.href : new URL("../../dist/cli/main.js", import.meta.url).href);
