import type { Applied } from "./apply.ts";
import { addressError, connectionError, groupsOf, setupService, testConnection } from "./connection.ts";
import type { SetupSurroundings } from "./surroundings.ts";
import type { FieldError, SetupAnswers, SetupForm } from "./types.ts";

/** The connection that a form asks for. */
export interface WantedConnection {
  /** `sandbox`, or an address. */
  url: string;
  insecure: boolean;
  /** Empty: the token that the setup has. */
  token: string;
}

/** Reads the connection of a form. */
export function connectionIn(form: SetupForm): WantedConnection {
  const url = form.text("sandbox") === "yes" ? "sandbox" : form.text("url").replace(/\/{1,100}$/, "");
  return { url, insecure: url !== "sandbox" && form.text("insecure") === "yes", token: form.text("token") };
}

/** Connects to a service and reads its groups. `tested` is what the audit trail records. */
export async function connect(
  around: SetupSurroundings,
  setup: string,
  answers: SetupAnswers,
  { url, insecure, token }: WantedConnection,
): Promise<Applied & { tested: { host: string; ok: boolean } | null }> {
  const { now, env, timer } = around;
  const at = now().toISOString();
  if (url === "sandbox") {
    const service = await around.openSandbox();
    try {
      const groups = await groupsOf(service);
      return { answers: { ...answers, service: { url, insecure, at, shared: null } }, errors: [], groups, tested: null };
    } finally {
      await service.close();
    }
  }
  const attempt = { ...answers, service: { url, insecure, at, shared: null } };
  const refused = (error: FieldError) => ({ answers: attempt, errors: [error], tested: null });
  const wrong = await addressError(url, insecure, env);
  if (wrong !== null) return refused(wrong);
  const job = await around.jobOf(url);
  if (job !== null && token !== "") return refused({ field: "token", why: "shared_account", values: { job: job.name } });
  const known = answers.service !== null && answers.service.url === url;
  if (job === null && token === "" && !known) return refused({ field: "token", why: "token_needed" });
  const result =
    job !== null
      ? await job.groups().then(
          (groups) => ({ groups }),
          (error: unknown) => ({ error: connectionError(error) }),
        )
      : await testConnection(around.state, setupService(setup, { url, insecure, token }), around.secret(), { now, env, timer });
  const tested = { host: new URL(url).host, ok: "groups" in result };
  if (!("groups" in result)) return { ...refused(result.error), tested };
  return { answers: { ...answers, service: { url, insecure, at, shared: job?.name ?? null } }, errors: [], groups: result.groups, tested };
}
