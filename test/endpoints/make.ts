import { expect } from "vitest";
import { readCreatedId } from "../../src/learning-service/created.ts";
import type { Place } from "./place.ts";

/** A new user with what a create needs; answers the id. */
export async function newUser({ client, unique }: Place, more: Partial<Parameters<typeof client.users.create>[0]> = {}): Promise<string> {
  const username = unique("user").replace(" ", ".");
  const id = readCreatedId(
    await client.users.create({ username, first_name: "New", last_name: "User", email: `${username}@acme.example`, ...more }),
    null,
  );
  if (id === null) throw new Error("the create answer has no id");
  return id;
}

export async function newGroup({ client, unique }: Place, parent_id?: string): Promise<string> {
  const { id } = await client.groups.create({ name: unique("Group"), parent_id });
  return id ?? "";
}

export async function newCategory({ client, unique }: Place, parent_id?: string): Promise<string> {
  return (await client.categories.create({ name: unique("Category"), parent_id })).id;
}

/** A course with two lessons of ten minutes. */
export async function newCourse(
  { client, unique }: Place,
  more: Partial<Parameters<typeof client.courses.create>[0]> = {},
): Promise<string> {
  const lessons = ["First", "Second"].map((name) => ({ name, type: "video" as const, duration: 600 }));
  return (await client.courses.create({ title: unique("Course"), lessons, ...more })).id;
}

export async function newPath({ client, unique }: Place, course_ids: readonly string[] = []): Promise<string> {
  return (await client.learningPaths.create({ title: unique("Path"), course_ids: [...course_ids] })).learning_path_id;
}

/** What a report of the users, made at this moment, says of one: the only way in which the interface shows a user's fields. */
export async function reportOf(place: Place, userId: string): Promise<Record<string, unknown>> {
  const { client, unique } = place;
  const template = await client.reports.templates.create({
    name: unique("Report"),
    reportType: "users",
    run_parameters: { user_ids: [userId] },
  });
  const { id } = await client.reports.templates.run(template.id);
  const [row] = await client.reports.data(id).all();
  if (row === undefined) throw new Error("the report has no such user");
  return row;
}

/** The ids of the groups that hold a user, as the list of groups says it. */
export async function membershipsOf({ client }: Place, userId: string): Promise<string[]> {
  const groups = await client.groups.list().all();
  return groups.filter(({ user_ids }) => user_ids?.includes(userId)).map(({ id }) => id ?? "");
}

/** Expects a list parameter to mean the same in each way in which a list can stand in a query. */
export async function meansTheSame({ send }: Place, path: string, name: string, values: readonly [string, string]): Promise<void> {
  const spellings: [string, string][][] = [
    values.map((value) => [name, value]),
    values.map((value) => [`${name}[]`, value]),
    [[name, values.join(",")]],
  ];
  const answers = await Promise.all(spellings.map((query) => send("GET", path, { query })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[0]?.body).not.toEqual([]);
  for (const { text } of answers) expect(text).toBe(answers[0]?.text);
}
