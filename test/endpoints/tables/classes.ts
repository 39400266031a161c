import { expect } from "vitest";
import { companyPeople, fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { courseIdOf } from "../../../src/sandbox/seed/courses.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";

const DAY = 86_400_000;
const classId = (title: string): string => fixedUuid(`class ${title}`);
const eventId = (title: string): string => fixedUuid(`class event ${title}`);

type Query = Parameters<Place["client"]["classes"]["events"]["list"]>[0];

const titlesOf = async ({ client }: Place, query: Query) => (await client.classes.events.list(query).all()).map(({ title }) => title);

/** `YYYY-MM-DD` of so many days after a moment. */
const dayAfter = (moment: string, days: number): string => new Date(Date.parse(moment) + days * DAY).toISOString().slice(0, 10);

export const classes: Tables["classes"] = {
  list: {
    request: () => ({ query: {} }),
    success: async ({ client }) => {
      const all = await client.classes.list().all();
      expect(all).toEqual(
        [
          ["First aid at work", "First aid at work"],
          ["Leading a small team", "Leading a small team"],
          ["Spanish evenings", "Spanish in meetings"],
        ].map(([title = "", course = ""]) => ({ id: classId(title), title, course_id: courseIdOf(course) })),
      );
    },
    parameters: {
      search: async ({ client }) => {
        const found = async (search: string) => (await client.classes.list({ search }).all()).map(({ title }) => title);
        expect(await found("A")).toHaveLength(3);
        expect(await found("SMALL team")).toEqual(["Leading a small team"]);
        expect(await found("nothing at all")).toEqual([]);
      },
    },
  },

  events: {
    list: {
      request: () => ({ query: {} }),
      success: async (place) => {
        const all = await place.client.classes.events.list().all();
        expect(all).toHaveLength(6);
        const refresher = all.find(({ id }) => id === eventId("First aid, refresher"));
        expect(refresher).toMatchObject({
          class_id: classId("First aid at work"),
          title: "First aid, refresher",
          location: "Porto, room 1",
          capacity: 12,
        });
        expect(Date.parse(refresher?.end_date ?? "") - Date.parse(refresher?.start_date ?? "")).toBe(3 * 3_600_000);
        for (const { id, participants_count } of all)
          expect(await place.client.classes.events.participants(id).all()).toHaveLength(participants_count);
      },
      parameters: {
        class_id: async (place) => {
          expect(await titlesOf(place, { class_id: classId("Leading a small team").toUpperCase() })).toEqual([
            "Workshop in Lisbon",
            "Workshop in Barcelona",
          ]);
          expect(await titlesOf(place, { class_id: classId("Spanish evenings") })).toEqual(["Open evening"]);
        },
        from: async (place) => {
          const all = await place.client.classes.events.list().all();
          const [first] = all.toSorted((a, b) => a.end_date.localeCompare(b.end_date));
          const end = first?.end_date ?? "";
          expect(await titlesOf(place, { from: dayAfter(end, 0) })).toEqual(all.map(({ title }) => title));
          expect(await titlesOf(place, { from: dayAfter(end, 1) })).toEqual(
            all.filter((event) => event !== first).map(({ title }) => title),
          );
        },
        to: async (place) => {
          const all = await place.client.classes.events.list().all();
          const last = all.toSorted((a, b) => a.start_date.localeCompare(b.start_date)).at(-1);
          const start = last?.start_date ?? "";
          expect(await titlesOf(place, { to: dayAfter(start, 0) })).toEqual(all.map(({ title }) => title));
          expect(await titlesOf(place, { to: dayAfter(start, -1) })).toEqual(
            all.filter((event) => event !== last).map(({ title }) => title),
          );
          const one = all.find(({ title }) => title === "Workshop in Lisbon")?.start_date ?? "";
          expect(await titlesOf(place, { from: dayAfter(one, 0), to: dayAfter(one, 0) })).toEqual(["Workshop in Lisbon"]);
        },
      },
    },

    participants: {
      request: () => ({ params: { eventId: eventId("First aid, refresher") }, query: {} }),
      success: async ({ client, sandbox }) => {
        const id = eventId("Workshop in Barcelona");
        const people = new Map(companyPeople().map((person) => [person.userId, person]));
        const coming = await client.classes.events.participants(id).all();
        expect(coming).toHaveLength(13);
        for (const item of coming) {
          const { email, firstName, lastName } = people.get(item.user_id) ?? {};
          expect(item).toEqual({
            event_id: id,
            user_id: item.user_id,
            username: email,
            first_name: firstName,
            last_name: lastName,
            status: "enrolled",
          });
        }
        const event = (await client.classes.events.list().all()).find((one) => one.id === id);
        const middle = (Date.parse(event?.start_date ?? "") + Date.parse(event?.end_date ?? "")) / 2;
        sandbox.advanceClock(middle - sandbox.now().getTime());
        expect(await client.classes.events.participants(id).all()).toEqual(coming);
        sandbox.advanceClock(DAY);
        expect(await client.classes.events.participants(id).all()).toEqual(coming.map((item) => ({ ...item, status: "attended" })));
      },
      parameters: {
        eventId: async ({ client }) => {
          for (const [title, count] of [
            ["First aid, spring group", 14],
            ["Open evening", 4],
          ] as const) {
            const items = await client.classes.events.participants(eventId(title).toUpperCase()).all();
            expect([items.length, ...new Set(items.map((item) => item.event_id))]).toEqual([count, eventId(title)]);
          }
        },
      },
    },
  },
};
