import type { Catalogue } from "../catalogue.ts";

/** Evidence and outcomes of removals. */
export const reviewEvidence = {
  "Left ({cells}): memberships under review, {group}.": {
    es: "Baja ({cells}): pertenencias en revisión, {group}.",
    de: "Austritt ({cells}): Mitgliedschaften in Prüfung, {group}.",
    fr: "Départ ({cells}) : appartenances en révision, {group}.",
  },
  "The mapping no longer assigns {group}.": {
    es: "Las reglas ya no asignan {group}.",
    de: "Das Regelwerk vergibt {group} nicht mehr.",
    fr: "Les règles n’attribuent plus {group}.",
  },
  "Now no rule assigns it to anyone.": {
    es: "Ahora ninguna regla lo asigna a nadie.",
    de: "Jetzt vergibt keine Regel sie mehr.",
    fr: "Désormais, aucune règle ne l’attribue.",
  },
  "Now {rules} assigns it only to others.": {
    es: "Ahora {rules} solo lo asigna a otras personas.",
    de: "Jetzt vergibt {rules} sie nur an andere.",
    fr: "Désormais, seules d’autres personnes le reçoivent, d’après {rules}.",
  },
  "In {group}, which no rule assigns to them. Added manually in the service?": {
    es: "En {group}, que ninguna regla le asigna. ¿Se añadió a mano en el servicio?",
    de: "In {group}, ohne dass eine Regel sie vergibt. Von Hand im Dienst hinzugefügt?",
    fr: "Dans {group}, qu’aucune règle ne lui attribue. Ajoutée à la main dans le service ?",
  },
  "{changes}: no longer in {group}.": {
    es: "{changes}: ya no está en {group}.",
    de: "{changes}: nicht mehr in {group}.",
    fr: "{changes} : n’est plus dans {group}.",
  },
  "{column} changed": { es: "{column} ha cambiado", de: "{column} geändert", fr: "{column} a changé" },
  "the group's courses": { es: "los cursos del grupo", de: "die Kurse der Gruppe", fr: "les cours du groupe" },
  "the group's learning paths": { es: "los itinerarios del grupo", de: "die Lernpfade der Gruppe", fr: "les parcours du groupe" },
  "the person's progress in courses": {
    es: "el progreso de la persona en los cursos",
    de: "den Fortschritt der Person in Kursen",
    fr: "la progression de la personne dans les cours",
  },
  "the person's progress in learning paths": {
    es: "el progreso de la persona en los itinerarios",
    de: "den Fortschritt der Person in Lernpfaden",
    fr: "la progression de la personne dans les parcours",
  },
  "More than {n} items: {what} beyond them were not read.": {
    es: "Más de {n} elementos: no se ha leído el resto ({what}).",
    de: "Mehr als {n} Einträge: Weitere wurden nicht gelesen ({what}).",
    fr: "Plus de {n} éléments : la suite n’a pas été lue ({what}).",
  },
  "The service does not report {what}: {why}": {
    es: "El servicio no informa sobre {what}: {why}",
    de: "Der Dienst nennt {what} nicht: {why}",
    fr: "Le service n’indique pas {what} : {why}",
  },
} as const satisfies Catalogue;
