/**
 * Returns the value at a JSON pointer (RFC 6901); `undefined` if there is none. After a segment, `[0]`, `[-1]` and
 * `[name=value]` choose an item of a list.
 */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const segment of segmentsOf(pointer)) {
    const [, name = "", choices = ""] = /^(.*?)((?:\[[^\]]*\])*)$/s.exec(segment) ?? [];
    if (name !== "" || choices === "") found = member(found, name.replaceAll("~1", "/").replaceAll("~0", "~"));
    for (const [, choice = ""] of choices.matchAll(/\[([^\]]*)\]/g)) found = chosen(found, choice);
  }
  return found;
}

/** Splits at slashes outside of brackets. */
function segmentsOf(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split(/\/(?![^[\]]*\])/);
}

/** Returns the member names of a pointer without choices. */
export function plainPath(pointer: string): string[] {
  return segmentsOf(pointer).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function chosen(value: unknown, choice: string): unknown {
  if (!Array.isArray(value)) return undefined;
  if (/^-?\d+$/.test(choice)) return value.at(Number(choice));
  const [name = "", ...rest] = choice.split("=");
  return value.find((item) => textOf(member(item, name)) === rest.join("="));
}

/** Returns a value of JSON as the text of a cell. Lists and objects stay JSON. `null` is blank. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}
