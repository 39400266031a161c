import { isFact } from "../../domain/facts/classes.ts";
import { factText } from "../fact-text.ts";
import { assigneeLabel, number, roleLabel } from "../labels.ts";
import type { AuditEntry } from "../../store/audit/audit.ts";
import { detailOf, textOf, type AuditFacts } from "./audit-facts.ts";
import { AUDIT_TEXTS, UNKNOWN_ACTION, type AuditKind } from "./audit-texts.ts";
import { Sentence, type Part, type Values } from "./sentence.ts";

/** More people or groups are counted, not named. */
const MAX_NAMED = 3;

/** Entries of one decision, or of one step of a run, as one sentence. */
export interface AuditEvent {
  /** The numbers of the latest and of the earliest entry. */
  seq: number;
  first: number;
  at: string;
  actor: string;
  via: string | null;
  action: string;
  kind: AuditKind;
  entries: number;
  /** The sentence in English. */
  text: string;
  sentence: Sentence;
  reason: string | null;
}

/** Returns the key of the text for an entry: some actions say more than one thing. */
export function textKey(entry: AuditEntry): string {
  const { action } = entry;
  if (action === "removal_approved" && detailOf(entry)["with"] !== undefined) return "removal_approved_second";
  if (action === "run_reverted" && textOf(entry, "removal") !== null) return "membership_added_back";
  if (action === "run_reverted" && detailOf(entry)["removals"] !== undefined) return "memberships_added_back";
  if (action === "signed_in" && Object.hasOwn(AUDIT_TEXTS, `signed_in_${textOf(entry, "via") ?? ""}`))
    return `signed_in_${textOf(entry, "via") ?? ""}`;
  if (action === "removal_rejected" && textOf(entry, "until") !== null) return "removal_rejected_until";
  if (action === "removal_answer" && textOf(entry, "answer") !== "ok") return "removal_answer_failed";
  return action;
}

/** Turns facts of one decision, latest first, into one sentence. `about`: it belongs to one person's timeline. */
export function auditEvent(facts: readonly [AuditFacts, ...AuditFacts[]], about = false): AuditEvent {
  const [{ entry }] = facts;
  const key = textKey(entry);
  const found = Object.hasOwn(AUDIT_TEXTS, key) ? AUDIT_TEXTS[key] : undefined;
  const { kind, text } = found ?? UNKNOWN_ACTION;
  const sentence = new Sentence(about ? (found?.about ?? text) : text, valuesOf(facts));
  return {
    seq: entry.seq,
    first: facts.at(-1)?.entry.seq ?? entry.seq,
    at: entry.at,
    actor: entry.actor,
    via: textOf(entry, "via"),
    action: entry.action,
    kind,
    entries: facts.length,
    text: sentence.text,
    sentence,
    reason: textOf(entry, "reason") ?? whyOf(entry) ?? textOf(entry, "text"),
  };
}

/** Returns why something did not happen: a fact, or the text of a request's answer. */
function whyOf(entry: AuditFacts["entry"]): string | null {
  const why = detailOf(entry)["why"];
  return isFact(why) ? factText(why) : textOf(entry, "why");
}

function valuesOf(facts: readonly [AuditFacts, ...AuditFacts[]]): Values {
  const [{ entry }] = facts;
  // A request without an answer yet is not counted with those that have one.
  const same = facts.filter((one) => textKey(one.entry) === textKey(entry));
  const detail = detailOf(entry);
  const plain = Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, { as: "value" as const, text: readable(entry, name, value) }]] : [],
    ),
  );
  const others = detail["others"];
  const run = (name: string): Values => {
    const id = textOf(entry, name);
    return id === null ? {} : { [name]: { as: "run", id, text: id } };
  };
  return {
    ...plain,
    ...run("run"),
    ...run("revert"),
    actor: { as: "actor", text: entry.actor === "rollcall" ? "Rollcall" : entry.actor },
    action: entry.action.replaceAll("_", " "),
    people: peopleOf(same),
    groups: groupsOf(same),
    until: { as: "time", at: textOf(entry, "until") ?? "" },
    number: number(Number(detail["links"] ?? detail["entries"] ?? 0)),
    made: { as: "time", at: textOf(entry, "made") ?? "" },
    others: { as: "list", parts: Array.isArray(others) ? others.map(String) : [] },
    user: { as: "value", text: textOf(entry, "user_id") ?? textOf(entry, "user") ?? "" },
  };
}

/** Roles are stored by their names. */
function readable({ action }: AuditEntry, name: string, value: string): string {
  if (name === "role" || (action === "user_role" && (name === "from" || name === "to"))) return roleLabel(value);
  return name === "to" ? assigneeLabel(value) : value;
}

function peopleOf(facts: readonly AuditFacts[]): Part {
  const people = [...new Map(facts.flatMap((one) => one.people).map((person) => [person.id ?? person.text, person])).values()];
  return people.length > MAX_NAMED ? { as: "people", count: people.length } : { as: "list", parts: people };
}

function groupsOf(facts: readonly AuditFacts[]): Part {
  const groups = [...new Set(facts.flatMap((one) => one.groups))];
  if (groups.length > MAX_NAMED) return { as: "groups", count: groups.length };
  return { as: "list", parts: groups.map((text) => ({ as: "group", text })) };
}
