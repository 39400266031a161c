import { fact } from "../domain/facts/fact.ts";
import { randomUUID } from "node:crypto";
import { closeSync, constants, existsSync, fchmodSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { EXIT, Problem } from "../domain/problem.ts";
import { MIGRATION_MARKER } from "./migration-marker-file.ts";

const markerSchema = z.object({
  /** Identifies this state across migrations. */
  source: z.string(),
  /** Identifies one attempt: a copy from an earlier attempt never counts as complete. */
  attempt: z.string(),
  /** The target, as `host:port/database`. */
  to: z.string(),
  begun: z.string(),
  /** When the server's state replaced this one; `null`: it has not, and this state is in use. */
  moved: z.string().nullable(),
});
export type MigrationMarker = z.output<typeof markerSchema>;

/**
 * Returns the migration record of the state in `dir`; `null` if there is none.
 * @throws Problem `state_unreadable` where it cannot be read, because then it is unknown whether the state may be used
 */
export function readMigrationMarker(dir: string): MigrationMarker | null {
  const file = join(dir, MIGRATION_MARKER);
  if (!existsSync(file)) return null;
  try {
    return markerSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new Problem(fact("state.mark_cannot_be_read", { file }), {
      code: "state_unreadable",
      exit: EXIT.configuration,
      audience: "admin",
      next: fact("advice.delete_migration_mark", {}),
      cause,
    });
  }
}

/** Starts an attempt to migrate the state. The state stays in use until `completeMigration`. */
export function startMigration(dir: string, to: string, now: Date): MigrationMarker {
  const source = readMigrationMarker(dir)?.source ?? randomUUID();
  const begun: MigrationMarker = { source, attempt: randomUUID(), to, begun: now.toISOString(), moved: null };
  write(dir, begun);
  return begun;
}

/** Ends the use of the state in `dir`. Returns when the record is on disk. */
export function completeMigration(dir: string, begun: MigrationMarker, now: Date): MigrationMarker {
  const ended: MigrationMarker = { ...begun, moved: now.toISOString() };
  write(dir, ended);
  return ended;
}

export function stateMigrated(dir: string, { to, moved }: MigrationMarker): Problem {
  return new Problem(fact("state.is_migrated", { dir, database: to, at: moved ?? "" }), {
    code: "state_moved",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.use_migrated_database", { file: join(dir, MIGRATION_MARKER) }),
  });
}

/** Writes completely or not at all; file content and name are on disk afterwards. */
function write(dir: string, content: MigrationMarker): void {
  const file = join(dir, MIGRATION_MARKER);
  // Does not follow a link at this path, and replaces the mode of an existing file.
  const draft = openSync(`${file}.new`, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW, 0o600);
  try {
    fchmodSync(draft, 0o600);
    writeSync(draft, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(draft);
  } finally {
    closeSync(draft);
  }
  renameSync(`${file}.new`, file);
  const folder = openSync(dir, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
