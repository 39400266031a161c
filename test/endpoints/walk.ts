import { expect } from "vitest";
import type { NamedEndpoint } from "../../src/learning-service/contract/contract.ts";
import { ERRORS, shapesOf } from "../../src/learning-service/contract/endpoint.ts";
import { happensBefore500, holdsErrors, opens, refuses, refusesStrangers, refusesTables } from "./errors.ts";
import { invoke } from "./invoke.ts";
import type { Made } from "./judged.ts";
import { showsPages, walksPages } from "./paging.ts";
import type { Place } from "./place.ts";
import { kindsOf } from "./refusals.ts";
import type { AnyRequest, AnyRow, Case, Cases } from "./row.ts";
import { tables } from "./tables/tables.ts";
import { fieldsOf } from "./values.ts";

/** The row of an endpoint; the type of the tables sees to it that there is one. */
function rowOf({ area, name }: NamedEndpoint): AnyRow {
  let node: unknown = tables;
  for (const key of [area, ...name.split(".")]) node = Reflect.get(node as object, key);
  return node as AnyRow;
}

/** The title of the case that every endpoint must have passed. */
export const SUCCESS = "answers as the interface says";

/** Shown of every list by paging.ts. */
const PAGING = new Set(["_start", "_limit"]);

/** As the tables and the tests call an endpoint. */
export function fullName({ area, name }: NamedEndpoint): string {
  return `${area}.${name}`;
}

/** Carries a case out and answers the calls that succeeded in it. */
async function callsOf(place: Place, check: Case): Promise<Made[]> {
  place.made.length = 0;
  await check(place);
  return [...place.made];
}

/** Everything that the suite asks of one endpoint: what its row shows, and what follows from the contract. */
export function casesOf(named: NamedEndpoint): [title: string, Case][] {
  const row = rowOf(named);
  let kept: Promise<AnyRequest> | undefined;
  /** One request for all that is read or refused, which leaves everything as it was. */
  const request = (place: Place): Promise<AnyRequest> => (kept ??= Promise.resolve(row.request(place)));
  return [ofTheRow(named, row), ofLists(named, request), ofRefusals(named, row, request), ofErrors(named, row, request)].flatMap((cases) =>
    Object.entries<Case>(cases),
  );
}

/** Of a case that shows something: it must have called the endpoint, and the calls must be fit to show it. */
function shown(self: string, check: Case, fits: (calls: Made[]) => boolean): Case {
  return async (place) => {
    const calls = await callsOf(place, check);
    const first = calls.findIndex(({ name }) => name === self);
    expect(first, `${self} was not called`).toBeGreaterThanOrEqual(0);
    expect(fits(calls.slice(first)), "the calls do not show it").toBe(true);
  };
}

function mapped(cases: Cases | undefined, title: (key: string) => string, change: (check: Case, key: string) => Case): Cases {
  return Object.fromEntries(Object.entries(cases ?? {}).map(([key, check]) => [title(key), change(check, key)]));
}

function ofTheRow(named: NamedEndpoint, row: AnyRow): Cases {
  const self = fullName(named);
  const gives = (part: "params" | "query" | "body", key: string) => (calls: Made[]) =>
    calls.some((call) => call.name === self && call[part][key] !== undefined);
  const isOfPath = (key: string): boolean => key in (named.entry.pathParams?.shape ?? {});
  return {
    [SUCCESS]: shown(self, row.success, () => true),
    "answers the request from which the refused ones differ": async (place) => {
      const calls = await callsOf(place, async () => void (await invoke(place.client, named, await row.request(place))));
      expect(calls.at(-1)?.name).toBe(self);
    },
    "has a case for every parameter and every field, and cases for its effects if it writes": () => {
      const { query, body } = shapesOf(named.entry);
      const namesOf = (...schemas: unknown[]) => schemas.flatMap(fieldsOf).map(([name]) => name);
      const parameters = namesOf(named.entry.pathParams, query).filter((name) => named.entry.answer !== "list" || !PAGING.has(name));
      expect(Object.keys(row.parameters ?? {}).sort()).toEqual(parameters.sort());
      expect(Object.keys(row.fields ?? {}).sort()).toEqual(namesOf(body).sort());
      expect(Object.keys(row.effects ?? {}).length > 0).toBe(named.entry.writes);
    },
    // An effect is seen through another endpoint.
    ...mapped(row.effects, String, (check) => shown(self, check, (calls) => calls.some(({ name }) => name !== self))),
    ...mapped(
      row.parameters,
      (key) => `reads the parameter ${key}`,
      (check, key) => shown(self, check, gives(isOfPath(key) ? "params" : "query", key)),
    ),
    ...mapped(
      row.fields,
      (key) => `reads the field ${key}`,
      (check, key) => shown(self, check, gives("body", key)),
    ),
  };
}

type Ask = (place: Place) => Promise<AnyRequest>;

function ofLists(named: NamedEndpoint, request: Ask): Cases {
  const { entry } = named;
  if (entry.answer !== "list") return {};
  const ofShape = (shape: "bare" | "envelope"): Cases => ({
    [`answers every part of its list as ${shape}`]: async (place) => showsPages(place, entry, await request(place), shape),
    [`is read whole by the client, two items at a time, as ${shape}`]: async (place) => {
      const { query, ...rest } = await request(place);
      const whole = await invoke(place.client, named, { ...rest, query });
      place.sandbox.configure({ shape });
      expect(await invoke(place.client, named, { ...rest, query: { ...query, _limit: 2 } })).toEqual(whole);
    },
  });
  return {
    ...ofShape("bare"),
    ...ofShape("envelope"),
    "is walked to its end by what its envelope says": async (place) => walksPages(place, entry, await request(place)),
  };
}

function ofRefusals(named: NamedEndpoint, row: AnyRow, request: Ask): Cases {
  const { entry } = named;
  const own = Object.entries(row.refusals ?? {}).map(([title, refusal]): [string, Case] => [
    `refuses ${title}, and stores nothing`,
    async (place) => refusesTables(place, entry, await refusal(place)),
  ]);
  const generated = kindsOf(named).map(({ title, attempts }): [string, Case] => [
    `answers ${title}, and stores nothing`,
    async (place) => refuses(place, entry, attempts(await request(place))),
  ]);
  return Object.fromEntries([...own, ...generated]);
}

function ofErrors(named: NamedEndpoint, row: AnyRow, request: Ask): Cases {
  const { entry } = named;
  const strangers: Cases = entry.open
    ? { "is open to callers without a token": async (place) => opens(place, entry, await row.request(place)) }
    : {
        "answers 401 without a token that lives, and stores nothing": async (place) => refusesStrangers(place, entry, await request(place)),
      };
  const typed = Object.keys(ERRORS).map((status): [string, Case] => [
    `${status} becomes a typed problem of the client`,
    async (place) => holdsErrors(place, named, await request(place), Number(status)),
  ]);
  const after: Cases = entry.writes
    ? { "may have happened although it is answered with 500": async (place) => happensBefore500(place, named, await row.request(place)) }
    : {};
  return { ...strangers, ...Object.fromEntries(typed), ...after };
}
