import type { Catalogue } from "./catalogue.ts";

/** Mails and webhook messages. A subject never names a person. */
export const mail = {
  "Rollcall {job}: {n, plural, one {# removal needs} other {# removals need}} a decision": {
    es: "Rollcall {job}: {n, plural, one {# retirada espera} other {# retiradas esperan}} una decisión",
    de: "Rollcall {job}: {n, plural, one {# Entfernung wartet} other {# Entfernungen warten}} auf eine Entscheidung",
    fr: "Rollcall {job} : {n, plural, one {# retrait attend} other {# retraits attendent}} une décision",
  },
  "Rollcall {job}: {n, plural, one {# removal was} other {# removals were}} reassigned to you": {
    es: "Rollcall {job}: se le {n, plural, one {ha reasignado # retirada} other {han reasignado # retiradas}}",
    de: "Rollcall {job}: {n, plural, one {# Entfernung wurde} other {# Entfernungen wurden}} Ihnen zugewiesen",
    fr: "Rollcall {job} : {n, plural, one {# retrait vous a été réattribué} other {# retraits vous ont été réattribués}}",
  },
  "{by} asks you to decide {n, plural, one {one removal} other {# removals}}:": {
    es: "{by} le pide que decida sobre {n, plural, one {una retirada} other {# retiradas}}:",
    de: "{by} bittet Sie, über {n, plural, one {eine Entfernung} other {# Entfernungen}} zu entscheiden:",
    fr: "{by} vous demande de décider {n, plural, one {d’un retrait} other {de # retraits}} :",
  },
  "Note: {note}": { es: "Nota: {note}", de: "Notiz: {note}", fr: "Note : {note}" },
  "Rollcall {job}: your attention is needed": {
    es: "Rollcall {job}: se necesita su atención",
    de: "Rollcall {job}: Ihre Aufmerksamkeit ist gefragt",
    fr: "Rollcall {job} : votre attention est requise",
  },
  "Rollcall {job}: a run is on hold": {
    es: "Rollcall {job}: una ejecución está retenida",
    de: "Rollcall {job}: Ein Abgleich ist angehalten",
    fr: "Rollcall {job} : une synchronisation est suspendue",
  },
  "Rollcall {job}: a run has failed": {
    es: "Rollcall {job}: una ejecución ha fallado",
    de: "Rollcall {job}: Ein Abgleich ist fehlgeschlagen",
    fr: "Rollcall {job} : une synchronisation a échoué",
  },
  "Rollcall {job}: a scheduled run did not happen": {
    es: "Rollcall {job}: una ejecución programada no ha tenido lugar",
    de: "Rollcall {job}: Ein geplanter Abgleich hat nicht stattgefunden",
    fr: "Rollcall {job} : une synchronisation planifiée n’a pas eu lieu",
  },
  "Rollcall {job}: a run makes no progress": {
    es: "Rollcall {job}: una ejecución no avanza",
    de: "Rollcall {job}: Ein Abgleich kommt nicht voran",
    fr: "Rollcall {job} : une synchronisation n’avance plus",
  },
  "{n, plural, one {# question} other {# questions}} to answer:": {
    es: "{n, plural, one {# pregunta} other {# preguntas}} por responder:",
    de: "{n, plural, one {# Frage ist} other {# Fragen sind}} zu beantworten:",
    fr: "{n, plural, one {# question attend} other {# questions attendent}} une réponse :",
  },
  "{group}: remove {n, plural, one {1 person} other {# people}}? ({cause})": {
    es: "{group}: ¿retirar a {n, plural, one {1 persona} other {# personas}}? ({cause})",
    de: "{group}: {n, plural, one {1 Person} other {# Personen}} entfernen? ({cause})",
    fr: "{group} : retirer {n, plural, one {1 personne} other {# personnes}} ? ({cause})",
  },
  "Recommendation: {advice}.": { es: "Recomendación: {advice}.", de: "Empfehlung: {advice}.", fr: "Recommandation : {advice}." },
  "{names} and {n} more": { es: "{names} y {n} más", de: "{names} und {n} weitere", fr: "{names} et {n} de plus" },
  "and {n, plural, one {1 more cause} other {# more causes}}": {
    es: "y {n, plural, one {1 causa más} other {# causas más}}",
    de: "und {n, plural, one {1 weitere Ursache} other {# weitere Ursachen}}",
    fr: "et {n, plural, one {1 autre cause} other {# autres causes}}",
  },
  "{n, plural, one {1 approval has not been applied and expires} other {# approvals have not been applied and expire}} within {days} days.":
    {
      es: "{n, plural, one {1 aprobación aún no se ha aplicado y caduca} other {# aprobaciones aún no se han aplicado y caducan}} dentro de {days} días.",
      de: "{n, plural, one {1 Genehmigung wurde noch nicht ausgeführt und läuft} other {# Genehmigungen wurden noch nicht ausgeführt und laufen}} innerhalb von {days} Tagen ab.",
      fr: "{n, plural, one {1 approbation n’a pas encore été appliquée et expire} other {# approbations n’ont pas encore été appliquées et expirent}} dans les {days} jours.",
    },
  "{n, plural, one {1 group that the rules assign does not exist, and {people, plural, one {1 person waits} other {# people wait}} for it.} other {# groups that the rules assign do not exist, and {people, plural, one {1 person waits} other {# people wait}} for them.}}":
    {
      es: "{n, plural, one {1 grupo que las reglas asignan no existe, y {people, plural, one {1 persona lo espera} other {# personas lo esperan}}.} other {# grupos que las reglas asignan no existen, y {people, plural, one {1 persona los espera} other {# personas los esperan}}.}}",
      de: "{n, plural, one {1 Gruppe, die die Regeln vergeben, gibt es nicht, und {people, plural, one {1 Person wartet} other {# Personen warten}} auf sie.} other {# Gruppen, die die Regeln vergeben, gibt es nicht, und {people, plural, one {1 Person wartet} other {# Personen warten}} auf sie.}}",
      fr: "{n, plural, one {1 groupe que les règles attribuent n’existe pas, et {people, plural, one {1 personne l’attend} other {# personnes l’attendent}}.} other {# groupes que les règles attribuent n’existent pas, et {people, plural, one {1 personne les attend} other {# personnes les attendent}}.}}",
    },
  "{n, plural, one {1 new account is unconfirmed: Rollcall does not know yet whose it is.} other {# new accounts are unconfirmed: Rollcall does not know yet whose they are.}}":
    {
      es: "{n, plural, one {1 cuenta nueva está sin confirmar: Rollcall aún no sabe de quién es.} other {# cuentas nuevas están sin confirmar: Rollcall aún no sabe de quién son.}}",
      de: "{n, plural, one {1 neues Konto ist unbestätigt: Rollcall weiß noch nicht, wem es gehört.} other {# neue Konten sind unbestätigt: Rollcall weiß noch nicht, wem sie gehören.}}",
      fr: "{n, plural, one {1 nouveau compte n’est pas confirmé : Rollcall ne sait pas encore à qui il appartient.} other {# nouveaux comptes ne sont pas confirmés : Rollcall ne sait pas encore à qui ils appartiennent.}}",
    },
  "{n, plural, one {1 row} other {# rows}} of the last file could not be used. HR can correct them.": {
    es: "{n, plural, one {1 fila del último fichero no se pudo usar. RR. HH. puede corregirla.} other {# filas del último fichero no se pudieron usar. RR. HH. puede corregirlas.}}",
    de: "{n, plural, one {1 Zeile} other {# Zeilen}} der letzten Datei {n, plural, one {war} other {waren}} nicht verwendbar. Die Personalabteilung kann sie korrigieren.",
    fr: "{n, plural, one {1 ligne du dernier fichier n’a pas pu être utilisée. Les RH peuvent la corriger.} other {# lignes du dernier fichier n’ont pas pu être utilisées. Les RH peuvent les corriger.}}",
  },
  "{n, plural, one {1 person was} other {# people were}} blocked in the last run. Nothing is sent for them until someone resolves the reason.":
    {
      es: "{n, plural, one {1 persona quedó bloqueada en la última ejecución. No se envía nada para ella} other {# personas quedaron bloqueadas en la última ejecución. No se envía nada para ellas}} hasta que alguien resuelva el motivo.",
      de: "{n, plural, one {1 Person war} other {# Personen waren}} im letzten Abgleich blockiert. Für sie wird nichts gesendet, bis jemand den Grund behebt.",
      fr: "{n, plural, one {1 personne a été bloquée} other {# personnes ont été bloquées}} lors de la dernière synchronisation. Rien n’est envoyé pour {n, plural, one {elle} other {elles}} tant que la cause n’est pas résolue.",
    },
  "{n, plural, one {A limit put one run on hold:} other {Limits put # runs on hold:}}": {
    es: "{n, plural, one {Un límite ha retenido una ejecución:} other {Los límites han retenido # ejecuciones:}}",
    de: "{n, plural, one {Ein Grenzwert hat einen Abgleich angehalten:} other {Grenzwerte haben # Abgleiche angehalten:}}",
    fr: "{n, plural, one {Une limite a suspendu une synchronisation :} other {Des limites ont suspendu # synchronisations :}}",
  },
  "{n, plural, one {One run has} other {# runs have}} failed in the last 24 hours:": {
    es: "{n, plural, one {Una ejecución ha fallado} other {# ejecuciones han fallado}} en las últimas 24 horas:",
    de: "{n, plural, one {Ein Abgleich ist} other {# Abgleiche sind}} in den letzten 24 Stunden fehlgeschlagen:",
    fr: "{n, plural, one {Une synchronisation a échoué} other {# synchronisations ont échoué}} au cours des dernières 24 heures :",
  },
  "{time}: {status}": { es: "{time}: {status}", de: "{time}: {status}", fr: "{time} : {status}" },
  "The run of {time} exceeds a limit. Nothing was sent. Someone must release or cancel it.": {
    es: "La ejecución del {time} supera un límite. No se ha enviado nada. Alguien debe liberarla o cancelarla.",
    de: "Der Abgleich vom {time} überschreitet einen Grenzwert. Es wurde nichts gesendet. Jemand muss ihn freigeben oder abbrechen.",
    fr: "La synchronisation du {time} dépasse une limite. Rien n’a été envoyé. Quelqu’un doit la débloquer ou l’annuler.",
  },
  "{limit}: {found} found, {allowed} allowed": {
    es: "{limit}: {found} encontrados, {allowed} permitidos",
    de: "{limit}: {found} gefunden, {allowed} erlaubt",
    fr: "{limit} : {found} (maximum autorisé : {allowed})",
  },
  "The run of {time} did not finish.": {
    es: "La ejecución del {time} no ha terminado.",
    de: "Der Abgleich vom {time} wurde nicht beendet.",
    fr: "La synchronisation du {time} ne s’est pas terminée.",
  },
  "The run of {job} that was due on {time} did not start. Nothing was read or changed.": {
    es: "La ejecución de {job} prevista para el {time} no se ha iniciado. No se ha leído ni cambiado nada.",
    de: "Der für den {time} geplante Abgleich von {job} wurde nicht gestartet. Es wurde nichts gelesen oder geändert.",
    fr: "La synchronisation de {job} prévue le {time} n’a pas démarré. Rien n’a été lu ni modifié.",
  },
  "Check that the scheduler is running and reaches the database. The next run reads the whole file again, so nothing is lost.": {
    es: "Compruebe que el planificador está en marcha y tiene acceso a la base de datos. La próxima ejecución vuelve a leer todo el fichero, así que no se pierde nada.",
    de: "Prüfen Sie, ob der Zeitplaner läuft und die Datenbank erreicht. Der nächste Abgleich liest die ganze Datei erneut, es geht also nichts verloren.",
    fr: "Vérifiez que le planificateur fonctionne et qu’il atteint la base de données. La prochaine synchronisation relit tout le fichier : rien n’est perdu.",
  },
  "Run {id} has made no progress since {time}. Nothing is lost, and later runs of the job wait for it.": {
    es: "La ejecución {id} no avanza desde el {time}. No se ha perdido nada, y las siguientes ejecuciones de la tarea la esperan.",
    de: "Der Abgleich {id} kommt seit {time} nicht voran. Es geht nichts verloren; spätere Abgleiche des Auftrags warten auf ihn.",
    fr: "La synchronisation {id} n’avance plus depuis le {time}. Rien n’est perdu, et les synchronisations suivantes de la tâche l’attendent.",
  },
  "Check that a worker is running and that Redis, the database and the service respond. The run continues by itself. You can also cancel it.":
    {
      es: "Compruebe que hay un proceso de trabajo en marcha y que responden Redis, la base de datos y el servicio. La ejecución continúa por sí sola. También puede cancelarla.",
      de: "Prüfen Sie, ob ein Arbeitsprozess läuft und ob Redis, die Datenbank und der Dienst antworten. Der Abgleich wird von selbst fortgesetzt. Sie können ihn auch abbrechen.",
      fr: "Vérifiez qu’un processus de travail fonctionne et que Redis, la base de données et le service répondent. La synchronisation reprend d’elle-même. Vous pouvez aussi l’annuler.",
    },
  "You can decide in the attached workbook. Upload it on the review page, or return it to the person who runs Rollcall.": {
    es: "Puede decidir en el libro de Excel adjunto. Súbalo en la página de revisión o devuélvalo a la persona que gestiona Rollcall.",
    de: "Sie können in der angehängten Excel-Datei entscheiden. Laden Sie sie auf der Prüfseite hoch, oder senden Sie sie an die Person zurück, die Rollcall betreut.",
    fr: "Vous pouvez décider dans le classeur joint. Importez-le sur la page de révision, ou renvoyez-le à la personne qui gère Rollcall.",
  },
  "The workbook is too large for this mail. Ask the person who runs Rollcall for it.": {
    es: "El libro es demasiado grande para este correo. Pídalo a la persona que gestiona Rollcall.",
    de: "Die Excel-Datei ist für diese E-Mail zu groß. Bitten Sie die Person darum, die Rollcall betreut.",
    fr: "Le classeur est trop volumineux pour ce message. Demandez-le à la personne qui gère Rollcall.",
  },
  "Open the review": { es: "Abrir la revisión", de: "Prüfung öffnen", fr: "Ouvrir la révision" },
  "Open the run": { es: "Abrir la ejecución", de: "Abgleich öffnen", fr: "Ouvrir la synchronisation" },
  "Open the connection page": { es: "Abrir la página de conexión", de: "Verbindungsseite öffnen", fr: "Ouvrir la page de connexion" },
  "On the command line: {command}": {
    es: "En la línea de comandos: {command}",
    de: "Auf der Befehlszeile: {command}",
    fr: "En ligne de commande : {command}",
  },
  "Rollcall sent this message because of the “notify” setting of the job {job}.": {
    es: "Rollcall ha enviado este mensaje por el ajuste «notify» de la tarea {job}.",
    de: "Rollcall hat diese Nachricht wegen der Einstellung „notify“ des Auftrags {job} gesendet.",
    fr: "Rollcall a envoyé ce message en raison du réglage « notify » de la tâche {job}.",
  },
} as const satisfies Catalogue;
