import { expect, test } from "vitest";
import { endOfDay, startOfDay } from "../../src/domain/clock.ts";

test("a day begins at midnight in UTC and contains its last millisecond", () => {
  expect(startOfDay("2027-01-31")?.toISOString()).toBe("2027-01-31T00:00:00.000Z");
  expect(endOfDay("2028-02-29")?.toISOString()).toBe("2028-02-29T23:59:59.999Z");
});

test.for(["2027-02-29", "2027-13-01", "2027-1-1", "31.01.2027", "2027-01-31T00:00", " 2027-01-31", "+12027-01-31", ""])(
  "“%s” is no day",
  (text) => {
    expect([startOfDay(text), endOfDay(text)]).toEqual([null, null]);
  },
);
