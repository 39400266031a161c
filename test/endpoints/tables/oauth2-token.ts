import { expect } from "vitest";
import { CLIENT, OTHER_CLIENT } from "../place.ts";
import type { Tables } from "../row.ts";
import { refused } from "../row.ts";
import { accessOf, BACK, CHALLENGE, codeOf, ours, pairOf, statusWith, theirs, VERIFIER } from "./oauth2-flows.ts";

export const tokenRow: Tables["oauth2"]["token"] = {
  request: () => ({ body: { grant_type: "client_credentials", ...ours } }),
  success: async (place) => {
    const own = await place.own({ tokens: { access: 90_500, refresh: 1_000_000 } });
    const answer = await own.client.oauth2.token({ grant_type: "client_credentials", ...ours });
    // Seconds here, and no refresh token (RFC 6749, 4.4.3 and 5.1).
    expect(answer).toEqual({ access_token: answer.access_token, token_type: "Bearer", expires_in: 90 });
    expect(await statusWith(own, answer.access_token)).toBe(200);
    const raw = await own.send("POST", "/oauth2/token", { body: new URLSearchParams({ grant_type: "client_credentials", ...ours }) });
    expect([raw.headers.get("cache-control"), raw.headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
  },
  effects: {
    "makes a token that the other endpoints take, and leaves the earlier ones alive": async (place) => {
      const [first, second] = [await accessOf(place), await accessOf(place)];
      expect(second).not.toBe(first);
      for (const token of [first, second]) expect((await place.as(token).oauth2.userinfo()).sub).toBe(CLIENT.id);
    },
  },
  fields: {
    grant_type: async (place) => {
      const pair = await pairOf(place);
      expect(Object.keys(pair).sort()).toEqual(["access_token", "expires_in", "refresh_token", "token_type"]);
      const renewed = await place.client.oauth2.token({ grant_type: "refresh_token", ...ours, refresh_token: pair.refresh_token });
      expect(Object.keys(renewed).sort()).toEqual(["access_token", "expires_in", "refresh_token", "token_type"]);
      expect(await statusWith(place, renewed.access_token)).toBe(200);
    },
    client_id: async (place) => {
      expect((await place.as(await accessOf(place, theirs)).oauth2.userinfo()).sub).toBe(OTHER_CLIENT.id);
      expect((await place.as(await accessOf(place, ours)).oauth2.userinfo()).sub).toBe(CLIENT.id);
    },
    client_secret: async (place) => {
      await accessOf(place, theirs);
      // HTTP Basic says the same, each half encoded by itself (RFC 6749, 2.3.1).
      const basic = [theirs.client_id, theirs.client_secret].map((half) => new URLSearchParams({ v: half }).toString().slice(2)).join(":");
      const headers = { authorization: `Basic ${Buffer.from(basic).toString("base64")}` };
      const body = new URLSearchParams({ grant_type: "client_credentials" });
      const { status, body: answer } = await place.send("POST", "/oauth2/token", { body, headers });
      expect([status, answer]).toEqual([200, expect.objectContaining({ token_type: "Bearer" })]);
    },
    scope: async (place) => {
      const { access_token } = await place.client.oauth2.token({ grant_type: "client_credentials", ...ours, scope: "users:write" });
      expect(await statusWith(place, access_token)).toBe(200);
    },
    code: async (place) => {
      const code = await codeOf(place);
      const form = { grant_type: "authorization_code" as const, ...ours, code, redirect_uri: BACK };
      const { access_token } = await place.client.oauth2.token(form);
      expect((await place.as(access_token).oauth2.userinfo()).sub).toBe(place.sandbox.users()[0]?.user_id);
      await refused(place.client.oauth2.token(form), 412, "the code is unknown or used");
      await refused(place.client.oauth2.token({ ...form, ...theirs, code: await codeOf(place) }), 412, "the code is unknown or used");
    },
    redirect_uri: async (place) => {
      const form = { grant_type: "authorization_code" as const, ...ours };
      await place.client.oauth2.token({ ...form, code: await codeOf(place), redirect_uri: BACK });
      await refused(place.client.oauth2.token({ ...form, code: await codeOf(place), redirect_uri: `${BACK}/` }), 412, "redirect_uri");
      await refused(place.client.oauth2.token({ ...form, code: await codeOf(place) }), 412, "redirect_uri");
    },
    code_verifier: async (place) => {
      const form = { grant_type: "authorization_code" as const, ...ours, redirect_uri: BACK };
      const challenged = () => codeOf(place, { code_challenge: CHALLENGE, code_challenge_method: "S256" });
      await place.client.oauth2.token({ ...form, code: await challenged(), code_verifier: VERIFIER });
      await refused(place.client.oauth2.token({ ...form, code: await challenged(), code_verifier: `${VERIFIER}!` }), 412, "code_verifier");
      await refused(place.client.oauth2.token({ ...form, code: await challenged() }), 412, "code_verifier");
    },
    refresh_token: async (place) => {
      const { refresh_token, access_token } = await pairOf(place);
      const form = { grant_type: "refresh_token" as const, ...ours, refresh_token };
      await refused(place.client.oauth2.token({ ...form, ...theirs }), 412, "refresh token");
      const renewed = await place.client.oauth2.token(form);
      await refused(place.client.oauth2.token(form), 412, "refresh token");
      // It goes on standing for the same user.
      const [before, after] = [await place.as(access_token).oauth2.userinfo(), await place.as(renewed.access_token).oauth2.userinfo()];
      expect(after).toEqual(before);
    },
  },
  refusals: {
    "a client that it doesn't know": () => ({
      request: { body: { grant_type: "client_credentials", client_id: "somebody", client_secret: CLIENT.secret } },
      status: 401,
      says: "client",
    }),
    "a wrong secret": () => ({
      request: { body: { grant_type: "client_credentials", client_id: CLIENT.id, client_secret: OTHER_CLIENT.secret } },
      status: 401,
      says: "secret",
    }),
    "a caller without a client": () => ({ request: { body: { grant_type: "client_credentials" } }, status: 401, says: "client" }),
    "a grant that it doesn't have": () => ({
      request: { body: { grant_type: "password" as never, ...ours } },
      status: 412,
      says: "grant_type",
    }),
    "a code that it never gave": () => ({
      request: { body: { grant_type: "authorization_code", ...ours, code: "made-up", redirect_uri: BACK } },
      status: 412,
      says: "code",
    }),
    "a code grant without a code": () => ({
      request: { body: { grant_type: "authorization_code", ...ours } },
      status: 412,
      says: "code",
    }),
    "a refresh grant without a refresh token": () => ({
      request: { body: { grant_type: "refresh_token", ...ours } },
      status: 412,
      says: "refresh_token",
    }),
    "a refresh token that it never gave": () => ({
      request: { body: { grant_type: "refresh_token", ...ours, refresh_token: "made-up" } },
      status: 412,
      says: "refresh token",
    }),
  },
};
