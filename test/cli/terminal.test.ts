import fc from "fast-check";
import { expect, test } from "vitest";
import { Page, plain, short } from "../../src/app/view/terminal.ts";
import { testCall } from "../helpers/io.ts";

test("prints any text as one line of visible characters, and keeps letters of all languages", () => {
  expect(plain("Zoë Müller-Ωmega 张伟 محمد 👩")).toBe("Zoë Müller-Ωmega 张伟 محمد 👩");
  expect(plain("a\nb\r\tc\u001b[2J")).toBe("a\\nb\\r\\tc\\u{1b}[2J");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(plain(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(plain(plain(text))).toBe(plain(text));
      expect([...short(text, 10)].length).toBeLessThanOrEqual(11);
    }),
  );
});

test("prints exactly the lines that were added to a page", () => {
  const page = new Page(testCall("/"));
  page.title("one\ntwo");
  page.line("three\nfour");
  page.part("nothing", []);
  expect(page.text().split("\n")).toHaveLength(2);
});
