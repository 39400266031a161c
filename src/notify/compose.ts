import type { Job } from "../domain/settings.ts";
import { causeLabel, limitLabel, runStatusLabel, shellWord } from "../reporting/labels.ts";
import { overdueLeaversText } from "../reporting/overdue-leavers.ts";
import { dateTime, list } from "../reporting/locales/formats.ts";
import { t } from "../reporting/locales/t.ts";
import { bundleAdvice, bundleCauses, bundleQuestion } from "../reporting/removals/bundles.ts";
import { causeQuestion } from "../reporting/removals/cause-question.ts";
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
  const { pending, causes, expiring, unconfirmed, missingGroups, blocked, areas, rejected, overdue, held, failed } = attention;
  const blocks: Block[] = [];
  if (pending > 0) {
    const items = causeItems(causes, options);
    const shown = items.slice(0, MAX_ITEMS.causes);
    const more = items.length - shown.length;
    blocks.push(
      {
        text: t("{n, plural, one {# question} other {# questions}} to answer:", { n: items.length }),
        list: [...shown, ...(more > 0 ? [{ text: t("and {n, plural, one {1 more cause} other {# more causes}}", { n: more }) }] : [])],
      },
      { text: t("No one loses a group until someone decides.") },
    );
    if (workbook === "attached")
      blocks.push({
        text: t("You can decide in the attached workbook. Upload it on the review page, or return it to the person who runs Rollcall."),
      });
    if (workbook === "too large")
      blocks.push({ text: t("The workbook is too large for this mail. Ask the person who runs Rollcall for it.") });
  }
  if (expiring > 0)
    blocks.push({
      text: t(
        "{n, plural, one {1 approval has not been applied and expires} other {# approvals have not been applied and expire}} within {days} days.",
        { n: expiring, days: soon },
      ),
    });
  if (unconfirmed > 0)
    blocks.push({
      text: t(
        "{n, plural, one {1 new account is unconfirmed: Rollcall does not know yet whose it is.} other {# new accounts are unconfirmed: Rollcall does not know yet whose they are.}}",
        { n: unconfirmed },
      ),
    });
  if (missingGroups.groups > 0) {
    blocks.push({
      text: t(
        "{n, plural, one {1 group that the rules assign does not exist, and {people, plural, one {1 person waits} other {# people wait}} for it.} other {# groups that the rules assign do not exist, and {people, plural, one {1 person waits} other {# people wait}} for them.}}",
        { n: missingGroups.groups, people: missingGroups.people },
      ),
      ...(url === null ? {} : { link: `${url}/missing-groups?job=${encodeURIComponent(job.name)}` }),
    });
    if (url === null)
      blocks.push({ text: t("On the command line: {command}", { command: `rollcall groups missing --job ${shellWord(job.name)}` }) });
  }
  if (areas !== null)
    blocks.push(
      {
        text: t("{n, plural, one {An area is missing from the last file:} other {# areas are missing from the last file:}}", {
          n: areas.sentences.length,
        }),
        list: areas.sentences.map((text) => ({ text })),
      },
      { text: t("Ask HR; if the area really left, release it on the page of the run.") },
      where(url, `/runs/${encodeURIComponent(areas.run)}`, t("Open the run"), `rollcall runs show ${areas.run}`),
    );
  if (blocked > 0)
    blocks.push({
      text: t(
        "{n, plural, one {1 person was} other {# people were}} blocked in the last run. Nothing is sent for them until someone resolves the reason.",
        { n: blocked },
      ),
    });
  if (rejected > 0)
    blocks.push({
      text: t("{n, plural, one {1 row} other {# rows}} of the last file could not be used. HR can correct them.", { n: rejected }),
    });
  if (overdue > 0) blocks.push({ text: overdueLeaversText(overdue) });
  if (held.length > 0)
    blocks.push({
      text: t("{n, plural, one {A limit put one run on hold:} other {Limits put # runs on hold:}}", { n: held.length }),
      list: held.map((run) => runItem(run, url)),
    });
  if (failed.length > 0)
    blocks.push({
      text: t("{n, plural, one {One run has} other {# runs have}} failed in the last 24 hours:", { n: failed.length }),
      list: failed.map((run) => runItem(run, url)),
    });
  blocks.push(where(url, "/review", t("Open the review"), `rollcall review list --job ${shellWord(job.name)}`));
  const subject =
    pending > 0
      ? t("Rollcall {job}: {n, plural, one {# removal needs} other {# removals need}} a decision", { job: job.name, n: pending })
      : t("Rollcall {job}: your attention is needed", { job: job.name });
  return message(subject, blocks, job);
}

/** Composes the message about a run that is on hold or failed. */
export function aboutRun(run: Run, { job, console: url }: MessageOptions): Message {
  const held = run.status === "held";
  const time = dateTime(run.started_at);
  const limits = ((run.held ?? []) as { limit: string; found: number; allowed: number }[]).map(({ limit, found, allowed }) => ({
    text: t("{limit}: {found} found, {allowed} allowed", { limit: limitLabel(limit), found, allowed }),
  }));
  const blocks: Block[] = [
    held
      ? { text: t("The run of {time} exceeds a limit. Nothing was sent. Someone must release or cancel it.", { time }), list: limits }
      : { text: t("The run of {time} did not finish.", { time }), list: run.problem === null ? [] : [{ text: run.problem.code }] },
  ];
  if (!held && run.problem !== null) blocks.push({ text: run.problem.message, detail: true });
  blocks.push(where(url, `/runs/${encodeURIComponent(run.id)}`, t("Open the run"), `rollcall runs show ${run.id}`));
  const about = { job: job.name };
  return message(held ? t("Rollcall {job}: a run is on hold", about) : t("Rollcall {job}: a run has failed", about), blocks, job);
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
      text: t("{by} asks you to decide {n, plural, one {one removal} other {# removals}}:", { by, n }),
      list: causeItems(causes, options),
    },
    { text: t("Note: {note}", { note }) },
    { text: t("No one loses a group until someone decides.") },
    where(url, "/review", t("Open the review"), `rollcall review list --job ${shellWord(job.name)}`),
  ];
  return message(
    t("Rollcall {job}: {n, plural, one {# removal was} other {# removals were}} reassigned to you", { job: job.name, n }),
    blocks,
    job,
  );
}

/** Composes the message about a scheduled run that did not start. */
export function aboutMissed(due: Date, { job, console: url }: MessageOptions): Message {
  const blocks: Block[] = [
    {
      text: t("The run of {job} that was due on {time} did not start. Nothing was read or changed.", {
        job: job.name,
        time: dateTime(due),
      }),
    },
    {
      text: t("Check that the scheduler is running and reaches the database. The next run reads the whole file again, so nothing is lost."),
    },
    toStatus(url, job),
  ];
  return message(t("Rollcall {job}: a scheduled run did not happen", { job: job.name }), blocks, job);
}

/** Composes the message about a run without progress. */
export function aboutStalled(run: string, since: Date, { job, console: url }: MessageOptions): Message {
  const blocks: Block[] = [
    {
      text: t("Run {id} has made no progress since {time}. Nothing is lost, and later runs of the job wait for it.", {
        id: run,
        time: dateTime(since),
      }),
    },
    {
      text: t(
        "Check that a worker is running and that Redis, the database and the service respond. The run continues by itself. You can also cancel it.",
      ),
    },
    toStatus(url, job),
  ];
  return message(t("Rollcall {job}: a run makes no progress", { job: job.name }), blocks, job);
}

function message(subject: string, blocks: Block[], { name }: Job): Message {
  return { subject, blocks, footer: t("Rollcall sent this message because of the “notify” setting of the job {job}.", { job: name }) };
}

/** Returns a link into the console, or the command for readers without one. */
function where(url: string | null, path: string, text: string, command: string): Block {
  return url === null ? { text: t("On the command line: {command}", { command }) } : { text, link: `${url}${path}` };
}

function toStatus(url: string | null, { name }: Job): Block {
  return where(url, "/status", t("Open the connection page"), `rollcall runs list --job ${shellWord(name)}`);
}

function runItem({ id, status, started_at: at }: Run, url: string | null): Item {
  const text = t("{time}: {status}", { time: dateTime(at), status: runStatusLabel(status) });
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
    : t("{group}: remove {n, plural, one {1 person} other {# people}}? ({cause})", { group: groups, n: 1, cause: causeLabel(kind) });
  const ready = causes.reduce((sum, { advice }) => sum + advice.remove, 0);
  const item = { text: asked, note: recommendation(bundleAdvice(ready, causes.length), ready === 0) };
  return url === null || person === undefined ? item : { ...item, link: `${url}/review?person=${personId(person.job, person.key)}` };
}

/** “Recommendation: No recommendation” would contradict itself. */
function recommendation(advice: string, isNone: boolean): string {
  return isNone ? `${advice}.` : t("Recommendation: {advice}.", { advice });
}

function causeItem({ id, kind, gains, people, group, advice }: AdvisedCause, { console: url, people: names }: MessageOptions): Item {
  // The question about one person names them.
  const asked =
    names || people.length > 1
      ? causeQuestion({ kind, group, gains, people: people.length, name: people[0]?.name ?? "" })
      : t("{group}: remove {n, plural, one {1 person} other {# people}}? ({cause})", { group, n: people.length, cause: causeLabel(kind) });
  const shown = people.slice(0, MAX_ITEMS.names).map(personText);
  const more = people.length - shown.length;
  const listed = more > 0 ? t("{names} and {n} more", { names: shown.join(", "), n: more }) : shown.join(", ");
  const isNone = advice.remove === 0 && advice.reasons.every((one) => one.advice === "none");
  // The question about one person names them already.
  const note = [recommendation(shortCauseAdvice(advice), isNone), ...(names && people.length > 1 ? [listed] : [])].join(" ");
  const item = { text: asked, note };
  return url === null ? item : { ...item, link: `${url}/review/causes/${encodeURIComponent(id)}` };
}
