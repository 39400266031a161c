import { DateTime } from "luxon";
import type { Job, NotifyLanguage } from "../domain/settings.ts";
import type { Cause } from "../reporting/removals/causes.ts";
import { shellWord } from "../reporting/labels.ts";
import type { Run } from "../store/runs/runs.ts";
import type { Block, Message } from "./message.ts";
import { soon, type JobAttention } from "./pending.ts";
import type { NotifyTexts } from "./locales/form.ts";
import { texts } from "./locales/locales.ts";

/** The most causes, groups and names in one message. */
const MAX_ITEMS = { causes: 20, gains: 3, names: 10 };

export interface MessageOptions {
  job: Job;
  language: NotifyLanguage;
  /** The address of the console; `null`: not known. */
  console: string | null;
  /** Whether the message may contain names. */
  people: boolean;
}

/** Composes the daily digest. */
export function digest(attention: JobAttention, options: MessageOptions, workbook: "attached" | "too large" | null): Message {
  const { job, language, console: url } = options;
  const say = texts[language];
  const blocks: Block[] = [];
  if (attention.pending > 0) {
    const shown = attention.causes.slice(0, MAX_ITEMS.causes).map((cause) => causeLine(cause, say, options.people));
    const more = attention.causes.length - shown.length;
    blocks.push(
      { text: say.pending(attention.pending), list: [...shown, ...(more > 0 ? [say.moreCauses(more)] : [])] },
      { text: say.untouched },
    );
    if (workbook !== null) blocks.push({ text: workbook === "attached" ? say.attached : say.notAttached });
  }
  if (attention.expiring > 0) blocks.push({ text: say.expiring(attention.expiring, soon) });
  if (attention.unconfirmed > 0) blocks.push({ text: say.unconfirmed(attention.unconfirmed) });
  if (attention.blocked > 0) blocks.push({ text: say.blocked(attention.blocked) });
  if (attention.rejected > 0) blocks.push({ text: say.rejected(attention.rejected) });
  if (attention.held.length > 0)
    blocks.push({ text: say.heldRuns(attention.held.length), list: attention.held.map((run) => runLine(run, say)) });
  if (attention.failed.length > 0)
    blocks.push({ text: say.failedRuns(attention.failed.length), list: attention.failed.map((run) => runLine(run, say)) });
  if (url === null) blocks.push({ text: say.withoutConsole(`rollcall review list --job ${shellWord(job.name)}`) });
  else blocks.push({ text: say.openReview, link: `${url}/review` });
  const subject = attention.pending > 0 ? say.digestSubject(job.name, attention.pending) : say.attentionSubject(job.name);
  return { subject, blocks, footer: say.footer(job.name) };
}

/** Composes the message about a run that is on hold or failed. */
export function aboutRun(run: Run, { job, language, console: url }: MessageOptions): Message {
  const say = texts[language];
  const held = run.status === "held";
  const at = atHome(job, run.started_at);
  const limits = ((run.held ?? []) as { limit: string; found: number; allowed: number }[]).map(({ limit, found, allowed }) =>
    say.limit(say.limitLabel(limit), found, allowed),
  );
  const blocks: Block[] = [
    held
      ? { text: say.runHeld(run.id, at), list: limits }
      : { text: say.runFailed(run.id, at), list: run.problem === null ? [] : [run.problem.code] },
  ];
  if (!held && run.problem !== null) blocks.push({ text: run.problem.message, detail: true });
  if (url === null) blocks.push({ text: say.withoutConsole(`rollcall runs show ${run.id}`) });
  else blocks.push({ text: say.openRun, link: `${url}/runs/${encodeURIComponent(run.id)}` });
  return { subject: held ? say.heldSubject(job.name) : say.failedSubject(job.name), blocks, footer: say.footer(job.name) };
}

/** Composes the message about a scheduled run that did not start. */
export function aboutMissed(due: Date, { job, language, console: url }: MessageOptions): Message {
  const say = texts[language];
  const blocks: Block[] = [{ text: say.runMissed(job.name, atHome(job, due)) }, { text: say.missedWhy }];
  if (url === null) blocks.push({ text: say.withoutConsole(`rollcall runs list --job ${shellWord(job.name)}`) });
  else blocks.push({ text: say.openStatus, link: `${url}/status` });
  return { subject: say.missedSubject(job.name), blocks, footer: say.footer(job.name) };
}

/** Composes the message about a run without progress. */
export function aboutStalled(run: string, since: Date, { job, language, console: url }: MessageOptions): Message {
  const say = texts[language];
  const blocks: Block[] = [{ text: say.runStalled(run, atHome(job, since)) }, { text: say.stalledWhy }];
  if (url === null) blocks.push({ text: say.withoutConsole(`rollcall runs list --job ${shellWord(job.name)}`) });
  else blocks.push({ text: say.openStatus, link: `${url}/status` });
  return { subject: say.stalledSubject(job.name), blocks, footer: say.footer(job.name) };
}

function atHome(job: Job, at: Date): string {
  return DateTime.fromJSDate(at, { zone: job.schedule?.timezone ?? "local" }).toFormat("yyyy-LL-dd HH:mm ZZZZ");
}

function runLine({ id, status }: Run, say: NotifyTexts): string {
  return say.run(id, say.runStatusLabel(status));
}

function causeLine({ kind, people, group, gains }: Cause, say: NotifyTexts, names: boolean): string {
  const gained = gains.slice(0, MAX_ITEMS.gains).map((gain) => say.gains(gain.people, gain.group));
  const more = gains.length - gained.length;
  const parts = [say.loses(people.length, group), ...gained, ...(more > 0 ? [say.moreGains(more)] : [])];
  const line = `${parts.join("; ")} (${say.kinds[kind] ?? kind})`;
  if (!names) return line;
  const shown = people.slice(0, MAX_ITEMS.names).map(({ name, key }) => (name === "" || name === key ? key : `${name} (${key})`));
  return `${line}: ${say.people(shown, people.length - shown.length)}`;
}
