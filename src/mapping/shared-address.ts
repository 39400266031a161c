import { isPlainMap } from "../config/yaml.ts";
import type { YamlSource } from "../config/yaml.ts";
import { fact } from "../domain/facts/fact.ts";
import { foldName } from "../domain/names.ts";
import type { Columns } from "./columns.ts";
import { readExpression } from "./expression/read.ts";
import { parseTemplate } from "./template.ts";
import type { UserForm } from "./user.ts";

/** One of the values that a field may have: the columns that it is read from, and whether it is one of them unchanged. */
interface Alternative {
  columns: string[];
  whole: boolean;
}

/**
 * Returns the columns that tell apart people with one address, if `user.email` has `shared: allow`; `null` without it.
 * Adds an error if the address is the username or the key, because people with one address would be one person.
 */
export function compileSharedAddress(source: YamlSource, columns: Columns, mapping: Record<string, unknown>, user: UserForm) {
  const email = isPlainMap(mapping["user"]) ? mapping["user"]["email"] : undefined;
  if (!isPlainMap(email) || email["shared"] !== "allow") return null;
  const path = ["user", "email", "shared"];
  const address = new Set(alternativesOf(email).flatMap(({ columns: names, whole }) => (whole ? names : [])));
  const isAddress = (one: Alternative): boolean =>
    one.columns.length > 0 && (one.whole ? one.columns.some((name) => address.has(name)) : one.columns.every((name) => address.has(name)));
  if (alternativesOf(mapping["key"]).some(isAddress)) source.fault(path, fact("mapping.shared_is_key", {}));
  for (const section of ["user", "on_create", "on_update"]) {
    const fields = mapping[section];
    const username = isPlainMap(fields) ? fields["username"] : undefined;
    if (!alternativesOf(username).some(isAddress)) continue;
    source.fault(path, fact("mapping.shared_is_username", { at: source.at([section, "username"]) }));
  }
  const names = user.user.flatMap(({ field, places }) => (field === "first_name" || field === "last_name" ? places : []));
  if (columns.isSecret(names)) source.fault(path, fact("mapping.shared_sensitive", {}));
  return { names };
}

function alternativesOf(form: unknown): Alternative[] {
  if (typeof form === "string") return [{ columns: [foldName(form)], whole: true }];
  if (!isPlainMap(form)) return [];
  const { column, expression, first_of: items, template, unique } = form;
  if (typeof column === "string") return [{ columns: [foldName(column)], whole: true }];
  if (Array.isArray(items)) return items.flatMap(alternativesOf);
  if (typeof expression === "string") {
    const read = readExpression(expression, "string");
    return "faults" in read ? [] : [{ columns: read.columns.map(({ name }) => foldName(name)), whole: true }];
  }
  const templates = [template, ...(Array.isArray(unique) ? unique : [])].filter((one) => typeof one === "string");
  return templates.map((text) => ({ columns: columnsOf(text, isPlainMap(form["with"]) ? form["with"] : {}), whole: false }));
}

function columnsOf(template: string, parts: Record<string, unknown>): string[] {
  const read = parseTemplate(template);
  if ("code" in read) return [];
  return read.flatMap((one) => {
    if (!("column" in one) || one.column === "n") return [];
    const name = one.column.replace(/\s*:\s*\d+$/, "");
    const part = parts[one.column] ?? parts[name];
    return part === undefined ? [foldName(one.column)] : alternativesOf(part).flatMap(({ columns }) => columns);
  });
}
