import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { listLinks } from "../../src/store/identities/links.ts";
import { company, people, staff, type Company } from "../helpers/company.ts";

const linked = (c: Company): Promise<string[]> =>
  c.look(async ({ db }) => (await listLinks(db, "acme")).map(({ key, user_id: user }) => `${key} ${user}`));
const unlink = (c: Company, key: string, ...more: string[]) => c.run("identities", "unlink", "job.yaml", key, "--reviewer", "ana", ...more);

test("a link that was made by hand is undone while nothing was sent to the account, and no second account is made", async () => {
  const c = await company();
  const user = c.service.addUser({ username: "old-0001" }, [staff]);
  c.hr(people(2));
  expect((await c.run("identities", "link", "job.yaml", "0001", user, "--yes", "--reason", "Looked it up")).code).toBe(0);
  expect((await unlink(c, "0001")).stderr).toContain("needs a reason");
  const undone = await unlink(c, "0001", "--reason", "Another person", "--json");
  expect([undone.code, undone.json()]).toEqual([0, { key: "0001", unlinked: true }]);
  expect(await linked(c)).toEqual([]);
  expect((await c.look(({ db }) => listAudit(db))).at(-1)).toMatchObject({
    actor: "ana",
    action: "identity_unlinked",
    detail: { key: "0001", user_id: user, reason: "Another person" },
  });
  expect((await unlink(c, "0001", "--reason", "again")).stderr).toContain("can't be undone");
  // Nobody is known to have the account, so the first run asks.
  expect(await c.sync()).toMatchObject({ code: 3, status: "held" });
  expect(c.service.users()).toHaveLength(1);
  await c.run("identities", "link", "job.yaml", "0002", user, "--yes", "--reason", "Hers");
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1, updates: 1 } });
  const late = await unlink(c, "0002", "--reason", "too late");
  expect([late.code, late.stderr]).toEqual([2, expect.stringContaining("something was sent to the account")]);
  expect(c.service.users()).toHaveLength(2);
}, 120_000);

test("I2: after a power cut, an undone link stays undone, and one that was made again stays", async () => {
  const c = await company({ ownDatabase: true });
  const [one, other] = ["old-1", "old-2"].map((username) => c.service.addUser({ username }, [staff])) as [string, string];
  c.hr(people(2));
  const link = async (key: string, user: string) =>
    expect((await c.run("identities", "link", "job.yaml", key, user, "--yes", "--reason", "Looked")).code).toBe(0);
  const powerCut = async (): Promise<void> => {
    await c.place.reopen();
    c.loseDatabase();
  };
  await link("0001", one);
  await link("0002", other);
  await unlink(c, "0001", "--reason", "Wrong");
  await powerCut();
  expect(await linked(c)).toEqual([`0002 ${other}`]);
  await link("0001", one);
  await powerCut();
  expect(await linked(c)).toEqual([`0001 ${one}`, `0002 ${other}`]);
  await unlink(c, "0001", "--reason", "Wrong");
  await unlink(c, "0002", "--reason", "Wrong");
  // They were each other's.
  await link("0001", other);
  await link("0002", one);
  await powerCut();
  expect(await linked(c)).toEqual([`0001 ${other}`, `0002 ${one}`]);
  expect((await c.run("audit", "verify")).code).toBe(0);
  expect(await c.sync()).toMatchObject({ counts: { creates: 0 } });
  expect(c.service.users()).toHaveLength(2);
}, 180_000);
