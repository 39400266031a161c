import type { Redaction } from "../../store/audit/audit-redaction.ts";
import type { Erasure } from "../../store/privacy/erase-texts.ts";
import { secretUsername } from "../../store/identities/usernames.ts";
import { journalDamaged, type JournalEntry } from "../../state/journal/journal.ts";
import { rewriteJournal } from "../../state/journal/replay.ts";
import type { State } from "../../state/state.ts";

/** Throws before anything is erased if the journal cannot be rewritten. @throws Problem `journal_damaged` */
export async function refuseDamagedJournal({ dir, journal }: Pick<State, "dir" | "journal">): Promise<void> {
  if ((await journal.read(0)).damage !== null) throw journalDamaged(dir);
}

/** Erases a person from the journal. Their links and intents stay, under the pseudonym, so that no second account is created. */
export async function eraseFromJournal(
  state: Pick<State, "db" | "journal">,
  person: Pick<Erasure, "account" | "key" | "pseudonym" | "fingerprint">,
  redactions: readonly Redaction[],
): Promise<void> {
  const details = new Map(redactions.map(({ seq, detail }) => [seq, detail]));
  await rewriteJournal(state, (entry) => withoutKey(entry, person, details));
}

function withoutKey(
  entry: JournalEntry,
  { account, key, pseudonym, fingerprint }: Pick<Erasure, "account" | "key" | "pseudonym" | "fingerprint">,
  details: ReadonlyMap<number, unknown>,
): JournalEntry {
  if (entry.t === "audit") return details.has(entry.seq) ? { ...entry, detail: details.get(entry.seq) } : entry;
  if (!("key" in entry) || entry.account !== account) return entry;
  const theirs = entry.key === key;
  if (entry.t === "intent")
    return theirs ? { ...entry, key: pseudonym, username: secretUsername(entry.username, fingerprint), names: null } : entry;
  if (entry.t === "link") return theirs ? { ...entry, key: pseudonym, job: "", source: "forgotten" } : entry;
  if (entry.t === "unlinked") return theirs ? { ...entry, key: pseudonym } : entry;
  return { ...entry, key: theirs ? pseudonym : entry.key, from: entry.from === key ? pseudonym : entry.from };
}
