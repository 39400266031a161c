import { expect } from "vitest";
import type { UserCreateBody } from "../../../src/learning-service/client.ts";
import { fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { membershipsOf, reportOf } from "../make.ts";
import type { Place } from "../place.ts";
import type { Case, Cases } from "../row.ts";

export const subscriptionId = (name: "all courses" | "languages" | "before" | "after"): string => fixedUuid(`subscription ${name}`);

/** Licences of a subscription that nobody has. */
export async function freeOf({ client }: Place, name: Parameters<typeof subscriptionId>[0]): Promise<number> {
  const all = await client.subscriptions.list().all();
  return all.find(({ id }) => id === subscriptionId(name))?.unassigned_licenses ?? Number.NaN;
}

/** Fields that create and update share. */
type Body = Omit<Partial<UserCreateBody>, "first_login" | "notify_on_create">;
/** Gives the fields to a user, new or not; answers the id. */
export type Write = (place: Place, body: Body) => Promise<string>;

const userOf = ({ sandbox }: Place, id: string) => sandbox.users().find((user) => user.user_id === id);

/** What a field is set to, as a report of the users shows it. */
function inReport(write: Write, field: keyof Body, ...values: readonly string[]): Case {
  return async (place) => {
    for (const value of values) expect((await reportOf(place, await write(place, { [field]: value })))[field]).toBe(value);
  };
}

/** What a field is set to that no endpoint shows. */
function kept(write: Write, field: keyof Body, ...values: readonly unknown[]): Case {
  return async (place) => {
    for (const value of values) expect(userOf(place, await write(place, { [field]: value }))?.fields[field]).toEqual(value);
  };
}

/** A field that says something about the request, and is no field of the user. */
export function ofTheRequest(field: string, write: (place: Place) => Promise<string>): Case {
  return async (place) => expect(userOf(place, await write(place))?.fields).not.toHaveProperty(field);
}

/** What each field does, whether the user is new or is changed. */
export const sharedFields = (write: Write) =>
  ({
    username: async (place) => {
      const username = `${place.unique("Íñigo")}@acme.example`;
      expect((await reportOf(place, await write(place, { username })))["username"]).toBe(username);
    },
    password: ofTheRequest("password", (place) => write(place, { password: "correct horse battery staple" })),
    employee_id: inReport(write, "employee_id", "00123", "123"),
    external_id: inReport(write, "external_id", "wd-00123"),
    subscription_id: async (place) => {
      const [all, languages] = [await freeOf(place, "all courses"), await freeOf(place, "languages")];
      const user = await write(place, { subscription_id: subscriptionId("languages").toUpperCase() });
      expect([await freeOf(place, "all courses"), await freeOf(place, "languages")]).toEqual([all, languages - 1]);
      expect((await reportOf(place, user))["subscription"]).toBe("Languages");
    },
    auto_license: async (place) => {
      const [all, languages] = [await freeOf(place, "all courses"), await freeOf(place, "languages")];
      // Of the active subscription that has most.
      const user = await write(place, { auto_license: true });
      expect([await freeOf(place, "all courses"), await freeOf(place, "languages")]).toEqual([all - 1, languages]);
      expect((await reportOf(place, user))["subscription"]).toBe("All courses");
      const other = await write(place, { auto_license: false });
      expect(await freeOf(place, "all courses")).toBe(all - 1);
      expect((await reportOf(place, other))["subscription"]).toBe("");
    },
    group_ids: async (place) => {
      const ids = ["Board", "HR/Managers"].map(place.group);
      const user = await write(place, { group_ids: [...ids.map((id) => id.toUpperCase()), ...ids] });
      expect((await membershipsOf(place, user)).sort()).toEqual(ids.sort());
      expect((await reportOf(place, user))["groups"]).toBe("Board; HR/Managers");
    },
    city: inReport(write, "city", "Bilbao"),
    company: inReport(write, "company", 'Acme & Söhne; "Iberia"'),
    custom_fields: kept(
      write,
      "custom_fields",
      [],
      [
        { id: fixedUuid("a custom field"), value: "CC-101" },
        { id: fixedUuid("another"), value: "" },
      ],
    ),
    first_name: inReport(write, "first_name", "Zoë"),
    last_name: inReport(write, "last_name", "D'Ávila Smith-Jones", "李"),
    national_id: kept(write, "national_id", "12345678Z"),
    email: inReport(write, "email", "o'neill+x@sub.acme.example"),
    phone_number: inReport(write, "phone_number", "+34600123456", "(91) 555 12-34"),
    gender: kept(write, "gender", "m", "f"),
    center: inReport(write, "center", "Madrid"),
    position: inReport(write, "position", "Head of Sales"),
    department: inReport(write, "department", "Sales EMEA"),
    date_of_birth: kept(write, "date_of_birth", "2004-02-29"),
  }) satisfies Cases;

/** A value for each optional field that stands for itself. */
export const everything = {
  password: "correct horse battery staple",
  employee_id: "00123",
  external_id: "wd-00123",
  city: "Bilbao",
  company: "Acme Iberia",
  custom_fields: [{ id: fixedUuid("a custom field"), value: "CC-101" }],
  national_id: "12345678Z",
  phone_number: "+34600123456",
  gender: "f" as const,
  center: "Madrid",
  position: "Head of Sales",
  department: "Sales",
  date_of_birth: "1980-12-31",
};
