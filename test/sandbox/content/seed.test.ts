import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { seedContent } from "../../../src/sandbox/seed/content.ts";
import { seedState } from "../../../src/sandbox/seed/seed.ts";
import {
  CLASSES,
  COURSE_ASSIGNMENTS,
  COURSES,
  CATEGORIES,
  PATH_ASSIGNMENTS,
  PATHS,
  PROVIDERS,
} from "../../../src/sandbox/seed/catalogue.ts";
import { SandboxState } from "../../../src/sandbox/state.ts";
import type { Kind } from "../../../src/sandbox/entities.ts";
import { NOON, worldOf } from "./world.ts";

const CONTENT: readonly Kind[] = [
  "category",
  "course",
  "course_assignment",
  "learning_path",
  "learning_path_assignment",
  "content_provider",
  "skill",
  "class",
  "class_event",
  "template",
  "report",
];

const sizes = (state: SandboxState) => CONTENT.map((kind) => state.all(kind).size);

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-content-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

describe("the content of the seed", () => {
  test("is something of each kind, the same every time", () => {
    const [one, other] = [worldOf("company").state, worldOf("company").state];
    expect(sizes(one)).toEqual([14, 26, 18, 4, 8, 3, 38, 3, 6, 3, 1]);
    for (const kind of CONTENT) expect([...one.all(kind)]).toEqual([...other.all(kind)]);
  });

  test("names only what is there", () => {
    const titles = new Set(COURSES.map(([title]) => title));
    const categories = new Set(Object.entries(CATEGORIES).flatMap(([root, below]) => [root, ...below]));
    const named = [
      ...PATHS.flatMap(([, , courses]) => courses),
      ...COURSE_ASSIGNMENTS.map(([course]) => course),
      ...CLASSES.map(([, course]) => course),
    ];
    expect(named.filter((title) => !titles.has(title))).toEqual([]);
    expect(COURSES.filter(([, , , , category]) => !categories.has(category))).toEqual([]);
    expect(COURSES.filter(([, , , provider]) => !PROVIDERS.some(({ code }) => code === provider))).toEqual([]);
    const { state } = worldOf("groups");
    const targets = [...COURSE_ASSIGNMENTS, ...PATH_ASSIGNMENTS].map(([, to]) => to).filter((to) => to !== "all");
    expect(targets.filter((path) => state.findGroup(path) === undefined)).toEqual([]);
    expect(
      state
        .all("course")
        .values()
        .every(({ lessons }) => lessons.every(({ duration = 0 }) => duration > 0)),
    ).toBe(true);
  });

  test("is there for the groups alone too, and an empty service has subscriptions only", () => {
    expect(sizes(worldOf("groups").state).every((size) => size > 0)).toBe(true);
    expect(sizes(worldOf("empty").state).every((size) => size === 0)).toBe(true);
  });
});

describe("a state directory", () => {
  const now = new Date(NOON);

  test("from before there was content gets it at the next start", () => {
    const dir = scratch();
    const old = new SandboxState(dir);
    seedState(old, "company");
    old.close();
    const state = new SandboxState(dir);
    seedContent(state, now);
    expect(sizes(state)).toEqual(sizes(worldOf("company").state));
    state.close();
  });

  test("does not get back what was deleted, and keeps everything else", () => {
    const dir = scratch();
    const first = worldOf("company", new SandboxState(dir)).state;
    for (const id of first.all("course").keys()) first.drop("course", id);
    const before = sizes(first);
    const licences = [...first.all("licence")];
    first.close();
    const second = worldOf("company", new SandboxState(dir)).state;
    expect(sizes(second)).toEqual(before);
    expect([...second.all("licence")]).toEqual(licences);
    expect([...second.all("report").values()]).toEqual([...first.all("report").values()]);
    second.close();
  });

  test("that was begun empty stays without content when users come, and gets it when the company does", () => {
    const dir = scratch();
    worldOf("empty", new SandboxState(dir)).state.close();
    const company = worldOf("company", new SandboxState(dir)).state;
    expect(sizes(company).every((size) => size > 0)).toBe(true);
    company.close();
    const other = scratch();
    const empty = worldOf("empty", new SandboxState(other)).state;
    empty.putUser("ana", { username: "ana" }, []);
    empty.close();
    const again = worldOf("empty", new SandboxState(other)).state;
    expect(sizes(again).every((size) => size === 0)).toBe(true);
    again.close();
  });

  test("holds more in its log than one string can, line by line", () => {
    const dir = scratch();
    const first = new SandboxState(dir);
    // Longer than the pieces in which the log is read, with letters of two and four bytes across their borders.
    const names = Array.from({ length: 3 }, (_, i) => `${"x".repeat(i)}${"ñ🎓".repeat(300_000)}`);
    names.forEach((name, i) => first.addGroup({ id: `g${i}`, name, parentId: null }));
    first.close();
    const second = new SandboxState(dir);
    expect([...second.groups.values()].map(({ name }) => name)).toEqual(names);
    second.close();
  });
});
