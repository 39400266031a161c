import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { company, csvOf, people, type Company } from "../helpers/company.ts";
import { bookOf } from "../source/workbooks.ts";
import { standIn, type Reply } from "../stand-ins/server.ts";

const made = fileURLToPath(new URL("../fixtures/pgp/", import.meta.url));
const ours = { private_key: ["ours.key.asc", "old.key.asc"], passphrase: "open sesame" };
const fixture = (name: string): Buffer => readFileSync(join(made, name));

const csv = csvOf(people(3));
const book = bookOf({
  People: csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(",")),
});
const json = JSON.stringify(
  people(3).map(({ id }) => ({
    "Employee ID": id,
    First: "Ana",
    Last: `Berg${id}`,
    Email: `p${id}@example.com`,
    Department: "IT",
    Status: "Active",
  })),
);
const zipped = (name: string, content: Uint8Array): Buffer => Buffer.from(zipSync({ [name]: content }));

/** A company whose people are one answer. */
async function answered(reply: Reply, source: Record<string, unknown> = {}, path = "/report"): Promise<Company> {
  const hr = await standIn(() => reply);
  const c = await company();
  for (const key of ["ours.key.asc", "old.key.asc", "hr.asc"]) copyFileSync(join(made, key), join(c.place.dir, key));
  c.job({ source: { file: undefined, http: { url: hr.url + path, private_network: true }, ...source } });
  return c;
}

test.for<[string, Buffer, string?]>([
  ["an XLSX workbook", book],
  ["an XLSX workbook in gzip", gzipSync(book)],
  ["an XLSX workbook in ZIP", zipped("people.xlsx", book)],
  ["CSV in gzip", gzipSync(csv)],
  ["CSV in ZIP", zipped("people.csv", strToU8(csv))],
  ["JSON in gzip", gzipSync(json), "application/gzip"],
  ["JSON in ZIP", zipped("people.json", strToU8(json)), "application/zip"],
])("reads an answer that is %s", async ([, body, type = "application/octet-stream"]) => {
  const c = await answered({ body, headers: { "content-type": type } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 3 }, source: { rows: 3 } });
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
});

test("reads encrypted answers, with the signature of the sender", async () => {
  const c = await answered({ body: fixture("signed.csv.pgp") }, { pgp: { ...ours, signed_by: "hr.asc" } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
  const armored = await answered({ body: fixture("armored.csv.asc"), headers: { "content-type": "text/plain" } }, { pgp: ours });
  expect(await armored.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
});

test.for<[string, Buffer, Record<string, unknown>, string]>([
  ["not encrypted", Buffer.from(csv), { pgp: ours }, "not_encrypted"],
  ["encrypted for another key", fixture("for-other.csv.pgp"), { pgp: ours }, "pgp_wrong_key"],
  ["not signed", fixture("plain.csv.pgp"), { pgp: { ...ours, signed_by: "hr.asc" } }, "pgp_not_signed"],
  ["encrypted, without a key in the job", fixture("plain.csv.pgp"), {}, "encrypted"],
  ["a cut-off gzip file", gzipSync(csv).subarray(0, -9), {}, "truncated"],
  ["two files", Buffer.from(zipSync({ "a.csv": strToU8(csv), "b.csv": strToU8(csv) })), {}, "several_files"],
  ["larger than allowed, unpacked", gzipSync(csv.padEnd(2_000_000, "\n")), { max_unpacked: "1MB" }, "too_large"],
])("refuses an answer that is %s, and leaves no copy", async ([, body, source, code]) => {
  const c = await answered({ body, headers: { "content-type": "application/octet-stream" } }, source);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, status: "failed" });
  expect(night.problem?.code).toContain(code);
  expect(night.problem?.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/report: /);
  expect(c.userCalls()).toEqual([]);
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
});

test("reads an HTTP source inside of `files`, and another in `join`", async () => {
  const rows = JSON.parse(json) as Record<string, string>[];
  const hr = await standIn(({ path }) =>
    path === "/emails"
      ? { body: rows.map(({ "Employee ID": id, Email }) => ({ id, address: Email })) }
      : { body: rows.map((row) => ({ ...row, Email: undefined })) },
  );
  const c = await company();
  c.place.write("more.csv", "Employee ID,First,Last,Department,Status\n0009,Zoe,Nine,IT,Active\n");
  const http = (path: string) => ({ url: hr.url + path, private_network: true });
  c.job({
    source: {
      file: undefined,
      files: [{ http: http("/people") }, { file: "more.csv" }],
      join: [{ name: "mail", http: http("/emails"), key: "id", on: "Employee ID" }],
    },
  });
  c.place.write("mapping.yaml", c.place.read("mapping.yaml").replaceAll("column: Email", "column: mail.address"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, source: { rows: 4 } });
  expect(night.counts).toMatchObject({ creates: 3, rejected: 1 });
  const asked = hr.requests.length;
  expect(await c.run("explain", "job.yaml", rows[0]?.["Employee ID"] ?? "")).toMatchObject({ code: 0 });
  expect(hr.requests).toHaveLength(asked);
});
