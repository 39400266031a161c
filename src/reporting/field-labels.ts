import { FIELD_LABELS } from "../domain/facts/field-labels.ts";
import { currentReader } from "./locales/reader.ts";
import { t } from "./locales/t.ts";

/** Returns the name of a user's field, such as `first_name`, for people. */
export function fieldLabel(field: string): string {
  const label = Object.hasOwn(FIELD_LABELS, field) ? FIELD_LABELS[field] : undefined;
  return label === undefined ? field : t(label);
}

/** Returns the name of a field in a message: in English as the mapping writes it, unless the reader wants names for people. */
export function fieldName(field: string): string {
  const { language, labels } = currentReader();
  return language === "en" && labels !== true ? field : fieldLabel(field);
}
