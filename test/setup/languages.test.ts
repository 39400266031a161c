import { expect, test } from "vitest";
import { z } from "zod";
import { normalize } from "../../src/setup/languages/fold.ts";
import { COLUMN_ROLES, groupNames, LANGUAGES } from "../../src/setup/languages/words.ts";

const words = z.array(z.string().trim().min(1));
const names = z.strictObject({ sure: words, perhaps: words.optional() });
const group = z.string().regex(/^[^/{}*]+$/);
const language = z.strictObject({
  tag: z.string().length(2),
  name: z.string().min(1),
  columns: z.partialRecord(z.enum(COLUMN_ROLES), names),
  halfName: z.strictObject({ word: z.string(), is: z.enum(["first_name", "last_name"]) }).optional(),
  status: z.strictObject({ works: words, away: words, left: words }),
  gender: z.strictObject({
    female: words,
    male: words,
    neither: words,
    letters: z.array(z.tuple([z.string().length(1), z.string().length(1)])).optional(),
  }),
  yes: words,
  no: words,
  groups: z.strictObject({ everyone: group, departments: group, sites: group, managers: group, teams: group }).optional(),
});

test.for(LANGUAGES)("the words of $name fit the schema, and each is in one list", (file) => {
  language.parse(file);
  const lists = [
    ...Object.values(file.columns).map(({ sure, perhaps = [] }) => [...sure, ...perhaps]),
    Object.values(file.status).flat(),
    [...file.gender.female, ...file.gender.male, ...file.gender.neither],
    [...file.yes, ...file.no],
  ].map((list) => list.map((word) => normalize(word)));
  for (const list of lists) expect(list).not.toContain("");
  for (const list of lists.slice(-3)) expect(list).toEqual([...new Set(list)]);
  expect(file.yes).toHaveLength(file.no.length);
});

test("groups have names in the languages of the console, and English ones otherwise", () => {
  const all = ["en", "de", "es", "fr"].map((tag) => groupNames(tag).everyone);
  expect(new Set(all).size).toBe(4);
  expect(groupNames("nl")).toEqual(groupNames("en"));
});
