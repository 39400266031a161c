import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { date, listQuery, text, uuid } from "./values.ts";

/** Interface: "States and transitions". */
export const subscriptionStatus = z.enum(["deferred", "active", "expired"]);

/** An item of the subscription list (interface: "Subscription"). */
export const subscription = z.looseObject({
  id: uuid,
  name: text.nullish(),
  status: text.nullish().describe("See States."),
  start_date: date.nullish(),
  end_date: date.nullish(),
  content_access_type: text.nullish(),
  number_of_licenses: z.int().nullish(),
  unassigned_licenses: z.int().nullish().describe("Number of licenses not yet assigned."),
  license_rotation_limit: z.int().nullish(),
  is_rotatable: z.boolean().nullish(),
  duration: z.int().nullish().describe("Seconds."),
  certificate_link: text.nullish(),
});

export type Subscription = z.infer<typeof subscription>;

/** GET /subscriptions */
const list = endpoint({
  summary: "List account subscriptions",
  method: "GET",
  path: "/subscriptions",
  query: listQuery({ status: subscriptionStatus.optional() }),
  output: subscription,
  answer: "list",
});

export const subscriptions = { list };
