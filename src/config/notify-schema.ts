import { z } from "zod";
import { isUnencrypted } from "../domain/loopback.ts";
import { READER_LANGUAGES } from "../domain/languages.ts";
import { MAIL_ADDRESS } from "../domain/names.ts";
import type { NotifySettings } from "../domain/settings.ts";
import type { YamlSource } from "./yaml.ts";
import { filledText } from "./values.ts";

const language = z.enum(READER_LANGUAGES, { error: `must be one of ${READER_LANGUAGES.join(", ")}` }).default("en");

const address = filledText.regex(MAIL_ADDRESS, { error: "must be an e-mail address, such as hr@example.com" });
/** An address, optionally with a name before it. */
const sender = filledText.regex(/^(?:[^\r\n<>@,;"]+ )?<?[^\s@,;<>"()]+@[^\s@,;<>"()]+>?$/, {
  error: "must be an e-mail address, such as rollcall@example.com or Rollcall <rollcall@example.com>",
});

/** `notify` of a job file. */
export const notifySchema = z.strictObject({
  mail: z
    .strictObject({
      to: z.array(address, { error: "must be a list of e-mail addresses" }).min(1, { error: "must name at least one address" }),
      from: sender,
      smtp: filledText,
      insecure: z.boolean().default(false),
      language,
      attach: z.boolean().default(false),
      people: z.boolean().default(false),
    })
    .optional(),
  webhook: z.strictObject({ url: filledText, language }).optional(),
  digest: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of the day, such as "08:00"' })
    .optional(),
});

/**
 * Reads `notify`; `null` if the job has none.
 * @returns `undefined` after adding its errors to the source
 */
export function readNotify(source: YamlSource, raw: unknown): NotifySettings | null | undefined {
  if (raw === undefined || raw === null) return null;
  const form = source.check(notifySchema, raw, ["notify"]);
  if (form === undefined) return undefined;
  const { mail, webhook, digest } = form;
  if (mail === undefined && webhook === undefined) source.fault(["notify"], "`notify` has no recipient: add `mail`, `webhook` or both");
  if (mail !== undefined && !isAddressOf(mail.smtp, ["smtp:", "smtps:"]))
    source.fault(["notify", "mail", "smtp"], "`notify.mail.smtp` must be an address such as smtps://user:password@mail.example.com");
  if (webhook !== undefined && !isWebhook(webhook.url))
    source.fault(
      ["notify", "webhook", "url"],
      "`notify.webhook.url` must be an address that starts with https:// (http:// on this machine only)",
    );
  return { mail: mail ?? null, webhook: webhook ?? null, digest: digest ?? null };
}

/** An unset variable passes, because it has its own error. */
function isAddressOf(text: string, protocols: readonly string[]): boolean {
  if (text.includes("${")) return true;
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "";
}

/** Notices are about people, so they need an encrypted connection. */
function isWebhook(text: string): boolean {
  if (isAddressOf(text, ["https:"])) return true;
  return isAddressOf(text, ["http:"]) && !isUnencrypted(text);
}
