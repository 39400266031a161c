import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Io } from "../../src/cli/run-cli.ts";
import { openEmbedded, openState, type Embedded, type Opening, type State } from "../../src/state/state.ts";
import { lendDatabase, type Lent } from "./warm-databases.ts";

export interface OpenStates {
  /** Hands a state out that is open already, or opens it. Closing it keeps it open for the next command. */
  open: NonNullable<Io["openState"]>;
  /** Closes everything, so that the next command opens it from the disk again. */
  close(): Promise<void>;
  /** The test is over. */
  end(): Promise<void>;
}

interface Kept {
  embedded: Embedded;
  lent: Lent | null;
  made: string;
  inUse: boolean;
}

/**
 * Keeps the embedded states of one test open between its commands: opening costs more than most commands. While one
 * command has a state, another one meets its lock, as it does in another process.
 * @param openDatabase a warm database, unless a test looks at the files and wants one of its own
 */
export function openStates(openDatabase: typeof lendDatabase = lendDatabase): OpenStates {
  const kept = new Map<string, Kept>();
  const forget = async (dir: string): Promise<void> => {
    const known = kept.get(dir);
    kept.delete(dir);
    await known?.embedded.close().catch(() => undefined);
  };
  return {
    open: async (dir, opening) => {
      const known = kept.get(dir);
      if (known?.inUse === true) return openState(dir, opening);
      // A test that took the database away, or put another in its place, means that one.
      if (known !== undefined && known.made !== madeAt(dir)) await forget(dir);
      const entry = kept.get(dir) ?? (await openKept(dir, opening, openDatabase));
      kept.set(dir, entry);
      entry.inUse = true;
      const state = await entry.embedded.attach(opening.command ?? "");
      return keptOpen(state, () => {
        entry.inUse = false;
      });
    },
    close: async () => {
      for (const dir of kept.keys()) await forget(dir);
    },
    end: async () => {
      for (const { embedded, lent, inUse } of kept.values()) {
        // A database that something may still write to is nobody else's.
        if (lent !== null && !inUse) lent.close = lent.giveBack;
        await embedded.close().catch(() => undefined);
      }
      kept.clear();
    },
  };
}

async function openKept(dir: string, opening: Opening, open: typeof lendDatabase): Promise<Kept> {
  let lent: Lent | null = null;
  const database = async (...given: Parameters<typeof lendDatabase>): Promise<Lent> => (lent = await open(...given));
  const embedded = await openEmbedded(dir, { ...opening, database });
  return { embedded, lent, made: madeAt(dir), inUse: false };
}

function keptOpen(state: State, release: () => void): State {
  const detach = state.close;
  return {
    ...state,
    close: async () => {
      await detach();
      release();
    },
  };
}

/** Changes when the files are others than they were. */
function madeAt(dir: string): string {
  return ["database", "journal.jsonl"].map((name) => (existsSync(join(dir, name)) ? statSync(join(dir, name)).ino : 0)).join(" ");
}
