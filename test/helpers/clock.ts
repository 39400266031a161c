/** A clock that a test moves. Between two moves it runs as the machine's own. */
export interface TestClock {
  now(): Date;
  /** Moves it, forwards or backwards, by so many ms. */
  step(ms: number): void;
}

export function testClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    step: (ms) => {
      ahead += ms;
    },
  };
}
