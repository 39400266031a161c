import { existsSync } from "node:fs";
import { join } from "node:path";
import { MIGRATION_MARKER } from "./migration-marker-file.ts";

/**
 * Refuses a migrated state: two states in use would create two accounts for one person.
 * @throws Problem `state_moved`, exit 2
 */
export async function refuseMigrated(dir: string): Promise<void> {
  if (!existsSync(join(dir, MIGRATION_MARKER))) return;
  // Loaded only if needed, because the module loads zod.
  const { readMigrationMarker, stateMigrated } = await import("./migration-marker.ts");
  const known = readMigrationMarker(dir);
  if (known?.moved != null) throw stateMigrated(dir, known);
}
