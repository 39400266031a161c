import { fact } from "../domain/facts/fact.ts";
import { isLoopback } from "../domain/loopback.ts";
import { MAIL_ADDRESS } from "../domain/names.ts";
import { DeliveryFault } from "./deliver.ts";

export interface Mail {
  /** Whether the mail may leave this machine without TLS. */
  insecure?: boolean;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** Equal for the same notice: a server that gets it twice can tell. */
  id: string;
  attachment: { name: string; content: Uint8Array } | null;
}

/** Longest waits in ms: for the connection, and for a server that says nothing. */
export interface Patience {
  connect: number;
  silence: number;
}
const PATIENCE: Patience = { connect: 10_000, silence: 30_000 };

/** Sends one mail by SMTP. No error holds the address of the server with its credentials, or what the server said. */
export async function sendMail(smtp: string, mail: Mail, patience: Patience = PATIENCE): Promise<void> {
  if (!mail.to.every((address) => MAIL_ADDRESS.test(address))) throw new DeliveryFault(fact("mail.recipient_is_no_address", {}), false);
  const url = new URL(smtp);
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const auth = url.username === "" ? undefined : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  // Few commands send mail, and all of them would have to load it.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // Without STARTTLS the mail is not sent: it is about people, and a password may travel with it (I9).
    requireTLS: !secure && mail.insecure !== true && !isLoopback(host),
    ...(auth === undefined ? {} : { auth }),
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.silence,
    dnsTimeout: patience.connect,
    tls: { minVersion: "TLSv1.2" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { attachment, from, id, to, insecure: _allowed, ...rest } = mail;
  try {
    const sent = await transport.sendMail({
      ...rest,
      // As parts: the library would read a text as a list, or as a group with a colon.
      from: senderOf(from),
      to: to.map((address) => ({ name: "", address })),
      messageId: `<${id}@rollcall>`,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      attachments: attachment === null ? [] : [{ filename: attachment.name, content: Buffer.from(attachment.content), contentType: XLSX }],
    });
    if (sent.rejected.length > 0)
      throw new DeliveryFault(fact("mail.addresses_are_refused", { host, refused: sent.rejected.length, all: to.length }), false, true);
  } catch (error) {
    throw error instanceof DeliveryFault ? error : faultOf(error, host);
  } finally {
    transport.close();
  }
}

function senderOf(from: string): { name: string; address: string } {
  const at = from.lastIndexOf(" ");
  return { name: from.slice(0, Math.max(at, 0)), address: from.slice(at + 1).replaceAll(/[<>]/g, "") };
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function faultOf(error: unknown, host: string): DeliveryFault {
  const code = textIn(error, "code");
  const status = error instanceof Error && "responseCode" in error && typeof error.responseCode === "number" ? error.responseCode : null;
  const answer = String(status);
  if (code === "EAUTH" || code === "ENOAUTH")
    return new DeliveryFault(fact("mail.credentials_are_refused", { host, answer: status === null ? null : answer }), false);
  if (code === "ETLS" || /certificate|self.signed|altname|ssl|tls/i.test(`${code} ${error instanceof Error ? error.message : ""}`))
    return new DeliveryFault(fact("mail.cannot_be_encrypted", { host }), false);
  if (status !== null) {
    const isAddress = code === "EENVELOPE" && textIn(error, "command") !== "DATA";
    return new DeliveryFault(fact(isAddress ? "mail.sender_is_refused" : "mail.is_refused", { host, answer }), status < 500);
  }
  if (code === "ETIMEDOUT") return new DeliveryFault(fact("notice.server_is_silent", { host }), true);
  return new DeliveryFault(fact("notice.server_is_unreachable", { host, code: code === "" ? null : code }), true);
}

function textIn(error: unknown, name: "code" | "command"): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : "";
  return typeof value === "string" ? value : "";
}
