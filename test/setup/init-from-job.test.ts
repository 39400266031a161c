import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";
import { standIn } from "../stand-ins/server.ts";

const person = (n: number): Record<string, unknown> => ({
  "Employee ID": `000${n}`,
  "First Name": "Ana",
  "Last Name": `Berg${n}`,
  Email: `p${n}@example.com`,
  Department: n % 2 === 0 ? "IT" : "Sales",
  Status: n === 3 ? "Terminated" : "Active",
});

test("init --from writes the mapping of a job from a live answer, and keeps no copy of it", async () => {
  const hr = await standIn(() => ({ body: { data: [1, 2, 3, 4, 5].map(person) } }));
  const c = await company();
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people`, private_network: true, rows: "/data" } } });
  const before = c.place.read("job.yaml");
  const taken = await c.place.run(["init", "--from", "job.yaml", "--yes", "--key", "Employee ID"]);
  expect(taken).toMatchObject({ code: 2 });
  expect(taken.stderr).toContain("mapping.yaml already exists. Nothing was written.");
  const made = await c.place.run(["init", "--from", "job.yaml", "--yes", "--force", "--key", "Employee ID"]);
  expect(made.stderr).toBe("");
  expect(made.stdout).toContain("Wrote mapping.yaml");
  expect(made.stdout).toContain("from 5 rows");
  expect(c.place.read("job.yaml")).toBe(before);
  expect(c.place.read("mapping.yaml")).toMatch(/^key: Employee ID/m);
  expect((await c.sync()).counts).toMatchObject({ creates: 4 });
});

const made = fileURLToPath(new URL("../fixtures/pgp/", import.meta.url));
const answers = ["--yes", "--use", "first_name=First", "--use", "last_name=Last"];
const copies = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("rollcall-init-"));

test("init reads a packed sample, and the job names the packed file", async () => {
  const c = await company();
  const rows = readFileSync(join(made, "people.csv"));
  for (const [name, packed] of [
    ["staff.csv.gz", gzipSync(rows)],
    ["team.zip", zipSync({ "inner.csv": rows, "__MACOSX/inner.csv": strToU8("x") })],
  ] as const) {
    writeFileSync(join(c.place.dir, name), packed);
    const job = name.slice(0, name.indexOf("."));
    const { code, stderr } = await c.place.run(["init", name, ...answers]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(c.place.read(`jobs/${job}.yaml`)).toContain(`file: ../${name} `);
    expect((await c.place.run(["plan", job, "--json"])).json()).toMatchObject({ counts: { creates: 2 } });
  }
  writeFileSync(join(c.place.dir, "two.zip"), zipSync({ "a.csv": rows, "b.csv": rows }));
  const { code, stderr } = await c.place.run(["init", "two.zip", ...answers]);
  expect([code, stderr]).toEqual([4, expect.stringContaining("two.zip: the ZIP archive contains 2 files")]);
  expect(copies()).toEqual([]);
});

test("init --from decrypts the file of a job with its keys", async () => {
  const c = await company();
  for (const name of ["ours.key.asc", "plain.csv.pgp", "for-other.csv.pgp"]) copyFileSync(join(made, name), join(c.place.dir, name));
  const pgp = { private_key: "ours.key.asc", passphrase: "open sesame" };
  c.job({ source: { file: "for-other.csv.pgp", pgp } });
  expect(await c.place.run(["init", "--from", "job.yaml", "--force", ...answers])).toMatchObject({ code: 4 });
  c.job({ source: { file: "plain.csv.pgp", pgp } });
  const { code, stderr } = await c.place.run(["init", "--from", "job.yaml", "--force", ...answers]);
  expect([code, stderr]).toEqual([0, ""]);
  expect((await c.sync()).counts).toMatchObject({ creates: 2 });
  expect(copies()).toEqual([]);
});

test("init --from refuses a job with a file, and a file beside it", async () => {
  const c = await company();
  c.hr([{ id: "0001" }]);
  expect((await c.place.run(["init", "--from", "job.yaml"])).stderr).toContain(
    "The job job.yaml has no `source.http`, and its file is neither packed nor on a server. Nothing was written.",
  );
  expect((await c.place.run(["init", "hr.csv", "--from", "job.yaml"])).stderr).toContain("--from can't be used with FILE");
  expect((await c.place.run(["init"])).stderr).toContain("init needs the name of a file, or --from JOB. Nothing was written.");
});
