import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { reportProgress } from "../../src/app/progress.ts";
import { Page, plain, short } from "../../src/app/view/terminal.ts";
import { testCall, testIo } from "../helpers/io.ts";

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

test.for([
  [true, 100, "\r\u001b[2K"],
  [false, 10_000, "\n"],
] as const)("on a terminal (%s), progress is drawn again after %s ms, with the rate and the time left", ([isTerminal, pause, mark]) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { io, stderr } = testIo("/", { isTTY: { stdin: false, stdout: false, stderr: isTerminal } });
  const progress = reportProgress(io, false);
  const after = (ms: number, done: number): void => {
    vi.advanceTimersByTime(ms);
    progress.at(done);
  };
  progress.phase("sending", 20_000);
  after(pause - 1, 1);
  after(10_001 - pause, 5000);
  after(pause - 1, 5001);
  progress.phase("copying", null);
  after(20_000, 10);
  progress.phase("reading_file", 400);
  after(10_000, 100);
  expect(
    stderr()
      .split(mark)
      .filter((line) => line !== ""),
  ).toEqual([
    "Sending …",
    "Sending · 5,000 of 20,000 · 500/s · 30 s left",
    "Copying …",
    "Copying · 10 · 0.5/s",
    "Reading the file …",
    "Reading the file · 25 % · 30 s left",
  ]);
});
