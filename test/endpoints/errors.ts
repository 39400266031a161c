import { messageOf } from "../helpers/problems.ts";
import { expect } from "vitest";
import type { NamedEndpoint } from "../../src/learning-service/contract/contract.ts";
import type { Endpoint } from "../../src/learning-service/contract/endpoint.ts";
import { invoke } from "./invoke.ts";
import type { Answer, Place } from "./place.ts";
import type { Attempt } from "./refusals.ts";
import { pathOf, sentOf } from "./refusals.ts";
import type { AnyRefused, AnyRequest } from "./row.ts";
import { refused } from "./row.ts";

/** The words of the sandbox's refusals, those of RFC 6749 among them. */
function wordsOf({ body }: Answer): string {
  if (typeof body !== "object" || body === null) return "";
  return String(Reflect.get(body, "message") ?? Reflect.get(body, "error_description") ?? "");
}

const CODES: Readonly<Record<number, readonly string[]>> = {
  401: ["unauthorized", "invalid_client"],
  412: ["invalid_parameters", "invalid_request", "invalid_grant", "unsupported_grant_type"],
  512: ["specification_violation", "invalid_request"],
};

function codeOf({ body }: Answer): string {
  return typeof body === "object" && body !== null ? String(Reflect.get(body, "code") ?? Reflect.get(body, "error")) : "";
}

/** What the service holds, as far as it can be seen from outside, and whether anything at all was stored; as one text. */
function held({ sandbox, stored }: Place): string {
  return JSON.stringify([stored(), sandbox.users(), sandbox.groups()]);
}

function expectUnchanged(place: Place, before: string): void {
  // Only a difference is worth the time that it takes to find it.
  if (held(place) !== before) expect(JSON.parse(held(place))).toEqual(JSON.parse(before));
}

/** Expects each attempt to be refused as it says, and to leave everything as it was. */
export async function refuses(place: Place, entry: Endpoint, attempts: readonly Attempt[]): Promise<void> {
  const before = held(place);
  const stored = place.stored();
  const found: unknown[] = [];
  for (const { path, sent, what, says } of attempts) {
    const answer = await place.send(entry.method, path, sent);
    found.push([
      what,
      answer.status,
      CODES[answer.status]?.includes(codeOf(answer)),
      wordsOf(answer).includes(says) ? says : wordsOf(answer),
    ]);
    expect([what, place.stored()]).toEqual([what, stored]);
  }
  expect(found).toEqual(attempts.map(({ what, status, says }) => [what, status, true, says]));
  expectUnchanged(place, before);
}

/** A refusal that a table names. */
export async function refusesTables(place: Place, entry: Endpoint, { request, status, says }: AnyRefused): Promise<void> {
  const before = held(place);
  const answer = await place.send(entry.method, pathOf(entry, request.params), sentOf(entry, request));
  expect([answer.status, wordsOf(answer)]).toEqual([status, expect.stringContaining(says)]);
  expect(CODES[status]).toContain(codeOf(answer));
  expectUnchanged(place, before);
}

const STRANGERS: readonly (readonly [what: string, authorization: string])[] = [
  ["no header", ""],
  ["an unknown token", "Bearer access-unknown"],
  ["another scheme", "Basic cm9sbGNhbGw6c2FuZGJveC1zZWNyZXQ="],
  ["a scheme without a token", "Bearer"],
];

/** Expects an endpoint that needs no access token to succeed without one. */
export async function opens(place: Place, entry: Endpoint, request: AnyRequest): Promise<void> {
  const answer = await place.send(entry.method, pathOf(entry, request.params), {
    ...sentOf(entry, request),
    headers: { authorization: "" },
  });
  expect(answer.status).toBe(entry.success);
}

/** Expects 401 without an access token that lives. */
export async function refusesStrangers(place: Place, entry: Endpoint, request: AnyRequest): Promise<void> {
  const sent = sentOf(entry, request);
  const path = pathOf(entry, request.params);
  const strangers = [...STRANGERS, ["a refresh token", `Bearer ${place.sandbox.refreshToken}`] as const];
  const before = held(place);
  const found: unknown[] = [];
  for (const [what, authorization] of strangers) {
    const answer = await place.send(entry.method, path, { ...sent, headers: { authorization } });
    found.push([what, answer.status, codeOf(answer)]);
  }
  expect(found).toEqual(strangers.map(([what]) => [what, 401, "unauthorized"]));
  expectUnchanged(place, before);
}

const PROBLEMS: Readonly<Record<number, object>> = {
  412: { code: "invalid_parameters", retryable: false, audience: "hr" },
  500: { code: "server_error", retryable: true, audience: "service" },
  512: { code: "specification_violation", retryable: false, audience: "us" },
};

/** Expects a documented error to come out of the client as its problem, with the service's words, and nothing to have happened. */
export async function holdsErrors(place: Place, named: NamedEndpoint, request: AnyRequest, status: number): Promise<void> {
  const before = held(place);
  place.sandbox.failNext({ status });
  const problem = await refused(invoke(place.plain, named, request), status, "configured to answer");
  expect(problem).toMatchObject({ status, sent: "yes", ...PROBLEMS[status] });
  expect(messageOf(problem)).toContain(`${named.entry.method} ${named.entry.path}`);
  expectUnchanged(place, before);
}

/** A 500 leaves open whether a write happened: this one did, and everything of it. */
export async function happensBefore500(place: Place, named: NamedEndpoint, request: AnyRequest): Promise<void> {
  const before = place.stored();
  place.sandbox.failNext({ status: 500, when: "after" });
  await refused(invoke(place.plain, named, request), 500);
  expect(place.stored()).toBeGreaterThan(before);
}
