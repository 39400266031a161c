import { visibleName } from "../domain/names.ts";
import { fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import type { Asker } from "./ask.ts";
import { decide } from "./decide/decide.ts";
import { NONE, type Answers, type Draft, type Question } from "./write/draft.ts";
import type { Sample } from "./sample.ts";
import type { Vocabulary } from "./languages/vocabulary.ts";

/**
 * Makes drafts until every required question is answered.
 * @param asker `null` without a terminal
 * @param accept whether to accept suggestions without asking
 * @throws UsageProblem with the option for each missing answer
 */
export async function settle(sample: Sample, vocabulary: Vocabulary, given: Answers, asker: Asker | null, accept: boolean): Promise<Draft> {
  const answers = new Map(given);
  const accepted = new Set<string>();
  for (;;) {
    const draft = decide(sample, vocabulary, answers, accepted);
    const open = draft.questions.find((question) => !answers.has(question.id) && (asker !== null || (accept && isAcceptable(question))));
    if (open !== undefined) {
      if (asker === null) accepted.add(open.id);
      answers.set(open.id, asker === null ? (open.suggestion ?? "") : await asker.ask(open));
      continue;
    }
    const missing = draft.questions.filter(({ needed }) => needed);
    if (missing.length > 0) throw unanswered(sample, missing);
    return draft;
  }
}

/** Whether `--yes` accepts the suggestion. Never that nobody has left: each leaver in the file would get an account. */
function isAcceptable({ id, suggestion }: Question): boolean {
  return suggestion !== undefined && !(id === "use.active" && suggestion === NONE);
}

function unanswered(sample: Sample, questions: readonly Question[]): UsageProblem {
  const some = questions.slice(0, 12).map(describe);
  const more = questions.length > some.length ? [`… and ${questions.length - some.length} more`] : [];
  const what = fact("usage.answers_missing", { file: sample.name, questions: questions.length });
  return new UsageProblem(
    fact("usage.with_details", { what, details: [...some, ...more].join("\n") }),
    fact("advice.answer_questions", {}),
  );
}

function describe(question: Question): string {
  const { ask, flag, options, text, suggestion } = question;
  const labels = options.slice(0, 6).map(({ label }) => label);
  const rest = options.length > labels.length ? ` and ${options.length - labels.length} more` : "";
  const choice = labels.length === 0 ? "" : ` Possible: ${labels.join(", ")}${rest}.`;
  const made = text === undefined ? "" : ` ${choice === "" ? "A" : "Also a"} template such as ${visibleName(text.example)}.`;
  const likely = suggestion === undefined || !isAcceptable(question) ? "" : ` Likely: ${visibleName(suggestion)} (--yes accepts it).`;
  return `  ${flag}: ${ask}${choice}${made}${likely}`;
}
