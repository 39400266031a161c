import { resolve } from "node:path";
import { fact } from "../domain/facts/fact.ts";
import { foldName } from "../domain/names.ts";
import type { FileSettings, JoinSettings, PgpSettings, SftpSettings, SourceSettings } from "../domain/settings.ts";
import { readHttp, shownUrl } from "./http/source.ts";
import { isPlainMap, pathText } from "./yaml.ts";
import type { YamlPath, YamlSource } from "./yaml.ts";
import { sourceSchema, type EntryForm, type PgpForm, type SftpForm, type SourceForm } from "./source-schema.ts";

export const MAX_UNPACKED_BYTES = 4_000_000_000;

const DAY_MS = 86_400_000;
/** A week, and a day for an export that is late. */
const WEEKLY_MS = 8 * DAY_MS;

const MISSING_FILE = fact("config.missing_key", { setting: "source.file" });

/**
 * Reads `source` of a job.
 * @param folder the folder of the job file, where relative paths start
 * @returns `undefined` after adding its errors to the source
 */
export function readSource(source: YamlSource, raw: unknown, folder: string): SourceSettings | undefined {
  if (raw === undefined) return undefined;
  const form = source.check(sourceSchema, raw, ["source"]);
  if (form === undefined) {
    // The misspelt key is probably `file`.
    if (isPlainMap(raw) && !("file" in raw) && !("files" in raw) && !("http" in raw)) source.fault(["source"], MISSING_FILE);
    return undefined;
  }
  const entries = entriesOf(source, form);
  const [first, ...more] = entries.map(({ entry, path }) => fileOf(source, entry, path, folder));
  const join = (form.join ?? []).map((each, index): JoinSettings => {
    const { name, key, on, rows } = each;
    const path = ["source", "join", index];
    if ((form.join ?? []).some((other, at) => at < index && foldName(other.name) === foldName(name)))
      source.fault([...path, "name"], fact("config.join_name_taken", { name }));
    return { ...fileOf(source, each, path, folder), name, key, on, rows };
  });
  if (first === undefined) return undefined;
  if (form.same_key !== undefined && more.length === 0)
    source.fault(["source", "same_key"], fact("config.effect_only_with", { setting: "source.same_key", with: "files" }), "key");
  if (typeof form.after === "object" && [first, ...more, ...join].every(({ file, http }) => file === "-" || http !== null))
    source.fault(["source", "after"], fact(first.http === null ? "config.stdin_not_movable" : "config.answer_not_movable", {}), "key");
  if (form.expect !== undefined && [first, ...more].every(({ http }) => http !== null))
    source.fault(["source", "expect"], fact("config.expect_only_files", {}), "key");
  if (typeof form.expect === "number" && (form.expect < 3_600_000 || form.expect > 366 * DAY_MS))
    source.fault(["source", "expect"], "config.expect_out_of_range");
  return {
    ...first,
    more,
    sameKey: form.same_key ?? "reject",
    keep: form.rows === undefined ? null : { column: form.rows.keep.column, values: form.rows.keep.values.map(normalText) },
    join,
    maxAge: form.max_age ?? null,
    expect: form.expect === "weekly" ? WEEKLY_MS : (form.expect ?? null),
    settle: form.settle,
    unchanged: form.unchanged,
    after: typeof form.after === "string" ? form.after : { move: first.sftp === null ? resolve(folder, form.after.move) : form.after.move },
  };
}

function normalText(text: string): string {
  return text.trim().normalize("NFC");
}

/** Returns the people files. Settings beside `files` are the defaults for each file. */
function entriesOf(source: YamlSource, form: SourceForm): { entry: EntryForm; path: YamlPath }[] {
  const { file, files, http, format, csv, xlsx, skip, sftp, pgp, max_unpacked, columns, lacks } = form;
  const shared = { format, csv, xlsx, skip, sftp, pgp, max_unpacked };
  const given = [file, files, http].filter((each) => each !== undefined);
  if (given.length !== 1) {
    source.fault(
      ["source"],
      given.length === 0 ? MISSING_FILE : fact("config.not_exactly_one", { setting: "source", of: ["file", "files", "http"] }),
    );
    return [];
  }
  if (files === undefined) return [{ entry: { file, http, ...shared, columns, lacks }, path: ["source"] }];
  for (const key of ["columns", "lacks"] as const) {
    if (form[key] !== undefined) source.fault(["source", key], fact("config.belongs_to_file", { key }), "key");
  }
  return files.map((each, index) => {
    const own = typeof each === "string" ? { file: each } : each;
    return { entry: { ...shared, ...own }, path: ["source", "files", index] };
  });
}

function fileOf(source: YamlSource, form: EntryForm, path: YamlPath, folder: string): FileSettings {
  if ((form.file === undefined) === (form.http === undefined) && path.length > 1)
    source.fault(
      path,
      form.file === undefined
        ? "config.not_file_or_http"
        : fact("config.not_exactly_one", { setting: pathText(path), of: ["file", "http"] }),
    );
  const http = form.http === undefined ? null : readHttp(source, form.http, [...path, "http"], folder);
  if (http !== null && form.format !== undefined) source.fault([...path, "format"], fact("config.format_below_http", {}), "key");
  const name = form.file ?? "";
  for (const other of ["csv", "xlsx"] as const) {
    if (form.format !== undefined && form.format !== other && form[other] !== undefined)
      source.fault(
        [...path, other],
        fact("config.no_effect_with", { setting: pathText([...path, other]), with: `format: ${form.format}` }),
      );
  }
  if (form.xlsx?.header_row !== undefined && form.skip?.before !== undefined)
    source.fault([...path, "skip"], fact("config.no_effect_with", { setting: "skip.before", with: "xlsx.header_row" }));
  const sftp = form.sftp === undefined || http !== null ? null : sftpOf(source, form.sftp, [...path, "sftp"], folder);
  if (http !== null && form.sftp !== undefined && path[1] !== "files")
    source.fault([...path, "sftp"], fact("config.no_effect_with", { setting: "sftp", with: "http" }), "key");
  if (sftp !== null && name === "-") source.fault([...path, "file"], fact("config.stdin_with_sftp", {}));
  const seen = new Map<string, string>();
  for (const [from, to] of Object.entries(form.columns ?? {})) {
    const before = seen.get(foldName(to));
    if (before !== undefined) source.fault([...path, "columns", from], fact("config.renamed_twice", { column: before, to }));
    seen.set(foldName(to), from);
  }
  return {
    file: http !== null ? shownUrl(http.url) : sftp !== null || name === "-" ? name : resolve(folder, name),
    sftp,
    http,
    pgp: form.pgp === undefined ? null : pgpOf(source, form.pgp, [...path, "pgp"], folder),
    maxUnpacked: form.max_unpacked ?? MAX_UNPACKED_BYTES,
    format: form.format ?? null,
    csv: { delimiter: form.csv?.delimiter ?? null, encoding: form.csv?.encoding ?? null },
    xlsx: { sheet: form.xlsx?.sheet ?? null, headerRow: form.xlsx?.header_row ?? null },
    skip: { before: form.skip?.before ?? 0, after: form.skip?.after ?? 0 },
    columns: Object.entries(form.columns ?? {}),
    lacks: form.lacks ?? [],
  };
}

/** Reads the settings of an SFTP server. */
export function sftpOf(source: YamlSource, form: SftpForm, path: YamlPath, folder: string): SftpSettings {
  const { host, port, user, password, private_key: key, passphrase, host_key: hostKey } = form;
  if ((password === undefined) === (key === undefined))
    source.fault(path, fact("config.not_exactly_one", { setting: "sftp", of: ["password", "private_key"] }));
  if (passphrase !== undefined && key === undefined)
    source.fault([...path, "passphrase"], fact("config.needs", { setting: "passphrase", needs: "private_key" }), "key");
  return {
    host,
    port,
    user,
    password: password ?? null,
    privateKey: key === undefined ? null : resolve(folder, key),
    passphrase: passphrase ?? null,
    hostKey: hostKey.replace(/=$/, ""),
  };
}

function pgpOf(source: YamlSource, form: PgpForm, path: YamlPath, folder: string): PgpSettings {
  const { private_key: keys, passphrase, signed_by: signers, expect_signed: expectSigned } = form;
  if (expectSigned === true && signers === undefined)
    source.fault([...path, "expect_signed"], fact("config.needs", { setting: "expect_signed: true", needs: "signed_by" }), "key");
  return {
    privateKeys: [keys].flat().map((file) => resolve(folder, file)),
    passphrases: passphrase === undefined ? [] : [passphrase].flat(),
    signedBy: signers === undefined ? [] : [signers].flat().map((file) => resolve(folder, file)),
    expectSigned: expectSigned ?? signers !== undefined,
  };
}
