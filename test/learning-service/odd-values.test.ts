import { describe, expect, test } from "vitest";
import { readDateTime } from "../../src/learning-service/contract/date-time.ts";
import { dateTime } from "../../src/learning-service/contract/values.ts";
import { answer, clientOf, problemOf, uuidOf } from "./helpers.ts";
import { recorder } from "./recorder.ts";

const id = uuidOf(1);

describe("a timestamp of ISO 8601", () => {
  test.for<[string, string]>([
    ["2026-02-28T10:00:00Z", "2026-02-28T10:00:00.000Z"],
    ["2026-02-28T10:00Z", "2026-02-28T10:00:00.000Z"],
    ["2026-02-28T10Z", "2026-02-28T10:00:00.000Z"],
    ["2026-02-28T10:00:00", "2026-02-28T10:00:00.000Z"],
    ["2026-02-28T10:00:00.123456+02:00", "2026-02-28T08:00:00.123Z"],
    ["2026-02-28T10:00:00,5Z", "2026-02-28T10:00:00.500Z"],
    ["2026-02-28T10:00:00+01", "2026-02-28T09:00:00.000Z"],
    ["2026-02-28T10:00:00+0100", "2026-02-28T09:00:00.000Z"],
    ["2026-02-28T10:00-0330", "2026-02-28T13:30:00.000Z"],
    ["20260228T100000Z", "2026-02-28T10:00:00.000Z"],
    ["20260228T1000+01", "2026-02-28T09:00:00.000Z"],
    ["2024-02-29T24:00:00Z", "2024-03-01T00:00:00.000Z"],
  ])("%s is valid and means %s", ([text, meaning]) => {
    expect(dateTime.safeParse(text).success).toBe(true);
    expect(new Date(readDateTime(text)?.ms ?? 0).toISOString()).toBe(meaning);
  });

  test.for([
    "",
    "2026-02-28",
    "2026-02-30T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-02-28T25:00:00Z",
    "2026-02-28T10:61:00Z",
    "2026-0228T10:00:00Z",
    "2026-02-28T10:0000Z",
    "2026-02-28T10:00:00+24:00",
    "2026-02-28 10:00:00",
    "28.02.2026T10:00",
    "yesterday",
  ])("is not %j", (text) => {
    expect(dateTime.safeParse(text).success).toBe(false);
  });
});

describe("a page of a list is read in spite of one odd value, which is passed on unchanged", () => {
  const lists = {
    subscriptions: (client: ReturnType<typeof clientOf>) => client.subscriptions.list().all(),
    skills: (client: ReturnType<typeof clientOf>) => client.skills.search({ query: "s" }).all(),
    assignments: (client: ReturnType<typeof clientOf>) => client.assignments.learningPaths.list().all(),
    progress: (client: ReturnType<typeof clientOf>) => client.users.progress(id).all(),
  };
  const progress = {
    assignmentId: "a",
    accountId: "a",
    studentId: "s",
    assignedDate: "2026-01-01",
    courseId: "c",
    ownerCourseId: "c",
    progress: 33,
    startDate: "",
    progressStatus: "viewed",
    title: "t",
    courseFormat: "f",
    totalDuration: "1",
  };

  test.for<[list: keyof typeof lists, odd: Record<string, unknown>, whole: Record<string, unknown>]>([
    ["subscriptions", { end_date: "" }, { id }],
    ["subscriptions", { start_date: "31.12.2026", unassigned_licenses: 2.5 }, { id }],
    ["subscriptions", { start_date: "2026-02-30", end_date: "2026-02-28T10:00Z" }, { id }],
    ["skills", { Record_Creation_Date: "20260228T1000+01" }, { id, title: "t" }],
    ["skills", { Record_Creation_Date: "0000-00-00 00:00:00" }, { id, title: "t" }],
    ["assignments", { progress: 33.3 }, {}],
    ["assignments", { progress: 100.1, assigned_date: "", access_closes_date: "never" }, {}],
    ["progress", { progress: 33.3 }, progress],
    ["progress", { progressStatus: "abandoned" }, progress],
  ])("%s with %j", async ([list, odd, whole]) => {
    const good = { ...whole, title: "good" };
    const { url } = await recorder((_seen, response) => answer(response, 200, { response: [good, { ...whole, ...odd }] }));
    expect(await lists[list](clientOf(url))).toEqual([good, { ...whole, ...odd }]);
  });

  test.for<[keyof typeof lists, unknown]>([
    ["subscriptions", [{ id, end_date: 20261231 }]],
    ["subscriptions", [{ id: "no uuid" }]],
    ["assignments", [{ progress: "33" }]],
    ["progress", [{ ...progress, progressStatus: 1 }]],
  ])("but not %s with a value of another type: %j", async ([list, body]) => {
    const { url } = await recorder((_seen, response) => answer(response, 200, body));
    expect(await problemOf(lists[list](clientOf(url)))).toMatchObject({ code: "answer_unreadable" });
  });
});

test("a content provider is one object, although its purpose says list; a list is no answer", async () => {
  const provider = { id, account_id: id, code: "c", name: "n", Record_Creation_Date: "soon" };
  const one = await recorder((_seen, response) => answer(response, 200, provider));
  expect(await clientOf(one.url).contentProviders.get(id)).toEqual(provider);
  const several = await recorder((_seen, response) => answer(response, 200, [provider]));
  expect(await problemOf(clientOf(several.url).contentProviders.get(id))).toMatchObject({ code: "answer_unreadable" });
});
