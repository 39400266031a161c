import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { uuid, uuidArray } from "./values.ts";

/**
 * A child group. Its own `children` is documented as an object of unknown structure: read as an array, as one
 * group, or as a map whose values are groups. `null` is read like an absent field.
 */
export const childGroup = z.looseObject({
  id: uuid,
  name: z.string(),
  parent_id: uuid.nullish(),
  user_ids: uuidArray.nullish(),
  get children(): z.ZodOptional<
    z.ZodNullable<z.ZodUnion<readonly [z.ZodArray<typeof childGroup>, typeof childGroup, z.ZodRecord<z.ZodString, typeof childGroup>]>>
  > {
    return z.union([z.array(childGroup), childGroup, z.record(z.string(), childGroup)]).nullish();
  },
});

/** An item of the group list (interface: "Group"); every field is optional. */
export const groupItem = z.looseObject({
  id: uuid.nullish(),
  name: z.string().nullish(),
  parent_id: uuid.nullish(),
  user_ids: uuidArray.nullish(),
  children: z.union([z.array(childGroup), childGroup, z.record(z.string(), childGroup)]).nullish(),
});

export type ChildGroup = z.infer<typeof childGroup>;
export type GroupItem = z.infer<typeof groupItem>;

/** GET /groups */
export const listGroups = endpoint({
  area: "groups",
  name: "list",
  method: "GET",
  path: "/groups",
  query: z.strictObject({ search: z.string().optional() }),
  output: groupItem,
  list: true,
  documented: true,
});
