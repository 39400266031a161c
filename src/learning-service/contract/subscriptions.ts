import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { date, uuid } from "./values.ts";

export const subscriptionStatus = z.enum(["deferred", "active", "expired"]);

/** An item of the subscription list (interface: "Subscription"); `duration` is in seconds. */
export const subscription = z.looseObject({
  id: uuid,
  name: z.string().nullish(),
  status: z.string().nullish(),
  start_date: date.nullish(),
  end_date: date.nullish(),
  content_access_type: z.string().nullish(),
  number_of_licenses: z.int().nullish(),
  unassigned_licenses: z.int().nullish(),
  license_rotation_limit: z.int().nullish(),
  is_rotatable: z.boolean().nullish(),
  duration: z.int().nullish(),
  certificate_link: z.string().nullish(),
});

export type Subscription = z.infer<typeof subscription>;

/** GET /subscriptions */
export const listSubscriptions = endpoint({
  area: "subscriptions",
  name: "list",
  method: "GET",
  path: "/subscriptions",
  query: z.strictObject({ status: subscriptionStatus.optional() }),
  output: subscription,
  list: true,
  documented: true,
});
