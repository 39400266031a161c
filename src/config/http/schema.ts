import { z } from "zod";
import { isPlainMap } from "../yaml.ts";
import { duration, filledText, says, wholeNumber } from "../values.ts";

const POINTER = says("config.not_pointer_or_empty");
const pointer = z.string(POINTER).regex(/^(\/.*)?$/s, POINTER);

const headerName = filledText.regex(/^[\w!#$%&'*+.^`|~-]+$/, says("config.not_header_name"));

const TEXTS = says("config.not_map_of_texts");
const texts = z.custom<Record<string, string>>(isPlainMap, TEXTS).pipe(z.record(z.string(), z.string(TEXTS)));

const body = z.custom<Record<string, unknown>>(isPlainMap, says("config.not_body"));

const saml = z.strictObject({
  issuer: filledText,
  audience: filledText,
  recipient: filledText,
  subject: filledText,
  private_key: filledText,
});

const auth = z.strictObject({
  basic: z.strictObject({ user: filledText, password: z.string() }).optional(),
  oauth: z
    .strictObject({
      token_url: filledText,
      grant: z.enum(["client_credentials", "refresh_token", "saml_bearer"]).default("client_credentials"),
      client_id: filledText,
      client_secret: filledText.optional(),
      client_authentication: z.enum(["body", "basic", "none"]).optional(),
      refresh_token: filledText.optional(),
      scope: filledText.optional(),
      extra: texts.optional(),
    })
    .optional(),
  saml: saml.optional(),
  login: z
    .strictObject({
      url: filledText,
      body,
      token: pointer.default("/token"),
      lifetime: duration.prefault("10m"),
      header: headerName.default("Authorization"),
      scheme: z.string().trim().default("Bearer"),
    })
    .optional(),
});

const pages = z.strictObject({
  next: z.union([z.enum(["link"]), pointer.min(1)], says("config.next_page_invalid")).optional(),
  cursor: z.strictObject({ send: filledText, from: pointer.min(1) }).optional(),
  offset: z.strictObject({ send: filledText, size: filledText, of: wholeNumber(1, 100_000) }).optional(),
  page: z
    .strictObject({
      send: filledText,
      size: filledText.optional(),
      of: wholeNumber(1, 100_000).default(1),
      first: wholeNumber(0, 1).default(1),
    })
    .optional(),
  total: pointer.min(1).optional(),
  more: pointer.min(1).optional(),
});

/** `source.http` of a job file. */
export const httpSchema = z.strictObject({
  url: filledText,
  method: z.enum(["GET", "POST"]).optional(),
  query: texts.optional(),
  headers: texts.optional(),
  body: body.optional(),
  auth: auth.optional(),
  tls: z
    .strictObject({
      certificate: filledText.optional(),
      key: filledText.optional(),
      passphrase: filledText.optional(),
      ca: filledText.optional(),
    })
    .optional(),
  session: z.boolean().default(false),
  format: z.enum(["csv", "xlsx", "json"]).optional(),
  rows: pointer.optional(),
  columns: z
    .custom<Record<string, unknown>>(isPlainMap, says("config.json_columns_not_map"))
    .pipe(
      z.record(
        z.string(),
        z.union(
          [pointer.min(1), z.strictObject({ at: pointer.min(1), date: z.enum(["odata"]).optional() })],
          says("config.not_json_column"),
        ),
      ),
    )
    .optional(),
  absent: z.enum(["unknown", "blank"]).default("unknown"),
  pages: pages.optional(),
  requires: z.array(filledText, says("config.not_list_of", { of: "columns" })).optional(),
  retry: z
    .strictObject({
      attempts: wholeNumber(1, 20).default(5),
      when: z.strictObject({ at: pointer.min(1), is: z.union([z.string(), z.number()]) }).optional(),
    })
    .prefault({}),
  timeout: z.strictObject({ first_byte: duration.prefault("2m"), total: duration.prefault("30m") }).prefault({}),
  limits: z
    .strictObject({
      max_bytes: wholeNumber(1, 20_000_000_000).default(2_000_000_000),
      max_pages: wholeNumber(1, 1_000_000).default(10_000),
    })
    .prefault({}),
  redirects: z.strictObject({ to: z.array(filledText, says("config.not_list_of", { of: "hosts" })).min(1) }).optional(),
  private_network: z.boolean().default(false),
});

export type HttpForm = z.output<typeof httpSchema>;
