import { createServer, type AddressInfo, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";

interface ReceivedMail {
  from: string;
  to: string[];
  user: string | null;
  secure: boolean;
  /** As it came, headers and all. */
  raw: string;
}

export interface SmtpServer {
  port: number;
  mails: ReceivedMail[];
  /** How many connections there were. */
  connections(): number;
  close(): Promise<void>;
}

export interface SmtpBehaviour {
  user?: { name: string; password: string };
  /** Offers STARTTLS with this certificate. */
  tls?: { key: string; cert: string };
  /** Answers such a command so, as often as is said; then as usual. */
  answers?: Record<string, { code: number; times: number }>;
  /** Takes the connection and says nothing. */
  mute?: boolean;
}

/** A mail server on this machine that speaks enough SMTP for a client to send mail. */
export async function smtpServer(behaviour: SmtpBehaviour = {}): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    if (behaviour.mute !== true) talk(socket, behaviour, mails, false);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
  onTestFinished(() => close().catch(() => undefined));
  return { port: (server.address() as AddressInfo).port, mails, connections: () => connections, close };
}

function talk(socket: Socket, behaviour: SmtpBehaviour, mails: ReceivedMail[], secure: boolean): void {
  const { user, tls, answers = {} } = behaviour;
  let mail: ReceivedMail = { from: "", to: [], user: null, secure, raw: "" };
  let who: string | null = null;
  let inData = false;
  let pending = "";
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  if (!secure) say("220 test ESMTP");

  const command = (line: string): void => {
    const [verb = "", rest = ""] = line.split(/ (.*)/s);
    const name = verb.toUpperCase();
    const answer = answers[name];
    if (answer !== undefined && answer.times > 0) {
      answer.times -= 1;
      return say(`${answer.code} no, hunter2`);
    }
    switch (name) {
      case "EHLO":
        say("250-test");
        if (user !== undefined) say("250-AUTH PLAIN");
        if (tls !== undefined && !secure) say("250-STARTTLS");
        return say("250 8BITMIME");
      case "STARTTLS": {
        if (tls === undefined) return say("502 no");
        say("220 go on");
        socket.removeAllListeners("data");
        const safe = new TLSSocket(socket, { isServer: true, key: tls.key, cert: tls.cert });
        safe.on("error", () => undefined);
        return talk(safe, behaviour, mails, true);
      }
      case "AUTH": {
        const [, name2 = "", password = ""] = Buffer.from(rest.replace(/^PLAIN /, ""), "base64")
          .toString("utf8")
          .split("\0");
        if (user === undefined || name2 !== user.name || password !== user.password) return say(`535 ${name2} and ${password} are wrong`);
        who = name2;
        return say("235 welcome");
      }
      case "MAIL":
        if (user !== undefined && who === null) return say("530 who are you?");
        mail = { from: /<(.*)>/.exec(rest)?.[1] ?? "", to: [], user: who, secure, raw: "" };
        return say("250 ok");
      case "RCPT":
        mail.to.push(/<(.*)>/.exec(rest)?.[1] ?? "");
        return say("250 ok");
      case "DATA":
        inData = true;
        return say("354 go on");
      case "QUIT":
        say("221 bye");
        return void socket.end();
      default:
        return say("250 ok");
    }
  };

  socket.on("data", (chunk: Buffer) => {
    pending += chunk.toString("latin1");
    for (;;) {
      const end = pending.indexOf(inData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const text = pending.slice(0, end);
      pending = pending.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        mails.push({ ...mail, raw: text.replaceAll("\r\n..", "\r\n.") });
        say("250 taken");
      } else command(text);
    }
  });
}

export interface MailPart {
  type: string;
  name: string | null;
  content: Buffer;
}

/** The headers of a mail, decoded, and its parts. */
export function opened(raw: string): { headers: Record<string, string>; parts: MailPart[]; text: string; html: string } {
  const { headers, body } = split(raw);
  const parts = partsOf(headers, body);
  const of = (type: string): string => parts.find((part) => part.type === type && part.name === null)?.content.toString("utf8") ?? "";
  return { headers, parts, text: of("text/plain"), html: of("text/html") };
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const at = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, at)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), word(line.slice(line.indexOf(":") + 1).trim())]),
  );
  return { headers, body: raw.slice(at + 4) };
}

function partsOf(headers: Record<string, string>, body: string): MailPart[] {
  const type = headers["content-type"] ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary !== undefined) {
    const pieces = body.split(`--${boundary}`).slice(1, -1);
    return pieces.flatMap((piece) => {
      const inner = split(piece.replace(/^\r\n/, ""));
      return partsOf(inner.headers, inner.body);
    });
  }
  const name = /filename="?([^";]+)"?/.exec(headers["content-disposition"] ?? "")?.[1] ?? null;
  return [{ type: (type.split(";")[0] ?? "").trim(), name, content: decoded(body, headers["content-transfer-encoding"] ?? "7bit") }];
}

function decoded(body: string, encoding: string): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1");
  const text = body
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

/** An encoded word of a header, as RFC 2047 has it. */
function word(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString("utf8")
        : decoded(text.replaceAll("_", " "), "quoted-printable").toString("utf8"),
    );
}
