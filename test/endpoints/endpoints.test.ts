import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contract, ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import type { Place } from "./place.ts";
import { openPlace } from "./place.ts";
import { casesOf, fullName, SUCCESS } from "./walk.ts";

const walked = new Set<string>();

describe.each(Object.keys(contract))("%s", (area) => {
  let place: Place;
  beforeAll(async () => {
    place = await openPlace();
  });
  afterEach(() => place.reset());
  afterAll(() => place.close());

  for (const named of ENDPOINTS.filter((one) => one.area === area)) {
    describe(`${named.entry.method} ${named.entry.path}`, () => {
      test.each(casesOf(named))("%s", async (title, check) => {
        await check(place);
        if (title === SUCCESS) walked.add(fullName(named));
      });
    });
  }
});

test("57 of 57 endpoints are walked", () => {
  expect([...walked].sort()).toEqual(ENDPOINTS.map(fullName).sort());
  expect(walked.size).toBe(57);
});
