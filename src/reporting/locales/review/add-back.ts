import type { Catalogue } from "../catalogue.ts";

/** Adding back the membership of one applied removal. */
export const reviewAddBack = {
  "Undo the removal": { es: "Deshacer la retirada", de: "Entfernung rückgängig machen", fr: "Annuler le retrait" },
  "Adding a membership back needs a reason. Nothing was changed.": {
    es: "Para restablecer una pertenencia hace falta un motivo. No se ha cambiado nada.",
    de: "Um eine Mitgliedschaft wiederherzustellen, ist eine Begründung nötig. Es wurde nichts geändert.",
    fr: "Il faut un motif pour rétablir une appartenance. Rien n’a été modifié.",
  },
  "Only the membership of an applied removal can be added back, and only once. Nothing was changed.": {
    es: "Solo se puede restablecer la pertenencia de una retirada aplicada, y una sola vez. No se ha cambiado nada.",
    de: "Nur die Mitgliedschaft einer ausgeführten Entfernung kann wiederhergestellt werden, und nur einmal. Es wurde nichts geändert.",
    fr: "Seule l’appartenance d’un retrait effectué peut être rétablie, et une seule fois. Rien n’a été modifié.",
  },
  "Removed by run": { es: "Retirada por la ejecución", de: "Entfernt durch Abgleich", fr: "Retiré par la synchronisation" },
  "{name} is added to {group} again. Nobody else is affected.": {
    es: "{name} vuelve a formar parte de {group}. No afecta a nadie más.",
    de: "{name} wird wieder zu {group} hinzugefügt. Andere Personen sind nicht betroffen.",
    fr: "{name} rejoint de nouveau le groupe {group}. Personne d’autre n’est concerné.",
  },
} as const satisfies Catalogue;
