import { hash } from "node:crypto";
import { DateTime } from "luxon";
import type { Fact } from "../domain/facts/fact.ts";
import type { ReaderLanguage } from "../domain/languages.ts";
import type { ProxyEnvironment } from "../domain/proxy.ts";
import type { Job, NotifySettings } from "../domain/settings.ts";
import { asReader, localeOf, type Reader } from "../reporting/locales/reader.ts";
import { pendingReport } from "../reporting/removals/pending-report.ts";
import { removalsWorkbook, workbookName } from "../reporting/workbook/workbook.ts";
import { claimNotice, dropNotice, setNoticeSent, type Notice } from "../store/review/notifications.ts";
import type { Run } from "../store/runs/runs.ts";
import type { Db } from "../store/schema/tables.ts";
import { aboutMissed, aboutRun, aboutStalled, digest, type MessageOptions } from "./compose.ts";
import { deliver, type DeliveryFault } from "./deliver.ts";
import { sendMail } from "./mail.ts";
import { asHtml, asText, asWebhook, type Message } from "./message.ts";
import { hasFailed, isNothing, pendingSummary } from "./pending.ts";
import { postWebhook } from "./webhook.ts";
import type { Clock } from "../domain/clock.ts";

type Channel = "mail" | "webhook";
type Kind = "digest" | "held" | "failed" | "missed" | "stalled";

/** The outcome of a notification; it never stops a run. */
export interface NotifyResult {
  sent: { channel: Channel; kind: Kind }[];
  /** Told on the same day already. */
  before: { channel: Channel; kind: Kind }[];
  failed: { channel: Channel; kind: Kind; why: Fact }[];
}

export interface NotifyParts {
  db: Db;
  job: Job;
  /** Where the console is reached; `null`: not known. */
  console: string | null;
  now: Date;
  /** Waits between two tries. */
  sleep: Clock["sleep"];
  /** Names the proxy for webhooks. */
  env: ProxyEnvironment;
}

/** Mail servers refuse more than this. */
const mostAttached = 10_000_000;
/** After this time, a process that claimed a message counts as ended. */
const GIVEN_UP = 10 * 60_000;

interface Content {
  kind: Kind;
  /** Notices that are sent at most once a day. */
  subject: string;
  /** The day of the digest; today by default. */
  on?: Date;
  message(options: MessageOptions, workbook: "attached" | "too large" | null): Message;
  workbook: boolean;
}

/** Sends notices about a run on hold or failed at once; `digest` adds the pending removals if they are due. */
export async function notifyAboutRun(parts: NotifyParts, run: Run): Promise<NotifyResult> {
  const result: NotifyResult = { sent: [], before: [], failed: [] };
  const { notify } = parts.job;
  if (notify === null) return result;
  const kind: Kind | null = run.status === "held" ? "held" : hasFailed(run) ? "failed" : null;
  // Of an older one the digest reminds.
  if (kind !== null && run.started_at.getTime() > parts.now.getTime() - 86_400_000) {
    const what = kind === "held" ? limitsOf(run) : (run.problem?.code ?? "");
    await send(
      parts,
      notify,
      { kind, subject: `${run.job}: ${what}`, message: (options) => aboutRun(run, options), workbook: false },
      result,
    );
  }
  if (isDue(parts)) await sendDigestTo(parts, notify, result);
  return result;
}

/** Sends the digest once a day, unless nothing is pending. */
export async function sendDigest(parts: NotifyParts): Promise<NotifyResult> {
  const result: NotifyResult = { sent: [], before: [], failed: [] };
  const { notify } = parts.job;
  if (notify !== null) await sendDigestTo(parts, notify, result);
  return result;
}

/** Tells that a scheduled run did not happen: once, whenever it is found out. */
export async function notifyMissed(parts: NotifyParts, due: Date): Promise<NotifyResult> {
  const result: NotifyResult = { sent: [], before: [], failed: [] };
  const { job } = parts;
  if (job.notify === null) return result;
  const content: Content = {
    kind: "missed",
    subject: `${job.name}: ${due.toISOString()}`,
    on: due,
    message: (options) => aboutMissed(due, options),
    workbook: false,
  };
  await send(parts, job.notify, content, result);
  return result;
}

/** Tells that a run, or a request for one, makes no progress: once for each time that it stops. */
export async function notifyStalled(parts: NotifyParts, run: string, since: Date): Promise<NotifyResult> {
  const result: NotifyResult = { sent: [], before: [], failed: [] };
  const { job } = parts;
  if (job.notify === null) return result;
  const content: Content = {
    kind: "stalled",
    subject: `${run}: ${since.toISOString()}`,
    on: since,
    message: (options) => aboutStalled(run, since, options),
    workbook: false,
  };
  await send(parts, job.notify, content, result);
  return result;
}

/** Whether the time of the day for the digest has come, where the job is at home. */
export function isDue({ job, now }: Pick<NotifyParts, "job" | "now">): boolean {
  const time = job.notify?.digest ?? null;
  return time === null || here(job, now).toFormat("HH:mm") >= time;
}

async function sendDigestTo(parts: NotifyParts, notify: NotifySettings, result: NotifyResult): Promise<void> {
  const attention = await pendingSummary(parts.db, parts.job, parts.now);
  if (isNothing(attention)) return;
  const content: Content = {
    kind: "digest",
    subject: parts.job.name,
    message: (options, workbook) => digest(attention, options, workbook),
    workbook: attention.counts.removals > 0,
  };
  await send(parts, notify, content, result);
}

/** Each way for itself: what one cannot take, the other still tells. */
async function send(parts: NotifyParts, { mail, webhook }: NotifySettings, content: Content, result: NotifyResult): Promise<void> {
  const { job, console: url, db, now } = parts;
  const notice = (channel: Channel): Notice => ({
    kind: `${content.kind}:${channel}`,
    subject: content.subject,
    day: here(job, content.on ?? now).toISODate() ?? now.toISOString().slice(0, 10),
  });
  if (mail !== null) {
    await once(parts, notice("mail"), { channel: "mail", kind: content.kind }, result, async () => {
      const reader = readerOf(job, mail.language);
      const { message, attachment, asPage } = await asReader(reader, async () => {
        const report = mail.attach && content.workbook ? await pendingReport(db, job.name, now) : null;
        const workbook = report === null ? null : await removalsWorkbook(db, report);
        const fits = workbook !== null && workbook.length <= mostAttached;
        const made = content.message(
          { job, console: url, people: mail.people },
          workbook === null ? null : fits ? "attached" : "too large",
        );
        const name = workbookName(now.toISOString());
        return { message: made, asPage: asHtml(made), attachment: fits ? { name, content: workbook } : null };
      });
      const { day, kind, subject } = notice("mail");
      return () =>
        sendMail(mail.smtp, {
          from: mail.from,
          insecure: mail.insecure,
          to: mail.to,
          subject: message.subject,
          text: asText(message),
          html: asPage,
          id: hash("sha256", JSON.stringify([job.service.account, kind, subject, day])).slice(0, 32),
          attachment,
        });
    });
  }
  if (webhook !== null) {
    await once(parts, notice("webhook"), { channel: "webhook", kind: content.kind }, result, async () => {
      // More people read a channel than a mailbox, so it never contains names.
      const message = asReader(readerOf(job, webhook.language), () => content.message({ job, console: url, people: false }, null));
      return () => postWebhook(webhook.url, asWebhook(message), { proxy: parts.env });
    });
  }
}

async function once(
  { db, now, sleep }: NotifyParts,
  notice: Notice,
  what: { channel: Channel; kind: Kind },
  result: NotifyResult,
  prepare: () => Promise<() => Promise<void>>,
): Promise<void> {
  if (!(await claimNotice(db, notice, now, new Date(now.getTime() - GIVEN_UP)))) {
    result.before.push(what);
    return;
  }
  let fault: DeliveryFault | null;
  try {
    fault = await deliver(await prepare(), sleep);
  } catch (error) {
    await dropNotice(db, notice);
    throw error;
  }
  if (fault !== null) result.failed.push({ ...what, why: fault.fact });
  if (fault !== null && !fault.partly) {
    await dropNotice(db, notice);
    return;
  }
  await setNoticeSent(db, notice, fault === null ? {} : { problem: fault.fact });
  if (fault === null) result.sent.push(what);
}

function limitsOf({ held }: Run): string {
  return ((held ?? []) as { limit: string }[])
    .map(({ limit }) => limit)
    .sort()
    .join(", ");
}

/** Times are shown in the time zone of the job's schedule. */
export function readerOf(job: Job, language: ReaderLanguage): Reader {
  return { language, locale: localeOf(language), timeZone: job.schedule?.timezone ?? DateTime.local().zoneName };
}

function here(job: Job, now: Date): DateTime {
  return DateTime.fromJSDate(now, { zone: job.schedule?.timezone ?? "local" });
}
