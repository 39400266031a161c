import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { EXIT, Problem } from "../model/problem.ts";
import { MOVED } from "./moved-file.ts";

const movedSchema = z.object({
  /** Names this state among all that may be taken somewhere. */
  source: z.string(),
  /** Names one attempt: what an earlier one has left at some server is never taken for complete. */
  attempt: z.string(),
  /** Where to, as `host:port/database`. */
  to: z.string(),
  begun: z.string(),
  /** When the server's state took its place; `null`: it has not, and this state is the one. */
  moved: z.string().nullable(),
});
export type Moved = z.output<typeof movedSchema>;

/**
 * What is written about a move of the state in `dir`; `null`: nothing.
 * @throws Problem `state_unreadable` where that cannot be understood: then nobody knows whether the state may be used
 */
export function readMoved(dir: string): Moved | null {
  const file = join(dir, MOVED);
  if (!existsSync(file)) return null;
  try {
    return movedSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new Problem(`${file} cannot be read, so it is not known whether this state may still be used. Nothing was changed.`, {
      code: "state_unreadable",
      exit: EXIT.configuration,
      audience: "admin",
      next: "If the state lies on a server now, set DATABASE_URL. Take the file away only if you know that it was never moved.",
      cause,
    });
  }
}

/** Begins an attempt to take the state elsewhere. From here on it is used as before, until `endMove`. */
export function beginMove(dir: string, to: string, now: Date): Moved {
  const source = readMoved(dir)?.source ?? randomUUID();
  const begun: Moved = { source, attempt: randomUUID(), to, begun: now.toISOString(), moved: null };
  write(dir, begun);
  return begun;
}

/** From here on nobody uses the state in `dir` any more. On the disk when this comes back. */
export function endMove(dir: string, begun: Moved, now: Date): Moved {
  const ended: Moved = { ...begun, moved: now.toISOString() };
  write(dir, ended);
  return ended;
}

export function stateMoved(dir: string, { to, moved }: Moved): Problem {
  return new Problem(
    `The state of ${dir} was moved to the PostgreSQL database ${to} at ${moved ?? ""}, and is used there. Nothing was changed here.`,
    {
      code: "state_moved",
      exit: EXIT.configuration,
      audience: "admin",
      next:
        `Set DATABASE_URL to that database. Should it call itself incomplete, give \`rollcall migrate-state\` again. ` +
        `To go back to this state, only while nothing has worked with the other: drop that database, then delete ${join(dir, MOVED)}.`,
    },
  );
}

/** Whole or not at all, and on the disk, the name too. */
function write(dir: string, content: Moved): void {
  const file = join(dir, MOVED);
  const draft = openSync(`${file}.new`, "w", 0o600);
  try {
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
