import type { Catalogue } from "../catalogue.ts";

/** Runs on hold, and the forms of a run. */
export const runHold = {
  "Setting: `{key}` in `{at}`": {
    es: "Ajuste: `{key}` en `{at}`",
    de: "Einstellung: `{key}` in `{at}`",
    fr: "Réglage : `{key}` dans `{at}`",
  },
  "Default. To change it, add `{key}` to `{file}`.": {
    es: "Valor predeterminado. Para cambiarlo, añada `{key}` a `{file}`.",
    de: "Voreinstellung. Um sie zu ändern, ergänzen Sie `{key}` in `{file}`.",
    fr: "Valeur par défaut. Pour la modifier, ajoutez `{key}` à `{file}`.",
  },
  "{found, plural, one {# known person is} other {# known people are}} missing from the file": {
    es: "{found, plural, one {Falta # persona conocida} other {Faltan # personas conocidas}} en el fichero",
    de: "{found, plural, one {# bekannte Person fehlt} other {# bekannte Personen fehlen}} in der Datei",
    fr: "{found, plural, one {# personne connue est absente} other {# personnes connues sont absentes}} du fichier",
  },
  "{found, plural, one {# person has} other {# people have}} an unknown status": {
    es: "{found, plural, one {# persona tiene} other {# personas tienen}} un estado desconocido",
    de: "{found, plural, one {# Person hat} other {# Personen haben}} einen unbekannten Status",
    fr: "{found, plural, one {# personne a} other {# personnes ont}} un statut inconnu",
  },
  "This file is older than the last one that was used": {
    es: "Este fichero es anterior al último que se utilizó",
    de: "Diese Datei ist älter als die zuletzt verwendete",
    fr: "Ce fichier est plus ancien que le dernier utilisé",
  },
  "{found, plural, one {# rejected row exceeds} other {# rejected rows exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# fila rechazada supera} other {# filas rechazadas superan}} el límite de {allowed}",
    de: "{found, plural, one {# fehlerhafte Zeile überschreitet} other {# fehlerhafte Zeilen überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# ligne rejetée dépasse} other {# lignes rejetées dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# new account exceeds} other {# new accounts exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# cuenta nueva supera} other {# cuentas nuevas superan}} el límite de {allowed}",
    de: "{found, plural, one {# neues Konto überschreitet} other {# neue Konten überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# nouveau compte dépasse} other {# nouveaux comptes dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# change exceeds} other {# changes exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# cambio supera} other {# cambios superan}} el límite de {allowed}",
    de: "{found, plural, one {# Änderung überschreitet} other {# Änderungen überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# modification dépasse} other {# modifications dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# leaver exceeds} other {# leavers exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# baja supera} other {# bajas superan}} el límite de {allowed}",
    de: "{found, plural, one {# Austritt überschreitet} other {# Austritte überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# départ dépasse} other {# départs dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# pending removal exceeds} other {# pending removals exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# retirada pendiente supera} other {# retiradas pendientes superan}} el límite de {allowed}",
    de: "{found, plural, one {# offene Entfernung überschreitet} other {# offene Entfernungen überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# retrait en attente dépasse} other {# retraits en attente dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# missing row exceeds} other {# missing rows exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# fila menos supera} other {# filas menos superan}} el límite de {allowed}",
    de: "{found, plural, one {# fehlende Zeile überschreitet} other {# fehlende Zeilen überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# ligne manquante dépasse} other {# lignes manquantes dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# person with another name exceeds} other {# people with other names exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# persona con otro nombre supera} other {# personas con otro nombre superan}} el límite de {allowed}",
    de: "{found, plural, one {# Person mit anderem Namen überschreitet} other {# Personen mit anderem Namen überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# personne dont le nom a changé dépasse} other {# personnes dont le nom a changé dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# person with another key exceeds} other {# people with other keys exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# persona con otra clave supera} other {# personas con otra clave superan}} el límite de {allowed}",
    de: "{found, plural, one {# Person mit anderer Personalnummer überschreitet} other {# Personen mit anderer Personalnummer überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# personne dont le matricule a changé dépasse} other {# personnes dont le matricule a changé dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# person who leaves the scope exceeds} other {# people who leave the scope exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# persona que sale del alcance supera} other {# personas que salen del alcance superan}} el límite de {allowed}",
    de: "{found, plural, one {# Person, die den Geltungsbereich verlässt, überschreitet} other {# Personen, die den Geltungsbereich verlassen, überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# personne qui quitte le périmètre dépasse} other {# personnes qui quittent le périmètre dépassent}} la limite de {allowed}",
  },
  "{found, plural, one {# person needs a licence} other {# people need a licence}}, and {allowed, plural, one {# is} other {# are}} free": {
    es: "{found, plural, one {# persona necesita} other {# personas necesitan}} una licencia, y {allowed, plural, one {queda # libre} other {quedan # libres}}",
    de: "{found, plural, one {# Person braucht} other {# Personen brauchen}} eine Lizenz, und {allowed, plural, one {# ist} other {# sind}} frei",
    fr: "{found, plural, one {# personne a} other {# personnes ont}} besoin d’une licence, et {allowed, plural, one {# est libre} other {# sont libres}}",
  },
  "{part}: {sentence}": { es: "{part}: {sentence}", de: "{part}: {sentence}", fr: "{part} : {sentence}" },
  "Limits that put it on hold": {
    es: "Límites que la retuvieron",
    de: "Grenzwerte, die ihn angehalten haben",
    fr: "Limites qui l’ont suspendue",
  },
  "You need the role “{role}” to decide about this run.": {
    es: "Necesita el rol «{role}» para decidir sobre esta ejecución.",
    de: "Sie brauchen die Rolle „{role}“, um über diesen Abgleich zu entscheiden.",
    fr: "Le rôle « {role} » est nécessaire pour décider de cette synchronisation.",
  },
  "Let this run continue": {
    es: "Dejar que la ejecución continúe",
    de: "Diesen Abgleich fortsetzen",
    fr: "Laisser la synchronisation se poursuivre",
  },
  "It is planned again with current memberships, and then applied. If it exceeds the limit further than shown here, it is put on hold again.":
    {
      es: "Se planifica de nuevo con las pertenencias actuales y después se aplica. Si supera el límite más de lo que se muestra aquí, vuelve a quedar retenida.",
      de: "Er wird mit den aktuellen Mitgliedschaften neu geplant und dann ausgeführt. Überschreitet er den Grenzwert weiter als hier gezeigt, wird er wieder angehalten.",
      fr: "Elle est planifiée à nouveau avec les appartenances actuelles, puis appliquée. Si elle dépasse davantage la limite qu’indiqué ici, elle est de nouveau suspendue.",
    },
  "{n, plural, one {# person} other {# people}} can no longer sign in.": {
    es: "{n, plural, one {# persona ya no podrá} other {# personas ya no podrán}} iniciar sesión.",
    de: "{n, plural, one {# Person kann} other {# Personen können}} sich nicht mehr anmelden.",
    fr: "{n, plural, one {# personne ne pourra} other {# personnes ne pourront}} plus se connecter.",
  },
  "Removals stay pending until someone decides.": {
    es: "Las retiradas quedan pendientes hasta que alguien decida.",
    de: "Entfernungen bleiben offen, bis jemand entscheidet.",
    fr: "Les retraits restent en attente jusqu’à ce que quelqu’un décide.",
  },
  "Enter a reason. It is shown in the audit trail.": {
    es: "Escriba un motivo. Se muestra en el registro de auditoría.",
    de: "Geben Sie eine Begründung ein. Sie steht im Prüfprotokoll.",
    fr: "Saisissez un motif. Il figure dans le journal d’audit.",
  },
  "For example: HR confirmed the leavers": {
    es: "Por ejemplo: RR. HH. ha confirmado las bajas",
    de: "Zum Beispiel: Die Personalabteilung hat die Austritte bestätigt",
    fr: "Par exemple : les RH ont confirmé les départs",
  },
  "Apply {n, plural, one {# change} other {# changes}}": {
    es: "Aplicar {n, plural, one {# cambio} other {# cambios}}",
    de: "{n, plural, one {# Änderung} other {# Änderungen}} ausführen",
    fr: "Appliquer {n, plural, one {# modification} other {# modifications}}",
  },
  "Cancel this run": { es: "Cancelar esta ejecución", de: "Diesen Abgleich abbrechen", fr: "Annuler cette synchronisation" },
  "Nothing changes. The next run reads the export again. If HR corrects the file earlier, start the job by hand.": {
    es: "No cambia nada. La próxima ejecución vuelve a leer la exportación. Si RR. HH. corrige antes el fichero, inicie la tarea a mano.",
    de: "Nichts ändert sich. Der nächste Abgleich liest den Export neu. Korrigiert die Personalabteilung die Datei früher, starten Sie den Auftrag von Hand.",
    fr: "Rien ne change. La prochaine synchronisation relit l’export. Si les RH corrigent le fichier avant, lancez la tâche à la main.",
  },
  "For example: The export is incomplete": {
    es: "Por ejemplo: la exportación está incompleta",
    de: "Zum Beispiel: Der Export ist unvollständig",
    fr: "Par exemple : l’export est incomplet",
  },
  "Cancel run": { es: "Cancelar ejecución", de: "Abgleich abbrechen", fr: "Annuler la synchronisation" },
  "Releasing a run needs a reason. Nothing was changed.": {
    es: "Para liberar una ejecución hace falta un motivo. No se ha cambiado nada.",
    de: "Um einen Abgleich freizugeben, ist eine Begründung nötig. Es wurde nichts geändert.",
    fr: "Un motif est nécessaire pour débloquer une synchronisation. Rien n’a été modifié.",
  },
  "Cancelling a run needs a reason. Nothing was changed.": {
    es: "Para cancelar una ejecución hace falta un motivo. No se ha cambiado nada.",
    de: "Um einen Abgleich abzubrechen, ist eine Begründung nötig. Es wurde nichts geändert.",
    fr: "Un motif est nécessaire pour annuler une synchronisation. Rien n’a été modifié.",
  },
  "Write the id of the run to confirm it. Nothing was changed.": {
    es: "Escriba el identificador de la ejecución para confirmarlo. No se ha cambiado nada.",
    de: "Geben Sie zur Bestätigung die Kennung des Abgleichs ein. Es wurde nichts geändert.",
    fr: "Saisissez l’identifiant de la synchronisation pour confirmer. Rien n’a été modifié.",
  },
  "It could not read its file, so it cannot be resumed.": {
    es: "No pudo leer su fichero, así que no se puede reanudar.",
    de: "Der Abgleich konnte die Datei nicht lesen und kann deshalb nicht fortgesetzt werden.",
    fr: "Elle n’a pas pu lire son fichier et ne peut donc pas reprendre.",
  },
  "{n, plural, one {# operation} other {# operations}} failed or could not be confirmed.": {
    es: "{n, plural, one {# operación ha fallado o no se ha podido} other {# operaciones han fallado o no se han podido}} confirmar.",
    de: "{n, plural, one {# Vorgang ist fehlgeschlagen oder konnte} other {# Vorgänge sind fehlgeschlagen oder konnten}} nicht bestätigt werden.",
    fr: "{n, plural, one {# opération a échoué ou n’a pas pu être confirmée} other {# opérations ont échoué ou n’ont pas pu être confirmées}}.",
  },
  "Nothing was sent yet. The run is planned again, limits included, and then applied. Removals stay pending until someone decides.": {
    es: "Todavía no se ha enviado nada. La ejecución se planifica de nuevo, con sus límites, y después se aplica. Las retiradas quedan pendientes hasta que alguien decida.",
    de: "Es wurde noch nichts gesendet. Der Abgleich wird mit allen Grenzwerten neu geplant und dann ausgeführt. Entfernungen bleiben offen, bis jemand entscheidet.",
    fr: "Rien n’a encore été envoyé. La synchronisation est planifiée à nouveau, limites comprises, puis appliquée. Les retraits restent en attente jusqu’à ce que quelqu’un décide.",
  },
  "The run continues where it stopped. Nothing is sent twice, and an account that could not be confirmed is not created again.": {
    es: "La ejecución continúa donde se detuvo. No se envía nada dos veces, y una cuenta sin confirmar no se crea de nuevo.",
    de: "Der Abgleich macht dort weiter, wo er stehen geblieben ist. Nichts wird doppelt gesendet, und ein unbestätigtes Konto wird nicht noch einmal angelegt.",
    fr: "La synchronisation reprend où elle s’est arrêtée. Rien n’est envoyé deux fois, et un compte non confirmé n’est pas créé de nouveau.",
  },
  "Apply this plan": { es: "Aplicar este plan", de: "Diesen Plan ausführen", fr: "Appliquer ce plan" },
  "Resume the run": { es: "Reanudar la ejecución", de: "Abgleich fortsetzen", fr: "Reprendre la synchronisation" },
  "A new run reads the file again and retries everyone whose operation failed.": {
    es: "Una ejecución nueva vuelve a leer el fichero y repite las operaciones fallidas.",
    de: "Ein neuer Abgleich liest die Datei noch einmal und wiederholt alle fehlgeschlagenen Vorgänge.",
    fr: "Une nouvelle synchronisation relit le fichier et reprend toutes les opérations en échec.",
  },
  "Start a new run of {job}": {
    es: "Iniciar una ejecución nueva de {job}",
    de: "Neuen Abgleich von {job} starten",
    fr: "Lancer une nouvelle synchronisation de {job}",
  },
  "Cancel the run": { es: "Cancelar la ejecución", de: "Den Abgleich abbrechen", fr: "Annuler la synchronisation en cours" },
  "The rest is not sent. Changes that were sent stay.": {
    es: "El resto no se envía. Los cambios ya enviados permanecen.",
    de: "Der Rest wird nicht gesendet. Gesendete Änderungen bleiben bestehen.",
    fr: "Le reste n’est pas envoyé. Les modifications déjà envoyées sont conservées.",
  },
  "Undo the removals of this run": {
    es: "Deshacer las retiradas de esta ejecución",
    de: "Entfernungen dieses Abgleichs rückgängig machen",
    fr: "Annuler les retraits de cette synchronisation",
  },
  "{n, plural, one {# membership was removed for it. It is added back, and kept as an exception without an end date.} other {# memberships were removed for it. They are added back, and kept as exceptions without an end date.}}":
    {
      es: "{n, plural, one {Se retiró # pertenencia. Se restablece y se conserva como excepción sin fecha de fin.} other {Se retiraron # pertenencias. Se restablecen y se conservan como excepciones sin fecha de fin.}}",
      de: "{n, plural, one {# Mitgliedschaft wurde dafür entfernt. Sie wird wieder hinzugefügt und bleibt als Ausnahme ohne Enddatum.} other {# Mitgliedschaften wurden dafür entfernt. Sie werden wieder hinzugefügt und bleiben als Ausnahmen ohne Enddatum.}}",
      fr: "{n, plural, one {# appartenance a été retirée. Elle est rétablie et conservée comme exception sans date de fin.} other {# appartenances ont été retirées. Elles sont rétablies et conservées comme exceptions sans date de fin.}}",
    },
  "It was undone before; memberships that exist are not added twice.": {
    es: "Ya se deshizo antes; las pertenencias que existen no se añaden dos veces.",
    de: "Die Entfernungen wurden schon einmal rückgängig gemacht; bestehende Mitgliedschaften werden nicht doppelt hinzugefügt.",
    fr: "Ils ont déjà été annulés ; les appartenances existantes ne sont pas ajoutées deux fois.",
  },
  "Enter the id of the run to confirm: {id}": {
    es: "Escriba el identificador de la ejecución para confirmar: {id}",
    de: "Geben Sie zur Bestätigung die Kennung des Abgleichs ein: {id}",
    fr: "Saisissez l’identifiant de la synchronisation pour confirmer : {id}",
  },
  "Enter the id of the run.": {
    es: "Escriba el identificador de la ejecución.",
    de: "Geben Sie die Kennung des Abgleichs ein.",
    fr: "Saisissez l’identifiant de la synchronisation.",
  },
  "Add the memberships back": {
    es: "Restablecer las pertenencias",
    de: "Mitgliedschaften wieder hinzufügen",
    fr: "Rétablir les appartenances",
  },
  "Undoing a run needs a reason. Nothing was changed.": {
    es: "Para deshacer una ejecución hace falta un motivo. No se ha cambiado nada.",
    de: "Um einen Abgleich rückgängig zu machen, ist eine Begründung nötig. Es wurde nichts geändert.",
    fr: "Annuler une synchronisation exige un motif. Rien n’a été modifié.",
  },
} as const satisfies Catalogue;
