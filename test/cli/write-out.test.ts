import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAtomically } from "../../src/domain/write-file.ts";
import { openLog } from "../../src/sandbox/log.ts";
import { openJournal } from "../../src/state/journal/journal.ts";
import { addOwnKey } from "../../src/store/sealing/keys.ts";
import { workplace, type Workplace } from "../helpers/cli.ts";

function placeOf(): Workplace {
  const place = workplace();
  onTestFinished(() => place.remove());
  return place;
}

/** Plants links to another file under every name that a draft of `file` might have. */
function plantLinks(place: Workplace, file: string): void {
  for (const name of [`${file}.new`, `${file}.part`, `${file}.${process.pid}.part`, `${file}.tmp`])
    symlinkSync(join(place.dir, "victim"), join(place.dir, name));
}

const modeOf = (file: string): number => statSync(file).mode & 0o777;

test("key file, sandbox log and journal follow no planted link when they are rewritten", async () => {
  const place = placeOf();
  const dir = place.dir;
  place.write("victim", "untouched");
  for (const file of ["secret.key", "sandbox.jsonl", "journal.jsonl"]) plantLinks(place, file);
  writeFileSync(join(dir, "secret.key"), "first\n");
  addOwnKey(join(dir, "secret.key"));
  const { log } = openLog(dir, () => undefined);
  log.rewrite([{ some: "entry" }]);
  log.close();
  const journal = await openJournal(dir);
  await journal.append({ t: "setting", name: "a", value: 1 });
  await journal.rewrite((entries) => entries);
  await journal.close();
  expect(readFileSync(join(dir, "victim"), "utf8")).toBe("untouched");
  for (const file of ["secret.key", "sandbox.jsonl", "journal.jsonl"]) {
    expect(lstatSync(join(dir, file)).isFile()).toBe(true);
    expect(modeOf(join(dir, file))).toBe(0o600);
  }
});

test("--out and backup follow no planted link, and write files readable by their owner only", async () => {
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
    // A backup never replaces a file.
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

test("--out replaces a link with the given name, and doesn't change its target", async () => {
  const place = placeOf();
  place.write("victim", "untouched");
  symlinkSync(join(place.dir, "victim"), join(place.dir, "trail.json"));
  expect((await place.run(["audit", "export", "--out", "trail.json"])).code).toBe(0);
  expect(place.read("victim")).toBe("untouched");
  expect(lstatSync(join(place.dir, "trail.json")).isSymbolicLink()).toBe(false);
});

test("--out refuses a directory and a pipe", async () => {
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

test("a draft has a random name in the same directory, and only its owner can read it", async () => {
  const place = placeOf();
  const file = join(place.dir, "report.json");
  const drafts: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    await writeAtomically(file, async (draft) => {
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
    writeAtomically(file, async (draft) => {
      await draft.writeFile("half of it");
      throw new Error("cut");
    }),
  ).rejects.toThrow("cut");
  expect(readFileSync(file, "utf8")).toBe("old");
  expect(place.list(".")).toEqual(["report.json"]);
  await expect(writeAtomically(file, "new", { replace: false })).rejects.toThrow("EEXIST");
  expect(readFileSync(file, "utf8")).toBe("old");
  expect(place.list(".")).toEqual(["report.json"]);
});

test("init --force replaces a link at the job file's path, and doesn't change its target", async () => {
  const place = placeOf();
  place.write("people.csv", "Employee ID,First name,Last name,Email\n1,Ana,Ruiz,ana@acme.example\n2,Eva,Gil,eva@acme.example\n");
  place.write("victim", "untouched");
  place.write("jobs/keep", "");
  symlinkSync(join(place.dir, "victim"), join(place.dir, "jobs/people.yaml"));
  const { code, stderr } = await place.run(["init", "people.csv", "--yes", "--force", "--use", "active=-"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(place.read("victim")).toBe("untouched");
  expect(place.read("jobs/people.yaml")).toContain("mapping");
});
