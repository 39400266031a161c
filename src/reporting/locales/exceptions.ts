import type { Catalogue } from "./catalogue.ts";

/** Memberships that a reviewer decided to keep. */
export const exceptions = {
  "Ending an exception needs a reason. Nothing was changed.": {
    es: "Para terminar una excepción hace falta un motivo. No se ha cambiado nada.",
    de: "Um eine Ausnahme zu beenden, ist eine Begründung nötig. Es wurde nichts geändert.",
    fr: "Mettre fin à une exception exige un motif. Rien n’a été modifié.",
  },
  "Exception ended. The next run checks the person again.": {
    es: "Excepción terminada. La próxima ejecución volverá a comprobar a la persona.",
    de: "Ausnahme beendet. Der nächste Abgleich prüft die Person erneut.",
    fr: "L’exception a pris fin. La prochaine synchronisation vérifiera de nouveau la personne.",
  },
  "There are no exceptions.": { es: "No hay excepciones.", de: "Es gibt keine Ausnahmen.", fr: "Il n’y a pas d’exception." },
  "{n, plural, one {# exception} other {# exceptions}}": {
    es: "{n, plural, one {# excepción} other {# excepciones}}",
    de: "{n, plural, one {# Ausnahme} other {# Ausnahmen}}",
    fr: "{n, plural, one {# exception} other {# exceptions}}",
  },
  "Decided by": { es: "Decidido por", de: "Entschieden von", fr: "Décidé par" },
  Until: { es: "Hasta", de: "Bis", fr: "Jusqu’au" },
  "No end date": { es: "Sin fecha de fin", de: "Kein Enddatum", fr: "Sans date de fin" },
  "End the exception of {person}": {
    es: "Terminar la excepción de {person}",
    de: "Ausnahme für {person} beenden",
    fr: "Mettre fin à l’exception de {person}",
  },
  "End the exception": { es: "Terminar la excepción", de: "Ausnahme beenden", fr: "Mettre fin à l’exception" },
  "People whom a reviewer decided to keep in a group, although HR’s data no longer puts them there.": {
    es: "Personas que alguien decidió conservar en un grupo, aunque los datos de RR. HH. ya no las sitúan en él.",
    de: "Personen, die nach einer Entscheidung in einer Gruppe bleiben, obwohl sie nach den Personaldaten nicht mehr hineingehören.",
    fr: "Personnes conservées dans un groupe par décision, alors que les données RH ne les y placent plus.",
  },
  "Decision to keep": { es: "Decisión de conservar", de: "Entscheidung zum Behalten", fr: "Décision de conserver" },
  "Added back|exception": { es: "Añadida de nuevo", de: "Wieder hinzugefügt", fr: "Rétablie" },
  "HR’s data changes": {
    es: "Cambian los datos de RR. HH.",
    de: "bis sich die Personaldaten ändern",
    fr: "Changement des données RH",
  },
} as const satisfies Catalogue;
