import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { editsOf } from "./defects/defect.ts";
import { GUARDS } from "./defects/guards.ts";
import { SUBTLE } from "./defects/subtle.ts";

test.for([...GUARDS, ...SUBTLE])("the sources have each place of the known defect “$name” exactly once", (defect) => {
  const places = editsOf(defect).map(({ file, find }) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    return { file, times: source.split(find).length - 1 };
  });
  expect(places).toEqual(editsOf(defect).map(({ file }) => ({ file, times: 1 })));
});
