import type { Fact } from "../../domain/facts/fact.ts";

/** The open points of docs/internals/interface-gaps.md that a service can answer. */
export type PointName = "paging" | "created_id" | "group_ids" | "removal_refusal" | "reused_usernames";

/** Keys of `service.dialect`, as the job file writes them. */
export type DialectValues = Partial<Record<"paging" | "page_size" | "created_id" | "group_ids", string | number>>;

/** An open point with the answer of a service. */
export interface Point {
  point: PointName;
  answered: boolean;
  /** The answer; or why there is none. */
  fact: Fact;
  /** The next step. */
  next?: Fact | undefined;
  /** The settings that fit the answer. */
  settings?: DialectValues;
}

export function answered(point: PointName, fact: Fact, more: Pick<Point, "next" | "settings"> = {}): Point {
  return { point, answered: true, fact, ...more };
}

export function open(point: PointName, fact: Fact, next?: Fact): Point {
  return { point, answered: false, fact, next };
}
