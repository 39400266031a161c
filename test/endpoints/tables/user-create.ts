import { expect } from "vitest";
import { readCreatedId } from "../../../src/learning-service/created.ts";
import { userCreate, userUpdate } from "../../../src/learning-service/contract/users.ts";
import { newCourse, newUser, reportOf } from "../make.ts";
import type { Place } from "../place.ts";
import type { Refused, Tables } from "../row.ts";
import { refused } from "../row.ts";
import { fieldsOf, sampleOf } from "../values.ts";
import { everything, freeOf, ofTheRequest, sharedFields, subscriptionId } from "./user-fields.ts";

type Create = Tables["users"]["create"];

/** What a create needs, of somebody who is not there yet. */
function somebody({ unique }: Place) {
  const username = unique("ana").replace(" ", ".");
  return { username, first_name: "Ana", last_name: "Silva", email: `${username}@acme.example` };
}

const groupsOf = async ({ client }: Place) => new Map((await client.groups.list().all()).map((group) => [group.id, group]));

/** Fields of an update, which a create doesn't have. */
const ofAnUpdate = Object.fromEntries(
  fieldsOf(userUpdate)
    .filter(([name]) => !(name in userCreate.shape))
    .map(([name, field]) => [
      `${name}, which only an update has`,
      (place: Place): Refused<never> => ({
        request: { body: { ...somebody(place), [name]: sampleOf(field) } as never },
        status: 512,
        says: name,
      }),
    ]),
);

export const create: Create = {
  request: (place) => ({
    body: { ...somebody(place), ...everything, group_ids: [place.group("Board")], notify_on_create: true, first_login: true },
  }),
  success: async (place) => {
    const who = somebody(place);
    const answer = await place.client.users.create({ ...who, ...everything });
    const id = readCreatedId(answer, null) ?? "";
    expect(answer).toEqual({ user_id: id, username: who.username, active: true });
    const { password: _, custom_fields: _none, national_id: _hidden, gender: _too, date_of_birth: _also, ...shown } = everything;
    expect(await reportOf(place, id)).toEqual({ user_id: id, ...who, ...shown, active: true, groups: "", subscription: "" });
  },
  effects: {
    "puts the user into the groups and changes no other group and no other user": async (place) => {
      const [before, users] = [await groupsOf(place), place.sandbox.users()];
      const [board, managers] = [place.group("Board"), place.group("Partners/Managers")];
      const id = await newUser(place, { group_ids: [board, managers] });
      for (const group of [board, managers]) {
        const known = before.get(group);
        before.set(group, { ...known, user_ids: [...(known?.user_ids ?? []), id] });
      }
      expect(await groupsOf(place)).toEqual(before);
      expect(place.sandbox.users().filter(({ user_id }) => user_id !== id)).toEqual(users);
    },
    "makes the user although the answer is null": async (place) => {
      place.sandbox.configure({ nullBodies: true });
      const who = somebody(place);
      expect(await place.client.users.create({ ...who, group_ids: [place.group("Board")] })).toBeNull();
      const { user_ids } = await place.client.groups.get(place.group("Board"));
      expect((await reportOf(place, user_ids?.at(-1) ?? ""))["username"]).toBe(who.username);
    },
    "brings what is assigned to all and to the groups, of which nothing was studied before": async (place) => {
      const { client, sandbox } = place;
      const today = sandbox.now().toISOString().slice(0, 10);
      const course = await newCourse(place);
      await client.assignments.courses.create({ course_ids: [course], group_ids: [place.group("Board")] });
      for (let i = 0; i < 8; i++) {
        const items = await client.users.progress(await newUser(place, { group_ids: [place.group("Board")] })).all();
        expect(items.map(({ title }) => title)).toEqual(expect.arrayContaining(["Code of conduct", "Phishing"]));
        expect(items.map(({ courseId }) => courseId)).toContain(course);
        expect(items.filter(({ startDate }) => startDate !== "" && startDate < today)).toEqual([]);
      }
    },
    "makes nobody where no licence is free": async (place) => {
      const own = await place.own();
      for (let free = await freeOf(own, "languages"); free > 0; free--)
        await newUser(own, { subscription_id: subscriptionId("languages") });
      expect(await freeOf(own, "languages")).toBe(0);
      const before = [own.sandbox.users(), own.sandbox.groups(), own.stored()];
      await refused(own.client.users.create({ ...somebody(own), subscription_id: subscriptionId("languages") }), 412, "licence");
      expect([own.sandbox.users(), own.sandbox.groups(), own.stored()]).toEqual(before);
      expect(await freeOf(own, "all courses")).toBe(500 - 312);
    },
  },
  fields: {
    ...sharedFields((place, body) => newUser(place, body)),
    notify_on_create: ofTheRequest("notify_on_create", (place) => newUser(place, { notify_on_create: true })),
    first_login: ofTheRequest("first_login", (place) => newUser(place, { first_login: true })),
  },
  refusals: {
    ...ofAnUpdate,
    "a username that is taken, in any case": (place) => ({
      request: { body: { ...somebody(place), username: place.sandbox.users()[20]?.username.toUpperCase() ?? "" } },
      status: 412,
      says: "username",
    }),
    "a subscription that is over": (place) => ({
      request: { body: { ...somebody(place), subscription_id: subscriptionId("before") } },
      status: 412,
      says: "subscription_id",
    }),
    "a subscription that has not begun": (place) => ({
      request: { body: { ...somebody(place), subscription_id: subscriptionId("after") } },
      status: 412,
      says: "subscription_id",
    }),
    "a group that was deleted, among others that are there": async (place) => {
      const { id = "" } = await place.client.groups.create({ name: place.unique("Group") });
      await place.client.groups.delete(id ?? "");
      return { request: { body: { ...somebody(place), group_ids: [place.group("Board"), id ?? ""] } }, status: 412, says: "group_ids" };
    },
  },
};
