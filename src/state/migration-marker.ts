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
    throw new Problem(`${file} cannot be read, so it is unknown whether this state may still be used. Nothing was changed.`, {
      code: "state_unreadable",
      exit: EXIT.configuration,
      audience: "admin",
      next: "If the state is on a server now, set DATABASE_URL. Delete the file only if you are sure that the state was never migrated.",
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
  return new Problem(
    `The state of ${dir} was migrated to the PostgreSQL database ${to} at ${moved ?? ""}, and is in use there. Nothing was changed here.`,
    {
      code: "state_moved",
      exit: EXIT.configuration,
      audience: "admin",
      next:
        `Set DATABASE_URL to that database. If it is reported as incomplete, run \`rollcall migrate-state\` again. ` +
        `To return to this state, only if nothing has used the other one: drop that database, then delete ${join(dir, MIGRATION_MARKER)}.`,
    },
  );
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
