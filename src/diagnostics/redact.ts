import type { CustomField, GroupClaim, Person, UserAttributes } from "../domain/person.ts";
import { shownCell } from "../domain/record.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";

/** Shown in place of a sensitive value (I9). */
export const REDACTED = "(not shown)";

/** A field of a person as sent, named as in the mapping: `department`, `on_create.password`. */
export interface ShownField {
  field: string;
  /** The service's field name without the section, as used by `sensitive` in the mapping. */
  plain: string;
  value: string;
}

const SECTIONS = [
  ["user", ""],
  ["onCreate", "on_create."],
  ["onUpdate", "on_update."],
] as const;

/** Returns every field sent for a person. Values are not redacted: pass them through `Showing.field` first. */
export function fieldsOf(person: Pick<Person, "user" | "onCreate" | "onUpdate">): ShownField[] {
  return SECTIONS.flatMap(([section, prefix]) =>
    Object.entries(person[section]).flatMap(([plain, value]) =>
      textsOf(plain, value).map((one) => ({ ...one, field: `${prefix}${one.plain}` })),
    ),
  );
}

function textsOf(plain: string, value: UserAttributes[string]): { plain: string; value: string }[] {
  if (Array.isArray(value)) return value.map(({ id, value: text }: CustomField) => ({ plain: `custom_fields.${id}`, value: text }));
  return [{ plain, value: String(value) }];
}

/** Returns a field's name with its section. */
export function nameOfField(section: "user" | "on_create" | "on_update", field: string): string {
  return section === "user" ? field : `${section}.${field}`;
}

/** Redacts sensitive fields, cells and groups. */
export interface Showing {
  field(field: Pick<ShownField, "plain" | "value">): string;
  /** `null`: the row ends before it. */
  cell(column: string, value: string | undefined): string | null;
  /** Returns a group's name, redacted if it contains the value of a sensitive column. */
  group(claim: Pick<GroupClaim, "group" | "cells">): string;
}

/** Returns the redaction for one or more mappings. @param mappings a value sensitive in one of them is never shown */
export function showing(...mappings: readonly Pick<CompiledMapping, "sensitiveColumns" | "sensitiveFields">[]): Showing {
  const secretColumn = (column: string): boolean => mappings.some(({ sensitiveColumns }) => sensitiveColumns.has(column));
  const secretField = (field: string): boolean => mappings.some(({ sensitiveFields }) => sensitiveFields.has(field));
  return {
    field: ({ plain, value }) => (secretField(plain) ? REDACTED : value),
    cell: (column, value) => (value === undefined ? null : secretColumn(column) ? REDACTED : shownCell(value)),
    group: ({ group, cells }) =>
      cells.some(({ column, value }) => secretColumn(column) && containsValue(value, group)) ? REDACTED : group,
  };
}

function containsValue(value: string | undefined, group: string): boolean {
  const text = value?.trim().normalize("NFC") ?? "";
  return text !== "" && group.includes(text);
}
