import type { FastifyInstance } from "fastify";
import { countUnconfirmed } from "../store/identities/unconfirmed-pages.ts";
import { countNavigation } from "../store/console/navigation.ts";
import { t } from "../reporting/locales/t.ts";
import type { PlainMessage } from "../reporting/locales/messages.ts";
import type { Db } from "../store/schema/tables.ts";
import type { IconName } from "./icon.ts";
import type { Right } from "./access/rights.ts";
import type { ConsoleParts } from "./parts.ts";

declare module "fastify" {
  interface FastifyInstance {
    navigationCounts(): Promise<NavigationCounts>;
    /** Whether all services answered last; `null`: not known. */
    connected(): boolean | null;
  }
}

/** The number of open items behind an entry of the navigation, by its path. */
export type NavigationCounts = ReadonlyMap<string, Badge>;

interface Badge {
  count: number;
  /** `now` needs a decision, `warn` needs care. */
  tone: "now" | "warn" | "";
  /** Read out after the count. */
  meaning(): string;
}

interface Entry {
  path: string;
  name: PlainMessage;
  icon: IconName;
  right: Right;
}

/** The entries of the navigation by group; each is shown to those who may open it. */
export const NAVIGATION: readonly { title: PlainMessage | ""; entries: readonly Entry[] }[] = [
  { title: "", entries: [{ path: "/", name: "Overview", icon: "home", right: "look" }] },
  {
    title: "Review",
    entries: [
      { path: "/review", name: "Pending removals", icon: "review", right: "look" },
      { path: "/missing-groups", name: "Missing groups", icon: "group", right: "look" },
      { path: "/exceptions", name: "Exceptions", icon: "keep", right: "look" },
      { path: "/identities", name: "Identities", icon: "link", right: "look" },
    ],
  },
  {
    title: "Sync",
    entries: [
      { path: "/runs", name: "Runs", icon: "run", right: "look" },
      { path: "/jobs", name: "Jobs", icon: "job", right: "look" },
      { path: "/setup", name: "Set up a job", icon: "plus", right: "set up jobs" },
      { path: "/status", name: "Connection", icon: "plug", right: "look" },
    ],
  },
  {
    title: "Records",
    entries: [
      { path: "/people", name: "People", icon: "people", right: "look" },
      { path: "/audit", name: "Audit trail", icon: "audit", right: "look" },
    ],
  },
  {
    title: "Administration",
    entries: [
      { path: "/users", name: "Users", icon: "user", right: "manage users" },
      { path: "/tokens", name: "API tokens", icon: "key", right: "manage tokens" },
    ],
  },
];

/** Makes the counts of the navigation available to every page. */
export function addNavigation(app: FastifyInstance, { state, work }: ConsoleParts): void {
  app.decorate("connected", () => work.connected());
  app.decorate("navigationCounts", async () => loadCounts(state.db));
}

async function loadCounts(db: Db): Promise<NavigationCounts> {
  const { pending, exceptions, onHold, missingGroups } = await countNavigation(db);
  const badges: [string, Badge][] = [
    ["/review", { count: pending, tone: "now", meaning: () => needDecision(pending) }],
    ["/missing-groups", { count: missingGroups, tone: "warn", meaning: () => needDecision(missingGroups) }],
    [
      "/exceptions",
      { count: exceptions, tone: "", meaning: () => t("{n, plural, one {active} other {active}}|exceptions", { n: exceptions }) },
    ],
    ["/identities", { count: await countUnconfirmed(db), tone: "warn", meaning: () => t("to check") }],
    ["/runs", { count: onHold, tone: "warn", meaning: () => t("on hold") }],
  ];
  return new Map(badges.filter(([, { count }]) => count > 0));
}

const needDecision = (n: number): string => t("{n, plural, one {needs a decision} other {need a decision}}", { n });
