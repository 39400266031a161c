import type { Catalogue } from "../catalogue.ts";

/** Removals and their evidence in the reports. */
export const reportRemovals = {
  "{name} loses {group}.": { es: "{name} pierde {group}.", de: "{name} verliert {group}.", fr: "{name} perd {group}." },
  "{name} loses {group} and gains {gain}.": {
    es: "{name} pierde {group} y obtiene {gain}.",
    de: "{name} verliert {group} und erhält {gain}.",
    fr: "{name} perd {group} et obtient {gain}.",
  },
  "{n, plural, one {# person loses} other {# people lose}} {group}": {
    es: "{n, plural, one {# persona pierde} other {# personas pierden}} {group}",
    de: "{n, plural, one {# Person verliert} other {# Personen verlieren}} {group}",
    fr: "{n, plural, one {# personne perd} other {# personnes perdent}} {group}",
  },
  "{people, plural, one {# of them gains} other {# of them gain}} {gain}": {
    es: "{people, plural, one {# de ellas obtiene} other {# de ellas obtienen}} {gain}",
    de: "{people, plural, one {# davon erhält} other {# davon erhalten}} {gain}",
    fr: "{people, plural, one {# d’entre elles obtient} other {# d’entre elles obtiennent}} {gain}",
  },
  "{n, plural, one {# more group} other {# more groups}}": {
    es: "{n, plural, one {# grupo más} other {# grupos más}}",
    de: "{n, plural, one {# weitere Gruppe} other {# weitere Gruppen}}",
    fr: "{n, plural, one {# autre groupe} other {# autres groupes}}",
  },
  "{sentence}: renamed?": { es: "{sentence}: ¿cambio de nombre?", de: "{sentence}: umbenannt?", fr: "{sentence} : renommé ?" },
  "{sentence}: split?": { es: "{sentence}: ¿división?", de: "{sentence}: aufgeteilt?", fr: "{sentence} : scindé ?" },
  "Cause {id}": { es: "Causa {id}", de: "Ursache {id}", fr: "Cause {id}" },
  "{n, plural, one {# membership} other {# memberships}} of {group}": {
    es: "{n, plural, one {# pertenencia} other {# pertenencias}} a {group}",
    de: "{n, plural, one {# Mitgliedschaft} other {# Mitgliedschaften}} in {group}",
    fr: "{n, plural, one {# appartenance} other {# appartenances}} à {group}",
  },
  "Show {what}": { es: "Mostrar {what}", de: "Anzeigen: {what}", fr: "Afficher {what}" },
  "Remove the memberships": {
    es: "Retirar las pertenencias",
    de: "Mitgliedschaften entfernen",
    fr: "Retirer les appartenances",
  },
  "Keep the memberships": {
    es: "Conservar las pertenencias",
    de: "Mitgliedschaften behalten",
    fr: "Conserver les appartenances",
  },
  "Pending removals of {job}": {
    es: "Retiradas pendientes de {job}",
    de: "Offene Entfernungen von {job}",
    fr: "Retraits en attente de {job}",
  },
  "{n, plural, one {HR’s rules no longer assign # membership. It stays until a reviewer approves its removal.} other {HR’s rules no longer assign # memberships. They stay until a reviewer approves their removal.}}":
    {
      es: "{n, plural, one {Las reglas de RR. HH. ya no asignan # pertenencia. Se mantiene hasta que un revisor apruebe su retirada.} other {Las reglas de RR. HH. ya no asignan # pertenencias. Se mantienen hasta que un revisor apruebe su retirada.}}",
      de: "{n, plural, one {Das Regelwerk vergibt # Mitgliedschaft nicht mehr. Sie bleibt bestehen, bis jemand ihre Entfernung genehmigt.} other {Das Regelwerk vergibt # Mitgliedschaften nicht mehr. Sie bleiben bestehen, bis jemand ihre Entfernung genehmigt.}}",
      fr: "{n, plural, one {Les règles RH n’attribuent plus # appartenance. Elle est conservée jusqu’à l’approbation de son retrait.} other {Les règles RH n’attribuent plus # appartenances. Elles sont conservées jusqu’à l’approbation de leur retrait.}}",
    },
  "Decide about a whole cause at once, or about single removals.": {
    es: "Decida sobre una causa entera o sobre retiradas sueltas.",
    de: "Entscheiden Sie über eine ganze Ursache auf einmal oder über einzelne Entfernungen.",
    fr: "Décidez d’une cause entière en une fois, ou de retraits particuliers.",
  },
  "The policy would have approved {n, plural, one {# removal} other {# removals}} automatically. This is more than it allows for one run, so all of them are pending.":
    {
      es: "La política habría aprobado {n, plural, one {# retirada} other {# retiradas}} automáticamente. Es más de lo que permite en una ejecución, así que todas quedan pendientes.",
      de: "Die Richtlinie hätte {n, plural, one {# Entfernung} other {# Entfernungen}} automatisch genehmigt. Das ist mehr, als sie für einen Abgleich erlaubt, daher sind alle offen.",
      fr: "La politique aurait approuvé {n, plural, one {# retrait} other {# retraits}} automatiquement. C’est plus qu’elle n’autorise par synchronisation : tous restent en attente.",
    },
  "The state was restored from a backup of {at}, so later decisions to keep memberships are lost. The policy therefore approves nothing automatically in this run. Reject the removals of memberships that should stay. The policy approves again from the next run on, once you have run {command}.":
    {
      es: "El estado se restauró de una copia de seguridad del {at}, por lo que se han perdido las decisiones posteriores de conservar pertenencias. Por eso la política no aprueba nada automáticamente en esta ejecución. Rechace las retiradas de las pertenencias que deban mantenerse. La política vuelve a aprobar desde la próxima ejecución, después de que usted ejecute {command}.",
      de: "Die Daten wurden aus einer Sicherung vom {at} wiederhergestellt, spätere Entscheidungen zum Behalten sind daher verloren. Die Richtlinie genehmigt deshalb in diesem Abgleich nichts automatisch. Lehnen Sie die Entfernung von Mitgliedschaften ab, die bleiben sollen. Ab dem nächsten Abgleich genehmigt die Richtlinie wieder, sobald Sie {command} ausgeführt haben.",
      fr: "L’état a été restauré à partir d’une sauvegarde du {at} ; les décisions ultérieures de conserver des appartenances sont donc perdues. C’est pourquoi la politique n’approuve rien automatiquement lors de cette synchronisation. Rejetez les retraits des appartenances à conserver. La politique approuvera de nouveau dès la prochaine synchronisation, une fois que vous aurez exécuté {command}.",
    },
  "Removals found by this plan": {
    es: "Retiradas encontradas por este plan",
    de: "Von diesem Plan gefundene Entfernungen",
    fr: "Retraits trouvés par ce plan",
  },
  "{n, plural, one {# membership} other {# memberships}} would be pending. Reviewers can decide about them after the run is released.": {
    es: "{n, plural, one {# pertenencia quedaría pendiente} other {# pertenencias quedarían pendientes}}. Se podrá decidir cuando se libere la ejecución.",
    de: "{n, plural, one {# Mitgliedschaft wäre} other {# Mitgliedschaften wären}} offen. Darüber kann entschieden werden, sobald der Abgleich freigegeben ist.",
    fr: "{n, plural, one {# appartenance serait} other {# appartenances seraient}} en attente. Il sera possible d’en décider une fois la synchronisation débloquée.",
  },
  "Removals decided during this run": {
    es: "Retiradas decididas durante esta ejecución",
    de: "Während dieses Abgleichs entschiedene Entfernungen",
    fr: "Retraits décidés pendant cette synchronisation",
  },
  "Was it renamed on purpose? To keep the group, add these lines at the end of {setting} in {file}:": {
    es: "¿Se le cambió el nombre a propósito? Para conservar el grupo, añada estas líneas al final de {setting} en {file}:",
    de: "War die Umbenennung Absicht? Um die Gruppe zu behalten, fügen Sie diese Zeilen am Ende von {setting} in {file} ein:",
    fr: "Ce changement de nom est-il voulu ? Pour conserver le groupe, ajoutez ces lignes à la fin de {setting} dans {file} :",
  },
  On: { es: "Fecha", de: "Am", fr: "Le" },
  Outcome: { es: "Resultado", de: "Ergebnis", fr: "Effet" },
  nothing: { es: "nada", de: "nichts", fr: "rien" },
  "changed|cell": { es: "cambió", de: "geändert", fr: "modifiée" },
  "as before": { es: "como antes", de: "wie zuvor", fr: "comme avant" },
  "Before → now": { es: "Antes → ahora", de: "Vorher → jetzt", fr: "Avant → maintenant" },
  "Rule before": { es: "Regla anterior", de: "Bisherige Regel", fr: "Règle précédente" },
  "assigns {groups}": { es: "asigna {groups}", de: "vergibt {groups}", fr: "attribue {groups}" },
  "File and row": { es: "Fichero y fila", de: "Datei und Zeile", fr: "Fichier et ligne" },
  "Assigned to": { es: "Asignada a", de: "Zugewiesen an", fr: "Attribué à" },
  "possibly also {names}": { es: "quizá también {names}", de: "möglicherweise auch {names}", fr: "peut-être aussi {names}" },
  "any administrator": { es: "cualquier administrador", de: "jede Person mit Verwaltungsrechten", fr: "tout administrateur" },
  "This is the person's last group, and the learning service can't represent a person without groups.": {
    es: "Es el último grupo de la persona, y el servicio de formación no admite personas sin grupos.",
    de: "Das ist die letzte Gruppe der Person, und der Lerndienst kennt keine Person ohne Gruppen.",
    fr: "C’est le dernier groupe de la personne, et le service de formation n’accepte pas de personne sans groupe.",
  },
} as const satisfies Catalogue;
