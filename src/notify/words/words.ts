import type { NotifyLanguage } from "../../model/settings.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import type { Words } from "./form.ts";

/** What is said to people, in their language. */
export const words: Record<NotifyLanguage, Words> = { en, es };
