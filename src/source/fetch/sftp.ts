import { randomBytes } from "node:crypto";
import { join, posix } from "node:path";
import type Client from "ssh2-sftp-client";
import { fact } from "../../domain/facts/fact.ts";
import type { FileProblem } from "../../domain/problem.ts";
import type { SftpSettings } from "../../domain/settings.ts";
import type { LocatedFile, Locating } from "./located.ts";
import { matchingNames, newestFirst, notFound, notesOnOthers } from "./names.ts";
import { failed, listFolder, PATIENCE, reasonOf, withServer, type Watch } from "./sftp-connection.ts";
import { besideSign, changedMeanwhile, refuseOld, writingSigns } from "./write-in-progress.ts";
import { unusable } from "../unusable.ts";

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
    const among = new Set(matchingNames(posix.basename(pattern), names, at.marked));
    const matching = files.filter((file) => among.has(file.name));
    const [newest, ...others] = newestFirst(matching.map((file) => ({ name: file.name, modified: file.modifyTime })));
    const name = newest?.name;
    const shown = (file: string): string => `sftp://${server.host}${file.startsWith("/") ? "" : "/"}${file}`;
    if (newest === undefined || name === undefined) throw notFound(shown(pattern), posix.basename(pattern), names, at.marked);
    const remote = posix.join(folder, name);
    const sign = writingSigns(name).find((other) => names.includes(other));
    if (sign !== undefined) throw besideSign(shown(remote), sign);
    const before = await client.stat(remote).catch((error: unknown) => {
      throw failed(server, fact("sftp.no_size", { path: remote, why: reasonOf(error) }));
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
      throw failed(server, fact("sftp.unreadable", { path: remote, why: reasonOf(error) }));
    });
    const after = await client.stat(remote).catch(() => null);
    if (after === null || after.size !== before.size || after.modifyTime !== before.modifyTime)
      throw changedMeanwhile(shown(remote), before.size, after?.size ?? null);
    const found = { modified: before.modifyTime, among: [...among], foundNotes: notesOnOthers(newest, others) };
    return { ...found, name: shown(remote), path, remote, copied: true };
  };
  return withServer(server, fetching, { ...patience, silence: patience.silence + at.settle });
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
      throw failed(server, fact("sftp.not_moved", { path: remote, folder: into, why: reasonOf(error) }));
    }
  });
}

/** Writes an empty marker file on the server. */
export async function markRemote(server: SftpSettings, mark: string): Promise<void> {
  await withServer(server, async (client) => {
    await client.put(Buffer.alloc(0), mark).catch((error: unknown) => {
      throw failed(server, fact("sftp.not_written", { path: mark, why: reasonOf(error) }));
    });
  });
}

function tooLarge(shown: string, most: number): FileProblem {
  return unusable(
    "file_too_large",
    shown,
    fact("sftp.too_large", { megabytes: Math.floor(most / 1_000_000) }),
    fact("advice.raise_limit", {}),
  );
}
