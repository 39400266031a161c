import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { editsOf } from "./defects/defect.ts";
import { GUARDS } from "./defects/guards.ts";
import { SUBTLE } from "./defects/subtle.ts";

test.for([...GUARDS, ...SUBTLE])("the sources have each place of the known defect “$name” exactly once", (defect) => {
  for (const { file, find } of editsOf(defect)) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(source.split(find), file).toHaveLength(2);
  }
});
