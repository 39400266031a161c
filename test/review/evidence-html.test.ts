import { expect, test } from "vitest";
import { change } from "../../src/reporting/removals/evidence-html.ts";

const hidden = { column: "NIF", before: "(not shown)", now: "(not shown)" };

test.for([
  [{ ...hidden, changed: true }, "(changed)"],
  [{ ...hidden, changed: false }, "(as before)"],
  [{ column: "Site", before: "Madrid", now: "Madrid" }, "(as before)"],
  [{ column: "Site", before: null, now: "Madrid" }, "<i>nothing</i> → “<bdi>Madrid</bdi>”"],
  [{ column: "Site", before: "Madrid", now: " " }, "→ <i>blank</i>"],
] as const)("draws a deciding cell before and now: %j", ([cell, text]) => {
  expect(change(cell).text).toContain(text);
});
