import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { company, people, type Employee } from "../helpers/company.ts";
import { opened, smtpServer } from "../helpers/smtp.ts";
import { filled, rowsWithSheetJs } from "./edit-workbook.ts";

interface ImportedJson {
  decided: { id: string; status: string; person: { key: string } }[];
  before: { id: string }[];
  refused: { id: string; why: string; row: number }[];
  left: number;
}
interface Listed {
  id: string;
  person: { key: string };
  group: { path: string };
}

const hostile = ["=HYPERLINK(evil)", "<script>alert(1)</script>", "שלום", "+1+1", "@x"];

test(
  "pending removals are exported as workbook, page and JSON, mailed, and decided by the uploaded workbook",
  { timeout: 180_000 },
  async () => {
    const mail = await smtpServer({ user: { name: "rollcall", password: "p@ss" } });
    const c = await company();
    const first: Employee[] = people(5).map((person, i) => ({ ...person, first: hostile[i] ?? "" }));
    c.hr(first);
    await c.sync();
    const job = JSON.parse(c.place.read("job.yaml")) as Record<string, unknown>;
    const notify = { mail: { to: ["hr@acme.example"], from: "rollcall@acme.example", smtp: "${SMTP_URL}", language: "es", attach: true } };
    c.place.write("job.yaml", JSON.stringify({ ...job, notify }));
    c.hr(first.map((person, i) => (i < 3 ? { ...person, dept: "IT" } : person)));
    const env = { SMTP_URL: `smtp://rollcall:p%40ss@127.0.0.1:${mail.port}`, ROLLCALL_URL: "https://rollcall.acme.example/" };
    const night = await c.place.run(["sync", "job.yaml", "--json"], { env });
    expect([night.code, night.stderr]).toEqual([0, expect.any(String)]);
    const told = opened(mail.mails[0]?.raw ?? "");
    expect(mail.mails[0]?.user).toBe("rollcall");
    expect(told.headers["subject"]).toBe("Rollcall nightly: 3 retiradas esperan una decisión");
    expect(told.text).toContain("https://rollcall.acme.example/review");
    expect((await c.place.run(["notify", "job.yaml", "--digest", "--json"], { env })).json()).toMatchObject({
      sent: [],
      before: [{ kind: "digest" }],
    });
    expect(mail.mails).toHaveLength(1);

    const file = (name: string): string => join(c.place.dir, name);
    expect((await c.run("review", "export", "--out", "pending.html")).code).toBe(0);
    const page = c.place.read("pending.html");
    expect(page).toContain("“Sales” seems to be renamed to “IT”. Remove 3 people from the old group?");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toContain("<script");
    // Files are in the language of the installation, unless the command names another; the terminal and JSON are English.
    const german = { env: { ...env, ROLLCALL_LANGUAGE: "de", ROLLCALL_TIME_ZONE: "Europe/Berlin" } };
    expect((await c.place.run(["review", "export", "--out", "offen.html"], german)).stdout).toContain(
      "3 removals need a decision: 3 people, 1 cause, 1 question.",
    );
    expect(c.place.read("offen.html")).toMatch(/<html lang="de">.*„Sales“ .*„IT“/s);
    await c.place.run(["review", "export", "--language", "fr", "--out", "attente.html"], german);
    expect(c.place.read("attente.html")).toContain('<html lang="fr">');
    const shown = await c.place.run(["runs", "show", night.json<{ run: string }>().run], german);
    expect(shown.stdout).toContain("Pending removals");
    const [own] = shown.stdout.match(/\S+\.html/) ?? [];
    expect(readFileSync(own ?? "", "utf8")).toMatch(/<html lang="de">.*Offene Entfernungen.*(?:MESZ|MEZ)/s);
    expect(readFileSync((own ?? "").replace(/html$/, "json"), "utf8")).toContain("3 people lose the group HR/Departments/Sales;");
    await c.run("review", "export", "--out", "pending.json");
    const report = JSON.parse(c.place.read("pending.json")) as {
      pending: number;
      causes: { removals: { other_groups: string[]; evidence: { then: unknown[] } }[] }[];
    };
    expect(report.pending).toBe(3);
    expect(report.causes[0]?.removals[0]?.other_groups).toEqual(["HR/All staff", "HR/Departments/IT"]);
    const listed = (await c.run("review", "list", "--json")).json<Listed[]>();
    const id = (key: string): string => listed.find(({ person }) => person.key === key)?.id ?? "";

    // Decided in the workbook that came by mail.
    const attached = told.parts.find(({ name }) => name?.endsWith(".xlsx"));
    const edited = rowsWithSheetJs(attached?.content ?? new Uint8Array(), (rows) =>
      filled(rows, {
        [id("0001")]: { Decisión: "aprobar", Motivo: "Cambio de puesto" },
        [id("0002")]: { Decisión: "rechazar", Motivo: "Sigue en ventas" },
        [id("0003")]: { Decisión: "quizás", Motivo: "?" },
      }),
    );
    c.place.write("back.xlsx", Buffer.from(edited));
    const before = c.service.users().length;
    const dry = await c.place.run(["review", "import", "back.xlsx", "--dry-run"], { env });
    expect(dry.stdout).toMatch(/^R-\w+ {2}.*0001.*: would be removed\nR-\w+ {2}.*: would be kept\n/);
    expect(dry.stdout).toContain("2 decisions would be saved, 1 refused (1 unreadable), 0 without a decision. Nothing was changed.");
    const taken = await c.place.run(["review", "import", "back.xlsx", "--reviewer", "Ana Ruiz", "--json"], { env });
    expect([taken.code, taken.stderr]).toEqual([1, expect.any(String)]);
    const imported = taken.json<ImportedJson>();
    expect(imported.decided.map(({ person, status }) => [person.key, status])).toEqual([
      ["0001", "applied"],
      ["0002", "rejected"],
    ]);
    expect(imported.refused).toEqual([
      expect.objectContaining({ id: id("0003"), why: expect.stringContaining("“quizás” is not a decision") as string }),
    ]);
    expect(c.service.users()).toHaveLength(before);
    const confirmed = c.userCalls().filter(({ body }) => body["confirm_group_removal"] === true);
    expect(confirmed).toHaveLength(1);
    const again = await c.place.run(["review", "import", "back.xlsx", "--reviewer", "Ana Ruiz", "--json"], { env });
    expect(again.json<ImportedJson>()).toMatchObject({ decided: [], before: [{}, {}], refused: [{}] });
    expect(c.userCalls().filter(({ body }) => body["confirm_group_removal"] === true)).toHaveLength(1);

    const verified = await c.run("audit", "verify", "--json");
    expect(verified.json()).toMatchObject({ ok: true, broken: null });
    expect((await c.run("audit", "verify")).stdout).toMatch(/intact: \d+ entr.*equal to the journal/);
    const trail = (await c.run("audit", "list", "--key", "0001", "--json")).json<
      { action: string; actor: string; detail: Record<string, unknown> }[]
    >();
    expect(trail.map(({ action }) => action)).toEqual(["removal_answer", "removal_sent", "removal_approved"]);
    expect(trail[2]).toMatchObject({ actor: "Ana Ruiz", detail: { via: "workbook", reason: "Cambio de puesto" } });
    expect((await c.run("audit", "export", "--out", "trail.csv", "--actor", "ana")).code).toBe(0);
    expect(readFileSync(file("trail.csv"), "utf8")).toContain("removal_rejected");
    await c.look((state) => state.db.updateTable("audit").set({ actor: "Eve" }).where("seq", "=", 1).execute());
    const broken = await c.run("audit", "verify");
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain("Entry 1 in the database was changed after it was written.");
  },
);

test("a mail that cannot be sent is reported, and the run ends as usual", { timeout: 120_000 }, async () => {
  const c = await company();
  const job = JSON.parse(c.place.read("job.yaml")) as { policy: { limits: Record<string, number> } };
  job.policy.limits["creates"] = 0;
  const url = "http://127.0.0.1:1/services/SECRET";
  c.place.write("job.yaml", JSON.stringify({ ...job, notify: { webhook: { url } } }));
  c.hr(people(3));
  const night = await c.place.run(["sync", "job.yaml"]);
  expect(night.code).toBe(3);
  expect(night.stderr).toMatch(/Couldn't send the webhook message of `notify`: 127\.0\.0\.1:1 cannot be reached/);
  expect(night.stderr + night.stdout).not.toContain("SECRET");
  const later = await c.place.run(["notify", "job.yaml"]);
  expect(later.code).toBe(1);
  const stored = await c.look((state) => state.db.selectFrom("job_version").select("text").execute());
  expect(JSON.stringify(stored)).not.toContain("SECRET");
});

test("commands say what is wrong with what they were given", { timeout: 120_000 }, async () => {
  const c = await company();
  const says = async (code: number, sentence: RegExp, ...args: string[]): Promise<void> => {
    const result = await c.run(...args);
    expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(sentence)]);
  };
  await says(4, /There is no file nothing\.xlsx\. Nothing was decided\./, "review", "import", "nothing.xlsx");
  c.place.write("hr.xlsx", "no workbook");
  await says(4, /The file is no workbook \(\.xlsx or \.ods\)\. No decision was taken from it\./, "review", "import", "hr.xlsx");
  await says(2, /--format must be one of xlsx, html, json, not pdf/, "review", "export", "--out", "a.pdf");
  await says(2, /there is no folder/, "review", "export", "--out", "nowhere/a.xlsx");
  await says(2, /--language must be one of en, es, de, fr, not xx/, "review", "export", "--out", "a.xlsx", "--language", "xx");
  await says(2, /has no `notify` section/, "notify", "job.yaml");
  await says(2, /--since yesterday isn't a clear date; use the form 2026-04-01/, "audit", "list", "--since", "yesterday");
  await says(2, /--expect must be the number and hash/, "audit", "verify", "--expect", "12");
});
