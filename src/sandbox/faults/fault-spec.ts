import { nearest } from "../../domain/nearest.ts";
import type { FaultInput } from "./faults.ts";
import { faultSchema } from "./faults.ts";
import { decoder } from "../query.ts";

const FAULT_KEYS: readonly string[] = Object.keys(faultSchema.shape);

const read = decoder(faultSchema);

/**
 * Parses a fault such as `status=500,when=after,share=0.05,path=/users`, with the keys of `POST /_sandbox/faults`. A
 * boolean key needs no value. A comma that no `key=` follows belongs to the value. Throws an Error with a message for
 * the user.
 */
export function parseFault(spec: string): FaultInput {
  const fields: Record<string, string> = {};
  for (const part of spec.split(/,\s*(?=[A-Za-z]+(?:=|,|$))/)) {
    const at = part.indexOf("=");
    const key = (at < 0 ? part : part.slice(0, at)).trim();
    if (!FAULT_KEYS.includes(key)) throw new Error(unknownKey(key));
    if (fields[key] !== undefined) throw new Error(`${key} is set twice.`);
    fields[key] = at < 0 ? "true" : part.slice(at + 1);
  }
  const judged = faultSchema.safeParse(read(fields));
  if (judged.success) return judged.data;
  const issue = judged.error.issues[0];
  const key = String(issue?.path[0]);
  throw new Error(`${key}=${fields[key]} isn't valid: it ${issue?.message}.`);
}

function unknownKey(key: string): string {
  const meant = nearest(key, FAULT_KEYS);
  return `A fault has no key "${key}".${meant === undefined ? "" : ` Did you mean "${meant}"?`} Its keys are ${FAULT_KEYS.join(", ")}.`;
}
