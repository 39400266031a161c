import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountsData, ProposalsData } from "../../src/console/pages/runs/accounts-view.ts";
import type { StoredRun } from "../../src/console/pages/runs/run-data.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { listLinks } from "../../src/store/identities/links.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import { csrfIn } from "../helpers/console.ts";
import { makeTemplate } from "../identities/template.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let operator: Signed;
let run: string;

/** The accounts of the service, by the key of their person. */
const accounts = (): Map<string, string> => new Map(place.sandbox.users().map(({ username, user_id: id }) => [username.slice(1, 5), id]));
const idOf = (key: string): string => accounts().get(key) ?? "";

const read = (): Promise<StoredRun> => operator.json<StoredRun>(`/runs/${run}`);
const until = async (status: string): Promise<StoredRun> => {
  for (let i = 0; i < 600; i += 1) {
    const stored = await read();
    if ((stored.run as StoredRun["run"] | null)?.status === status && stored.progress === null) return stored;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the run is ${(await read()).run.status}, not ${status}`);
};

beforeAll(async () => {
  let dir = "";
  place = await consoleFor({
    people: 6,
    open: (state) => {
      dir = dirname(state);
      return openWarmState(state);
    },
    // Another service account with the same people: nobody is linked yet.
    between: ({ sandbox }) => {
      const job = JSON.parse(readFileSync(join(dir, "jobs", "nightly.yaml"), "utf8")) as { service: object };
      const service = { ...job.service, account: "second", auth: { refresh_token: sandbox.issueRefreshToken() } };
      writeFileSync(join(dir, "jobs", "second.yaml"), JSON.stringify({ ...job, name: "second", service }));
    },
  });
  operator = await place.signIn("operator");
  const started = await operator.post("/jobs/second/run", {});
  run = /\/runs\/(.+)$/.exec(started.location ?? "")?.[1] ?? "";
  await until("held");
}, 120_000);
afterAll(() => place.close());

/** Uploads a list of accounts, as the page does; without one, the page reads the report. */
async function upload(rows: readonly string[] | null): Promise<ProposalsData> {
  const page = await operator.get(`/runs/${run}/accounts`);
  const body = new FormData();
  body.set("csrf", csrfIn(page.text));
  if (rows !== null) body.set("file", new Blob([`${rows.join("\n")}\n`]), "accounts.csv");
  const answer = await fetch(`${place.url}/api/v1/runs/${run}/accounts/read`, {
    method: "POST",
    body,
    headers: { cookie: operator.cookie, origin: place.url },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ProposalsData;
}

test("a hold for accounts that belong to nobody leads to linking, and not to HR", async () => {
  const { text } = await operator.get(`/runs/${run}`);
  expect(text).toContain("Link these accounts to their people first.");
  expect(text).toContain(`href="/runs/${run}/accounts"`);
  expect(text).not.toContain("incomplete export");
  // Only what the hold advises stands out.
  expect(text.match(/class="btn primary"[^]*?<\/(?:a|button)>/g)).toEqual([expect.stringContaining("Link accounts")]);
  expect(text).toMatch(/<button\s+class="btn"\s*>Apply \d+ changes<\/button>/);
  const shown = await operator.json<AccountsData>(`/runs/${run}/accounts`);
  expect(shown).toMatchObject({ job: "second", all: 6, report: null, links: [] });
  expect(shown.accounts[0]?.groups).toContain("HR/All staff");
  const page = (await operator.get(`/runs/${run}/accounts`)).text;
  for (const words of ["service:\n  identities:\n    report: { template:", "Read the list"]) expect(page).toContain(words);
  expect((await (await place.signIn("viewer")).get(`/runs/${run}/accounts`)).text).not.toContain("Read the list");
});

test("a list with names and ids proposes pairs; names alone are marked, and what fits twice is left out", async () => {
  const list = ["Who,Login,Id", `x,P0001@ACME.EXAMPLE,${idOf("0001")}`, `Ana4 García,,${idOf("0004")}`];
  const proposed = await upload([...list, `Ana5 García,,${idOf("0005")}`, `Ana5 García,,${idOf("0006")}`]);
  expect(proposed.pairs).toMatchObject([
    { key: "0001", user_id: idOf("0001"), by: "login" },
    { key: "0004", user_id: idOf("0004"), by: "name" },
  ]);
  expect(proposed.ambiguous).toBe(1);
  expect(await listLinks(place.state.db, "second")).toEqual([]);
});

test("the report of the job proposes pairs", async () => {
  const file = join(place.dir, "jobs", "second.yaml");
  const before = readFileSync(file, "utf8");
  const job = JSON.parse(before) as { service: object };
  await makeTemplate({ service: place.sandbox }, { name: "Who is who", reportType: "users" });
  const report = { template: "Who is who", key: "employee_id", user_id: "user_id" };
  writeFileSync(file, JSON.stringify({ ...job, service: { ...job.service, identities: { report } } }));
  expect(await operator.json<AccountsData>(`/runs/${run}/accounts`)).toMatchObject({ report: "Who is who" });
  expect((await operator.get(`/runs/${run}/accounts`)).text).toContain("Who is who");
  const { pairs, ambiguous } = await upload(null);
  expect(pairs.map(({ key, user_id: user, by }) => [key, user, by])).toEqual(
    ["0001", "0002", "0003", "0004", "0005", "0006"].map((key) => [key, idOf(key), "login"]),
  );
  expect(pairs[0]?.groups).toContain("HR/All staff");
  expect(ambiguous).toBe(0);
  expect(await listLinks(place.state.db, "second")).toEqual([]);
  writeFileSync(file, before);
}, 120_000);

test("each link names who confirmed it, can be undone, and the released run creates no second account", async () => {
  const link = (keys: readonly string[], reason = "User list of today") =>
    operator.post(`/runs/${run}/accounts/link`, { pair: keys.map((key) => `${idOf(key)} ${key}`), reason });
  expect((await link(["0001"], " ")).text).toContain("Linking needs a reason");
  expect(
    (await (await place.signIn("reviewer")).post(`/runs/${run}/accounts/link`, { pair: `${idOf("0001")} 0001`, reason: "x" })).status,
  ).toBe(403);
  await link(["0001", "0004"]);
  // One account for two people: nothing of it is linked.
  const both = await operator.post(`/runs/${run}/accounts/link`, { pair: [`${idOf("0005")} 0005`, `${idOf("0005")} 0006`], reason: "x" });
  expect(both.text).toContain("more than one key");
  const other = `${"x".repeat(36)} 0007`;
  expect((await operator.post(`/runs/${run}/accounts/link`, { pair: other, reason: "x" })).text).toContain("is not a UUID");
  const linked = await operator.json<AccountsData>(`/runs/${run}/accounts`);
  expect(linked.all).toBe(4);
  expect(linked.links.map(({ key, by }) => [key, by])).toEqual([
    ["0001", operator.name],
    ["0004", operator.name],
  ]);
  await operator.post(`/runs/${run}/accounts/unlink`, { key: "0004" });
  expect((await listLinks(place.state.db, "second")).map(({ key }) => key)).toEqual(["0001"]);
  const trail = (await listAudit(place.state.db))
    .slice(-3)
    .map(({ action, actor, detail }) => [action, actor, (detail as { key: string }).key]);
  expect(trail).toEqual([
    ["identity_linked", operator.name, "0001"],
    ["identity_linked", operator.name, "0004"],
    ["identity_unlinked", operator.name, "0004"],
  ]);
  const rest = ["0002", "0003", "0004", "0005", "0006"];
  const proposed = await upload(["Personnel number,Id", ...rest.map((key) => `${key},${idOf(key)}`)]);
  expect(proposed.pairs.map(({ key, by }) => [key, by])).toEqual(rest.map((key) => [key, "key"]));
  await link(rest);
  const before = place.sandbox.users().length;
  await operator.post(`/runs/${run}/approve`, { reason: "All are linked" });
  const { run: done } = await until("completed");
  expect(done.counts).toMatchObject({ creates: 0, failed: 0 });
  expect(place.sandbox.users()).toHaveLength(before);
  // Something was sent now.
  expect((await operator.post(`/runs/${run}/accounts/unlink`, { key: "0001" })).text).toContain("can&#39;t be undone");
  expect((await listLinks(place.state.db, "second")).length).toBe(6);
});
