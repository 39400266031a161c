import type { UserAttributes } from "../model/person.ts";

/** One attribute that the service is told anew. Sensitive values are never shown. */
export interface FieldChange {
  field: string;
  /** `null`: we never sent this field, so what the service holds is not known. */
  from: string | null;
  to: string;
}

/** What was sent last, field by field; a fingerprint stands in for a sensitive value. */
export type SentAttributes = Record<string, unknown>;

export interface Secrecy {
  isSensitive(field: string): boolean;
  /** A keyed digest: equal for equal values, and of no use to anybody who reads it. */
  fingerprint(value: string): string;
}

const hidden = "(not shown)";

/** Flattens attributes to texts by field; each custom field is a field of its own, `custom_fields.<id>`. */
export function flatten(attributes: UserAttributes): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [field, value] of Object.entries(attributes)) {
    if (Array.isArray(value)) for (const item of value) flat.set(`${field}.${item.id}`, item.value);
    else flat.set(field, String(value));
  }
  return flat;
}

/** Told with a request, but no attribute of the user that could be compared later. */
const notRemembered = new Set(["active", "password", "notify_on_create", "notify_on_update", "first_login"]);

/** How `attributes` are remembered once the service has accepted them. */
export function rememberSent(attributes: UserAttributes, secrecy: Secrecy): SentAttributes {
  const sent: SentAttributes = Object.create(null) as SentAttributes;
  for (const [field, value] of flatten(attributes)) {
    if (!notRemembered.has(field)) sent[field] = comparable(field, value, secrecy);
  }
  return sent;
}

/** The fields whose value is not the one that was sent last. A field that is absent now is left as it is. */
export function changedFields(attributes: UserAttributes, sent: SentAttributes | null, secrecy: Secrecy): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, value] of flatten(attributes)) {
    const before = sent === null || !Object.hasOwn(sent, field) ? null : String(sent[field]);
    if (before === comparable(field, value, secrecy)) continue;
    // A fingerprint also stands in for what was known of somebody who had left the file long ago.
    const secret = secrecy.isSensitive(field);
    const from = before !== null && (secret || before.startsWith("hmac:")) ? hidden : before;
    changes.push({ field, from, to: secret ? hidden : value });
  }
  return changes;
}

/** A value as it is remembered and compared: as it is, or its fingerprint where the field is sensitive. */
export function comparable(field: string, value: string, secrecy: Secrecy): string {
  return secrecy.isSensitive(field) ? `hmac:${secrecy.fingerprint(value)}` : value;
}

/** The attributes of the given fields only, for a service that is told changes rather than everything. */
export function onlyFields(attributes: UserAttributes, fields: ReadonlySet<string>): UserAttributes {
  const chosen: UserAttributes = {};
  for (const [field, value] of Object.entries(attributes)) {
    const wanted = Array.isArray(value) ? value.some((item) => fields.has(`${field}.${item.id}`)) : fields.has(field);
    if (wanted) chosen[field] = value;
  }
  return chosen;
}
