import { englishText } from "../../src/reporting/fact-text.ts";
import { fact, type Code, type Fact } from "../../src/domain/facts/fact.ts";
import { FACTS } from "../../src/domain/facts/registry.ts";
import { meaningOf, type DataClass, type ValueKind, type ValueType } from "../../src/domain/facts/values.ts";

export const codes = Object.entries(FACTS) as [Code, Readonly<Record<string, ValueType>>][];

/** A fact whose values are texts that can be searched for, by their name and class. */
export function markedFact(
  code: Code,
  types: Readonly<Record<string, ValueType>>,
  mark: (name: string, of: DataClass) => string = (name) => `<${name}>`,
): Fact {
  const marked = (type: ValueType, name: string): unknown => {
    const { kind, class: of } = meaningOf(type);
    return valueOf(kind, mark(name, of), mark(name, "technical"));
  };
  return { code, values: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, marked(type, name)])) };
}

/** Returns a reject or note as JSON has it: what it says in English is its message. */
export function inEnglish<T extends { fact: Fact }>({ fact: said, ...rest }: T): Omit<T, "fact"> & { message: string } {
  return { ...rest, message: englishText(said) };
}

function valueOf(kind: ValueKind, text: string, technical: string): unknown {
  const inner = fact("cell.changed_hidden", { column: technical });
  if (kind === "count" || kind === "ordinal") return 2;
  if (kind === "names" || kind === "headings") return [text];
  if (kind === "rows") return { first: [{ number: 2, file: 1 }], more: 1 };
  if (kind === "keys") return { examples: [text], more: true };
  if (kind === "fact") return inner;
  return kind === "facts" || kind === "sentences" || kind === "lines" ? [inner] : text;
}
