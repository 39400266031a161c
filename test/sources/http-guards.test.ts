import { expect, test } from "vitest";
import { parseJob } from "../../src/config/job.ts";
import type { HttpSettings } from "../../src/domain/http/source-settings.ts";
import { isLinkLocal, isPrivate, refusingLookup } from "../../src/domain/http/private-addresses.ts";
import { tokensOf } from "../../src/session/tokens.ts";
import { authorize } from "../../src/source/http/auth/authorization.ts";
import type { HttpAccess } from "../../src/source/http/access.ts";
import { createWire } from "../../src/source/http/wire.ts";
import { keysOf } from "../../src/store/sealing/keys.ts";
import { company, people } from "../helpers/company.ts";
import { standIn } from "../stand-ins/server.ts";

test("a redirect to the metadata service of a cloud is refused, also if the job allows every host", async () => {
  const hr = await standIn(() => ({ status: 302, headers: { location: "https://169.254.169.254/latest/meta-data" } }));
  const c = await company();
  c.job({ source: { file: undefined, http: { url: hr.url, private_network: true, redirects: { to: ["*"] } } } });
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "source_address" } });
  expect(c.userCalls()).toEqual([]);
});

test("a name that leads to a private address is refused by the lookup that the connection uses", async () => {
  const looked = (isRefused: (address: string) => boolean, all: boolean): Promise<unknown> =>
    new Promise((resolve) => refusingLookup(isRefused)("localhost", { all }, (error, address) => resolve(error ?? address)));
  for (const all of [true, false]) {
    expect(await looked(isPrivate, all)).toMatchObject({ code: "ENOTFOUND" });
    expect(await looked(() => false, all)).not.toBeInstanceOf(Error);
  }
});

test("credential services of clouds and translated addresses are known in every form", () => {
  for (const address of [
    "169.254.170.23",
    "168.63.129.16",
    "fd00:ec2::23",
    "fd20:ce::254",
    "64:ff9b:1::a9fe:a9fe",
    "[::ffff:169.254.169.254]",
  ])
    expect([address, isLinkLocal(address)]).toEqual([address, true]);
  for (const address of ["64:ff9b:1::a00:1", "::ffff:0:a00:1", "2001::1", "100.64.0.1", "fd12::1"])
    expect([address, isPrivate(address), isLinkLocal(address)]).toEqual([address, true, false]);
  for (const address of ["8.8.8.8", "2606:4700::1111", "2001:db8::1"]) expect([address, isPrivate(address)]).toEqual([address, false]);
});

test("two readers with one token renew it once, and the refresh token that replaced it is kept", async () => {
  const usable = new Set(["r0"]);
  let given = 0;
  const hr = await standIn(({ body }) => {
    if (!usable.delete(new URLSearchParams(body).get("refresh_token") ?? "")) return { status: 400, body: { error: "invalid_grant" } };
    given += 1;
    usable.add(`r${given}`);
    return { body: { access_token: `a${given}`, token_type: "Bearer", expires_in: 3600, refresh_token: `r${given}` } };
  });
  const c = await company();
  c.hr(people(1));
  await c.sync();
  const settings = httpOf(`{ url: "${hr.url}/people", private_network: true, auth: { oauth: { token_url: "${hr.url}/token",
    grant: refresh_token, client_id: us, client_secret: "\${HR_SECRET}", refresh_token: "\${HR_REFRESH}" } } }`);
  await c.look(async (state) => {
    const access: HttpAccess = {
      now: () => new Date(),
      sleep: () => Promise.resolve(),
      env: {},
      today: "2026-11-25",
      tokens: (account, configured) => tokensOf(state, account, configured, keysOf(state.db)),
    };
    const readers = await Promise.all([1, 2].map(async () => authorize(settings.auth, await createWire(settings, access), access, 10_000)));
    const sent = async (): Promise<unknown[]> => Promise.all(readers.map((reader) => reader.headers()));
    expect(await sent()).toEqual([{ authorization: "Bearer a1" }, { authorization: "Bearer a1" }]);
    await Promise.all(readers.map((reader) => reader.renew()));
    expect(await sent()).toEqual([{ authorization: "Bearer a2" }, { authorization: "Bearer a2" }]);
    expect(hr.requests.map(({ body }) => new URLSearchParams(body).get("refresh_token"))).toEqual(["r0", "r1"]);
  });
});

/** The settings of a source, as a job file gives them. */
function httpOf(http: string): HttpSettings {
  const text = `name: hr\nsource:\n  http: ${http}\nmapping: mapping.yaml\nservice: { base_url: sandbox }\n`;
  const { http: settings } = parseJob(text, "/x/job.yaml", "job.yaml", { HR_SECRET: "x", HR_REFRESH: "r0" }).source;
  if (settings === null) throw new Error("the job has no source over HTTP");
  return settings;
}
