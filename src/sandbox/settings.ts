import { z } from "zod";
import type { NamedAs } from "./faults/rules.ts";

const namedAs = z.enum(["ids", "names", "objects", "unreadable"] satisfies NamedAs[]);

/** Settings that can change while the sandbox runs; also the body of `POST /_sandbox/settings`. */
export const sandboxSettings = z.strictObject({
  shape: z.enum(["bare", "envelope"]),
  ignoreStart: z.boolean(),
  ignoreLimit: z.boolean(),
  maxLimit: z.int().min(1).nullable(),
  /**
   * `refused`: `_start` and `_limit` violate the interface, and lists are returned whole. `ignored`: every answer is
   * the first 20 items.
   */
  paging: z.enum(["offset", "refused", "ignored"]),
  tree: z.enum(["flat", "nested", "both"]),
  /** Groups (path or id) without `user_ids`; true: all groups. */
  hideUserIds: z.union([z.boolean(), z.array(z.string())]),
  /** Answer create and update with `null`. */
  nullBodies: z.boolean(),
  namedAs,
  /** Changes a membership after every `everyRequests` requests, in these groups (path or id) or any. */
  drift: z
    .strictObject({ everyRequests: z.int().min(1), seed: z.int().default(1), groups: z.array(z.string()).min(1).optional() })
    .nullable(),
});

export type SandboxSettings = z.output<typeof sandboxSettings>;
export type SandboxSettingsInput = z.input<typeof sandboxSettings>;

export const DEFAULTS: SandboxSettings = {
  shape: "bare",
  ignoreStart: false,
  ignoreLimit: false,
  maxLimit: null,
  paging: "offset",
  tree: "flat",
  hideUserIds: false,
  nullBodies: false,
  namedAs: "objects",
  drift: null,
};
