/**
 * Whether every text in a value, names of fields included, can be stored: PostgreSQL takes no NUL, and half of a
 * surrogate pair has no UTF-8. Without recursion: a body of brackets alone is nested a hundred thousand times.
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
