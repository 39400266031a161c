import { expect, test } from "vitest";
import { asReader } from "../../src/reporting/locales/reader.ts";
import { t } from "../../src/reporting/locales/t.ts";
import { wouldLose } from "../../src/reporting/removals/advice-labels.ts";

const french = { language: "fr", locale: "fr", timeZone: "UTC" } as const;
const german = { language: "de", locale: "de", timeZone: "UTC" } as const;
const nothing = { known: true, items: [], items_known: true, started: 0, unknown: 0, as_of: null };

test("says as a whole sentence that a person would lose no courses", () => {
  expect(asReader(french, () => wouldLose(nothing))).toBe("ne perdrait aucun cours");
  expect(asReader(german, () => wouldLose(nothing))).toBe("würde keine Kurse verlieren");
  expect(wouldLose({ ...nothing, items_known: false })).toBe("impact not known");
});

test("agrees with the number of removals", () => {
  expect([1, 2].map((n) => asReader(french, () => t("review.removed_2", { n })))).toEqual(["1 retiré", "2 retirés"]);
  expect([1, 2].map((n) => asReader(german, () => t("review.being_removed_now", { n })))).toEqual([
    "1 wird gerade entfernt",
    "2 werden gerade entfernt",
  ]);
});

test("does not guess the gender of a person in French", () => {
  expect(asReader(french, () => t("review.name_added_group", { name: "Inês", group: "IT" }))).toMatch(
    /^Inês rejoint de nouveau le groupe IT\./,
  );
  expect(asReader(french, () => t("review.moved", { to: "IT" }))).toBe("A rejoint IT");
});
