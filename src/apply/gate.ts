/** What the service answers to a create: an id, or `null` (interface: "User"). `unknown` until one was answered. */
export type AnswerMode = "unknown" | "ids" | "null";

/** Lets creates pass as the service's answers allow: design section 7, "Observation". */
export interface CreateGate {
  /** Runs one create when it is its turn. `setKey`: equal for equal groups. */
  enter<T>(setKey: string, create: (mode: AnswerMode) => Promise<T>): Promise<T>;
  /** A create was answered with an id, or without one. Answers what was taken for granted until then. */
  learned(mode: "ids" | "null"): AnswerMode;
}

/** What the gates of several processes that work for one account share. */
export interface SharedGate {
  /** Runs while no other process has this lane. */
  exclusively<T>(lane: string, work: () => Promise<T>): Promise<T>;
  /** Whether a create was answered without an id, as far as all of them know. */
  answeredNull(): Promise<boolean>;
}

/**
 * One at a time until it is known what the service answers. With ids all at once; without them creates of equal
 * groups one after the other, because only then it can be seen which new account is whose. A service that has
 * answered without an id in this run may do so again; what it did in earlier ones counts until it answers otherwise.
 */
export function createGate(earlier: "null" | "unknown", shared: SharedGate): CreateGate {
  let mode: AnswerMode = earlier;
  let answeredNull = false;
  const lanes = new Map<string, Promise<unknown>>();
  return {
    async enter(setKey, create) {
      for (;;) {
        if (mode === "ids") return create(mode);
        const lane = mode === "unknown" ? "" : setKey;
        // The first one, too, may still be looked for.
        const before = lanes.get(lane) ?? lanes.get("");
        if (before === undefined) {
          const entered = await inLane(lane, create);
          if (entered !== null) return entered.result;
          continue;
        }
        // What is known may have changed meanwhile.
        await before;
      }
    },
    learned(found) {
      const before = mode;
      answeredNull ||= found === "null";
      mode = answeredNull ? "null" : "ids";
      return before;
    },
  };

  /** `null`: another process has found out meanwhile what the service answers, so it is another lane. */
  async function inLane<T>(lane: string, create: (mode: AnswerMode) => Promise<T>): Promise<{ result: T } | null> {
    const mine = enterShared(lane, create);
    lanes.set(
      lane,
      mine.then(
        () => undefined,
        () => undefined,
      ),
    );
    try {
      return await mine;
    } finally {
      lanes.delete(lane);
    }
  }

  async function enterShared<T>(lane: string, create: (mode: AnswerMode) => Promise<T>): Promise<{ result: T } | null> {
    // Another process may still look for the account of the first one.
    if (lane !== "") await shared.exclusively("", async () => undefined);
    return shared.exclusively(lane, async () => {
      if (mode === "unknown" && (await shared.answeredNull())) {
        mode = "null";
        return null;
      }
      return { result: await create(mode) };
    });
  }
}
