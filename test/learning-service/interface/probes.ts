import type { Field, Side } from "./fields.ts";

const id = "6ca158cb-1d4f-4a7c-9d0c-0a1b2c3d4e5f";

/** For each type of the tables a value that fits, and values that don't. */
const PROBES: Readonly<Record<string, { fits: unknown; not: readonly unknown[] }>> = {
  string: { fits: "text", not: [1, true, {}] },
  "string (uuid)": { fits: id, not: ["text", id.slice(1), 1] },
  "string (date)": { fits: "2026-02-28", not: ["2026-02-30", "28.02.2026", "2026-02-28T10:00:00Z"] },
  "string (date-time)": { fits: "2026-02-28T10:00:00Z", not: ["2026-02-28", "yesterday", 1] },
  "string (email)": { fits: "ada@acme.example", not: ["ada", "ada at acme.example", 1] },
  "string (phone)": { fits: "+34 600 123 456", not: ["none", 600_123_456] },
  integer: { fits: 7, not: ["7", 1.5, true] },
  boolean: { fits: true, not: ["true", 1] },
  object: { fits: {}, not: ["text", 1] },
  array: { fits: [], not: ["text", 1] },
  "array of string (uuid)": { fits: [id], not: [["text"], [1], "text", id] },
  "array of objects": { fits: [], not: [["text"], "text", {}] },
};

/** Of an answer, in which a date may be any text and an integer any number: one odd value must not fail a page. */
const READ: Readonly<Record<string, { fits: unknown; not: readonly unknown[] }>> = {
  "string (date)": { fits: "2026-02-28", not: [1, true, {}] },
  "string (date-time)": { fits: "2026-02-28T10:00:00Z", not: [1, true, {}] },
  integer: { fits: 7, not: ["7", true, {}] },
};

function probeOf(field: Field): { fits: unknown; not: readonly unknown[] } {
  const probe = PROBES[field.type];
  if (probe === undefined) throw new Error(`no probe for ${field.type}`);
  return probe;
}

export function fitting(field: Field): unknown {
  return field.values?.[0] ?? probeOf(field).fits;
}

/** Values that a field of this type must not take. */
export function misfits(field: Field, side: Side): unknown[] {
  if (side === "answer") return [...(READ[field.type] ?? probeOf(field)).not];
  const { not } = probeOf(field);
  const [least = 0, most = 0] = field.range?.split(" to ").map(Number) ?? [];
  return [...not, ...(field.values === null ? [] : ["none of them"]), ...(field.range === null ? [] : [least - 1, most + 1])];
}
