import { buffer } from "node:stream/consumers";
import type { Client } from "../../src/learning-service/client.ts";
import type { Download } from "../../src/learning-service/methods.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { someone, uuidOf } from "./helpers.ts";

/** Returns the id in an undocumented answer. */
function idIn(answer: unknown, field = "id"): string {
  const value: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, field) : undefined;
  if (typeof value !== "string") throw new Error(`no ${field} in ${JSON.stringify(answer)}`);
  return value;
}

function first(items: readonly unknown[], field?: string): string {
  return idIn(items[0], field);
}

async function readFully(download: Promise<Download>): Promise<void> {
  const content = await buffer((await download).stream);
  if (content.length === 0) throw new Error("the file is empty");
}

/**
 * Calls every endpoint outside the OAuth area, with bodies that have each of their fields and with bodies that have
 * only those that must be there, and takes away again what it made, but for the users.
 */
export async function walkEverything(client: Client, sandbox: Sandbox): Promise<void> {
  const groups = await client.groups.list({ search: "a" }).all();
  await client.groups.tree();
  const parent = idIn(await client.groups.create({ name: `Walk ${Date.now()}` }));
  const child = idIn(await client.groups.create({ name: "Below", parent_id: parent }));
  await client.groups.update(child, { name: "Further below", parent_id: parent });
  await client.groups.get(parent);

  const userId = await walkUsers(client, [parent, child, first(groups)]);
  await walkContent(client, { userId, groupId: parent });
  await walkReports(client, { userId, groupId: parent });

  await client.groups.delete(child);
  await client.groups.delete(parent);
  if (sandbox.groups().some(({ id }) => id === parent)) throw new Error("the group is still there");
}

async function walkUsers(client: Client, groupIds: readonly string[]): Promise<string> {
  const [subscription] = await client.subscriptions.list({ status: "active" }).all();
  const fields = {
    password: "correct horse battery staple",
    employee_id: "00042",
    external_id: "hr-42",
    city: "Porto",
    company: "Acme",
    custom_fields: [{ id: uuidOf(7), value: "blue" }],
    national_id: "12345678Z",
    phone_number: "+351 910 000 000",
    gender: "f" as const,
    center: "North",
    position: "Analyst",
    department: "Finance",
    date_of_birth: "1990-02-28",
  };
  const created = await client.users.create({
    ...fields,
    username: `walk-${Date.now()}`,
    first_name: "Inês",
    last_name: "Duarte",
    email: "ines.duarte@acme.example",
    group_ids: groupIds,
    subscription_id: subscription?.id,
    auto_license: true,
    notify_on_create: false,
    first_login: true,
  });
  const userId = idIn(created, "user_id");
  await client.users.create({ ...someone, username: `bare-${Date.now()}` });
  await client.users.update(userId, { ...fields, active: true, notify_on_update: false, group_ids: groupIds, last_name: "Prata" });
  await client.users.update(userId, { group_ids: groupIds.slice(0, 2), confirm_group_removal: true });
  return userId;
}

async function walkContent(client: Client, { userId, groupId }: { userId: string; groupId: string }): Promise<void> {
  const category = idIn(await client.categories.create({ name: `Walk ${Date.now()}`, description: "Made by a test." }));
  const below = idIn(await client.categories.create({ name: "Below", parent_id: category }));
  await client.categories.update(below, { name: "Root now", parent_id: null, description: "" });
  await client.categories.list({ search: "walk" }).all();
  await client.categories.tree();
  await client.categories.subtree(category);
  await client.categories.get(category);

  const lessons = [{ name: "First", type: "video", chapter: "One", duration: 600 }];
  const course = idIn(
    await client.courses.create({
      title: "Walk",
      description: "A course.",
      lang: "es",
      course_format: "scorm",
      category_ids: [category],
      lessons,
    }),
  );
  // Only what must be there: the answer shows what the service fills in.
  await client.courses.delete(idIn(await client.courses.create({ title: "Bare" })));
  const read = await client.courses.list({ search: "walk", lang: "es", category_id: category }).all();
  await client.courses.get(first(read));
  await client.courses.update(course, { title: "Walk on" });
  await readFully(client.courses.launchfile(course));
  await client.categories.courses(category).all();
  const provided = (await client.courses.list().all()).find((one) => Reflect.has(Object(one), "content_provider_id"));
  await client.contentProviders.get(idIn(provided, "content_provider_id"), { _limit: "0-20" });

  const path = idIn(await client.learningPaths.create({ title: "Walk", description: "A path.", course_ids: [course] }), "learning_path_id");
  await client.learningPaths.list({ search: "walk" }).all();
  await client.learningPaths.get(path);

  await client.assignments.courses.create({ course_ids: [course], user_ids: [userId], group_ids: [groupId], due_date: "2030-01-31" });
  await client.assignments.courses.list({ course_ids: [course], user_ids: [userId] }).all();
  const access = { access_opens_date: "2026-01-01", access_closes_date: "2030-12-31" };
  await client.assignments.learningPaths.create({ learning_path_ids: [path], user_ids: [userId], to_all: true, ...access });
  await client.assignments.learningPaths.create({ learning_path_ids: [path], group_ids: [groupId] });
  const filters = { course_ids: [course], user_ids: [userId, uuidOf(1)], group_ids: [groupId], learning_path_ids: [path] };
  await client.assignments.learningPaths.list({ learning_path_ids: filters.learning_path_ids }).all();
  await client.groups.assignments.courses(groupId).all();
  await client.groups.assignments.learningPaths(groupId).all();
  await client.users.progress(userId, { progress_status: "all" }).all();
  await client.users.progress(userId).all();

  await client.assignments.courses.delete({ course_ids: [course] });
  await client.assignments.learningPaths.delete({ learning_path_ids: [path], group_ids: [groupId] });
  await client.learningPaths.delete(path);
  await client.courses.delete(course);
  await client.categories.delete(below);
  await client.categories.delete(category);

  await client.skills.search({ query: "data", lang: "en" }).all();
  await client.classes.list({ search: "a" }).all();
  const events = await client.classes.events.list({ from: "2020-01-01", to: "2035-01-01" }).all();
  await client.classes.events.participants(first(events)).all();
}

async function walkReports(client: Client, { userId, groupId }: { userId: string; groupId: string }): Promise<void> {
  const types = await client.reports.types().all();
  const reportType = first(types, "reportType");
  await client.reports.templates.delete(idIn(await client.reports.templates.create({ name: "Bare", reportType })));
  for (const format of ["csv", "json"]) {
    const template = idIn(
      await client.reports.templates.create({
        name: "Walk",
        reportType,
        format,
        lang: "es",
        run_parameters: { user_ids: [userId], group_ids: [groupId], active: true },
        titleFormat: { font: "serif" },
        title_style: { bold: true },
        column_settings: {},
        autoRunSettings: { every: "monday" },
        include_portal_logo: true,
      }),
    );
    await client.reports.templates.list({ search: "walk", lang: "es", id: template, format, report_type: reportType }).all();
    await client.reports.templates.get(template);
    const report = idIn(await client.reports.templates.run(template));
    await client.reports.list({ search: "walk", template_id: template }).all();
    await client.reports.get(report);
    await client.reports.data(report).all();
    await readFully(client.reports.download(report));
    await client.reports.templates.delete(template);
    await client.reports.delete(report);
  }
}

/** The OAuth area, but for the redirect. */
export async function walkTokens(
  client: Client,
  secret: { client_id: string; client_secret: string },
  refreshToken: string,
): Promise<void> {
  await client.oauth2.userinfo();
  const token = idIn(await client.oauth2.token({ grant_type: "client_credentials", ...secret, scope: "all" }), "access_token");
  await client.oauth2.revoke({ token, token_type_hint: "access_token", ...secret });
  await client.oauth2.refresh({ refresh_token: refreshToken });
}
