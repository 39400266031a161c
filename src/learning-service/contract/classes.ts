import { z } from "zod";
import { overview } from "./endpoint.ts";
import { date, dateTime, listQuery, text, uuid } from "./values.ts";

/** A class. Its fields are "not shown". */
export const learningClass = z.strictObject({ id: uuid, title: text, description: text.optional(), course_id: uuid.optional() });

/** An event of a class: one session. */
export const classEvent = z.strictObject({
  id: uuid,
  class_id: uuid,
  title: text,
  start_date: dateTime,
  end_date: dateTime,
  location: text.optional(),
  capacity: z.int(),
  participants_count: z.int(),
});

/** A participant of an event. */
export const participant = z.strictObject({
  event_id: uuid,
  user_id: uuid,
  username: text,
  first_name: text,
  last_name: text,
  status: z.enum(["enrolled", "attended"]).describe("`attended` after the end of the event."),
});

export type LearningClass = z.infer<typeof learningClass>;
export type ClassEvent = z.infer<typeof classEvent>;
export type Participant = z.infer<typeof participant>;

const list = overview({
  summary: "List all classes",
  method: "GET",
  path: "/classes",
  answer: "list",
  plausible: { query: listQuery({ search: text.optional().describe("Matches part of the title; ignores case.") }), output: learningClass },
});

const listEvents = overview({
  summary: "List all events",
  method: "GET",
  path: "/classes/events",
  answer: "list",
  plausible: {
    query: listQuery({
      class_id: uuid.optional(),
      from: date.optional().describe("Events that end on or after this day."),
      to: date.optional().describe("Events that start on or before this day."),
    }),
    output: classEvent,
  },
});

const listParticipants = overview({
  summary: "List event participants",
  method: "GET",
  path: "/classes/events/{eventId}",
  pathParams: z.strictObject({ eventId: uuid }),
  answer: "list",
  plausible: { query: listQuery({}), output: participant },
});

export const classes = {
  /** List all classes: `GET /classes`. */
  list,
  events: {
    /** List all events: `GET /classes/events`. */
    list: listEvents,
    /** List event participants: `GET /classes/events/{eventId}`. */
    participants: listParticipants,
  },
};
