/** A day that does not exist, with which systems write that there is no date: 0000-00-00, 00.00.0000, 00000000. */
const ZEROS = /^(?:(?:0{4}([-./ ])0{1,2}\1|0{1,2}([-./ ])0{1,2}\2(?:0{2})?)0{1,2}|0{8})$/;

/** Day 0 of a spreadsheet: a cell without a value that is shown as a date. */
const DAY_ZERO = /^(?:1900-0?1-0?0|0?0\.0?1\.1900|0?1\/0?0\/1900|0?0\/0?1\/1900)$/;

const MIDNIGHT = /[T ]00?:00(?::00(?:\.0+)?)?(?:Z| ?AM)?$/;

/** Returns whether a text means that there is no date. */
export function isNoDate(text: string): boolean {
  if (!text.includes("0")) return false;
  const day = text.trim().replace(MIDNIGHT, "");
  return ZEROS.test(day) || DAY_ZERO.test(day);
}
