import { expect, test } from "vitest";
import { company, csvOf, mappingText, people } from "../helpers/company.ts";
import { listRemovals } from "../../src/store/review/removals.ts";

test("the limit for one reviewer counts the removals of a request across jobs", async () => {
  const c = await company({ parts: { policy: { approval: { two_above: 1 } } } });
  for (const path of ["Ext/All", "Ext/Departments/Sales", "Ext/Departments/IT"]) c.service.addGroup(path);
  c.place.write(
    "ext-mapping.yaml",
    mappingText.replaceAll("HR/**", "Ext/**").replaceAll("HR/All staff", "Ext/All").replaceAll("HR/", "Ext/"),
  );
  const job = JSON.parse(c.place.read("job.yaml")) as Record<string, unknown>;
  c.place.write(
    "ext.yaml",
    JSON.stringify({ ...job, name: "external", source: { file: "ext.csv", settle: "0s" }, mapping: "ext-mapping.yaml" }),
  );
  for (const dept of ["Sales", "IT"]) {
    c.hr([{ id: "0001", dept }, ...people(1, 2)]);
    c.place.write("ext.csv", csvOf([{ id: "9001", dept }, ...people(1, 9002)]));
    await c.sync();
    await c.night("sync", ["ext.yaml"]);
  }
  const pending = await c.look(({ db }) => listRemovals(db, { status: ["pending"] }));
  expect(pending.map(({ job: of }) => of).sort()).toEqual(["external", "nightly"]);

  const ids = pending.map(({ id }) => id);
  const both = await c.run("review", "approve", ...ids, "--reason", "moved", "--json");
  expect(both.json()).toMatchObject({ decided: [] });
  const one = await c.run("review", "approve", ids[0] ?? "", "--reason", "moved", "--json");
  expect(one.json<{ decided: object[] }>().decided).toHaveLength(1);
});
