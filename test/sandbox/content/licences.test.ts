import { describe, expect, test } from "vitest";
import { contract } from "../../../src/learning-service/contract/contract.ts";
import { releaseLicence, takeLicence } from "../../../src/sandbox/areas/licences.ts";
import { subscriptionsArea } from "../../../src/sandbox/areas/subscriptions.ts";
import type { Seed } from "../../../src/sandbox/seed/seed.ts";
import { addUser, ask, DAY, NOBODY, refused, worldOf } from "./world.ts";

type Status = "deferred" | "active" | "expired";

function start(seed: Seed = "company") {
  const world = worldOf(seed);
  const list = (status?: Status) =>
    ask(world, contract.subscriptions.list, subscriptionsArea.list, { query: status === undefined ? {} : { status } });
  const named = (name: string) => list().find((item) => item.name === name);
  return { world, list, named, free: (name: string) => named(name)?.unassigned_licenses, idOf: (name: string) => named(name)?.id ?? name };
}

describe("the subscriptions", () => {
  test("are four around the day of the start, two of them active", () => {
    const { list } = start("empty");
    expect(list().map(({ name, status, start_date, end_date }) => [name, status, start_date, end_date])).toEqual([
      ["All courses", "active", "2026-01-01", "2026-12-31"],
      ["Languages", "active", "2026-09-01", "2027-08-31"],
      ["All courses 2025", "expired", "2025-01-01", "2025-12-31"],
      ["All courses 2027", "deferred", "2027-01-01", "2027-12-31"],
    ]);
    expect(list()[0]).toMatchObject({ duration: 31_536_000, is_rotatable: true, license_rotation_limit: 50, number_of_licenses: 500 });
  });

  test("change their status with the clock, on the first day and after the last", () => {
    const { world, list } = start();
    const active = () => list("active").map(({ name }) => name);
    world.clock.advance(41.4 * DAY);
    expect(active()).toEqual(["All courses", "Languages"]);
    world.clock.advance(0.2 * DAY);
    expect(active()).toEqual(["Languages", "All courses 2027"]);
    world.clock.advance(250 * DAY);
    expect(active()).toEqual(["All courses 2027"]);
    expect(list("expired").map(({ name }) => name)).toEqual(["All courses", "Languages", "All courses 2025"]);
    expect(list("deferred")).toEqual([]);
  });

  test("have the licences that nobody holds", () => {
    expect(
      start()
        .list()
        .map(({ unassigned_licenses }) => unassigned_licenses),
    ).toEqual([188, 12, 0, 500]);
    expect(start("groups").free("All courses")).toBe(488);
    expect(start("empty").free("All courses")).toBe(500);
  });
});

describe("auto_license", () => {
  test("gives a licence of the active subscription that has most, once", () => {
    const { world, free } = start();
    const ana = addUser(world, "ana");
    takeLicence(world, ana, { auto_license: true });
    takeLicence(world, ana, { auto_license: true });
    expect(free("All courses")).toBe(187);
    takeLicence(world, addUser(world, "rui"), { auto_license: false });
    takeLicence(world, addUser(world, "eva"), {});
    expect(free("All courses")).toBe(187);
  });

  test("draws on all active subscriptions until the last licence, and is then refused", () => {
    const { world, free } = start();
    for (let i = 0; i < 188; i++) takeLicence(world, addUser(world, `u${i}`), { auto_license: true });
    expect([free("All courses"), free("Languages")]).toEqual([6, 6]);
    for (let i = 0; i < 12; i++) takeLicence(world, addUser(world, `v${i}`), { auto_license: true });
    expect([free("All courses"), free("Languages")]).toEqual([0, 0]);
    const late = addUser(world, "late");
    expect(refused(() => takeLicence(world, late, { auto_license: true }))).toContain("no active subscription has a free licence");
    expect(world.state.all("licence").has(late)).toBe(false);
    releaseLicence(world, addUser(world, "u0"));
    takeLicence(world, late, { auto_license: true });
    expect(free("All courses")).toBe(0);
  });

  test("renews a licence whose subscription is over", () => {
    const { world, free } = start();
    const ana = addUser(world, "ana");
    takeLicence(world, ana, { auto_license: true });
    world.clock.advance(60 * DAY);
    takeLicence(world, ana, { auto_license: true });
    expect([free("All courses"), free("All courses 2027")]).toEqual([188, 499]);
  });
});

describe("subscription_id", () => {
  test("gives a licence of that subscription, moves another one there, and changes nothing for who has it", () => {
    const { world, free, idOf } = start();
    const ana = addUser(world, "ana");
    takeLicence(world, ana, { auto_license: true });
    const languages = idOf("Languages");
    for (let i = 0; i < 2; i++) takeLicence(world, ana, { subscription_id: languages.toUpperCase(), auto_license: true });
    expect([free("All courses"), free("Languages")]).toEqual([188, 11]);
  });

  test("must be a subscription that is active and has a free licence; otherwise the old licence stays", () => {
    const { world, free, idOf } = start();
    const ana = addUser(world, "ana");
    takeLicence(world, ana, { auto_license: true });
    const take = (subscription_id: string) => refused(() => takeLicence(world, ana, { subscription_id, auto_license: true }));
    expect(take(NOBODY)).toContain("subscription_id");
    expect(take(idOf("All courses 2025"))).toContain("not an active subscription");
    expect(take(idOf("All courses 2027"))).toContain("not an active subscription");
    for (let i = 0; i < 12; i++) takeLicence(world, addUser(world, `u${i}`), { subscription_id: idOf("Languages") });
    expect(take(idOf("Languages"))).toContain("no free licence");
    expect(free("All courses")).toBe(187);
  });

  test("that the user has already may be sent again when it is over", () => {
    const { world, free, idOf } = start();
    const ana = addUser(world, "ana");
    takeLicence(world, ana, { subscription_id: idOf("All courses") });
    world.clock.advance(60 * DAY);
    takeLicence(world, ana, { subscription_id: idOf("All courses") });
    expect(free("All courses")).toBe(187);
  });
});

describe("a licence of a deactivated user", () => {
  test("is free again where the subscription is rotatable", () => {
    const { world, free } = start();
    const [user = ""] = world.state.users.keys();
    releaseLicence(world, user);
    releaseLicence(world, user);
    expect(free("All courses")).toBe(189);
  });

  test("stays used up where it is not, also when the user gets another one", () => {
    const { world, free, idOf } = start();
    const ana = addUser(world, "ana");
    takeLicence(world, ana, { subscription_id: idOf("Languages") });
    releaseLicence(world, ana);
    expect(free("Languages")).toBe(11);
    takeLicence(world, ana, { subscription_id: idOf("All courses") });
    expect([free("All courses"), free("Languages")]).toEqual([187, 11]);
  });
});
