import { randomOf, type Random } from "../world/random.ts";

/** The parts of a run that shrinking may leave out. */
export interface Cut {
  /** At most so many people at the start. */
  people: number;
  nights: number;
  /** Ids of events that do not happen. */
  without: ReadonlySet<string>;
}

export const WHOLE: Cut = { people: Infinity, nights: Infinity, without: new Set() };

export interface Policies {
  layout: "one job" | "two files" | "two jobs";
  people: number;
  nights: number;
  removals: "review" | "never" | "auto";
  autoMost: number;
  absent: "ignore" | "report" | "deactivate";
  leavers: "keep" | "review";
  limits: "none" | "some" | "default";
  expiresDays: number;
  delayHours: number;
  twoAbove: number | null;
  fourEyes: boolean;
  park: boolean;
  updateBody: "full" | "changed";
  groupIds: "array" | "object";
  pageSize: number;
  inFlight: number;
  perSecond: number;
  attempts: number;
  maxAgeMs: number;
  unknownGroups: "report" | "reject";
  nationalId: boolean;
  /** Interns are out of scope; `null`: everybody is in scope. */
  scope: { leaves: "ignore" | "report" | "deactivate" } | null;
  /** First and last days; accounts stay active for `grace` days after the last one. */
  dates: { grace: number } | null;
  /** Groups that the service does not have are created, or proposed; `null`: by `unknownGroups`. */
  missingGroups: "propose" | "create" | null;
  /** The first job is a pilot with half of the people, for so many nights. */
  pilot: { nights: number } | null;
  /** Accounts get a unique username, made of three letters of the first name; `null`: the address. */
  usernames: { onTaken: "hold" | "next" } | null;
  /** HR names the manager of each person, and managers are in a group. */
  managers: boolean;
  /** The lifetime of the service's access tokens. */
  accessTokenMs: number;
  /** The share of an event, by its name, if a search needs it more or less often than usual. */
  often: Readonly<Record<string, number>>;
  /** How the service answers. */
  service: {
    shape: "bare" | "envelope";
    tree: "flat" | "nested" | "both";
    nullBodies: boolean;
    namedAs: "ids" | "names" | "objects" | "unreadable";
    maxLimit: number | null;
    hideUserIds: string[];
    paging: "offset" | "ignored";
  };
  /** Which kinds of trouble this run may have. */
  trouble: {
    http: boolean;
    crashes: boolean;
    powerCuts: boolean;
    away: boolean;
    tokens: boolean;
    clock: boolean;
    restore: boolean;
    journal: boolean;
    queue: boolean;
    database: boolean;
    slow: boolean;
  };
}

/** Policies that a search for one kind of defect fixes. */
export type Focus = Partial<Omit<Policies, "trouble" | "service">> & {
  trouble?: Partial<Policies["trouble"]>;
  service?: Partial<Policies["service"]>;
};

/** Draws the policies of a run, except for those that a search has fixed. */
export function drawFocused(seed: number, cut: Cut, faults: boolean, focus: Focus): Policies {
  const drawn = drawPolicies(seed, cut, faults);
  const { trouble, service, ...rest } = focus;
  return { ...drawn, ...rest, trouble: { ...drawn.trouble, ...trouble }, service: { ...drawn.service, ...service } };
}

/** Draws the policies of a run. Without `faults` nothing goes wrong, except in the files. */
function drawPolicies(seed: number, cut: Cut, faults: boolean): Policies {
  const draw = randomOf(seed, "policies");
  const trouble = randomOf(seed, "trouble");
  const may = (share: number): boolean => trouble.chance(share) && faults;
  const { scope, dates, pilot, missingGroups } = drawPeoplePolicies(randomOf(seed, "scope and dates"));
  return {
    layout: draw.pick(["one job", "one job", "two files", "two jobs"] as const),
    people: Math.min(cut.people, draw.int(8, draw.chance(0.2) ? 30 : 16)),
    nights: Math.min(cut.nights, draw.int(5, draw.chance(0.2) ? 8 : 5)),
    removals: draw.pick(["review", "review", "review", "review", "review", "never", "auto", "auto"] as const),
    autoMost: draw.int(1, 20),
    absent: draw.pick(["report", "deactivate", "ignore", "deactivate"] as const),
    leavers: draw.pick(["keep", "review"] as const),
    limits: draw.pick(["none", "none", "some", "default"] as const),
    expiresDays: draw.pick([2, 14]),
    delayHours: draw.pick([0, 0, 0, 12, 30]),
    twoAbove: draw.chance(0.15) ? draw.int(1, 4) : null,
    fourEyes: randomOf(seed, "four eyes").chance(0.1),
    park: draw.chance(0.3),
    updateBody: draw.pick(["full", "changed"] as const),
    groupIds: draw.pick(["array", "array", "object"] as const),
    pageSize: draw.pick([10, 100]),
    inFlight: draw.pick([1, 3, 8]),
    perSecond: draw.pick([20, 100, 500]),
    attempts: draw.int(2, 5),
    maxAgeMs: draw.pick([0, 600_000, 600_000]),
    unknownGroups: draw.pick(["report", "report", "reject"] as const),
    nationalId: draw.chance(0.7),
    scope,
    dates,
    pilot,
    missingGroups,
    ...drawMorePolicies(randomOf(seed, "usernames and managers")),
    service: {
      shape: draw.pick(["bare", "envelope"] as const),
      tree: draw.pick(["flat", "nested", "both"] as const),
      nullBodies: draw.chance(0.15),
      namedAs: draw.pick(["ids", "names", "objects", "objects", "unreadable"] as const),
      maxLimit: draw.chance(0.2) ? 7 : null,
      hideUserIds: draw.chance(0.12) ? [draw.pick(["HR/Sites/Madrid", "HR/Departments/Sales", "Clubs/Chess"])] : [],
      paging: "offset",
    },
    accessTokenMs: draw.pick([3_600_000, 3_600_000, 1000]),
    often: {},
    trouble: {
      http: may(0.6),
      crashes: may(0.65),
      powerCuts: may(0.4),
      away: may(0.15),
      tokens: may(0.25),
      // The judge knows the days of the company, not those of a clock that is wrong.
      clock: may(0.15) && dates === null,
      restore: may(0.12),
      journal: may(0.1),
      queue: may(0.3),
      database: may(0.15),
      slow: may(0.3),
    },
  };
}

/** A stream of its own, so that the other policies of a seed do not depend on it. */
function drawPeoplePolicies(draw: Random): Pick<Policies, "scope" | "dates" | "pilot" | "missingGroups"> {
  return {
    scope: draw.chance(0.35) ? { leaves: draw.pick(["ignore", "report", "deactivate"] as const) } : null,
    dates: draw.chance(0.35) ? { grace: draw.int(0, 2) } : null,
    pilot: draw.chance(0.2) ? { nights: draw.int(1, 3) } : null,
    missingGroups: draw.chance(0.3) ? draw.pick(["propose", "create", "create"] as const) : null,
  };
}

/** A stream of its own, for the same reason. */
function drawMorePolicies(draw: Random): Pick<Policies, "usernames" | "managers"> {
  return {
    usernames: draw.chance(0.4) ? { onTaken: draw.pick(["hold", "hold", "next"] as const) } : null,
    managers: draw.chance(0.35),
  };
}

/** The randomness of one event. */
export function randomOfEvent(seed: number, id: string): Random {
  return randomOf(seed, `event ${id}`);
}
