import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSource } from "../../src/source/open.ts";
import { openCsv } from "../../src/source/csv/csv.ts";
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

describe("refuses what isn't a regular file, without waiting:", () => {
  test.each<[string, () => string | Promise<string>, string, string, string]>([
    [
      "a directory",
      () => {
        mkdirSync(at("dir.csv"));
        return at("dir.csv");
      },
      "directory",
      "this is a directory, not a file",
      "Name the file inside it.",
    ],
    [
      "a pipe without a writer",
      () => {
        execFileSync("mkfifo", [at("pipe.csv")]);
        return at("pipe.csv");
      },
      "not_a_file",
      "this is a pipe, not a file",
      "Name a file. To read the output of a program, pipe it in and pass --file -.",
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
      "this is a circular symbolic link",
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
      "Check `source.file` of the job, or import the file: in the console on the job's page, on the command line with --file.",
    ],
    [
      "a path through a file that isn't a folder",
      () => join(fileOf(table, "people.csv"), "x.csv"),
      "file_not_found",
      "there is no such file",
      "Check `source.file` of the job, or import the file: in the console on the job's page, on the command line with --file.",
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

  test("a file without read permission", async () => {
    const path = fileOf(table, "people.csv");
    chmodSync(path, 0);
    // Root can read everything, so the test switches to the user nobody.
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
    next: "Start the job again once the export is complete.",
  };
  test.each<[string, (path: string) => void]>([
    ["grows", (path) => appendFileSync(path, "3,Cy\n")],
    ["is cut short", (path) => truncateSync(path, 100_000)],
    ["is emptied", (path) => truncateSync(path, 0)],
    ["is rewritten with the same size", (path) => writeFileSync(path, long.replaceAll("Ana", "Bob"))],
  ])("%s", async (_, change) => {
    const path = fileOf(long, "people.csv");
    expect(
      await refusalOf(
        drain(path, () => change(path)),
        path,
      ),
    ).toEqual(changed);
  });

  test("but not when it is deleted or replaced: the opened file is complete", async () => {
    const path = fileOf(long, "people.csv");
    expect(await drain(path, () => rmSync(path))).toBe(60_000);
  });
});

describe("the file name decides the format, and a wrong name is reported:", () => {
  test("CSV named .xlsx, and a link with a correct name", async () => {
    const path = fileOf(table, "people.xlsx");
    expect(await refusalOf(drain(path), path)).toMatchObject({ code: "not_a_workbook" });
    symlinkSync(path, at("good.csv"));
    expect(await drain(at("good.csv"))).toBe(2);
  });
});
