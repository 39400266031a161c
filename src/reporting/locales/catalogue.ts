import type { ReaderLanguage } from "../../domain/languages.ts";

type Translations = Readonly<Record<Exclude<ReaderLanguage, "en">, string>>;

/** The texts of one area: the English text with its translations. All are ICU messages. */
export type Catalogue = Readonly<Record<string, Translations>>;

/** Returns the names of the placeholders of a message, such as `n` for `{n, plural, one {# row} other {# rows}}`. */
export type Placeholder<Message extends string> = Scan<Message, [], never>;

/** Returns the names of the tags of a message, such as `link` for `Open <link>the run</link>`. */
export type Tag<Message extends string> = Message extends `${string}</${infer Name}>${infer Rest}` ? Name | Tag<Rest> : never;

/** Reads up to the next brace. `Open` lists what is open: the options of a placeholder, or the text of an option. */
type Scan<
  Text extends string,
  Open extends readonly ("options" | "text")[],
  Names extends string,
> = Text extends `${infer A}{${infer AfterOpen}`
  ? A extends `${string}}${string}`
    ? Close<Text, Open, Names>
    : Open extends readonly ["options", ...infer _]
      ? Scan<AfterOpen, ["text", ...Open], Names>
      : ReadPlaceholder<AfterOpen, Open, Names>
  : Text extends `${string}}${string}`
    ? Close<Text, Open, Names>
    : Names;

type Close<Text extends string, Open extends readonly ("options" | "text")[], Names extends string> = Text extends `${string}}${infer Rest}`
  ? Open extends readonly [unknown, ...infer Outer extends readonly ("options" | "text")[]]
    ? Scan<Rest, Outer, Names>
    : Scan<Rest, [], Names>
  : Names;

type ReadPlaceholder<
  Text extends string,
  Open extends readonly ("options" | "text")[],
  Names extends string,
> = Text extends `${infer Inside}}${infer Rest}`
  ? Inside extends `${infer Name},${string}`
    ? Text extends `${string},${infer Options}`
      ? Scan<Options, ["options", ...Open], Names | Name>
      : never
    : Scan<Rest, Open, Names | Inside>
  : Names;
