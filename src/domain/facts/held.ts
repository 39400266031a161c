import type { Fact } from "./fact.ts";
import type { SettingPlace } from "../settings.ts";

/** A limit that puts a run on hold, with the number found and the number allowed. */
export interface Held extends Fact {
  limit: string;
  found: number;
  allowed: number;
  /** The group or the id of the cause, if the limit counts by one. */
  of?: string;
  /** The setting of the limit, if the limit has one. */
  setting?: SettingPlace;
  /** The digest of a content: once released, the limit does not hold the same content again. */
  content?: string;
}
