import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSource } from "../../src/source/open.ts";
import { openCsv } from "../../src/source/csv.ts";
import { fileOf, refusalOf } from "./workbooks.ts";
import { AUTO, temporaryFolder } from "./reading.ts";

const folder = temporaryFolder();
const table = "k,n\n1,Ana\n2,Bo\n";
const at = (name: string): string => join(folder, name);

async function drain(path: string, during: () => void = () => undefined): Promise<number> {
  const source = await openSource(path, { csv: AUTO }, []);
  during();
  let rows = 0;
  for await (const batch of source.rows()) rows += batch.length;
  return rows;
}

describe("what is no file is refused, and nobody waits for it:", () => {
  test.each<[string, () => string | Promise<string>, string, string, string]>([
    [
      "a directory",
      () => {
        mkdirSync(at("dir.csv"));
        return at("dir.csv");
      },
      "directory",
      "this is a directory, not a file",
      "Name the file inside of it.",
    ],
    [
      "a pipe that nobody writes to",
      () => {
        execFileSync("mkfifo", [at("pipe.csv")]);
        return at("pipe.csv");
      },
      "not_a_file",
      "this is a pipe, not a file",
      "Name a file; what a program prints is read as standard input with --file -.",
    ],
    ["a device that never ends", () => "/dev/zero", "not_a_file", "this is a device, not a file", "Name a file."],
    [
      "a socket",
      async () => {
        const server = createServer();
        onTestFinished(() => void server.close());
        await new Promise<void>((ready) => server.listen(at("socket.csv"), ready));
        return at("socket.csv");
      },
      "not_a_file",
      "this is a socket, not a file",
      "Name a file.",
    ],
    [
      "a link that leads to itself",
      () => {
        symlinkSync(at("loop.csv"), at("loop.csv"));
        return at("loop.csv");
      },
      "unreadable",
      "this is a link that leads in a circle",
      "Name the file itself.",
    ],
    [
      "a link that leads nowhere",
      () => {
        symlinkSync(at("nowhere"), at("lost.csv"));
        return at("lost.csv");
      },
      "file_not_found",
      "there is no such file",
      "Check `source.file` of the job, or name the file with --file.",
    ],
    [
      "a name in what is no folder",
      () => join(fileOf(table, "people.csv"), "x.csv"),
      "file_not_found",
      "there is no such file",
      "Check `source.file` of the job, or name the file with --file.",
    ],
    [
      "a name that is too long",
      () => at(`${"x".repeat(300)}.csv`),
      "unreadable",
      "the file cannot be read (ENAMETOOLONG)",
      "Check the disk or the network share.",
    ],
  ])("%s", async (_, make, code, message, next) => {
    const path = await make();
    expect(await refusalOf(drain(path), path)).toEqual({ code, message, next });
  });

  test("a file that this user may not read", async () => {
    const path = fileOf(table, "people.csv");
    chmodSync(path, 0);
    // Root may read everything, so root becomes nobody for a moment.
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    try {
      await expect(openCsv(path, AUTO)).rejects.toMatchObject({ code: "permission_denied", exit: 4 });
    } finally {
      if (root) process.seteuid?.(0);
    }
  });
});

describe("a file that changes while it is read is refused when it", () => {
  const long = `k,n\n${"1,Ana\n".repeat(60_000)}`;
  const changed = {
    code: "file_changed",
    message: "the file changed while it was read",
    next: "Start the job after the export is complete.",
  };
  test.each<[string, (path: string) => void]>([
    ["grows", (path) => appendFileSync(path, "3,Cy\n")],
    ["is cut short", (path) => truncateSync(path, 100_000)],
    ["is emptied", (path) => truncateSync(path, 0)],
    ["is written anew, as long as before", (path) => writeFileSync(path, long.replaceAll("Ana", "Bob"))],
  ])("%s", async (_, change) => {
    const path = fileOf(long, "people.csv");
    expect(
      await refusalOf(
        drain(path, () => change(path)),
        path,
      ),
    ).toEqual(changed);
  });

  test("not when it is deleted or replaced: what was opened is whole", async () => {
    const path = fileOf(long, "people.csv");
    expect(await drain(path, () => rmSync(path))).toBe(60_000);
  });
});

describe("the name decides what a file is read as, and a wrong one is told:", () => {
  test("CSV that is called .xlsx, and a link with a good name", async () => {
    const path = fileOf(table, "people.xlsx");
    expect(await refusalOf(drain(path), path)).toMatchObject({ code: "not_a_workbook" });
    symlinkSync(path, at("good.csv"));
    expect(await drain(at("good.csv"))).toBe(2);
  });
});
