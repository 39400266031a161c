import { describe, expect, test } from "vitest";
import { openService } from "./helpers.ts";

async function open(options: Parameters<typeof openService>[0] = {}) {
  const service = await openService(options);
  return { ...service, page: (path: string) => service.fetched(`${service.sandbox.url}${path}`, "GET") };
}

const nasty = `<script>alert("1")</script>&'`;
const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;";

describe("the page of users", () => {
  test("shows fifty at a time, with a way to the next and back", async () => {
    const { page } = await open({ seed: "company" });
    const rows = (text: string) => text.match(/href="\/users\//g)?.length;
    const first = (await page("/")).text;
    expect(rows(first)).toBe(50);
    expect(first).toContain("312 users");
    expect(first).toContain("Page 1 of 7");
    expect(first).toContain('href="/?page=2"');
    const last = (await page("/?page=99")).text;
    expect(rows(last)).toBe(12);
    expect(last).toContain("Page 7 of 7");
    expect(last).not.toContain("Next");
  });

  test("finds by name, e-mail address and employee id, without regard to case and accents, and keeps the search on the next page", async () => {
    const { page } = await open({ seed: "company" });
    expect((await page("/?q=RENEE+maes")).text).toContain("1 user with");
    expect((await page("/?q=00138")).text).toContain("1 user with");
    expect((await page("/?q=acme.example")).text).toContain("/?q=acme.example&amp;page=2");
    expect((await page("/?q=nobody-at-all")).text).toContain("0 users");
  });
});

test("a user's page shows fields, groups, licence, courses and learning paths", async () => {
  const { page, sandbox, ask, groupId } = await open({ seed: "company" });
  const user = sandbox.users().at(-1);
  await ask("PUT", `/users/${user?.user_id}`, { body: { user_id: user?.user_id, city: "Évora" } });
  const course = (await ask("GET", "/courses?_limit=1")).json<{ id: string; title: string }[]>()[0];
  await ask("POST", "/assignments/courses", { body: { course_ids: [course?.id], user_ids: [user?.user_id] } });
  const { text } = await page(`/users/${user?.user_id.toUpperCase()}`);
  for (const shown of ["Évora", "All courses", "HR/All staff", `/groups/${groupId("HR/All staff")}`, course?.title])
    expect(text).toContain(shown);
  expect((await page("/users/nobody")).status).toBe(404);
});

test("the groups are a tree with the number of members, and a group shows who is in it", async () => {
  const { page, groupId } = await open({ seed: "company" });
  const tree = (await page("/groups")).text;
  expect(tree).toMatch(/Departments[\s\S]*<ul>[\s\S]*Sales EMEA/);
  expect(tree).toContain("302 members");
  const group = (await page(`/groups/${groupId("HR/All staff")}?page=7`)).text;
  expect(group).toContain("<bdi>HR</bdi>");
  expect(group.match(/href="\/users\//g)).toHaveLength(2);
  expect((await page("/groups/none")).status).toBe(404);
});

test("the last requests are on a page, newest first, and so is drift", async () => {
  const { page, ask, sandbox } = await open({ drift: { everyRequests: 2, groups: ["Board"] } });
  await ask("GET", "/courses");
  await ask("POST", "/users", { body: { username: "x", password: "pw-1" } });
  sandbox.failNext({ reset: true });
  await ask("GET", "/skills/none").catch(() => null);
  const { text } = await page("/requests");
  expect(text.indexOf("/skills/none")).toBeLessThan(text.indexOf("/integration/v1/users"));
  expect(text.indexOf("/integration/v1/users")).toBeLessThan(text.indexOf("/integration/v1/courses"));
  expect(text).toContain("no answer");
  expect(text).toContain("412");
  expect(text).toContain("Memberships changed by drift");
  expect(text).not.toContain("pw-1");
});

describe("every page", () => {
  test("shows names as text, regardless of their content", async () => {
    const { page, sandbox, ask } = await open();
    const user = sandbox.addUser({ username: nasty, first_name: nasty, last_name: "B", email: nasty, odd: [nasty] });
    const group = sandbox.addGroup(nasty.replaceAll("/", "|"));
    sandbox.addMember(group, user);
    await ask("GET", `/groups?search=${nasty}`);
    for (const path of ["/", `/?q=${encodeURIComponent(nasty)}`, `/users/${user}`, "/groups", `/groups/${group}`, "/requests"]) {
      const { text } = await page(path);
      expect(text, `for ${path}`).not.toContain("<script");
      if (path !== "/requests") expect(text, `for ${path}`).toContain(path.startsWith("/groups") ? escaped.replaceAll("/", "|") : escaped);
    }
  });

  test("may run nothing and load nothing, and names no token and no secret", async () => {
    const { page, sandbox, access } = await open();
    const user = sandbox.users()[0]?.user_id;
    for (const path of ["/", "/groups", "/requests", `/users/${user}`, `/groups/${sandbox.groups()[0]?.id}`, "/users/none"]) {
      const { text, headers } = await page(path);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; style-src 'unsafe-inline'");
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(text.match(/<h1>/g), `for ${path}`).toHaveLength(1);
      expect(text).toContain('<html lang="en">');
      expect(text).toContain('href="/openapi.yaml"');
      for (const secret of [access, sandbox.refreshToken, "sandbox-secret"]) expect(text).not.toContain(secret);
    }
  });
});
