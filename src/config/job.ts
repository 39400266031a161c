import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { z } from "zod";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { ConfigurationProblem } from "../domain/problem.ts";
import { isUnencrypted } from "../domain/loopback.ts";
import type { AuthSettings, IdentityReport, Job, Policy, Retention, ServiceSettings, SettingPlace } from "../domain/settings.ts";
import { RETENTION_DEFAULTS, SERVICE_DEFAULTS } from "../domain/settings.ts";
import { YamlSource } from "./yaml.ts";
import type { Environment } from "./environment.ts";
import { fromEnvironment } from "./environment.ts";
import { findJob, readJobFile } from "./find.ts";
import { readNotify } from "./notify-schema.ts";
import { readPilot } from "./pilot.ts";
import { jobSchema, policySchema, protectSchema, retentionSchema, scheduleSchema, serviceSchema } from "./schema.ts";
import { readExport } from "./export.ts";
import { readSource } from "./source.ts";
import { withoutCredentials } from "./stored-text.ts";

export interface LoadedJob {
  job: Job;
  /** The text of the file, without values from the environment. */
  text: string;
  /** Hex SHA-256 of the text. */
  digest: string;
}

/** The folder for names and relative paths, and the environment for `${NAME}`. */
export interface LoadContext {
  cwd: string;
  env: Environment;
}

/**
 * Reads a job file: a path, or a name in `jobs/`.
 * @throws ConfigurationProblem with every error of the file
 */
export async function loadJob(nameOrPath: string, { cwd, env }: LoadContext): Promise<LoadedJob> {
  const { file, shown } = await findJob(nameOrPath, cwd);
  const text = await readJobFile(file, shown);
  return { job: parseWithoutToken(text, file, shown, env), text, digest: createHash("sha256").update(text).digest("hex") };
}

const UNSET_TOKEN = "(not set)";

/**
 * Parses a job whose refresh token may be in the state alone, because it was set up in the browser: if only the variable
 * of the token is missing, `auth.unset` has its fault. `requireTokens` checks that the state has tokens.
 */
function parseWithoutToken(text: string, file: string, shown: string, env: Environment): Job {
  try {
    return parseJob(text, file, shown, env);
  } catch (error) {
    const [fault, ...more] = error instanceof ConfigurationProblem ? error.faults : [];
    if (fault?.unset === undefined || more.length > 0) throw error;
    const job = parseJob(text, file, shown, { ...env, [fault.unset]: UNSET_TOKEN });
    const { auth } = job.service;
    if (auth.refreshToken !== UNSET_TOKEN) throw error;
    return { ...job, service: { ...job.service, auth: { ...auth, refreshToken: "", unset: fault } } };
  }
}

/**
 * Parses the text of a job file.
 * @param file absolute path; relative paths in the job start from its folder
 * @param shown the path for messages
 * @throws ConfigurationProblem with every error
 */
export function parseJob(text: string, file: string, shown: string, env: Environment): Job {
  const source = new YamlSource(text, shown, fromEnvironment(env));
  if (source.faults.length > 0 && source.value === undefined) throw new ConfigurationProblem(source.faults);
  const top = source.check(jobSchema, source.value);
  const raw = (source.value ?? {}) as Record<string, unknown>;
  const schedule = raw["schedule"] === undefined ? null : source.check(scheduleSchema, raw["schedule"], ["schedule"]);
  const folder = dirname(file);
  const from = readSource(source, raw["source"], folder);
  const service = readService(source, raw["service"]);
  const policy = readPolicy(source, raw["policy"]);
  const pilot = readPilot(source, raw["pilot"], folder);
  const protect = source.check(protectSchema, raw["protect"] ?? {}, ["protect"]);
  const notify = readNotify(source, raw["notify"]);
  const exported = readExport(source, raw["export"], folder);
  const retention = source.check(retentionSchema, raw["retention"] ?? {}, ["retention"]);
  for (const key of ["source", "service"]) {
    if (source.value !== undefined && raw[key] === undefined && top !== undefined)
      source.fault([], fact("config.missing_key", { setting: key }));
  }
  if (
    source.faults.length > 0 ||
    top === undefined ||
    schedule === undefined ||
    from === undefined ||
    service === undefined ||
    policy === undefined ||
    pilot === undefined ||
    protect === undefined ||
    notify === undefined ||
    exported === undefined ||
    retention === undefined
  ) {
    throw new ConfigurationProblem(source.faults.toSorted((a, b) => a.line - b.line || a.column - b.column));
  }
  return {
    name: top.name,
    file,
    text: withoutCredentials(text),
    schedule,
    source: from,
    mapping: resolve(folder, top.mapping),
    service,
    policy: { ...policy, pilot },
    timezone: top.timezone ?? schedule?.timezone ?? "UTC",
    protect: { ...protect, at: raw["protect"] === undefined ? "" : source.at(["protect"]) },
    limitPlaces: limitPlaces(source, policy),
    notify,
    export: exported,
    retention: retentionOf(retention),
  };
}

/** Adds the defaults for kinds that the job leaves out; `null` means forever. */
function retentionOf(form: z.output<typeof retentionSchema>): Retention {
  return { ...RETENTION_DEFAULTS, ...Object.fromEntries(Object.entries(form).filter(([, kept]) => kept !== undefined)) };
}

function readService(source: YamlSource, raw: unknown): ServiceSettings | undefined {
  if (raw === undefined) return undefined;
  const form = source.check(serviceSchema, raw, ["service"]);
  if (form === undefined) return undefined;
  const { auth, dialect, rate, retry } = form;
  const sandbox = form.base_url === "sandbox";
  const wrong = sandbox ? undefined : wrongUrl(form.base_url, form.insecure);
  if (wrong !== undefined) source.fault(["service", "base_url"], wrong);
  if (!sandbox && auth === undefined) source.fault(["service"], fact("config.auth_missing", {}));
  if (auth !== undefined) checkGrant(source, auth);
  if (retry.max_delay < retry.delay)
    source.fault(["service", "retry"], fact("config.shorter_than", { setting: "service.retry.max_delay", than: "delay" }));
  const baseUrl = sandbox ? "sandbox" : form.base_url.replace(/\/{1,100}$/, "");
  return {
    baseUrl,
    insecure: form.insecure,
    account: form.account ?? baseUrl,
    auth: { ...SERVICE_DEFAULTS.auth, refreshToken: "", client: null, ...(auth === undefined ? {} : authOf(auth)) },
    dialect: {
      groupIds: dialect.group_ids,
      arrayQuery: dialect.array_query,
      createdId: dialect.created_id ?? null,
      pageSize: dialect.page_size,
      paging: dialect.paging,
      updateBody: dialect.update_body,
    },
    rate: { perSecond: rate.per_second, inFlight: rate.in_flight },
    retry: {
      attempts: retry.attempts,
      delay: retry.delay,
      maxDelay: retry.max_delay,
      pauseAfter: retry.pause_after,
      giveUp: retry.give_up,
    },
    timeout: form.timeout,
    directory: { maxAge: form.directory.max_age },
    identities: { settle: form.identities.settle, report: reportOf(form.identities.report) },
  };
}

function reportOf(form: z.output<typeof serviceSchema>["identities"]["report"]): IdentityReport | null {
  return form === undefined ? null : { template: form.template, key: form.key, userId: form.user_id };
}

type AuthForm = NonNullable<z.output<typeof serviceSchema>["auth"]>;

/** Checks the keys of the grant: its own are required, those of the other grant are mistakes. */
function checkGrant(source: YamlSource, auth: AuthForm): void {
  const own = auth.grant === "refresh" ? ["refresh_token"] : ["client_id", "client_secret"];
  const others = auth.grant === "refresh" ? ["client_id", "client_secret", "client_authentication", "scope"] : ["refresh_token"];
  const given = (key: string): boolean => Reflect.get(auth, key) !== undefined;
  for (const key of own.filter((name) => !given(name)))
    source.fault(
      ["service", "auth"],
      fact("config.missing_key_for", { setting: `service.auth.${key}`, needed_by: `grant: ${auth.grant}` }),
    );
  for (const key of others.filter(given))
    source.fault(["service", "auth", key], fact("config.no_effect_with", { setting: `service.auth.${key}`, with: `grant: ${auth.grant}` }));
}

function authOf(auth: AuthForm): AuthSettings {
  const { header, scheme } = auth;
  if (auth.grant === "refresh") return { refreshToken: auth.refresh_token ?? "", client: null, header, scheme };
  const client = {
    id: auth.client_id ?? "",
    secret: auth.client_secret ?? "",
    authentication: auth.client_authentication ?? "body",
    scope: auth.scope ?? null,
  };
  return { refreshToken: "", client, header, scheme };
}

/** Returns why a text cannot be the address of a service; `undefined` if it can. */
export function wrongUrl(text: string, insecure: boolean): Fact | undefined {
  const setting = "service.base_url";
  // An unset variable has its own error.
  if (text.includes("${")) return undefined;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return fact("config.not_service_url", { setting });
  if (url.username !== "" || url.password !== "") return fact("config.url_has_user", { setting, instead: "auth" });
  if (url.search !== "" || url.hash !== "") return fact("config.url_has_query", { setting });
  if (isUnencrypted(text) && !insecure) return fact("config.url_insecure", { setting });
  if (/\/integration\/v1\/?$/.test(url.pathname)) return fact("config.url_has_prefix", { setting });
  return undefined;
}

/** Returns where the limits are set. `licences` puts a run on hold only if the job file says so. */
function limitPlaces(source: YamlSource, { limits }: Pick<Policy, "limits">): Job["limitPlaces"] {
  const placeOf = (isSet: boolean, ...path: string[]): SettingPlace => ({
    key: path.join("."),
    at: isSet ? source.at(path) : source.file,
    default: !isSet,
  });
  const limitOf = (name: keyof Policy["limits"]): SettingPlace => placeOf(limits[name]?.explicit === true, "policy", "limits", name);
  return {
    rejected: limitOf("rejected"),
    creates: limitOf("creates"),
    updates: limitOf("updates"),
    deactivations: limitOf("deactivations"),
    removals: limitOf("removals"),
    shrink: limitOf("shrink"),
    renamed: limitOf("renamed"),
    rekeyed: limitOf("rekeyed"),
    out_of_scope: limitOf("out_of_scope"),
    groups_created: limitOf("groups_created"),
    licences: placeOf(true, "policy", "licences"),
  };
}

function readPolicy(source: YamlSource, raw: unknown): Omit<Policy, "pilot"> | undefined {
  const form = source.check(policySchema, raw ?? {}, ["policy"]);
  if (form === undefined) return undefined;
  const { group_removals: removals, limits, approval } = form;
  if (approval.delay >= approval.expires) {
    source.fault(["policy", "approval"], fact("config.approval_expires_early", {}));
  }
  return {
    groupRemovals:
      typeof removals === "string" ? removals : { auto: { groups: removals.auto.groups, maxPerRun: removals.auto.max_per_run } },
    absent: form.absent,
    leavers: form.leavers,
    licences: form.licences,
    park: form.park ?? null,
    exit: form.exit,
    limits: {
      ...limits,
      removals: limits.removals ?? null,
      // A number, not a share.
      groups_created: { percent: 0, atLeast: limits.groups_created ?? 10, explicit: limits.groups_created !== undefined },
    },
    approval: {
      expires: approval.expires,
      fourEyes: approval.four_eyes,
      twoAbove: approval.two_above ?? null,
      delay: approval.delay,
    },
  };
}
