const DAY_MS = 86_400_000;

/** Returns the start (UTC) of a day of the calendar such as `2027-01-31`; `null` for any other text. */
export function startOfDay(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const start = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== text ? null : start;
}

/** Returns the last millisecond (UTC) of such a day, because a day that something lasts until belongs to it. */
export function endOfDay(text: string): Date | null {
  const start = startOfDay(text);
  return start === null ? null : new Date(start.getTime() + DAY_MS - 1);
}
