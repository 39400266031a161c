import { expect, test } from "vitest";
import { sql } from "kysely";
import { fetchImpactAfterRun } from "../../src/app/fetch-impact.ts";
import { lookUpImpact } from "../../src/app/look-up-impact.ts";
import { adviceOn, advisedRemovals } from "../../src/reporting/removals/advice.ts";
import type { RemovalImpact } from "../../src/reporting/removals/removal-impact.ts";
import { storedImpact } from "../../src/reporting/removals/stored-impact.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import type { StoredGroupImpact, StoredPersonImpact } from "../../src/store/review/impact.ts";
import { testCall } from "../helpers/io.ts";
import { ids, inDepartment, inside, type Inside } from "../review/inside.ts";

const sales = "HR/Departments/Sales";
const at = new Date("2026-05-04T03:12:00Z");
const course = { kind: "course" as const, id: "c1", name: "First aid", due: null };
const path = { kind: "learning path" as const, id: "l1", name: "Selling", due: null };
const group = (...items: StoredGroupImpact["items"]): StoredGroupImpact => ({ items, complete: true, readAt: at });
const person = (status: string, percent: number, due: string | null = null): StoredPersonImpact => ({
  progress: { courses: { c1: { status, percent, due } }, paths: {} },
  readAt: at,
});

test("says that nothing is lost only if everything was read", () => {
  expect(storedImpact(group(), undefined, at)).toEqual({
    known: true,
    as_of: at.toISOString(),
    items: [],
    items_known: true,
    started: 0,
    deadlines: 0,
  });
  const unread = [
    storedImpact(undefined, person("not_started", 0), at),
    storedImpact({ ...group(), complete: false }, person("not_started", 0), at),
    storedImpact(group(course), undefined, at),
    storedImpact(group(course), { progress: { courses: null, paths: {} }, readAt: at }, at),
    storedImpact(group(course), { progress: { courses: {}, paths: {} }, readAt: at }, at),
    storedImpact(group({ ...course, id: "" }), person("not_started", 0), at),
    storedImpact(group(path), person("not_started", 0), at),
    // Everything was read, but too long ago.
    storedImpact(group(), undefined, new Date("2026-05-20T00:00:00Z")),
  ];
  expect(unread.map(({ known }) => known)).toEqual(unread.map(() => false));
});

test("counts started items and deadlines, and treats an unknown status as started", () => {
  const counts = (status: string, percent: number, due: string | null): [number, number] => {
    const { started, deadlines, known } = storedImpact(group(course), person(status, percent, due), at);
    expect(known).toBe(true);
    return [started, deadlines];
  };
  expect(counts("not_started", 0, null)).toEqual([0, 0]);
  expect(counts("viewed", 0, null)).toEqual([1, 0]);
  expect(counts("in_progress", 40, "2026-06-01")).toEqual([1, 1]);
  expect(counts("not_started", 0, "2026-06-01")).toEqual([0, 1]);
  expect(counts("passed", 100, "2026-06-01")).toEqual([0, 0]);
  expect(counts("a status of next year", 0, null)).toEqual([1, 0]);
});

/** Three people whose department was renamed; their old group gives one course. */
async function renamed(people = 3): Promise<Inside> {
  const here = await inside();
  const { acme } = here;
  await here.night(inDepartment("Sales", ...ids(people)));
  await here.with(async ({ connect }) => {
    const { client } = await connect();
    const made: unknown = await client.courses.create({ title: "First aid" });
    await client.assignments.courses.create({ course_ids: [String(Reflect.get(Object(made), "id"))], group_ids: [acme.groupId(sales)] });
  });
  await here.night(inDepartment("Marketing", ...ids(people)));
  return here;
}

const fetchNow = (here: Inside): Promise<void> =>
  here.with((open) => fetchImpactAfterRun(testCall(here.acme.place.dir), open, { status: "completed" }));

const firstPages = (requests: readonly { path: string }[], part: string): string[] =>
  requests.map(({ path: of }) => of).filter((of) => of.includes(part) && of.includes("_start=0"));

async function adviceNow({ state }: Inside) {
  const removals = await listRemovals(state.db, { status: ["pending"] });
  const advice = await adviceOn(state.db, advisedRemovals(removals), new Date());
  return removals.map(({ id }) => advice.get(id));
}

test("after a run, the impact is read once per group and per person, stored sealed with its time, and removed when nobody needs it", async () => {
  const here = await renamed();
  const { acme, state } = here;
  expect((await adviceNow(here)).map((advice) => advice?.impact.as_of)).toEqual([null, null, null]);
  acme.sandbox.clearRequests();
  await fetchNow(here);
  const requests = acme.sandbox.requests();
  expect(requests.every(({ method }) => method === "GET")).toBe(true);
  expect(firstPages(requests, "/groups/")).toHaveLength(2);
  expect(firstPages(requests, "/progress")).toHaveLength(3);
  for (const advice of await adviceNow(here)) {
    expect(advice?.impact).toMatchObject({ known: true, items: [{ kind: "course", name: "First aid" }] });
    expect(Date.parse(advice?.impact.as_of ?? "")).toBeGreaterThan(Date.now() - 60_000);
  }
  const { rows } = await sql<{ text: string }>`SELECT progress::text AS text FROM person_impact`.execute(state.db);
  expect(rows.map(({ text }) => /^\{"sealed": "[^"]+"\}$/.test(text))).toEqual([true, true, true]);
  // Read an hour ago at most: not read again.
  acme.sandbox.clearRequests();
  await fetchNow(here);
  expect(acme.sandbox.requests()).toEqual([]);
  await state.db.updateTable("removal").set({ status: "superseded" }).execute();
  await fetchNow(here);
  expect((await sql`SELECT 1 FROM person_impact UNION ALL SELECT 1 FROM group_impact`.execute(state.db)).rows).toEqual([]);
}, 60_000);

test.each([403, 404, 500])(
  "a list that is answered with %s leaves the impact unknown, and the service alone after three of them",
  async (status) => {
    const here = await renamed(5);
    const { sandbox } = here.acme;
    for (const id of ids(5))
      sandbox.failNext({ method: "GET", path: `/users/${here.acme.userId(id)}/assignments/courses/progress`, status });
    sandbox.clearRequests();
    await fetchNow(here);
    expect(firstPages(sandbox.requests(), "/progress")).toHaveLength(3);
    for (const advice of await adviceNow(here))
      expect([advice?.impact.known, advice?.recommendation.advice]).toEqual([false, "look_closer"]);
  },
  60_000,
);

test("reads nothing while another run of the account works", async () => {
  const here = await renamed();
  await sql`UPDATE run SET status = 'running' WHERE id = (SELECT max(id) FROM run)`.execute(here.state.db);
  here.acme.sandbox.clearRequests();
  await fetchNow(here);
  expect(here.acme.sandbox.requests()).toEqual([]);
}, 60_000);

test.each(["/groups/", "/users/"])(
  "a reading below %s that is stopped stores nothing about what it was reading",
  async (part) => {
    const here = await renamed(1);
    const { sandbox } = here.acme;
    sandbox.failNext({ method: "GET", path: `${part}*`, delayMs: 60_000, times: -1 });
    sandbox.clearRequests();
    const stopping = new AbortController();
    const reading = here.with(({ session, connect }) => {
      const stopped = { session: { ...session, stop: stopping.signal }, connect };
      return fetchImpactAfterRun(testCall(here.acme.place.dir), stopped, { status: "completed" });
    });
    await expect.poll(() => firstPages(sandbox.requests(), part)).not.toEqual([]);
    stopping.abort();
    await reading;
    const rows = await sql<{ read: string }>`SELECT 'group' AS read FROM group_impact UNION ALL SELECT 'person' FROM person_impact`.execute(
      here.state.db,
    );
    expect(rows.rows).toEqual(part === "/users/" ? [{ read: "group" }] : []);
  },
  60_000,
);

test("a looked up impact is stored with its time like that of a run; what can't be read replaces nothing", async () => {
  const here = await renamed(2);
  const { acme, state } = here;
  const look = (index: number): Promise<RemovalImpact> =>
    here.with(async ({ connect, session }) => {
      const removal = (await listRemovals(state.db, { status: ["pending"] }))[index];
      if (removal === undefined) throw new Error("there is none");
      return lookUpImpact({ db: state.db, client: (await connect()).client, now: session.now }, removal);
    });
  expect((await look(0)).items).toHaveLength(1);
  const [first, second] = await adviceNow(here);
  expect(first?.impact).toMatchObject({ known: true, items: [{ name: "First aid", state: "not_started" }] });
  expect(Date.parse(first?.impact.as_of ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(second?.impact).toMatchObject({ known: false, items_known: true });
  // As after a run, nothing is read again within the hour but what is still missing.
  acme.sandbox.clearRequests();
  await fetchNow(here);
  expect([firstPages(acme.sandbox.requests(), "/groups/").length, firstPages(acme.sandbox.requests(), "/progress").length]).toEqual([0, 1]);

  for (const list of [`/groups/${acme.groupId(sales)}/assignments/courses`, "/users/*"]) {
    acme.sandbox.failNext({ method: "GET", path: list, times: 1, status: 403 });
    await look(0);
    expect((await adviceNow(here))[0]?.impact).toMatchObject({ known: true, items: first?.impact.items });
  }
}, 60_000);
