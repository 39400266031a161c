import iconv from "iconv-lite";
import { z } from "zod";
import { httpSchema } from "./http/schema.ts";
import { isPlainMap } from "./yaml.ts";
import { duration, filledText, size, wholeNumber } from "./values.ts";

const HOST_KEY = "must be the SHA-256 fingerprint of the server's key, such as SHA256:… (`ssh-keyscan HOST | ssh-keygen -lf -` prints it)";

export const sftpSchema = z.strictObject({
  host: filledText,
  port: wholeNumber(1, 65_535).default(22),
  user: filledText,
  password: filledText.optional(),
  private_key: filledText.optional(),
  passphrase: filledText.optional(),
  host_key: z.string({ error: HOST_KEY }).regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, { error: HOST_KEY }),
});

const fileNames = z.union([filledText, z.array(filledText).min(1)], { error: "must be the name of a file, or a list of names" });

const pgp = z.strictObject({
  private_key: fileNames,
  passphrase: z.union([filledText, z.array(filledText).min(1)], { error: "must be a text, or a list of texts" }).optional(),
  signed_by: fileNames.optional(),
  expect_signed: z.boolean({ error: "must be true or false" }).optional(),
});

const columnName = z
  .string({ error: "must be the name of a column; put quotes around numbers" })
  .trim()
  .min(1, { error: "must not be empty" });

const EXPECT = "must be weekdays, weekly, or a duration such as 26h";

/** Settings for reading one file. */
const form = {
  format: z.enum(["csv", "xlsx"]).optional(),
  csv: z
    .strictObject({
      delimiter: z
        .string()
        .refine((text) => /^[^"\r\n]$/.test(text), { error: 'must be one character, such as ";" or "\\t"' })
        .optional(),
      encoding: z
        .string()
        .refine((name) => iconv.encodingExists(name), { error: "must be an encoding, such as windows-1252 or utf-8" })
        .optional(),
    })
    .optional(),
  xlsx: z.strictObject({ sheet: filledText.optional(), header_row: wholeNumber(1, 1000).optional() }).optional(),
  skip: z.strictObject({ before: wholeNumber(0, 1000).optional(), after: wholeNumber(0, 1000).optional() }).optional(),
  sftp: sftpSchema.optional(),
  pgp: pgp.optional(),
  max_unpacked: size.optional(),
};

/** A request in place of a file. */
const http = { http: httpSchema.optional() };

/** Renamed and missing columns of a file. */
const columns = {
  columns: z
    .custom<Record<string, unknown>>(isPlainMap, { error: "must be a map from the name in the file to the name in the mapping" })
    .pipe(z.record(z.string(), columnName))
    .optional(),
  lacks: z.array(columnName, { error: "must be a list of columns" }).optional(),
};

const file = filledText.refine((name) => !/\*.*[/\\]/.test(name), { error: "may have * in the file name only, not in a folder" });

const entry = z.union([file, z.strictObject({ file: file.optional(), ...http, ...form, ...columns })], {
  error: "must be the name of a file, or a map with `file` or `http`",
});

const joined = z.strictObject({
  name: z.string({ error: "must be a name" }).regex(/^[\p{L}\p{N}_-]+$/u, { error: "must be a name of letters, digits, - and _" }),
  key: columnName,
  on: columnName,
  rows: z.enum(["one", "many"], { error: "must be one or many" }).default("one"),
  file: file.optional(),
  ...http,
  ...form,
});

/** `source` of a job file. */
export const sourceSchema = z.strictObject({
  file: file.optional(),
  files: z.array(entry, { error: "must be a list of files" }).min(1, { error: "must name at least one file" }).optional(),
  ...http,
  ...form,
  ...columns,
  rows: z
    .strictObject({
      keep: z.strictObject({
        column: columnName,
        values: z.array(filledText, { error: "must be a list of texts" }).min(1, { error: "must list at least one text" }),
      }),
    })
    .optional(),
  same_key: z.enum(["reject", "first", "last"], { error: "must be reject, first or last" }).optional(),
  join: z.array(joined, { error: "must be a list of files" }).optional(),
  max_age: duration.optional(),
  expect: z.union([z.enum(["weekdays", "weekly"]), duration], { error: EXPECT }).optional(),
  settle: duration.default(1000),
  unchanged: z.enum(["run", "skip"], { error: "must be run or skip" }).default("run"),
  after: z
    .union([z.enum(["keep", "mark"]), z.strictObject({ move: filledText })], { error: "must be keep, mark, or { move: FOLDER }" })
    .default("keep"),
});

export type SourceForm = z.output<typeof sourceSchema>;
export type EntryForm = Exclude<z.output<typeof entry>, string>;
export type SftpForm = z.output<typeof sftpSchema>;
export type PgpForm = z.output<typeof pgp>;
