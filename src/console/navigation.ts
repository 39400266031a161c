import type { FastifyInstance } from "fastify";
import { countUnconfirmed } from "../store/identities/unconfirmed-pages.ts";
import { countNavigation } from "../store/console/navigation.ts";
import { t, type Message } from "../reporting/locales/t.ts";
import type { Db } from "../store/schema/tables.ts";
import type { IconName } from "../reporting/html/icon.ts";
import type { Right } from "../actions/access/rights.ts";
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
  name: Message;
  icon: IconName;
  right: Right;
}

/** The entries of the navigation by group; each is shown to those who may open it. */
export const NAVIGATION: readonly { title: Message | ""; entries: readonly Entry[] }[] = [
  { title: "", entries: [{ path: "/", name: "shell.overview", icon: "home", right: "look" }] },
  {
    title: "shell.review",
    entries: [
      { path: "/review", name: "labels.pending_removals", icon: "review", right: "look" },
      { path: "/missing-groups", name: "setup.missing_groups", icon: "group", right: "look" },
      { path: "/exceptions", name: "shell.exceptions", icon: "keep", right: "look" },
      { path: "/identities", name: "shell.identities", icon: "link", right: "look" },
    ],
  },
  {
    title: "shell.sync",
    entries: [
      { path: "/runs", name: "shell.runs", icon: "run", right: "look" },
      { path: "/jobs", name: "shell.jobs", icon: "job", right: "look" },
      { path: "/setup", name: "setup.set_up_job", icon: "plus", right: "set up jobs" },
      { path: "/status", name: "shell.connection", icon: "plug", right: "look" },
    ],
  },
  {
    title: "shell.records",
    entries: [
      { path: "/people", name: "shell.people", icon: "people", right: "look" },
      { path: "/audit", name: "shell.audit_trail", icon: "audit", right: "look" },
    ],
  },
  {
    title: "shell.administration",
    entries: [
      { path: "/users", name: "shell.users", icon: "user", right: "manage users" },
      { path: "/tokens", name: "shell.api_tokens", icon: "key", right: "manage tokens" },
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
    ["/exceptions", { count: exceptions, tone: "", meaning: () => t("shell.active_exceptions", { n: exceptions }) }],
    ["/identities", { count: await countUnconfirmed(db), tone: "warn", meaning: () => t("shell.check") }],
    ["/runs", { count: onHold, tone: "warn", meaning: () => t("labels.hold") }],
  ];
  return new Map(badges.filter(([, { count }]) => count > 0));
}

const needDecision = (n: number): string => t("shell.need_decision", { n });
