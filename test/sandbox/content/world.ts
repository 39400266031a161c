import { z } from "zod";
import type { Endpoint } from "../../../src/learning-service/contract/endpoint.ts";
import { shapesOf } from "../../../src/learning-service/contract/endpoint.ts";
import type { Call, Handler, Reply, World } from "../../../src/sandbox/area.ts";
import { JsonText } from "../../../src/sandbox/area.ts";
import { fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { Refusal } from "../../../src/sandbox/faults/rules.ts";
import type { Seed } from "../../../src/sandbox/seed/seed.ts";
import { seedContent } from "../../../src/sandbox/seed/content.ts";
import { seedState } from "../../../src/sandbox/seed/seed.ts";
import { DEFAULTS } from "../../../src/sandbox/settings.ts";
import { SandboxState } from "../../../src/sandbox/state.ts";
import { SandboxTokens } from "../../../src/sandbox/tokens.ts";

export const DAY = 86_400_000;
export const NOON = "2026-11-20T12:00:00.000Z";

/** What the handlers work on, with a clock that stands still until the test moves it. */
export function worldOf(seed: Seed = "company", state = new SandboxState()): World {
  let now = Date.parse(NOON);
  if (state.isEmpty) seedState(state, seed);
  seedContent(state, new Date(now));
  return {
    state,
    settings: { ...DEFAULTS },
    clock: { now: () => new Date(now), advance: (ms) => void (now += ms) },
    tokens: new SandboxTokens(state, { access: 1000, refresh: 1000 }),
  };
}

type Given<E> = Partial<Pick<Call<E>, "params" | "query" | "body">>;

/** Carries a request out as the server would: judged by the contract before, and its answer held against the contract after. */
export function ask<E extends Endpoint>(world: World, entry: E, handler: Handler<E>, given: Given<E> = {}): Exclude<Reply<E>, JsonText> {
  const { query = z.strictObject({}), body = z.unknown(), output } = shapesOf(entry);
  const call = {
    params: (entry.pathParams ?? z.strictObject({})).parse(given.params ?? {}),
    query: query.parse(given.query ?? {}),
    body: body.parse(given.body),
    headers: {},
  };
  const reply = handler(call as unknown as Call<E>, world);
  if (reply instanceof JsonText) throw new Error("an answer as text");
  if (entry.answer === "list") for (const item of reply as readonly unknown[]) exactly(output).parse(item);
  if (entry.answer === "json") exactly(output).parse(reply);
  return reply as Exclude<Reply<E>, JsonText>;
}

/** The fields of a schema and no others. */
function exactly(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(exactly(schema.element as z.ZodType));
  return schema instanceof z.ZodObject ? z.strictObject(schema.shape) : schema;
}

/** The sentence of the 412 that an action ends with. */
export function refused(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Refusal && error.status === 412) return String(Reflect.get(error.body, "message"));
    throw error;
  }
  throw new Error("it was not refused");
}

export const NOBODY = fixedUuid("nobody and nothing");

export function groupId(world: World, path: string): string {
  const group = world.state.findGroup(path);
  if (group === undefined) throw new Error(`no group ${path}`);
  return group.id;
}

/** A user of its own for a test. */
export function addUser(world: World, name: string, groups: readonly string[] = []): string {
  const id = fixedUuid(`test ${name}`);
  world.state.putUser(
    id,
    { username: name, first_name: name, last_name: "Test", email: `${name}@acme.example`, active: true },
    groups.map((path) => groupId(world, path)),
  );
  return id;
}
