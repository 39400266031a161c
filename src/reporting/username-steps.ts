import type { UsernameStep } from "../domain/explanation.ts";
import { t } from "./locales/t.ts";

/** Returns who has a username, as a sentence. */
export function usernameStepText({ username: name, state, key }: UsernameStep): string {
  if (state === "free") return t("history.name_free_new", { name });
  if (state === "kept") return t("history.name_reserved_person", { name });
  if (state === "refused" || key === null) return t("history.name_taken_service", { name });
  // The pseudonym of an erased person.
  if (key.startsWith(" ")) return t("history.name_belonged_person", { name });
  return state === "linked" ? t("history.name_belongs_key", { name, key }) : t("history.name_reserved_key", { name, key });
}
