import type { Journal, JournalEntry } from "../journal/journal.ts";
import type { JournalDamage } from "../journal/journal-lines.ts";
import type { Connection } from "./connection.ts";

/** The journal of a state that another process has open and writes to. */
export function remoteJournal(line: Connection): Journal {
  return {
    kept: true,
    append: async (entry) => {
      await line.ask("journal.append", entry);
    },
    read: async (offset) =>
      (await line.ask("journal.read", offset)) as { entries: JournalEntry[]; end: number; damage: JournalDamage | null },
    rewrite: async (change, settling = false) => {
      const before = (await line.ask("journal.hold", settling)) as JournalEntry[];
      let after: JournalEntry[] | null = null;
      try {
        after = await change(before);
      } finally {
        // `null` leaves the journal unchanged.
        await line.ask("journal.replace", after);
      }
    },
    // Two processes that number entries at the same time would fork the chain.
    appendAudits: async (entries, at) => {
      await line.ask("audit", entries, at);
    },
    close: async () => undefined,
  };
}
