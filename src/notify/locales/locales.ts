import type { NotifyLanguage } from "../../domain/settings.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import type { NotifyTexts } from "./form.ts";

export const texts: Record<NotifyLanguage, NotifyTexts> = { en, es };
