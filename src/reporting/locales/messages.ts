import type { Placeholder } from "./catalogue.ts";
import { labels } from "./labels.ts";
import { shell } from "./shell.ts";

/** The catalogues of all areas. A text is in one of them only. */
export const catalogues = { labels, shell } as const;

export const messages = { ...labels, ...shell } as const;

/** A text that can be shown in every language. */
export type Message = keyof typeof messages;

/** A message without placeholders, such as the label of a stored value. */
export type PlainMessage = { [M in Message]: [Placeholder<M>] extends [never] ? M : never }[Message];
