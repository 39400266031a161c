import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { dateRead, integerRead, listQuery, text, uuid } from "./values.ts";

/** Interface: "States and transitions". */
export const subscriptionStatus = z.enum(["deferred", "active", "expired"]);

/** An item of the subscription list (interface: "Subscription"). */
export const subscription = z.looseObject({
  id: uuid,
  name: text.nullish(),
  status: text.nullish().describe("See States."),
  start_date: dateRead.nullish(),
  end_date: dateRead.nullish(),
  content_access_type: text.nullish(),
  number_of_licenses: integerRead.nullish(),
  unassigned_licenses: integerRead.nullish().describe("Number of licenses not yet assigned."),
  license_rotation_limit: integerRead.nullish(),
  is_rotatable: z.boolean().nullish(),
  duration: integerRead.nullish().describe("Seconds."),
  certificate_link: text.nullish(),
});

export type Subscription = z.infer<typeof subscription>;

const list = endpoint({
  summary: "List account subscriptions",
  method: "GET",
  path: "/subscriptions",
  query: listQuery({ status: subscriptionStatus.optional() }),
  output: subscription,
  answer: "list",
});

export const subscriptions = {
  /** List account subscriptions: `GET /subscriptions`. */
  list,
};
