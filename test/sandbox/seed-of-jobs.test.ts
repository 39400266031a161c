import { expect, onTestFinished, test } from "vitest";
import { workplace } from "../helpers/cli.ts";
import { csvOf, mappingText, people } from "../helpers/company.ts";

test("a first run of a job on the sandbox finds no invented accounts, and is not put on hold for them", async () => {
  const place = workplace();
  onTestFinished(() => place.remove());
  place.write("hr.csv", csvOf(people(3)));
  place.write("mapping.yaml", mappingText);
  place.write(
    "job.yaml",
    JSON.stringify({ name: "own", source: { file: "hr.csv", settle: "0s" }, mapping: "mapping.yaml", service: { base_url: "sandbox" } }),
  );
  const run = await place.run(["sync", "job.yaml", "--json"]);
  expect(run.json()).toMatchObject({ status: "completed", counts: { creates: 3, done: 3 } });
  const listed = await place.run(["service", "groups", "list", "--all", "--job", "job.yaml"]);
  const groups = listed.json<{ user_ids: string[] }[]>();
  expect(new Set(groups.flatMap((group) => group.user_ids)).size).toBe(3);
  expect(groups.length).toBeGreaterThan(20);
});
