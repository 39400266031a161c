import { foldName } from "../../domain/names.ts";
import type { Sample } from "../sample/sample.ts";
import { NONE, type Question } from "../decide/draft.ts";
import { draftOf, wrongAnswer } from "./questions.ts";
import type { LostAnswer, SetupAnswers, Step } from "./types.ts";

/** Steps that show the people of the sample, so they are confirmed again for another one. */
const SHOWS_PEOPLE: readonly Step[] = ["upload", "preview"];

/**
 * Returns the answers that fit another sample, and those that no longer do. Their steps are open again.
 * @param old the sample before; `null` if it cannot be read
 */
export function keepAnswers(answers: SetupAnswers, old: Sample | null, sample: Sample, now: Date): SetupAnswers {
  const { engine } = answers;
  const asked = new Map(draftOf(sample, engine, now).questions.map((one) => [one.id, one]));
  const before = old === null ? [] : draftOf(old, engine, now).questions;
  const partOf = new Map([...before, ...asked.values()].map(({ id, part }) => [id, part]));
  const isLost = (id: string, answer: string): boolean => {
    const question = asked.get(id);
    // Without its question, an answer about a rule or a format has lost its column.
    return question === undefined ? /^(rule\.|last_day_format$)/.test(id) : wrongAnswer(question, answer) !== undefined;
  };
  const kept = Object.fromEntries(Object.entries(engine).filter(([id, answer]) => !isLost(id, answer)));
  const shown = new Map(draftOf(sample, kept, now).questions.map((one) => [one.id, one.answer]));
  const lost: LostAnswer[] = before.flatMap(({ id, kind, answer }: Question) =>
    kind === "column" && answer !== null && answer !== NONE && foldName(shown.get(id) ?? "") !== foldName(answer)
      ? [{ what: id, answer }]
      : [],
  );
  for (const [id, answer] of Object.entries(engine))
    if (!Object.hasOwn(kept, id) && !lost.some(({ what }) => what === id)) lost.push({ what: id, answer });
  const again = new Set<string>([...SHOWS_PEOPLE, ...lost.flatMap(({ what }) => partOf.get(what) ?? [])]);
  return { ...answers, engine: kept, lost, done: answers.done.filter((step) => !again.has(step)) };
}
