import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { teamCompany, until, verifiedTrail, type TeamCompany, type Decided, type Listed, type Row } from "../helpers/team-company.ts";

const sales = "HR/Departments/Sales";
const marketing = "HR/Departments/Marketing";
const everybody = ["plain", "two", "race", "silent", "error", "applied", "reset", "late", "garbled", "busy", "refused", "kept"];
/** The groups of each person when the removals are approved: moved from Sales to Marketing. */
const moved = ["HR/All staff", marketing, sales, "HR/Teams/Atlas"].sort();
const without = (...groups: string[]): string[] => moved.filter((group) => !groups.includes(group));

/** One company for all cases: each person's approved removal meets a different problem. */
describe("approved removals are applied in two steps", () => {
  let acme: TeamCompany;
  let removals: Listed[];
  let outcome: Decided & { code: number | null };
  let nights: { code: number | null }[];
  let confirmedByNights: unknown[];
  let again: Decided & { code: number | null };
  let thirdNight: { code: number | null; counts: Record<string, number> };
  let writesOfThirdNight: unknown[];
  let thirdPending: Listed[];

  beforeAll(async () => {
    acme = await teamCompany();
    const { sandbox } = acme;
    acme.job("group_removals: review", "timeout: 1s");
    const first: Row[] = everybody.map((id) => ({ id, ...(id === "two" ? { manager: "Yes" } : {}) }));
    acme.file(first);
    nights = [await acme.sync()];
    acme.file(everybody.map((id) => ({ id, department: "Marketing" })));
    nights.push(await acme.sync());
    confirmedByNights = acme.confirmed();
    removals = await acme.removals();
    await acme.reject(acme.idOf("kept", sales));

    const path = (key: string): string => `/users/${acme.userId(key)}`;
    const second = (key: string, fault: Parameters<typeof sandbox.failNext>[0]): void => {
      sandbox.failNext({ method: "PUT", path: path(key) });
      sandbox.failNext({ method: "PUT", path: path(key), ...fault });
    };
    second("error", { status: 500 });
    second("applied", { status: 500, when: "after" });
    second("reset", { reset: true, when: "after" });
    second("late", { delayMs: 2000, when: "after" });
    second("garbled", { status: 200, body: "<html>", when: "after" });
    second("busy", { status: 503, retryAfter: 0 });
    second("refused", { status: 412, body: JSON.stringify({ code: "invalid_parameters", message: "the office is closed" }) });
    sandbox.failNext({ method: "PUT", path: path("race"), delayMs: 600 });
    // A membership that is not visible, because the group does not list its members.
    sandbox.addMember("Clubs/Secret", acme.userId("silent"));
    sandbox.configure({ hideUserIds: ["Clubs/Secret"] });
    sandbox.clearRequests();

    const carried = acme.approve(...everybody.filter((key) => key !== "kept").map((key) => acme.idOf(key, sales)));
    await until(() => acme.puts("race").length === 1);
    sandbox.addMember("Board", acme.userId("race"));
    outcome = await carried;
    again = await acme.approve(acme.idOf("plain", sales), acme.idOf("kept", sales));

    // A copy of the requests so far; those of the third run are checked separately.
    const log = [...sandbox.requests()];
    sandbox.clearFaults();
    sandbox.clearRequests();
    thirdNight = await acme.sync();
    writesOfThirdNight = acme.writes().filter(({ body }) => body.user_id !== acme.userId("refused"));
    thirdPending = await acme.removals();
    sandbox.clearRequests();
    requests = log;
  }, 240_000);
  afterAll(() => acme.close());

  let requests: readonly { method: string; path: string; body: unknown; status: number | null }[] = [];
  const putsOf = (key: string) =>
    requests
      .filter(({ method, path }) => method === "PUT" && path.endsWith(acme.userId(key)))
      .map(({ body, status }) => ({ ...(body as { group_ids: string[]; confirm_group_removal?: boolean }), status }));
  const pathsOf = (ids: readonly string[]): string[] =>
    ids.map((id) => acme.sandbox.groups().find((group) => group.id === id)?.path ?? id).sort();
  const confirmations = (key: string): boolean[] => putsOf(key).map((put) => put.confirm_group_removal === true);

  test("I1: a sync under `review` adds what HR gives, holds every removal and never sends confirm_group_removal", () => {
    expect(nights.map(({ code }) => code)).toEqual([0, 0]);
    expect(confirmedByNights).toEqual([]);
    expect(removals.map((removal) => `${removal.person.key} ${removal.group.path}`).sort()).toEqual(
      [...everybody.map((key) => `${key} ${sales}`), "two HR/Managers"].sort(),
    );
  });

  test("I1: an approval sends the unconfirmed request first, then the confirmed one with the same set, and nothing else", () => {
    const puts = putsOf("plain");
    expect(puts.map(({ status }) => status)).toEqual([412, 200]);
    expect(confirmations("plain")).toEqual([false, true]);
    expect(pathsOf(puts[0]?.group_ids ?? [])).toEqual(without(sales));
    expect(puts[1]?.group_ids).toEqual(puts[0]?.group_ids);
    expect(acme.groupsOf("plain")).toEqual(without(sales));
  });

  test("I1: approving one removal does not apply another removal of the same person", () => {
    expect(confirmations("two")).toEqual([false, true]);
    expect(acme.groupsOf("two")).toEqual([...without(sales), "Board", "HR/Managers"].sort());
    expect(thirdPending.map((removal) => `${removal.person.key} ${removal.group.path}`)).toEqual(["two HR/Managers"]);
    expect(thirdPending[0]?.id).toBe(removals.find(({ group }) => group.path === "HR/Managers")?.id);
  });

  test("I1: a membership that someone adds between the snapshot and the request is kept", () => {
    expect(acme.groupsOf("race")).toEqual([...without(sales), "Board"].sort());
    const puts = putsOf("race");
    expect(confirmations("race")).toEqual([false, false, true]);
    expect(pathsOf(puts[2]?.group_ids ?? [])).toContain("Board");
  });

  test("I1: a membership that only the refusal names joins the set and stays", () => {
    expect(acme.groupsOf("silent")).toEqual([...without(sales), "Clubs/Secret"].sort());
    expect(confirmations("silent")).toEqual([false, false, true]);
    expect(pathsOf(putsOf("silent")[2]?.group_ids ?? [])).toContain("Clubs/Secret");
  });

  test.for([
    ["error", "answered with 500 and without effect", [false, true, false, true]],
    ["busy", "answered with 503", [false, true, false, true]],
    ["applied", "answered with 500 after its effect", [false, true]],
    ["reset", "cut off after its effect", [false, true]],
    ["late", "never answered in time", [false, true]],
    ["garbled", "answered with an unreadable body", [false, true]],
  ] as const)("I1: a confirmed request that is %s, %s, starts over with a new snapshot and is applied once", ([key, , sent]) => {
    expect(confirmations(key)).toEqual(sent);
    expect(acme.groupsOf(key)).toEqual(without(sales));
    expect(outcome.decided.find(({ person }) => person.key === key)?.status).toBe("applied");
    // Between two requests with the confirmation lies a reading of memberships and an unconfirmed one.
    const mine = requests.filter(({ path }) => path.includes("/groups") || path.endsWith(acme.userId(key)));
    const confirmedAt = mine.flatMap(({ body }, at) =>
      (body as { confirm_group_removal?: boolean } | null)?.confirm_group_removal === true ? [at] : [],
    );
    for (const [index, at] of confirmedAt.entries()) {
      const since = mine.slice(index === 0 ? 0 : (confirmedAt[index - 1] ?? 0) + 1, at);
      expect(since.some(({ path }) => path.includes("/groups"))).toBe(true);
      expect(since.findLast(({ method }) => method === "PUT")?.body).not.toHaveProperty("confirm_group_removal");
    }
  });

  test("I1: a confirmed request that the service refuses removes nothing, is not repeated and shows the service's message", () => {
    expect(confirmations("refused")).toEqual([false, true]);
    const why = outcome.not_applied.find(({ id }) => id === removals.find(({ person }) => person.key === "refused")?.id)?.why;
    expect(why).toContain("the office is closed");
    expect(outcome.code).toBe(1);
    expect(outcome.not_applied).toHaveLength(1);
  });

  test("I1: an applied or rejected removal cannot be approved again, and the command says so", () => {
    expect(again.code).toBe(1);
    expect(again.decided).toEqual([]);
    expect(again.refused.map(({ why }) => why).sort()).toEqual([
      expect.stringMatching(
        /^This removal is already applied: Ana Ruiz decided it on .* UTC, on the command line \(“approved in a test”\)\.$/,
      ),
      expect.stringMatching(
        /^This removal is already rejected: Ana Ruiz decided it on .* UTC, on the command line \(“rejectd in a test”\)\.$/,
      ),
    ]);
    expect(putsOf("kept")).toEqual([]);
    expect(acme.groupsOf("kept")).toEqual(moved);
  });

  test("I1: the next run sends nothing for applied, kept or pending removals, and applies an approval that failed", () => {
    expect(thirdNight.code).toBe(0);
    expect(writesOfThirdNight).toEqual([]);
    expect(thirdNight.counts["removals_pending"]).toBe(1);
    expect(acme.groupsOf("refused")).toEqual(without(sales));
  });

  test("I8: every decision, confirmed request and answer is in the audit trail, and its chain verifies", async () => {
    const trail = await acme.state(verifiedTrail);
    const stored = await acme.stored();
    const of = (action: string): string[] =>
      trail.filter((entry) => entry.action === action).map(({ detail }) => (detail as { removal: string }).removal);
    const approved = stored.filter(({ status }) => status === "applied").map(({ id }) => id);
    expect(approved).toHaveLength(everybody.length - 1);
    expect(of("removal_approved").sort()).toEqual(approved.sort());
    expect(of("removal_rejected")).toEqual(stored.filter(({ status }) => status === "rejected").map(({ id }) => id));
    expect(trail.filter(({ action }) => action === "removal_approved").every(({ actor }) => actor === "Ana Ruiz")).toBe(true);
    const sent = trail.filter(({ action }) => action === "removal_sent");
    const answers = trail.filter(({ action }) => action === "removal_answer");
    // 11 people; two of them, and the one that was refused, needed a second confirmed request.
    expect(sent).toHaveLength(14);
    expect(answers).toHaveLength(14);
    expect(sent.map(({ detail }) => (detail as { user_id: string }).user_id)).toContain(acme.userId("late"));
  });

  test("I1: a rejected removal stays rejected until its evidence changes; then a new removal is pending under another id", async () => {
    const stored = await acme.stored();
    const rejected = stored.find(({ key }) => key === "kept");
    expect(rejected?.status).toBe("rejected");
    acme.file(everybody.map((id) => ({ id, department: id === "kept" ? "Legal" : "Marketing" })));
    const night = await acme.sync();
    expect(night.code).toBe(0);
    const now = (await acme.stored()).filter(({ key }) => key === "kept");
    expect(now.find(({ id }) => id === rejected?.id)?.status).toBe("superseded");
    expect(
      now
        .filter(({ status }) => status === "pending")
        .map(({ group_path: group }) => group)
        .sort(),
    ).toEqual([marketing, sales]);
    expect(acme.groupsOf("kept")).toEqual([...moved, "HR/Departments/Legal"].sort());
    expect(acme.confirmed()).toEqual([]);
  });
}, 120_000);
