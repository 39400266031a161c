import { expect, test } from "vitest";
import { undo } from "../../src/review/change-decision.ts";
import type { Decider } from "../../src/review/decisions.ts";
import { personName } from "../../src/domain/names.ts";
import { moveAccount } from "../../src/identities/link.ts";
import { insertToken } from "../../src/store/console/api-tokens.ts";
import { usualMapping, verifiedTrail } from "../helpers/team-company.ts";
import { ana, ben, ids, inDepartment, inside } from "./inside.ts";

const sales = "HR/Departments/Sales";
const as = (name: string, via: Decider["via"] = "session"): Decider => ({ name, via, ...(via === "session" ? { proof: "oidc" } : {}) });

test.for([
  ["Ana Ruiz", "ana ruiz"],
  ["Ana Ruiz", " ANA  RUIZ "],
  ["Ana Ruiz", "ana.ruiz"],
  ["Ana Ruiz", "Ana\u00a0Ruiz"],
  ["Ana Ruiz", "Ana\u200b Ruiz"],
  ["Ána Ruíz", "Ana Ruiz"],
  ["Ａｎａ Ｒｕｉｚ", "Ana Ruiz"],
])("“%s” and “%s” are one person", ([one, other]) => {
  expect(personName(one ?? "")).toBe(personName(other ?? ""));
});

test("I1: who started the run cannot approve alone what it found, under any spelling; someone else can", async () => {
  const here = await inside("group_removals: review\napproval: { four_eyes: true }");
  const { state } = here;
  const everybody = ids(3);
  await here.night(inDepartment("Sales", ...everybody));
  await here.night(inDepartment("Marketing", ...everybody), "ana");
  const [p1, p2, p3] = [await here.removal("p1", sales), await here.removal("p2", sales), await here.removal("p3", sales)];

  await expect(here.decide([p1], "approved", as("ben", "cli"))).rejects.toThrow("policy.needs_proven_name");
  await expect(here.decide([p1], "approved", as("ben", "workbook"))).rejects.toThrow("policy.needs_proven_name");
  expect(await here.decide([p1], "approved", ana)).toMatchObject({
    decided: [],
    waiting: [{ id: p1.id, why: expect.stringContaining("ana started the run that found it, so another person must approve it too.") }],
  });
  for (const name of ["ana", "ANA", " Ana", "Ána", "a.na"]) {
    expect((await here.decide([p1], "approved", as(name))).refused[0]?.why).toContain("has already approved this removal");
  }
  // A token that ana made acts under another name, and may be hers.
  const token = { id: "T-1", name: "carla", hash: "x", role: "reviewer", used_at: null, revoked_at: null };
  const from = new Date(Date.now() - 1000);
  await insertToken(state.db, {
    ...token,
    created_by: "ana",
    created_via: "session",
    created_at: from,
    expires_at: new Date(Date.now() + 1e7),
  });
  expect((await here.decide([p1], "approved", { name: "carla", via: "token", proof: "token" })).decided).toEqual([]);
  expect((await here.again(p1)).status).toBe("pending");
  expect(await here.due()).toEqual([]);
  expect(here.acme.confirmed()).toEqual([]);

  expect((await here.decide([p1], "approved", ben)).decided).toHaveLength(1);
  expect((await here.decide([p2], "approved", ben)).decided).toHaveLength(1);
  // Keeping needs nobody else.
  expect((await here.decide([p3], "rejected", ana)).decided).toHaveLength(1);
  expect((await undo(state, [p1.id], ben, "not sure", new Date())).done).toHaveLength(1);
  expect((await here.decide([p1], "approved", ana)).waiting).toHaveLength(1);
  const approved = (await verifiedTrail(state)).filter(({ action }) => action === "removal_approved");
  expect(approved[0]?.detail).toMatchObject({ removal: p1.id, with: ["ana", "carla"], via: "session" });
}, 120_000);

test("I1: the first to run with a changed mapping cannot alone approve its removals", async () => {
  const here = await inside("group_removals: review\napproval: { four_eyes: true }");
  await here.night(inDepartment("Sales", "p1"));
  here.acme.mapping(usualMapping.replace('    - { name: staff, when: { Staff: "Yes" }, groups: ["HR/All staff"] }\n', ""));
  await here.night(inDepartment("Sales", "p1"), "carla");
  // Found anew under the same mapping, by a run that someone else started.
  const first = await here.removal("p1", "HR/All staff");
  expect((await here.decide([first], "approved", as("carla"))).waiting[0]?.why).toContain("started the run that found it");
  await here.state.db.updateTable("run").set({ started_by: "ana" }).where("id", "=", first.first_run).execute();
  expect((await here.decide([first], "approved", as("Carla"))).decided).toEqual([]);
  expect((await here.decide([first], "approved", as("ana"))).decided).toEqual([]);
  expect((await here.decide([first], "approved", ben)).decided).toHaveLength(1);
}, 120_000);

test("I1: more removals of one cause than the policy says need two reviewers, also when they are approved in pieces", async () => {
  const here = await inside("group_removals: review\napproval: { two_above: 2 }");
  const everybody = ids(4);
  await here.night(inDepartment("Sales", ...everybody, "alone", ...ids(6, "stays")));
  await here.night([
    ...inDepartment("Marketing", ...everybody),
    ...inDepartment("Legal", "alone"),
    ...inDepartment("Sales", ...ids(6, "stays")),
  ]);
  const four = await Promise.all(everybody.map((key) => here.removal(key, sales)));
  const alone = await here.removal("alone", sales);
  const [first, ...others] = four;
  if (first === undefined) throw new Error("there are none");

  expect((await here.decide([first], "approved", as("ana", "cli"))).refused[0]?.why).toContain("ROLLCALL_TOKEN");
  expect((await here.decide([first], "approved", ana)).waiting).toHaveLength(1);
  expect((await here.decide(others, "approved", ana)).waiting).toHaveLength(3);
  expect((await here.decide(four, "approved", as("Ana"))).refused).toHaveLength(4);
  // A name that is only said may be ana again.
  expect((await here.decide([first], "approved", as("ben", "cli"))).decided).toEqual([]);
  expect((await here.decide(four, "approved", ben)).decided).toHaveLength(4);
  // The policy was about causes: one person who moved is decided by one, also on the command line.
  expect((await here.decide([alone], "approved", as("ana", "cli"))).decided).toHaveLength(1);
}, 120_000);

test("I1: who linked the person to the account by hand cannot approve alone what the link made a run find", async () => {
  const here = await inside("group_removals: review\napproval: { four_eyes: true }");
  const { state } = here;
  await here.night(inDepartment("Sales", "p1", "p2"));
  const link = await state.db.selectFrom("link").selectAll().where("key", "=", "p1").executeTakeFirstOrThrow();
  const moving = { account: link.account, job: "nightly", key: "p9", from: link.key, reason: "the same person", sure: true };
  await moveAccount(state, ana, moving, new Date());
  await here.night(inDepartment("Marketing", "p9", "p2"));
  const [p9, p2] = [await here.removal("p9", sales), await here.removal("p2", sales)];
  const { waiting } = await here.decide([p9], "approved", ana);
  expect(waiting[0]?.why).toContain("ana linked this person to the account, so another person must approve this removal too.");
  expect((await here.decide([p2], "approved", ana)).decided).toHaveLength(1);
  expect((await here.decide([p9], "approved", ben)).decided).toHaveLength(1);
});
