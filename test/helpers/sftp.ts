import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join, posix } from "node:path";
import ssh2 from "ssh2";
import type { Attributes, AuthContext, Connection, SFTPWrapper } from "ssh2";
import { onTestFinished } from "vitest";

const { Server, utils } = ssh2;
const { STATUS_CODE: STATUS, OPEN_MODE: MODE, flagsToString } = utils.sftp;

export interface SftpServer {
  port: number;
  /** As a job names it. */
  hostKey: string;
  /** A private key that the server lets in, and its passphrase. */
  privateKey: string;
  passphrase: string;
  /** How often a credential was shown to it. */
  attempts(): number;
  /** Called before each file is read. */
  onRead(work: (path: string) => void): void;
  /** Answers no further request for the content of a file. */
  fallSilent(): void;
  /** Lists folders without an end. */
  listEndlessly(): void;
  /** Refuses to give a draft a name that ends so. */
  refuseRenamesTo(end: string): void;
  /** Answers every request for the content of a file with nothing. */
  answerEmpty(): void;
  /** Says that it has written, and does not. */
  loseContent(): void;
  /** Ends the connection in place of giving a draft a name that ends so. */
  hangUpAt(end: string): void;
}

const passphrase = "open sesame";
let keys: { host: KeyPair; user: KeyPair } | null = null;
type KeyPair = { private: string; public: string };

/** One in 256 of the keys that ssh2 makes begins with a zero byte, and ssh2 itself cannot read it. */
function keyPair(lock?: string): KeyPair {
  for (;;) {
    const made =
      lock === undefined
        ? utils.generateKeyPairSync("ed25519")
        : // A few rounds are enough for a test; each costs CPU when the key is made and when it is read.
          utils.generateKeyPairSync("ed25519", { passphrase: lock, cipher: "aes256-ctr", rounds: 1 });
    if ([made.private, made.public].every((text) => !(utils.parseKey(text, lock) instanceof Error))) return made;
  }
}

/** A real SFTP server on loopback, which serves a folder to `rollcall` with the password `secret` or with a key. */
export async function sftpServer(root: string): Promise<SftpServer> {
  keys ??= { host: keyPair(), user: keyPair(passphrase) };
  const { host, user } = keys;
  const allowed = utils.parseKey(user.public);
  if (allowed instanceof Error) throw allowed;
  let attempts = 0;
  let onRead: (path: string) => void = () => undefined;
  let silent = false;
  let endless = false;
  let refused: string | null = null;
  const lies: Lies = { empty: false, loses: false, hangUp: null };
  const connections = new Set<Connection>();
  const server = new Server({ hostKeys: [host.private] }, (connection) => {
    connections.add(connection);
    connection.on("error", () => undefined);
    connection.on("close", () => void connections.delete(connection));
    connection.on("authentication", (context: AuthContext) => {
      if (context.method === "none") return context.reject(["password", "publickey"]);
      attempts += 1;
      if (context.method === "password" && context.username === "rollcall" && context.password === "secret") return context.accept();
      if (context.method === "publickey" && context.username === "rollcall" && context.key.data.equals(allowed.getPublicSSH())) {
        const signed =
          context.signature === undefined || allowed.verify(context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo);
        return signed === true ? context.accept() : context.reject();
      }
      return context.reject(["password", "publickey"]);
    });
    connection.on("ready", () => {
      connection.on("session", (accept) => {
        accept().on("sftp", (open) =>
          serve(
            open(),
            root,
            (path) => onRead(path),
            () => silent,
            () => endless,
            () => refused,
            lies,
            () => connection.end(),
          ),
        );
      });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const connection of connections) connection.end();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  const data = utils.parseKey(host.public);
  if (data instanceof Error) throw data;
  return {
    port: (server.address() as { port: number }).port,
    hostKey: `SHA256:${createHash("sha256").update(data.getPublicSSH()).digest("base64").replace(/=+$/, "")}`,
    privateKey: user.private,
    passphrase,
    attempts: () => attempts,
    onRead: (work) => void (onRead = work),
    fallSilent: () => void (silent = true),
    listEndlessly: () => void (endless = true),
    refuseRenamesTo: (end) => void (refused = end),
    answerEmpty: () => void (lies.empty = true),
    loseContent: () => void (lies.loses = true),
    hangUpAt: (end) => void (lies.hangUp = end),
  };
}

interface Lies {
  empty: boolean;
  loses: boolean;
  hangUp: string | null;
}

function serve(
  sftp: SFTPWrapper,
  root: string,
  onRead: (path: string) => void,
  isSilent: () => boolean,
  isEndless: () => boolean,
  refused: () => string | null,
  lies: Lies,
  hangUp: () => void,
): void {
  const handles = new Map<number, { fd: number | null; folder: string; listed: boolean }>();
  let next = 0;
  const local = (path: string): string => join(root, posix.normalize(`/${path}`));
  const open = (entry: { fd: number | null; folder: string }): Buffer => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(++next);
    handles.set(next, { ...entry, listed: false });
    return handle;
  };
  /** Does something, and tells the client how it went. */
  const attempt = (id: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      sftp.status(id, code === "ENOENT" ? STATUS.NO_SUCH_FILE : code === "EACCES" ? STATUS.PERMISSION_DENIED : STATUS.FAILURE);
    }
  };
  const attributes = (path: string): Attributes => {
    const { mode, uid, gid, size, atimeMs, mtimeMs } = statSync(path);
    return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
  };
  sftp.on("REALPATH", (id, path) => sftp.name(id, [{ filename: posix.normalize(`/${path}`), longname: "", attrs: attributes(root) }]));
  for (const event of ["STAT", "LSTAT"] as const) {
    sftp.on(event as "STAT", (id, path) => attempt(id, () => sftp.attrs(id, attributes(local(path)))));
  }
  sftp.on("FSTAT", (id, handle) =>
    attempt(id, () => {
      const { mode, uid, gid, size, atimeMs, mtimeMs } = fstatSync(handles.get(handle.readUInt32BE())?.fd ?? -1);
      sftp.attrs(id, { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) });
    }),
  );
  sftp.on("OPENDIR", (id, path) =>
    attempt(id, () => {
      readdirSync(local(path));
      sftp.handle(id, open({ fd: null, folder: local(path) }));
    }),
  );
  sftp.on("READDIR", (id, handle) =>
    attempt(id, () => {
      const entry = handles.get(handle.readUInt32BE());
      if (entry === undefined || entry.listed) {
        sftp.status(id, STATUS.EOF);
        return;
      }
      if (isEndless()) {
        const name = { filename: "x".repeat(4000), longname: "-".repeat(4000), attrs: attributes(root) };
        sftp.name(
          id,
          Array.from({ length: 25 }, () => name),
        );
        return;
      }
      entry.listed = true;
      sftp.name(
        id,
        readdirSync(entry.folder).map((filename) => {
          const attrs = attributes(join(entry.folder, filename));
          const kind = statSync(join(entry.folder, filename)).isDirectory() ? "d" : "-";
          return { filename, longname: `${kind}rw-r--r-- 1 a a ${attrs.size} Jan 1 00:00 ${filename}`, attrs };
        }),
      );
    }),
  );
  sftp.on("OPEN", (id, path, flags) =>
    attempt(id, () => {
      if ((flags & MODE.WRITE) === 0) onRead(local(path));
      sftp.handle(id, open({ fd: openSync(local(path), flagsToString(flags) ?? "r"), folder: "" }));
    }),
  );
  sftp.on("READ", (id, handle, offset, length) =>
    attempt(id, () => {
      if (isSilent()) return;
      if (lies.empty) {
        sftp.data(id, Buffer.alloc(0));
        return;
      }
      const buffer = Buffer.alloc(length);
      const read = readSync(handles.get(handle.readUInt32BE())?.fd ?? -1, buffer, 0, length, offset);
      if (read === 0) sftp.status(id, STATUS.EOF);
      else sftp.data(id, buffer.subarray(0, read));
    }),
  );
  sftp.on("WRITE", (id, handle, offset, data) =>
    attempt(id, () => {
      if (!lies.loses) writeSync(handles.get(handle.readUInt32BE())?.fd ?? -1, data, 0, data.length, offset);
      sftp.status(id, STATUS.OK);
    }),
  );
  sftp.on("CLOSE", (id, handle) =>
    attempt(id, () => {
      const fd = handles.get(handle.readUInt32BE())?.fd;
      if (typeof fd === "number") closeSync(fd);
      handles.delete(handle.readUInt32BE());
      sftp.status(id, STATUS.OK);
    }),
  );
  sftp.on("RENAME", (id, from, to) =>
    attempt(id, () => {
      if (lies.hangUp !== null && to.endsWith(lies.hangUp) && from.endsWith(".part")) return hangUp();
      const end = refused();
      // As the protocol has it: a rename does not replace a file.
      if (existsSync(local(to)) || (end !== null && to.endsWith(end) && from.endsWith(".part"))) return sftp.status(id, STATUS.FAILURE);
      renameSync(local(from), local(to));
      sftp.status(id, STATUS.OK);
    }),
  );
  sftp.on("MKDIR", (id, path) =>
    attempt(id, () => {
      mkdirSync(local(path));
      sftp.status(id, STATUS.OK);
    }),
  );
  sftp.on("REMOVE", (id, path) =>
    attempt(id, () => {
      rmSync(local(path));
      sftp.status(id, STATUS.OK);
    }),
  );
  sftp.on("FSETSTAT", (id) => sftp.status(id, STATUS.OK));
  sftp.on("SETSTAT", (id) => sftp.status(id, STATUS.OK));
}
