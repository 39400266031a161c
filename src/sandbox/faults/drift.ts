import { fixedRandom } from "../seed/random.ts";
import type { SandboxSettings } from "../settings.ts";
import type { SandboxGroup, SandboxState } from "../state.ts";
import { changeMember } from "../views.ts";

/** A membership that drift changed. */
export interface DriftChange {
  /** ISO 8601. */
  at: string;
  action: "add" | "remove";
  /** The group's path. */
  group: string;
  user_id: string;
}

const KEPT = 1000;

/** Changes memberships like another administrator would, as the setting `drift` asks. Deterministic for seed and state. */
export class Drift {
  readonly #state: SandboxState;
  readonly #settings: SandboxSettings;
  /** The setting of the counters below; a changed setting resets them. */
  #setting: SandboxSettings["drift"] = null;
  #requests = 0;
  #random: () => number = fixedRandom(0);
  #changes: DriftChange[] = [];

  constructor(state: SandboxState, settings: SandboxSettings) {
    this.#state = state;
    this.#settings = settings;
  }

  /** Returns the last changes, oldest first. */
  get changes(): readonly DriftChange[] {
    return this.#changes;
  }

  /** Counts a handled request before its answer is sent. */
  count(): void {
    const { drift } = this.#settings;
    if (drift !== this.#setting) {
      this.#setting = drift;
      this.#requests = 0;
      this.#random = fixedRandom(drift?.seed ?? 0);
    }
    if (drift === null) return;
    this.#requests++;
    if (this.#requests % drift.everyRequests === 0) this.#change(drift.groups);
  }

  #change(names: readonly string[] | undefined): void {
    const groups = names?.map((name) => this.#state.findGroup(name)).filter((found) => found !== undefined);
    const group = this.#pick(groups ?? [...this.#state.groups.values()]);
    if (group === undefined) return;
    const action = this.#random() < 0.5 ? "remove" : "add";
    // In an empty or full group the action is reversed, so that every turn changes something.
    const userId = this.#userFor(group, action) ?? this.#userFor(group, action === "add" ? "remove" : "add");
    if (userId === undefined) return;
    const done = group.members.has(userId) ? "remove" : "add";
    changeMember(this.#state, group.id, userId, done);
    if (this.#changes.length >= KEPT) this.#changes = this.#changes.slice(KEPT / 2);
    this.#changes.push({ at: new Date().toISOString(), action: done, group: this.#state.pathOf(group.id), user_id: userId });
  }

  #userFor(group: SandboxGroup, action: "add" | "remove"): string | undefined {
    return this.#pick(action === "remove" ? [...group.members] : [...this.#state.users.keys()].filter((id) => !group.members.has(id)));
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }
}
