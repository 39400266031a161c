/** ISO 8601, extended or basic. Optional: the seconds; the minutes and the colon of the zone. */
const DATE = /^(\d{4})(-?)(\d\d)\2(\d\d)$/;
const TIME = /^(\d\d)(?:(:?)(\d\d)(?:\2(\d\d)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

export interface DateTime {
  /** Epoch ms; UTC if the text has no zone. */
  ms: number;
  /** Whether the text has a zone. */
  zoned: boolean;
}

/** Parses a complete ISO 8601 timestamp. Returns `null` for anything else, including days that do not exist. */
export function readDateTime(text: string): DateTime | null {
  const [day = "", clock = "", ...more] = text.split(/T/i);
  const date = DATE.exec(day);
  const time = TIME.exec(clock);
  if (date === null || time === null || more.length > 0) return null;
  const [year, month, dayOfMonth] = [date[1], date[3], date[4]].map(Number) as [number, number, number];
  const [hours, minutes, seconds] = [time[1], time[3] ?? 0, time[4] ?? 0].map(Number) as [number, number, number];
  const zone = zoneOf(time[6]);
  const isMidnight = hours === 24 && minutes === 0 && seconds === 0;
  if (zone === null || minutes > 59 || seconds > 60 || (hours > 23 && !isMidnight)) return null;
  const midnight = new Date(Date.UTC(year, month - 1, dayOfMonth));
  midnight.setUTCFullYear(year);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== dayOfMonth) return null;
  const fraction = Number(`0.${time[5] ?? "0"}`);
  return { ms: midnight.getTime() + ((hours * 60 + minutes - zone) * 60 + seconds + fraction) * 1000, zoned: time[6] !== undefined };
}

/** Minutes east of UTC. */
function zoneOf(zone: string | undefined): number | null {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
