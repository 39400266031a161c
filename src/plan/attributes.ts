import { HIDDEN } from "../domain/record.ts";
import type { UserAttributes } from "../domain/person.ts";

/** One changed attribute to send. Sensitive values are never shown. */
export interface FieldChange {
  field: string;
  /** `null`: never sent before, so the service's value is not known. */
  from: string | null;
  to: string;
}

/** The values last sent, by field; sensitive ones as fingerprints. */
export type SentAttributes = Record<string, unknown>;

export interface Secrecy {
  isSensitive(field: string): boolean;
  /** Returns a keyed digest: equal for equal values, and useless to anyone who reads it. */
  fingerprint(value: string): string;
}

/** Flattens attributes to texts by field; each custom field is a field of its own, `custom_fields.<id>`. */
function flatten(attributes: UserAttributes): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [field, value] of Object.entries(attributes)) {
    if (Array.isArray(value)) for (const item of value) flat.set(`${field}.${item.id}`, item.value);
    else flat.set(field, String(value));
  }
  return flat;
}

/** Fields that are sent but are not attributes of the user to compare later. */
const notRemembered = new Set(["active", "password", "notify_on_create", "notify_on_update", "first_login"]);

/** Returns attributes in the form stored after the service accepted them. */
export function rememberSentAttributes(attributes: UserAttributes, secrecy: Secrecy): SentAttributes {
  const sent: SentAttributes = Object.create(null) as SentAttributes;
  for (const [field, value] of flatten(attributes)) {
    if (!notRemembered.has(field)) sent[field] = comparable(field, value, secrecy);
  }
  return sent;
}

/** Returns the fields whose value differs from the one sent last. A field that is absent now is not a change. */
export function changedFields(attributes: UserAttributes, sent: SentAttributes | null, secrecy: Secrecy): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, value] of flatten(attributes)) {
    const before = sent === null || !Object.hasOwn(sent, field) ? null : String(sent[field]);
    if (before === comparable(field, value, secrecy)) continue;
    // People who left the file long ago have only fingerprints, of all fields.
    const secret = secrecy.isSensitive(field);
    const from = before !== null && (secret || before.startsWith("hmac:")) ? HIDDEN : before;
    changes.push({ field, from, to: secret ? HIDDEN : value });
  }
  return changes;
}

/** Returns a value in its stored, comparable form: a fingerprint if the field is sensitive. */
export function comparable(field: string, value: string, secrecy: Secrecy): string {
  return secrecy.isSensitive(field) ? `hmac:${secrecy.fingerprint(value)}` : value;
}

/** Returns only the given fields, for a service that takes partial updates. */
export function onlyFields(attributes: UserAttributes, fields: ReadonlySet<string>): UserAttributes {
  const chosen: UserAttributes = {};
  for (const [field, value] of Object.entries(attributes)) {
    const wanted = Array.isArray(value) ? value.some((item) => fields.has(`${field}.${item.id}`)) : fields.has(field);
    if (wanted) chosen[field] = value;
  }
  return chosen;
}
