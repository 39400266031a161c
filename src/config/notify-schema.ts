import { z } from "zod";
import { fact } from "../domain/facts/fact.ts";
import { isUnencrypted } from "../domain/loopback.ts";
import { READER_LANGUAGES } from "../domain/languages.ts";
import { MAIL_ADDRESS } from "../domain/names.ts";
import type { NotifySettings } from "../domain/settings.ts";
import type { YamlSource } from "./yaml.ts";
import { filledText, says } from "./values.ts";

const language = z.enum(READER_LANGUAGES).default("en");

const address = filledText.regex(MAIL_ADDRESS, says("config.not_mail_address"));
/** An address, optionally with a name before it. */
const sender = filledText.regex(/^(?:[^\r\n<>@,;"]+ )?<?[^\s@,;<>"()]+@[^\s@,;<>"()]+>?$/, says("config.not_sender"));

/** `notify` of a job file. */
export const notifySchema = z.strictObject({
  mail: z
    .strictObject({
      to: z.array(address, says("config.not_list_of", { of: "addresses" })).min(1, says("config.names_none", { of: "addresses" })),
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
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, says("config.not_time_of_day"))
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
  if (mail === undefined && webhook === undefined) source.fault(["notify"], fact("config.no_recipient", {}));
  if (mail !== undefined && !isAddressOf(mail.smtp, ["smtp:", "smtps:"])) source.fault(["notify", "mail", "smtp"], "config.not_smtp");
  if (webhook !== undefined && !isWebhook(webhook.url)) source.fault(["notify", "webhook", "url"], "config.not_webhook");
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
