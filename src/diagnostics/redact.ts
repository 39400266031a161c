import type { CustomField, GroupClaim, Person, UserAttributes } from "../domain/person.ts";
import { HIDDEN, shownCell } from "../domain/record.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";

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
  hidesField(plain: string): boolean;
  /** `null`: the row ends before it. */
  cell(column: string, value: string | undefined): string | null;
  /** Returns the name of the group that claims name, redacted if it contains the value of a sensitive column of one of them. */
  group(...claims: readonly Pick<GroupClaim, "group" | "cells">[]): string;
}

/** Returns the redaction for one or more mappings. @param mappings a value sensitive in one of them is never shown */
export function showing(...mappings: readonly Pick<CompiledMapping, "sensitiveColumns" | "sensitiveFields">[]): Showing {
  const secretColumn = (column: string): boolean => mappings.some(({ sensitiveColumns }) => sensitiveColumns.has(column));
  const secretField = (field: string): boolean => mappings.some(({ sensitiveFields }) => sensitiveFields.has(field));
  return {
    hidesField: secretField,
    field: ({ plain, value }) => (secretField(plain) ? HIDDEN : value),
    cell: (column, value) => (value === undefined ? null : secretColumn(column) ? HIDDEN : shownCell(value)),
    group: (...claims) =>
      claims.some(({ group, cells }) => cells.some(({ column, value }) => secretColumn(column) && containsValue(value, group)))
        ? HIDDEN
        : (claims[0]?.group ?? ""),
  };
}

function containsValue(value: string | undefined, group: string): boolean {
  const text = value?.trim().normalize("NFC") ?? "";
  return text !== "" && group.includes(text);
}
