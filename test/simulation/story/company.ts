import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox.ts";
import { watchUsers } from "../judge/service-log.ts";
import { Machine, type Crash, type Ended } from "../world/machine.ts";
import type { Database } from "../world/database.ts";
import { runAs } from "../world/process.ts";
import { emptyTally } from "../tally.ts";
import { pass, realMs, runUntil, Stuck, virtualNow } from "../world/time.ts";
import { randomOf, type Random } from "../world/random.ts";
import { randomOfEvent, type Cut, type Policies } from "./draw.ts";
import type { Finished, Violation } from "./finished.ts";
import { Ledger } from "./ledger.ts";
import { firstName, newHuman, type Area, type Human, type Reads } from "./people.ts";
import { GROUPS, jobFiles } from "./settings.ts";

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Policies that a company may do without. */
const SOME = ["scope", "dates", "pilot", "missingGroups", "usernames", "managers"] as const;

/** One company of a run: its people, its machine, its service, and the story so far. */
export class Company {
  readonly seed: number;
  readonly cut: Cut;
  readonly policies: Policies;
  readonly machine: Machine;
  readonly service: Sandbox;
  readonly ledger = new Ledger();
  readonly humans: Human[] = [];
  readonly story: string[] = [];
  readonly violations: Violation[] = [];
  readonly tally = emptyTally();
  readonly outputs: string[] = [];
  readonly secrets = new Set<string>();
  night = 0;
  /** From here on nothing goes wrong any more. */
  quiet = false;
  /** No stored token works any more, until an administrator writes a new one into the job file. */
  lostTokens = false;
  /** Contents that an administrator approved although they are older. */
  readonly releasedContents = new Set<string>();
  /** Each request of a reviewer to approve a removal, and whether one reviewer is enough for it. */
  readonly approvals: { human: number; group: string; by: string; at: number; alone: boolean }[] = [];
  /** Processes that were killed while the first run created accounts. */
  killedFirstRuns = 0;
  /** Someone has made an account by hand that equals one of an unconfirmed create. */
  hasStranger = false;
  /** Runs that an administrator has left on hold. */
  readonly heldRuns: { run: string; job: "staff" | "external"; night: number }[] = [];
  /** When the backup was made that may be restored. */
  backupMadeAt: string | null = null;
  restored = false;
  /** Called after a run, before its files count. */
  beforeItCounts: (finished: Finished, partial: boolean) => void = () => undefined;
  /** Memberships that somebody changed by hand, as user and path, and how many requests the service had seen then. */
  readonly changed = new Map<string, number>();
  /** Memberships change while the run works. */
  drifting = false;
  /** The jobs that have not run since anything was changed by hand. */
  readonly touched = new Set<string>();
  /** Faults that were set tonight. */
  faultsTonight = 0;
  /** Links that the product had stored before the power failed. */
  linksBeforeCut: readonly { key: string; user_id: string }[] = [];
  clockJumps = 0;
  /** People of one department or site whom HR dropped from the export at once, and the night before which it did. */
  readonly missingAreas: (Area & { humans: readonly number[]; night: number })[] = [];
  /** People with two accounts, reported once. */
  readonly doubled = new Set<number>();
  journalDamaged = false;
  /** How reviewers decide everything that is pending at the end. */
  verdict: "approved" | "kept" = "approved";
  /** Points of the last sync, to place crashes. */
  points = 900;
  #command = 0;
  /** The refresh token in the job files. */
  #token = "";
  /** The night before which someone edited the mapping; 0: never. */
  mappingEdited = 0;

  private constructor(seed: number, cut: Cut, policies: Policies, machine: Machine, service: Sandbox) {
    this.seed = seed;
    this.cut = cut;
    this.policies = policies;
    this.machine = machine;
    this.service = service;
    for (const name of SOME) if (policies[name] !== null && policies[name] !== false) this.tally.policies[name] = 1;
  }

  static async open(seed: number, cut: Cut, policies: Policies, database: Database, dir: string): Promise<Company> {
    const machine = new Machine(dir, database);
    const { hideUserIds, ...settings } = policies.service;
    const service = await createSandbox({ seed: "empty", tokens: { access: policies.accessTokenMs }, ...settings });
    for (const path of [...GROUPS, ...(policies.managers ? ["HR/Managers"] : [])]) service.addGroup(path);
    service.configure({ hideUserIds });
    watchUsers((userId) => service.users().find(({ user_id: id }) => id === userId));
    const company = new Company(seed, cut, policies, machine, service);
    const random = randomOf(seed, "people");
    for (let n = 1; n <= policies.people; n += 1) {
      const contractor = policies.layout !== "one job" && random.chance(0.3);
      // The second file is never empty.
      const isFirst = n === policies.people && policies.layout !== "one job" && !company.humans.some((human) => human.contractor);
      company.hire(n, contractor || isFirst);
    }
    company.writeJobs(service.refreshToken);
    return company;
  }

  hire(n: number, contractor: boolean): Human {
    const human = newHuman(n, contractor, randomOf(this.seed, `human ${n}`));
    // Contractors are never interns, so that nobody's scope leaves out a whole file.
    const isIntern = this.policies.scope !== null && !contractor && n > 1 && randomOf(this.seed, `contract ${n}`).chance(0.15);
    if (isIntern) human.contract = "Intern";
    const boss = randomOf(this.seed, `boss ${n}`);
    if (this.policies.managers && n > 1 && boss.chance(0.7)) human.boss = boss.int(1, n - 1);
    this.humans.push(human);
    this.secrets.add(human.nationalId);
    return human;
  }

  get jobs(): readonly ("staff" | "external")[] {
    return this.policies.layout === "two jobs" ? ["staff", "external"] : ["staff"];
  }

  /** The job that a human belongs to. */
  jobOf({ contractor }: Human): "staff" | "external" {
    return contractor && this.policies.layout === "two jobs" ? "external" : "staff";
  }

  /** The keys of the people of the pilot; they stay the same while it lasts. */
  #pilot: ReadonlySet<string> | null = null;

  /** The policies that decide how the rows of a job are read tonight. */
  readsOf(job: "staff" | "external"): Reads {
    const keyOf = (n: number | null): string => this.humans.find((human) => human.n === n)?.key ?? "";
    return { ...this.policies, keyOf, pilot: job === "staff" && this.night <= (this.policies.pilot?.nights ?? 0) ? this.#pilot : null };
  }

  /** Ends the pilot of the first job, if this is its night. */
  endPilot(): void {
    if (this.policies.pilot?.nights !== this.night - 1) return;
    this.tell("an administrator removes the pilot from the job.");
    this.writeJobs(this.#token);
  }

  writeJobs(token: string): void {
    this.secrets.add(token);
    this.#token = token;
    const { pilot } = this.policies;
    this.#pilot ??= pilot === null ? null : new Set(this.humans.filter(({ n }) => n % 2 === 1).map(({ key }) => key));
    const pilots = this.night <= (pilot?.nights ?? 0) ? this.#pilot : null;
    if (pilots !== null) this.write("pilot.txt", `${[...pilots].join("\n")}\n`);
    for (const { name, job, mapping } of jobFiles(this.policies, { url: this.service.url, token }, pilots !== null)) {
      this.write(`${name}.yaml`, job);
      this.write(`${name}-mapping.yaml`, `${this.mappingEdited === 0 ? "" : `# Edited in night ${this.mappingEdited}.`}${mapping}`);
    }
  }

  /** Someone saves the mappings with another comment, so the next run plans everyone again. */
  editMapping(): void {
    this.mappingEdited = this.night;
    this.writeJobs(this.#token);
  }

  /** @param at when it was written, in ms */
  write(name: string, text: string, at = virtualNow().getTime()): void {
    const path = join(this.machine.dir, name);
    rmSync(path, { force: true });
    writeFileSync(path, text);
    const seconds = at / 1000 - 3600;
    utimesSync(path, seconds, seconds);
  }

  readonly tell = (text: string): void => void this.story.push(`night ${this.night}: ${text}`);

  count(what: string, of: "faults" | "events" = "events"): void {
    this.tally[of][what] = (this.tally[of][what] ?? 0) + 1;
  }

  violate(promise: string, what: string): void {
    this.violations.push({ promise, what, night: this.night });
    this.story.push(`night ${this.night}: VIOLATION of ${promise}: ${what}`);
  }

  /** How often an event happens: the usual share, unless a search has set another. */
  share(name: string, usual: number): number {
    return this.policies.often[name] ?? usual;
  }

  /** Whether an event happens in this run: it was drawn, and shrinking did not leave it out. */
  happens(id: string, share: number): boolean {
    const drawn = randomOfEvent(this.seed, `${id} happens`).chance(this.share(id.replace(/^n\d+ /, ""), share));
    if (drawn && !this.cut.without.has(id)) {
      this.happened.add(id);
      return true;
    }
    return false;
  }

  /** The events that happened, for shrinking. */
  readonly happened = new Set<string>();

  /** HR changes the first name, from which usernames are made. */
  renameFirst(human: Human, random: Random): void {
    human.first = firstName(human.n, random);
    human.renamed = true;
  }

  readonly humanOfAccount = (userId: string): Human | undefined => {
    const town = this.townOf.get(userId) ?? this.service.users().find(({ user_id: id }) => id === userId)?.fields["city"];
    if (typeof town === "string") this.townOf.set(userId, town);
    return this.humans.find((human) => human.town === town);
  };

  /** Whose each account is: the town with which it was created. */
  readonly townOf = new Map<string, string>();
  /** Accounts that were linked before the night, with their keys. */
  linked: ReadonlyMap<string, string> = new Map();

  humanOfKey(key: string): Human | undefined {
    return this.humans.find((human) => human.key === key) ?? this.humans.find(({ n }) => this.formerKeys.get(key) === n);
  }

  /** Keys that a human had before HR changed them. */
  readonly formerKeys = new Map<string, number>();

  /** Runs one command to its end or its crash. */
  async command(args: readonly string[], options: Crash = {}): Promise<Ended> {
    const [ended] = await this.#timed(async () => [await this.machine.run(args, options)]);
    return this.#note(ended as Ended);
  }

  /** Runs one command, while a second process tries to use the state after so many milliseconds. */
  async beside(args: readonly string[], options: Crash, afterMs: number): Promise<Ended> {
    const ended = await this.#timed(async () => {
      let running = true;
      const first = this.machine.run(args, options).finally(() => (running = false));
      const second = pass(afterMs).then(() => (running ? this.machine.run(["runs", "list", "--json"]) : null));
      return (await Promise.all([first, second])).filter((one) => one !== null);
    });
    const [first, second] = ended.map((one) => this.#note(one));
    // The first one may have ended before the second one opened the state.
    if (second !== undefined) this.count(second.code === 2 ? "second process refused" : "second process afterwards");
    return first as Ended;
  }

  /** Runs several commands in one process. */
  async together(commands: readonly (readonly string[])[], options: Parameters<Machine["runTogether"]>[1] = {}): Promise<Ended[]> {
    const ended = await this.#timed(() => this.machine.runTogether(commands, options));
    return ended.map((one) => this.#note(one));
  }

  async #timed(work: () => Promise<Ended[]>): Promise<Ended[]> {
    const began = realMs();
    try {
      return await runUntil(runAs(null, work), 6 * HOUR_MS);
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      this.violate("I10", error.message);
      throw error;
    } finally {
      this.spentMs += realMs() - began;
    }
  }

  spentMs = 0;

  #note(ended: Ended): Ended {
    this.#command += 1;
    this.tally.commands += 1;
    this.outputs.push(ended.stdout, ended.stderr);
    const how = ended.crashedAt === null ? `ends with exit code ${ended.code}` : `crashes ${ended.crashedAt}`;
    if (ended.crashedAt !== null) {
      this.tally.crashes += 1;
      this.count(`crash: ${/\((\w+)\)$/.exec(ended.crashedAt)?.[1] ?? ""}`, "faults");
    }
    const why = ended.code === 2 || ended.code === 5 ? `: ${ended.stderr.trim().split("\n").at(-1) ?? ""}`.slice(0, 300) : "";
    this.tell(`\`rollcall ${ended.command}\` ${how}${why}.`);
    // A crash can lose the new pair of tokens, and the service takes the old one only once.
    if (ended.code === 5 && ended.stderr.includes("Create a new refresh token")) this.lostTokens = true;
    if (ended.code === 70) this.violate("I10", `\`${ended.command}\` ended with an internal error: ${ended.stderr.slice(0, 2000)}`);
    return ended;
  }

  /** The number of the next command, which names its events. */
  get next(): string {
    return `command ${this.#command + 1}`;
  }
}
