import { expect } from "vitest";
import type { UserUpdateBody } from "../../../src/learning-service/client.ts";
import { REMOVAL_CODE } from "../../../src/learning-service/contract/endpoint.ts";
import { userCreate, userUpdate } from "../../../src/learning-service/contract/users.ts";
import { membershipsOf, newUser, reportOf } from "../make.ts";
import type { Place } from "../place.ts";
import type { Case, Refused, Tables } from "../row.ts";
import { refused } from "../row.ts";
import { fieldsOf, sampleOf } from "../values.ts";
import { everything, freeOf, ofTheRequest, sharedFields, subscriptionId } from "./user-fields.ts";

type Update = Tables["users"]["update"];

/** All that the endpoints say about groups and about one user. */
async function look(place: Place, userId: string) {
  const groups = new Map((await place.client.groups.list().all()).map((group) => [group.id ?? "", group.user_ids ?? []]));
  return { groups, memberships: await membershipsOf(place, userId), report: await reportOf(place, userId) };
}

const HELD = ["HR/All staff", "HR/Managers"];

/** A user in two groups. */
async function member(place: Place): Promise<string> {
  return newUser(place, { city: "Porto", group_ids: HELD.map(place.group) });
}

/**
 * Sends an update of a user in `HELD` and looks at everything before and after: the user is in the groups named, every
 * other group is as it was, and of the fields those are changed that were sent.
 */
function leadsTo(body: (place: Place) => UserUpdateBody, paths: readonly string[], fields: Readonly<Record<string, unknown>> = {}): Case {
  return async (place) => {
    const id = await member(place);
    const before = await look(place, id);
    await place.client.users.update(id, body(place));
    const after = await look(place, id);
    expect(after.memberships.sort()).toEqual(paths.map(place.group).sort());
    expect(after.report).toEqual({ ...before.report, ...fields, groups: paths.toSorted().join("; ") });
    for (const [group, users] of before.groups) {
      const wanted = paths.map(place.group).includes(group) ? [...new Set([...users, id])] : users.filter((user) => user !== id);
      expect(after.groups.get(group)?.toSorted()).toEqual(wanted.toSorted());
    }
  };
}

/** Rule 3: refused, named in one way, nothing of it carried out; and rule 4: the same request, confirmed, is. */
function refusesRemoval(namedAs: "ids" | "names" | "objects" | "unreadable"): Case {
  return async (place) => {
    place.sandbox.configure({ namedAs });
    const id = await member(place);
    const [before, stored] = [await look(place, id), place.stored()];
    const body = { city: "Bilbao", group_ids: [place.group("HR/All staff"), place.group("Board")] };
    for (const unconfirmed of [body, { ...body, confirm_group_removal: false }]) {
      const problem = await refused(place.client.users.update(id, unconfirmed), 412, "confirm_group_removal");
      expect([problem.code, problem.retryable]).toEqual([REMOVAL_CODE, false]);
      const named = { ids: [place.group("HR/Managers")], names: ["Managers"], objects: [place.group("HR/Managers")], unreadable: [] };
      expect(problem.named).toEqual(named[namedAs]);
    }
    const { status, body: answer } = await place.send("PUT", `/users/${id}`, { body: { ...body, user_id: id } });
    const words = { message: expect.any(String) as unknown };
    const managers = place.group("HR/Managers");
    expect([status, answer]).toEqual([
      412,
      {
        ids: { code: REMOVAL_CODE, ...words, group_ids: [managers] },
        names: { error: REMOVAL_CODE, ...words, groups: ["Managers"] },
        objects: { errors: [{ error_code: REMOVAL_CODE, ...words, groups: [{ id: managers, name: "Managers" }] }] },
        unreadable: { code: REMOVAL_CODE, ...words },
      }[namedAs],
    ]);
    expect(place.stored()).toBe(stored);
    expect(await look(place, id)).toEqual(before);
    await place.client.users.update(id, { ...body, confirm_group_removal: true });
    expect((await membershipsOf(place, id)).sort()).toEqual(body.group_ids.sort());
    expect((await reportOf(place, id))["city"]).toBe("Bilbao");
  };
}

/** Fields of a create, which an update doesn't have. */
const ofACreate = Object.fromEntries(
  fieldsOf(userCreate)
    .filter(([name]) => !(name in userUpdate.shape))
    .map(([name, field]) => [
      `${name}, which only a create has`,
      async (place: Place): Promise<Refused<never>> => {
        const id = await newUser(place);
        return { request: { params: { user_id: id }, body: { user_id: id, [name]: sampleOf(field) } } as never, status: 512, says: name };
      },
    ]),
);

async function changed(place: Place, body: UserUpdateBody): Promise<string> {
  const id = await newUser(place);
  await place.client.users.update(id, body);
  return id;
}

const refusalOf =
  (body: (place: Place) => UserUpdateBody, says: string) =>
  async (place: Place): Promise<Refused<never>> => {
    const user_id = await member(place);
    return { request: { params: { user_id }, body: { user_id, city: "Bilbao", ...body(place) } } as never, status: 412, says };
  };

export const update: Update = {
  request: async (place) => {
    const user_id = await member(place);
    const group_ids = ["Board", ...HELD].map(place.group);
    const flags = { auto_license: true, active: true, notify_on_update: true, confirm_group_removal: false };
    return { params: { user_id }, body: { user_id, ...everything, ...flags, group_ids, subscription_id: subscriptionId("all courses") } };
  },
  success: async (place) => {
    const id = await newUser(place);
    const username = place.unique("renamed").replace(" ", ".");
    expect(await place.client.users.update(id, { username, active: false })).toEqual({ user_id: id, username, active: false });
    place.sandbox.configure({ nullBodies: true });
    expect(await place.client.users.update(id, { city: "Porto" })).toBeNull();
    expect(await reportOf(place, id)).toMatchObject({ username, active: false, city: "Porto" });
  },
  effects: {
    "rule 1: the groups that are sent are the whole set, not an addition": leadsTo(
      ({ group }) => ({ group_ids: [group("HR/All staff"), group("Board")], confirm_group_removal: true }),
      ["HR/All staff", "Board"],
    ),
    "rule 2: omitted groups leave the memberships as they are": leadsTo(() => ({ city: "Bilbao" }), HELD, { city: "Bilbao" }),
    "rule 2: omitted groups leave them even when a removal is confirmed": leadsTo(() => ({ confirm_group_removal: true }), HELD),
    "rule 2: an empty set leaves the memberships as they are": leadsTo(() => ({ city: "Bilbao", group_ids: [] }), HELD, { city: "Bilbao" }),
    "rule 2: an empty set leaves them even when a removal is confirmed": leadsTo(
      () => ({ group_ids: [], confirm_group_removal: true }),
      HELD,
    ),
    "rule 3: a removal that nobody confirmed is refused, its groups named by id": refusesRemoval("ids"),
    "rule 3: a removal that nobody confirmed is refused, its groups named by name": refusesRemoval("names"),
    "rule 3: a removal that nobody confirmed is refused, its groups named as objects": refusesRemoval("objects"),
    "rule 3: a removal that nobody confirmed is refused, although its groups cannot be read": refusesRemoval("unreadable"),
    "rule 4: a confirmed removal of all but one is carried out": leadsTo(
      ({ group }) => ({ group_ids: [group("Board")], confirm_group_removal: true }),
      ["Board"],
    ),
    "rule 5: keeping all groups needs no confirmation": leadsTo(({ group }) => ({ group_ids: HELD.map(group) }), HELD),
    "rule 5: keeping all groups and adding others needs no confirmation": leadsTo(
      ({ group }) => ({ group_ids: ["Partners/Managers", ...HELD, "Board"].map(group), confirm_group_removal: false }),
      ["Partners/Managers", ...HELD, "Board"],
    ),
    "changes the fields that are sent, of this user only": async (place) => {
      const id = await member(place);
      const [before, users] = [await reportOf(place, id), place.sandbox.users()];
      await place.client.users.update(id, { last_name: "Sousa", department: "Legal" });
      expect(await reportOf(place, id)).toEqual({ ...before, last_name: "Sousa", department: "Legal" });
      expect(place.sandbox.users().filter(({ user_id }) => user_id !== id)).toEqual(users.filter(({ user_id }) => user_id !== id));
    },
    "can be sent twice": async (place) => {
      const id = await member(place);
      const body = { city: "Bilbao", group_ids: [place.group("Board")], confirm_group_removal: true };
      await place.client.users.update(id, body);
      const once = await look(place, id);
      await place.client.users.update(id, body);
      expect((await look(place, id)).groups).toEqual(once.groups);
      expect((await look(place, id)).report).toEqual(once.report);
    },
    "frees a licence with the user where it can rotate, and moves one to another subscription": async (place) => {
      const [all, languages] = [await freeOf(place, "all courses"), await freeOf(place, "languages")];
      const free = async () => [(await freeOf(place, "all courses")) - all, (await freeOf(place, "languages")) - languages];
      const [id, other] = [
        await changed(place, { auto_license: true }),
        await changed(place, { subscription_id: subscriptionId("languages") }),
      ];
      expect(await free()).toEqual([-1, -1]);
      // Who has one keeps it.
      await place.client.users.update(id, { auto_license: true });
      await place.client.users.update(other, { auto_license: true });
      expect(await free()).toEqual([-1, -1]);
      await place.client.users.update(id, { active: false });
      await place.client.users.update(other, { active: false });
      expect(await free()).toEqual([0, -1]);
      // What cannot rotate is used up when its user gets another.
      await place.client.users.update(other, { active: true, subscription_id: subscriptionId("all courses") });
      expect(await free()).toEqual([-1, -1]);
      expect((await reportOf(place, other))["subscription"]).toBe("All courses");
    },
    "changes nothing where no licence is free": async (place) => {
      const own = await place.own();
      for (let free = await freeOf(own, "languages"); free > 0; free--)
        await changed(own, { subscription_id: subscriptionId("languages") });
      const id = await member(own);
      const [before, stored] = [own.sandbox.users(), own.stored()];
      await refused(own.client.users.update(id, { city: "Bilbao", subscription_id: subscriptionId("languages") }), 412, "licence");
      expect([own.sandbox.users(), own.stored()]).toEqual([before, stored]);
      expect((await reportOf(own, id))["city"]).toBe("Porto");
    },
  },
  parameters: {
    user_id: async (place) => {
      const [one, other] = [await member(place), await member(place)];
      const before = await look(place, other);
      await place.client.users.update(one.toUpperCase(), { city: "Bilbao" });
      expect((await reportOf(place, one))["city"]).toBe("Bilbao");
      expect((await look(place, other)).report).toEqual(before.report);
    },
  },
  fields: {
    ...sharedFields(changed),
    group_ids: async (place) => {
      await sharedFields(changed).group_ids(place);
      // As a map, the other form that "object" can mean.
      const id = await member(place);
      const put = (paths: readonly string[], more = {}) =>
        place.send("PUT", `/users/${id}`, {
          body: { user_id: id, group_ids: Object.fromEntries(paths.map((path) => [place.group(path), true])), ...more },
        });
      expect((await put([])).status).toBe(200);
      expect((await put(["Board"])).status).toBe(412);
      expect((await membershipsOf(place, id)).sort()).toEqual(HELD.map(place.group).sort());
      expect((await put(["Board"], { confirm_group_removal: true })).status).toBe(200);
      expect(await membershipsOf(place, id)).toEqual([place.group("Board")]);
    },
    user_id: async (place) => {
      const id = await member(place);
      await place.client.users.update(id, { city: "Bilbao" });
      const { status } = await place.send("PUT", `/users/${id}`, { body: { user_id: id.toUpperCase(), city: "Madrid" } });
      expect([status, (await reportOf(place, id))["city"]]).toEqual([200, "Madrid"]);
    },
    confirm_group_removal: ofTheRequest("confirm_group_removal", (place) => changed(place, { confirm_group_removal: true })),
    active: async (place) => {
      const id = await changed(place, { active: false });
      expect((await reportOf(place, id))["active"]).toBe(false);
      await place.client.users.update(id, { city: "Porto" });
      expect((await reportOf(place, id))["active"]).toBe(false);
      await place.client.users.update(id, { active: true });
      expect((await reportOf(place, id))["active"]).toBe(true);
    },
    notify_on_update: ofTheRequest("notify_on_update", (place) => changed(place, { notify_on_update: true })),
  },
  refusals: {
    ...ofACreate,
    "a user_id that is not the one of the path": async (place) => ({
      request: { params: { user_id: await member(place) }, body: { user_id: await member(place), city: "Bilbao" } },
      status: 512,
      says: "user_id",
    }),
    "a username that someone else has, in any case": refusalOf(
      ({ sandbox }) => ({ username: sandbox.users()[20]?.username.toUpperCase() }),
      "username",
    ),
    "a subscription that is over": refusalOf(() => ({ subscription_id: subscriptionId("before") }), "subscription_id"),
    "a subscription that has not begun": refusalOf(() => ({ subscription_id: subscriptionId("after") }), "subscription_id"),
    "an unknown subscription even for someone who leaves": refusalOf(
      () => ({ active: false, subscription_id: "00000000-0000-4000-8000-000000000000" }),
      "subscription_id",
    ),
  },
};
