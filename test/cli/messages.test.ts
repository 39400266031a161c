import { fact } from "../../src/domain/facts/fact.ts";
/** Messages that once named the wrong thing. */
import { nextOf } from "../helpers/problems.ts";
import { expect, test } from "vitest";
import { type Problem, UsageProblem } from "../../src/domain/problem.ts";
import { prose } from "../../src/reporting/html/parts.ts";
import { asReader, DEFAULT_READER } from "../../src/reporting/locales/reader.ts";
import { withRunId } from "../../src/pipeline/finish/finish-run.ts";
import { stoppedByHand } from "../../src/session/session.ts";
import { company, header, type Company } from "../helpers/company.ts";

const person = (id: string, more: Partial<Record<"mail" | "dept" | "status", string>> = {}): string =>
  `${id},Ana,Diaz ${id},${more.mail ?? `a${id}@example.com`},${more.dept ?? "Sales"},${more.status ?? "Active"}`;

function write(c: Company, ...rows: string[]): void {
  c.place.write("hr.csv", [header, ...rows, ""].join("\n"));
}

test("names at most ten rows that share a username", async () => {
  const c = await company();
  write(c, ...Array.from({ length: 46 }, (_, n) => person(`1${n}`, { mail: "same@example.com" })));
  const night = await c.sync();
  const message = night.rejects.find(({ code }) => code === "shared_username")?.message ?? "";
  expect(message).toBe(
    "Rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 36 more have the same username under different keys: none of them is used.",
  );
  write(c, ...Array.from({ length: 15 }, (_, n) => person("2", { dept: `D${n}` })));
  const doubled = (await c.sync()).rejects.find(({ code }) => code === "conflicting_rows")?.message;
  expect(doubled).toBe("Rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 5 more have the same key and differ: none of them is used.");
}, 60_000);

test("reports shifted cells in a row, but not for one bad date", async () => {
  const c = await company({
    mapping: `key: Employee ID\nuser:\n  username: Email\n  first_name: First\n  last_name: Last\n  email: Email\n  date_of_birth: Born\n`,
  });
  c.place.write(
    "hr.csv",
    [
      "Employee ID,First,Last,Email,Born,Note,More",
      "1,Ana,Diaz,a@example.com,1990-01-31,x,",
      // An unquoted comma in the last name.
      "2,Bo,Ek, Jr,b@example.com,1990-01-31,x",
      "3,Cy,Fox,c@example.com,31/01/1990,x,",
      "",
    ].join("\n"),
  );
  for (const rejects of [
    (await c.sync()).rejects,
    (await c.run("check", "job.yaml", "--json")).json<{ rejects: { row: number; message: string }[] }>().rejects,
  ]) {
    const ofRow = (row: number): string =>
      rejects
        .filter((reject) => reject.row === row)
        .map(({ message }) => message)
        .join(" ");
    expect(ofRow(3)).toContain("the cells of this row may have shifted");
    expect(ofRow(4)).toBe("date_of_birth: “31/01/1990” is not a date in the format yyyy-MM-dd");
  }
}, 60_000);

test("check --json prints as JSON why a file or job is unusable", async () => {
  const c = await company();
  c.place.write("hr.csv", "");
  const file = await c.run("check", "job.yaml", "--json");
  expect(file.code).toBe(4);
  expect(file.json()).toMatchObject({
    job: "job.yaml",
    problem: { code: "empty_file", message: expect.stringContaining("the file is empty") },
  });
  c.place.write("job.yaml", "name: x\n");
  const job = await c.run("check", "job.yaml", "--json");
  expect(job.code).toBe(2);
  expect(job.json<{ problem: { faults: object[] } }>().problem).toMatchObject({ code: "configuration" });
  expect(job.json<{ problem: { faults: object[] } }>().problem.faults.length).toBeGreaterThan(0);
}, 60_000);

test("identities import names its own file, not the HR export", async () => {
  const c = await company();
  write(c, person("1"));
  c.place.write("who.csv", "");
  const { code, stderr } = await c.run("identities", "import", "job.yaml", "who.csv", "--key", "a", "--user-id", "b");
  expect(code).toBe(4);
  expect(stderr).toContain("the file is empty; nothing was linked");
  expect(stderr).toContain("The file needs a column with HR's key");
  expect(stderr).not.toMatch(/HR system|export/);
}, 60_000);

test("a limit names its setting, and a plan reports waiting only if it waits for another plan", async () => {
  const c = await company({ parts: { policy: { limits: { creates: 10 } } } });
  write(c, ...Array.from({ length: 20 }, (_, n) => person(`3${n}`)));
  const held = await c.run("plan", "job.yaml");
  expect(held.code).toBe(3);
  expect(held.stdout).toContain("20 of 20 usable rows would create an account (`policy.limits.creates` allows 2).");
  expect(held.stderr).not.toContain("Waiting for another plan");
  const account = c.service.url;
  await c.look(async (state) => {
    let waits = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = state.locks.exclusively(
      `plan:${account}`,
      () => promise,
      undefined,
      () => void (waits += 1),
    );
    const second = state.locks.exclusively(
      `plan:${account}`,
      async () => undefined,
      undefined,
      () => void (waits += 10),
    );
    expect(waits).toBe(10);
    resolve();
    await Promise.all([first, second]);
  });
}, 60_000);

test("an interruption names the run in the command that resumes it", () => {
  expect(nextOf(withRunId("20260430-023000-x7ke", stoppedByHand()) as Problem)).toBe(
    "Resume it with `rollcall runs resume 20260430-023000-x7ke`.",
  );
  const other = new UsageProblem(fact("run.stopped", {}), fact("advice.start_new_run", {}));
  expect(nextOf(withRunId("20260430-023000-x7ke", other) as Problem)).toBe(nextOf(other));
});

test("names the state in suggested commands if it is not the default one, on the terminal and in the console", async () => {
  const c = await company({ parts: { policy: { limits: { creates: 2 } } } });
  write(c, ...Array.from({ length: 20 }, (_, n) => person(`2${n}`)));
  const held = await c.run("sync job.yaml --state other");
  expect(held.stdout).toMatch(/`rollcall runs approve \S+ --reason "…" --state other`.*`rollcall runs cancel \S+ --state other`/);
  expect((await c.run("runs show nothing --state other")).stderr).toContain("`rollcall runs list --state other` shows all runs.");
  const run = /runs cancel ([\w-]+)/.exec(held.stdout)?.[1] ?? "";
  expect((await c.run(`runs show ${run} --state other --json`)).stdout).not.toContain("--state");
  const shown = asReader({ ...DEFAULT_READER, state: "my state" }, () => prose("`rollcall users list` shows them; see `active.until`."));
  expect(shown?.text).toContain("<code>rollcall users list --state &#39;my state&#39;</code> shows them; see <code>active.until</code>");
});

test("names no state in suggested commands for the default one", async () => {
  const c = await company({ parts: { policy: { limits: { creates: 2 } } } });
  write(c, ...Array.from({ length: 20 }, (_, n) => person(`3${n}`)));
  const held = await c.run("sync job.yaml");
  expect(held.stdout).not.toContain("--state");
});
