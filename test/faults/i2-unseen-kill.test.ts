import { expect, test } from "vitest";
import { company, oneByOne, people, staff, until } from "../helpers/company.ts";
import { hrOfNight, nightOf } from "../helpers/one-account.ts";

test("I2: a resumed run reads the groups first: an account that appeared meanwhile is no one's new account", async () => {
  const service = { ...oneByOne, identities: { settle: "0s" }, directory: { max_age: "1s" } };
  const c = await company({ parts: { service } });
  hrOfNight(c, people(1), 1);
  await nightOf(c);
  hrOfNight(c, [...people(2), { id: "0003", dept: "Legal" }], 2);
  c.service.failNext({ method: "POST", path: "/users$", delayMs: 30_000, when: "after" });
  const child = await c.start("sync job.yaml");
  await until(() => c.service.users().length === 2);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  c.service.addUser({ username: "stranger" }, [staff, "HR/Departments/Legal"]);
  c.service.failNext({ method: "POST", path: "/users$", status: 500, when: "before" });
  const [run] = (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
  await c.night("runs resume", [run?.run ?? ""]);
  const { links } = (await c.run("identities", "list", "job.yaml", "--json")).json<{ links: { key: string }[] }>();
  expect(links.map(({ key }) => key)).not.toContain("0003");
}, 60_000);
