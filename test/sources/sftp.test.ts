import { problemOf } from "../helpers/problems.ts";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { SftpSettings } from "../../src/domain/settings.ts";
import type { Locating } from "../../src/source/fetch/located.ts";
import { systemClock } from "../../src/domain/clock.ts";
import { readKeyFile } from "../../src/source/key-file.ts";
import { putRemote } from "../../src/source/fetch/put-remote.ts";
import { fetchFile } from "../../src/source/fetch/sftp.ts";
import { company, csvOf, people, type Company } from "../helpers/company.ts";
import { sftpServer, type SftpServer } from "../helpers/sftp.ts";

interface Remote {
  c: Company;
  server: SftpServer;
  /** The root folder of the server. */
  root: string;
}

/** A job with exports on an SFTP server; `old` files were written an hour ago. */
async function withServer(source: Record<string, unknown> = {}, sftp: Record<string, unknown> = {}): Promise<Remote> {
  const c = await company();
  const root = join(c.place.dir, "served");
  mkdirSync(join(root, "out"), { recursive: true });
  const server = await sftpServer(root);
  const login = { host: "127.0.0.1", port: server.port, user: "rollcall", host_key: server.hostKey };
  c.job({
    source: { file: "/out/hr-*.csv", sftp: { ...login, ...("private_key" in sftp ? {} : { password: "secret" }), ...sftp }, ...source },
  });
  return { c, server, root };
}

/** What a fetch of the newest export needs. */
function fetching(c: Company, { hostKey }: SftpServer, port: number): [SftpSettings, string, Locating] {
  const settings = { host: "127.0.0.1", port, user: "rollcall", password: "secret", privateKey: null, passphrase: null, hostKey };
  const at = { incoming: c.place.dir, stdin: null, maxAge: null, settle: 0, http: null, reads: null, marked: false, ...systemClock };
  return [settings, "/out/hr-*.csv", at];
}

function serve(root: string, name: string, text: string): void {
  const path = join(root, "out", name);
  writeFileSync(path, text);
  const hour = new Date(Date.now() - 3_600_000);
  utimesSync(path, hour, hour);
}

test("the newest export on the server is fetched, read, and moved to a folder there after a successful run", async () => {
  const { c, root } = await withServer({ after: { move: "read" } });
  serve(root, "hr-2026-01-01.csv", csvOf(people(2)));
  serve(root, "hr-2026-01-02.csv", csvOf(people(3)));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, status: "completed", counts: { creates: 3 }, source: { rows: 3 } });
  expect(night.source.file).toBe("sftp://127.0.0.1/out/hr-2026-01-02.csv");
  expect(readdirSync(join(root, "out")).sort()).toEqual(["hr-2026-01-01.csv", "read"]);
  expect(readdirSync(join(root, "out", "read"))).toEqual(["hr-2026-01-02.csv"]);
  // No local copy is left.
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
});

test("a processed export is marked on the server, and not read a second time", async () => {
  const { c, root } = await withServer({ after: "mark" });
  serve(root, "hr-2026-01-01.csv", csvOf(people(2)));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(readdirSync(join(root, "out")).sort()).toEqual(["hr-2026-01-01.csv", "hr-2026-01-01.csv.done"]);
  const second = await c.sync();
  expect(second).toMatchObject({ code: 4, status: "failed", problem: { code: "already_processed" } });
  expect(second.problem?.message).toContain("there is no new file: every matching file is marked as processed; nothing was changed");
});

test("a private key with a passphrase signs in", async () => {
  const { c, server, root } = await withServer({}, { private_key: "key", passphrase: "open sesame" });
  c.place.write("key", server.privateKey);
  serve(root, "hr-1.csv", csvOf(people(1)));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1 } });
  c.job({
    source: {
      file: "/out/hr-*.csv",
      sftp: { host: "127.0.0.1", port: server.port, user: "rollcall", host_key: server.hostKey, private_key: "key", passphrase: "wrong" },
    },
  });
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "sftp_key" } });
  c.job({
    source: {
      file: "/out/hr-*.csv",
      sftp: { host: "127.0.0.1", port: server.port, user: "rollcall", host_key: server.hostKey, private_key: "nokey" },
    },
  });
  const none = await c.sync();
  expect(none).toMatchObject({ code: 4, problem: { code: "sftp_key" } });
  expect(none.problem?.message).toContain("the private key for 127.0.0.1 cannot be read (ENOENT)");
});

test("a server with another key is refused before any credential is sent", async () => {
  const other = `SHA256:${"A".repeat(43)}`;
  const { c, server, root } = await withServer({}, { host_key: other });
  serve(root, "hr-1.csv", csvOf(people(1)));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "host_key" } });
  expect(night.problem?.message).toBe(
    `sftp://127.0.0.1: the server's key is ${server.hostKey}, but the job expects ${other}; no credential was sent; nothing was changed`,
  );
  expect(server.attempts()).toBe(0);
});

test.each([
  ["a wrong password", { password: "no" }, {}, "sftp_refused", "the server rejected the user rollcall with the password of the job"],
  ["a closed port", { port: 1 }, {}, "sftp_unreachable", "no connection to the server (ECONNREFUSED)"],
  ["a folder that is not there", {}, { file: "/nowhere/hr-*.csv" }, "sftp_failed", "the folder /nowhere cannot be listed"],
  [
    "no file that fits",
    {},
    { file: "/out/staff-*.csv" },
    "file_not_found",
    "no file name matches this pattern; the folder sftp://127.0.0.1/out contains hr-1.csv",
  ],
])("%s ends the run with one message, and changes nothing", async (_, sftp, source, code, message) => {
  const { c, root } = await withServer(source, sftp);
  serve(root, "hr-1.csv", csvOf(people(1)));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, status: "failed", problem: { code } });
  expect(night.problem?.message).toContain(message);
  expect(night.problem?.message).toContain("nothing was changed");
  expect(night.stdout + night.stderr).not.toContain("secret");
  expect(c.userCalls()).toEqual([]);
});

test("a file that grows while it is fetched, or has a partial file beside it, is not read", async () => {
  const { c, server, root } = await withServer({ settle: "50ms" });
  serve(root, "hr-1.csv", csvOf(people(2)));
  server.onRead((path) => appendFileSync(path, "x"));
  const growing = await c.sync();
  expect(growing).toMatchObject({ code: 4, problem: { code: "being_written" } });
  serve(root, "hr-2.csv", csvOf(people(2)));
  writeFileSync(join(root, "out", "hr-2.csv.filepart"), "");
  server.onRead(() => undefined);
  const beside = await c.sync();
  expect(beside.problem?.message).toBe(
    "sftp://127.0.0.1/out/hr-2.csv: the file is still being written: hr-2.csv.filepart is beside it; nothing was changed",
  );
});

test("a file on the server that is older than max_age is refused", async () => {
  const { c, root } = await withServer({ max_age: "30m" });
  serve(root, "hr-1.csv", csvOf(people(2)));
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "file_too_old" } });
});

test("a file that is larger than max_unpacked is not fetched", async () => {
  const { c, server, root } = await withServer({ max_unpacked: "1MB" });
  let reads = 0;
  server.onRead(() => void (reads += 1));
  serve(root, "hr-1.csv", "x".repeat(1_000_001));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "file_too_large" } });
  expect(night.problem?.message).toBe(
    "sftp://127.0.0.1/out/hr-1.csv: the file on the server has more than 1 MB, the limit `source.max_unpacked`; nothing was changed",
  );
  expect(reads).toBe(0);
});

test("a file that is larger than it was before the transfer is not fetched", async () => {
  const { c, server, root } = await withServer({ max_unpacked: "1MB", settle: "10ms" });
  server.onRead((path) => truncateSync(path, 3_000_000_000));
  serve(root, "hr-1.csv", csvOf(people(2)));
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "file_too_large" } });
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
});

test("a server that says nothing is not reached, and the library prints nothing about it", async () => {
  const { c, server } = await withServer();
  const closed = Promise.withResolvers<void>();
  const mute = createServer((socket) => void socket.resume().on("close", () => closed.resolve())).listen(0, "127.0.0.1");
  onTestFinished(() => void mute.close());
  await once(mute, "listening");
  const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "log")];
  const { port } = mute.address() as AddressInfo;
  expect((await problemOf(fetchFile(...fetching(c, server, port), 1_000_000, { connect: 300, silence: 300 }))).message).toContain(
    `sftp://127.0.0.1:${port}: no connection to the server; nothing was changed`,
  );
  await closed.promise;
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  for (const spy of printed) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});

test("a folder whose list has no end is refused", async () => {
  const { c, server } = await withServer();
  server.listEndlessly();
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "sftp_failed" } });
  expect(night.problem?.message).toBe("sftp://127.0.0.1: the list of the folder /out has more than 64 MB; nothing was changed");
});

test.skipIf(process.platform === "win32")("a key file that is a pipe or a device is refused, and not waited for", async () => {
  const { c, server } = await withServer({}, { private_key: "key" });
  execFileSync("mkfifo", [join(c.place.dir, "key")]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "sftp_key" } });
  expect(night.problem?.message).toContain("the private key for 127.0.0.1 cannot be read (it is not a file)");
  expect(server.attempts()).toBe(0);
  await expect(readKeyFile("/dev/zero")).rejects.toThrow("it is not a file");
  await expect(readKeyFile(c.place.write("large", "x".repeat(1_048_577)))).rejects.toThrow("it has more than 1 MB");
});

test.for([
  ["stops answering", "fallSilent"],
  ["answers without content", "answerEmpty"],
] as const)("a server that %s ends the fetch", async ([, fault]) => {
  const { c, server, root } = await withServer();
  serve(root, "hr-1.csv", csvOf(people(2)));
  server[fault]();
  expect((await problemOf(fetchFile(...fetching(c, server, server.port), 1_000_000, { connect: 20_000, silence: 300 }))).message).toContain(
    "sftp://127.0.0.1: the server did not answer for 0 s",
  );
});

test("a server that keeps only a part of a file does not replace the earlier one", async () => {
  const { c, server, root } = await withServer();
  const [settings] = fetching(c, server, server.port);
  serve(root, "progress.csv", "earlier");
  server.loseContent();
  c.place.write("local.csv", "later");
  expect((await problemOf(putRemote(settings, join(c.place.dir, "local.csv"), "/out/progress.csv"))).message).toContain(
    "sftp://127.0.0.1: /out/progress.csv cannot be written: the server kept 0 of 5 bytes; nothing was changed",
  );
  expect(readdirSync(join(root, "out"))).toEqual(["progress.csv"]);
  expect(readFileSync(join(root, "out", "progress.csv"), "utf8")).toBe("earlier");
});

test("an error names the earlier file if the connection is lost while it is replaced, and the next delivery succeeds", async () => {
  const { c, server, root } = await withServer();
  const [settings] = fetching(c, server, server.port);
  serve(root, "progress.csv", "earlier");
  server.hangUpAt("progress.csv");
  const local = c.place.write("local.csv", "later");
  expect((await problemOf(putRemote(settings, local, "/out/progress.csv"))).message).toMatch(
    /^sftp:\/\/127\.0\.0\.1: \/out\/progress\.csv cannot be replaced: the connection was lost\. The earlier file has the name progress\.csv\.[0-9a-f]{12}\.part\.earlier now$/,
  );
  server.hangUpAt("nothing");
  await putRemote(settings, local, "/out/progress.csv");
  expect(readFileSync(join(root, "out", "progress.csv"), "utf8")).toBe("later");
});

test("a file is replaced where a rename does not replace one, and the earlier one stays if that fails", async () => {
  const { c, server, root } = await withServer();
  const [settings] = fetching(c, server, server.port);
  const put = async (text: string): Promise<void> => {
    c.place.write("local.csv", text);
    await putRemote(settings, join(c.place.dir, "local.csv"), "/out/progress.csv");
  };
  await put("first");
  await put("second");
  expect(readFileSync(join(root, "out", "progress.csv"), "utf8")).toBe("second");
  server.refuseRenamesTo("progress.csv");
  expect((await problemOf(put("third"))).message).toContain("/out/progress.csv cannot be written");
  expect(readFileSync(join(root, "out", "progress.csv"), "utf8")).toBe("second");
  expect(readdirSync(join(root, "out"))).toEqual(["progress.csv"]);
});

test("a delivery deletes what killed deliveries of the same file left, and nothing else", async () => {
  const { c, server, root } = await withServer();
  const [settings] = fetching(c, server, server.port);
  c.place.write("local.csv", "new");
  const leftovers = ["progress.csv.0123456789ab.part", "progress.csv.ba9876543210.part.earlier"];
  const others = ["progress.csv.part", "progress.csv.0123456789ab.part.txt", "progress.csv.old.part", "other.csv.0123456789ab.part"];
  for (const name of [...leftovers, ...others]) serve(root, name, "old");
  // Another delivery may be writing it now.
  writeFileSync(join(root, "out", "progress.csv.abcdefabcdef.part"), "half");
  await putRemote(settings, join(c.place.dir, "local.csv"), "/out/progress.csv");
  expect(readdirSync(join(root, "out")).sort()).toEqual([...others, "progress.csv", "progress.csv.abcdefabcdef.part"].sort());
  expect(readFileSync(join(root, "out", "progress.csv"), "utf8")).toBe("new");
});
