import type { Catalogue } from "../catalogue.ts";

/** The report of a run: its frame, headline and figures. */
export const reportRun = {
  "Report of {job}": { es: "Informe de {job}", de: "Bericht zu {job}", fr: "Rapport de {job}" },
  "{job}, run {run}: {status}": {
    es: "{job}, ejecución {run}: {status}",
    de: "{job}, Abgleich {run}: {status}",
    fr: "{job}, synchronisation {run} : {status}",
  },
  "{at}, run {run}": { es: "{at}, ejecución {run}", de: "{at}, Abgleich {run}", fr: "{at}, synchronisation {run}" },
  Sections: { es: "Secciones", de: "Abschnitte", fr: "Sections" },
  Summary: { es: "Resumen", de: "Zusammenfassung", fr: "Résumé" },
  "Removals found": { es: "Retiradas encontradas", de: "Gefundene Entfernungen", fr: "Retraits trouvés" },
  "Removals decided": { es: "Retiradas decididas", de: "Entschiedene Entfernungen", fr: "Retraits décidés" },
  "Rows in the last successful run": {
    es: "Filas en la última ejecución correcta",
    de: "Zeilen im letzten erfolgreichen Abgleich",
    fr: "Lignes de la dernière synchronisation réussie",
  },
  "not yet": { es: "todavía no", de: "noch nicht", fr: "pas encore" },
  "This list shows the first {shown} of {all}.": {
    es: "Esta lista muestra los primeros {shown} de {all}.",
    de: "Diese Liste zeigt die ersten {shown} von {all}.",
    fr: "Cette liste affiche les {shown} premiers éléments sur {all}.",
  },
  "Completed, but some changes failed or are unconfirmed": {
    es: "Completada, pero algunos cambios han fallado o están sin confirmar",
    de: "Abgeschlossen, aber einige Änderungen sind fehlgeschlagen oder unbestätigt",
    fr: "Terminée, mais certaines modifications ont échoué ou ne sont pas confirmées",
  },
  "{file} could not be read completely": {
    es: "No se pudo leer {file} por completo",
    de: "{file} konnte nicht vollständig gelesen werden",
    fr: "{file} n’a pas pu être lu entièrement",
  },
  "{n, plural, one {# row was} other {# rows were}} read from {file}": {
    es: "{n, plural, one {Se leyó # fila} other {Se leyeron # filas}} de {file}",
    de: "{n, plural, one {# Zeile wurde} other {# Zeilen wurden}} aus {file} gelesen",
    fr: "{n, plural, one {# ligne lue} other {# lignes lues}} dans {file}",
  },
  "{n, plural, one {# row was} other {# rows were}} read from {file} (a partial file, so nobody counts as absent)": {
    es: "{n, plural, one {Se leyó # fila} other {Se leyeron # filas}} de {file} (un fichero parcial, así que nadie cuenta como ausente)",
    de: "{n, plural, one {# Zeile wurde} other {# Zeilen wurden}} aus {file} gelesen (eine Teildatei, daher gilt niemand als nicht mehr vorhanden)",
    fr: "{n, plural, one {# ligne lue} other {# lignes lues}} dans {file} (fichier partiel : personne n’est considéré comme absent)",
  },
  "this is a plan, and nothing was sent": {
    es: "esto es un plan y no se ha enviado nada",
    de: "dies ist ein Plan, und es wurde nichts gesendet",
    fr: "ceci est un plan, et rien n’a été envoyé",
  },
  "nothing was sent, because this is more than {n, plural, one {a limit of the job allows} other {the limits of the job allow}} without approval":
    {
      es: "no se ha enviado nada, porque es más de lo que {n, plural, one {un límite} other {los límites}} de la tarea {n, plural, one {permite} other {permiten}} sin aprobación",
      de: "es wurde nichts gesendet, denn das ist mehr, als {n, plural, one {ein Grenzwert} other {die Grenzwerte}} des Auftrags ohne Freigabe {n, plural, one {erlaubt} other {erlauben}}",
      fr: "rien n’a été envoyé, car cela dépasse ce {n, plural, one {qu’une limite de la tâche autorise} other {que les limites de la tâche autorisent}} sans approbation",
    },
  "the run failed, and nothing was changed in the learning service": {
    es: "la ejecución ha fallado y no se ha cambiado nada en el servicio de formación",
    de: "der Abgleich ist fehlgeschlagen, und im Lerndienst wurde nichts geändert",
    fr: "la synchronisation a échoué, et rien n’a été modifié dans le service de formation",
  },
  "the run was interrupted: {progress}": {
    es: "la ejecución se interrumpió: {progress}",
    de: "der Abgleich wurde unterbrochen: {progress}",
    fr: "la synchronisation a été interrompue : {progress}",
  },
  "the run was cancelled: {progress}. Unsent changes will not be sent": {
    es: "la ejecución se canceló: {progress}. Los cambios no enviados ya no se enviarán",
    de: "der Abgleich wurde abgebrochen: {progress}. Nicht gesendete Änderungen werden nicht mehr gesendet",
    fr: "la synchronisation a été annulée : {progress}. Les modifications non envoyées ne le seront pas",
  },
  "a later run replaced this one: {progress}": {
    es: "una ejecución posterior sustituyó a esta: {progress}",
    de: "ein späterer Abgleich hat diesen ersetzt: {progress}",
    fr: "une synchronisation ultérieure a remplacé celle-ci : {progress}",
  },
  "the run has not ended yet: {progress}": {
    es: "la ejecución todavía no ha terminado: {progress}",
    de: "der Abgleich ist noch nicht beendet: {progress}",
    fr: "la synchronisation n’est pas encore terminée : {progress}",
  },
  "nobody joins, changes or leaves": {
    es: "sin altas, cambios ni bajas",
    de: "keine Eintritte, Änderungen oder Austritte",
    fr: "aucune arrivée, modification ni départ",
  },
  "nothing was removed": { es: "no se ha retirado nada", de: "nichts wurde entfernt", fr: "rien n’a été retiré" },
  "nothing was removed: {n, plural, one {# removal is} other {# removals are}} pending": {
    es: "no se ha retirado nada: {n, plural, one {hay # retirada pendiente} other {hay # retiradas pendientes}}",
    de: "nichts wurde entfernt: {n, plural, one {# Entfernung ist} other {# Entfernungen sind}} offen",
    fr: "rien n’a été retiré : {n, plural, one {# retrait est} other {# retraits sont}} en attente",
  },
  "approved removals were applied for {people, plural, one {# person} other {# people}}": {
    es: "se aplicaron retiradas aprobadas a {people, plural, one {# persona} other {# personas}}",
    de: "genehmigte Entfernungen wurden für {people, plural, one {# Person} other {# Personen}} ausgeführt",
    fr: "les retraits approuvés ont été effectués pour {people, plural, one {# personne} other {# personnes}}",
  },
  "approved removals were applied for {people, plural, one {# person} other {# people}}, and {n, plural, one {# removal is} other {# removals are}} pending":
    {
      es: "se aplicaron retiradas aprobadas a {people, plural, one {# persona} other {# personas}} y {n, plural, one {hay # retirada pendiente} other {hay # retiradas pendientes}}",
      de: "genehmigte Entfernungen wurden für {people, plural, one {# Person} other {# Personen}} ausgeführt, und {n, plural, one {# Entfernung ist} other {# Entfernungen sind}} offen",
      fr: "les retraits approuvés ont été effectués pour {people, plural, one {# personne} other {# personnes}}, et {n, plural, one {# retrait est} other {# retraits sont}} en attente",
    },
  "nothing was sent": { es: "no se ha enviado nada", de: "nichts wurde gesendet", fr: "rien n’a été envoyé" },
  "{n} failed": { es: "{n} con error", de: "{n} fehlgeschlagen", fr: "{n} en échec" },
  "{n} unconfirmed": { es: "{n} sin confirmar", de: "{n} unbestätigt", fr: "{n, plural, one {# non confirmée} other {# non confirmées}}" },
  "{n} not applied yet": {
    es: "{n} todavía sin aplicar",
    de: "{n} noch nicht ausgeführt",
    fr: "{n, plural, one {# pas encore appliquée} other {# pas encore appliquées}}",
  },
  "{n} discarded": {
    es: "{n, plural, one {# descartada} other {# descartadas}}",
    de: "{n} verworfen",
    fr: "{n, plural, one {# abandonnée} other {# abandonnées}}",
  },
  "{n, plural, one {# operation was} other {# operations were}} applied": {
    es: "{n, plural, one {# operación aplicada} other {# operaciones aplicadas}}",
    de: "{n, plural, one {# Vorgang ausgeführt} other {# Vorgänge ausgeführt}}",
    fr: "{n, plural, one {# opération appliquée} other {# opérations appliquées}}",
  },
  "{n, plural, one {# operation failed} other {# operations failed}}": {
    es: "{n, plural, one {# operación ha fallado} other {# operaciones han fallado}}",
    de: "{n, plural, one {# Vorgang ist} other {# Vorgänge sind}} fehlgeschlagen",
    fr: "{n, plural, one {# opération a échoué} other {# opérations ont échoué}}",
  },
  "{n, plural, one {# is} other {# are}} unconfirmed": {
    es: "{n, plural, one {# está} other {# están}} sin confirmar",
    de: "{n, plural, one {# ist} other {# sind}} unbestätigt",
    fr: "{n, plural, one {# n’est pas confirmée} other {# ne sont pas confirmées}}",
  },
  "{trouble}: see <link>what needs attention</link>.": {
    es: "{trouble}: vea <link>lo que requiere atención</link>.",
    de: "{trouble}: siehe <link>was zu beachten ist</link>.",
    fr: "{trouble} : voir <link>les points à traiter</link>.",
  },
  "What happened:": { es: "Qué ha pasado:", de: "Was passiert ist:", fr: "Ce qui s’est passé :" },
  "What to do:": { es: "Qué hacer:", de: "Was zu tun ist:", fr: "À faire :" },
  "Continue with {resume}. Unsent changes are kept, and nothing is sent twice.": {
    es: "Continúe con {resume}. Los cambios no enviados se conservan y nada se envía dos veces.",
    de: "Setzen Sie ihn mit {resume} fort. Nicht gesendete Änderungen bleiben erhalten, und nichts wird doppelt gesendet.",
    fr: "Continuez avec {resume}. Les modifications non envoyées sont conservées, et rien n’est envoyé deux fois.",
  },
  "Correct the file, then start again with {restart}.": {
    es: "Corrija el fichero y empiece de nuevo con {restart}.",
    de: "Korrigieren Sie die Datei, und starten Sie neu mit {restart}.",
    fr: "Corrigez le fichier, puis recommencez avec {restart}.",
  },
  "Then continue with {resume}.": {
    es: "Después continúe con {resume}.",
    de: "Setzen Sie ihn danach mit {resume} fort.",
    fr: "Continuez ensuite avec {resume}.",
  },
  "Apply it with {resume}, or discard it with {cancel}.": {
    es: "Aplíquelo con {resume} o descártelo con {cancel}.",
    de: "Führen Sie ihn mit {resume} aus, oder verwerfen Sie ihn mit {cancel}.",
    fr: "Appliquez-le avec {resume}, ou abandonnez-le avec {cancel}.",
  },
  "If the plan is right, release the run with {release}. If not, discard it with {cancel} and correct the file. Nothing changes until you decide.":
    {
      es: "Si el plan es correcto, libere la ejecución con {release}. Si no, descártela con {cancel} y corrija el fichero. Nada cambia hasta que usted decida.",
      de: "Ist der Plan richtig, geben Sie den Abgleich mit {release} frei. Wenn nicht, verwerfen Sie ihn mit {cancel}, und korrigieren Sie die Datei. Nichts ändert sich, bevor Sie entscheiden.",
      fr: "Si le plan est correct, débloquez la synchronisation avec {release}. Sinon, abandonnez-la avec {cancel} et corrigez le fichier. Rien ne change tant que vous n’avez pas décidé.",
    },
  "Limits that the run exceeds": {
    es: "Límites que supera la ejecución",
    de: "Grenzwerte, die der Abgleich überschreitet",
    fr: "Limites dépassées par la synchronisation",
  },
  Limit: { es: "Límite", de: "Grenzwert", fr: "Limite" },
  "Group or cause": { es: "Grupo o causa", de: "Gruppe oder Ursache", fr: "Groupe ou cause" },
  Found: { es: "Encontrados", de: "Gefunden", fr: "Trouvés" },
  Allowed: { es: "Permitidos", de: "Erlaubt", fr: "Autorisés" },
  "In figures": { es: "En cifras", de: "In Zahlen", fr: "En chiffres" },
  "rows in the file": { es: "filas en el fichero", de: "Zeilen in der Datei", fr: "lignes dans le fichier" },
  "There are no rows to account for.": {
    es: "No hay filas que contar.",
    de: "Es gibt keine Zeilen zu zählen.",
    fr: "Il n’y a aucune ligne à compter.",
  },
  "{n, plural, one {# row was} other {# rows were}} read, and no plan was made.": {
    es: "{n, plural, one {Se leyó # fila} other {Se leyeron # filas}} y no se hizo ningún plan.",
    de: "{n, plural, one {# Zeile wurde} other {# Zeilen wurden}} gelesen, und es wurde kein Plan erstellt.",
    fr: "{n, plural, one {# ligne lue} other {# lignes lues}}, et aucun plan n’a été établi.",
  },
  "Every row is accounted for: {sum}. Each person counts once.": {
    es: "Todas las filas están contabilizadas: {sum}. Cada persona cuenta una vez.",
    de: "Jede Zeile ist erfasst: {sum}. Jede Person zählt einmal.",
    fr: "Chaque ligne est prise en compte : {sum}. Chaque personne compte une fois.",
  },
  "These add up to {total}, which is a bug in Rollcall. Please report it: {sum}. Each person counts once.": {
    es: "La suma es {total}, lo que es un error de Rollcall. Comuníquelo: {sum}. Cada persona cuenta una vez.",
    de: "Die Summe ist {total}, und das ist ein Fehler in Rollcall. Bitte melden Sie ihn: {sum}. Jede Person zählt einmal.",
    fr: "Le total est {total}, ce qui est un bogue de Rollcall. Signalez-le : {sum}. Chaque personne compte une fois.",
  },
  "{n, plural, one {duplicate} other {duplicates}}": {
    es: "{n, plural, one {duplicada} other {duplicadas}}",
    de: "{n, plural, one {doppelte} other {doppelte}}",
    fr: "{n, plural, one {en double} other {en double}}",
  },
  "{n, plural, one {change applied} other {changes applied}}": {
    es: "{n, plural, one {cambio aplicado} other {cambios aplicados}}",
    de: "{n, plural, one {Änderung ausgeführt} other {Änderungen ausgeführt}}",
    fr: "{n, plural, one {modification appliquée} other {modifications appliquées}}",
  },
  "{n, plural, one {pending removal} other {pending removals}}": {
    es: "{n, plural, one {retirada pendiente} other {retiradas pendientes}}",
    de: "{n, plural, one {offene Entfernung} other {offene Entfernungen}}",
    fr: "{n, plural, one {retrait en attente} other {retraits en attente}}",
  },
  "{n, plural, one {blocked person} other {blocked people}}": {
    es: "{n, plural, one {persona bloqueada} other {personas bloqueadas}}",
    de: "{n, plural, one {blockierte Person} other {blockierte Personen}}",
    fr: "{n, plural, one {personne bloquée} other {personnes bloquées}}",
  },
  "{n, plural, one {rejected} other {rejected}}": {
    es: "{n, plural, one {rechazada} other {rechazadas}}",
    de: "{n, plural, one {fehlerhaft} other {fehlerhaft}}",
    fr: "{n, plural, one {rejetée} other {rejetées}}",
  },
  "{n, plural, one {blocked} other {blocked}}": {
    es: "{n, plural, one {bloqueada} other {bloqueadas}}",
    de: "{n, plural, one {blockiert} other {blockiert}}",
    fr: "{n, plural, one {bloquée} other {bloquées}}",
  },
  "out of scope": { es: "fuera del alcance", de: "außerhalb des Geltungsbereichs", fr: "hors périmètre" },
  "not in the pilot": { es: "fuera del piloto", de: "nicht im Pilotlauf", fr: "hors pilote" },
  "This is a pilot ({at}): it is for {n, plural, one {# person} other {# people}} of the file. Nothing is sent for anyone else, and no one else counts as missing.":
    {
      es: "Es un piloto ({at}): solo para {n, plural, one {# persona} other {# personas}} del fichero. No se envía nada para nadie más, y nadie más cuenta como ausente.",
      de: "Dies ist ein Pilotlauf ({at}): nur für {n, plural, one {# Person} other {# Personen}} der Datei. Für alle anderen wird nichts gesendet, und niemand sonst gilt als fehlend.",
      fr: "Ceci est un pilote ({at}) : il concerne {n, plural, one {# personne} other {# personnes}} du fichier. Rien n’est envoyé pour les autres, et personne d’autre ne compte comme absent.",
    },
  "This is a pilot (started with {option}): it is for {n, plural, one {# person} other {# people}} of the file. Nothing is sent for anyone else, and no one counts as missing.":
    {
      es: "Es un piloto (iniciado con {option}): solo para {n, plural, one {# persona} other {# personas}} del fichero. No se envía nada para nadie más, y nadie cuenta como ausente.",
      de: "Dies ist ein Pilotlauf (gestartet mit {option}): nur für {n, plural, one {# Person} other {# Personen}} der Datei. Für alle anderen wird nichts gesendet, und niemand gilt als fehlend.",
      fr: "Ceci est un pilote (lancé avec {option}) : il concerne {n, plural, one {# personne} other {# personnes}} du fichier. Rien n’est envoyé pour les autres, et personne ne compte comme absent.",
    },
  "The file has no other people.": {
    es: "El fichero no tiene más personas.",
    de: "Die Datei enthält keine weiteren Personen.",
    fr: "Le fichier ne contient personne d’autre.",
  },
  "For the others, a run for everyone would plan: {counts}.": {
    es: "Para las demás, una ejecución para todos planificaría: {counts}.",
    de: "Für die anderen würde ein Abgleich für alle planen: {counts}.",
    fr: "Pour les autres, une synchronisation pour tous prévoirait : {counts}.",
  },
  "{n, plural, one {not yet due} other {not yet due}}": {
    es: "{n, plural, one {aún no vigente} other {aún no vigentes}}",
    de: "{n, plural, one {noch nicht fällig} other {noch nicht fällig}}",
    fr: "{n, plural, one {à effet différé} other {à effet différé}}",
  },
  "{n, plural, one {missing from the file} other {missing from the file}}": {
    es: "{n, plural, one {ausente del fichero} other {ausentes del fichero}}",
    de: "{n, plural, one {fehlt in der Datei} other {fehlen in der Datei}}",
    fr: "{n, plural, one {absente du fichier} other {absentes du fichier}}",
  },
  "{n, plural, one {missing and deactivated} other {missing and deactivated}}": {
    es: "{n, plural, one {ausente y desactivada} other {ausentes y desactivadas}}",
    de: "{n, plural, one {fehlt und ist deaktiviert} other {fehlen und sind deaktiviert}}",
    fr: "{n, plural, one {absente et désactivée} other {absentes et désactivées}}",
  },
} as const satisfies Catalogue;
