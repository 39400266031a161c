import type { Contract } from "../../../learning-service/contract/contract.ts";
import type { Area } from "../../area.ts";
import { textField } from "../fields.ts";
import { found, searched } from "../find.ts";

/** Classes, their events and participants. */
export const classesArea: Area<Contract["classes"]> = {
  list: ({ query }, { state }) => searched(state.all("class").values(), ({ title }) => title, query.search),

  events: {
    list({ query }, { state }) {
      const classId = query.class_id && found(state.all("class"), query.class_id, "class_id").id;
      return [...state.all("class_event")]
        .filter(
          ([, { class_id, start_date, end_date }]) =>
            (classId === undefined || class_id === classId) &&
            (query.from === undefined || end_date.slice(0, 10) >= query.from) &&
            (query.to === undefined || start_date.slice(0, 10) <= query.to),
        )
        .map(([id, { participants, ...event }]) => ({ id, ...event, participants_count: participants.length }));
    },

    participants({ params }, { state, clock }) {
      const event = found(state.all("class_event"), params.eventId, "eventId");
      const status = event.end_date <= clock.now().toISOString() ? "attended" : "enrolled";
      return event.participants.map((userId) => {
        const user = found(state.users, userId, "user_id");
        return {
          event_id: params.eventId.toLowerCase(),
          user_id: userId,
          username: textField(user, "username"),
          first_name: textField(user, "first_name"),
          last_name: textField(user, "last_name"),
          status,
        };
      });
    },
  },
};
