import { expect, test } from "vitest";
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { company, people, type Employee } from "../helpers/company.ts";
import { addDepartments, hrOfNight, nightOf, oneAccountEach, quietNights, settleByHand } from "../helpers/one-account.ts";

const timeout = 700;
const slow = 1500;
/** Longer than the service needs for a request that it received before the timeout. */
const settle = 3000;

const broken = [500, 502, 504, 503, 408];
/** All answers that a create may get. */
const answers: FaultInput[] = [
  ...broken.map((status) => ({ status, when: "before" as const, retryAfter: 0 })),
  { reset: true, when: "before" },
  { delayMs: slow, when: "before" },
  { delayMs: slow, reset: true, when: "before" },
  { nullBody: true },
  ...broken.map((status) => ({ status, when: "after" as const, retryAfter: 0 })),
  { reset: true, when: "after" },
  { half: true, when: "after" },
  { delayMs: slow, when: "after" },
  { status: 429, when: "before", retryAfter: 0 },
  { expireToken: true },
  { body: "<html>", when: "after" },
  { body: "{}", when: "after" },
  { body: "", when: "after" },
];

interface Round {
  /** The index of the first fault: the first create is sent alone, later ones are not. */
  first: number;
  nullBodies: boolean;
  inFlight: number;
  /** The number of different group sets among the joiners. */
  sets: number;
  /** The minimum number of accounts linked without a person. */
  linked: number;
  /** Only answers that name the error: one without an id would make creates of equal groups wait for each other. */
  loud?: true;
}

const isSilent = ({ nullBody, body }: FaultInput): boolean => nullBody === true || body !== undefined;

const rounds: [string, Round][] = [
  ["one after the other, each in groups of its own", { first: 0, nullBodies: false, inFlight: 1, sets: 60, linked: 26 }],
  [
    "eight at once, each in groups of its own, the first answered with null",
    { first: 8, nullBodies: false, inFlight: 8, sets: 60, linked: 26 },
  ],
  ["eight at once, all in the same groups", { first: 14, nullBodies: false, inFlight: 8, sets: 1, linked: 4, loud: true }],
  ["by a service that answers null, each in groups of its own", { first: 5, nullBodies: true, inFlight: 8, sets: 60, linked: 26 }],
  ["by a service that answers null, several in the same groups", { first: 16, nullBodies: true, inFlight: 4, sets: 7, linked: 7 }],
];

test.for(rounds)("I2: every create fails, %s: one account each, linked or unconfirmed", { timeout: 240_000 }, async ([, round]) => {
  const service = {
    timeout: `${timeout}ms`,
    identities: { settle: `${settle}ms` },
    rate: { per_second: 500, in_flight: round.inFlight },
    retry: { attempts: 3, delay: "50ms", max_delay: "200ms", give_up: "30s", pause_after: 60 },
  };
  const c = await company({ nullBodies: round.nullBodies, parts: { service } });
  addDepartments(c, round.sets);
  const joiners: Employee[] = people(answers.length + 4).map((person, i) => ({ ...person, dept: `D${(i % round.sets) + 1}` }));
  const chosen = answers.filter((answer) => round.loud !== true || !isSilent(answer));
  chosen.forEach((_, i) => {
    const fault = chosen[(i + round.first) % chosen.length];
    c.service.failNext({ method: "POST", path: "/users$", nth: i + 1, ...fault });
  });
  hrOfNight(c, joiners, 1);
  await nightOf(c);
  c.service.clearFaults();
  // The service may still carry out a request after its timeout.
  await new Promise((resolve) => setTimeout(resolve, slow));
  const known = await quietNights(c, joiners, 2, settle);
  expect(known.links.length).toBeGreaterThanOrEqual(round.linked);
  await settleByHand(c, joiners, 20);
  expect((await oneAccountEach(c)).unsettled).toEqual([]);
  expect(c.service.users()).toHaveLength(joiners.length);
});
