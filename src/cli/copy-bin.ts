/** Puts the plain start file beside what the compiler wrote, executable. */
import { chmodSync, copyFileSync } from "node:fs";

const target = new URL("../../dist/cli/bin.js", import.meta.url);
copyFileSync(new URL("bin.js", import.meta.url), target);
chmodSync(target, 0o755);
