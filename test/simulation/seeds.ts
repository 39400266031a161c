/** Seeds that once failed, each with what it found. They stay forever, and run before all others. */
export const FOUND: readonly { seed: number; found: string }[] = [
  { seed: 2034, found: "an exception of a reverted run was lost when its person got a new key" },
  { seed: 57, found: "a re-keyed person whose sent data a power cut had lost was created again" },
  { seed: 64, found: "a rejected row under a new key did not spare its person from the policy for absent people" },
  { seed: 133, found: "a deactivation between a backup and its restore was never taken back" },
  { seed: 162, found: "a deactivation in flight when its process was killed was never taken back, because a newer file replaced its run" },
  { seed: 338, found: "the judge expected a change by hand to be seen in a group that does not list its members" },
  { seed: 442, found: "a new key with a blank status did not spare its person from the policy for absent people" },
  { seed: 541, found: "an approval was applied although a row without a key could belong to the person, who had no other row" },
  { seed: 608, found: "the judge counted a request that took effect late as one that added a membership" },
  { seed: 570, found: "the journal's mark named a line that a killed process had not synced, and a power cut took the line" },
  { seed: 709, found: "a deactivation that a power cut had lost was not undone when its person was hired again before the next run" },
  { seed: 70041, found: "the judge did not know the exception of a membership that a revert added although the answer was a refusal" },
  { seed: 70083, found: "the judge expected a run of a file without people to be completed" },
  { seed: 100123, found: "two jobs that found the same account at once ended one of them with an internal error" },
  { seed: 100153, found: "a deactivation that the service refused and applied was not undone when its person was hired again" },
  { seed: 100414, found: "a list of groups that began again on its third page counted as complete" },
  { seed: 100765, found: "a row with a last day to come under a new key did not spare its person from the policy for absent people" },
  { seed: 110015, found: "an account linked by hand under another job counted as absent there after a restore" },
  { seed: 100451, found: "the judge remembered an exception that a restore had lost, because the clock had jumped back" },
  { seed: 200039, found: "a simulated administrator said that there was no account while the service was still creating it" },
  { seed: 330848, found: "a run on hold could be approved after a power failure had lost a newer run" },
  { seed: 331639, found: "a power failure lost the reservation of a username whose create was refused" },
  { seed: 331113, found: "an audit entry that the database refused was lost when its process ended, and the next one took its number" },
];

/** The first of the seeds that `npm test` and `npm run test:faults` run: the same ones each time. */
export const FIRST_FIXED = 1;
