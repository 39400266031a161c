import { expect, test } from "vitest";
import { company, mappingText, type Company } from "../helpers/company.ts";
import { check } from "../helpers/check.ts";

const mapping = mappingText
  .replace("username: { column: Email, transform: lower }", "username: First")
  .replace("email: { column: Email, transform: lower }", "email: { column: Email, transform: lower, shared: allow }")
  .replace("last_name: Last", "last_name: Last\n  position: First")
  .replace("first_name: First", "first_name: Department");
const shop = "shop@acme.example";

/** Login, given name and family name; the login is the username, and all have the address of the shop. */
type Line = [id: string, login: string, given: string, last: string, mail?: string];

function hr(c: Company, lines: readonly Line[]): void {
  c.hr(lines.map(([id, first, dept, last, mail = shop]) => ({ id, first, last, dept, mail })));
}

const ana: Line = ["0001", "ana1", "Ana", "Sol"];
const bo: Line = ["0002", "bo2", "Bo", "Lind"];

async function shared(lines: readonly Line[]): Promise<Company> {
  const c = await company({ mapping: mapping.replace(/groups:\n[\s\S]*/, "") });
  hr(c, lines);
  return c;
}

test("I2: people with one address get accounts, except two rows of one name, in check and in plan", async () => {
  const c = await shared([ana, bo, ["0003", "cy3", "Cy", "Moon"], ["0004", "cy4", " cy ", "MOON"], ["0005", "dee5", "Dee", "Moon"]]);
  const checked = await check(c);
  const night = await c.sync();
  for (const { counts } of [checked, night]) expect(counts).toMatchObject({ rejected: 2, creates: 3 });
  for (const { rejects } of [checked, night])
    expect(rejects.map(({ row, code, message }) => [row, code, message])).toEqual(
      [4, 5].map((row) => [
        row,
        "shared_email",
        "Rows 4, 5 have the same e-mail address and the same name under different keys: none of them is used.",
      ]),
    );
  expect(c.service.users().map((user) => [user.username, user.fields["email"]])).toEqual(
    [ana, bo, ["", "dee5"]].map(([, login]) => [login, shop]),
  );
  expect((await c.sync()).counts).toMatchObject({ rejected: 2, unchanged: 3, creates: 0 });
}, 120_000);

test("I2: a joiner with the address of others is a possible duplicate only with a name of theirs", async () => {
  const c = await shared([ana, bo]);
  await c.sync();
  hr(c, [ana, bo, ["0003", "cy3", "Cy", "Moon"], ["0009", "ana9", "Ana", "Sol"], ["0010", "bo10", "Bo", "Married"]]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ creates: 1, held: 2, rejected: 0 });
  expect(c.operations(night.run).flatMap(({ key, status, code }) => (status === "held" ? [[key, code]] : []))).toEqual([
    ["0009", "same_person"],
    ["0010", "same_person"],
  ]);
  expect(c.service.users()).toHaveLength(3);
}, 120_000);

test("I2: a rehire under a new key is found among more accounts with one address than are compared", async () => {
  const many = Array.from({ length: 25 }, (_, i): Line => [`1${i + 100}`, `login${i}`, `Given${i}`, `Family${i}`]);
  const c = await shared(many);
  expect((await c.sync()).counts).toMatchObject({ creates: 25, rejected: 0 });
  hr(c, [...many.slice(1), ["2000", "new0", "GIVEN0", "family0"], ["2001", "new1", "Given0", "Other"]]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ creates: 1, held: 1 });
  expect(c.operations(night.run).find(({ code }) => code === "same_person")?.key).toBe("2000");
}, 120_000);

test("I2: a shared address does not show that a key still belongs to the same person", async () => {
  const c = await shared([ana, bo]);
  await c.sync();
  hr(c, [["0001", "zed1", "Zed", "Quark"], bo]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ held: 1, updates: 0 });
  expect(c.operations(night.run)[0]).toMatchObject({ key: "0001", code: "another_person" });
}, 120_000);

test("check names the setting where many people share an address, and what else they need", async () => {
  const lines = Array.from({ length: 5 }, (_, i): Line => [`000${i}`, `login${i}`, `Given${i}`, `Family${i}`]);
  const c = await company({ mapping: mapping.replace(", shared: allow", "") });
  hr(c, lines);
  const noteOf = async () => (await check(c)).notes.find(({ code }) => code === "shared_addresses");
  expect(await noteOf()).toMatchObject({ column: "Email", rows: 5 });
  expect((await noteOf())?.message).toBe(
    '5 rows share an e-mail address with another key, so none of them is used. If these people really share it, set `user.email: { column: "Email", shared: allow }` in the mapping.',
  );
  c.place.write("mapping.yaml", mappingText);
  expect((await noteOf())?.message).toContain("use another column for the username, and set");
  c.place.write("mapping.yaml", mapping);
  expect(await noteOf()).toBeUndefined();
  hr(c, lines.slice(0, 2));
  c.place.write("mapping.yaml", mapping.replace(", shared: allow", ""));
  expect(await noteOf()).toBeUndefined();
}, 120_000);
