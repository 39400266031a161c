import { wordsOf } from "../../domain/facts/fact.ts";
import type { ServiceProblem } from "../../learning-service/errors/errors.ts";

/** The open points of docs/internals/interface-gaps.md that a service can answer. */
export type PointName = "paging" | "created_id" | "group_ids" | "removal_refusal" | "reused_usernames";

/** Keys of `service.dialect`, as the job file writes them. */
export type DialectValues = Partial<Record<"paging" | "page_size" | "created_id" | "group_ids", string | number>>;

/** An open point with the answer of a service. */
export interface Point {
  point: PointName;
  answered: boolean;
  /** The answer; or why there is none, as a clause. */
  text: string;
  /** The next step, in a sentence or two. */
  next?: string;
  /** The settings that fit the answer. */
  settings?: DialectValues;
}

export function answered(point: PointName, text: string, more: Pick<Point, "next" | "settings"> = {}): Point {
  return { point, answered: true, text, ...more };
}

export function open(point: PointName, text: string, next: string): Point {
  return { point, answered: false, text, next };
}

/** Returns why a request gave no answer to the point, as a clause. */
export function troubleOf({ code, status, fact, serverMessage }: ServiceProblem): string {
  const said = serverMessage === "" ? "" : `: ${serverMessage}`;
  return status === null ? `${code}: ${wordsOf(fact)}` : `the service answered ${status} (${code})${said}`;
}
