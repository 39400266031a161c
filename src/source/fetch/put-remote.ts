import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { posix } from "node:path";
import type Client from "ssh2-sftp-client";
import { fact } from "../../domain/facts/fact.ts";
import { FileProblem } from "../../domain/problem.ts";
import type { SftpSettings } from "../../domain/settings.ts";
import { failed, listFolder, reasonOf, withServer } from "./sftp-connection.ts";

/** A delivery that is under way writes to its draft at least once in this time. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** The names of a draft, and of the file that it replaces, after the name of the file. */
const LEFTOVER = /^\.[0-9a-f]{12}\.part(\.earlier)?$/;

/**
 * Puts a file on the server: whole or not at all. It has a temporary name until it is complete. Then deletes what killed
 * deliveries of this file left.
 */
export async function putRemote(server: SftpSettings, local: string, remote: string): Promise<void> {
  const { size } = await stat(local);
  await withServer(server, async (client, { answered }) => {
    const draft = `${remote}.${randomBytes(6).toString("hex")}.part`;
    try {
      await client.fastPut(local, draft, { step: answered });
      // A user who may only write cannot ask for the size.
      const found = await client.stat(draft).catch(() => null);
      if (found !== null && found.size < size)
        throw failed(server, fact("sftp.not_written", { path: remote, why: fact("sftp.kept_part", { kept: found.size, size }) }));
      await client.posixRename(draft, remote).catch(() => replaceFile(server, client, draft, remote));
    } catch (error) {
      await client.delete(draft, true).catch(() => undefined);
      if (error instanceof FileProblem) throw error;
      throw failed(server, fact("sftp.not_written", { path: remote, why: reasonOf(error) }));
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

/**
 * Puts a draft in place of a file where a rename does not replace one. If it fails, the earlier file is back.
 * @throws FileProblem that names the earlier file, if it cannot be brought back
 */
async function replaceFile(server: SftpSettings, client: Client, draft: string, remote: string): Promise<void> {
  const earlier = `${draft}.earlier`;
  const existed = await client.rename(remote, earlier).then(
    () => true,
    () => false,
  );
  try {
    await client.rename(draft, remote);
  } catch (error) {
    if (existed)
      await client.rename(earlier, remote).catch(() => {
        const what = { server: `sftp://${server.host}`, path: remote, why: reasonOf(error), earlier: posix.basename(earlier) };
        throw new FileProblem(
          "sftp_failed",
          fact("sftp.not_replaced", what),
          fact("advice.rename_remote", { file: posix.basename(remote) }),
        );
      });
    throw error;
  }
  if (existed) await client.delete(earlier, true);
}
