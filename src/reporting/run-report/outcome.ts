/** How a run went: its sentence, and what someone has to know before anything else. */
import { factText } from "../fact-text.ts";
import { capitalised, limitLabel, limitText, listing, number, runStatusLabel, settingText } from "../labels.ts";
import { t, type Message } from "../locales/t.ts";
import { pilotSentences } from "../pilot.ts";
import type { ReportedProblem } from "../problem.ts";
import { changesIn, countLabel, countOf, failuresIn, type CountName } from "../run-counts.ts";
import type { ShownRun } from "../shown-run.ts";
import { say } from "../sheet/say.ts";
import { data, prose, sheet, strong, time, type Block, type Sheet } from "../sheet/sheet.ts";

const PLANNED = ["creates", "updates", "deactivations", "reactivations", "groups_created"] as const satisfies readonly CountName[];

export const isUnderWay = ({ status }: Pick<ShownRun, "status">): boolean => status === "running" || status === "reading";

/**
 * Says in one sentence what a run did or waits for.
 * @param memberships how many it removed, or restored
 * @param planOnly whether it ends with its plan, while it is under way
 */
export function runSentence({ status, kind, counts, rows }: ShownRun, memberships: number, planOnly = false): string {
  const changes = countOf(counts, "done");
  const failures = failuresIn(counts);
  if (kind === "revert") return t("runs.run_restores_memberships", { n: memberships });
  if (kind === "decisions")
    return status === "completed" ? t("runs.approved_removals_applied", { n: memberships }) : t("runs.run_applies_approved");
  if (status === "held" || status === "planned") {
    const planned = PLANNED.filter((name) => countOf(counts, name) > 0);
    if (planned.length === 0) return t("runs.planned_no_changes");
    const parts = planned.map((name) => `${number(countOf(counts, name))} ${countLabel(name, countOf(counts, name))}`);
    return t("runs.planned_changes", { changes: parts.join(", ") });
  }
  if (isUnderWay({ status })) return t(planOnly ? "runs.plan_in_progress" : "runs.run_progress");
  if (status !== "completed") return capitalised(runStatusLabel(status));
  const applied = changes === 0 ? t("runs.no_changes_rows", { n: rows }) : t("runs.changes_applied", { n: changes });
  return failures === 0 ? applied : t("runs.applied_failed_unconfirmed", { applied, n: failures });
}

/** Says why a run failed, and what to do. */
export function problemNotice(problem: ReportedProblem | null): Block | null {
  if (problem === null) return null;
  const { fact, next_fact: next } = problem;
  return {
    block: "notice",
    tone: "bad",
    blocks: sheet(
      { block: "text", words: strong(prose(factText(fact))) },
      next !== undefined && { block: "text", words: prose(factText(next)) },
    ),
  };
}

/** Says that a run is a pilot, and what a run for everyone would have planned for the others. */
export function pilotNotice({ pilot }: ShownRun): Block | null {
  if (pilot === null) return null;
  const [who, ...others] = pilotSentences(pilot);
  return {
    block: "notice",
    tone: "info",
    blocks: [{ block: "text", words: strong(prose(who ?? "")) }, ...others.map((words): Block => ({ block: "text", words }))],
  };
}

const SENTENCES = {
  known_missing: "runs.found_known_people",
  unknown_statuses: "runs.found_people_unknown",
  older_file: "runs.file_older_than",
  rejected: "runs.found_rejected_rows",
  creates: "runs.found_new_accounts",
  updates: "runs.found_changes_exceed",
  deactivations: "runs.found_leavers_exceed",
  removals: "runs.found_pending_removals",
  shrink: "runs.found_missing_rows",
  renamed: "runs.found_people_other_names",
  out_of_scope: "runs.found_people_who",
  groups_created: "missing_groups.found_new_groups",
  rekeyed: "runs.found_people_other_keys",
  licences: "runs.found_people_need",
} as const satisfies Readonly<Record<string, Message>>;

/** What to check before the plan is applied, by cause; the sentences of some limits say it themselves. The other causes often come from an incomplete export. */
const OWN_ADVICE: ReadonlySet<string> = new Set(["renamed", "rekeyed", "rejected"]);

const ADVICE = {
  unknown_accounts: "runs.link_accounts_people",
  licences: "runs.get_more_licences",
  creates: "runs.check_hr_whether",
  updates: "runs.look_some_changes",
  groups_created: "runs.check_names_new",
  out_of_scope: "runs.check_scope_mapping",
} as const satisfies Readonly<Record<string, Message>>;

/**
 * Says which limits a run exceeds; while it is on hold also that nothing was sent, and what to check.
 * @param settings also says where the job file sets the limits
 */
export function exceededLimits({ held: limits, status }: ShownRun, { level, settings }: { level: 2 | 3; settings: boolean }): Sheet {
  const causes = new Set(
    limits.flatMap(({ limit }) => (OWN_ADVICE.has(limit) ? [] : Object.hasOwn(ADVICE, limit) ? [limit as keyof typeof ADVICE] : [null])),
  );
  return sheet(
    ...limits.map((limit, i) => limitSheet(limit, level, settings, i + 1)),
    status === "held" && [
      { block: "text", words: t("runs.nothing_sent") },
      ...[...causes].map((cause): Block => ({ block: "text", words: t(cause === null ? "runs.incomplete_export_often" : ADVICE[cause]) })),
    ],
  );
}

function limitSheet(broken: ShownRun["held"][number], level: 2 | 3, settings: boolean, n: number): Sheet {
  const { limit, of, found, allowed, setting } = broken;
  const sentence = Object.hasOwn(SENTENCES, limit) ? t(SENTENCES[limit as keyof typeof SENTENCES], { found, allowed }) : limitLabel(limit);
  const words = of === undefined || limit === "unknown_accounts" ? sentence : say("runs.part_sentence", { part: data(of), sentence });
  return sheet(
    { block: "heading", level, words, ...(level === 2 ? { id: `limit-${n}` } : {}) },
    { block: "text", words: prose(limitText(broken, setting)) },
    settings && setting !== undefined && { block: "text", words: { as: "soft", words: prose(settingText(setting)) } },
  );
}

/** Says that a run found nothing to do. */
export function nothingChanged({ kind, status, counts, rows, pilot, ended_at: at }: ShownRun): Block | null {
  const changed = changesIn(counts) + countOf(counts, "groups_created") + failuresIn(counts);
  if (kind !== "sync" || pilot !== null || status !== "completed" || changed > 0) return null;
  return {
    block: "nothing",
    title: t("runs.no_changes"),
    words: [
      t("runs.all_people_rows", { n: rows }),
      " ",
      at === null ? t("runs.rollcall_read_export_sent_nothing") : say("runs.rollcall_read_export_sent_nothing_2", { at: time(at) }),
    ],
  };
}

/** Says how far a run came that did not end. */
export function progress({ status, kind }: ShownRun, counts: Parameters<typeof progressOf>[0]): Block | null {
  const ended = ["completed", "held", "planned"].includes(status) || isUnderWay({ status });
  return ended || kind !== "sync" ? null : { block: "text", words: `${capitalised(progressOf(counts))}.` };
}

/** Returns how many operations of a run were applied, and the outcome of the others. */
export function progressOf(operationCounts: readonly { status: string; n: number }[]): string {
  const sum = (...statuses: string[]): number =>
    operationCounts.filter(({ status }) => statuses.includes(status)).reduce((all, { n }) => all + n, 0);
  const [failed, unconfirmed, blocked] = [sum("failed"), sum("uncertain"), sum("held")];
  const [dropped, running] = [sum("dropped"), sum("running")];
  const waiting = sum("planned", "queued") + running;
  if (sum("done") + failed + unconfirmed + blocked + running === 0) return t("report.nothing_sent");
  const rest = [
    failed > 0 ? t("report.failed_2", { n: failed }) : "",
    unconfirmed > 0 ? t("report.unconfirmed_2", { n: unconfirmed }) : "",
    blocked > 0 ? t("report.blocked_operations", { n: blocked }) : "",
    waiting > 0 ? t("report.not_applied_yet", { n: waiting }) : "",
    dropped > 0 ? t("report.discarded", { n: dropped }) : "",
  ].filter((part) => part !== "");
  const applied = t("report.operations_applied", { n: sum("done") });
  return rest.length === 0 ? applied : `${applied}, ${listing(rest)}`;
}
