import type { Catalogue } from "../catalogue.ts";

/** Accounts that a person deactivates before HR's file says so. */
export const urgent = {
  "{actor} deactivated the account of {people} at once, in run {run}.": {
    es: "{actor} desactivó de inmediato la cuenta de {people}, en la ejecución {run}.",
    de: "{actor} hat das Konto von {people} sofort deaktiviert, im Abgleich {run}.",
    fr: "{actor} a désactivé immédiatement le compte de {people}, dans la synchronisation {run}.",
  },
  "{actor} deactivated the account at once, in run {run}.": {
    es: "{actor} desactivó la cuenta de inmediato, en la ejecución {run}.",
    de: "{actor} hat das Konto sofort deaktiviert, im Abgleich {run}.",
    fr: "{actor} a désactivé le compte immédiatement, dans la synchronisation {run}.",
  },
  "{actor} undid the deactivation of {people}: run {run} reactivates the account.": {
    es: "{actor} deshizo la desactivación de {people}: la ejecución {run} reactiva la cuenta.",
    de: "{actor} hat die Deaktivierung von {people} rückgängig gemacht: Abgleich {run} aktiviert das Konto wieder.",
    fr: "{actor} a annulé la désactivation de {people} : la synchronisation {run} réactive le compte.",
  },
  "{actor} undid the deactivation: run {run} reactivates the account.": {
    es: "{actor} deshizo la desactivación: la ejecución {run} reactiva la cuenta.",
    de: "{actor} hat die Deaktivierung rückgängig gemacht: Abgleich {run} aktiviert das Konto wieder.",
    fr: "{actor} a annulé la désactivation : la synchronisation {run} réactive le compte.",
  },
  "HR’s file of run {run} agrees that {people} left.": {
    es: "El fichero de RR. HH. de la ejecución {run} confirma la baja de {people}.",
    de: "Die Personaldaten von Abgleich {run} bestätigen den Austritt von {people}.",
    fr: "Le fichier RH de la synchronisation {run} confirme le départ de {people}.",
  },
  "HR’s file of run {run} agrees that the person left.": {
    es: "El fichero de RR. HH. de la ejecución {run} confirma la baja.",
    de: "Die Personaldaten von Abgleich {run} bestätigen den Austritt.",
    fr: "Le fichier RH de la synchronisation {run} confirme le départ.",
  },
  "Change by hand": { es: "Cambio manual", de: "Änderung von Hand", fr: "Modification manuelle" },
  "Deactivate now": { es: "Desactivar ahora", de: "Jetzt deaktivieren", fr: "Désactiver maintenant" },
  "{name} can no longer sign in to the learning service. All memberships stay. No run reactivates the account until HR’s file says that the person has left.":
    {
      es: "{name} ya no puede entrar en el servicio de formación. Todas las pertenencias se conservan. Ninguna ejecución reactiva la cuenta hasta que el fichero de RR. HH. indique la baja.",
      de: "{name} kann sich beim Lerndienst nicht mehr anmelden. Alle Mitgliedschaften bleiben. Kein Abgleich aktiviert das Konto wieder, bevor der Austritt in den Personaldaten steht.",
      fr: "{name} ne peut plus se connecter au service de formation. Toutes les appartenances sont conservées. Aucune synchronisation ne réactive le compte tant que le fichier RH n’indique pas le départ.",
    },
  "{by} deactivated this account on {at}: {reason}": {
    es: "{by} desactivó esta cuenta el {at}: {reason}",
    de: "{by} hat dieses Konto am {at} deaktiviert: {reason}",
    fr: "{by} a désactivé ce compte le {at} : {reason}",
  },
  "It stays deactivated until HR’s file says that the person has left.": {
    es: "Sigue desactivada hasta que el fichero de RR. HH. indique la baja.",
    de: "Es bleibt deaktiviert, bis der Austritt in den Personaldaten steht.",
    fr: "Il reste désactivé jusqu’à ce que le fichier RH indique le départ.",
  },
  "HR’s file still has the person as active. Ask HR to correct it.": {
    es: "El fichero de RR. HH. aún indica que la persona está activa. Pida a RR. HH. que lo corrija.",
    de: "In den Personaldaten ist die Person noch aktiv. Bitten Sie die Personalabteilung um eine Korrektur.",
    fr: "Le fichier RH indique toujours la personne comme active. Demandez aux RH de le corriger.",
  },
  "The learning service has not confirmed it yet: {run}": {
    es: "El servicio de formación aún no lo ha confirmado: {run}",
    de: "Der Lerndienst hat es noch nicht bestätigt: {run}",
    fr: "Le service de formation ne l’a pas encore confirmé : {run}",
  },
  "Undo: reactivate the account": {
    es: "Deshacer: reactivar la cuenta",
    de: "Rückgängig: Konto wieder aktivieren",
    fr: "Annuler : réactiver le compte",
  },
  "{name} can sign in to the learning service again. From the next run on, HR’s file decides.": {
    es: "{name} puede volver a entrar en el servicio de formación. Desde la próxima ejecución decide el fichero de RR. HH.",
    de: "{name} kann sich beim Lerndienst wieder anmelden. Ab dem nächsten Abgleich entscheiden die Personaldaten.",
    fr: "{name} peut de nouveau se connecter au service de formation. Dès la prochaine synchronisation, le fichier RH décide.",
  },
  Reactivate: { es: "Reactivar", de: "Wieder aktivieren", fr: "Réactiver" },
  "Changing an account needs a reason. Nothing was changed.": {
    es: "Para cambiar una cuenta hace falta un motivo. No se ha cambiado nada.",
    de: "Um ein Konto zu ändern, ist eine Begründung nötig. Es wurde nichts geändert.",
    fr: "La modification d’un compte nécessite un motif. Rien n’a été modifié.",
  },
  "This run deactivates the account. It continues in the background.": {
    es: "Esta ejecución desactiva la cuenta. Continúa en segundo plano.",
    de: "Dieser Abgleich deaktiviert das Konto. Er läuft im Hintergrund weiter.",
    fr: "Cette synchronisation désactive le compte. Elle se poursuit en arrière-plan.",
  },
  "This run reactivates the account. It continues in the background.": {
    es: "Esta ejecución reactiva la cuenta. Continúa en segundo plano.",
    de: "Dieser Abgleich aktiviert das Konto wieder. Er läuft im Hintergrund weiter.",
    fr: "Cette synchronisation réactive le compte. Elle se poursuit en arrière-plan.",
  },
  "Deactivated by hand": { es: "Desactivadas a mano", de: "Von Hand deaktiviert", fr: "Désactivés manuellement" },
  "Overdue: active in HR’s file": {
    es: "Con retraso: activa en el fichero de RR. HH.",
    de: "Überfällig: in den Personaldaten aktiv",
    fr: "En retard : actif dans le fichier RH",
  },
  "Waiting for HR’s file": { es: "A la espera del fichero de RR. HH.", de: "Wartet auf die Personaldaten", fr: "En attente du fichier RH" },
  "Not confirmed yet": { es: "Aún sin confirmar", de: "Noch nicht bestätigt", fr: "Pas encore confirmé" },
  "{n, plural, one {# account was deactivated by hand more than three days ago, and HR’s file still has the person as active.} other {# accounts were deactivated by hand more than three days ago, and HR’s file still has these people as active.}}":
    {
      es: "{n, plural, one {# cuenta se desactivó a mano hace más de tres días y el fichero de RR. HH. aún indica que la persona está activa.} other {# cuentas se desactivaron a mano hace más de tres días y el fichero de RR. HH. aún indica que estas personas están activas.}}",
      de: "{n, plural, one {# Konto wurde vor mehr als drei Tagen von Hand deaktiviert, und in den Personaldaten ist die Person noch aktiv.} other {# Konten wurden vor mehr als drei Tagen von Hand deaktiviert, und in den Personaldaten sind diese Personen noch aktiv.}}",
      fr: "{n, plural, one {# compte a été désactivé manuellement il y a plus de trois jours, et le fichier RH indique toujours la personne comme active.} other {# comptes ont été désactivés manuellement il y a plus de trois jours, et le fichier RH indique toujours ces personnes comme actives.}}",
    },
  "Show these people": { es: "Mostrar estas personas", de: "Diese Personen anzeigen", fr: "Afficher ces personnes" },
} as const satisfies Catalogue;
