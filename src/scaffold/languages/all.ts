import { DUTCH } from "./dutch.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { ITALIAN } from "./italian.ts";
import { PORTUGUESE } from "./portuguese.ts";
import { SPANISH } from "./spanish.ts";
import type { Words } from "./types.ts";

/** The languages of known column names. */
export const LANGUAGES: readonly Words[] = [ENGLISH, SPANISH, GERMAN, FRENCH, DUTCH, PORTUGUESE, ITALIAN];
