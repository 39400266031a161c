import { expect, test } from "vitest";
import { accounted, company, departments, people } from "../helpers/company.ts";
import { unlinked, wellLinked } from "../promises/null-answers.ts";

/** People spread over departments, so that many share a few sets of groups. */
const spread = (n: number) => people(n).map((person, i) => ({ ...person, dept: departments[i % departments.length] ?? "Sales" }));

test("I2: accounts that others add to the same groups meanwhile are never linked to a joiner", async () => {
  const c = await company(unlinked);
  const joiners = 120;
  c.hr(spread(joiners));
  const night = c.sync();
  let strangers = 0;
  // Accounts are added by hand to exactly the joiners' groups during the run.
  const meddling = setInterval(() => {
    if (c.userCalls("POST").length < 10 * (strangers + 1) || strangers >= 20) return;
    strangers += 1;
    c.service.addUser({ username: `stranger${strangers}` }, [
      "HR/All staff",
      `HR/Departments/${departments[strangers % departments.length]}`,
    ]);
  }, 1);
  const { counts } = await night.finally(() => clearInterval(meddling));
  expect(strangers).toBeGreaterThan(0);
  expect(accounted(counts)).toBe(joiners);
  const first = await wellLinked(c);
  expect(first.links.length + first.unsettled.length).toBeLessThanOrEqual(joiners);
  const strange = new Set(
    c.service
      .users()
      .filter(({ username }) => username.startsWith("stranger"))
      .map(({ user_id }) => user_id),
  );
  expect(first.links.filter(({ user_id }) => strange.has(user_id))).toEqual([]);

  // Runs without other accounts: people without a link wait for a person, or for someone who does, with a reason.
  await c.sync();
  const last = await c.sync();
  const { links, unsettled } = await wellLinked(c);
  const held = c.operations(last.run).filter(({ status }) => status === "held");
  expect(links.length + held.length).toBe(joiners);
  for (const operation of held) expect(["unsettled_create", "equal_groups_unsettled"]).toContain(operation.code);
  // A person assigns the accounts; then everyone gets one.
  for (const { key } of unsettled) {
    const [made] = c.accountsOf(key);
    expect((await c.run("identities", "link", "job.yaml", key, made?.user_id ?? "", "--yes", "--reason", "x")).code).toBe(0);
  }
  await c.sync();
  expect((await wellLinked(c)).unsettled.length + (await wellLinked(c)).links.length).toBeGreaterThan(links.length);
}, 300_000);
