import { factText } from "../reporting/fact-text.ts";
import type { Job } from "../domain/settings.ts";
import { causeLabel, limitLabel, runStatusLabel, shellWord } from "../reporting/labels.ts";
import { overdueLeaversText } from "../reporting/overdue-leavers.ts";
import { dateTime, list } from "../reporting/locales/formats.ts";
import { t } from "../reporting/locales/t.ts";
import { bundleAdvice, bundleCauses, bundleQuestion } from "../reporting/removals/bundles.ts";
import { causeQuestion } from "../reporting/removals/cause-question.ts";
import { pendingText } from "../reporting/removals/pending-report.ts";
import { shortCauseAdvice } from "../reporting/removals/advice-labels.ts";
import { personId } from "../store/people/people-pages.ts";
import type { Run } from "../store/runs/runs.ts";
import type { Block, Item, Message } from "./message.ts";
import { soon, type AdvisedCause, type JobAttention } from "./pending.ts";

/** The most causes and names in one message. */
const MAX_ITEMS = { causes: 20, names: 10 };

export interface MessageOptions {
  job: Job;
  /** The address of the console; `null`: not known. */
  console: string | null;
  /** Whether the message may contain names. */
  people: boolean;
}

/** Composes the daily digest, in the language of the reader, as all messages: one line, and one link, per cause. */
export function digest(attention: JobAttention, options: MessageOptions, workbook: "attached" | "too large" | null): Message {
  const { job, console: url } = options;
  const { counts, causes, expiring, unconfirmed, missingGroups, blocked, areas, rejected, overdue, held, failed } = attention;
  const blocks: Block[] = [];
  if (counts.removals > 0) {
    const items = causeItems(causes, options);
    const shown = items.slice(0, MAX_ITEMS.causes);
    const more = items.length - shown.length;
    blocks.push(
      {
        text: pendingText(counts),
        list: [...shown, ...(more > 0 ? [{ text: t("mail.more_questions", { n: more }) }] : [])],
      },
      { text: t("overview.no_one_loses_group_until_someone_decides") },
    );
    if (workbook === "attached")
      blocks.push({
        text: t("mail.you_can_decide"),
      });
    if (workbook === "too large") blocks.push({ text: t("mail.workbook_too_large") });
  }
  if (expiring > 0)
    blocks.push({
      text: t("mail.approvals_not_applied", { n: expiring, days: soon }),
    });
  if (unconfirmed > 0)
    blocks.push({
      text: t("mail.new_accounts_unconfirmed", { n: unconfirmed }),
    });
  if (missingGroups.groups > 0) {
    blocks.push({
      text: t("mail.people_wait", { n: missingGroups.groups, people: missingGroups.people }),
      ...(url === null ? {} : { link: `${url}/missing-groups?job=${encodeURIComponent(job.name)}` }),
    });
    if (url === null)
      blocks.push({ text: t("mail.command_line_command", { command: `rollcall groups missing --job ${shellWord(job.name)}` }) });
  }
  if (areas !== null)
    blocks.push(
      {
        text: t("missing_areas.areas_missing_last", {
          n: areas.sentences.length,
        }),
        list: areas.sentences.map((text) => ({ text })),
      },
      { text: t("missing_areas.ask_hr_if") },
      where(url, `/runs/${encodeURIComponent(areas.run)}`, t("mail.open_run"), `rollcall runs show ${areas.run}`),
    );
  if (blocked > 0)
    blocks.push({
      text: t("mail.people_blocked_last", { n: blocked }),
    });
  if (rejected > 0)
    blocks.push({
      text: t("mail.rows_last_file", { n: rejected }),
    });
  if (overdue > 0) blocks.push({ text: overdueLeaversText(overdue) });
  if (held.length > 0)
    blocks.push({
      text: t("mail.limits_put_runs", { n: held.length }),
      list: held.map((run) => runItem(run, url)),
    });
  if (failed.length > 0)
    blocks.push({
      text: t("mail.runs_failed_last", { n: failed.length }),
      list: failed.map((run) => runItem(run, url)),
    });
  blocks.push(where(url, "/review", t("mail.open_review"), `rollcall review list --job ${shellWord(job.name)}`));
  const subject =
    counts.removals > 0
      ? t("mail.rollcall_job_removals_need", { job: job.name, n: counts.removals })
      : t("mail.rollcall_job_your", { job: job.name });
  return message(subject, blocks, job);
}

/** Composes the message about a run that is on hold or failed. */
export function aboutRun(run: Run, { job, console: url }: MessageOptions): Message {
  const held = run.status === "held";
  const time = dateTime(run.started_at);
  const limits = ((run.held ?? []) as { limit: string; found: number; allowed: number }[]).map(({ limit, found, allowed }) => ({
    text: t("mail.limit_found_found", { limit: limitLabel(limit), found, allowed }),
  }));
  const blocks: Block[] = [
    held
      ? { text: t("mail.run_time_exceeds", { time }), list: limits }
      : { text: t("mail.run_time_not", { time }), list: run.problem === null ? [] : [{ text: run.problem.code }] },
  ];
  if (!held && run.problem !== null) blocks.push({ text: factText(run.problem.fact), detail: true });
  blocks.push(where(url, `/runs/${encodeURIComponent(run.id)}`, t("mail.open_run"), `rollcall runs show ${run.id}`));
  const about = { job: job.name };
  return message(held ? t("mail.rollcall_job_run_hold", about) : t("mail.rollcall_job_run_failed", about), blocks, job);
}

/** Removals that a reviewer reassigned, as causes with only these people. */
export interface Reassignment {
  by: string;
  note: string;
  causes: readonly AdvisedCause[];
}

/** Composes the mail to the reviewer whom removals are reassigned to. */
export function aboutReassigned({ by, note, causes }: Reassignment, options: MessageOptions): Message {
  const { job, console: url } = options;
  const n = causes.reduce((all, { people }) => all + people.length, 0);
  const blocks: Block[] = [
    {
      text: t("mail.asks_you_decide", { by, n }),
      list: causeItems(causes, options),
    },
    { text: t("mail.note_note", { note }) },
    { text: t("overview.no_one_loses_group_until_someone_decides") },
    where(url, "/review", t("mail.open_review"), `rollcall review list --job ${shellWord(job.name)}`),
  ];
  return message(t("mail.rollcall_job_removals_reassigned", { job: job.name, n }), blocks, job);
}

/** Composes the message about a scheduled run that did not start. */
export function aboutMissed(due: Date, { job, console: url }: MessageOptions): Message {
  const blocks: Block[] = [
    {
      text: t("mail.run_job_due", {
        job: job.name,
        time: dateTime(due),
      }),
    },
    {
      text: t("mail.check_scheduler_running"),
    },
    toStatus(url, job),
  ];
  return message(t("mail.rollcall_job_scheduled", { job: job.name }), blocks, job);
}

/** Composes the message about a run without progress. */
export function aboutStalled(run: string, since: Date, { job, console: url }: MessageOptions): Message {
  const blocks: Block[] = [
    {
      text: t("mail.run_id_made", {
        id: run,
        time: dateTime(since),
      }),
    },
    {
      text: t("mail.check_worker_running"),
    },
    toStatus(url, job),
  ];
  return message(t("mail.rollcall_job_run_makes", { job: job.name }), blocks, job);
}

function message(subject: string, blocks: Block[], { name }: Job): Message {
  return { subject, blocks, footer: t("mail.rollcall_sent_message", { job: name }) };
}

/** Returns a link into the console, or the command for readers without one. */
function where(url: string | null, path: string, text: string, command: string): Block {
  return url === null ? { text: t("mail.command_line_command", { command }) } : { text, link: `${url}${path}` };
}

function toStatus(url: string | null, { name }: Job): Block {
  return where(url, "/status", t("mail.open_connection_page"), `rollcall runs list --job ${shellWord(name)}`);
}

function runItem({ id, status, started_at: at }: Run, url: string | null): Item {
  const text = t("mail.time_status", { time: dateTime(at), status: runStatusLabel(status) });
  return url === null ? { text } : { text, link: `${url}/runs/${encodeURIComponent(id)}` };
}

function personText({ name, key }: { name: string; key: string }): string {
  return name === "" || name === key ? key : `${name} (${key})`;
}

/** Returns one item for each cause, or for several causes of one person. */
function causeItems(causes: readonly AdvisedCause[], options: MessageOptions): Item[] {
  return bundleCauses(causes, ({ people: [first, ...others] }) => (first === undefined || others.length > 0 ? null : first.key)).flatMap(
    ([first, ...others]) => {
      if (first === undefined) return [];
      return others.length === 0 ? causeItem(first, options) : bundleItem([first, ...others], options);
    },
  );
}

function bundleItem(causes: readonly [AdvisedCause, ...AdvisedCause[]], { console: url, people: names }: MessageOptions): Item {
  const [{ people, kind }] = causes;
  const person = people[0];
  const groups = list(causes.map(({ group }) => group));
  const asked = names
    ? bundleQuestion({ name: person?.name ?? "", causes })
    : t("mail.group_remove_people", { group: groups, groups: causes.length, n: 1, cause: causeLabel(kind) });
  const ready = causes.reduce((sum, { advice }) => sum + advice.remove, 0);
  const item = { text: asked, note: recommendation(bundleAdvice(ready, causes.length), ready === 0) };
  return url === null || person === undefined ? item : { ...item, link: `${url}/review?person=${personId(person.job, person.key)}` };
}

/** “Recommendation: No recommendation” would contradict itself. */
function recommendation(advice: string, isNone: boolean): string {
  return isNone ? `${advice}.` : t("mail.recommendation_advice", { advice });
}

function causeItem({ id, kind, gains, people, group, advice }: AdvisedCause, { console: url, people: names }: MessageOptions): Item {
  // The question about one person names them.
  const asked =
    names || people.length > 1
      ? causeQuestion({ kind, group, gains, people: people.length, name: people[0]?.name ?? "" })
      : t("mail.group_remove_people", { group, groups: 1, n: people.length, cause: causeLabel(kind) });
  const shown = people.slice(0, MAX_ITEMS.names).map(personText);
  const more = people.length - shown.length;
  const listed = more > 0 ? t("mail.names_more", { names: shown.join(", "), n: more }) : shown.join(", ");
  const isNone = advice.remove === 0 && advice.reasons.every((one) => one.advice === "none");
  // The question about one person names them already.
  const note = [recommendation(shortCauseAdvice(advice), isNone), ...(names && people.length > 1 ? [listed] : [])].join(" ");
  const item = { text: asked, note };
  return url === null ? item : { ...item, link: `${url}/review/causes/${encodeURIComponent(id)}` };
}
