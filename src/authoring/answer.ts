import { visibleName } from "../model/names.ts";
import { UsageProblem } from "../model/problem.ts";
import type { Asker } from "./ask.ts";
import { decide } from "./decide.ts";
import type { Answers, Draft, Question } from "./draft.ts";
import type { Sample } from "./sample.ts";
import type { Vocabulary } from "./words/vocabulary.ts";

/**
 * Makes drafts until nothing that is needed is open.
 * @param asker `null` where nobody can be asked
 * @param accept whether suggestions are taken unasked
 * @throws UsageProblem that names the option for each answer that is missing
 */
export async function settle(sample: Sample, vocabulary: Vocabulary, given: Answers, asker: Asker | null, accept: boolean): Promise<Draft> {
  const answers = new Map(given);
  for (;;) {
    const draft = decide(sample, vocabulary, answers);
    const open = draft.questions.find(({ id, suggestion }) => !answers.has(id) && (asker !== null || (accept && suggestion !== undefined)));
    if (open !== undefined) {
      answers.set(open.id, asker === null ? (open.suggestion ?? "") : await asker.ask(open));
      continue;
    }
    const missing = draft.questions.filter(({ needed }) => needed);
    if (missing.length > 0) throw unanswered(sample, missing);
    return draft;
  }
}

function unanswered(sample: Sample, questions: readonly Question[]): UsageProblem {
  const some = questions.slice(0, 12).map(describe);
  const more = questions.length > some.length ? [`… and ${questions.length - some.length} more`] : [];
  return new UsageProblem(
    [
      `${sample.name}: ${questions.length === 1 ? "one thing" : `${questions.length} things`} cannot be known from the file. Nothing was written.`,
      ...some,
      ...more,
    ].join("\n"),
    "Say it on the command line, or start rollcall init on a terminal, where it asks.",
  );
}

function describe({ ask, flag, options, text, suggestion }: Question): string {
  const labels = options.slice(0, 6).map(({ label }) => label);
  const rest = options.length > labels.length ? ` and ${options.length - labels.length} more` : "";
  const choice = labels.length === 0 ? "" : ` Possible: ${labels.join(", ")}${rest}.`;
  const made = text === undefined ? "" : ` ${choice === "" ? "A" : "Also a"} template such as ${visibleName(text.example)}.`;
  const likely = suggestion === undefined ? "" : ` Likely: ${visibleName(suggestion)} (--yes takes it).`;
  return `  ${flag}: ${ask}${choice}${made}${likely}`;
}
