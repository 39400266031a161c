import { existsSync } from "node:fs";
import { join } from "node:path";
import { MOVED } from "./moved-file.ts";

/** Two states that are both used make two accounts for one person. @throws Problem `state_moved`, exit 2 */
export async function refuseMoved(dir: string): Promise<void> {
  if (!existsSync(join(dir, MOVED))) return;
  // Hardly ever needed, and it stands on a library of its own.
  const { readMoved, stateMoved } = await import("./moved.ts");
  const known = readMoved(dir);
  if (known?.moved != null) throw stateMoved(dir, known);
}
