/**
 * Returns whether every text in a value, field names included, can be stored: PostgreSQL accepts no NUL, and a lone
 * surrogate has no UTF-8 form. Uses no recursion: a body of brackets may be nested a hundred thousand levels deep.
 */
export function isStorable(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string") {
      if (!one.isWellFormed() || one.includes("\0")) return false;
    } else if (typeof one === "object" && one !== null) {
      for (const [name, part] of Object.entries(one)) left.push(name, part);
    }
  }
  return true;
}
