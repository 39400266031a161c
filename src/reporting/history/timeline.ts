import type { Fact } from "../../domain/facts/fact.ts";
import type { LostGroup, Timeline, TimelineEvent } from "../../domain/explanation.ts";
import { listPersonEntries } from "../../store/audit/audit-pages.ts";
import type { AuditEntry } from "../../store/audit/audit.ts";
import { listPersonOperations, startsOfRuns, type PersonOperation } from "../../store/people/person-history.ts";
import { listRemovals, type Removal } from "../../store/review/removals.ts";
import type { Db } from "../../store/schema/tables.ts";
import { quoted } from "../changes.ts";
import { capitalised, fileName, kindLabel, moment, viaLabel } from "../labels.ts";
import { decidedImpact } from "../removals/decided-impact.ts";
import { fieldLabel } from "../field-labels.ts";
import { t } from "../locales/t.ts";
import { evidenceOf } from "../removals/evidence.ts";
import { englishText } from "../fact-text.ts";
import { removalFact } from "../removals/why.ts";
import { detailOf, factsOf, textOf } from "./audit-facts.ts";
import { personEvents } from "./audit-events.ts";
import { TIMELINE_TEXTS } from "./timeline-texts.ts";
import { Sentence, type Part, type Values } from "./sentence.ts";

/** An event with its sentence in pieces, so that a page can link it. */
export interface DrawnEvent extends TimelineEvent {
  sentence: Sentence;
}

export interface DrawnTimeline extends Timeline {
  events: DrawnEvent[];
}

const MAX_OPERATIONS = 300;
const MAX_ENTRIES = 1000;
/** These are shown once the answer is there. */
const PASSING = new Set(["removal_sent"]);

/** Loads the history of one person: HR's cell, the rule, the decision, the request and what undid it. */
export async function loadTimeline(db: Db, of: { account: string; job: string; key: string }): Promise<DrawnTimeline> {
  const operations = await listPersonOperations(db, of.account, of.key, MAX_OPERATIONS);
  const removals = (await listRemovals(db, { job: of.job, key: of.key })).filter(({ account }) => account === of.account);
  const entries = await listPersonEntries(db, { ...of, removals: removals.map(({ id }) => id) }, MAX_ENTRIES);
  const starts = await startsOfRuns(db, [...new Set(removals.map(({ first_run: run }) => run))]);
  const events = [
    ...operations.flatMap(operationEvents),
    ...removals.flatMap((removal) => removalEvents(removal, starts.get(removal.first_run) ?? removal.since)),
    ...(await auditEvents(db, entries)),
  ];
  // At one moment, the cause comes before its effect: the order in which they were added.
  const sorted = withoutRepeats(events)
    .map((event, i) => ({ event, i }))
    .sort((a, b) => a.event.at.localeCompare(b.event.at) || a.i - b.i);
  return {
    events: sorted.map(({ event }) => event),
    more: operations.length === MAX_OPERATIONS || entries.length === MAX_ENTRIES,
    lost: removals
      .filter(({ status }) => status === "applied")
      .sort((a, b) => (b.ended_at?.getTime() ?? 0) - (a.ended_at?.getTime() ?? 0))
      .map((removal) => lostGroup(removal, entries)),
  };
}

/** Shows a changed cell once, also where it costs several groups. */
function withoutRepeats(events: readonly DrawnEvent[]): DrawnEvent[] {
  const said = new Set<string>();
  return events.filter(({ kind, at, run, text }) => {
    const key = JSON.stringify([at, run, text]);
    const again = kind === "hr_changed" && said.has(key);
    said.add(key);
    return !again;
  });
}

/** Returns a timeline as JSON: sentences as texts only. */
export function withoutParts({ events, ...timeline }: DrawnTimeline): Timeline {
  return { ...timeline, events: events.map(({ sentence: _parts, ...one }) => one) };
}

type Given = Partial<Omit<DrawnEvent, "text" | "at" | "sentence">> & { at: Date; kind: keyof typeof TIMELINE_TEXTS };

function drawn({ at, ...given }: Given, values: Values): DrawnEvent {
  const sentence = new Sentence(TIMELINE_TEXTS[given.kind], values);
  return {
    actor: null,
    via: null,
    reason: null,
    groups: [],
    run: null,
    removal: null,
    audit: null,
    ...given,
    at: at.toISOString(),
    text: sentence.text,
    sentence,
  };
}

/** A reason that no person gave. */
function because(reason: Fact | null): Pick<DrawnEvent, "reason" | "because"> {
  return reason === null ? { reason } : { reason: englishText(reason), because: reason };
}

const groupParts = (groups: readonly string[]): Part => ({ as: "list", parts: groups.map((text) => ({ as: "group", text })) });

const quotedOrNothing = (value: string | null): string => (value === null ? t("report.nothing") : quoted(value));
const changeText = (field: string, from: string | null, to: string | null): string =>
  t("history.field", { field, from: quotedOrNothing(from), to: quotedOrNothing(to) });

const HAPPENED: Readonly<Record<string, Given["kind"]>> = {
  create: "account_created",
  update: "changed",
  deactivate: "left",
  reactivate: "returned",
};

function operationEvents(operation: PersonOperation): DrawnEvent[] {
  const { at, run, kind, status, reason, changes } = operation;
  // The decision, the request and its answer are in the audit trail.
  if (kind === "remove-groups" && status === "done") return [];
  const { fields = [], gains = [] } = changes as { fields?: { field: string; from: string | null; to: string }[]; gains?: string[] };
  const base = { at, run, ...because(reason) };
  if (status !== "done") {
    const outcome = status === "held" ? "blocked" : status === "failed" ? "failed" : status === "uncertain" ? "unconfirmed" : null;
    return outcome === null ? [] : [drawn({ ...base, kind: outcome }, { what: capitalised(kindLabel(kind, status)) })];
  }
  const happened = HAPPENED[kind] ?? "changed";
  // Values that the service had before are not known in the first run; then only their number says something.
  const known = fields.flatMap(({ field, from, to }) => (from === null ? [] : [changeText(fieldLabel(field), from, to)]));
  const unknown = fields.length - known.length;
  const listed = [...known, ...(unknown > 0 ? [t("history.fields_whose_earlier", { n: unknown })] : [])].join("; ");
  const first = happened === "changed" && fields.length === 0 ? [] : [drawn({ ...base, kind: happened }, { fields: listed })];
  if (gains.length === 0) return first;
  const joined = operation.run_kind === "revert" ? "added_back" : "joined";
  return [...first, drawn({ at, run, kind: joined, groups: gains }, { groups: groupParts(gains) })];
}

function removalEvents(removal: Removal, started: Date): DrawnEvent[] {
  const { id, first_run: run, group_path: path, status, ended_at: ended, outcome } = removal;
  const evidence = evidenceOf(removal);
  const changed = evidence.cells.filter(({ before, now, changed: differs }) => differs ?? before !== now);
  const about = { groups: [path], removal: id, run };
  const group: Part = { as: "group", text: path };
  const found = removalFact(path, [evidence]);
  const changes = changed.map(({ column, before, now }): Part => ({ as: "value", text: changeText(column, before, now) }));
  return [
    ...(changes.length === 0
      ? []
      : [
          drawn(
            { at: started, kind: "hr_changed", run },
            { changes: { as: "list", parts: changes }, row: String(evidence.row), file: fileName(evidence.file) },
          ),
        ]),
    ...ruleEvents(removal, run),
    drawn({ at: removal.since, kind: "removal_found", ...about, ...because(found) }, { group }),
    ...(ended !== null && (status === "superseded" || status === "expired")
      ? [drawn({ at: ended, kind: status, ...about, ...because(outcome) }, { group })]
      : []),
  ];
}

/** Says which rule gave the group before, where the stored evidence has it. */
function ruleEvents(removal: Removal, run: string): DrawnEvent[] {
  const rules = evidenceOf(removal).formerly.map(({ rule, at }): Part => ({ as: "rule", text: rule, at }));
  if (rules.length === 0) return [];
  const values: Values = { group: { as: "group", text: removal.group_path }, rules: { as: "list", parts: rules } };
  return [drawn({ at: removal.since, kind: "rule_ended", groups: [removal.group_path], removal: removal.id, run }, values)];
}

async function auditEvents(db: Db, entries: readonly AuditEntry[]): Promise<DrawnEvent[]> {
  const listed = entries.filter(({ action }) => !PASSING.has(action));
  const facts = await factsOf(db, listed);
  return personEvents(facts).map((one, i) => {
    const fact = facts[i];
    return {
      at: one.at,
      kind: one.action,
      text: one.text,
      sentence: one.sentence,
      actor: one.actor === "rollcall" ? null : one.actor,
      via: one.via,
      reason: one.reason,
      groups: fact?.groups ?? [],
      run: fact === undefined ? null : (textOf(fact.entry, "revert") ?? textOf(fact.entry, "run")),
      removal: fact?.removals[0] ?? null,
      audit: one.seq,
    };
  });
}

function lostGroup(removal: Removal, entries: readonly AuditEntry[]): LostGroup {
  const {
    id,
    group_path: group,
    decided_by: by,
    decided_at: decided,
    ended_at: ended,
    decision_reason: reason,
    decided_how: how,
  } = removal;
  const why = removalFact(group, [evidenceOf(removal)]);
  const since = entries.findLastIndex((entry) => entry.action === "approval_undone" && textOf(entry, "removal") === id);
  const approving = entries
    .slice(since + 1)
    .filter((entry) => ["removal_approved", "removal_approved_first"].includes(entry.action) && detailOf(entry)["removal"] === id);
  const last = approving.at(-1);
  const approvals = approving.map((entry) => ({
    by: entry.actor,
    at: entry.at,
    via: textOf(entry, "via") ?? "",
    reason: textOf(entry, "reason") ?? "",
  }));
  // The trail may have been purged; the removal still says who decided.
  const own = by === null ? [] : [{ by, at: decided?.toISOString() ?? "", via: how ?? "", reason: reason ?? "" }];
  const all = approvals.length > 0 ? approvals : own;
  const names = [...new Set(all.map((one) => one.by))].join(" and ");
  const when = all.at(-1)?.at ?? "";
  return {
    removal: id,
    group,
    answer:
      all.length === 0
        ? `Nobody is recorded as the approver of the removal from the group “${group}”.`
        : `${names} approved the removal from the group “${group}” on ${moment(when)}, ${viaLabel(all.at(-1)?.via ?? "")}.`,
    ...why,
    cause: englishText(why),
    approvals: all,
    impact: last === undefined ? null : decidedImpact(detailOf(last)["impact"]),
    applied_at: ended?.toISOString() ?? null,
    restored: removal.restored,
  };
}
