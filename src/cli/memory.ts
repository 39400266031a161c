import { setFlagsFromString } from "node:v8";

/**
 * Keeps the space for what is young as small as it starts: rows of a file live for a moment only, and letting that space
 * grow costs 100 MB and saves no time. To be called first.
 */
export function spareMemory(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
