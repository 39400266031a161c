import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { editsOf } from "./defects/defect.ts";
import { GUARDS } from "./defects/guards.ts";
import { SUBTLE } from "./defects/subtle.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test.each([...GUARDS, ...SUBTLE])("the known defect has its place in the sources: $name", (defect) => {
  for (const { file, find } of editsOf(defect)) expect([file, readFileSync(root + file, "utf8").split(find).length - 1]).toEqual([file, 1]);
});
