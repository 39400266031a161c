import { fact } from "../../src/domain/facts/fact.ts";
import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { leaveUnlinked } from "../../src/store/identities/intents.ts";
import { listLinks } from "../../src/store/identities/links.ts";
import { company, people } from "../helpers/company.ts";
import { openIntent } from "../helpers/open-intent.ts";

const one = "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11";
const two = "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d12";

test("link, import and retry need a token's right, and record its owner", async () => {
  const c = await company();
  c.hr(people(1));
  await c.sync();
  const tokenOf = async (name: string, role: string): Promise<string> =>
    (await c.run("tokens", "create", name, "--role", role, "--json")).json<{ token: string }>().token;
  const tokens = { vic: await tokenOf("vic", "viewer"), olga: await tokenOf("olga", "operator") };
  await c.look(async (state) => {
    const intent = { account: "acme", job: "nightly", username: "new@acme.example", digest: "d", groups: [], named: [] };
    await openIntent(state, { ...intent, operation: "r-1", key: "0503" }, new Date());
    await leaveUnlinked(state, "r-1", fact("unconfirmed.no_id", {}), new Date());
  });
  c.place.write("who.csv", `key,user\n0502,${two}\n`);
  const calls = [
    ["identity_linked", "link", "job.yaml", "0501", one, "--yes", "--reason", "x"],
    ["identities_imported", "import", "job.yaml", "who.csv", "--key", "key", "--user-id", "user", "--even-if-none-fits"],
    ["create_retried", "retry", "job.yaml", "0503", "--reason", "x", "--force"],
  ] as const;
  const run = (args: readonly string[], token: string) => c.place.run(["identities", ...args], { env: { ROLLCALL_TOKEN: token } });
  const before = await c.look(({ db }) => listAudit(db));
  for (const [, ...args] of calls) {
    const viewer = await run(args, tokens.vic);
    expect([viewer.code, viewer.stderr]).toEqual([2, expect.stringContaining("vic has the role viewer, which doesn't allow this")]);
    expect((await run([...args, "--reviewer", "Ana"], tokens.olga)).stderr).toContain("belongs to olga, but --reviewer names Ana");
    expect((await run(args, "rcl_wrong")).stderr).toContain("isn't a valid API token");
  }
  expect(await c.look(({ db }) => listAudit(db))).toEqual(before);
  expect(await c.look(({ db }) => listLinks(db, "acme"))).toHaveLength(1);

  for (const [action, ...args] of calls) {
    const done = await run(args, tokens.olga);
    expect([done.code, done.stderr]).toEqual([0, expect.any(String)]);
    const entry = (await c.look(({ db }) => listAudit(db))).at(-1);
    expect(entry).toMatchObject({ action, actor: "olga", detail: { via: "token" } });
  }
}, 120_000);

test("a name that no token can have is refused with the rule for names", async () => {
  const c = await company();
  const refused = await c.run("tokens", "create", "bad name!", "--role", "viewer");
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("A user name has up to 64 of the letters a to z")]);
});
