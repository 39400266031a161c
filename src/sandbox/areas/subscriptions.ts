import type { Contract } from "../../learning-service/contract/contract.ts";
import type { Subscription } from "../../learning-service/contract/subscriptions.ts";
import type { Area } from "../area.ts";
import { statusOf } from "../subscriptions.ts";
import { freeLicences } from "./licences.ts";

const DAY = 86_400_000;

/** The account's subscriptions. The status follows the clock (interface: "Subscription"). */
export const subscriptionsArea: Area<Contract["subscriptions"]> = {
  list({ query }, { state, clock }) {
    const free = freeLicences(state);
    const items = [...state.all("subscription")].map(([id, given]): Subscription => ({
      id,
      name: given.name,
      status: statusOf(given, clock.now()),
      start_date: given.start_date,
      end_date: given.end_date,
      content_access_type: given.content_access_type,
      number_of_licenses: given.licences,
      unassigned_licenses: free.get(id) ?? 0,
      ...(given.rotation_limit === undefined ? {} : { license_rotation_limit: given.rotation_limit }),
      is_rotatable: given.rotatable,
      // Both days are included.
      duration: (Date.parse(given.end_date) - Date.parse(given.start_date) + DAY) / 1000,
      certificate_link: `https://learning.example/certificates/${id}`,
    }));
    return items.filter(({ status }) => query.status === undefined || status === query.status);
  },
};
