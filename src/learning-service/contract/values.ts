import { z } from "zod";
import { readDateTime } from "./date-time.ts";

const DASH = 2;
const HEX = 1;
/** What each ASCII character may stand for in a uuid; a table, because it is asked 36 times for each of 300,000 ids. */
const KIND = new Uint8Array(128);
for (const digit of "0123456789abcdefABCDEF") KIND[digit.charCodeAt(0)] = HEX;
KIND["-".charCodeAt(0)] = DASH;

/** Whether a value is a uuid of any version, in either case (interface: "Notation"). */
export function isUuid(value: unknown): value is string {
  if (typeof value !== "string" || value.length !== 36) return false;
  for (let i = 0; i < 36; i++) {
    const wanted = i === 8 || i === 13 || i === 18 || i === 23 ? DASH : HEX;
    if (KIND[value.charCodeAt(i)] !== wanted) return false;
  }
  return true;
}

export const text = z.string();

/** A text that must say something: a name, a title. */
export const filled = z.string().min(1);

/** `string (uuid)`; any version, because the document names none. */
export const uuid = z.guid();

/** `string (date)` of a request: `YYYY-MM-DD`. */
export const date = z.iso.date();

/** `string (date-time)`: ISO 8601, extended or basic, with or without seconds and a zone. */
export const dateTime = z
  .string()
  .refine((value) => readDateTime(value) !== null, "is not an ISO 8601 timestamp")
  .meta({ format: "date-time" });

/**
 * `string (date)` and `string (date-time)` of an answer: any text, handed on as it came. Nothing is decided by one, so a
 * bad or an empty one must not make a page of the list unreadable, and read as `null` it would say something else.
 */
export const dateRead = z.string().meta({ openapi: { type: "string", format: "date" } });
export const dateTimeRead = z.string().meta({ openapi: { type: "string", format: "date-time" } });

/** `integer` of an answer: any number, because a percentage may come as 33.3. */
export const integerRead = z.number().meta({ openapi: { type: "integer" } });

/** `string (email)`; accents and unusual local parts are the service's to judge. */
export const email = z
  .string()
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "is not an e-mail address")
  .meta({ format: "email" });

/** `string (phone)`. */
export const phone = z
  .string()
  .regex(/^\+?[0-9 ()./-]{5,30}$/, "is not a telephone number")
  .meta({ format: "phone" });

/** An object whose inner structure is not shown. */
export const anyObject = z.record(z.string(), z.unknown());

function firstNonUuid(values: readonly unknown[]): number {
  for (let i = 0; i < values.length; i++) if (!isUuid(values[i])) return i;
  return -1;
}

/**
 * `array of string (uuid)`, for answers: one loop, because a group may hold 100,000 ids and a schema object for
 * each of them takes longer than reading them. The error names the position, never the value.
 */
export const uuidArray = z
  .custom<readonly string[]>((value) => Array.isArray(value) && firstNonUuid(value) === -1, {
    error: (issue) => {
      if (!Array.isArray(issue.input)) return "is not an array of uuids";
      return `has something that is not a uuid at position ${firstNonUuid(issue.input)}`;
    },
  })
  .meta({ openapi: { type: "array", items: { type: "string", format: "uuid" } } });

/**
 * `group_ids` of a request, documented as `object` without its inner structure. Read as an array of uuids (dialect
 * `array`) or as a map from uuid to `true` (dialect `object`); see docs/interface-gaps.md.
 */
export const groupIds = z.union([z.array(uuid), z.record(uuid, z.literal(true))]).meta({ documentedAs: "object" });

/** Progress statuses (interface: "States and transitions"). `all` is a filter; on an item it is allowed too. */
export const progressStatus = z.enum(["not_started", "passed", "viewed", "in_progress", "all"]);

/** A progress status of an answer: one that the interface does not know must not make a page unreadable. */
export const progressStatusRead = z
  .custom<z.infer<typeof progressStatus> | (string & {})>((value) => typeof value === "string", "is not a text")
  .meta({ openapi: { type: "string", enum: progressStatus.options } });

/** `_start` and `_limit` (interface: "Limits"). */
const paging = {
  _start: z.int().min(0).optional().describe("Starting position (index) of the first item returned; default 0.").meta({ default: 0 }),
  _limit: z.int().min(1).optional().describe("Number of items to return; default 20, recommended 10 to 100.").meta({ default: 20 }),
};

/** The query of a list: its own filters and the two of pagination, which "applies to most endpoints that return lists". */
export function listQuery<const S extends z.core.$ZodShape>(filters: S): z.ZodObject<S & typeof paging, z.core.$strict> {
  return z.strictObject({ ...filters, ...paging });
}

/** What the sandbox answers to a deletion: the id of what is gone. */
export const deleted = z.strictObject({ id: text });
