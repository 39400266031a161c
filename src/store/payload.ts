import { opened, sealed } from "./keys.ts";
import type { Db } from "./schema.ts";

type Payload = Record<string, unknown>;

/** What the database itself asks for: which removals it is about, and which licence a new account takes. */
const readable = ["removals", "subscription_id", "auto_license"];

/** What an operation will send, as it lies in the database until the operation has ended. */
export function sealPayload(db: Db, operation: string, payload: Payload): Payload {
  if (Object.keys(payload).length === 0) return payload;
  const box = sealed(db, JSON.stringify(payload), purposeOf(operation));
  return box === null ? payload : { ...Object.fromEntries(Object.entries(payload).filter(([name]) => readable.includes(name))), ...box };
}

/** What it was before; one from before there was a key is as it is. */
export function openPayload(db: Db, operation: string, payload: Payload | null): Payload | null {
  const text = payload?.["sealed"];
  return typeof text === "string" ? (JSON.parse(opened(db, text, purposeOf(operation))) as Payload) : payload;
}

export function purposeOf(operation: string): string {
  return `operation ${operation}`;
}
