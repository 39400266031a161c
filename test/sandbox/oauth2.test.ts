import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Asked } from "./helpers.ts";
import { openService } from "./helpers.ts";

interface Tokens {
  access_token: string;
  refresh_token?: string;
  token_type: string;
  expires_in: number;
}

const client = { client_id: "rollcall", client_secret: "sandbox-secret" };
const basic = (id: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` });
const to = "https://idp.example/back?from=here";

async function open(options: Parameters<typeof openService>[0] = {}) {
  const service = await openService(options);
  const token = (form: Record<string, string>, asked: Asked = {}) =>
    service.fetched(`${service.root}/oauth2/token`, "POST", { form, ...asked });
  const revoke = (form: Record<string, string>) =>
    service.fetched(`${service.root}/oauth2/revoke`, "POST", { form: { ...client, ...form } });
  const authorize = (query: Record<string, string>) =>
    service.fetched(`${service.root}/oauth2/authorize?${new URLSearchParams(query).toString()}`, "GET");
  /** Where the code flow leads back to. */
  const led = async (query: Record<string, string> = {}): Promise<URL> => {
    const answer = await authorize({ response_type: "code", client_id: "rollcall", redirect_uri: to, ...query });
    expect(answer.status).toBe(302);
    return new URL(answer.headers.get("location") ?? "");
  };
  const works = async (access: string) =>
    (await service.ask("GET", "/groups", { headers: { authorization: `Bearer ${access}` } })).status === 200;
  return { ...service, token, revoke, authorize, led, works };
}

const refused = (error: string) => ({ error, error_description: expect.any(String) as string });

describe("client credentials", () => {
  test.for(["in the form", "by HTTP Basic", "in a JSON body"] as const)("%s give an access token without a refresh token", async (how) => {
    const { token, works, fetched, root } = await open();
    const form = { grant_type: "client_credentials" };
    const answer = await (how === "in the form"
      ? token({ ...form, ...client })
      : how === "by HTTP Basic"
        ? token(form, { headers: basic("rollcall", "sandbox-secret") })
        : fetched(`${root}/oauth2/token`, "POST", { body: { ...form, ...client } }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const data = answer.json<Tokens>();
    expect(data).toEqual({ access_token: data.access_token, token_type: "Bearer", expires_in: 3600 });
    expect(await works(data.access_token)).toBe(true);
  });

  test("of other clients are those that the sandbox was started with, and may hold any sign", async () => {
    const { token } = await open({ clients: [{ id: "acme crm", secret: "a:b%&+" }] });
    expect((await token({ grant_type: "client_credentials", client_id: "acme crm", client_secret: "a:b%&+" })).status).toBe(200);
    const encoded = basic("acme+crm", encodeURIComponent("a:b%&+"));
    expect((await token({ grant_type: "client_credentials" }, { headers: encoded })).status).toBe(200);
    expect((await token({ grant_type: "client_credentials", ...client })).status).toBe(401);
  });

  test.for([
    ["a wrong secret", { client_id: "rollcall", client_secret: "x" }],
    ["an unknown client", { client_id: "other", client_secret: "sandbox-secret" }],
    ["no secret", { client_id: "rollcall" }],
    ["nothing at all", {}],
  ] as const)("are refused with 401 for %s", async ([, form]) => {
    const { token } = await open();
    const answer = await token({ grant_type: "client_credentials", ...(form as Record<string, string>) });
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual(refused("invalid_client"));
    expect(answer.headers.get("www-authenticate")).toContain("Basic");
  });

  test("given in two ways at once are no request", async () => {
    const { token } = await open();
    const answer = await token({ grant_type: "client_credentials", ...client }, { headers: basic("rollcall", "sandbox-secret") });
    expect([answer.status, answer.json()]).toEqual([412, refused("invalid_request")]);
  });
});

describe("a grant", () => {
  test("of an unknown type, and a form that does not fit, are refused in the words of RFC 6749", async () => {
    const { token } = await open();
    const other = await token({ grant_type: "password", ...client });
    expect([other.status, other.json()]).toEqual([412, refused("unsupported_grant_type")]);
    const none = await token(client);
    expect([none.status, none.json()]).toEqual([412, refused("invalid_request")]);
    const unknown = await token({ grant_type: "client_credentials", colour: "red", ...client });
    expect([unknown.status, unknown.json()]).toEqual([512, refused("invalid_request")]);
  });

  test("of a refresh token rotates it", async () => {
    const { token, sandbox, works } = await open();
    const refresh = (refresh_token: string) => token({ grant_type: "refresh_token", refresh_token, ...client });
    const first = sandbox.issueRefreshToken();
    const data = (await refresh(first)).json<Tokens>();
    expect(await works(data.access_token)).toBe(true);
    const again = await refresh(first);
    expect([again.status, again.json()]).toEqual([412, refused("invalid_grant")]);
    expect((await refresh(data.refresh_token ?? "")).status).toBe(200);
    expect((await token({ grant_type: "refresh_token", ...client })).json()).toEqual(refused("invalid_request"));
  });

  test("belongs to the client that it was made for", async () => {
    const other = { client_id: "other", client_secret: "s2" };
    const { token, sandbox, fetched, root, works } = await open({
      clients: [
        { id: "rollcall", secret: "sandbox-secret" },
        { id: "other", secret: "s2" },
      ],
    });
    const refresh_token = sandbox.issueRefreshToken();
    expect((await token({ grant_type: "refresh_token", refresh_token, ...other })).json()).toEqual(refused("invalid_grant"));
    const { access_token } = (await token({ grant_type: "client_credentials", ...client })).json<Tokens>();
    expect((await fetched(`${root}/oauth2/revoke`, "POST", { form: { token: access_token, ...other } })).status).toBe(412);
    expect(await works(access_token)).toBe(true);
    expect((await token({ grant_type: "refresh_token", refresh_token, ...client })).status).toBe(200);
  });
});

describe("the code flow", () => {
  const verifier = "a-verifier-of-at-least-forty-three-characters-0";
  const challenge = {
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };

  test("leads back with a code and the state, and the code gives tokens once", async () => {
    const { led, token, works } = await open();
    const back = await led({ state: "x&y" });
    expect(back.origin + back.pathname).toBe("https://idp.example/back");
    expect([back.searchParams.get("from"), back.searchParams.get("state")]).toEqual(["here", "x&y"]);
    const form = { grant_type: "authorization_code", code: back.searchParams.get("code") ?? "", redirect_uri: to, ...client };
    const data = (await token(form)).json<Tokens>();
    expect(await works(data.access_token)).toBe(true);
    expect(data.refresh_token).toBeDefined();
    expect((await token(form)).json()).toEqual(refused("invalid_grant"));
  });

  test("represents the account's first user", async () => {
    const { led, token, fetched, root, sandbox } = await open();
    const code = (await led()).searchParams.get("code") ?? "";
    const { access_token } = (await token({ grant_type: "authorization_code", code, redirect_uri: to, ...client })).json<Tokens>();
    const info = await fetched(`${root}/oauth2/userinfo`, "GET", { headers: { authorization: `Bearer ${access_token}` } });
    const first = sandbox.users()[0];
    expect(info.json()).toMatchObject({ sub: first?.user_id, username: first?.username, name: "Claire Dubois" });
  });

  test("with a challenge needs the verifier", async () => {
    const { led, token } = await open();
    const exchange = async (change: Record<string, string>) => {
      const code = (await led(challenge)).searchParams.get("code") ?? "";
      return token({ grant_type: "authorization_code", code, redirect_uri: to, ...client, ...change });
    };
    expect((await exchange({ code_verifier: verifier })).status).toBe(200);
    expect((await exchange({ code_verifier: `${verifier}x` })).json()).toEqual(refused("invalid_grant"));
    expect((await exchange({})).json()).toEqual(refused("invalid_grant"));
    expect((await exchange({ code_verifier: verifier, redirect_uri: "https://other.example/" })).json()).toEqual(refused("invalid_grant"));
  });

  test("with a challenge of another method leads back with an error", async () => {
    const { led } = await open();
    const back = await led({ code_challenge: "x", state: "s" });
    expect([back.searchParams.get("error"), back.searchParams.get("state"), back.searchParams.get("code")]).toEqual([
      "invalid_request",
      "s",
      null,
    ]);
  });

  test("leads nowhere for an unknown client or an address that is not the client's", async () => {
    const { authorize } = await open({ clients: [{ id: "rollcall", secret: "s", redirectUris: [to] }] });
    const query = { response_type: "code", client_id: "rollcall", redirect_uri: to };
    expect((await authorize(query)).status).toBe(302);
    expect((await authorize({ ...query, redirect_uri: "https://evil.example/" })).status).toBe(412);
    expect((await authorize({ ...query, client_id: "other" })).status).toBe(412);
    expect((await authorize({ ...query, response_type: "token" })).status).toBe(412);
  });
});

describe("a revoked token", () => {
  test("is dead, and a refresh token takes the access tokens of its grant along", async () => {
    const { revoke, token, sandbox, works, access } = await open();
    const data = (await token({ grant_type: "refresh_token", refresh_token: sandbox.issueRefreshToken(), ...client })).json<Tokens>();
    const answer = await revoke({ token: data.refresh_token ?? "", token_type_hint: "access_token" });
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    expect(await works(data.access_token)).toBe(false);
    expect(await works(access)).toBe(true);
    await revoke({ token: access });
    expect(await works(access)).toBe(false);
  });

  test("may be unknown, but not missing, and the client must say who it is", async () => {
    const { revoke, fetched, root } = await open();
    expect((await revoke({ token: "nobody's" })).status).toBe(200);
    expect((await revoke({})).json()).toEqual(refused("invalid_request"));
    expect((await fetched(`${root}/oauth2/revoke`, "POST", { form: { token: "x" } })).status).toBe(401);
  });
});

test("userinfo names the client if the token belongs to no user", async () => {
  const { ask, fetched, root } = await open();
  expect((await ask("GET", "/oauth2/userinfo")).json()).toMatchObject({ sub: "rollcall", name: "rollcall" });
  expect((await fetched(`${root}/oauth2/userinfo`, "GET")).status).toBe(401);
});
