import { z } from "zod";
import { readDateTime } from "./date-time.ts";

const DASH = 2;
const HEX = 1;
/** The role of each ASCII character in a uuid. A table for speed: 36 lookups for each of 300,000 ids. */
const KIND = new Uint8Array(128);
for (const digit of "0123456789abcdefABCDEF") KIND[digit.charCodeAt(0)] = HEX;
KIND["-".charCodeAt(0)] = DASH;

/** Returns whether a value is a uuid of any version, in either case (interface: "Notation"). */
export function isUuid(value: unknown): value is string {
  if (typeof value !== "string" || value.length !== 36) return false;
  for (let i = 0; i < 36; i++) {
    const wanted = i === 8 || i === 13 || i === 18 || i === 23 ? DASH : HEX;
    if (KIND[value.charCodeAt(i)] !== wanted) return false;
  }
  return true;
}

export const text = z.string();

/** A non-empty string, such as a name or a title. */
export const filled = z.string().min(1);

/** `string (uuid)`; any version, because the interface names none. */
export const uuid = z.guid();

/** `string (date)` of a request: `YYYY-MM-DD`. */
export const date = z.iso.date();

/** `string (date-time)`: ISO 8601, extended or basic, with or without seconds and a zone. */
export const dateTime = z
  .string()
  .refine((value) => readDateTime(value) !== null, "is not an ISO 8601 timestamp")
  .meta({ format: "date-time" });

/**
 * `string (date)` and `string (date-time)` in an answer: any text, unchanged. No decision depends on one, so an invalid
 * or empty date must not make a page unreadable; `null` would change its meaning.
 */
export const dateRead = z.string().meta({ openapi: { type: "string", format: "date" } });
export const dateTimeRead = z.string().meta({ openapi: { type: "string", format: "date-time" } });

/** `integer` in an answer: any number, because a percentage may be 33.3. */
export const integerRead = z.number().meta({ openapi: { type: "integer" } });

/** `string (email)`; the service decides about accents and unusual local parts. */
export const email = z
  .string()
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "is not an e-mail address")
  .meta({ format: "email" });

/** `string (phone)`. */
export const phone = z
  .string()
  .regex(/^\+?[0-9 ()./-]{5,30}$/, "is not a telephone number")
  .meta({ format: "phone" });

/** An object whose structure is not documented. */
export const anyObject = z.record(z.string(), z.unknown());

/**
 * `array of string (uuid)` in answers. Checked in one loop, because a group may have 100,000 ids and a schema per id is
 * slow.
 */
export const uuidArray = z
  .custom<readonly string[]>((value) => Array.isArray(value) && value.every(isUuid), {
    params: { expected: "uuids" },
  })
  .meta({ openapi: { type: "array", items: { type: "string", format: "uuid" } } });

/**
 * `group_ids` of a request, documented as `object` without its inner structure. Accepts an array of uuids (dialect
 * `array`) or a map from uuid to `true` (dialect `object`); see docs/internals/interface-gaps.md.
 */
export const groupIds = z.union([z.array(uuid), z.record(uuid, z.literal(true))]).meta({ documentedAs: "object" });

/** Progress statuses (interface: "States and transitions"). `all` is a filter, but also allowed on an item. */
export const progressStatus = z.enum(["not_started", "passed", "viewed", "in_progress", "all"]);

/** A progress status in an answer: an unknown one must not make a page unreadable. */
export const progressStatusRead = z
  .custom<z.infer<typeof progressStatus> | (string & {})>((value) => typeof value === "string", { params: { expected: "string" } })
  .meta({ openapi: { type: "string", enum: progressStatus.options } });

/** `_start` and `_limit` (interface: "Limits"). */
const paging = {
  _start: z.int().min(0).optional().describe("Starting position (index) of the first item returned; default 0.").meta({ default: 0 }),
  _limit: z.int().min(1).optional().describe("Number of items to return; default 20, recommended 10 to 100.").meta({ default: 20 }),
};

/** Returns the query of a list: its filters and pagination, which "applies to most endpoints that return lists". */
export function listQuery<const S extends z.core.$ZodShape>(filters: S): z.ZodObject<S & typeof paging, z.core.$strict> {
  return z.strictObject({ ...filters, ...paging });
}

/** The sandbox's answer to a deletion: the deleted id. */
export const deleted = z.strictObject({ id: text });
