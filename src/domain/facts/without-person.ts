import { ERASED, names, type PersonReference } from "../erased.ts";
import { isFact, mapValues } from "./classes.ts";
import type { Fact } from "./fact.ts";

/** Fields that stay in an entry about the erased person: they name the action, not the person or the reason. */
const neutral = new Set([
  "removal",
  "removals",
  "run",
  "revert",
  "job",
  "account",
  "via",
  "group",
  "group_id",
  "groups",
  "operation",
  "until",
  "answer",
  "status",
  "decided_by",
  "again",
]);

/**
 * Returns a value without a person. An object about them keeps its neutral fields only; elsewhere, texts that name them
 * are erased. The shape stays, so that an erasure remains visible.
 */
export function withoutPerson(value: unknown, person: PersonReference): unknown {
  if (typeof value === "string") return names(value, person) ? ERASED : value;
  if (Array.isArray(value)) return value.map((item) => withoutPerson(item, person));
  if (value === null || typeof value !== "object") return value;
  if (isFact(value)) return keptParts(value, person);
  const about = isAbout(value as Record<string, unknown>, person);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (!about || neutral.has(name)) return [name, withoutPerson(part, person)];
      if (isFact(part)) return [name, isBare(part) ? factWithoutPerson(part, person, true) : ERASED];
      // A list stays a list, because reports and messages read it as one.
      return [name, Array.isArray(part) ? [] : ERASED];
    }),
  );
}

/** A fact that belongs to something larger, such as a limit, leaves its other properties where they are. */
function keptParts(fact: Fact, person: PersonReference): unknown {
  const { values } = factWithoutPerson(fact, person, false);
  return Object.fromEntries(
    Object.entries(fact).map(([name, part]) => [name, name === "code" ? part : name === "values" ? values : withoutPerson(part, person)]),
  );
}

function isBare(fact: Fact): boolean {
  return Object.keys(fact).every((name) => name === "code" || name === "values");
}

/** A fact keeps its code and its counts. One that has the key of the person is about them, and so are its other personal values. */
function factWithoutPerson(fact: Fact, person: PersonReference, about: boolean): Fact {
  let has = about;
  mapValues(fact, (value) => {
    has ||= value === person.key;
    return value;
  });
  return mapValues(fact, (value, { class: of, kind }) => {
    if (kind === "keys") {
      const { examples, more } = value as { examples: readonly string[]; more: boolean };
      return { examples: examples.filter((key) => key !== person.key), more: more || examples.includes(person.key) };
    }
    return has && of !== "technical" && typeof value === "string" ? ERASED : withoutPerson(value, person);
  });
}

function isAbout({ key, from }: Record<string, unknown>, person: PersonReference): boolean {
  return key === person.key || from === person.key;
}
