import { expect, test } from "vitest";
import { localLocks } from "../../src/state/locks.ts";

test("a local lock goes to its callers in order, past one that fails, and is free as soon as the last has ended", async () => {
  const locks = localLocks();
  const order: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const callers = [
    locks.exclusively("run:1", async () => {
      await held;
      order.push("first");
    }),
    locks.exclusively("run:1", async () => {
      order.push("second");
      throw new Error("failed");
    }),
    locks.exclusively(
      "run:1",
      async () => order.push("third"),
      undefined,
      () => order.push("waits"),
    ),
  ];
  expect(await locks.unlessBusy("run:1", async () => "taken")).toBeNull();
  expect(await locks.unlessBusy("run:2", async () => "taken")).toBe("taken");
  release();
  expect((await Promise.allSettled(callers)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(order).toEqual(["waits", "first", "second", "third"]);
  expect(await locks.unlessBusy("run:1", async () => "taken")).toBe("taken");
  await expect(
    locks.unlessBusy("run:1", async () => {
      throw new Error("failed");
    }),
  ).rejects.toThrow("failed");
  expect(await locks.unlessBusy("run:1", async () => "taken")).toBe("taken");
});
