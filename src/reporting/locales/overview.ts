import type { Catalogue } from "./catalogue.ts";

/** The overview and the search. */
export const overview = {
  Changed: { es: "Modificadas", de: "Geändert", fr: "Modifiées" },
  "New or returning": { es: "Nuevas o reincorporadas", de: "Neu oder zurückgekehrt", fr: "Nouvelles ou de retour" },
  "Left|chart": { es: "Bajas", de: "Ausgetreten", fr: "Départs" },
  "Failed or unconfirmed": { es: "Con error o sin confirmar", de: "Fehlgeschlagen oder unbestätigt", fr: "En échec ou non confirmées" },
  "Not applied": { es: "Sin aplicar", de: "Nicht ausgeführt", fr: "Non appliquée" },
  "{n} changed": {
    es: "{n, plural, one {# modificada} other {# modificadas}}",
    de: "{n} geändert",
    fr: "{n, plural, one {# modifiée} other {# modifiées}}",
  },
  "{n} new or returning": {
    es: "{n, plural, one {# nueva o reincorporada} other {# nuevas o reincorporadas}}",
    de: "{n} neu oder zurückgekehrt",
    fr: "{n, plural, one {# nouvelle ou de retour} other {# nouvelles ou de retour}}",
  },
  "{n} left": {
    es: "{n, plural, one {# baja} other {# bajas}}",
    de: "{n} ausgetreten",
    fr: "{n, plural, one {# départ} other {# départs}}",
  },
  "{n} failed or unconfirmed": {
    es: "{n} con error o sin confirmar",
    de: "{n} fehlgeschlagen oder unbestätigt",
    fr: "{n, plural, one {# en échec ou non confirmée} other {# en échec ou non confirmées}}",
  },
  Legend: { es: "Leyenda", de: "Legende", fr: "Légende" },
  "{n, plural, one {Changes in the last run} other {Changes in each of the last # runs}}": {
    es: "{n, plural, one {Cambios en la última ejecución} other {Cambios en cada una de las últimas # ejecuciones}}",
    de: "{n, plural, one {Änderungen im letzten Abgleich} other {Änderungen in jedem der letzten # Abgleiche}}",
    fr: "{n, plural, one {Modifications de la dernière synchronisation} other {Modifications de chacune des # dernières synchronisations}}",
  },
  "No run has read a file yet.": {
    es: "Ninguna ejecución ha leído todavía un fichero.",
    de: "Noch kein Abgleich hat eine Datei gelesen.",
    fr: "Aucune synchronisation n’a encore lu de fichier.",
  },
  "{n, plural, one {# removal needs a decision.} other {# removals need a decision.}}": {
    es: "{n, plural, one {# retirada está pendiente de decisión.} other {# retiradas están pendientes de decisión.}}",
    de: "{n, plural, one {# Entfernung braucht eine Entscheidung.} other {# Entfernungen brauchen eine Entscheidung.}}",
    fr: "{n, plural, one {# retrait attend une décision.} other {# retraits attendent une décision.}}",
  },
  "Review removals": { es: "Revisar las retiradas", de: "Entfernungen prüfen", fr: "Examiner les retraits" },
  "Choose a job": { es: "Elegir una tarea", de: "Auftrag auswählen", fr: "Choisir une tâche" },
  "The last run of {job} is on hold.": {
    es: "La última ejecución de {job} está retenida.",
    de: "Der letzte Abgleich von {job} ist angehalten.",
    fr: "La dernière synchronisation de {job} est suspendue.",
  },
  "The last run of {job} was planned and not applied.": {
    es: "La última ejecución de {job} se planificó y no se aplicó.",
    de: "Der letzte Abgleich von {job} wurde geplant und nicht ausgeführt.",
    fr: "La dernière synchronisation de {job} a été planifiée sans être appliquée.",
  },
  "The last run of {job} failed.": {
    es: "La última ejecución de {job} ha fallado.",
    de: "Der letzte Abgleich von {job} ist fehlgeschlagen.",
    fr: "La dernière synchronisation de {job} a échoué.",
  },
  "The last run of {job} stopped.": {
    es: "La última ejecución de {job} se detuvo.",
    de: "Der letzte Abgleich von {job} wurde gestoppt.",
    fr: "La dernière synchronisation de {job} s’est arrêtée.",
  },
  "The last run of {job} was cancelled.": {
    es: "La última ejecución de {job} se canceló.",
    de: "Der letzte Abgleich von {job} wurde abgebrochen.",
    fr: "La dernière synchronisation de {job} a été annulée.",
  },
  "The last run of {job} was replaced.": {
    es: "La última ejecución de {job} fue sustituida.",
    de: "Der letzte Abgleich von {job} wurde ersetzt.",
    fr: "La dernière synchronisation de {job} a été remplacée.",
  },
  "A run of {job} is in progress.": {
    es: "Hay una ejecución de {job} en curso.",
    de: "Ein Abgleich von {job} läuft.",
    fr: "Une synchronisation de {job} est en cours.",
  },
  "The last run found nothing to change.": {
    es: "La última ejecución no encontró nada que cambiar.",
    de: "Der letzte Abgleich hat nichts zu ändern gefunden.",
    fr: "La dernière synchronisation n’a rien trouvé à modifier.",
  },
  "The last run applied {n, plural, one {# change} other {# changes}} without errors.": {
    es: "La última ejecución aplicó {n, plural, one {# cambio} other {# cambios}} sin errores.",
    de: "Der letzte Abgleich hat {n, plural, one {# Änderung} other {# Änderungen}} fehlerfrei ausgeführt.",
    fr: "La dernière synchronisation a appliqué {n, plural, one {# modification} other {# modifications}} sans erreur.",
  },
  "The last run found nothing to change; {failures} failed or could not be confirmed.": {
    es: "La última ejecución no encontró nada que cambiar; con error o sin confirmar: {failures}.",
    de: "Der letzte Abgleich hat nichts geändert; fehlgeschlagen oder unbestätigt: {failures}.",
    fr: "La dernière synchronisation n’a rien modifié ; en échec ou non confirmées : {failures}.",
  },
  "The last run applied {n, plural, one {# change} other {# changes}}; {failures} failed or could not be confirmed.": {
    es: "La última ejecución aplicó {n, plural, one {# cambio} other {# cambios}}; con error o sin confirmar: {failures}.",
    de: "Der letzte Abgleich hat {n, plural, one {# Änderung} other {# Änderungen}} ausgeführt; fehlgeschlagen oder unbestätigt: {failures}.",
    fr: "La dernière synchronisation a appliqué {n, plural, one {# modification} other {# modifications}} ; en échec ou non confirmées : {failures}.",
  },
  "Start a job here or on the command line. The first run never removes a membership.": {
    es: "Inicie una tarea aquí o en la línea de comandos. La primera ejecución nunca retira una pertenencia.",
    de: "Starten Sie einen Auftrag hier oder über die Befehlszeile. Der erste Abgleich entfernt nie eine Mitgliedschaft.",
    fr: "Lancez une tâche ici ou en ligne de commande. La première synchronisation ne retire jamais d’appartenance.",
  },
  "Job {job} ran on {at} and read {n, plural, one {# row} other {# rows}}.": {
    es: "La tarea {job} se ejecutó el {at} y leyó {n, plural, one {# fila} other {# filas}}.",
    de: "Der Auftrag {job} lief am {at} und las {n, plural, one {# Zeile} other {# Zeilen}}.",
    fr: "La tâche {job} a été exécutée le {at} et a lu {n, plural, one {# ligne} other {# lignes}}.",
  },
  "No one loses a group until someone decides.": {
    es: "Nadie pierde un grupo hasta que alguien decida.",
    de: "Niemand verliert eine Gruppe, bevor jemand entscheidet.",
    fr: "Personne ne perd de groupe avant une décision.",
  },
  "The run of {job} that was due {at} did not happen.": {
    es: "La ejecución de {job} prevista para el {at} no tuvo lugar.",
    de: "Der für {at} geplante Abgleich von {job} hat nicht stattgefunden.",
    fr: "La synchronisation de {job} prévue le {at} n’a pas eu lieu.",
  },
  "{n, plural, one {# scheduled run before it did not happen either.} other {# scheduled runs before it did not happen either.}}": {
    es: "{n, plural, one {Tampoco tuvo lugar # ejecución programada anterior.} other {Tampoco tuvieron lugar # ejecuciones programadas anteriores.}}",
    de: "{n, plural, one {Auch # geplanter Abgleich davor hat nicht stattgefunden.} other {Auch # geplante Abgleiche davor haben nicht stattgefunden.}}",
    fr: "{n, plural, one {# synchronisation planifiée avant elle n’a pas eu lieu non plus.} other {# synchronisations planifiées avant elle n’ont pas eu lieu non plus.}}",
  },
  "{n, plural, one {The account of # leaver is} other {The accounts of # leavers are}} still active more than a day after the last day, because no run could close {n, plural, one {it} other {them}}. Approve the run on hold, or correct the file or the rejected rows.":
    {
      es: "{n, plural, one {La cuenta de una persona que se ha ido sigue activa} other {Las cuentas de # personas que se han ido siguen activas}} más de un día después del último día, porque ninguna ejecución pudo {n, plural, one {cerrarla} other {cerrarlas}}. Apruebe la ejecución retenida, o corrija el fichero o las filas rechazadas.",
      de: "{n, plural, one {Das Konto einer ausgetretenen Person ist} other {Die Konten von # ausgetretenen Personen sind}} mehr als einen Tag nach dem letzten Tag noch aktiv, weil kein Abgleich {n, plural, one {es} other {sie}} schließen konnte. Geben Sie den angehaltenen Abgleich frei, oder korrigieren Sie die Datei oder die fehlerhaften Zeilen.",
      fr: "{n, plural, one {Le compte d’une personne partie est encore actif} other {Les comptes de # personnes parties sont encore actifs}} plus d’un jour après le dernier jour, car aucune synchronisation n’a pu {n, plural, one {le} other {les}} fermer. Approuvez la synchronisation suspendue, ou corrigez le fichier ou les lignes rejetées.",
    },
  "Check that the scheduler is running.": {
    es: "Compruebe que el planificador está en marcha.",
    de: "Prüfen Sie, ob der Zeitplaner läuft.",
    fr: "Vérifiez que le planificateur fonctionne.",
  },
  "{n, plural, one {# question} other {# questions}}": {
    es: "{n, plural, one {# pregunta} other {# preguntas}}",
    de: "{n, plural, one {# Frage} other {# Fragen}}",
    fr: "{n, plural, one {# question} other {# questions}}",
  },
  "{n, plural, one {# question} other {# questions}}, oldest {age}": {
    es: "{n, plural, one {# pregunta} other {# preguntas}}, la más antigua: {age}",
    de: "{n, plural, one {# Frage} other {# Fragen}}, älteste: {age}",
    fr: "{n, plural, one {# question} other {# questions}}, la plus ancienne : {age}",
  },
  "Assigned to you": { es: "Asignadas a usted", de: "Ihnen zugewiesen", fr: "Qui vous sont attribués" },
  "Runs on hold": { es: "Ejecuciones retenidas", de: "Angehaltene Abgleiche", fr: "Synchronisations suspendues" },
  "Identities to check": { es: "Identidades por comprobar", de: "Zu prüfende Identitäten", fr: "Identités à vérifier" },
  "Accounts we couldn’t confirm": {
    es: "Cuentas que no se han podido confirmar",
    de: "Konten, die nicht bestätigt werden konnten",
    fr: "Comptes qui n’ont pas pu être confirmés",
  },
  "Rejected rows": { es: "Filas rechazadas", de: "Fehlerhafte Zeilen", fr: "Lignes rejetées" },
  "For HR to correct": { es: "RR. HH. debe corregirlas", de: "Von der Personalabteilung zu korrigieren", fr: "À corriger par les RH" },
  "Approved, not applied yet": {
    es: "Aprobadas, todavía sin aplicar",
    de: "Genehmigt, noch nicht ausgeführt",
    fr: "Approuvés, pas encore effectués",
  },
  "Needs your decision": { es: "Requiere su decisión", de: "Ihre Entscheidung ist nötig", fr: "Votre décision est requise" },
  "Nothing needs a decision": { es: "No hay nada por decidir", de: "Keine Entscheidung nötig", fr: "Aucune décision en attente" },
  "Changes per run": { es: "Cambios por ejecución", de: "Änderungen je Abgleich", fr: "Modifications par synchronisation" },
  "Each run adds a bar: people changed, new, left, and requests that failed.": {
    es: "Cada ejecución añade una barra: personas modificadas, nuevas y bajas, y solicitudes con error.",
    de: "Jeder Abgleich fügt einen Balken hinzu: geänderte, neue und ausgetretene Personen sowie fehlgeschlagene Anfragen.",
    fr: "Chaque synchronisation ajoute une barre : personnes modifiées, nouvelles, parties, et requêtes en échec.",
  },
  "Show as a table": { es: "Mostrar como tabla", de: "Als Tabelle anzeigen", fr: "Afficher sous forme de tableau" },
  "Recent runs": { es: "Ejecuciones recientes", de: "Letzte Abgleiche", fr: "Synchronisations récentes" },
  "All runs": { es: "Todas las ejecuciones", de: "Alle Abgleiche", fr: "Toutes les synchronisations" },
  "{n} planned": {
    es: "{n, plural, one {# previsto} other {# previstos}}",
    de: "{n} geplant",
    fr: "{n, plural, one {# prévue} other {# prévues}}",
  },
  "{n, plural, one {# error in the job file} other {# errors in the job file}}": {
    es: "{n, plural, one {# error en el fichero de la tarea} other {# errores en el fichero de la tarea}}",
    de: "{n, plural, one {# Fehler in der Auftragsdatei} other {# Fehler in der Auftragsdatei}}",
    fr: "{n, plural, one {# erreur dans le fichier de la tâche} other {# erreurs dans le fichier de la tâche}}",
  },
  "Next run {at}": { es: "Próxima ejecución: {at}", de: "Nächster Abgleich: {at}", fr: "Prochaine synchronisation : {at}" },
  "Enter a name, a username, a key, a group or a run.": {
    es: "Escriba un nombre, un usuario, una clave, un grupo o una ejecución.",
    de: "Geben Sie einen Namen, einen Benutzernamen, eine Personalnummer, eine Gruppe oder einen Abgleich ein.",
    fr: "Saisissez un nom, un identifiant, un matricule, un groupe ou une synchronisation.",
  },
  "For {text}": { es: "De {text}", de: "Zu {text}", fr: "Pour {text}" },
  "Search results": { es: "Resultados de la búsqueda", de: "Suchergebnisse", fr: "Résultats de la recherche" },
  "No person, group, pending removal or run matches {text}.": {
    es: "Ninguna persona, grupo, retirada pendiente ni ejecución coincide con {text}.",
    de: "Keine Person, keine Gruppe, keine offene Entfernung und kein Abgleich passt zu {text}.",
    fr: "Aucune personne, aucun groupe, aucun retrait en attente ni aucune synchronisation ne correspond à {text}.",
  },
  "The first {n} people": { es: "Las primeras {n} personas", de: "Die ersten {n} Personen", fr: "Les {n} premières personnes" },
  "Since then, approved removals of {n, plural, one {# person} other {# people}} were applied, the last on {at}.": {
    es: "Desde entonces se han aplicado las retiradas aprobadas de {n, plural, one {# persona} other {# personas}}, la última el {at}.",
    de: "Seitdem wurden genehmigte Entfernungen von {n, plural, one {# Person} other {# Personen}} angewendet, zuletzt am {at}.",
    fr: "Depuis, les retraits approuvés de {n, plural, one {# personne} other {# personnes}} ont été appliqués, le dernier le {at}.",
  },
  "Since then, memberships of {n, plural, one {# person} other {# people}} were added back, the last on {at}.": {
    es: "Desde entonces se han restablecido pertenencias de {n, plural, one {# persona} other {# personas}}, la última el {at}.",
    de: "Seitdem wurden Mitgliedschaften von {n, plural, one {# Person} other {# Personen}} wiederhergestellt, zuletzt am {at}.",
    fr: "Depuis, des appartenances de {n, plural, one {# personne} other {# personnes}} ont été rétablies, la dernière le {at}.",
  },
  "Undo of removals": { es: "Deshacer retiradas", de: "Rücknahme von Entfernungen", fr: "Annulation de retraits" },
} as const satisfies Catalogue;
