import type { Readable, Writable } from "node:stream";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { NONE, type Question } from "../decide/draft.ts";

/** Asks a person questions. */
export interface Asker {
  /** @throws UsageProblem if the person cancels */
  ask(question: Question): Promise<string>;
}

const OTHER = "\0other";

/** Loaded only when needed. */
const prompts = () => import("@clack/prompts");

interface Terminal {
  input: Readable;
  output: Writable;
  /** Words a question, an answer, or why it is invalid. */
  say: (fact: Fact) => string;
}

/** Asks on a terminal. Use it only if both streams are terminals; otherwise it would wait forever. */
export function terminalAsker(input: Readable, output: Writable, say: (fact: Fact) => string): Asker {
  const io = { input, output };
  const terminal = { ...io, say };
  return {
    async ask(question) {
      const likely = question.options.filter(({ unlikely }) => unlikely !== true);
      if (likely.length === 0) return typed(question, terminal);
      const { isCancel, select } = await prompts();
      const { template, suggestion } = question;
      const options = likely.map(({ value, label, hint }) => ({
        value,
        label: say(label),
        ...(hint === undefined ? {} : { hint: say(hint) }),
      }));
      if (template !== undefined)
        options.push({
          value: OTHER,
          label: say(fact("setup.combine_columns", {})),
          hint: say(fact("init.such_as", { example: template })),
        });
      const answer = await select<string>({
        message: messageOf(question, say),
        options,
        maxItems: 12,
        ...(suggestion === undefined ? {} : { initialValue: suggestion }),
        ...io,
      });
      if (isCancel(answer)) throw stopped();
      return answer === OTHER ? typed(question, terminal) : answer;
    },
  };
}

/** A question, and the evidence of the sample below it. */
function messageOf({ ask, evidence }: Question, say: Terminal["say"]): string {
  return [ask, ...evidence].map(say).join("\n");
}

async function typed(question: Question, { say, ...io }: Terminal): Promise<string> {
  const { isCancel, text } = await prompts();
  const optional = !question.needed;
  const answer = await text({
    message: messageOf(question, say),
    ...(question.template === undefined ? {} : { placeholder: question.template }),
    ...(question.suggestion === undefined ? {} : { initialValue: question.suggestion }),
    validate: (value = "") => {
      const trimmed = value.trim();
      if (trimmed === "" || trimmed === NONE) return optional ? undefined : say(fact("init.answer_is_needed", {}));
      const why = question.check?.(trimmed);
      return why && say(why);
    },
    ...io,
  });
  if (isCancel(answer)) throw stopped();
  const trimmed = answer?.trim() ?? "";
  return trimmed === "" ? NONE : trimmed;
}

function stopped(): UsageProblem {
  return new UsageProblem(fact("usage.is_cancelled", {}));
}
