import { expect, test } from "vitest";
import { beginLife } from "./life.ts";

const groups = ["HR/All staff", "HR/Departments/Sales", "HR/Departments/IT"];

test("usernames: made from names, and never given twice", async () => {
  const life = await beginLife("usernames", groups);
  const first = await life.night();
  expect(first).toMatchObject({ code: 1, counts: { creates: 5, done: 5, rejected: 1, unchanged: 1, held: 0 } });
  // No letter of this name can be written in ASCII: HR adds a preferred name.
  expect(first.rejects).toMatchObject([
    {
      row: 7,
      column: "First Name",
      code: "missing_value",
      message: "username is required: the pattern “{first}.{last}” gives no letter or digit",
    },
  ]);
  const accounts = await life.accounts();
  const shown = [...accounts].map(([key, { fields }]) => [key, fields["username"], fields["email"], fields["position"], fields["center"]]);
  expect(shown.toSorted()).toEqual([
    ["00101", "anna.mueller", "00101@noemail.acme.example", "Head of Sales", "HAM"],
    ["00102", "iuliia.shcherbakova", "julia@acme.example", "Developer", "MAD"],
    ["00103", "a.mueller", "00103@noemail.acme.example", "Developer", "MAD"],
    ["00104", "anna.mueller2", "anna.mueller@acme.example", "Account manager", "HAM"],
    // It is not known whether the person is a manager.
    ["00105", "pepe.oneillgarcia", "00105@noemail.acme.example", undefined, "MAD"],
  ]);
  expect(first.remarks).toContain("undecided_value of Manager");

  const next = life.first
    .toString("utf8")
    .replace("00106,李,,伟", "00106,李,Wei,Li")
    .replace("00104,Anna,,Müller", "00104,Anna,,Schmidt")
    .replace("00105,José,Pepe,O'Neill-García,,IT,Administrator,,", "00105,José,Pepe,O'Neill-García,,IT,Administrator,No,");
  life.bring("2026-11-21", `${next}00100,Anna,,Müller,,IT,Developer,No,MAD,Active\n`);
  const second = await life.night();
  expect(second).toMatchObject({ code: 0, counts: { creates: 2, updates: 2, done: 4, rejected: 0 } });
  const later = await life.accounts();
  expect(["00100", "00104", "00106"].map((key) => later.get(key)?.fields["username"])).toEqual([
    "anna.mueller3",
    "anna.mueller2",
    "wei.li",
  ]);
  expect(later.get("00105")?.fields["position"]).toBe("Administrator");
});
