import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GUARDS } from "./defects/guards.ts";
import { SUBTLE } from "./defects/subtle.ts";

test.for([...GUARDS, ...SUBTLE])("the sources have the place of the known defect “$name” exactly once", ({ file, find }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  expect(source.split(find)).toHaveLength(2);
});
