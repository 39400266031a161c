import { relative } from "node:path";
import type { Io } from "../io.ts";

/** Returns the path relative to the folder that the command runs in, where it lies below that; else as it is. */
export function near({ cwd }: Pick<Io, "cwd">, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith("..") ? path : below;
}
