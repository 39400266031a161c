import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { join, posix } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type Client from "ssh2-sftp-client";
import type { FileInfo } from "ssh2-sftp-client";
import { readKeyFile } from "../key-file.ts";
import type { FileProblem } from "../../domain/problem.ts";
import type { SftpSettings } from "../../domain/settings.ts";
import type { LocatedFile, Locating } from "./located.ts";
import { chooseName, notFound } from "./names.ts";
import { beingWritten, refuseOld, writingSigns } from "./write-in-progress.ts";
import { unusable } from "../unusable.ts";

/** How long to wait, in ms, for the connection, and for a server that says nothing. */
interface Patience {
  connect: number;
  silence: number;
}
const PATIENCE: Patience = { connect: 20_000, silence: 60_000 };
const END_TIMEOUT_MS = 2000;
/** A delivery that is under way writes to its draft at least once in this time. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** The names of a draft, and of the file that it replaces, after the name of the file. */
const LEFTOVER = /^\.[0-9a-f]{12}\.part(\.earlier)?$/;
/** More than the list of 200,000 files has. */
const MAX_LIST_BYTES = 64_000_000;

/**
 * Fetches a file from an SFTP server, with the same guards as for a local one.
 * @param most limit of bytes
 * @throws FileProblem `sftp_unreachable`, `sftp_refused`, `host_key`, `sftp_failed`, `file_too_large`, and those of a
 * local file
 */
export async function fetchFile(
  server: SftpSettings,
  pattern: string,
  at: Locating,
  most: number,
  patience = PATIENCE,
): Promise<LocatedFile> {
  const fetching = async (client: Client, watch: Watch): Promise<LocatedFile> => {
    const { answered, fail } = watch;
    const folder = posix.dirname(pattern);
    const listed = await listFolder(server, client, folder, watch);
    const files = listed.filter(({ type }) => type === "-" || type === "l");
    const names = files.map(({ name }) => name);
    const name = chooseName(posix.basename(pattern), names, at.marked);
    const shown = (file: string): string => `sftp://${server.host}${file.startsWith("/") ? "" : "/"}${file}`;
    if (name === undefined) throw notFound(shown(pattern), posix.basename(pattern), names, at.marked);
    const remote = posix.join(folder, name);
    const sign = writingSigns(name).find((other) => names.includes(other));
    if (sign !== undefined) throw beingWritten(shown(remote), `${sign} is beside it`);
    const before = await client.stat(remote).catch((error: unknown) => {
      throw failed(server, `the size and age of ${remote} cannot be read: ${reasonOf(error)}`);
    });
    if (before.size > most) throw tooLarge(shown(remote), most);
    if (at.maxAge !== null) refuseOld(shown(remote), new Date(before.modifyTime), at.now(), at.maxAge);
    // The server's clock may differ, so allow a minute before skipping the wait.
    if (at.now().getTime() - before.modifyTime < Math.max(at.settle, 0) + 60_000) await at.sleep(at.settle);
    // The server chooses the name.
    const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
    const path = join(at.incoming, `${randomBytes(6).toString("hex")}${extension}`);
    const step = (_received: number, _part: number, size: number): void => {
      answered();
      // A server may state another size here than before.
      if (size > most) fail(tooLarge(shown(remote), most));
    };
    await client.fastGet(remote, path, { step }).catch((error: unknown) => {
      throw failed(server, `${remote} cannot be read: ${reasonOf(error)}`);
    });
    const after = await client.stat(remote).catch(() => null);
    if (after === null || after.size !== before.size || after.modifyTime !== before.modifyTime)
      throw beingWritten(shown(remote), after === null ? "it was deleted" : `its size changed from ${before.size} to ${after.size} bytes`);
    return { name: shown(remote), path, remote, copied: true };
  };
  return withServer(server, fetching, { ...patience, silence: patience.silence + at.settle });
}

/** The library keeps the whole list in memory, and a list may have no end. */
async function listFolder(server: SftpSettings, client: Client, folder: string, { socket, fail }: Watch): Promise<FileInfo[]> {
  const end = socket.bytesRead + MAX_LIST_BYTES;
  const stopAtEnd = (): void => {
    if (socket.bytesRead <= end) return;
    fail(failed(server, `the list of the folder ${folder} has more than ${MAX_LIST_BYTES / 1_000_000} MB`));
    socket.destroy();
  };
  socket.on("data", stopAtEnd);
  try {
    return await client.list(folder);
  } catch (error) {
    throw failed(server, `the folder ${folder} cannot be listed: ${reasonOf(error)}`);
  } finally {
    socket.off("data", stopAtEnd);
  }
}

/** Moves a file into a folder on the server; adds `suffix` if the name is taken. */
export async function moveRemote(server: SftpSettings, remote: string, folder: string, suffix: string): Promise<string> {
  return withServer(server, async (client) => {
    const into = posix.isAbsolute(folder) ? folder : posix.join(posix.dirname(remote), folder);
    try {
      if ((await client.exists(into)) === false) await client.mkdir(into, true);
      const name = posix.basename(remote);
      const free = (await client.exists(posix.join(into, name))) === false;
      const to = posix.join(into, free ? name : `${name}.${suffix}`);
      await client.rename(remote, to);
      return to;
    } catch (error) {
      throw failed(server, `${remote} cannot be moved to ${into}: ${reasonOf(error)}`);
    }
  });
}

/**
 * Puts a file on the server: whole or not at all. It has a temporary name until it is complete. Then deletes what killed
 * deliveries of this file left.
 */
export async function putRemote(server: SftpSettings, local: string, remote: string): Promise<void> {
  await withServer(server, async (client, { answered }) => {
    const draft = `${remote}.${randomBytes(6).toString("hex")}.part`;
    try {
      await client.fastPut(local, draft, { step: answered });
      await client.posixRename(draft, remote).catch(() => replaceFile(client, draft, remote));
    } catch (error) {
      await client.delete(draft, true).catch(() => undefined);
      throw failed(server, `${remote} cannot be written: ${reasonOf(error)}`);
    }
  });
  // The file is in place. A user who may only write cannot list the folder, which is no failure.
  await deleteLeftovers(server, remote).catch(() => undefined);
}

/** Compares times of the server only, because its clock may differ. */
async function deleteLeftovers(server: SftpSettings, remote: string): Promise<void> {
  await withServer(server, async (client, watch) => {
    const folder = posix.dirname(remote);
    const name = posix.basename(remote);
    const { modifyTime: delivered } = await client.stat(remote);
    const leftovers = (await listFolder(server, client, folder, watch)).filter(
      (file) =>
        file.type === "-" &&
        file.name.startsWith(name) &&
        LEFTOVER.test(file.name.slice(name.length)) &&
        file.modifyTime < delivered - ABANDONED_AFTER_MS,
    );
    for (const leftover of leftovers) await client.delete(posix.join(folder, leftover.name), true);
  });
}

/** Writes an empty marker file on the server. */
export async function markRemote(server: SftpSettings, mark: string): Promise<void> {
  await withServer(server, async (client) => {
    await client.put(Buffer.alloc(0), mark).catch((error: unknown) => {
      throw failed(server, `${mark} cannot be written: ${reasonOf(error)}`);
    });
  });
}

/** Puts a draft in place of a file where a rename does not replace one. If it fails, the earlier file is back. */
async function replaceFile(client: Client, draft: string, remote: string): Promise<void> {
  const earlier = `${draft}.earlier`;
  const existed = await client.rename(remote, earlier).then(
    () => true,
    () => false,
  );
  try {
    await client.rename(draft, remote);
  } catch (error) {
    if (existed) await client.rename(earlier, remote);
    throw error;
  }
  if (existed) await client.delete(earlier, true);
}

/** Watches the work with a server. */
interface Watch {
  socket: Socket;
  /** Tells that the server has answered. */
  answered(): void;
  /** Ends the work with an error. */
  fail(error: Error): void;
}

async function withServer<T>(
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
    const late = (): void => fail(failed(server, `the server did not answer for ${Math.round(silence / 1000)} s`));
    const timer = setTimeout(late, silence);
    void work({ answered: () => void timer.refresh(), fail })
      .then(done, fail)
      .finally(() => clearTimeout(timer));
  });
}

async function readKey(server: SftpSettings): Promise<Buffer> {
  const path = server.privateKey ?? "";
  return readKeyFile(path).catch((error: Error) => {
    const what = `the private key for ${server.host} cannot be read (${error.message})`;
    throw unusable("sftp_key", path, what, "Check `sftp.private_key` of the job.");
  });
}

function wrongHost(server: SftpSettings, offered: string): FileProblem {
  return unusable(
    "host_key",
    `sftp://${server.host}`,
    `the server's key is ${offered}, but the job expects ${server.hostKey}; no credential was sent`,
    "Ask the server's administrator whether its key has changed. Only then set the new key as `sftp.host_key`.",
  );
}

function notConnected(server: SftpSettings, error: unknown): FileProblem {
  const text = error instanceof Error ? error.message : "";
  if (/authentication/i.test(text)) {
    return unusable(
      "sftp_refused",
      `sftp://${server.host}`,
      `the server rejected the user ${server.user} ${server.privateKey === null ? "with the password of the job" : "with the private key of the job"}`,
      "Check `sftp.user` and `sftp.password` or `sftp.private_key`.",
    );
  }
  if (/private ?key|passphrase|cannot parse/i.test(text)) {
    return unusable(
      "sftp_key",
      server.privateKey ?? "",
      `the private key for ${server.host} is not valid, or its passphrase is wrong`,
      "Check `sftp.private_key` and `sftp.passphrase` of the job.",
    );
  }
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return unusable(
    "sftp_unreachable",
    `sftp://${server.host}:${server.port}`,
    `no connection to the server${code}`,
    "Check `sftp.host`, `sftp.port` and the network of this machine, then start the job again.",
  );
}

function tooLarge(shown: string, most: number): FileProblem {
  return unusable(
    "file_too_large",
    shown,
    `the file on the server has more than ${Math.floor(most / 1_000_000)} MB, the limit \`source.max_unpacked\``,
    "Raise the limit if the file is genuine.",
  );
}

function failed(server: SftpSettings, what: string): FileProblem {
  return unusable("sftp_failed", `sftp://${server.host}`, what, "Check the path and the user's permissions on the server.");
}

/** Maps the error code of the server; the library's message adds only paths. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "3" || code === "EACCES") return "permission denied";
  if (code === "2" || code === "ENOENT") return "there is no such file or folder";
  return code === "" ? "the server gave no reason" : `the server reports ${code}`;
}
