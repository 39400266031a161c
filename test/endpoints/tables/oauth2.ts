import { expect } from "vitest";
import { CLIENT, OTHER_CLIENT } from "../place.ts";
import type { Tables } from "../row.ts";
import { refused } from "../row.ts";
import { accessOf, asking, BACK, backOf, CHALLENGE, codeOf, ours, pairOf, statusWith, theirs, VERIFIER } from "./oauth2-flows.ts";
import { tokenRow } from "./oauth2-token.ts";

export const oauth2: Tables["oauth2"] = {
  token: tokenRow,
  revoke: {
    request: async (place) => ({ body: { token: await accessOf(place), token_type_hint: "access_token", ...ours } }),
    success: async (place) => {
      const { client, stored } = place;
      expect(await client.oauth2.revoke({ token: await accessOf(place), ...ours })).toEqual({});
      // A token that is unknown, or dead already, is a success too (RFC 7009, 2.2), and nothing happens.
      const before = stored();
      expect(await client.oauth2.revoke({ token: "made-up", ...ours })).toEqual({});
      expect(stored()).toBe(before);
    },
    effects: {
      "ends an access token, and no other": async (place) => {
        const { access_token, refresh_token } = await pairOf(place);
        const other = await accessOf(place);
        await place.client.oauth2.revoke({ token: access_token, ...ours });
        expect(await statusWith(place, access_token)).toBe(401);
        expect((await place.as(other).oauth2.userinfo()).sub).toBe(CLIENT.id);
        await place.client.oauth2.token({ grant_type: "refresh_token", ...ours, refresh_token });
      },
      "ends a refresh token with all that came of it (RFC 7009, 2.1)": async (place) => {
        const [pair, other] = [await pairOf(place), await pairOf(place)];
        const renewed = await place.client.oauth2.token({ grant_type: "refresh_token", ...ours, refresh_token: pair.refresh_token });
        await place.client.oauth2.revoke({ token: renewed.refresh_token ?? "", ...ours });
        for (const { access_token } of [pair, renewed]) expect(await statusWith(place, access_token)).toBe(401);
        await refused(place.client.oauth2.refresh({ refresh_token: renewed.refresh_token ?? "" }), 412, "refresh token");
        await place.client.oauth2.refresh({ refresh_token: other.refresh_token ?? "" });
      },
    },
    fields: {
      token: async (place) => {
        const [one, other] = [await accessOf(place), await accessOf(place)];
        await place.client.oauth2.revoke({ token: one, ...ours });
        expect([await statusWith(place, one), await statusWith(place, other)]).toEqual([401, 200]);
      },
      token_type_hint: async (place) => {
        // A hint that is wrong changes nothing (RFC 7009, 2.1).
        for (const token_type_hint of ["access_token", "refresh_token"] as const) {
          const token = await accessOf(place);
          await place.client.oauth2.revoke({ token, token_type_hint, ...ours });
          expect(await statusWith(place, token)).toBe(401);
        }
      },
      client_id: async (place) => {
        const token = await accessOf(place, theirs);
        await refused(place.client.oauth2.revoke({ token, ...ours }), 412, "another client");
        expect(await statusWith(place, token)).toBe(200);
        await place.client.oauth2.revoke({ token, ...theirs });
        expect(await statusWith(place, token)).toBe(401);
      },
      client_secret: async (place) => {
        const token = await accessOf(place);
        await refused(place.client.oauth2.revoke({ token, client_id: CLIENT.id, client_secret: "wrong" }), 401, "secret");
        expect(await statusWith(place, token)).toBe(200);
        await place.client.oauth2.revoke({ token, ...ours });
        expect(await statusWith(place, token)).toBe(401);
      },
    },
    refusals: {
      "a caller without a client": async (place) => ({ request: { body: { token: await accessOf(place) } }, status: 401, says: "client" }),
      "a token of another client": async (place) => ({
        request: { body: { token: await accessOf(place, theirs), ...ours } },
        status: 412,
        says: "another client",
      }),
    },
  },

  refresh: {
    request: ({ sandbox }) => ({ body: { refresh_token: sandbox.issueRefreshToken() } }),
    success: async (place) => {
      const own = await place.own({ tokens: { access: 90_500, refresh: 1_000_500 } });
      const data = await own.client.oauth2.refresh({ refresh_token: own.sandbox.issueRefreshToken() });
      expect(data).toEqual({
        access_token: data.access_token,
        refresh_token: data.refresh_token,
        // Milliseconds.
        access_token_lifetime: 90_500,
        refresh_token_lifetime: 1_000_500,
        access_token_type: "Bearer",
      });
      expect(data.refresh_token).not.toBe(data.access_token);
    },
    effects: {
      "makes a token that the other endpoints take": async ({ client, sandbox, as }) => {
        const { access_token } = await client.oauth2.refresh({ refresh_token: sandbox.issueRefreshToken() });
        expect((await as(access_token).oauth2.userinfo()).sub).toBe(CLIENT.id);
        expect((await as(access_token).groups.list().page()).items).toHaveLength(20);
      },
      "ends the refresh token, and leaves the access tokens that it made before": async (place) => {
        const { client, sandbox, as } = place;
        const refresh_token = sandbox.issueRefreshToken();
        const first = await client.oauth2.refresh({ refresh_token });
        await refused(client.oauth2.refresh({ refresh_token }), 412, "refresh token");
        const second = await client.oauth2.refresh({ refresh_token: first.refresh_token });
        for (const { access_token } of [first, second]) expect((await as(access_token).oauth2.userinfo()).sub).toBe(CLIENT.id);
      },
    },
    fields: {
      refresh_token: async (place) => {
        // Those of the code flow stay with their user.
        const { refresh_token = "", access_token } = await pairOf(place);
        const renewed = await place.client.oauth2.refresh({ refresh_token });
        expect(await place.as(renewed.access_token).oauth2.userinfo()).toEqual(await place.as(access_token).oauth2.userinfo());
      },
    },
    refusals: {
      "a refresh token that it never gave": () => ({ request: { body: { refresh_token: "made-up" } }, status: 412, says: "refresh token" }),
      "an access token": async (place) => ({
        request: { body: { refresh_token: await accessOf(place) } },
        status: 412,
        says: "refresh token",
      }),
      "an empty refresh token": () => ({ request: { body: { refresh_token: "" } }, status: 412, says: "refresh" }),
    },
  },

  userinfo: {
    request: () => ({}),
    success: async (place) => {
      const [provider] = (await place.client.courses.list().all()).map((course) => course.content_provider_id);
      const { account_id } = await place.client.contentProviders.get(provider ?? "");
      expect(await place.client.oauth2.userinfo()).toEqual({ sub: CLIENT.id, account_id, name: CLIENT.id });
      const [first] = place.sandbox.users();
      const { access_token } = await pairOf(place);
      expect(await place.as(access_token).oauth2.userinfo()).toEqual({
        sub: first?.user_id,
        account_id,
        name: `${String(first?.fields["first_name"])} ${String(first?.fields["last_name"])}`,
        username: first?.username,
        email: first?.fields["email"],
      });
    },
  },

  authorize: {
    request: () => ({ query: { ...asking, client_id: CLIENT.id, state: "abc" } }),
    success: async (place) => {
      const location = await backOf(place, { ...asking, client_id: CLIENT.id, state: "a b&c" });
      expect(location.origin + location.pathname).toBe(BACK);
      expect(Object.fromEntries(location.searchParams)).toEqual({ code: location.searchParams.get("code"), state: "a b&c" });
      // The address that the client makes for a browser is the one that was asked.
      const url = place.client.authorizeUrl({ ...asking, client_id: CLIENT.id });
      const { status, headers } = await fetch(url, { redirect: "manual" });
      expect([status, headers.get("location")]).toEqual([302, expect.stringContaining(`${BACK}?code=`)]);
    },
    parameters: {
      response_type: async (place) => expect(await codeOf(place)).not.toBe(""),
      client_id: async (place) => {
        const code = await codeOf(place, {}, OTHER_CLIENT.id);
        const form = { grant_type: "authorization_code" as const, code, redirect_uri: BACK };
        expect((await place.client.oauth2.token({ ...form, ...theirs })).token_type).toBe("Bearer");
      },
      redirect_uri: async (place) => {
        const location = await backOf(place, { ...asking, client_id: CLIENT.id, redirect_uri: "http://127.0.0.1:1/here?a=1&b=%26" });
        expect(location.host + location.pathname).toBe("127.0.0.1:1/here");
        expect([...location.searchParams.keys()]).toEqual(["a", "b", "code"]);
        expect(location.searchParams.get("b")).toBe("&");
      },
      scope: async (place) => {
        const location = await backOf(place, { ...asking, client_id: CLIENT.id, scope: "users:write" });
        expect([...location.searchParams.keys()]).toEqual(["code"]);
      },
      state: async (place) => {
        expect((await backOf(place, { ...asking, client_id: CLIENT.id, state: "xyz" })).searchParams.get("state")).toBe("xyz");
        expect((await backOf(place, { ...asking, client_id: CLIENT.id })).searchParams.has("state")).toBe(false);
      },
      code_challenge: async (place) => {
        const code = await codeOf(place, { code_challenge: CHALLENGE, code_challenge_method: "S256" });
        const form = { grant_type: "authorization_code" as const, ...ours, code, redirect_uri: BACK };
        await place.client.oauth2.token({ ...form, code_verifier: VERIFIER });
        const alone = await backOf(place, { ...asking, client_id: CLIENT.id, state: "xyz", code_challenge: CHALLENGE });
        expect([alone.searchParams.get("error"), alone.searchParams.get("state")]).toEqual(["invalid_request", "xyz"]);
      },
      code_challenge_method: async (place) => {
        const alone = await backOf(place, { ...asking, client_id: CLIENT.id, code_challenge_method: "S256" });
        expect([alone.searchParams.get("error"), alone.searchParams.has("code")]).toEqual(["invalid_request", false]);
      },
    },
    refusals: {
      "a client that it doesn't know": () => ({ request: { query: { ...asking, client_id: "somebody" } }, status: 412, says: "client_id" }),
      "an address that is not the client's": () => ({
        request: { query: { ...asking, client_id: OTHER_CLIENT.id, redirect_uri: "https://elsewhere.example/back" } },
        status: 412,
        says: "redirect_uri",
      }),
      "an address with a fragment": () => ({
        request: { query: { ...asking, client_id: CLIENT.id, redirect_uri: `${BACK}#part` } },
        status: 412,
        says: "redirect_uri",
      }),
    },
  },
};
