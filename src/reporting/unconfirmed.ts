import type { Fact } from "../domain/facts/fact.ts";
import { reasonOf } from "./fact-text.ts";
import { t } from "./locales/t.ts";
import { listGroups } from "../store/directory/directory.ts";
import { groupsOfAccounts } from "../store/identities/intent-pages.ts";
import { linkedAmong } from "../store/identities/links.ts";
import { listUnconfirmedIntents, type Intent } from "../store/identities/intents.ts";
import type { Db } from "../store/schema/tables.ts";
import { shellWord } from "./labels.ts";

/** The most candidates and other accounts shown for one create. */
const MAX_ACCOUNTS = 20;

export interface SeenAccount {
  user_id: string;
  /** Paths of all its groups. */
  groups: string[];
}

/** An unconfirmed create with everything needed to settle it. */
export interface UnconfirmedCreate {
  key: string;
  username: string;
  status: string;
  /** Why it is unconfirmed, in English. */
  reason: string | null;
  fact: Fact | null;
  /** When it was sent. */
  at: string;
  operation: string;
  /** Paths of the groups in the create whose members are known. */
  groups: string[];
  /** New accounts in exactly these groups: one of them may be the person's. */
  candidates: SeenAccount[];
  /** Other new accounts without a link. */
  others: SeenAccount[];
  /** The commands that settle it. */
  commands: { link: string; retry: string };
}

/** Returns the unconfirmed creates of a service account, each with the evidence of the last observation. */
export async function listUnconfirmed(db: Db, account: string, job: string): Promise<UnconfirmedCreate[]> {
  const intents = await listUnconfirmedIntents(db, account);
  if (intents.length === 0) return [];
  const paths = new Map((await listGroups(db, account)).map(({ id, path }) => [id, path]));
  const seen = [...new Set(intents.flatMap(({ evidence }) => [...shown(evidence?.candidates), ...shown(evidence?.others)]))];
  const groups = await groupsOfAccounts(db, account, seen);
  // A person may have linked some since the observation.
  const linked = await linkedAmong(db, account, seen);
  const accounts = (users: readonly string[] | undefined): SeenAccount[] =>
    shown(users?.filter((user) => !linked.has(user))).map((user) => ({ user_id: user, groups: groups.get(user) ?? [] }));
  return intents.map((intent) => ({
    key: intent.key,
    username: intent.username.startsWith("hmac:") ? t("common.not_shown") : intent.username,
    status: intent.status,
    ...reasonOf(intent.reason),
    at: intent.at.toISOString(),
    operation: intent.operation,
    groups: intent.groups.map((id) => paths.get(id) || id),
    candidates: accounts(intent.evidence?.candidates),
    others: accounts(intent.evidence?.others),
    commands: commandsFor(
      intent,
      job,
      intent.evidence?.candidates.filter((user) => !linked.has(user)),
    ),
  }));
}

function shown(users: readonly string[] | undefined): readonly string[] {
  return (users ?? []).slice(0, MAX_ACCOUNTS);
}

/** Names the candidate if there is only one; a person still has to confirm it. */
function commandsFor({ key, status }: Intent, job: string, candidates: readonly string[] = []): UnconfirmedCreate["commands"] {
  const [only, ...more] = candidates;
  const user = only !== undefined && more.length === 0 ? only : "USER_ID";
  const person = `${shellWord(job)} ${shellWord(key)}`;
  return {
    link: `rollcall identities link ${person} ${user}`,
    retry: `rollcall identities retry ${person} --reason "…"${status === "unlinked" ? " --force" : ""}`,
  };
}

export function unconfirmedLabel(status: string): string {
  if (status === "unlinked") return t("identities.service_accepted_but");
  if (status === "open") return t("identities.request_may_flight");
  return t("identities.answer_lost_may");
}
