import { expect, test } from "vitest";
import { insertUser } from "../../src/store/console/users.ts";
import { company, people } from "../helpers/company.ts";
import { opened, smtpServer } from "../helpers/smtp.ts";

interface Listed {
  id: string;
  status: string;
  assigned_to: string | null;
}

test(
  "a reassigned removal is mailed to the reviewer, or to everyone with the role, who has an address; a failed mail is reported and changes nothing",
  { timeout: 120_000 },
  async () => {
    const server = await smtpServer();
    const c = await company();
    const first = people(4);
    c.hr(first);
    await c.sync();
    c.hr(first.map((person, i) => (i < 2 ? { ...person, dept: "IT" } : person)));
    await c.sync();
    const job = JSON.parse(c.place.read("job.yaml")) as Record<string, unknown>;
    const notify = { mail: { to: ["hr@acme.example"], from: "rollcall@acme.example", smtp: "${SMTP_URL}" } };
    c.place.write("job.yaml", JSON.stringify({ ...job, notify }));
    const state = await c.place.openState();
    const user = { source: "oidc", subject: null, password_hash: null, created_at: new Date(), disabled_at: null };
    for (const more of [
      { name: "jon", email: "jon@acme.example", role: "operator", language: "de" },
      { name: "mia", email: "mia@acme.example", role: "reviewer", language: null },
      { name: "noa", email: null, role: "reviewer", language: null },
      { name: "two", email: "two@acme.example, spy@evil.example", role: "operator", language: null },
      { name: "old", email: "old@acme.example", role: "reviewer", language: null, disabled_at: new Date() },
    ])
      await insertUser(state.db, { ...user, display: more.name, ...more });
    await state.close();
    const list = async (): Promise<Listed[]> => (await c.run("review", "list", "--json")).json<Listed[]>();
    const ids = (await list()).map(({ id }) => id);
    const url = "https://rollcall.acme.example";
    const reassign = (to: string, port = server.port) =>
      c.place.run(["review", "reassign", ...ids, "--to", to, "--comment", "Still on your project?", "--reviewer", "Ana Ruiz"], {
        env: { SMTP_URL: `smtp://127.0.0.1:${port}`, ROLLCALL_URL: url },
      });

    expect(await reassign("jon")).toMatchObject({ code: 0, stderr: "" });
    expect(server.mails.map(({ to }) => to)).toEqual([["jon@acme.example"]]);
    const german = opened(server.mails[0]?.raw ?? "");
    expect(german.headers["subject"]).toBe("Rollcall nightly: 2 Entfernungen wurden Ihnen zugewiesen");
    expect(german.text).toContain("Ana Ruiz bittet Sie, über 2 Entfernungen zu entscheiden:");
    expect(german.text).toContain("Notiz: Still on your project?");
    expect(german.text).toContain(`${url}/review/causes/C-`);
    expect(german.text).not.toMatch(/First000|Last000/);

    expect((await reassign("role:reviewer")).code).toBe(0);
    expect(server.mails.slice(1).map(({ to }) => to)).toEqual([["mia@acme.example"]]);
    expect(opened(server.mails[1]?.raw ?? "").text).toContain("Ana Ruiz asks you to decide 2 removals:");

    expect(await reassign("noa")).toMatchObject({ code: 0, stderr: "" });
    expect(server.mails).toHaveLength(2);

    const refused = await reassign("two");
    expect([refused.code, server.mails.length]).toEqual([0, 2]);
    expect(refused.stderr).toContain("isn't a single e-mail address");

    const failed = await reassign("mia", 1);
    expect(failed.code).toBe(0);
    expect(failed.stderr).toContain("The removals of nightly are reassigned, but the mail to the reviewer couldn't be sent: 127.0.0.1");
    expect(await list()).toMatchObject([
      { status: "pending", assigned_to: "mia" },
      { status: "pending", assigned_to: "mia" },
    ]);
  },
);
