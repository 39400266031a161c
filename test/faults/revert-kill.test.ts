import { expect, test } from "vitest";
import { teamCompany, until } from "../helpers/team-company.ts";
import { inDepartment } from "../review/inside.ts";

const sales = "HR/Departments/Sales";

test("on the command line: a revert repeated after a kill, exceptions listed and ended, approvals undone, comments shown", async () => {
  const acme = await teamCompany();
  try {
    acme.file(inDepartment("Sales", "p1", "p2", "p3"));
    await acme.sync();
    acme.file(inDepartment("Marketing", "p1", "p2", "p3"));
    const { run } = await acme.sync();
    await acme.removals();
    const id = acme.idOf("p1", sales);
    expect((await acme.approve(id, acme.idOf("p2", sales))).code).toBe(0);
    const calls = () => acme.sandbox.requests().filter(({ method }) => method === "PUT").length;
    acme.sandbox.clearRequests();
    acme.sandbox.failNext({ method: "PUT", path: `/users/${acme.userId("p1")}`, delayMs: 3000 });
    const child = await acme.place.start(["runs", "revert", run, "--reason", "wrong"]);
    const ended = new Promise((resolve) => child.on("close", resolve));
    await until(() => calls() > 0);
    child.kill("SIGKILL");
    await ended;

    const again = await acme.run("runs", "revert", run, "--reason", "wrong", "--json");
    expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
    for (const key of ["p1", "p2"]) expect(acme.groupsOf(key)).toContain(sales);
    const kept = (await acme.run("review", "exceptions", "--json")).json<{ id: string; key: string; from_run: string }[]>();
    expect(kept.map(({ key, from_run: from }) => [key, from])).toEqual([
      ["p1", run],
      ["p2", run],
    ]);
    const end = await acme.run("review", "exceptions", "end", kept[0]?.id ?? "", "--reason", "It was right", "--json");
    expect(end.json()).toEqual({ ended: kept[0]?.id });
    const third = acme.idOf("p3", sales);
    expect((await acme.run("review", "reassign", third, "--to", "ben", "--comment", "yours?")).stdout).toContain("reassigned to ben");
    expect((await acme.run("review", "comment", third, "--comment", "asked HR")).code).toBe(0);
    expect((await acme.run("review", "undo", third)).code).toBe(1);
    expect((await acme.run("review", "reject", third, "--until", "2020-01-01", "--reason", "x")).stderr).toContain(
      "is in the past. Nothing was decided.",
    );
    expect((await acme.run("review", "reject", `${third}@00000000`, "--reason", "x")).stdout).toContain("evidence has changed");
    const shown = (await acme.run("review", "show", third)).stdout;
    for (const part of ["Assigned to: ben", "asked HR", "Other groups: HR/All staff", "Evidence: "]) expect(shown).toContain(part);
    const impact = await acme.run("review", "show", third, "--impact", "--json");
    expect(impact.json<{ stakes: object }>().stakes).toMatchObject({ items: [], unknown: [] });
    expect((await acme.run("review", "approve", third, "--reason", "x")).stdout).toContain("is no longer in");
  } finally {
    await acme.close();
  }
}, 240_000);
