import type { Catalogue } from "../catalogue.ts";

/** Refusals that the command line shares with the console, and problems that ended a run. */
export const storedRefusals = {
  "An emergency stop of {account} has been active since {moment}. Nothing was sent.": {
    es: "Hay una parada de emergencia de {account} desde el {moment}. No se ha enviado nada.",
    de: "Für {account} gilt seit {moment} ein Notstopp. Es wurde nichts gesendet.",
    fr: "Un arrêt d’urgence de {account} est en vigueur depuis le {moment}. Rien n’a été envoyé.",
  },
  "Run `rollcall emergency-stop` to see who stopped it and why. End it with `{command}`, or in the console.": {
    es: "Ejecute `rollcall emergency-stop` para ver quién la activó y por qué. Levántela con `{command}` o en la consola.",
    de: "Mit `rollcall emergency-stop` sehen Sie, wer ihn ausgelöst hat und warum. Heben Sie ihn mit `{command}` oder in der Konsole auf.",
    fr: "Exécutez `rollcall emergency-stop` pour voir qui l’a déclenché et pourquoi. Levez-le avec `{command}` ou dans la console.",
  },
  "There is no run {run}.": {
    es: "No existe la ejecución {run}.",
    de: "Es gibt keinen Abgleich {run}.",
    fr: "La synchronisation {run} n’existe pas.",
  },
  "Run {run} is already in progress. Nothing was changed.": {
    es: "La ejecución {run} ya está en curso. No se ha cambiado nada.",
    de: "Der Abgleich {run} läuft bereits. Es wurde nichts geändert.",
    fr: "La synchronisation {run} est déjà en cours. Rien n’a été modifié.",
  },
  "Run {later} of {job} ({state}) is newer than run {run}. Resuming the older run would overwrite newer data. Nothing was changed.": {
    es: "La ejecución {later} de {job} ({state}) es más reciente que la ejecución {run}. Reanudar la antigua sobrescribiría datos más recientes. No se ha cambiado nada.",
    de: "Der Abgleich {later} von {job} ({state}) ist neuer als der Abgleich {run}. Den älteren fortzusetzen, würde neuere Daten überschreiben. Es wurde nichts geändert.",
    fr: "La synchronisation {later} de {job} ({state}) est plus récente que la synchronisation {run}. Reprendre l’ancienne écraserait des données plus récentes. Rien n’a été modifié.",
  },
  "Resume {run}, or cancel it first: `{command}`.": {
    es: "Reanude {run} o cancélela antes: `{command}`.",
    de: "Setzen Sie {run} fort, oder brechen Sie ihn zuerst ab: `{command}`.",
    fr: "Reprenez {run} ou annulez-la d’abord : `{command}`.",
  },
  "Run {run} is {state}: there is nothing to cancel.": {
    es: "Estado de la ejecución {run}: {state}. No hay nada que cancelar.",
    de: "Status des Abgleichs {run}: {state}. Es gibt nichts abzubrechen.",
    fr: "Statut de la synchronisation {run} : {state}. Il n’y a rien à annuler.",
  },
  "Run {run} is {state}. Nothing was sent.": {
    es: "Estado de la ejecución {run}: {state}. No se ha enviado nada.",
    de: "Status des Abgleichs {run}: {state}. Es wurde nichts gesendet.",
    fr: "Statut de la synchronisation {run} : {state}. Rien n’a été envoyé.",
  },
  "Run {run} is {state}.": {
    es: "Estado de la ejecución {run}: {state}.",
    de: "Status des Abgleichs {run}: {state}.",
    fr: "Statut de la synchronisation {run} : {state}.",
  },
  "Release it with `{command}`.": {
    es: "Libérela con `{command}`.",
    de: "Geben Sie ihn mit `{command}` frei.",
    fr: "Débloquez-la avec `{command}`.",
  },
  "Start a new one with `rollcall sync`.": {
    es: "Inicie una nueva con `rollcall sync`.",
    de: "Starten Sie mit `rollcall sync` einen neuen.",
    fr: "Lancez-en une nouvelle avec `rollcall sync`.",
  },
  "Run {run} is {state}. Nothing was changed.": {
    es: "Estado de la ejecución {run}: {state}. No se ha cambiado nada.",
    de: "Status des Abgleichs {run}: {state}. Es wurde nichts geändert.",
    fr: "Statut de la synchronisation {run} : {state}. Rien n’a été modifié.",
  },
  "Run {run} of {job} is still active ({at}), and a job can have only one run at a time. Nothing was started.": {
    es: "La ejecución {run} de {job} sigue activa ({at}) y una tarea solo puede tener una ejecución a la vez. No se ha iniciado nada.",
    de: "Der Abgleich {run} von {job} läuft noch ({at}), und ein Auftrag kann immer nur einen Abgleich haben. Es wurde nichts gestartet.",
    fr: "La synchronisation {run} de {job} est encore active ({at}), et une tâche ne peut avoir qu’une synchronisation à la fois. Rien n’a été lancé.",
  },
  "Run {run} could not read its file, so there is nothing to resume.": {
    es: "La ejecución {run} no pudo leer su fichero, así que no hay nada que reanudar.",
    de: "Der Abgleich {run} konnte die Datei nicht lesen, daher gibt es nichts fortzusetzen.",
    fr: "La synchronisation {run} n’a pas pu lire son fichier : il n’y a rien à reprendre.",
  },
  "The pilot of {setting} matches nobody in {file}. Nothing was sent.": {
    es: "El piloto de {setting} no coincide con nadie en {file}. No se ha enviado nada.",
    de: "Der Pilotlauf von {setting} trifft auf niemanden in {file} zu. Es wurde nichts gesendet.",
    fr: "Le pilote de {setting} ne correspond à personne dans {file}. Rien n’a été envoyé.",
  },
  "Correct {setting}. `rollcall check` shows how many people the pilot of a job matches.": {
    es: "Corrija {setting}. `rollcall check` muestra con cuántas personas coincide el piloto de una tarea.",
    de: "Korrigieren Sie {setting}. `rollcall check` zeigt, auf wie viele Personen der Pilotlauf eines Auftrags zutrifft.",
    fr: "Corrigez {setting}. `rollcall check` indique à combien de personnes correspond le pilote d’une tâche.",
  },
  "The pilot of {setting} matches {n} people, and at most {most} are allowed. Nothing was sent.": {
    es: "El piloto de {setting} coincide con {n} personas, y se permiten como máximo {most}. No se ha enviado nada.",
    de: "Der Pilotlauf von {setting} trifft auf {n} Personen zu, erlaubt sind höchstens {most}. Es wurde nichts gesendet.",
    fr: "Le pilote de {setting} correspond à {n} personnes, et {most} au plus sont permises. Rien n’a été envoyé.",
  },
  "Correct `pilot`, or raise `pilot.max`.": {
    es: "Corrija `pilot` o aumente `pilot.max`.",
    de: "Korrigieren Sie `pilot`, oder erhöhen Sie `pilot.max`.",
    fr: "Corrigez `pilot` ou augmentez `pilot.max`.",
  },
  "Correct `{setting}`, or raise `--max`.": {
    es: "Corrija `{setting}` o aumente `--max`.",
    de: "Korrigieren Sie `{setting}`, oder erhöhen Sie `--max`.",
    fr: "Corrigez `{setting}` ou augmentez `--max`.",
  },
  "The `pilot` of job {job} has changed since run {run} read its file. Nothing was sent.": {
    es: "El `pilot` de la tarea {job} ha cambiado desde que la ejecución {run} leyó su fichero. No se ha enviado nada.",
    de: "`pilot` des Auftrags {job} wurde geändert, seit der Abgleich {run} seine Datei gelesen hat. Es wurde nichts gesendet.",
    fr: "Le `pilot` de la tâche {job} a changé depuis que la synchronisation {run} a lu son fichier. Rien n’a été envoyé.",
  },
  "The mapping or the policy of {job} has changed since run {run} began.": {
    es: "Las reglas o la política de {job} han cambiado desde que empezó la ejecución {run}.",
    de: "Das Regelwerk oder die Richtlinie von {job} wurde geändert, seit der Abgleich {run} begonnen hat.",
    fr: "Les règles ou la politique de {job} ont changé depuis le début de la synchronisation {run}.",
  },
  "Start a new run with `rollcall sync`; it replaces this one.": {
    es: "Inicie una ejecución nueva con `rollcall sync`; sustituye a esta.",
    de: "Starten Sie mit `rollcall sync` einen neuen Abgleich; er ersetzt diesen.",
    fr: "Lancez une nouvelle synchronisation avec `rollcall sync` ; elle remplace celle-ci.",
  },
  "Start a new run with `rollcall sync`.": {
    es: "Inicie una ejecución nueva con `rollcall sync`.",
    de: "Starten Sie mit `rollcall sync` einen neuen Abgleich.",
    fr: "Lancez une nouvelle synchronisation avec `rollcall sync`.",
  },
  "Approving a run needs a reason. Nothing was changed.": {
    es: "Para liberar una ejecución hace falta un motivo. No se ha cambiado nada.",
    de: "Zum Freigeben eines Abgleichs ist eine Begründung nötig. Es wurde nichts geändert.",
    fr: "Débloquer une synchronisation exige un motif. Rien n’a été modifié.",
  },
  "A bug in Rollcall stopped the run.": {
    es: "Un error de Rollcall detuvo la ejecución.",
    de: "Ein Fehler in Rollcall hat den Abgleich gestoppt.",
    fr: "Un bogue de Rollcall a arrêté la synchronisation.",
  },
  "Stopped. Requests in flight have ended, and unsent changes are kept.": {
    es: "Detenida. Las solicitudes en curso han terminado y los cambios sin enviar se conservan.",
    de: "Gestoppt. Laufende Anfragen sind beendet, und nicht gesendete Änderungen bleiben erhalten.",
    fr: "Arrêtée. Les requêtes en cours sont terminées et les modifications non envoyées sont conservées.",
  },
  "Resume it with `rollcall runs resume`.": {
    es: "Reanúdela con `rollcall runs resume`.",
    de: "Setzen Sie ihn mit `rollcall runs resume` fort.",
    fr: "Reprenez-la avec `rollcall runs resume`.",
  },
  "The service has accepted no change for {n} s. Unsent changes are kept.": {
    es: "El servicio no ha aceptado ningún cambio durante {n} s. Los cambios sin enviar se conservan.",
    de: "Der Dienst hat {n} s lang keine Änderung angenommen. Nicht gesendete Änderungen bleiben erhalten.",
    fr: "Le service n’a accepté aucune modification pendant {n} s. Les modifications non envoyées sont conservées.",
  },
  "The policy of job {job} removes people from {group} without asking. A later run would remove the membership again. Nothing was changed.":
    {
      es: "La política de la tarea {job} retira a personas de {group} sin preguntar. Una ejecución posterior volvería a retirar la pertenencia. No se ha cambiado nada.",
      de: "Die Richtlinie des Auftrags {job} entfernt Personen ohne Rückfrage aus {group}. Ein späterer Abgleich würde die Mitgliedschaft wieder entfernen. Es wurde nichts geändert.",
      fr: "La politique de la tâche {job} retire des personnes de {group} sans demander. Une synchronisation ultérieure retirerait de nouveau l’appartenance. Rien n’a été modifié.",
    },
} as const satisfies Catalogue;
