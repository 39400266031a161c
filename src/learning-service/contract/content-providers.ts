import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { anyObject, dateTime, text, uuid } from "./values.ts";

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
  Record_Creation_Date: dateTime.nullish(),
});

export type ContentProvider = z.infer<typeof contentProvider>;

/** GET /content_providers/{id}: the only endpoint whose `_limit` is `<offset>-<count>`. */
const get = endpoint({
  summary: "List content providers by id",
  method: "GET",
  path: "/content_providers/{id}",
  pathParams: z.strictObject({ id: uuid.describe("The content provider identifier.") }),
  query: z.strictObject({
    name: text.optional().describe("Content provider name."),
    _limit: z
      .string()
      .regex(/^\d+-\d+$/, "is not `<offset>-<count>`")
      .optional()
      .describe("`<offset>-<count>`: that many items from that offset; default `0-20`.")
      .meta({ documentedAs: "integer" }),
  }),
  output: contentProvider,
  answer: "json",
});

export const contentProviders = { get };
