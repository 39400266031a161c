import type { Catalogue } from "../catalogue.ts";

/** Reasons that forms suggest. */
export const reviewSuggestions = {
  "Added by hand in the learning service": {
    es: "Añadida a mano en el servicio de formación",
    de: "Von Hand im Lerndienst hinzugefügt",
    fr: "Ajoutée à la main dans le service de formation",
  },
  "The group is still needed": {
    es: "El grupo sigue haciendo falta",
    de: "Die Gruppe wird noch gebraucht",
    fr: "Le groupe est encore nécessaire",
  },
  "“{from}” is called “{to}” now": {
    es: "«{from}» ahora se llama «{to}»",
    de: "„{from}“ heißt jetzt „{to}“",
    fr: "« {from} » s’appelle maintenant « {to} »",
  },
  "“{from}” was split": { es: "«{from}» se ha dividido", de: "„{from}“ wurde aufgeteilt", fr: "« {from} » a été scindé" },
  "HR’s data changed": {
    es: "Los datos de RR. HH. han cambiado",
    de: "Die Personaldaten haben sich geändert",
    fr: "Les données RH ont changé",
  },
  "Moved to {to}": { es: "Ha pasado a {to}", de: "Zu {to} gewechselt", fr: "A rejoint {to}" },
  "HR changed the data back": {
    es: "RR. HH. ha restablecido los datos",
    de: "Die Personalabteilung hat die Daten zurückgeändert",
    fr: "Les RH ont rétabli les données",
  },
  "Left the company": { es: "Ha causado baja en la empresa", de: "Hat das Unternehmen verlassen", fr: "A quitté l’entreprise" },
  "The rules changed": { es: "Las reglas han cambiado", de: "Das Regelwerk hat sich geändert", fr: "Les règles ont changé" },
  "No rule gives this membership": {
    es: "Ninguna regla da esta pertenencia",
    de: "Keine Regel vergibt diese Mitgliedschaft",
    fr: "Aucune règle ne donne cette appartenance",
  },
  "Suggested reasons": { es: "Motivos sugeridos", de: "Vorgeschlagene Begründungen", fr: "Motifs suggérés" },
  "Suggested and recent reasons": {
    es: "Motivos sugeridos y recientes",
    de: "Vorgeschlagene und letzte Begründungen",
    fr: "Motifs suggérés et récents",
  },
  "{column} is now “{value}”": {
    es: "{column} ahora es «{value}»",
    de: "{column} ist jetzt „{value}“",
    fr: "{column} est maintenant « {value} »",
  },
  "Not clear yet": { es: "Todavía no está claro", de: "Noch nicht geklärt", fr: "Pas encore clair" },
  "{n} days": { es: "{n} días", de: "{n} Tage", fr: "{n} jours" },
} as const satisfies Catalogue;
