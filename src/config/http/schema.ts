import { z } from "zod";
import { isPlainMap } from "../yaml.ts";
import { duration, filledText, wholeNumber } from "../values.ts";

const POINTER = "must be a JSON pointer, such as /data/items, or empty for the whole answer";
const pointer = z.string({ error: POINTER }).regex(/^(\/.*)?$/s, { error: POINTER });

const headerName = filledText.regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: "must be the name of a header, such as Authorization" });

const TEXTS = "must be a map of texts; put quotes around numbers and true";
const texts = z.custom<Record<string, string>>(isPlainMap, { error: TEXTS }).pipe(z.record(z.string(), z.string({ error: TEXTS })));

const body = z.custom<Record<string, unknown>>(isPlainMap, { error: "must be a map, sent as JSON, or { form: { … } }" });

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
      grant: z
        .enum(["client_credentials", "refresh_token", "saml_bearer"], {
          error: "must be client_credentials, refresh_token or saml_bearer",
        })
        .default("client_credentials"),
      client_id: filledText,
      client_secret: filledText.optional(),
      client_authentication: z.enum(["body", "basic", "none"], { error: "must be body, basic or none" }).optional(),
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
  next: z.union([z.enum(["link"]), pointer.min(1)], { error: "must be link, for the Link header, or a JSON pointer" }).optional(),
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

const COLUMN = "must be a JSON pointer such as /department/name, or { at, date: odata }";

/** `source.http` of a job file. */
export const httpSchema = z.strictObject({
  url: filledText,
  method: z.enum(["GET", "POST"], { error: "must be GET or POST" }).optional(),
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
  format: z.enum(["csv", "xlsx", "json"], { error: "must be csv, xlsx or json" }).optional(),
  rows: pointer.optional(),
  columns: z
    .custom<Record<string, unknown>>(isPlainMap, { error: "must be a map from a column to its JSON pointer" })
    .pipe(
      z.record(
        z.string(),
        z.union([pointer.min(1), z.strictObject({ at: pointer.min(1), date: z.enum(["odata"], { error: "must be odata" }).optional() })], {
          error: COLUMN,
        }),
      ),
    )
    .optional(),
  absent: z.enum(["unknown", "blank"], { error: "must be unknown or blank" }).default("unknown"),
  pages: pages.optional(),
  requires: z.array(filledText, { error: "must be a list of columns" }).optional(),
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
  redirects: z.strictObject({ to: z.array(filledText, { error: "must be a list of hosts, such as *.sharepoint.com" }).min(1) }).optional(),
  private_network: z.boolean().default(false),
});

export type HttpForm = z.output<typeof httpSchema>;
