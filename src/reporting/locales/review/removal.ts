import type { Catalogue } from "../catalogue.ts";

/** One removal. */
export const reviewRemoval = {
  "Employee key|hr": { es: "Clave de empleado", de: "Personalnummer", fr: "Matricule" },
  "Last seen by run": {
    es: "Vista por última vez en la ejecución",
    de: "Zuletzt gefunden vom Abgleich",
    fr: "Vu en dernier par la synchronisation",
  },
  "Remove {name} from {group}?": {
    es: "¿Retirar a {name} de {group}?",
    de: "{name} aus {group} entfernen?",
    fr: "Retirer {name} du groupe {group} ?",
  },
  "This is the person’s last group, and the learning service cannot express a person without groups.": {
    es: "Es el último grupo de la persona, y el servicio de formación no admite personas sin grupos.",
    de: "Dies ist die letzte Gruppe der Person, und der Lerndienst kennt keine Person ohne Gruppen.",
    fr: "C’est le dernier groupe de la personne, et le service de formation n’admet pas de personne sans groupe.",
  },
  "The exception ends, and the removal needs a decision again. The person stays in the group until then.": {
    es: "La excepción termina y la retirada vuelve a necesitar una decisión. Hasta entonces, la persona sigue en el grupo.",
    de: "Die Ausnahme endet, und die Entfernung braucht wieder eine Entscheidung. Bis dahin bleibt die Person in der Gruppe.",
    fr: "L’exception prend fin et le retrait attend de nouveau une décision. D’ici là, la personne reste dans le groupe.",
  },
  "The approval is cancelled before it is applied. The person stays in the group.": {
    es: "La aprobación se cancela antes de aplicarse. La persona sigue en el grupo.",
    de: "Die Genehmigung wird rückgängig gemacht, bevor sie ausgeführt wird. Die Person bleibt in der Gruppe.",
    fr: "L’approbation est annulée avant d’être appliquée. La personne reste dans le groupe.",
  },
  "Removed, restored later": {
    es: "Retirada y restablecida después",
    de: "Entfernt, später wiederhergestellt",
    fr: "Retiré, rétabli ensuite",
  },
  "Needs a decision": { es: "Necesita una decisión", de: "Braucht eine Entscheidung", fr: "Décision attendue" },
  "Since {time}": { es: "Desde el {time}", de: "Seit {time}", fr: "Depuis le {time}" },
  "Groups before and after": { es: "Grupos antes y después", de: "Gruppen vorher und nachher", fr: "Groupes avant et après" },
  Today: { es: "Hoy", de: "Heute", fr: "Aujourd’hui" },
  "After the removal": { es: "Después de la retirada", de: "Nach der Entfernung", fr: "Après le retrait" },
  "By|decision": { es: "Por", de: "Von", fr: "Par" },
  "On|date": { es: "Fecha", de: "Am", fr: "Le" },
  "Not sent before": { es: "No se envía antes del", de: "Wird nicht gesendet vor", fr: "Pas envoyé avant" },
  "Kept until": { es: "Se conserva hasta", de: "Behalten bis", fr: "Conservée jusqu’au" },
  Restored: { es: "Restablecida", de: "Wiederhergestellt", fr: "Rétablie" },
  "Approved so far": { es: "Aprobada hasta ahora por", de: "Bisher genehmigt", fr: "Déjà approuvé par" },
  "As the learning service reported, {time}": {
    es: "Según el servicio de formación, {time}",
    de: "Laut Lerndienst, {time}",
    fr: "Selon le service de formation, {time}",
  },
  "Check what the person would lose now": {
    es: "Consultar qué perdería la persona ahora",
    de: "Jetzt abfragen, was die Person verlieren würde",
    fr: "Vérifier ce que la personne perdrait maintenant",
  },
  "Impact not known.": { es: "Consecuencias desconocidas.", de: "Auswirkungen nicht bekannt.", fr: "Conséquences inconnues." },
  "Due {date}.": { es: "Vence el {date}.", de: "Fällig am {date}.", fr: "Échéance : {date}." },
  "Progress not known": { es: "Progreso desconocido", de: "Fortschritt nicht bekannt", fr: "Progression inconnue" },
  "Not started": { es: "Sin empezar", de: "Nicht begonnen", fr: "Pas commencé" },
  "Started|course": { es: "Empezado", de: "Begonnen", fr: "Commencé" },
  "Completed|course": { es: "Completado", de: "Abgeschlossen", fr: "Terminé" },
  course: { es: "curso", de: "Kurs", fr: "cours" },
  "learning path": { es: "itinerario", de: "Lernpfad", fr: "parcours" },
  "{name} reassigned this to {to}.": {
    es: "{name} la reasignó a {to}.",
    de: "{name} hat dies neu zugewiesen: {to}.",
    fr: "{name} l’a réattribué à {to}.",
  },
  "{name} undid the decision.": {
    es: "{name} deshizo la decisión.",
    de: "{name} hat die Entscheidung rückgängig gemacht.",
    fr: "{name} a annulé la décision.",
  },
  "{name} ended the exception.": {
    es: "{name} terminó la excepción.",
    de: "{name} hat die Ausnahme beendet.",
    fr: "{name} a mis fin à l’exception.",
  },
  "{name} commented.": { es: "{name} comentó.", de: "{name} hat kommentiert.", fr: "{name} a commenté." },
  "Earlier removals of this person and group": {
    es: "Retiradas anteriores de esta persona y grupo",
    de: "Frühere Entfernungen dieser Person und Gruppe",
    fr: "Retraits précédents de cette personne et de ce groupe",
  },
  "Earlier removals": { es: "Retiradas anteriores", de: "Frühere Entfernungen", fr: "Retraits précédents" },
  "Reason for the removal": {
    es: "Motivo de la retirada",
    de: "Grund der Entfernung",
    fr: "Raison du retrait",
  },
  "Before|groups": {
    es: "Antes",
    de: "Vorher",
    fr: "Avant",
  },
  "{n, plural, one {This person has # more pending removal:} other {This person has # more pending removals:}}": {
    es: "{n, plural, one {Esta persona tiene # retirada pendiente más:} other {Esta persona tiene # retiradas pendientes más:}}",
    de: "{n, plural, one {Für diese Person ist noch # Entfernung offen:} other {Für diese Person sind noch # Entfernungen offen:}}",
    fr: "{n, plural, one {Cette personne a encore # retrait en attente :} other {Cette personne a encore # retraits en attente :}}",
  },
  "Checked just now: nothing has changed.": {
    es: "Comprobado ahora mismo: no ha cambiado nada.",
    de: "Soeben geprüft: Es hat sich nichts geändert.",
    fr: "Vérifié à l’instant : rien n’a changé.",
  },
  "Checked just now: the impact has changed since the last check.": {
    es: "Comprobado ahora mismo: las consecuencias han cambiado desde la última comprobación.",
    de: "Soeben geprüft: Die Auswirkungen haben sich seit der letzten Prüfung geändert.",
    fr: "Vérifié à l’instant : les conséquences ont changé depuis la dernière vérification.",
  },
  "Checked just now. This is what the learning service reports.": {
    es: "Comprobado ahora mismo. Esto es lo que indica el servicio de formación.",
    de: "Soeben geprüft. Das meldet der Lerndienst.",
    fr: "Vérifié à l’instant. Voici ce qu’indique le service de formation.",
  },
  "{time} by {name}: {reason} ({run})": {
    es: "{time}, {name}: {reason} ({run})",
    de: "{time}, {name}: {reason} ({run})",
    fr: "{time}, {name} : {reason} ({run})",
  },
  "{rule} gives {groups} now": {
    es: "{rule} da ahora {groups}",
    de: "{rule} vergibt jetzt {groups}",
    fr: "{rule} donne maintenant {groups}",
  },
  "The learning service does not report how far this person is, so checking again will not help. Ask the person, or keep the membership until a date.":
    {
      es: "El servicio de formación no indica el avance de esta persona, así que volver a comprobarlo no ayuda. Pregunte a la persona o conserve la pertenencia hasta una fecha.",
      de: "Der Lerndienst meldet nicht, wie weit diese Person ist. Eine weitere Prüfung hilft daher nicht. Fragen Sie die Person, oder behalten Sie die Mitgliedschaft bis zu einem Datum.",
      fr: "Le service de formation n’indique pas l’avancement de cette personne : il est inutile de vérifier de nouveau. Demandez à la personne, ou conservez l’appartenance jusqu’à une date.",
    },
  "Keep until a date": { es: "Conservar hasta una fecha", de: "Bis zu einem Datum behalten", fr: "Conserver jusqu’à une date" },
  "HR’s data": { es: "Datos de RR. HH.", de: "Personaldaten", fr: "Données RH" },
  "Rule and row": { es: "Regla y fila", de: "Regel und Zeile", fr: "Règle et ligne" },
} as const satisfies Catalogue;
