import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { anyObject, dateTimeRead, text, uuid } from "./values.ts";

/** Interface: "Content provider". */
export const contentProvider = z.looseObject({
  id: uuid,
  account_id: uuid,
  code: text,
  name: text,
  course_id_prefix: text.nullish(),
  logo_url: text.nullish(),
  description: text.nullish(),
  settings: anyObject.nullish(),
  Record_Creation_Date: dateTimeRead.nullish(),
});

export type ContentProvider = z.infer<typeof contentProvider>;

/** `_limit` on the wire: `<count>` or `<offset>-<count>`; the count is at least 1. */
export const PROVIDER_LIMIT = /^(?:\d{1,9}-)?0{0,8}[1-9]\d{0,8}$/;

const get = endpoint({
  summary: "List content providers by id",
  method: "GET",
  path: "/content_providers/{id}",
  pathParams: z.strictObject({ id: uuid.describe("The content provider identifier.") }),
  query: z.strictObject({
    name: text.optional().describe("Content provider name."),
    _limit: z
      .union([z.int().min(1), z.string().regex(PROVIDER_LIMIT, "is neither a count nor `<offset>-<count>`")])
      .optional()
      .describe("A count, or `<offset>-<count>`; default `0-20`.")
      .meta({ documentedAs: "integer", default: "0-20" }),
  }),
  output: contentProvider,
  answer: "json",
});

export const contentProviders = {
  /**
   * List content providers by id: `GET /content_providers/{id}`. The only endpoint whose `_limit` is
   * `<offset>-<count>`.
   */
  get,
};
