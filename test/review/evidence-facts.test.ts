import { expect, test } from "vitest";
import { html } from "../../src/reporting/html/html.ts";
import { cellWords } from "../../src/reporting/removals/evidence-facts.ts";
import { wordsHtml } from "../../src/reporting/sheet/html.ts";

const hidden = { column: "NIF", before: "(not shown)", now: "(not shown)" };

test.for([
  [{ ...hidden, changed: true }, "(changed)"],
  [{ ...hidden, changed: false }, "(as before)"],
  [{ column: "Site", before: "Madrid", now: "Madrid" }, "(as before)"],
  [{ column: "Site", before: null, now: "Madrid" }, "nothing → “<bdi>Madrid</bdi>”"],
  [{ column: "Site", before: "Madrid", now: " " }, "→ blank"],
] as const)("draws a deciding cell before and now: %j", ([cell, text]) => {
  expect(html`${wordsHtml(cellWords(cell), { links: false })}`.text).toContain(text);
});
