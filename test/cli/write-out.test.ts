import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeWhole } from "../../src/model/write-file.ts";
import { workplace, type Workplace } from "../helpers/cli.ts";

function placeOf(): Workplace {
  const place = workplace();
  onTestFinished(() => place.remove());
  return place;
}

/** Names that a draft of FILE had, or might have: a link in each of them leads to a file of somebody else. */
function plantLinks(place: Workplace, file: string): void {
  for (const name of [`${file}.new`, `${file}.part`, `${file}.${process.pid}.part`, `${file}.tmp`])
    symlinkSync(join(place.dir, "victim"), join(place.dir, name));
}

const modeOf = (file: string): number => statSync(file).mode & 0o777;

test("every --out, and backup, follows no planted link, and writes a file for its owner only", async () => {
  const place = placeOf();
  place.write("victim", "untouched");
  const course = (await place.run(["service", "courses", "list"])).json<{ id: string }[]>()[0]?.id ?? "";
  const writers: (readonly [file: string, ...command: string[]])[] = [
    ["trail.csv", "audit", "export", "--out", "trail.csv"],
    ["pending.html", "review", "export", "--out", "pending.html"],
    ["pending.xlsx", "review", "export", "--out", "pending.xlsx"],
    ["course.zip", "service", "courses", "launchfile", course, "--out", "course.zip"],
    ["state.rcb", "backup", "state.rcb"],
  ];
  for (const [file, ...command] of writers) {
    plantLinks(place, file);
    // Only a backup never replaces a file.
    if (command[0] !== "backup") {
      place.write(file, "old");
      chmodSync(join(place.dir, file), 0o644);
    }
    const { code, stderr } = await place.run(command);
    expect(stderr, `for ${file}`).not.toContain("cannot be written");
    expect(code, `for ${file}`).toBe(0);
    expect(place.read("victim"), `for ${file}`).toBe("untouched");
    expect(modeOf(join(place.dir, file)), `for ${file}`).toBe(0o600);
    expect(place.read(file), `for ${file}`).not.toBe("old");
    expect(
      place.list(".").filter((name) => name.startsWith(".rollcall-")),
      `for ${file}`,
    ).toEqual([]);
  }
});

test("--out replaces a link under the given name, and leaves its target alone", async () => {
  const place = placeOf();
  place.write("victim", "untouched");
  symlinkSync(join(place.dir, "victim"), join(place.dir, "trail.json"));
  expect((await place.run(["audit", "export", "--out", "trail.json"])).code).toBe(0);
  expect(place.read("victim")).toBe("untouched");
  expect(lstatSync(join(place.dir, "trail.json")).isSymbolicLink()).toBe(false);
});

test("--out refuses a folder and a pipe, and says so", async () => {
  const place = placeOf();
  place.write("folder/in", "");
  execFileSync("mkfifo", [join(place.dir, "pipe")]);
  for (const [name, says] of [
    ["folder", /folder cannot be written: it is a folder\. Nothing was changed/],
    ["pipe", /pipe cannot be written: it is not an ordinary file\. Nothing was changed/],
  ] as const) {
    const { code, stderr } = await place.run(["audit", "export", "--format", "json", "--out", name]);
    expect(stderr).toMatch(says);
    expect(code).toBe(2);
  }
  expect(lstatSync(join(place.dir, "pipe")).isFIFO()).toBe(true);
});

test("the draft of a file has a random name in the same folder, and only its owner can read it", async () => {
  const place = placeOf();
  const file = join(place.dir, "report.json");
  const drafts: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    await writeWhole(file, async (draft) => {
      const names = readdirSync(dirname(file)).filter((name) => name !== basename(file));
      drafts.push(...names);
      for (const name of names) expect(modeOf(join(place.dir, name))).toBe(0o600);
      await draft.writeFile("content");
    });
  }
  expect(drafts).toHaveLength(2);
  expect(drafts[0]).not.toBe(drafts[1]);
  for (const name of drafts) expect(name).toMatch(/^\.rollcall-[0-9a-f]{24}\.part$/);
});

test("a write that fails keeps the old file and leaves no draft behind", async () => {
  const place = placeOf();
  const file = place.write("report.json", "old");
  await expect(
    writeWhole(file, async (draft) => {
      await draft.writeFile("half of it");
      throw new Error("cut");
    }),
  ).rejects.toThrow("cut");
  expect(readFileSync(file, "utf8")).toBe("old");
  expect(place.list(".")).toEqual(["report.json"]);
  await expect(writeWhole(file, "new", { replace: false })).rejects.toThrow("EEXIST");
  expect(readFileSync(file, "utf8")).toBe("old");
  expect(place.list(".")).toEqual(["report.json"]);
});

test("init --force replaces a link in the place of the job file, and leaves its target alone", async () => {
  const place = placeOf();
  place.write("people.csv", "Employee ID,First name,Last name,Email\n1,Ana,Ruiz,ana@acme.example\n2,Eva,Gil,eva@acme.example\n");
  place.write("victim", "untouched");
  place.write("jobs/keep", "");
  symlinkSync(join(place.dir, "victim"), join(place.dir, "jobs/people.yaml"));
  const { code, stderr } = await place.run(["init", "people.csv", "--yes", "--force"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(place.read("victim")).toBe("untouched");
  expect(place.read("jobs/people.yaml")).toContain("mapping");
});
