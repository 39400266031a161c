import type { Wire } from "../wire.ts";

/** The surroundings of a grant. */
export interface GrantContext {
  wire: Wire;
  now: () => Date;
  today: string;
  /** Milliseconds. */
  timeout: number;
}
