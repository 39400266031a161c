import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import type { Place } from "./place.ts";
import { NOBODY, openPlace } from "./place.ts";

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];
const asPattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/, "[^/]+")}$`);

test("512 answers every method that the interface doesn't have for a path, and nothing is stored", async () => {
  const paths = [...new Set(ENDPOINTS.map(({ entry }) => entry.path.replace(/\{\w+\}/, NOBODY)))];
  const before = place.stored();
  const found: unknown[] = [];
  const expected: unknown[] = [];
  for (const path of paths) {
    for (const method of METHODS) {
      const known = ENDPOINTS.filter(({ entry }) => entry.method === method && asPattern(entry.path).test(path));
      if (known.some(({ entry }) => entry.path.replace(/\{\w+\}/, NOBODY) === path)) continue;
      found.push([method, path, (await place.send(method, path)).status]);
      // The last part of `/groups/tree` is an id in `PUT /groups/{group_id}`, and one that is none.
      expected.push([method, path, known.length > 0 ? 412 : 512]);
    }
  }
  expect(found).toEqual(expected);
  expect(found.length).toBeGreaterThan(150);
  expect(place.stored()).toBe(before);
});

test.each(["/users", `/users/${NOBODY}`, "/nothing", "/GROUPS", "/groups/%zz", "/groups/tree/more", "/"])(
  "512 answers GET %s, which is no endpoint",
  async (path) => {
    const { status, body } = await place.send("GET", path);
    expect([status, body]).toEqual([512, { code: "specification_violation", message: expect.any(String) as unknown }]);
    expect(place.sandbox.requests().at(-1)).toMatchObject({ path: `/integration/v1${path}`, status: 512 });
  },
);

test.each(["/v1/groups/tree", "/integration/groups/tree", "/integration/v2/groups/tree"])(
  "nothing of the interface stands at %s",
  async (path) => {
    expect((await fetch(`${place.sandbox.url}${path}`)).status).toBe(404);
  },
);
