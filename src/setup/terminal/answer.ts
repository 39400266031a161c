import { visibleName } from "../../domain/names.ts";
import { fact, inTurn, someFacts, type Fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import type { Asker } from "./ask.ts";
import { decide } from "../decide/decide.ts";
import { NONE, type Answers, type Draft, type Question } from "../decide/draft.ts";
import type { Sample } from "../sample/sample.ts";
import type { Vocabulary } from "../languages/vocabulary.ts";

/** More questions, and more answers of one, are only counted. */
const MAX_QUESTIONS = 12;
const MAX_ANSWERS = 6;

/**
 * Makes drafts until every required question is answered.
 * @param asker `null` without a terminal
 * @param accept whether to accept suggestions without asking
 * @throws UsageProblem with the option for each missing answer
 */
export async function settle(
  { sample, vocabulary, today }: { sample: Sample; vocabulary: Vocabulary; today: string },
  given: Answers,
  asker: Asker | null,
  accept: boolean,
): Promise<Draft> {
  const answers = new Map(given);
  const accepted = new Set<string>();
  for (;;) {
    const draft = decide(sample, vocabulary, answers, { today, accepted });
    const open = draft.questions.find((one) => one.answer === null && (asker !== null || (accept && isAcceptable(one))));
    if (open !== undefined) {
      if (asker === null) accepted.add(open.id);
      answers.set(open.id, asker === null ? (open.suggestion ?? "") : await asker.ask(open));
      continue;
    }
    const missing = draft.questions.filter(({ needed, answer }) => needed && answer === null);
    if (missing.length > 0) throw unanswered(sample, missing);
    return draft;
  }
}

/** Whether `--yes` accepts the suggestion. Never that nobody has left: each leaver in the file would get an account. */
function isAcceptable({ id, suggestion }: Question): boolean {
  return suggestion !== undefined && !(id === "use.active" && suggestion === NONE);
}

function unanswered(sample: Sample, questions: readonly Question[]): UsageProblem {
  const details = someFacts(questions.map(described), MAX_QUESTIONS);
  return new UsageProblem(
    fact("usage.answers_missing", { file: sample.name, questions: questions.length, details }),
    fact("advice.answer_questions", {}),
  );
}

function described(question: Question): Fact {
  const { ask, flag, options, template, suggestion } = question;
  const answers = someFacts(
    options.filter(({ unlikely }) => unlikely !== true).map(({ label }) => label),
    MAX_ANSWERS,
  );
  const about = inTurn(
    ask,
    answers.length === 0 ? undefined : fact("init.answers_are_possible", { answers }),
    template === undefined
      ? undefined
      : fact("init.template_is_possible", { example: visibleName(template), also: answers.length === 0 ? "no" : "yes" }),
    suggestion === undefined || !isAcceptable(question) ? undefined : fact("init.answer_is_likely", { answer: visibleName(suggestion) }),
  );
  return fact("init.question_is_open", { flag, about });
}
