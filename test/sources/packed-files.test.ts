import { copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { createMessage, encrypt, LiteralDataPacket, readPrivateKeys } from "openpgp";
import { expect, test } from "vitest";
import { company, csvOf, people, type Company } from "../helpers/company.ts";
import { sftpServer } from "../helpers/sftp.ts";

/** Files and keys that GnuPG made; `make.sh` beside them says how. */
const made = fileURLToPath(new URL("../fixtures/pgp/", import.meta.url));
const ours = { private_key: ["ours.key.asc", "old.key.asc"], passphrase: "open sesame" };

/** A job that reads one packed file, with the keys of the fixtures beside it. */
async function reading(name: string, content: Uint8Array | string, source: Record<string, unknown> = {}): Promise<Company> {
  const c = await company();
  for (const key of ["ours.key.asc", "old.key.asc", "other.key.pgp", "hr.asc", "weak.asc"])
    copyFileSync(join(made, key), join(c.place.dir, key));
  writeFileSync(join(c.place.dir, name), content);
  c.job({ source: { file: name, ...source } });
  return c;
}

const fixture = (name: string): Buffer => readFileSync(join(made, name));
const plain = fixture("people.csv");

/** Nothing unpacked may stay, whether the file was good or not. */
function expectNoCopy(c: Company): void {
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
}

test.each(["plain.csv.pgp", "armored.csv.asc", "two-keys.csv.gpg", "hidden.csv.pgp", "bzip2.csv.pgp", "signed.csv.pgp"])(
  "reads %s of GnuPG like the plain file",
  async (name) => {
    const c = await reading(name, fixture(name), { pgp: ours });
    expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 }, source: { rows: 2 } });
    expectNoCopy(c);
  },
);

test("reads a file with a signature of the sender, and text before the armor", async () => {
  const text = `Sent by HR\r\n\r\n${fixture("signed.csv.pgp").toString("latin1").replaceAll("\n", "\r\n")}`;
  const c = await reading("signed.csv.pgp", text, { pgp: { ...ours, signed_by: "hr.asc" } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
});

test.each<[what: string, file: string, pgp: object, code: string, says: RegExp]>([
  ["for another key", "for-other.csv.pgp", ours, "pgp_wrong_key", /is encrypted for [0-9A-F]{16}; the job has the keys [0-9A-F]{16}, /],
  ["with a password", "password.csv.pgp", ours, "pgp_wrong_key", /with a password, not for a key/],
  ["without integrity protection", "no-integrity.csv.pgp", ours, "pgp_no_integrity", /without integrity protection/],
  ["with Camellia", "camellia.csv.pgp", ours, "pgp_cipher", /a cipher that Rollcall does not support/],
  ["with a cipher that the key does not name", "twofish.csv.pgp", ours, "pgp_cipher", /a cipher that Rollcall does not support/],
  ["not at all, only signed", "signed-only.csv.pgp", ours, "not_encrypted", /not encrypted/],
  ["and not signed", "plain.csv.pgp", { ...ours, signed_by: "hr.asc" }, "pgp_not_signed", /is not signed/],
  [
    "and signed by another",
    "signed-weak-key.csv.pgp",
    { ...ours, signed_by: "hr.asc" },
    "pgp_wrong_signer",
    /signed with the key [0-9A-F]{16}/,
  ],
  ["and signed with SHA-1", "signed-sha1.csv.pgp", { ...ours, signed_by: "hr.asc" }, "pgp_weak_signature", /SHA-1, MD5 or a short RSA key/],
  [
    "and signed with a short key",
    "signed-weak-key.csv.pgp",
    { ...ours, signed_by: ["hr.asc", "weak.asc"] },
    "pgp_weak_signature",
    /short RSA/,
  ],
  [
    "with a wrong passphrase of ours",
    "plain.csv.pgp",
    { ...ours, passphrase: "wrong" },
    "pgp_key",
    /ours\.key\.asc: the passphrase .* is wrong/,
  ],
  ["without a passphrase of ours", "plain.csv.pgp", { private_key: "ours.key.asc" }, "pgp_key", /has a passphrase, but the job names none/],
  ["with a key file that is missing", "plain.csv.pgp", { private_key: "none.asc" }, "pgp_key", /cannot be read \(ENOENT\)/],
  ["with a key file that is a device", "plain.csv.pgp", { private_key: "/dev/zero" }, "pgp_key", /cannot be read \(it is not a file\)/],
  ["with a key file that is public", "plain.csv.pgp", { private_key: "hr.asc" }, "pgp_key", /contains no private PGP key/],
])("refuses a file that is encrypted %s", async (_, file, pgp, code, says) => {
  const c = await reading(file, fixture(file), { pgp });
  const refused = await c.sync();
  expect(refused).toMatchObject({ code: 4, problem: { code } });
  expect(refused.problem?.message).toMatch(says);
  expect(c.userCalls()).toEqual([]);
  expectNoCopy(c);
});

test("a signature is optional with expect_signed: false, but a signed file must still be signed by the sender", async () => {
  const pgp = { ...ours, signed_by: "hr.asc", expect_signed: false };
  expect(await (await reading("plain.csv.pgp", fixture("plain.csv.pgp"), { pgp })).sync()).toMatchObject({ code: 0 });
  const forged = await reading("signed.csv.pgp", fixture("signed-weak-key.csv.pgp"), { pgp });
  expect(await forged.sync()).toMatchObject({ code: 4, problem: { code: "pgp_wrong_signer" } });
});

/** A file of several megabytes, of which a reader sees the beginning long before the end. */
async function encryptedRows(n: number, signed = false): Promise<Buffer> {
  const encryptionKeys = (await readPrivateKeys({ armoredKeys: fixture("old.key.asc").toString() })).map((key) => key.toPublic());
  const signer = signed ? { signingKeys: await readPrivateKeys({ binaryKeys: fixture("other.key.pgp") }) } : {};
  const message = await createMessage({ text: csvOf(people(n)) });
  return Buffer.from(await encrypt({ message, encryptionKeys, ...signer, format: "binary" }));
}

test("a file that was changed or cut short near its end changes nothing, though its beginning is fine", async () => {
  const whole = await encryptedRows(40_000);
  const changed = Buffer.from(whole);
  changed[changed.length - 100] = (changed[changed.length - 100] ?? 0) ^ 1;
  for (const [bytes, code] of [
    [changed, "pgp_changed"],
    [whole.subarray(0, whole.length - 100), "truncated"],
    [whole.subarray(0, whole.length / 2), "truncated"],
  ] as const) {
    const c = await reading("hr.csv.pgp", bytes, { pgp: ours });
    const refused = await c.sync();
    expect(refused).toMatchObject({ code: 4, problem: { code } });
    expect(c.userCalls()).toEqual([]);
    expectNoCopy(c);
  }
});

test("a signature that does not fit the content is refused", async () => {
  const c = await reading("hr.csv.pgp", await encryptedRows(10, true), { pgp: { ...ours, signed_by: "other.key.pgp" } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 10 } });
  const forged = await reading("hr.csv.pgp", await signedForOtherContent(), { pgp: { ...ours, signed_by: "other.key.pgp" } });
  expect(await forged.sync()).toMatchObject({ code: 4, problem: { code: "pgp_bad_signature" } });
  expect(forged.userCalls()).toEqual([]);
  expectNoCopy(forged);
});

/** Contains the signature of another text. */
async function signedForOtherContent(): Promise<Buffer> {
  const keys = await readPrivateKeys({ armoredKeys: fixture("old.key.asc").toString() });
  const message = await createMessage({ text: csvOf(people(1)) });
  const signed = await message.sign(await readPrivateKeys({ binaryKeys: fixture("other.key.pgp") }));
  const [, content] = signed.packets;
  if (!(content instanceof LiteralDataPacket)) throw new Error("the signed message has no content");
  Reflect.apply(Reflect.get(content, "setText") as (text: string) => void, content, [csvOf(people(2))]);
  const encrypted = await signed.encrypt(keys.map((key) => key.toPublic()));
  return Buffer.from(encrypted.write() as Uint8Array);
}

test("a plain file is refused where the job requires PGP, unless someone names it", async () => {
  const c = await reading("hr.csv.pgp", plain, { pgp: ours });
  const refused = await c.sync();
  expect(refused).toMatchObject({ code: 4, problem: { code: "not_encrypted" } });
  expect(refused.problem).toMatchObject({ next: expect.stringContaining("pass it with --file") as string });
  expect(await c.sync("--file", "hr.csv.pgp", "--complete")).toMatchObject({ code: 0, counts: { creates: 2 } });
});

test("an encrypted file is refused where the job names no key", async () => {
  for (const name of ["plain.csv.pgp", "armored.csv.asc"]) {
    const c = await reading("hr.csv", fixture(name));
    const refused = await c.sync();
    expect(refused).toMatchObject({ code: 4, problem: { code: "encrypted", next: "Decrypt it first, or set `source.pgp` of the job." } });
  }
});

test("reads gzip, a ZIP archive with one file, and both within PGP, by their content", async () => {
  const zip = zipSync({ "__MACOSX/._hr.csv": strToU8("x"), "out/": new Uint8Array(), "out/hr.csv": plain }, { mtime: "2026-01-01" });
  const [key] = await readPrivateKeys({ armoredKeys: fixture("old.key.asc").toString() });
  const inPgp = async (binary: Uint8Array): Promise<Buffer> =>
    Buffer.from(await encrypt({ message: await createMessage({ binary }), encryptionKeys: key?.toPublic() ?? [], format: "binary" }));
  for (const [name, content, source] of [
    ["hr.csv.gz", gzipSync(plain), {}],
    ["hr.csv", gzipSync(plain), {}],
    ["hr.zip", zip, {}],
    ["hr", zip, {}],
    ["hr.csv.gz.pgp", await inPgp(gzipSync(plain)), { pgp: ours }],
    ["hr.csv.pgp", await inPgp(zip), { pgp: ours }],
  ] as const) {
    const c = await reading(name, content, source);
    expect({ name, ...(await c.sync()) }).toMatchObject({ name, code: 0, counts: { creates: 2 } });
    expectNoCopy(c);
  }
});

test("refuses compressed files that are damaged, cut short, too large, empty, encrypted, or several", async () => {
  const gz = gzipSync(csvOf(people(2000)));
  const wrong = Buffer.from(gz);
  wrong[wrong.length - 6] = (wrong[wrong.length - 6] ?? 0) ^ 1;
  const zip = Buffer.from(zipSync({ "hr.csv": strToU8(csvOf(people(2000))) }));
  const badSum = Buffer.from(zip);
  badSum[badSum.indexOf("PK\x01\x02", 0, "latin1") + 16] = (badSum[badSum.indexOf("PK\x01\x02", 0, "latin1") + 16] ?? 0) ^ 1;
  const locked = Buffer.from(zip);
  locked[locked.indexOf("PK\x01\x02", 0, "latin1") + 8] = 1;
  const hollow = Buffer.from(zip);
  hollow.writeUInt32LE(0, hollow.indexOf("PK\x01\x02", 0, "latin1") + 20);
  const bomb = gzipSync(Buffer.alloc(3_000_000, "x"));
  for (const [name, content, code] of [
    ["hr.csv.gz", wrong, "damaged"],
    ["hr.csv.gz", gz.subarray(0, gz.length - 10), "truncated"],
    ["hr.csv.gz", gzipSync(""), "empty_file"],
    ["hr.csv.gz", bomb, "unpacked_too_large"],
    ["hr.zip", badSum, "damaged"],
    ["hr.zip", locked, "encrypted"],
    ["hr.zip", hollow, "damaged"],
    ["hr.zip", zipSync({ "a.csv": plain, "b.csv": plain }), "several_files"],
    ["hr.zip", zipSync({ "a.csv": new Uint8Array() }), "empty_file"],
    ["hr.zip", zip.subarray(0, zip.length - 30), "truncated"],
  ] as const) {
    const c = await reading(name, content, { max_unpacked: "2MB" });
    const refused = await c.sync();
    expect([name, refused.code, refused.problem?.code]).toEqual([name, 4, code]);
    expectNoCopy(c);
  }
});

test.each(["hr.cs\0v", `hr.${"x".repeat(300)}`, "../../etc/hr.csv"])(
  "a member with a hostile name cannot choose the copy: %j",
  async (member) => {
    const c = await reading("hr.zip", zipSync({ [member]: plain }));
    expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
    expectNoCopy(c);
  },
);

test("a problem of the content names the file, not its copy", async () => {
  const c = await reading("hr.csv.gz", gzipSync("Employee ID,First\n1,Ana\n"));
  const refused = await c.sync();
  expect(refused.problem?.code).toBe("missing_column");
  expect(refused.problem?.message).toContain("hr.csv.gz: ");
  expect(refused.problem?.message).not.toContain("incoming");
});

test("an encrypted file is moved or marked after the run like any other, and compared by its content", async () => {
  const c = await reading("hr-1.csv.pgp", fixture("plain.csv.pgp"), { file: "hr-*.csv.*", pgp: ours, after: "mark", unchanged: "skip" });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(c.place.list(".")).toContain("hr-1.csv.pgp.done");
  // The same rows, encrypted again.
  writeFileSync(join(c.place.dir, "hr-2.csv.asc"), fixture("armored.csv.asc"));
  const second = await c.sync();
  expect(second).toMatchObject({ code: 0, counts: { creates: 0 } });
  const calls = c.userCalls().length;
  expect(calls).toBe(2);
});

test("an encrypted file on an SFTP server is fetched and decrypted", async () => {
  const c = await company();
  const root = join(c.place.dir, "served");
  mkdirSync(join(root, "out"), { recursive: true });
  const server = await sftpServer(root);
  const path = join(root, "out", "hr.csv.pgp");
  writeFileSync(path, fixture("signed.csv.pgp"));
  const hour = new Date(Date.now() - 3_600_000);
  utimesSync(path, hour, hour);
  for (const key of ["ours.key.asc", "hr.asc"]) copyFileSync(join(made, key), join(c.place.dir, key));
  const sftp = { host: "127.0.0.1", port: server.port, user: "rollcall", password: "secret", host_key: server.hostKey };
  c.job({
    source: { file: "/out/hr.csv.pgp", sftp, pgp: { private_key: "ours.key.asc", passphrase: "open sesame", signed_by: "hr.asc" } },
  });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 }, source: { file: "sftp://127.0.0.1/out/hr.csv.pgp" } });
  expectNoCopy(c);
});

test("check reports a key that expires soon", async () => {
  const { generateKey } = await import("openpgp");
  for (const [days, verdict] of [
    [30, "look"],
    [300, "fits"],
  ] as const) {
    const c = await reading("hr.csv", plain, { pgp: { private_key: "new.asc" } });
    const date = new Date(c.clock.now().getTime() - 86_400_000);
    const { privateKey } = await generateKey({
      userIDs: { name: "ours" },
      date,
      keyExpirationTime: (days + 1) * 86_400,
      format: "armored",
    });
    c.place.write("new.asc", privateKey);
    const { service } = (await c.run("check job.yaml --json --file hr.csv")).json<{
      service: { findings: { what: string; verdict: string }[] };
    }>();
    expect(service.findings.filter(({ what }) => what === "pgp_keys")).toMatchObject([{ verdict }]);
  }
});
