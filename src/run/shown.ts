import type { CustomField, GroupClaim, Person, UserAttributes } from "../model/person.ts";
import { shownCell } from "../model/record.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";

/** What stands in place of a value that must not be shown (I9). */
export const NOT_SHOWN = "(not shown)";

/** A field of a person as it is sent, named as the mapping names it: `department`, `on_create.password`. */
export interface ShownField {
  field: string;
  /** Of the service, without the section: what the mapping calls sensitive. */
  plain: string;
  value: string;
}

const SECTIONS = [
  ["user", ""],
  ["onCreate", "on_create."],
  ["onUpdate", "on_update."],
] as const;

/** Every field that a person is sent with, one by one; values as they are, so not to be shown before `showField`. */
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

/** How the section of a field is written before its name. */
export function nameOfField(section: "user" | "on_create" | "on_update", field: string): string {
  return section === "user" ? field : `${section}.${field}`;
}

/** What of a mapping's people may be shown. */
export interface Showing {
  field(field: Pick<ShownField, "plain" | "value">): string;
  /** `null`: the row ends before it. */
  cell(column: string, value: string | undefined): string | null;
  /** The name of a group, unless the value of a sensitive column stands in it. */
  group(claim: Pick<GroupClaim, "group" | "cells">): string;
}

/** @param mappings what is sensitive to one of them is shown for none */
export function showing(...mappings: readonly Pick<CompiledMapping, "sensitiveColumns" | "sensitiveFields">[]): Showing {
  const secretColumn = (column: string): boolean => mappings.some(({ sensitiveColumns }) => sensitiveColumns.has(column));
  const secretField = (field: string): boolean => mappings.some(({ sensitiveFields }) => sensitiveFields.has(field));
  return {
    field: ({ plain, value }) => (secretField(plain) ? NOT_SHOWN : value),
    cell: (column, value) => (value === undefined ? null : secretColumn(column) ? NOT_SHOWN : shownCell(value)),
    group: ({ group, cells }) => (cells.some(({ column, value }) => secretColumn(column) && standsIn(value, group)) ? NOT_SHOWN : group),
  };
}

function standsIn(value: string | undefined, group: string): boolean {
  const text = value?.trim().normalize("NFC") ?? "";
  return text !== "" && group.includes(text);
}
