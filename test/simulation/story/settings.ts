import type { Policies } from "./draw.ts";

const ACCOUNT = "acme";

/** Groups that exist in the service from the start. */
export const GROUPS = [
  "HR/All staff",
  ...["Sales", "IT", "Legal", "Ops"].map((name) => `HR/Departments/${name}`),
  ...["Madrid", "Porto"].map((name) => `HR/Sites/${name}`),
  ...["Red", "Blue", "Green"].map((name) => `HR/Teams/${name}`),
  "HR/Leads",
  "Ext/All",
  ...["Sales", "IT", "Legal", "Ops"].map((name) => `Ext/Vendors/${name}`),
  // Not managed; two of the names also exist among the managed ones.
  "Clubs/Chess",
  "Clubs/Sales",
  "Clubs/Red",
  "Parking",
];

export interface JobFiles {
  name: string;
  job: string;
  mapping: string;
}

/** The files of the jobs, by name. */
export function jobFiles(policies: Policies, service: { url: string; token: string }, pilot: boolean): JobFiles[] {
  const names = policies.layout === "two jobs" ? (["staff", "external"] as const) : (["staff"] as const);
  return names.map((name) => ({
    name,
    job: jobText(name, policies, service, pilot && name === "staff"),
    mapping: mappingText(name, policies),
  }));
}

function jobText(name: "staff" | "external", policies: Policies, service: { url: string; token: string }, pilot: boolean): string {
  const none = { rejected: 100, creates: 100, updates: 100, deactivations: 100, removals: 100, shrink: 100, renamed: 100, rekeyed: 100 };
  const some = { rejected: 60, creates: 60, updates: 70, deactivations: 30, removals: 30, shrink: 30, renamed: 100, rekeyed: 100 };
  const scoped = policies.scope === null ? {} : { out_of_scope: 100 };
  const limits = { none: { limits: { ...none, ...scoped } }, some: { limits: { ...some, ...scoped } }, default: {} }[policies.limits];
  const settle = "0s";
  const source =
    policies.layout === "two files"
      ? { files: [{ file: "staff.csv" }, { file: "external.csv" }], settle }
      : { file: `${name}.csv`, settle };
  return JSON.stringify({
    name,
    ...(policies.dates === null ? {} : { timezone: "UTC" }),
    ...(pilot ? { pilot: { keys: "pilot.txt" } } : {}),
    source,
    mapping: `${name}-mapping.yaml`,
    service: {
      base_url: service.url,
      account: ACCOUNT,
      auth: { refresh_token: service.token },
      dialect: { group_ids: policies.groupIds, update_body: policies.updateBody, page_size: policies.pageSize },
      rate: { per_second: policies.perSecond, in_flight: policies.inFlight },
      retry: { attempts: policies.attempts, delay: "1s", max_delay: "10s", give_up: "60s" },
      timeout: "10s",
      directory: { max_age: `${policies.maxAgeMs}ms` },
      identities: { settle: "60s" },
    },
    policy: {
      group_removals:
        policies.removals === "auto"
          ? { auto: { groups: ["HR/Teams/**", "HR/Sites/**", "Ext/**"], max_per_run: policies.autoMost } }
          : policies.removals,
      absent: policies.absent,
      leavers: { groups: policies.leavers },
      ...(policies.park ? { park: "Parking" } : {}),
      approval: {
        expires: `${policies.expiresDays}d`,
        delay: `${policies.delayHours}h`,
        ...(policies.twoAbove === null ? {} : { two_above: policies.twoAbove }),
        ...(policies.fourEyes ? { four_eyes: true } : {}),
      },
      ...limits,
    },
  });
}

function mappingText(name: "staff" | "external", policies: Policies): string {
  const { missingGroups } = policies;
  const below = name === "staff" ? "HR/Departments/*" : "Ext/Vendors/*";
  const unknown = missingGroups === "create" ? `create\n  create: { below: ["${below}"] }` : (missingGroups ?? policies.unknownGroups);
  const rules =
    name === "external"
      ? `  authority: ["Ext/**"]
  unknown: ${unknown}
  rules:
    - { name: everyone, groups: ["Ext/All"] }
    - { name: vendor, groups: ["Ext/Vendors/{Department}"] }`
      : `  authority: ["HR/**"]
  unknown: ${unknown}
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
    - { name: department, groups: ["HR/Departments/{Department}"] }
    - { name: sites, column: Site, values: { Madrid: ["HR/Sites/Madrid"], Porto: ["HR/Sites/Porto"], Remote: [] } }
    - { name: teams, column: Teams, split: ";", groups: ["HR/Teams/{item}"] }
    - { name: leads, when: { Title: Lead }, groups: ["HR/Leads"] }${
      policies.managers ? '\n    - { name: managers, when: { manager.has_reports: "yes" }, groups: ["HR/Managers"] }' : ""
    }`;
  const username =
    policies.usernames === null
      ? "user:\n  username: { column: Email, transform: lower }"
      : `on_create:
  username:
    unique: ["{first:3}", "{first:3}{n}"]
    with: { first: First }
    transform: [lower, transliterate]
    on_taken: ${policies.usernames.onTaken}
user:`;
  const scope = `scope:
  exclude:
    - { name: interns, when: { Contract: Intern } }
  leaves: ${policies.scope?.leaves ?? ""}`;
  const days = `, from: { column: First day, date: yyyy-MM-dd }, until: { column: Last day, date: yyyy-MM-dd, days: ${policies.dates?.grace ?? 0} }`;
  return `
key: Employee ID
${policies.scope === null ? "" : scope}
${policies.managers && name === "staff" ? "manager: { column: Boss, blank: nobody }" : ""}
${username}
  first_name: First
  last_name: Last
  email: { column: Email, transform: lower }
  department: Department
  city: Town
${policies.nationalId ? '  national_id: { column: "National ID", sensitive: true }' : ""}
active: { column: Status, values: { Active: true, Left: false }${policies.dates === null ? "" : days} }
groups:
${rules}
`;
}
