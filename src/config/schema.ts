import { CronExpressionParser } from "cron-parser";
import { IANAZone } from "luxon";
import { z } from "zod";
import { blackoutDays } from "../domain/schedule.ts";
import { SERVICE_DEFAULTS, type Limit } from "../domain/settings.ts";
import { age, duration, filledText, limit, says, wholeNumber } from "./values.ts";

const section = z.unknown().optional();

const timezone = z.string().refine((zone) => IANAZone.isValidZone(zone), says("config.not_time_zone"));

/** The job file. Each section is checked separately, so that an error in one hides none in another. */
export const jobSchema = z.strictObject({
  name: filledText.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, says("config.job_name_invalid")),
  schedule: section,
  timezone: timezone.optional(),
  source: z.unknown(),
  mapping: filledText,
  service: z.unknown(),
  policy: section,
  pilot: section,
  protect: section,
  notify: section,
  export: section,
  retention: section,
});

export const scheduleSchema = z.strictObject({
  cron: z.string().refine(isCron, says("config.not_cron")),
  timezone: timezone.default("UTC"),
  missed: z.enum(["run", "skip"]).default("run"),
  blackout: z.array(z.string().refine((days) => blackoutDays(days) !== null, says("config.not_blackout_days"))).default([]),
  paused: z.boolean().default(false),
});

const { auth: AUTH, dialect: DIALECT, rate: RATE, retry: RETRY, timeout, directory, identities } = SERVICE_DEFAULTS;

export const serviceSchema = z.strictObject({
  base_url: filledText,
  insecure: z.boolean().default(false),
  account: filledText.optional(),
  auth: z
    .strictObject({
      grant: z.enum(["refresh", "client_credentials"]).default("refresh"),
      refresh_token: filledText.optional(),
      client_id: filledText.optional(),
      client_secret: filledText.optional(),
      client_authentication: z.enum(["body", "basic"]).optional(),
      scope: filledText.optional(),
      header: filledText.regex(/^[\w!#$%&'*+.^`|~-]+$/, says("config.not_header_name")).default(AUTH.header),
      scheme: z.string().trim().default(AUTH.scheme),
    })
    .optional(),
  dialect: z
    .strictObject({
      group_ids: z.enum(["array", "object"]).default(DIALECT.groupIds),
      array_query: z.enum(["repeat", "brackets", "comma"]).default(DIALECT.arrayQuery),
      created_id: z.string().startsWith("/", says("config.not_pointer")).optional(),
      page_size: wholeNumber(10, 100).default(DIALECT.pageSize),
      paging: z.enum(["offset", "none"]).default(DIALECT.paging),
      update_body: z.enum(["full", "changed"]).default(DIALECT.updateBody),
    })
    .prefault({}),
  rate: z
    .strictObject({
      per_second: z.number().positive(says("config.not_positive")).max(10_000).default(RATE.perSecond),
      in_flight: wholeNumber(1, 1000).default(RATE.inFlight),
    })
    .prefault({}),
  retry: z
    .strictObject({
      attempts: wholeNumber(1, 100).default(RETRY.attempts),
      delay: duration.default(RETRY.delay),
      max_delay: duration.default(RETRY.maxDelay),
      pause_after: wholeNumber(1, 1000).default(RETRY.pauseAfter),
      give_up: duration.default(RETRY.giveUp),
    })
    .prefault({}),
  timeout: duration.default(timeout),
  directory: z.strictObject({ max_age: duration.default(directory.maxAge) }).prefault({}),
  identities: z
    .strictObject({
      settle: duration.default(identities.settle),
      report: z.strictObject({ template: filledText, key: filledText, user_id: filledText }).optional(),
    })
    .prefault({}),
});

/** A limit that a job does not set. */
const usual = (percent: number, atLeast: number): Limit => ({ percent, atLeast, explicit: false });

const exitCode = z.union([z.literal(0), z.literal(1)], says("config.not_one_of", { allowed: ["0", "1"] }));

export const policySchema = z.strictObject({
  group_removals: z
    .union([
      z.enum(["never", "review"], says("config.group_removals_invalid")),
      z.strictObject({
        auto: z.strictObject({
          groups: z.array(filledText, says("config.not_list_of", { of: "globs" })).min(1, says("config.names_none", { of: "groups" })),
          max_per_run: wholeNumber(1, 1_000_000),
        }),
      }),
    ])
    .default("review"),
  absent: z.enum(["ignore", "report", "deactivate"]).default("report"),
  leavers: z.strictObject({ groups: z.enum(["keep", "review"]).default("keep") }).prefault({}),
  licences: z.enum(["report", "hold"]).default("report"),
  park: filledText.optional(),
  exit: z.strictObject({ rejected: exitCode.default(1), blocked: exitCode.default(1) }).prefault({}),
  limits: z
    .strictObject({
      rejected: limit.default(usual(20, 20)),
      creates: limit.default(usual(20, 10)),
      updates: limit.default(usual(50, 25)),
      deactivations: limit.default(usual(5, 5)),
      // No default: every removal needs a decision anyway.
      removals: limit.optional(),
      shrink: limit.default(usual(10, 5)),
      renamed: limit.default(usual(5, 10)),
      rekeyed: limit.default(usual(2, 10)),
      out_of_scope: limit.default(usual(2, 5)),
      groups_created: wholeNumber(0, 1000).optional(),
    })
    .prefault({}),
  approval: z
    .strictObject({
      expires: duration.prefault("14d"),
      four_eyes: z.boolean().default(false),
      two_above: wholeNumber(0, 1_000_000).optional(),
      delay: duration.prefault("0s"),
    })
    .prefault({}),
});

const globs = z.array(filledText, says("config.not_list_of", { of: "patterns" })).default([]);

export const protectSchema = z.strictObject({ keys: globs, usernames: globs, groups: globs });

/** An auditor needs at least a year of the audit trail. */
const MIN_AUDIT_RETENTION_MS = 365 * 86_400_000;

export const retentionSchema = z.strictObject({
  runs: age.optional(),
  operations: age.optional(),
  rejects: age.optional(),
  reports: age.optional(),
  removals: age.optional(),
  people: age.optional(),
  waiting: age.optional(),
  notices: age.optional(),
  sessions: age.optional(),
  audit: age.refine((time) => time === null || time >= MIN_AUDIT_RETENTION_MS, says("config.audit_too_short")).optional(),
});

/** Requires five fields: the library also accepts fewer, and reads six as starting with seconds. */
function isCron(pattern: string): boolean {
  if (pattern.trim().split(/\s+/).length !== 5) return false;
  try {
    CronExpressionParser.parse(pattern);
    return true;
  } catch {
    return false;
  }
}
