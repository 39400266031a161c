import type { Catalogue } from "../catalogue.ts";

/** Sentences of `explain` on the effect of the next run. */
export const storedNext = {
  "The rows of this key differ, so all of them are rejected. Nothing is sent, and the person keeps everything.": {
    es: "Las filas de esta clave no coinciden, así que se rechazan todas. No se envía nada y la persona conserva todo.",
    de: "Die Zeilen dieser Personalnummer unterscheiden sich, daher sind alle fehlerhaft. Es wird nichts gesendet, und die Person behält alles.",
    fr: "Les lignes de ce matricule diffèrent : elles sont toutes rejetées. Rien n’est envoyé et la personne conserve tout.",
  },
  "The row is rejected. Nothing is sent, and the person keeps everything.": {
    es: "La fila se rechaza. No se envía nada y la persona conserva todo.",
    de: "Die Zeile ist fehlerhaft. Es wird nichts gesendet, und die Person behält alles.",
    fr: "La ligne est rejetée. Rien n’est envoyé et la personne conserve tout.",
  },
  "The person is not in the pilot ({at}), so nothing is sent and nothing changes. In a run for everyone:": {
    es: "La persona no está en el piloto ({at}), así que no se envía ni cambia nada. En una ejecución para todos:",
    de: "Die Person ist nicht im Pilotlauf ({at}), daher wird nichts gesendet und nichts geändert. In einem Abgleich für alle:",
    fr: "La personne n’est pas dans le pilote ({at}), donc rien n’est envoyé ni modifié. Dans une synchronisation pour tous :",
  },
  "An account is created.": { es: "Se crea una cuenta.", de: "Ein Konto wird angelegt.", fr: "Un compte est créé." },
  "The changes are sent to the account.": {
    es: "Los cambios se envían a la cuenta.",
    de: "Die Änderungen werden an das Konto gesendet.",
    fr: "Les modifications sont envoyées au compte.",
  },
  "The person has left, so the account is deactivated.": {
    es: "La persona ha causado baja, así que se desactiva la cuenta.",
    de: "Die Person ist ausgetreten, daher wird das Konto deaktiviert.",
    fr: "La personne est partie : le compte est désactivé.",
  },
  "The person has returned, so the account is reactivated.": {
    es: "La persona se ha reincorporado, así que se reactiva la cuenta.",
    de: "Die Person ist zurück, daher wird das Konto wieder aktiviert.",
    fr: "La personne est de retour : le compte est réactivé.",
  },
  "Nothing is sent, because the account already matches HR.": {
    es: "No se envía nada, porque la cuenta ya coincide con los datos de RR. HH.",
    de: "Es wird nichts gesendet, weil das Konto schon den Daten der Personalabteilung entspricht.",
    fr: "Rien n’est envoyé, car le compte correspond déjà aux données des RH.",
  },
  "The person is blocked, so nothing is sent.": {
    es: "La persona está bloqueada, así que no se envía nada.",
    de: "Die Person ist blockiert, daher wird nichts gesendet.",
    fr: "La personne est bloquée : rien n’est envoyé.",
  },
  "{n, plural, one {One membership} other {# memberships}} would be removed only after a decision.": {
    es: "{n, plural, one {Una pertenencia se retiraría} other {# pertenencias se retirarían}} solo tras una decisión.",
    de: "{n, plural, one {Eine Mitgliedschaft wird} other {# Mitgliedschaften werden}} erst nach einer Entscheidung entfernt.",
    fr: "{n, plural, one {Une appartenance ne serait retirée} other {# appartenances ne seraient retirées}} qu’après une décision.",
  },
  "The key is not in the file; `policy.absent` is `{policy}`, and there is no account. Nothing is sent.": {
    es: "La clave no está en el fichero; `policy.absent` es `{policy}` y no hay cuenta. No se envía nada.",
    de: "Die Personalnummer fehlt in der Datei; `policy.absent` ist `{policy}`, und es gibt kein Konto. Es wird nichts gesendet.",
    fr: "Le matricule est absent du fichier ; `policy.absent` vaut `{policy}` et il n’y a pas de compte. Rien n’est envoyé.",
  },
  "The key is not in the file; `policy.absent` is `{policy}`. A run with a full export deactivates the account. The memberships stay.": {
    es: "La clave no está en el fichero; `policy.absent` es `{policy}`. Una ejecución con la exportación completa desactiva la cuenta. Las pertenencias se conservan.",
    de: "Die Personalnummer fehlt in der Datei; `policy.absent` ist `{policy}`. Ein Abgleich mit einem Gesamtexport deaktiviert das Konto. Die Mitgliedschaften bleiben.",
    fr: "Le matricule est absent du fichier ; `policy.absent` vaut `{policy}`. Une synchronisation avec un export complet désactive le compte. Les appartenances restent.",
  },
  "The key is not in the file; `policy.absent` is `{policy}`. A run reports it and changes nothing.": {
    es: "La clave no está en el fichero; `policy.absent` es `{policy}`. Una ejecución lo notifica y no cambia nada.",
    de: "Die Personalnummer fehlt in der Datei; `policy.absent` ist `{policy}`. Ein Abgleich meldet das und ändert nichts.",
    fr: "Le matricule est absent du fichier ; `policy.absent` vaut `{policy}`. Une synchronisation le signale et ne modifie rien.",
  },
  "The key is not in the file; `policy.absent` is `{policy}`. Nothing is sent.": {
    es: "La clave no está en el fichero; `policy.absent` es `{policy}`. No se envía nada.",
    de: "Die Personalnummer fehlt in der Datei; `policy.absent` ist `{policy}`. Es wird nichts gesendet.",
    fr: "Le matricule est absent du fichier ; `policy.absent` vaut `{policy}`. Rien n’est envoyé.",
  },
  "The job does not know this key: no file has it, and no account is linked to it.": {
    es: "La tarea no conoce esta clave: no está en ningún fichero ni hay ninguna cuenta vinculada a ella.",
    de: "Der Auftrag kennt diese Personalnummer nicht: Sie steht in keiner Datei, und kein Konto ist damit verknüpft.",
    fr: "La tâche ne connaît pas ce matricule : il n’est dans aucun fichier et aucun compte ne lui est rattaché.",
  },
  "`otherwise: omit` of the mapping leaves it out": {
    es: "`otherwise: omit` en las reglas lo omite",
    de: "`otherwise: omit` im Regelwerk lässt es aus",
    fr: "`otherwise: omit` dans les règles l’omet",
  },
  "Add the membership back and keep it.": {
    es: "Vuelva a añadir la pertenencia y consérvela.",
    de: "Fügen Sie die Mitgliedschaft wieder hinzu und behalten Sie sie.",
    fr: "Rétablissez l’appartenance et conservez-la.",
  },
} as const satisfies Catalogue;
