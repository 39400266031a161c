import iconv from "iconv-lite";
import { z } from "zod";
import { httpSchema } from "./http/schema.ts";
import { isPlainMap } from "./yaml.ts";
import { duration, filledText, says, size, wholeNumber } from "./values.ts";

const HOST_KEY = says("config.not_host_key");

export const sftpSchema = z.strictObject({
  host: filledText,
  port: wholeNumber(1, 65_535).default(22),
  user: filledText,
  password: filledText.optional(),
  private_key: filledText.optional(),
  passphrase: filledText.optional(),
  host_key: z.string(HOST_KEY).regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, HOST_KEY),
});

const fileNames = z.union([filledText, z.array(filledText).min(1)], says("config.not_file_names"));

const pgp = z.strictObject({
  private_key: fileNames,
  passphrase: z.union([filledText, z.array(filledText).min(1)], says("config.not_text_or_list")).optional(),
  signed_by: fileNames.optional(),
  expect_signed: z.boolean().optional(),
});

const columnName = z.string(says("config.not_column")).trim().min(1, says("config.empty"));

/** Settings for reading one file. */
const form = {
  format: z.enum(["csv", "xlsx"]).optional(),
  csv: z
    .strictObject({
      delimiter: z
        .string()
        .refine((text) => /^[^"\r\n]$/.test(text), says("config.not_delimiter"))
        .optional(),
      encoding: z
        .string()
        .refine((name) => iconv.encodingExists(name), says("config.not_encoding"))
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
  columns: z.custom<Record<string, unknown>>(isPlainMap, says("config.columns_not_map")).pipe(z.record(z.string(), columnName)).optional(),
  lacks: z.array(columnName, says("config.not_list_of", { of: "columns" })).optional(),
};

const file = filledText.refine((name) => !/\*.*[/\\]/.test(name), says("config.folder_wildcard"));

const entry = z.union([file, z.strictObject({ file: file.optional(), ...http, ...form, ...columns })], says("config.not_file_or_http"));

const joined = z.strictObject({
  name: z.string().regex(/^[\p{L}\p{N}_-]+$/u, says("config.join_name_invalid")),
  key: columnName,
  on: columnName,
  rows: z.enum(["one", "many"]).default("one"),
  file: file.optional(),
  ...http,
  ...form,
});

/** `source` of a job file. */
export const sourceSchema = z.strictObject({
  file: file.optional(),
  files: z
    .array(entry, says("config.not_list_of", { of: "files" }))
    .min(1, says("config.names_none", { of: "files" }))
    .optional(),
  ...http,
  ...form,
  ...columns,
  rows: z
    .strictObject({
      keep: z.strictObject({
        column: columnName,
        values: z.array(filledText, says("config.not_list_of", { of: "texts" })).min(1, says("config.names_none", { of: "texts" })),
      }),
    })
    .optional(),
  same_key: z.enum(["reject", "first", "last"]).optional(),
  join: z.array(joined, says("config.not_list_of", { of: "files" })).optional(),
  max_age: duration.optional(),
  expect: z.union([z.enum(["weekdays", "weekly"]), duration], says("config.not_expect")).optional(),
  settle: duration.default(1000),
  unchanged: z.enum(["run", "skip"]).default("run"),
  after: z.union([z.enum(["keep", "mark"]), z.strictObject({ move: filledText })], says("config.after_invalid")).default("keep"),
});

export type SourceForm = z.output<typeof sourceSchema>;
export type EntryForm = Exclude<z.output<typeof entry>, string>;
export type SftpForm = z.output<typeof sftpSchema>;
export type PgpForm = z.output<typeof pgp>;
