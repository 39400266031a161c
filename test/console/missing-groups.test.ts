import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportedMissingGroup } from "../../src/reporting/missing-groups.ts";
import { decideMissingGroup } from "../../src/review/missing-groups.ts";
import { countNavigation } from "../../src/store/console/navigation.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { consoleFor, night, type Console, type Signed } from "./helpers.ts";

let place: Console;
let viewer: Signed;
let reviewer: Signed;

/** The last night of a company whose export has a new department, a typing error and a name that looks like HTML. */
beforeAll(async () => {
  place = await consoleFor();
  const file = join(place.dir, "mapping.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("groups:\n", "groups:\n  unknown: propose\n"));
  const [first, second, third, fourth] = place.employees;
  for (const employee of [first, second]) if (employee !== undefined) employee.department = "Research";
  if (third !== undefined) third.department = "Legall";
  if (fourth !== undefined) fourth.department = "<b>Bold</b>";
  place.hr(place.employees);
  await night(place.state, place.dir);
  viewer = await place.signIn("viewer");
  reviewer = await place.signIn("reviewer");
}, 120_000);
afterAll(() => place?.close());

const groups = async (): Promise<Map<string, ReportedMissingGroup>> => {
  const answer = await reviewer.json<{ groups: ReportedMissingGroup[] }>("/missing-groups");
  return new Map(answer.groups.map((group) => [group.group.slice("HR/Departments/".length), group]));
};

test("the page lists missing groups with the people who wait and similar names, and a file to pass on", async () => {
  const { text, status } = await viewer.get("/missing-groups");
  expect(status).toBe(200);
  for (const part of ["HR/Departments/Research", "Did you mean HR/Departments/Legal?", "&lt;b&gt;Bold&lt;/b&gt;", "3 missing groups"])
    expect(text.replaceAll(/<\/?(bdi|wbr)( \/)?>/g, "")).toContain(part);
  expect(text).not.toContain("<b>Bold</b>");
  expect(text).not.toContain('<form method="post" action="/missing-groups/');
  expect((await viewer.get("/")).text).toContain('href="/missing-groups"');
  const file = await fetch(`${place.url}/missing-groups.csv`, { headers: { cookie: viewer.cookie } });
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(await file.text()).toMatch(/G-[0-9a-f]{8},nightly,HR\/Departments\/Research,2,/);
});

test("only a reviewer decides, with a reason, and the decision is in the audit trail", async () => {
  const { Research: research, Legall: typo } = Object.fromEntries(await groups());
  const address = `/missing-groups/${research?.id ?? ""}/approve`;
  expect((await viewer.post(address, { decision: "create", reason: "New" })).status).toBe(403);
  expect((await reviewer.post(address, { decision: "create", reason: " " })).text).toContain("needs a reason");
  expect((await reviewer.post(address, { decision: "perhaps", reason: "New" })).text).toContain(
    "must be one of create, alias, dismiss, reopen",
  );
  expect((await groups()).get("Research")?.decision).toBeNull();
  await reviewer.post(address, { decision: "create", reason: "Opens in May" });
  await reviewer.post(`/missing-groups/${typo?.id ?? ""}/approve`, {
    decision: "alias",
    group: "HR/Departments/Legal",
    reason: "A typing error",
  });
  const decided = await groups();
  expect(decided.get("Research")?.decision).toMatchObject({ what: "create", reason: "Opens in May" });
  expect(decided.get("Legall")).toMatchObject({
    decision: { what: "alias", alias_of: "HR/Departments/Legal" },
    mapping_line: '"HR/Departments/Legall": "HR/Departments/Legal"',
  });
  expect((await reviewer.get("/missing-groups")).text).toContain("&quot;HR/Departments/Legall&quot;: &quot;HR/Departments/Legal&quot;");
  const trail = (await listAudit(place.state.db)).filter(({ action }) => action.startsWith("group_"));
  expect(trail.map(({ action, detail }) => [action, (detail as { reason?: string }).reason])).toEqual([
    ["group_approved", "Opens in May"],
    ["group_alias_decided", "A typing error"],
  ]);
  const audit = (await viewer.get("/audit")).text;
  expect(audit).toContain("approved that the group");
  expect(audit).toContain("is another name of");
});

test("a reviewer dismisses a group and asks again, and the menu no longer counts a dismissed one", async () => {
  const { "<b>Bold</b>": bold } = Object.fromEntries(await groups());
  const address = `/missing-groups/${bold?.id ?? ""}/approve`;
  expect((await viewer.post(address, { decision: "dismiss", reason: "Nobody" })).status).toBe(403);
  expect((await reviewer.get("/missing-groups")).text).toContain("dismiss it until more people wait");
  await reviewer.post(address, { decision: "dismiss", reason: "A test account" });
  expect([...(await groups()).keys()].at(-1)).toBe("<b>Bold</b>");
  const { text } = await reviewer.get("/missing-groups");
  expect(text).toContain("It is proposed again when more than 1 person waits for it.");
  expect(text).toContain("Ask for a decision again");
  expect((await countNavigation(place.state.db)).missingGroups).toBe(0);
  await reviewer.post(address, { decision: "reopen", reason: "Asked" });
  expect((await groups()).get("<b>Bold</b>")).toMatchObject({ decision: null, dismissed_at: null });
  expect((await countNavigation(place.state.db)).missingGroups).toBe(1);
  expect((await viewer.get("/audit")).text).toContain("dismissed the missing group");
});

test("an outdated form does not replace a later decision", async () => {
  const { Research: shown } = Object.fromEntries(await groups());
  const address = `/missing-groups/${shown?.id ?? ""}/approve`;
  const evidence = shown?.evidence ?? "";
  expect((await reviewer.get("/missing-groups")).text).toContain(`name="evidence" value="${evidence}"`);
  await reviewer.post(address, { decision: "dismiss", reason: "Nobody needs it", evidence });
  const late = await reviewer.post(address, { decision: "create", reason: "Opens in May", evidence });
  expect(late.status).toBe(409);
  expect(late.text).toContain("has changed since it was shown");
  expect((await groups()).get("Research")?.decision).toMatchObject({ what: "dismiss", reason: "Nobody needs it" });
  const beginning = (await groups()).get("Research")?.evidence.slice(0, 8) ?? "";
  await reviewer.post(address, { decision: "create", reason: "Opens in May", evidence: beginning });
  expect((await groups()).get("Research")?.decision?.what).toBe("create");
});

test("the page is in the reader's language", async () => {
  const page = await fetch(`${place.url}/missing-groups`, { headers: { cookie: reviewer.cookie, "accept-language": "de" } });
  const text = await page.text();
  for (const part of [
    "Fehlende Gruppen",
    "Wartende Personen",
    "Meinten Sie HR/Departments/Legal?",
    "Entscheidung ändern",
    "Eine neue Gruppe: Der nächste Abgleich legt sie an",
  ])
    expect(text.replaceAll(/<\/?(bdi|wbr)( \/)?>/g, "")).toContain(part);
});

test("two decisions at once leave the one that the audit trail names last", async () => {
  const { state } = place;
  const { id } = [...(await groups()).values()].find(({ group }) => group.endsWith("Research")) ?? { id: "" };
  const append: typeof state.journal.append = async (entry) => {
    await state.journal.append(entry);
    await wait(100);
  };
  const slow = { ...state, journal: { ...state.journal, append } };
  const request = { by: { name: "ana", via: "session" as const }, reason: "At once", evidence: null, now: new Date() };
  const first = decideMissingGroup(slow, id, { what: "create" }, request);
  await wait(20);
  await Promise.all([first, decideMissingGroup(state, id, { what: "dismiss" }, request)]);
  expect((await listAudit(state.db)).at(-1)?.action).toBe("group_dismissed");
  expect((await groups()).get("Research")?.decision?.what).toBe("dismiss");
});
