import { expect, test } from "vitest";
import { groupCalls } from "../../src/state/database/group-calls.ts";

const until = async (met: () => boolean): Promise<void> => {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 1));
};

test("calls that come while a group is running share the next one, and each gets its own result", async () => {
  const groups: number[][] = [];
  let go: () => void = () => undefined;
  const double = groupCalls<number, number>(async (items) => {
    groups.push([...items]);
    if (groups.length === 1) await new Promise<void>((resolve) => (go = resolve));
    return items.map((item) => 2 * item);
  });
  const first = double(1);
  await until(() => groups.length === 1);
  const rest = [double(2), double(3)];
  go();
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1], [2, 3]]);
  expect(await double(4)).toBe(8);
});

test("one bad call fails alone, and a lost connection fails all without a repeat", async () => {
  const groups: string[][] = [];
  const run = groupCalls<string, string>(async (items) => {
    groups.push([...items]);
    if (items.includes("bad")) throw new Error("a bad row");
    if (items.includes("away")) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
    return items;
  });
  expect((await Promise.allSettled(["a", "bad", "b"].map(run))).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(groups).toEqual([["a", "bad", "b"], ["a", "bad"], ["a"], ["bad"], ["b"]]);
  groups.length = 0;
  expect((await Promise.allSettled(["a", "away"].map(run))).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(groups).toEqual([["a", "away"]]);
});

test("a group has at most 64 calls", async () => {
  const sizes: number[] = [];
  const run = groupCalls<number, number>(async (items) => {
    sizes.push(items.length);
    return items;
  });
  await Promise.all(Array.from({ length: 130 }, (_, i) => run(i)));
  expect(sizes).toEqual([64, 64, 2]);
});
