import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { openService } from "./helpers.ts";

type Service = Awaited<ReturnType<typeof openService>>;

const memberships = ({ sandbox }: Pick<Service, "sandbox">): string[] =>
  sandbox
    .users()
    .flatMap(({ user_id, groups }) => groups.map((group) => `${user_id} ${group}`))
    .sort();

async function askTimes(service: Service, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await service.ask("GET", "/subscriptions");
}

test("changes one membership per interval of requests, restarts the count when it is set, and stops when it is switched off", async () => {
  const service = await openService();
  service.sandbox.configure({ drift: { everyRequests: 3, seed: 5 } });
  let before = memberships(service);
  for (let turn = 1; turn <= 4; turn++) {
    await askTimes(service, 2);
    expect(memberships(service)).toEqual(before);
    await askTimes(service, 1);
    const after = memberships(service);
    const change = service.sandbox.drifted().at(-1);
    expect(service.sandbox.drifted()).toHaveLength(turn);
    const pair = `${change?.user_id} ${change?.group}`;
    expect(change?.action === "add" ? [...before, pair].sort() : before.filter((one) => one !== pair)).toEqual(after);
    before = after;
  }
  await askTimes(service, 2);
  service.sandbox.configure({ drift: { everyRequests: 3, seed: 5 } });
  await askTimes(service, 2);
  service.sandbox.configure({ drift: null });
  await askTimes(service, 6);
  expect(memberships(service)).toEqual(before);
});

test("the same seed changes the same memberships, another one others", async () => {
  const runs = [];
  for (const seed of [1, 1, 2]) {
    const service = await openService({ drift: { everyRequests: 1, seed } });
    await askTimes(service, 12);
    runs.push(service.sandbox.drifted().map(({ action, group, user_id }) => `${action} ${user_id} ${group}`));
  }
  // The request that made the access token counts too.
  expect(runs[0]).toHaveLength(13);
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]).not.toEqual(runs[2]);
});

test("only the named groups change, also where they are empty", async () => {
  const service = await openService({ drift: { everyRequests: 1, groups: ["Board", "HR/Managers"] } });
  const others = () => memberships(service).filter((one) => !/(Board|HR\/Managers)$/.test(one));
  const before = others();
  await askTimes(service, 20);
  expect(new Set(service.sandbox.drifted().map(({ group }) => group))).toEqual(new Set(["Board", "HR/Managers"]));
  expect(others()).toEqual(before);
});

test("a drifted membership is seen by the interface and by the state, and outlives the process", async () => {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-drift-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const service = await openService({ dir, drift: { everyRequests: 5, seed: 3, groups: ["Board"] } });
  await askTimes(service, 4);
  const change = service.sandbox.drifted()[0];
  expect(change?.group).toBe("Board");
  const state = (await service.admin("GET", "state")).json<{ drift: object[]; users: { user_id: string; groups: string[] }[] }>();
  expect(state.drift).toEqual([change]);
  const isMember = change?.action === "add";
  expect(state.users.find(({ user_id }) => user_id === change?.user_id)?.groups.includes("Board")).toBe(isMember);
  const listed = (await service.ask("GET", `/groups/${service.groupId("Board")}`)).json<{ user_ids: string[] }>().user_ids;
  expect(listed.includes(change?.user_id ?? "")).toBe(isMember);
  await service.sandbox.close();
  const again = await createSandbox({ dir });
  onTestFinished(() => again.close());
  expect(memberships({ sandbox: again })).toEqual(memberships(service));
});

test("an update sees a drifted membership as an unrequested removal", async () => {
  const service = await openService();
  const user = service.sandbox.addUser({ username: "ana" }, ["HR/All staff"]);
  service.sandbox.configure({ drift: { everyRequests: 1, groups: ["Board"] } });
  while (!service.sandbox.users().some(({ user_id, groups }) => user_id === user && groups.includes("Board"))) await askTimes(service, 1);
  service.sandbox.configure({ drift: null });
  const answer = await service.ask("PUT", `/users/${user}`, { body: { user_id: user, group_ids: [service.groupId("HR/All staff")] } });
  expect(answer.status).toBe(412);
  expect(answer.text).toContain(service.groupId("Board"));
});
