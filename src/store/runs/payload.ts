import { opened, sealed } from "../sealing/keys.ts";
import type { Db } from "../schema/tables.ts";

type Payload = Record<string, unknown>;

/** Fields that queries need: the removals, and the licence of a new account. */
const readable = ["removals", "subscription_id", "auto_license"];

/** Returns the payload of an operation in its stored form, which is deleted when the operation ends. */
export function sealPayload(db: Db, operation: string, payload: Payload): Payload {
  if (Object.keys(payload).length === 0) return payload;
  const box = sealed(db, JSON.stringify(payload), purposeOf(operation));
  return box === null ? payload : { ...Object.fromEntries(Object.entries(payload).filter(([name]) => readable.includes(name))), ...box };
}

/** Returns the original payload; one from before there was a key is stored in plain text. */
export function openPayload(db: Db, operation: string, payload: Payload | null): Payload | null {
  const text = payload?.["sealed"];
  return typeof text === "string" ? (JSON.parse(opened(db, text, purposeOf(operation))) as Payload) : payload;
}

export function purposeOf(operation: string): string {
  return `operation ${operation}`;
}
