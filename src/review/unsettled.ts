import { listGroups } from "../store/directory.ts";
import { groupsOfAccounts } from "../store/identities.ts";
import { listUnsettled, type Intent } from "../store/intents.ts";
import type { Db } from "../store/schema.ts";
import { shellWord } from "./words.ts";

/** So many candidates and others are shown of one create. */
const mostAccounts = 20;

export interface SeenAccount {
  user_id: string;
  /** Paths of all groups that it is in. */
  groups: string[];
}

/** A create whose outcome is not settled, with everything that a person needs to settle it. */
export interface UnsettledCreate {
  key: string;
  username: string;
  status: string;
  /** Why it waits. */
  reason: string | null;
  /** When it was sent. */
  at: string;
  operation: string;
  /** Paths of the groups that it named and that tell their members. */
  groups: string[];
  /** New accounts in exactly these groups: one of them may be the person's. */
  candidates: SeenAccount[];
  /** Other new accounts that nobody is linked to. */
  others: SeenAccount[];
  /** How it is settled. */
  commands: { link: string; retry: string };
}

/** The creates of a service account that are not settled, each with the evidence that the last observation left. */
export async function unsettledCreates(db: Db, account: string, job: string): Promise<UnsettledCreate[]> {
  const intents = await listUnsettled(db, account);
  if (intents.length === 0) return [];
  const paths = new Map((await listGroups(db, account)).map(({ id, path }) => [id, path]));
  const seen = [...new Set(intents.flatMap(({ evidence }) => [...shown(evidence?.candidates), ...shown(evidence?.others)]))];
  const groups = await groupsOfAccounts(db, account, seen);
  const accounts = (users: readonly string[] | undefined): SeenAccount[] =>
    shown(users).map((user) => ({ user_id: user, groups: groups.get(user) ?? [] }));
  return intents.map((intent) => ({
    key: intent.key,
    username: intent.username.startsWith("hmac:") ? "(not shown)" : intent.username,
    status: intent.status,
    reason: intent.reason,
    at: intent.at.toISOString(),
    operation: intent.operation,
    groups: intent.groups.map((id) => paths.get(id) || id),
    candidates: accounts(intent.evidence?.candidates),
    others: accounts(intent.evidence?.others),
    commands: commandsFor(intent, job),
  }));
}

function shown(users: readonly string[] | undefined): readonly string[] {
  return (users ?? []).slice(0, mostAccounts);
}

/** With the only candidate where there is one: it is likely, and for a person to confirm. */
function commandsFor({ key, status, evidence }: Intent, job: string): UnsettledCreate["commands"] {
  const [only, ...more] = evidence?.candidates ?? [];
  const user = only !== undefined && more.length === 0 ? only : "USER_ID";
  const whose = `${shellWord(job)} ${shellWord(key)}`;
  return {
    link: `rollcall identities link ${whose} ${user}`,
    retry: `rollcall identities retry ${whose} --reason "…"${status === "unlinked" ? " --force" : ""}`,
  };
}

/** What is known about a create that is not settled, in words. */
export function unsettledWord(status: string): string {
  if (status === "unlinked") return "the service accepted it: there is an account, and nobody knows which";
  if (status === "open") return "its request may be on its way";
  return "its answer was lost: there may be an account, or none";
}
