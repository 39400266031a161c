import { fact } from "../../src/domain/facts/fact.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Job, NotifySettings } from "../../src/domain/settings.ts";
import { SERVICE_DEFAULTS } from "../../src/domain/settings.ts";
import { isDue, notifyAboutRun, sendDigest, type NotifyParts, type NotifyResult } from "../../src/notify/notify.ts";
import { importDecisions } from "../../src/review/workbook-import.ts";
import { findRun, insertRun, setRun, type Run } from "../../src/store/runs/runs.ts";
import { sql } from "kysely";
import { bring } from "../helpers/programs.ts";
import { opened, smtpServer, type SmtpServer } from "../helpers/smtp.ts";
import { now, policy, waitingPlace, type WaitingPlace } from "../review/waiting-removals.ts";

/** Returns why the first notification was not sent, in English. */
const whyNot = ({ failed: [first] }: NotifyResult): string => (first === undefined ? "" : englishText(first.why));

let place: WaitingPlace;
beforeAll(async () => {
  place = await waitingPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  for (const table of ["removal", "missing_group", "notification", "run"] as const) await place.state.db.deleteFrom(table).execute();
  await place.add([{ name: "Ana <script>", key: "90017" }, { name: "Bo" }, { name: "Cy" }]);
});

type MailSettings = NonNullable<NotifySettings["mail"]>;

function mailTo({ port }: Pick<SmtpServer, "port">, more: Partial<MailSettings> = {}): MailSettings {
  return {
    to: ["hr@acme.example", "it@acme.example"],
    from: "Rollcall <rollcall@acme.example>",
    smtp: `smtp://127.0.0.1:${port}`,
    insecure: false,
    language: "en",
    attach: false,
    people: false,
    ...more,
  };
}

function parts(notify: Partial<NotifySettings>, more: Partial<NotifyParts> = {}): NotifyParts {
  const job: Job = {
    name: "nightly",
    file: "/srv/jobs/nightly.yaml",
    text: "",
    schedule: { cron: "30 2 * * *", timezone: "Europe/Madrid" },
    source: {} as Job["source"],
    mapping: "/srv/mapping.yaml",
    service: {
      baseUrl: "https://x.example",
      account: "acme",
      ...SERVICE_DEFAULTS,
    },
    policy,
    notify: { mail: null, webhook: null, digest: null, ...notify },
  } as Job;
  return { db: place.state.db, job, console: "https://rollcall.acme.example", now, sleep: async () => undefined, env: {}, ...more };
}

async function run(values: Partial<Run>): Promise<Run> {
  const id = `run-${Math.random().toString(36).slice(2, 8)}`;
  const { held = null, problem = null, ...rest } = values;
  await insertRun(place.state.db, {
    id,
    job: "nightly",
    job_file: "/srv/jobs/nightly.yaml",
    account: "acme",
    status: "completed",
    partial: false,
    started_at: now,
    file: "hr.csv",
    sha256: "",
    rows: 3,
    context: "c",
    released_by: null,
    held: held === null ? null : JSON.stringify(held),
    problem: problem === null ? null : JSON.stringify(problem),
    counts: null,
    notes: null,
    summary: rest.summary === undefined ? null : JSON.stringify(rest.summary),
    files: null,
    profile: null,
    ended_at: null,
    planned_at: null,
    ...(rest.status === undefined ? {} : { status: rest.status }),
    ...(rest.started_at === undefined ? {} : { started_at: rest.started_at }),
    ...(rest.pilot === undefined ? {} : { pilot: JSON.stringify(rest.pilot) }),
  });
  return (await findRun(place.state.db, id)) as Run;
}

interface Hook {
  url: string;
  bodies: { text: string }[];
  paths: string[];
}
async function webhook(
  answer: (request: IncomingMessage, response: ServerResponse, times: number) => void = (_, response) => response.end("ok"),
): Promise<Hook> {
  const bodies: { text: string }[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      bodies.push(JSON.parse(body === "" ? '{"text":""}' : body) as { text: string });
      paths.push(request.url ?? "");
      answer(request, response, bodies.length);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/SECRET`, bodies, paths };
}

describe("the digest", () => {
  test.each([
    ["es", "Recomendación: Mirar con detalle. Grupo nuevo aún no visto."],
    ["de", "Empfehlung: Genauer ansehen. Neue Gruppe noch nicht gesehen."],
    ["fr", "Recommandation\u00a0: Examiner de près. Nouveau groupe pas encore vu."],
  ] as const)("gives the recommendation after the question of a cause (%s)", async (language, sentence) => {
    const server = await smtpServer();
    await sendDigest(parts({ mail: mailTo(server, { language }) }));
    expect(opened(server.mails[0]?.raw ?? "").text).toContain(`? ${sentence}`);
  });

  test("lists pending removals by cause, without names, with a link, once a day", async () => {
    const server = await smtpServer();
    const told = await sendDigest(parts({ mail: mailTo(server) }));
    expect(told).toEqual({ sent: [{ channel: "mail", kind: "digest" }], before: [], failed: [] });
    expect(server.mails[0]).toMatchObject({ from: "rollcall@acme.example", to: ["hr@acme.example", "it@acme.example"] });
    const { headers, text, html, parts: all } = opened(server.mails[0]?.raw ?? "");
    expect(headers["subject"]).toBe("Rollcall nightly: 3 removals need a decision");
    expect(headers["auto-submitted"]).toBe("auto-generated");
    expect(text.replaceAll("\r\n", "\n")).toContain(
      "  - The group “Sales” seems to be renamed to “IT”. Remove 3 people from the old group? Recommendation: Look closer. New group not seen yet.\n    https://rollcall.acme.example/review/causes/C-00000001\n",
    );
    expect(text).toContain("Open the review: https://rollcall.acme.example/review");
    expect(text).not.toMatch(/rollcall review|\.xlsx|digest/);
    expect(html).toContain('<a href="https://rollcall.acme.example/review">');
    // The link is the question; the recommendation follows it.
    expect(html).toMatch(/causes\/C-00000001">(<bdi>)?[^<]+from the old group\?(<\/bdi>)?<\/a><br \/>/);
    expect(text + html).not.toMatch(/Ana|Bo\b|90017/);
    expect(all).toHaveLength(2);
    expect(await sendDigest(parts({ mail: mailTo(server) }))).toMatchObject({ sent: [], before: [{ kind: "digest" }] });
    expect(server.mails).toHaveLength(1);
    const tomorrow = new Date(now.getTime() + 86_400_000);
    expect(await sendDigest(parts({ mail: mailTo(server) }, { now: tomorrow }))).toMatchObject({ sent: [{}] });
  });

  test("is in Spanish with names, escaped, and with a workbook that can be uploaded again, where the job asks for it", async () => {
    const server = await smtpServer();
    await sendDigest(parts({ mail: mailTo(server, { language: "es", people: true, attach: true }) }, { console: null }));
    const { headers, text, html, parts: all } = opened(server.mails[0]?.raw ?? "");
    expect(headers["subject"]).toBe("Rollcall nightly: 3 retiradas esperan una decisión");
    expect(text).toContain("Ana <script> (90017)");
    expect(html).toContain("Ana &lt;script&gt; (90017)");
    expect(text).toContain("rollcall review list --job nightly");
    const attached = all.find(({ name }) => name === "retiradas-pendientes-2026-05-04.xlsx");
    const imported = await importDecisions(
      place.state,
      attached?.content ?? Buffer.alloc(0),
      { name: "Ana", via: "workbook" },
      { now, policyOf: async () => policy },
    );
    expect(imported).toMatchObject({ rows: 3, left: [{}, {}, {}] });
  });

  test("names one person once, and says that there is no recommendation only once", async () => {
    await place.state.db.deleteFrom("removal").execute();
    const evidence = { kind: "value_changed", file: "hr.csv", row: 2, rules: [], formerly: [], gains: [], lastGroup: false };
    const cells = [{ column: "Department", before: "Sales", now: "IT" }];
    await place.add([{ name: "Ana", key: "90017", evidence: { ...evidence, cells } }]);
    const server = await smtpServer();
    await sendDigest(parts({ mail: mailTo(server, { people: true }) }));
    const { text } = opened(server.mails[0]?.raw ?? "");
    expect(text).toContain("1 removal needs a decision: 1 person, 1 cause, 1 question.");
    expect(text).toMatch(/Ana[^\n]*\? No recommendation\. [^\n:]*\.\r?\n/);
    expect(text.match(/Ana/g)).toHaveLength(1);
  });

  test.for([
    ["de", "Rollcall nightly: 3 Entfernungen warten auf eine Entscheidung", "Niemand verliert eine Gruppe"],
    ["fr", "Rollcall nightly\u00a0: 3 retraits attendent une décision", "Personne ne perd de groupe"],
  ] as const)("is in the language %s where the job asks for it", async ([language, subject, sentence]) => {
    const server = await smtpServer();
    await sendDigest(parts({ mail: mailTo(server, { language }) }));
    const { headers, text, html } = opened(server.mails[0]?.raw ?? "");
    expect(headers["subject"]).toBe(subject);
    expect(text).toContain(sentence);
    expect(html).toContain(`lang="${language}"`);
  });

  test("keeps a colon in the name of the sender, which would make a group of addresses", async () => {
    const server = await smtpServer();
    await sendDigest(parts({ mail: mailTo(server, { from: "Rollcall: HR <rollcall@acme.example>" }) }));
    expect(opened(server.mails[0]?.raw ?? "").headers["from"]).toBe('"Rollcall: HR" <rollcall@acme.example>');
  });

  test("asks about a missing area, and leads to its run", async () => {
    const server = await smtpServer();
    const area = { column: "City", value: "Lisbon", known: 12, missing: 12, blank: 0, blocked: 12 };
    const { id } = await run({ summary: { areas: [area, { ...area, value: "Porto", blocked: 0 }] } });
    await sendDigest(parts({ mail: mailTo(server) }));
    const text = opened(server.mails[0]?.raw ?? "").text;
    expect(text).toContain("An area is missing from the last file:");
    expect(text).toContain("12 of 12 people whose City is Lisbon are missing from the file.");
    expect(text).toContain("Ask HR; if the area really left, release it on the page of the run.");
    expect(text).toContain(`https://rollcall.acme.example/runs/${id}`);
    expect(text).not.toContain("Porto");
  });

  test("has one line for missing groups without a decision, and a link to them", async () => {
    await place.state.db.deleteFrom("removal").execute();
    for (const [id, decision, people] of [
      ["1", null, 3],
      ["2", null, 1],
      ["3", "dismiss", 5],
    ] as const)
      await sql`INSERT INTO missing_group (id, account, job, folded, path, people, detail, run, since, decision)
        VALUES (${id}, 'acme', 'nightly', ${id}, ${`HR/${id}`}, ${people}, '{}', 'r', now(), ${decision})`.execute(place.state.db);
    const server = await smtpServer();
    await sendDigest(parts({ mail: mailTo(server) }));
    const { text } = opened(server.mails[0]?.raw ?? "");
    expect(text).toContain("2 groups that the rules assign do not exist, and 4 people wait for them.");
    expect(text).toContain("https://rollcall.acme.example/missing-groups?job=nightly");
    await place.state.db.deleteFrom("notification").execute();
    await sendDigest(parts({ mail: mailTo(server, { language: "de" }) }, { console: null }));
    expect(opened(server.mails[1]?.raw ?? "").text).toContain("rollcall groups missing --job nightly");
    await place.state.db.updateTable("missing_group").set({ decision: "dismiss" }).execute();
    await place.state.db.deleteFrom("notification").execute();
    expect(await sendDigest(parts({ mail: mailTo(server) }))).toEqual({ sent: [], before: [], failed: [] });
  });

  test("has one line for leavers whose account should be closed since more than a day", async () => {
    await place.state.db.deleteFrom("removal").execute();
    await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run, due)
      VALUES ('nightly', 'late', 'acme', 2, 'd', 'c', 'present', false, 'r', '2020-01-31')`.execute(place.state.db);
    await sql`INSERT INTO link (account, key, user_id, job, source, active, created_at)
      VALUES ('acme', 'late', 'user-late', 'nightly', 'created', true, now())`.execute(place.state.db);
    const server = await smtpServer();
    await sendDigest(parts({ mail: mailTo(server) }));
    expect(opened(server.mails[0]?.raw ?? "").text.replaceAll(/\s+/g, " ")).toContain(
      "The account of 1 leaver is still active more than a day after the last day, because no run could close it.",
    );
    await place.state.db.updateTable("link").set({ active: false }).execute();
    await place.state.db.deleteFrom("notification").execute();
    expect(await sendDigest(parts({ mail: mailTo(server) }))).toEqual({ sent: [], before: [], failed: [] });
    for (const table of ["person", "link"] as const) await place.state.db.deleteFrom(table).where("key", "=", "late").execute();
  });

  test("names a failed run although a pilot has succeeded since", async () => {
    await run({
      status: "failed",
      started_at: new Date(now.getTime() - 7_200_000),
      problem: { code: "file_missing", fact: fact("run.stopped", {}) },
    });
    await run({ started_at: new Date(now.getTime() - 3_600_000), pilot: { by: "keys" } as unknown as Run["pilot"] });
    const server = await smtpServer();
    await sendDigest(parts({ mail: mailTo(server) }));
    expect(opened(server.mails[0]?.raw ?? "").text).toContain("One run has failed in the last 24 hours");
  });

  test("is not sent where nothing waits, nor before its time of the day where the job is at home", async () => {
    const server = await smtpServer();
    await place.state.db.deleteFrom("removal").execute();
    expect(await sendDigest(parts({ mail: mailTo(server) }))).toEqual({ sent: [], before: [], failed: [] });
    // 08:00 UTC is 10:00 in Madrid.
    expect(isDue(parts({ digest: "10:00" }))).toBe(true);
    expect(isDue(parts({ digest: "10:01" }))).toBe(false);
    await place.add([{}]);
    const good = await run({});
    expect(await notifyAboutRun(parts({ mail: mailTo(server), digest: "10:01" }), good)).toMatchObject({ sent: [] });
    expect(await notifyAboutRun(parts({ mail: mailTo(server), digest: "10:00" }), good)).toMatchObject({ sent: [{ kind: "digest" }] });
    expect(server.mails).toHaveLength(1);
  });

  test("counts rejected rows and blocked people of the last run, unless the job calls them no trouble", async () => {
    await place.state.db.deleteFrom("removal").execute();
    const last = await run({});
    await setRun(place.state.db, last.id, { counts: JSON.stringify({ rejected: 2, blocked: 1 }) });
    const textOf = async (exit: object): Promise<string | undefined> => {
      const hook = await webhook();
      await place.state.db.deleteFrom("notification").execute();
      const told = parts({ webhook: { url: hook.url, language: "en" } });
      await sendDigest({ ...told, job: { ...told.job, policy: { ...policy, exit: { rejected: 1, blocked: 1, ...exit } } } });
      return hook.bodies[0]?.text;
    };
    expect(await textOf({})).toMatch(/1 person was blocked in the last run.*\n+.*2 rows of the last file could not be used/s);
    expect(await textOf({ rejected: 0 })).not.toContain("2 rows");
    expect(await textOf({ rejected: 0, blocked: 0 })).toBeUndefined();
  });

  test("names held and failed runs, and approvals that expire", async () => {
    const hook = await webhook();
    await place.add([{ status: "approved", decided_at: new Date(now.getTime() - 12 * 86_400_000), decided_by: "x" }]);
    await run({ status: "held", held: [{ limit: "creates", found: 60, allowed: 20 }] });
    await run({
      status: "failed",
      problem: { code: "service_unreachable", fact: fact("mail.cannot_be_encrypted", { host: "secret-host" }) },
    });
    await sendDigest(parts({ webhook: { url: hook.url, language: "en" } }));
    const text = hook.bodies[0]?.text ?? "";
    expect(text).toMatch(/1 approval has not been applied and expires within 3 days/);
    expect(text).toMatch(/A limit put one run on hold:\n• <https:\S+\/runs\/run-\w+\|4 May 2026, 10:00 CEST: on hold>/);
    expect(text).toMatch(/One run has failed in the last 24 hours/);
    expect(text).not.toContain("secret-host");
  });
});

describe("a run", () => {
  test("on hold is reported at once, with its limits, once a day for the same limit", async () => {
    const server = await smtpServer();
    const hook = await webhook();
    const notify = { mail: mailTo(server), webhook: { url: hook.url, language: "es" as const }, digest: "23:59" };
    const held = await run({ status: "held", held: [{ limit: "creates", found: 60, allowed: 20, message: "x" }] });
    const told = await notifyAboutRun(parts(notify), held);
    expect(told.sent).toEqual([
      { channel: "mail", kind: "held" },
      { channel: "webhook", kind: "held" },
    ]);
    expect(opened(server.mails[0]?.raw ?? "").text).toContain("New accounts: 60 found, 20 allowed");
    expect(hook.bodies[0]?.text).toContain(`<https://rollcall.acme.example/runs/${held.id}|Abrir la ejecución>`);
    const again = await run({ status: "held", held: [{ limit: "creates", found: 61, allowed: 20 }] });
    expect((await notifyAboutRun(parts(notify), again)).before).toHaveLength(2);
    const other = await run({ status: "held", held: [{ limit: "shrink", found: 61, allowed: 20 }] });
    expect((await notifyAboutRun(parts(notify), other)).sent).toHaveLength(2);
  });

  test("that has failed is reported at once, one that was stopped by hand is not", async () => {
    const server = await smtpServer();
    const notify = { mail: mailTo(server), digest: "23:59" };
    await notifyAboutRun(
      parts(notify),
      await run({
        status: "interrupted",
        problem: { code: "service_unreachable", fact: fact("service.failed", { endpoint: "GET /groups", status: 500, details: [] }) },
      }),
    );
    const { headers, text } = opened(server.mails[0]?.raw ?? "");
    expect(headers["subject"]).toBe("Rollcall nightly: a run has failed");
    expect(text).toContain("the service failed unexpectedly (status 500)");
    await notifyAboutRun(
      parts(notify),
      await run({ status: "interrupted", problem: { code: "interrupted", fact: fact("run.stopped", {}) } }),
    );
    expect(server.mails).toHaveLength(1);
  });
});

describe("mail that cannot be sent", () => {
  const digestTo = (mail: MailSettings): ReturnType<typeof sendDigest> => sendDigest(parts({ mail }));

  test("is tried again where the server asks for it, and is one mail in the end", async () => {
    const server = await smtpServer({ answers: { MAIL: { code: 451, times: 2 } } });
    expect(await digestTo(mailTo(server))).toMatchObject({ sent: [{ channel: "mail" }], failed: [] });
    expect(server.mails).toHaveLength(1);
  });

  const failures: [string, Parameters<typeof smtpServer>[0], (port: number) => string, RegExp, number][] = [
    [
      "refused for good is not tried again",
      { answers: { DATA: { code: 554, times: 9 } } },
      (port) => `smtp://127.0.0.1:${port}`,
      /127\.0\.0\.1 refused the mail \(it answered 554\)/,
      1,
    ],
    [
      "refused for now is given up after three times",
      { answers: { MAIL: { code: 421, times: 9 } } },
      (port) => `smtp://127.0.0.1:${port}`,
      /\(it answered 421\)/,
      3,
    ],
    [
      "with every address refused says so",
      { answers: { RCPT: { code: 550, times: 9 } } },
      (port) => `smtp://127.0.0.1:${port}`,
      /refused the sender or every address \(it answered 550\)/,
      1,
    ],
    [
      "for a wrong password says so, without it",
      { user: { name: "rc", password: "right" } },
      (port) => `smtp://rc:hunter2@127.0.0.1:${port}`,
      /refused the user or the password \(it answered 535\)/,
      1,
    ],
    ["by TLS to a server without says so", {}, (port) => `smtps://127.0.0.1:${port}`, /cannot be encrypted|cannot be reached/, -1],
    [
      "with a password to a server without TLS on another machine is not sent",
      { user: { name: "rc", password: "hunter2" } },
      (port) => `smtp://rc:hunter2@0.0.0.0:${port}`,
      /cannot be encrypted/,
      1,
    ],
  ];
  test.for(failures)("%s", async ([, behaviour, address, why, connections]) => {
    const server = await smtpServer(behaviour);
    const told = await digestTo(mailTo(server, { smtp: address(server.port) }));
    expect(told).toMatchObject({ sent: [], failed: [{ channel: "mail", kind: "digest" }] });
    expect(whyNot(told)).toMatch(why);
    expect(JSON.stringify(told)).not.toMatch(/hunter2|rc:/);
    expect(server.mails).toEqual([]);
    if (connections > 0) expect(server.connections()).toBe(connections);
    // Nothing was told, so the day is still open for it.
    expect(await place.state.db.selectFrom("notification").selectAll().execute()).toEqual([]);
  });

  test("to a server that is not there says so", async () => {
    const server = await smtpServer();
    await server.close();
    expect(whyNot(await digestTo(mailTo(server)))).toMatch(/127\.0\.0\.1 cannot be reached \(\w+\)/);
  });

  test("I9: leaves this machine with TLS only, unless the job allows otherwise", async () => {
    const server = await smtpServer();
    // Not a loopback address, although it leads here.
    const smtp = `smtp://0.0.0.0:${server.port}`;
    expect(whyNot(await digestTo(mailTo(server, { smtp })))).toMatch(/cannot be encrypted: it offers no TLS/);
    expect(server.mails).toEqual([]);
    expect(await digestTo(mailTo(server, { smtp, insecure: true }))).toMatchObject({ sent: [{}] });
    expect(server.mails).toHaveLength(1);
  });

  test("to a server whose certificate nobody trusts says so", async () => {
    const dir = mkdtempSync(join(tmpdir(), "rollcall-tls-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const [key, cert] = [join(dir, "key.pem"), join(dir, "cert.pem")];
    execFileSync(
      bring("openssl", ["version"]),
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=127.0.0.1"],
      { stdio: "ignore" },
    );
    const server = await smtpServer({ tls: { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") } });
    expect(whyNot(await digestTo(mailTo(server)))).toMatch(/cannot be encrypted.*certificate that is not trusted/);
    expect(server.mails).toEqual([]);
  });

  test("to one of several addresses is reported, and not sent to the others again", async () => {
    const server = await smtpServer({ answers: { RCPT: { code: 550, times: 1 } } });
    const told = await digestTo(mailTo(server));
    expect(told.sent).toEqual([]);
    expect(whyNot(told)).toBe("127.0.0.1 refused 1 of 2 addresses; the others got the mail");
    expect(await digestTo(mailTo(server))).toMatchObject({ before: [{ channel: "mail" }] });
    expect(server.mails).toHaveLength(1);
  });
});

describe("a webhook", () => {
  test("whose answer has no end counts as reached at its status", async () => {
    let sent = 0;
    const { url } = await webhook((_, response) => {
      response.writeHead(200);
      const more = (): void => {
        if (response.destroyed || sent > 500_000_000) return;
        sent += 1_000_000;
        response.write(Buffer.alloc(1_000_000), more);
      };
      more();
    });
    await expect(sendDigest(parts({ webhook: { url, language: "en" } }))).resolves.toMatchObject({
      sent: [{ channel: "webhook" }],
      failed: [],
    });
    expect(sent).toBeLessThan(50_000_000);
  });

  const digestTo = (url: string): ReturnType<typeof sendDigest> => sendDigest(parts({ webhook: { url, language: "en" } }));

  test("gets JSON without names, in which nothing calls everybody", async () => {
    const hook = await webhook();
    await place.add([{ group_path: "HR/<!channel> & more @all [Sign in](https://evil.example)", cause: "C-x" }]);
    expect(await digestTo(hook.url)).toMatchObject({ sent: [{ channel: "webhook" }] });
    expect(hook.bodies[0]?.text).toContain("HR/&lt;!channel&gt; &amp; more");
    expect(hook.bodies[0]?.text).not.toMatch(/Ana|<!channel>|@all|\]\(/);
  });

  test("is tried again after 500 and 429", async () => {
    const hook = await webhook((_, response, times) => {
      response.statusCode = times === 1 ? 500 : times === 2 ? 429 : 200;
      response.end();
    });
    expect(await digestTo(hook.url)).toMatchObject({ sent: [{}] });
    expect(hook.bodies).toHaveLength(3);
  });

  test("that redirects is not followed, one that refuses is not tried again, and neither is named with its secret", async () => {
    const other = await webhook();
    const hook = await webhook((_, response) => response.writeHead(302, { location: other.url }).end());
    const told = await digestTo(hook.url);
    expect(whyNot(told)).toMatch(/answered with a redirect \(302\), which is not followed/);
    expect(other.bodies).toEqual([]);
    const refusing = await webhook((_, response) => response.writeHead(403).end("SECRET"));
    const refused = await digestTo(refusing.url);
    expect(whyNot(refused)).toMatch(/^127\.0\.0\.1:\d+ answered 403$/);
    expect(refusing.bodies).toHaveLength(1);
    expect(JSON.stringify([told, refused])).not.toContain("SECRET");
  });

  test("that hangs does not keep mail from being sent", async () => {
    const server = await smtpServer();
    const gone = await webhook((request) => request.socket.destroy());
    const told = await sendDigest(parts({ mail: mailTo(server), webhook: { url: gone.url, language: "en" } }));
    expect(told).toMatchObject({
      sent: [{ channel: "mail" }],
      failed: [{ channel: "webhook", why: { code: "notice.server_is_unreachable" } }],
    });
  });
});

test("a notice that another process was sending when it ended is sent after some minutes", async () => {
  const server = await smtpServer();
  await place.state.db
    .insertInto("notification")
    .values({
      kind: "digest:mail",
      subject: "nightly",
      day: "2026-05-04",
      sent_at: new Date(now.getTime() - 60_000),
      detail: '{"state":"sending"}',
    })
    .execute();
  expect(await sendDigest(parts({ mail: mailTo(server) }))).toMatchObject({ before: [{}] });
  const later = new Date(now.getTime() + 600_000);
  expect(await sendDigest(parts({ mail: mailTo(server) }, { now: later }))).toMatchObject({ sent: [{}] });
});
