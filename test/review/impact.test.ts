import { expect, test } from "vitest";
import { lookUpImpact } from "../../src/app/look-up-impact.ts";
import { loadGroupImpacts, loadPersonImpacts } from "../../src/store/review/impact.ts";
import { inDepartment, inside } from "./inside.ts";

const sales = "HR/Departments/Sales";

test("the impact of a removal is read from the service, and unknown facts are listed; of a removal that is over, nothing is stored", async () => {
  const here = await inside();
  const { acme, state } = here;
  await here.night(inDepartment("Sales", "p1", "p2"));
  await here.with(async ({ connect }) => {
    const { client } = await connect();
    const course: unknown = await client.courses.create({ title: "First aid" });
    const path: unknown = await client.learningPaths.create({ title: "Selling", course_ids: [String(Reflect.get(Object(course), "id"))] });
    const group = acme.groupId(sales);
    const [first, second] = [acme.userId("p1"), acme.userId("p2")];
    const idIn = (item: unknown, name: string): string => String(Reflect.get(Object(item), name));
    await client.assignments.courses.create({ course_ids: [idIn(course, "id")], group_ids: [group], due_date: "2026-12-01" });
    await client.assignments.learningPaths.create({
      learning_path_ids: [idIn(path, "learning_path_id")],
      group_ids: [group],
      user_ids: [first],
    });
    const account = (await state.db.selectFrom("link").select("account").executeTakeFirstOrThrow()).account;
    const read = (user_id: string, group_id: string) =>
      lookUpImpact({ db: state.db, client, now: () => new Date() }, { account, user_id, group_id, status: "applied" });
    const stakes = await read(first, group);
    expect(stakes.items).toEqual([
      { kind: "course", name: "First aid", required: null, due: "2026-12-01", progress: expect.stringMatching(/, \d+ %$/) },
      { kind: "learning path", name: "Selling", required: null, due: null, progress: expect.stringMatching(/^\d+ %$/) },
    ]);
    expect(stakes.unknown).toEqual([]);
    // The second person has no assignment of their own, so nobody says how far they are in the path.
    expect((await read(second, group)).items[1]?.progress).toBeNull();

    acme.sandbox.failNext({ method: "GET", path: `/users/${first}/assignments/courses/progress`, status: 403 });
    const silent = await read(first, group);
    expect(silent.items[0]?.progress).toBeNull();
    expect(silent.unknown).toEqual([expect.stringContaining("The service does not report the person's progress in courses")]);

    // What could not be read is asked again, and is never nothing.
    const gone = await read(first, "00000000-0000-4000-8000-000000000001");
    expect(gone).toMatchObject({ items: [], unknown: [expect.stringContaining("courses"), expect.stringContaining("learning paths")] });
    expect([(await loadGroupImpacts(state.db, account, [group])).size, (await loadPersonImpacts(state.db, account, [first])).size]).toEqual(
      [0, 0],
    );
  });
}, 60_000);
