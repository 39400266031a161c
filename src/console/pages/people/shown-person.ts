import { personId, type FoundPerson } from "../../../store/people/people-pages.ts";
import { shownName } from "../parts.ts";

/** A person as pages and JSON show them. */
export interface ShownPerson {
  id: string;
  job: string;
  key: string;
  name: string | null;
  username: string | null;
  user_id: string | null;
  active: boolean | null;
  state: string | null;
}

/** Returns a person without sensitive values. */
export function shownPerson(person: FoundPerson): ShownPerson {
  const parts = [person.first, person.last].filter((part) => part !== null && !part.startsWith("hmac:"));
  return {
    id: personId(person.job, person.key),
    job: person.job,
    key: person.key,
    name: parts.length === 0 ? null : parts.join(" "),
    username: shownName(person.username),
    user_id: person.userId,
    active: person.active,
    state: person.state,
  };
}
