/** The service's answer to a create: an id or `null` (interface: "User"). `unknown` until the first answer. */
type AnswerMode = "unknown" | "ids" | "null";

/** Decides when creates may be sent, based on the service's answers (docs/guides/identities.md, "Unconfirmed creates"). */
export interface CreateGate {
  /** Runs one create in its turn. `setKey`: equal for equal groups. */
  enter<T>(setKey: string, create: (mode: AnswerMode) => Promise<T>): Promise<T>;
  /** Records whether a create was answered with an id. @returns the mode until then */
  learned(mode: "ids" | "null"): AnswerMode;
}

/** State that the gates of all processes of one service account share. */
export interface SharedGate {
  /** Runs `work` while no other process has this lane. */
  exclusively<T>(lane: string, work: () => Promise<T>): Promise<T>;
  /** Returns whether any process has seen a create answered without an id. */
  answeredNull(): Promise<boolean>;
}

/**
 * Sends creates one at a time until the service's answer is known. With ids, all at once. Without ids, creates of equal
 * groups one after the other, because otherwise their accounts cannot be distinguished. One answer without an id counts for
 * the whole run; an answer from an earlier run counts until the service answers differently.
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
        // The account of the first create may still be being looked for.
        const before = lanes.get(lane) ?? lanes.get("");
        if (before === undefined) {
          const entered = await inLane(lane, create);
          if (entered !== null) return entered.result;
          continue;
        }
        // The mode may have changed meanwhile.
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

  /** Returns `null` if another process has learned the mode meanwhile, so that the lane changes. */
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
    // Another process may still be looking for the account of the first create.
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
