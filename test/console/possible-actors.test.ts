import { expect, onTestFinished, test } from "vitest";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import type { Role } from "../../src/actions/access/rights.ts";
import { listApprovals } from "../../src/store/review/decisions.ts";
import { insertUserAccess } from "../../src/store/console/users.ts";
import { readAccess } from "../../src/review/possible-actors.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { until } from "../helpers/company.ts";
import { csrfIn } from "../helpers/console.ts";
import { openIdProvider, type OpenIdProvider } from "../helpers/openid-provider.ts";
import { browser, consoleFor, type Console, type Signed } from "./helpers.ts";

type Browser = Omit<Signed, "name" | "password">;
interface Answer {
  done: unknown[];
  waiting: { id: string; why: string }[];
  refused: { id: string; why: string }[];
}

const PASSWORD = "correct horse battery staple";
const sales = "HR/Departments/Sales";

/** A console in whose job more than three removals of one cause need two people. */
async function place(policy: Record<string, unknown> = { approval: { two_above: 3 } }, env: Record<string, string> = {}) {
  const started = await consoleFor({ policy, env });
  const here = { ...started, admin: await started.signIn("viewer", "oidc") };
  onTestFinished(() => here.close());
  const renamed = async (): Promise<CauseLine> => {
    const { causes } = await here.admin.json<{ causes: CauseLine[] }>("/review");
    const found = causes.find(({ kind }) => kind === "renamed");
    if (found === undefined) throw new Error("nothing of this kind is pending");
    return found;
  };
  const form = async () => {
    const { id, evidence } = await renamed();
    return { scope: "all", cause: `${id}@${evidence}`, verdict: "approved", reason: "Renamed" };
  };
  const api = async <T>(token: string, path: string, body: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${here.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as T;
  };
  const self = {
    ...here,
    renamed,
    api,
    /** Approves the whole cause with a token, through the API. */
    approveWith: async (token: string) => api<Answer>(token, "/review/decide", await form()),
    /** The same in a browser; what the next page says. */
    approveIn: async (who: Browser) => (await who.get((await who.post("/review/decide", await form())).location ?? "")).text,
    /** A token that someone makes in a browser. */
    makeToken: async (who: Browser, name: string, role: Role = "operator") => {
      const { text } = await who.post("/tokens/create", { name, role, days: "1" });
      return /rollcall_[\w-]{43}/.exec(text)?.[0] ?? "";
    },
    /** Adds a user in a browser, and signs in as that user. */
    addAndSignIn: async (who: Browser, name: string, role: Role): Promise<Browser> => {
      const added = await who.post("/users/add", { name, display: name, role, password: PASSWORD });
      expect([added.status, added.location]).toEqual([303, "/users"]);
      return signInAs(here, name, PASSWORD);
    },
    removals: (): Promise<Removal[]> => listRemovals(here.state.db, {}),
    /** Nothing was approved, and no confirmed request has left. */
    expectNothingRemoved: async () => {
      const removals = await listRemovals(here.state.db, {});
      expect(removals.filter(({ status }) => status === "approved" || status === "applied")).toEqual([]);
      expect(confirmed(here)).toBe(0);
      expect(membersOf(here, sales)).toBe(6);
    },
    /** The cause was approved, and its memberships are gone. */
    expectRemoved: async () => {
      await until(() => membersOf(here, sales) === 0);
      expect(confirmed(here)).toBe(6);
    },
  };
  return self;
}

const confirmed = ({ sandbox }: Pick<Console, "sandbox">): number =>
  sandbox.requests().filter(({ body }) => Reflect.get(Object(body), "confirm_group_removal") === true).length;
const membersOf = ({ sandbox }: Pick<Console, "sandbox">, group: string): number =>
  sandbox.users().filter(({ groups }) => groups.includes(group)).length;

/** Signs in on the page, with name and password. */
async function signInAs({ url }: Pick<Console, "url">, name: string, password: string): Promise<Browser> {
  const page = await fetch(`${url}/sign-in`);
  const form = page.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const answer = await fetch(`${url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: form.join("; "), origin: url },
    body: new URLSearchParams({ csrf: csrfIn(await page.text()), name, password }),
  });
  expect(answer.status).toBe(303);
  return browser(url, sessionIn(answer));
}

/** Signs in through the identity provider. */
async function signInBy(provider: OpenIdProvider, { url }: Pick<Console, "url">, name: string, group: string): Promise<Browser> {
  provider.person = { sub: `sub-${name}`, groups: [group], preferred_username: name, name };
  const started = await fetch(`${url}/oidc/start`, { redirect: "manual" });
  const cookie = started.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  const back = await provider.signIn(started.headers.get("location") ?? "");
  const answer = await fetch(back, { redirect: "manual", headers: { cookie: cookie.join("; ") } });
  expect(answer.status).toBe(303);
  return browser(url, sessionIn(answer));
}

function sessionIn(answer: Response): string {
  const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  return cookies.find((cookie) => /session/.test(cookie)) ?? "";
}

async function withProvider(policy?: Record<string, unknown>) {
  const provider = await openIdProvider();
  onTestFinished(() => provider.close());
  const here = await place(policy, {
    ROLLCALL_OIDC_ISSUER: provider.issuer,
    ROLLCALL_OIDC_CLIENT_ID: provider.clientId,
    ROLLCALL_OIDC_CLIENT_SECRET: provider.clientSecret,
    ROLLCALL_OIDC_ROLES: "reviewers=reviewer,operators=operator,it=admin",
  });
  return { ...here, enter: (name: string, group = "reviewers") => signInBy(provider, here, name, group) };
}

test("I1: two tokens that one administrator made are one person", async () => {
  const here = await place();
  const admin = await here.signIn("admin", "oidc");
  const [alpha, beta] = [await here.makeToken(admin, "alpha"), await here.makeToken(admin, "beta")];
  expect((await here.approveWith(alpha)).waiting).toHaveLength(6);
  const second = await here.approveWith(beta);
  expect([second.done, second.waiting.length]).toEqual([[], 6]);
  expect(second.waiting[0]?.why).toContain(
    `alpha has already approved this removal. The approvals of alpha and beta count as one, because ${admin.name} may be behind both`,
  );
  await here.expectNothingRemoved();
  // Someone else makes it two, and is named to those who ask.
  const other = await here.signIn("reviewer", "oidc");
  const again = await here.approveWith(beta);
  expect(again.refused[0]?.why).toContain(`These users can approve: ${other.name}.`);
  expect(await here.approveIn(other)).toContain("6 memberships will be removed.");
  await here.expectRemoved();
});

test("I1: an administrator and a token of that administrator are one person", async () => {
  const here = await place();
  const admin = await here.signIn("admin", "oidc");
  expect(await here.approveIn(admin)).toContain("Another reviewer is needed");
  const second = await here.approveWith(await here.makeToken(admin, "machine"));
  expect([second.done, second.waiting[0]?.why]).toEqual([[], expect.stringContaining("count as one")]);
  await here.expectNothingRemoved();
  const page = (await admin.get(`/review/causes/${(await here.renamed()).id}`)).text;
  expect(page).toContain(`machine (possibly also ${admin.name})`);
  const shown = (await admin.get(`/review/removals/${second.waiting[0]?.id ?? ""}`)).text;
  expect(shown).toContain(`possibly also ${admin.name}`);
});

test("I1: an administrator and a user whom that administrator added are one person, also after a new password", async () => {
  const here = await place();
  const admin = await here.signIn("admin", "oidc");
  expect(await here.approveIn(admin)).toContain("Another reviewer is needed");
  const ben = await here.addAndSignIn(admin, "ben", "reviewer");
  const page = await here.approveIn(ben);
  expect(page).toContain("Another reviewer is needed");
  expect(page).toContain(`${admin.name} may be behind both`);
  // One's own password takes nobody out.
  const changed = await ben.post("/account/password", { current: PASSWORD, password: "another horse battery staple" });
  expect(changed.location).toBe("/account");
  expect(await here.approveIn(await signInAs(here, "ben", "another horse battery staple"))).toContain("has already approved this removal");
  await here.expectNothingRemoved();
  const { users } = await admin.json<{ users: { name: string; created_by: string; password_set_by: string[] }[] }>("/users");
  expect(users.find(({ name }) => name === "ben")).toMatchObject({ created_by: admin.name, password_set_by: [admin.name, "ben"] });
});

test("I1: the people behind a user are found through any number of users", async () => {
  const here = await place();
  const admin = await here.signIn("admin", "oidc");
  const bea = await here.addAndSignIn(admin, "bea", "admin");
  const carl = await here.addAndSignIn(bea, "carl", "reviewer");
  expect(await here.approveIn(admin)).toContain("Another reviewer is needed");
  expect(await here.approveIn(carl)).toContain("Another reviewer is needed");
  // Bea's token is bea's, and so the administrator's.
  expect((await here.approveWith(await here.makeToken(bea, "night"))).done).toEqual([]);
  await here.expectNothingRemoved();
});

test("I1: everybody who ever set a password or a role may be behind the user", async () => {
  const here = await place();
  const [one, two] = [await here.signIn("admin", "oidc"), await here.signIn("admin", "oidc")];
  const dan = await here.addAndSignIn(one, "dan", "viewer");
  await here.addAndSignIn(one, "eli", "reviewer");
  expect((await two.post("/users/role", { name: "dan", role: "reviewer" })).status).toBe(303);
  expect((await two.post("/users/password", { name: "eli", password: PASSWORD })).status).toBe(303);
  const eli = await signInAs(here, "eli", PASSWORD);
  expect(await here.approveIn(two)).toContain("Another reviewer is needed");
  expect(await here.approveIn(dan)).toContain(`${two.name} may be behind both`);
  expect(await here.approveIn(eli)).toContain(`${two.name} may be behind both`);
  await here.expectNothingRemoved();
});

test("I1: with four eyes, a token cannot approve what another token of the same administrator has found", async () => {
  const here = await place({ approval: { four_eyes: true } });
  const admin = await here.signIn("admin", "oidc");
  const [alpha, beta] = [await here.makeToken(admin, "alpha"), await here.makeToken(admin, "beta")];
  here.hr(here.employees.map((employee) => (employee.department === "Legal" ? { ...employee, department: "IT" } : employee)));
  const { run } = await here.api<{ run: string }>(alpha, "/jobs/nightly/run", {});
  const status = async () => (await here.state.db.selectFrom("run").select("status").where("id", "=", run).executeTakeFirst())?.status;
  await expect.poll(status, { timeout: 20_000 }).toBe("completed");
  const found = (await here.removals()).filter(({ first_run: first }) => first === run);
  expect(found.length).toBeGreaterThan(0);
  const body = { removals: found.map(({ id, evidence_digest: evidence }) => `${id}@${evidence}`), verdict: "approved", reason: "Moved" };
  const { done, waiting } = await here.api<Answer>(beta, "/review/decide", body);
  expect([done, waiting.length]).toEqual([[], found.length]);
  expect(waiting[0]?.why).toContain(`alpha started the run that found it, and ${admin.name} may be behind this and behind your approval`);
  await here.expectNothingRemoved();
  expect((await admin.get(`/runs/${run}`)).text).toContain(`possibly also ${admin.name}`);
});

test("two people whom an identity provider knows are two, and so is a user whom a third one made", async () => {
  const here = await withProvider();
  const [ana, ben] = [await here.enter("ana"), await here.enter("ben")];
  expect(await here.approveIn(ana)).toContain("Another reviewer is needed");
  expect(await here.approveIn(ben)).toContain("6 memberships will be removed.");
  await here.expectRemoved();

  const there = await withProvider();
  const [eva, olga] = [await there.enter("eva", "it"), await there.enter("olga", "it")];
  const local = await there.addAndSignIn(eva, "local", "reviewer");
  expect(await there.approveIn(local)).toContain("Another reviewer is needed");
  expect(await there.approveIn(eva)).toContain("eva may be behind both");
  expect(await there.approveIn(olga)).toContain("6 memberships will be removed.");
  await there.expectRemoved();
  const [approved] = await listApprovals(
    there.state.db,
    (await there.removals()).map(({ id }) => id),
  );
  expect(approved?.people).toEqual({ names: ["local", "eva"], any_admin: false });
});

test("a user from the command line may be any administrator, and is someone else than a reviewer of the identity provider", async () => {
  const here = await withProvider();
  // Users of this helper are added as the command line adds them.
  const [known, other] = [await here.signIn("reviewer"), await here.signIn("reviewer")];
  expect(await here.approveIn(known)).toContain("Another reviewer is needed");
  expect(await here.approveIn(other)).toContain("test may be behind both");
  // Who once was an administrator may be the one who added the user then.
  await here.enter("gil", "it");
  expect(await here.approveIn(await here.enter("gil"))).toContain("one administrator may be behind both");
  await here.expectNothingRemoved();
  expect(await here.approveIn(await here.enter("ben"))).toContain("6 memberships will be removed.");
  await here.expectRemoved();
});

test("of two administrators who may both have started a run on the command line at most one has: together they are enough", async () => {
  // The nights of this helper are started by a name that nothing proves.
  const here = await withProvider({ approval: { four_eyes: true } });
  const [eva, olga] = [await here.enter("eva", "it"), await here.enter("olga", "it")];
  const first = await here.approveIn(eva);
  expect(first).toContain("schedule of the test started the run that found it, and one administrator may be behind this");
  expect(first).toContain("These users can approve: olga.");
  await here.expectNothingRemoved();
  expect(await here.approveIn(olga)).toContain("6 memberships will be removed.");
  await here.expectRemoved();
  // Who never was an administrator has not started it.
  const there = await withProvider({ approval: { four_eyes: true } });
  expect(await there.approveIn(await there.enter("ben"))).toContain("6 memberships will be removed.");
  await there.expectRemoved();
});

test("each sign-in through the identity provider takes out who had changed the user before", async () => {
  const here = await withProvider();
  await here.enter("ana");
  await insertUserAccess(here.state.db, { user_name: "ana", what: "role", by_name: "eva", via: "session", at: new Date() });
  const people = async () => (await readAccess(here.state.db)).actorsOf({ name: "ana", proof: "oidc" }).names;
  expect(await people()).toEqual(["ana", "eva"]);
  await here.enter("ana");
  expect(await people()).toEqual(["ana"]);
});
