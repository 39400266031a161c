import type { UsernameStep } from "../domain/explanation.ts";
import { t } from "./locales/t.ts";

/** Returns who has a username, as a sentence. */
export function usernameStepText({ username: name, state, key }: UsernameStep): string {
  if (state === "free") return t("“{name}” is free: the new account gets it.", { name });
  if (state === "kept") return t("“{name}” is reserved for this person.", { name });
  if (state === "refused" || key === null) return t("“{name}” is taken, the service says.", { name });
  // The pseudonym of an erased person.
  if (key.startsWith(" ")) return t("“{name}” belonged to a person who was erased.", { name });
  return state === "linked" ? t("“{name}” belongs to key {key}.", { name, key }) : t("“{name}” is reserved for key {key}.", { name, key });
}
