import { expect, test } from "vitest";
import { utils, write } from "xlsx";
import { listAudit } from "../../src/store/audit/audit.ts";
import { listLinks } from "../../src/store/identities/links.ts";
import { company, people, staff } from "../helpers/company.ts";

interface Imported {
  linked: number;
  would_link: number;
  already_linked: number;
  conflict_count: number;
  conflicts: { row: number; code: string }[];
  source: { file: string; sha256: string };
  people: { from: string; count: number; named: number; without_account: { count: number; first: string[] } } | null;
  accounts: { unknown: { count: number; first: string[] }; in_no_group: { count: number; first: string[] } } | null;
  remarks: string[];
}

const stranger = "0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a";
const columns = ["--key", "key", "--user-id", "account"];

test("before the first run, shows how many people and accounts an import covers, and changes nothing with --dry-run", async () => {
  const c = await company();
  const [one = "", two = "", guest = ""] = ["one", "two", "guest"].map((name) => c.service.addUser({ username: name }, [staff]));
  c.hr(people(4));
  c.place.write("who.csv", `key,account\n0001,${one}\n0002,${two}\n0009,${stranger}\n`);
  const dry = await c.run("identities", "import", "job.yaml", "who.csv", ...columns, "--dry-run", "--json");
  expect(dry.code).toBe(0);
  const shown = dry.json<Imported>();
  expect(shown).toMatchObject({
    linked: 0,
    would_link: 3,
    conflict_count: 0,
    people: { from: "file", count: 4, named: 2, without_account: { count: 2, first: ["0003", "0004"] } },
    accounts: { unknown: { count: 1, first: [guest] }, in_no_group: { count: 1, first: [stranger] } },
    remarks: [],
  });
  expect(await c.look(async ({ db }) => [await listLinks(db, "acme"), await listAudit(db)])).toEqual([[], []]);
  // Without a terminal it continues without asking.
  const real = await c.run("identities", "import", "job.yaml", "who.csv", ...columns, "--reviewer", "Ana");
  expect(real.code).toBe(0);
  expect(real.stdout).toContain("2 people remain without a known account: 0003, 0004.");
  expect(real.stdout).toContain("Linked 3 people.");
  const [entry] = await c.look(({ db }) => listAudit(db));
  expect(entry).toMatchObject({
    actor: "Ana",
    action: "identities_imported",
    detail: { links: 3, conflicts: 0, sha256: shown.source.sha256 },
  });
  expect(JSON.stringify(entry?.detail)).not.toContain(one);
  const check = (await c.run("check", "job.yaml", "--json")).json<{ service: { unknownAccounts: number } }>();
  expect(check.service.unknownAccounts).toBe(1);
}, 120_000);

test("shows every kind of conflict, overwrites nothing, and links all other rows", async () => {
  const c = await company();
  c.hr(people(3));
  await c.sync();
  const linked = await c.look(({ db }) => listLinks(db, "acme"));
  const [first, second] = linked.map((link) => link.user_id);
  const fresh = Array.from({ length: 6 }, (_, i) => `1a1a1a1a-1a1a-4a1a-8a1a-1a1a1a1a1a1${i}`);
  const rows = [
    `0001,${stranger}`,
    `0100,${second}`,
    `0002,${second}`,
    `0200,${fresh[0]}`,
    `0200,${fresh[1]}`,
    `0300,${fresh[2]}`,
    `0301,${fresh[2]}`,
    `,${fresh[3]}`,
    `0400,none`,
    `0500,${fresh[4]}`,
  ];
  c.place.write("who.csv", `key,account\n${rows.join("\n")}\n`);
  const result = await c.run("identities", "import", "job.yaml", "who.csv", ...columns, "--yes", "--json");
  expect(result.code).toBe(1);
  const { linked: n, already_linked: known, conflicts, people: seen } = result.json<Imported>();
  expect([n, known]).toEqual([1, 1]);
  expect(conflicts.map(({ row, code }) => [row, code])).toEqual([
    [2, "key_linked"],
    [3, "account_linked"],
    [5, "key_twice"],
    [6, "key_twice"],
    [7, "account_twice"],
    [8, "account_twice"],
    [9, "missing_key"],
    [10, "invalid_id"],
  ]);
  expect(seen).toMatchObject({ from: "last run", count: 3, without_account: { count: 0, first: [] } });
  const now = await c.look(({ db }) => listLinks(db, "acme"));
  expect(now.map(({ key, user_id: user }) => [key, user])).toEqual([...linked.map((link) => [link.key, link.user_id]), ["0500", fresh[4]]]);
  expect(now[0]?.user_id).toBe(first);
}, 120_000);

test("imports while the service is down, and says that the groups could not be read", async () => {
  const c = await company();
  c.hr(people(2));
  c.place.write("who.csv", `key,account\n0001,${stranger}\n`);
  await c.service.close();
  const result = await c.run("identities", "import", "job.yaml", "who.csv", ...columns, "--json");
  expect(result.code).toBe(0);
  const { linked, accounts, remarks } = result.json<Imported>();
  expect([linked, accounts]).toEqual([1, null]);
  expect(remarks.join()).toContain("The groups could not be read");
}, 120_000);

test("imports a workbook like a CSV file, with keys as text, and suggests the nearest column for a missing one", async () => {
  const c = await company();
  c.hr(people(2));
  const sheet = utils.aoa_to_sheet([
    ["key", "account"],
    ["0001", stranger],
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Accounts");
  c.place.write("who.xlsx", write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
  const result = await c.run("identities", "import", "job.yaml", "who.xlsx", ...columns, "--json");
  expect(result.stderr).not.toContain("defect");
  expect(result.json<Imported>()).toMatchObject({ linked: 1, people: { without_account: { count: 1, first: ["0002"] } } });
  const wrong = await c.run("identities", "import", "job.yaml", "who.xlsx", "--key", "key", "--user-id", "acount");
  expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining("did you mean “account”?")]);
  const half = await c.run("identities", "import", "job.yaml", "who.xlsx", "--key", "key");
  expect([half.code, half.stderr]).toEqual([2, expect.stringContaining("--user-id")]);
}, 120_000);
