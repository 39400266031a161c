import { randomUUID } from "node:crypto";
import type { Fact } from "../domain/facts/fact.ts";
import { asLanguage } from "../domain/languages.ts";
import { withAdvice } from "../reporting/removals/advice.ts";
import { countAdvice } from "../reporting/removals/cause-advice.ts";
import { asReader } from "../reporting/locales/reader.ts";
import { byCause } from "../reporting/removals/pending-removals.ts";
import { listUsers } from "../store/console/users.ts";
import type { Removal } from "../store/review/removals.ts";
import { aboutReassigned } from "./compose.ts";
import { deliver } from "./deliver.ts";
import { sendMail } from "./mail.ts";
import { asHtml, asText } from "./message.ts";
import { readerOf, type NotifyParts } from "./notify.ts";

/**
 * Mails the user, or everyone with the role, to whom removals of the job were reassigned; users without an address get
 * nothing. Each gets a mail of their own, in the language of their account.
 * @returns why mails could not be sent
 */
export async function mailReassigned(
  { db, job, console: url, now, sleep }: NotifyParts,
  { to, by, note, removals }: { to: string; by: string; note: string; removals: readonly Removal[] },
): Promise<Fact[]> {
  const mail = job.notify?.mail ?? null;
  if (mail === null) return [];
  const users = (await listUsers(db)).filter(({ name, role, disabled_at: end }) => end === null && (name === to || `role:${role}` === to));
  if (users.every(({ email }) => email === null)) return [];
  const advised = new Map((await withAdvice(db, removals, now)).map((removal) => [removal.id, removal]));
  const causes = byCause(removals).map((cause) => ({
    ...cause,
    advice: countAdvice(cause.people.flatMap(({ id }) => advised.get(id) ?? [])),
  }));
  const faults = await Promise.all(
    users.map(async ({ email, language }) => {
      if (email === null) return null;
      const { message, html } = asReader(readerOf(job, asLanguage(language) ?? mail.language), () => {
        const made = aboutReassigned({ by, note, causes }, { job, console: url, people: mail.people });
        return { message: made, html: asHtml(made) };
      });
      const { from, insecure, smtp } = mail;
      const { subject } = message;
      return deliver(
        () => sendMail(smtp, { from, insecure, to: [email], subject, text: asText(message), html, id: randomUUID(), attachment: null }),
        sleep,
      );
    }),
  );
  const found = new Map(faults.flatMap((fault) => (fault === null ? [] : [[JSON.stringify(fault.fact), fault.fact]])));
  return [...found.values()];
}
