import { z } from "zod";

/** What can be changed while the sandbox runs; also the body of `POST /_sandbox/settings`. */
export const sandboxSettings = z.strictObject({
  shape: z.enum(["bare", "envelope"]),
  ignoreStart: z.boolean(),
  ignoreLimit: z.boolean(),
  maxLimit: z.int().min(1).nullable(),
  tree: z.enum(["flat", "nested", "both"]),
  /** Groups (path or id) whose `user_ids` are left out, or all of them. */
  hideUserIds: z.union([z.boolean(), z.array(z.string())]),
  /** Answer create and update with `null`. */
  nullBodies: z.boolean(),
  namedAs: z.enum(["ids", "names", "objects", "unreadable"]),
});

export type SandboxSettings = z.output<typeof sandboxSettings>;

export const DEFAULTS: SandboxSettings = {
  shape: "bare",
  ignoreStart: false,
  ignoreLimit: false,
  maxLimit: null,
  tree: "flat",
  hideUserIds: false,
  nullBodies: false,
  namedAs: "objects",
};
