import type { NotifyLanguage } from "../../domain/settings.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import type { Words } from "./form.ts";

export const words: Record<NotifyLanguage, Words> = { en, es };
