import { z } from "zod";
import { isUnencrypted } from "../model/loopback.ts";
import { LANGUAGES, type NotifySettings } from "../model/settings.ts";
import type { YamlSource } from "../model/yaml.ts";
import { filledText } from "./values.ts";

const language = z.enum(LANGUAGES, { error: `must be ${LANGUAGES.join(" or ")}` }).default("en");

/** One address and nothing else: a line break or a comma in it would add others. */
const address = filledText.regex(/^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/, { error: "must be an e-mail address, such as hr@example.com" });
/** The same, or with a name before it. */
const sender = filledText.regex(/^(?:[^\r\n<>@,;"]+ )?<?[^\s@,;<>"()]+@[^\s@,;<>"()]+>?$/, {
  error: "must be an e-mail address, such as rollcall@example.com or Rollcall <rollcall@example.com>",
});

/** The part `notify` of a job file. */
export const notifySchema = z.strictObject({
  mail: z
    .strictObject({
      to: z.array(address, { error: "must be a list of e-mail addresses" }).min(1, { error: "must name at least one address" }),
      from: sender,
      smtp: filledText,
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
 * Reads who is told when something waits; `null` where the job tells nobody.
 * @returns `undefined` where it has faults, which the source then holds
 */
export function readNotify(source: YamlSource, raw: unknown): NotifySettings | null | undefined {
  if (raw === undefined || raw === null) return null;
  const form = source.check(notifySchema, raw, ["notify"]);
  if (form === undefined) return undefined;
  const { mail, webhook, digest } = form;
  if (mail === undefined && webhook === undefined)
    source.fault(["notify"], "`notify` names nobody to tell: give it `mail`, `webhook` or both");
  if (mail !== undefined && !isAddressOf(mail.smtp, ["smtp:", "smtps:"]))
    source.fault(["notify", "mail", "smtp"], "`notify.mail.smtp` must be an address such as smtps://user:password@mail.example.com");
  if (webhook !== undefined && !isWebhook(webhook.url))
    source.fault(
      ["notify", "webhook", "url"],
      "`notify.webhook.url` must be an address that starts with https:// (http:// on this machine only)",
    );
  return { mail: mail ?? null, webhook: webhook ?? null, digest: digest ?? null };
}

/** A variable that is not set has its own fault. */
function isAddressOf(text: string, protocols: readonly string[]): boolean {
  if (text.includes("${")) return true;
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "";
}

/** What waits for a decision is nobody else's business on the way. */
function isWebhook(text: string): boolean {
  if (isAddressOf(text, ["https:"])) return true;
  return isAddressOf(text, ["http:"]) && !isUnencrypted(text);
}
