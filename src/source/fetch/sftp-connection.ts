import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type Client from "ssh2-sftp-client";
import type { FileInfo } from "ssh2-sftp-client";
import { readKeyFile, type KeyFileError } from "../key-file.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { FileProblem } from "../../domain/problem.ts";
import type { SftpSettings } from "../../domain/settings.ts";
import { unusable } from "../unusable.ts";

/** How long to wait, in ms, for the connection, and for a server that says nothing. */
export interface Patience {
  connect: number;
  silence: number;
}
export const PATIENCE: Patience = { connect: 20_000, silence: 60_000 };
const END_TIMEOUT_MS = 2000;
/** More than the list of 200,000 files has. */
const MAX_LIST_BYTES = 64_000_000;

/** Watches the work with a server. */
export interface Watch {
  socket: Socket;
  /** Tells that the server has answered. */
  answered(): void;
  /** Ends the work with an error. */
  fail(error: Error): void;
}

/** Connects to the server, and ends the connection after the work. */
export async function withServer<T>(
  server: SftpSettings,
  work: (client: Client, watch: Watch) => Promise<T>,
  { connect: connectTimeout, silence } = PATIENCE,
): Promise<T> {
  const { host, port, user, password, passphrase } = server;
  const privateKey = server.privateKey === null ? undefined : await readKey(server);
  let offered: string | null = null;
  // Loaded only when needed.
  const { default: Sftp } = await import("ssh2-sftp-client");
  // By default, the library prints such events on standard output. The call in progress fails with them anyway.
  const client = new Sftp("rollcall", { error: () => {}, end: () => {}, close: () => {} });
  const sock = connect({ host, port });
  try {
    await client
      .connect({
        sock,
        host,
        port,
        username: user,
        readyTimeout: connectTimeout,
        ...(password === null ? {} : { password }),
        ...(privateKey === undefined ? {} : { privateKey }),
        ...(passphrase === null ? {} : { passphrase }),
        // Verify the host key before sending any credential.
        hostVerifier: (key: Buffer) => {
          offered = `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
          return offered === server.hostKey;
        },
      })
      .catch((error: unknown) => {
        throw offered !== null && offered !== server.hostKey ? wrongHost(server, offered) : notConnected(server, error);
      });
    return await unlessSilent(server, silence, (watch) => work(client, { socket: sock, ...watch }));
  } finally {
    // Without a network, the end is never confirmed.
    await Promise.race([client.end().catch(() => undefined), sleep(END_TIMEOUT_MS, undefined, { ref: false })]);
    sock.destroy();
  }
}

function unlessSilent<T>(server: SftpSettings, silence: number, work: (watch: Omit<Watch, "socket">) => Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const late = (): void => fail(failed(server, fact("sftp.silent", { seconds: Math.round(silence / 1000) })));
    const timer = setTimeout(late, silence);
    void work({ answered: () => void timer.refresh(), fail })
      .then(done, fail)
      .finally(() => clearTimeout(timer));
  });
}

async function readKey(server: SftpSettings): Promise<Buffer> {
  const path = server.privateKey ?? "";
  return readKeyFile(path).catch(({ why }: KeyFileError) => {
    const what = fact("sftp.key_unreadable", { host: server.host, why });
    throw unusable("sftp_key", path, what, fact("advice.check_setting", { setting: "sftp.private_key" }));
  });
}

function wrongHost(server: SftpSettings, offered: string): FileProblem {
  return unusable(
    "host_key",
    `sftp://${server.host}`,
    fact("sftp.other_host_key", { offered, expected: server.hostKey }),
    fact("advice.ask_host_key", {}),
  );
}

function notConnected(server: SftpSettings, error: unknown): FileProblem {
  const text = error instanceof Error ? error.message : "";
  if (/authentication/i.test(text)) {
    return unusable(
      "sftp_refused",
      `sftp://${server.host}`,
      fact("sftp.user_rejected", { user: server.user, by: server.privateKey === null ? "password" : "key" }),
      fact("advice.check_sftp_user", {}),
    );
  }
  if (/private ?key|passphrase|cannot parse/i.test(text)) {
    return unusable(
      "sftp_key",
      server.privateKey ?? "",
      fact("sftp.key_invalid", { host: server.host }),
      fact("advice.check_sftp_key", {}),
    );
  }
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  return unusable(
    "sftp_unreachable",
    `sftp://${server.host}:${server.port}`,
    code === null ? fact("sftp.no_connection", {}) : fact("sftp.unreachable", { error: code }),
    fact("advice.check_sftp_host", {}),
  );
}

/** The library keeps the whole list in memory, and a list may have no end. */
export async function listFolder(server: SftpSettings, client: Client, folder: string, { socket, fail }: Watch): Promise<FileInfo[]> {
  const end = socket.bytesRead + MAX_LIST_BYTES;
  const stopAtEnd = (): void => {
    if (socket.bytesRead <= end) return;
    fail(failed(server, fact("sftp.list_too_large", { folder, megabytes: MAX_LIST_BYTES / 1_000_000 })));
    socket.destroy();
  };
  socket.on("data", stopAtEnd);
  try {
    return await client.list(folder);
  } catch (error) {
    throw failed(server, fact("sftp.not_listed", { folder, why: reasonOf(error) }));
  } finally {
    socket.off("data", stopAtEnd);
  }
}

export function failed(server: SftpSettings, what: Fact): FileProblem {
  return unusable("sftp_failed", `sftp://${server.host}`, what, fact("advice.check_sftp_path", {}));
}

/** Codes of the library and the system, and not of the server. */
const LOST_CODES: ReadonlySet<string> = new Set(["ERR_GENERIC_CLIENT", "ERR_NOT_CONNECTED", "ECONNRESET", "EPIPE"]);

/** Maps the error code of the server; the library's message adds only paths. */
export function reasonOf(error: unknown): Fact {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "3" || code === "EACCES") return fact("sftp.permission_denied", {});
  if (code === "2" || code === "ENOENT") return fact("sftp.no_such_file", {});
  if (LOST_CODES.has(code)) return fact("sftp.connection_lost", {});
  return code === "" ? fact("sftp.no_reason", {}) : fact("sftp.reported", { error: code });
}
