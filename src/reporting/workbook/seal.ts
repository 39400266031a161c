import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** Facts about the workbook in its hidden sheet, each in its own cell. */
export interface Seal {
  /** The state that exported it. */
  state: string;
  workbook: string;
  madeAt: string;
  set: string;
  rows: ReadonlyMap<string, SealedRow & { signature: string }>;
}

/** A removal in a workbook. `cause` is "" in a workbook of a version without a sheet of causes. */
export interface SealedRow {
  evidence: string;
  cause: string;
}

const MARK = "rollcall-review:1";

/** Returns a name for a state that does not reveal its key. */
export function statusLabel(key: string): string {
  return hash("sha256", `state ${key}`).slice(0, 16);
}

/** Returns the lines of the hidden sheet: each removal with its evidence, signed alone and as a set. */
export function sealLines(key: string, workbook: { id: string; madeAt: string; rows: readonly (SealedRow & { id: string })[] }): string[] {
  const { id, madeAt, rows } = workbook;
  return [
    MARK,
    `state:${statusLabel(key)}`,
    `workbook:${id}`,
    `made:${madeAt}`,
    `set:${signSet(key, id, madeAt, rows)}`,
    ...rows.map((row) => `row:${row.id}:${row.evidence}:${signRow(key, id, row)}:${row.cause}`),
  ];
}

/**
 * Reads the lines, in any order.
 * @returns `null` if there are none, `"mixed"` if they are from several workbooks
 */
export function readSeal(cells: readonly string[]): Seal | null | "mixed" {
  if (!cells.some((cell) => cell.trim() === MARK)) return null;
  const values = { state: new Set<string>(), workbook: new Set<string>(), made: new Set<string>(), set: new Set<string>() };
  const rows = new Map<string, SealedRow & { signature: string }>();
  for (const cell of cells) {
    const [, kind = "", value = ""] = /^(state|workbook|made|set|row):(.{1,400})$/.exec(cell.trim()) ?? [];
    if (kind === "row") {
      const [id = "", evidence = "", signature = "", cause = ""] = value.split(":");
      const known = rows.get(id);
      if (known !== undefined && (known.evidence !== evidence || known.signature !== signature || known.cause !== cause)) return "mixed";
      rows.set(id, { evidence, signature, cause });
    } else if (isValue(kind)) values[kind].add(value);
  }
  const { state, workbook, made, set } = values;
  if ([state, workbook, made, set].some((found) => found.size > 1)) return "mixed";
  const only = (found: ReadonlySet<string>): string => [...found][0] ?? "";
  return { state: only(state), workbook: only(workbook), madeAt: only(made), set: only(set), rows };
}

function isValue(kind: string): kind is "state" | "workbook" | "made" | "set" {
  return kind === "state" || kind === "workbook" || kind === "made" || kind === "set";
}

/** Returns whether the set of rows is unchanged since the export. */
export function isSealed(key: string, { workbook, madeAt, set, rows }: Seal): boolean {
  return same(
    set,
    signSet(
      key,
      workbook,
      madeAt,
      [...rows].map(([id, { evidence, cause }]) => ({ id, evidence, cause })),
    ),
  );
}

/** Returns whether a row is unchanged since the export. */
export function isSigned(key: string, workbook: string, row: SealedRow & { id: string; signature: string }): boolean {
  return same(row.signature, signRow(key, workbook, row));
}

function signRow(key: string, workbook: string, { id, evidence, cause }: SealedRow & { id: string }): string {
  return sign(key, ["row", workbook, id, evidence, ...(cause === "" ? [] : [cause])]);
}

function signSet(key: string, workbook: string, madeAt: string, rows: readonly (SealedRow & { id: string })[]): string {
  const sorted = rows.map(({ id, evidence, cause }) => [id, evidence, ...(cause === "" ? [] : [cause])].join(" ")).sort();
  return sign(key, ["set", statusLabel(key), workbook, madeAt, ...sorted]);
}

function sign(key: string, parts: readonly string[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
