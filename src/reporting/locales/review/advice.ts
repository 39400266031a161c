import type { Catalogue } from "../catalogue.ts";

/** Recommendations on pending removals, and their reasons. */
export const reviewAdvice = {
  "Remove|advice": { es: "Retirar", de: "Entfernen", fr: "Retirer" },
  "Look closer|advice": { es: "Mirar con detalle", de: "Genauer ansehen", fr: "Examiner de près" },
  "Keep|advice": { es: "Conservar", de: "Behalten", fr: "Conserver" },
  "No recommendation": { es: "Sin recomendación", de: "Keine Empfehlung", fr: "Aucune recommandation" },
  "The learning service has not shown the new group for this person yet.": {
    es: "El servicio de formación todavía no muestra el grupo nuevo de esta persona.",
    de: "Der Lerndienst zeigt die neue Gruppe dieser Person noch nicht an.",
    fr: "Le service de formation n’indique pas encore le nouveau groupe de cette personne.",
  },
  "The person has started a course or learning path of this group.": {
    es: "La persona ha empezado un curso o un itinerario de este grupo.",
    de: "Die Person hat einen Kurs oder Lernpfad dieser Gruppe begonnen.",
    fr: "La personne a commencé un cours ou un parcours de ce groupe.",
  },
  "A course or learning path of this group has a deadline.": {
    es: "Un curso o itinerario de este grupo tiene fecha límite.",
    de: "Ein Kurs oder Lernpfad dieser Gruppe hat eine Frist.",
    fr: "Un cours ou un parcours de ce groupe a une échéance.",
  },
  "The impact is not known.": {
    es: "No se conocen las consecuencias.",
    de: "Die Auswirkungen sind nicht bekannt.",
    fr: "Les conséquences ne sont pas connues.",
  },
  "HR changed the value back, and may change it again.": {
    es: "RR. HH. volvió al valor anterior y puede cambiarlo de nuevo.",
    de: "Die Personalabteilung hat den Wert zurückgeändert und ändert ihn vielleicht noch einmal.",
    fr: "Les RH sont revenues à la valeur précédente et peuvent encore la changer.",
  },
  "The rules changed, not the person.": {
    es: "Han cambiado las reglas, no la persona.",
    de: "Das Regelwerk wurde geändert, nicht die Person.",
    fr: "Les règles ont changé, pas la personne.",
  },
  "The person has left, and the account is deactivated.": {
    es: "La persona ha causado baja y su cuenta está desactivada.",
    de: "Die Person ist ausgetreten, und das Konto ist deaktiviert.",
    fr: "La personne est partie et son compte est désactivé.",
  },
  "The account is not deactivated yet.": {
    es: "La cuenta todavía no está desactivada.",
    de: "Das Konto ist noch nicht deaktiviert.",
    fr: "Le compte n’est pas encore désactivé.",
  },
  "Someone added this membership in the learning service.": {
    es: "Alguien añadió esta pertenencia en el servicio de formación.",
    de: "Jemand hat diese Mitgliedschaft im Lerndienst hinzugefügt.",
    fr: "Quelqu’un a ajouté cette appartenance dans le service de formation.",
  },
  "This is the person's last group, and the learning service can't represent a person without groups. Set `policy.park` to a group for such people, or keep the membership.":
    {
      es: "Es el último grupo de la persona, y el servicio de formación no admite personas sin grupos. Indique en `policy.park` un grupo para estas personas o conserve la pertenencia.",
      de: "Das ist die letzte Gruppe der Person, und der Lerndienst kennt keine Person ohne Gruppen. Setzen Sie `policy.park` auf eine Gruppe für solche Personen, oder behalten Sie die Mitgliedschaft.",
      fr: "C’est le dernier groupe de la personne, et le service de formation n’accepte pas de personne sans groupe. Indiquez dans `policy.park` un groupe pour ces personnes, ou conservez l’appartenance.",
    },
  "New group not seen yet": { es: "Grupo nuevo aún no visto", de: "Neue Gruppe noch nicht gesehen", fr: "Nouveau groupe pas encore vu" },
  "No other group instead": { es: "Sin otro grupo a cambio", de: "Keine andere Gruppe dafür", fr: "Aucun autre groupe à la place" },
  "Has started a course": { es: "Ha empezado un curso", de: "Hat einen Kurs begonnen", fr: "A commencé un cours" },
  "Has a deadline": { es: "Tiene fecha límite", de: "Hat eine Frist", fr: "A une échéance" },
  "Impact not known": { es: "Consecuencias desconocidas", de: "Auswirkungen nicht bekannt", fr: "Conséquences inconnues" },
  "Changed back": { es: "Valor anterior restablecido", de: "Zurückgeändert", fr: "Revenu à la valeur précédente" },
  "Rules changed": { es: "Reglas modificadas", de: "Regelwerk geändert", fr: "Règles modifiées" },
  "Not deactivated yet": { es: "Aún sin desactivar", de: "Noch nicht deaktiviert", fr: "Pas encore désactivé" },
  "Added by hand": { es: "Añadida a mano", de: "Von Hand hinzugefügt", fr: "Ajoutée à la main" },
  "Remove {n} of {total}": { es: "Retirar a {n} de {total}", de: "{n} von {total} entfernen", fr: "Retirer {n} sur {total}" },
  "{advice}. {reason}": { es: "{advice}. {reason}", de: "{advice}. {reason}", fr: "{advice}. {reason}" },
  "no courses": { es: "ningún curso", de: "keine Kurse", fr: "aucun cours" },
  "impact not known": { es: "consecuencias desconocidas", de: "Auswirkungen nicht bekannt", fr: "conséquences inconnues" },
  "{n, plural, one {# course} other {# courses}}": {
    es: "{n, plural, one {# curso} other {# cursos}}",
    de: "{n, plural, one {# Kurs} other {# Kurse}}",
    fr: "{n, plural, one {# cours} other {# cours}}",
  },
  "{n, plural, one {# learning path} other {# learning paths}}": {
    es: "{n, plural, one {# itinerario} other {# itinerarios}}",
    de: "{n, plural, one {# Lernpfad} other {# Lernpfade}}",
    fr: "{n, plural, one {# parcours} other {# parcours}}",
  },
  "{items}, {n} started": { es: "{items}, {n} sin terminar", de: "{items}, {n} begonnen", fr: "{items}, dont {n} en cours" },
  "{items}, {n} with a deadline": {
    es: "{items}, {n} con fecha límite",
    de: "{items}, {n} mit Frist",
    fr: "{items}, dont {n} avec échéance",
  },
  "{items}, progress not known": {
    es: "{items}, progreso desconocido",
    de: "{items}, Fortschritt nicht bekannt",
    fr: "{items}, progression inconnue",
  },
  "{items}, {n, plural, one {# person has} other {# people have}} started one": {
    es: "{items}, {n, plural, one {# persona ha} other {# personas han}} empezado alguno",
    de: "{items}, {n, plural, one {# Person hat} other {# Personen haben}} etwas davon begonnen",
    fr: "{items}, {n, plural, one {# personne en a} other {# personnes en ont}} commencé un",
  },
  "{items}, progress of {n, plural, one {# person} other {# people}} not known": {
    es: "{items}, progreso desconocido de {n, plural, one {# persona} other {# personas}}",
    de: "{items}, Fortschritt von {n, plural, one {# Person} other {# Personen}} nicht bekannt",
    fr: "{items}, progression inconnue pour {n, plural, one {# personne} other {# personnes}}",
  },
  "would lose {items}": {
    es: "perdería {items}",
    de: "würde verlieren: {items}",
    fr: "perdrait {items}",
  },
  "Impact not fully known": {
    es: "Consecuencias no del todo conocidas",
    de: "Auswirkungen nicht vollständig bekannt",
    fr: "Conséquences pas toutes connues",
  },
  "The person already has the new group, and nothing of the old one is in progress or due.": {
    es: "La persona ya tiene el grupo nuevo, y del antiguo no hay nada en curso ni con plazo.",
    de: "Die Person hat die neue Gruppe schon, und von der alten ist nichts in Arbeit oder fällig.",
    fr: "La personne a déjà le nouveau groupe, et rien de l’ancien n’est en cours ni à échéance.",
  },
  "The person would get no other group instead, so decide by what changed.": {
    es: "La persona no recibiría otro grupo a cambio: decida según lo que ha cambiado.",
    de: "Die Person bekäme keine andere Gruppe dafür: Entscheiden Sie nach dem, was sich geändert hat.",
    fr: "La personne n’obtiendrait aucun autre groupe à la place : décidez d’après ce qui a changé.",
  },
  "It is not known whether the person is in the middle of something this group gives. Ask the person, or keep the membership until a date.":
    {
      es: "No se sabe si la persona está a mitad de algo que da este grupo. Pregunte a la persona o conserve la pertenencia hasta una fecha.",
      de: "Es ist nicht bekannt, ob die Person gerade etwas bearbeitet, zu dem diese Gruppe Zugang gibt. Fragen Sie die Person, oder behalten Sie die Mitgliedschaft bis zu einem Datum.",
      fr: "On ne sait pas si la personne suit actuellement un cours ou un parcours de ce groupe. Demandez à la personne, ou conservez l’appartenance jusqu’à une date.",
    },
  "Already in {group}": { es: "Ya está en {group}", de: "Schon in {group}", fr: "Déjà dans {group}" },
  "Already has the new group": { es: "Ya tiene el grupo nuevo", de: "Hat die neue Gruppe schon", fr: "A déjà le nouveau groupe" },
  "not in progress, no deadline": { es: "ni en curso ni con plazo", de: "nicht in Arbeit, keine Frist", fr: "ni en cours ni à échéance" },
  "Each group has its own reason, see above.": {
    es: "Cada grupo tiene su propio motivo, indicado arriba.",
    de: "Jede Gruppe hat ihren eigenen Grund, siehe oben.",
    fr: "Chaque groupe a sa propre raison, voir ci-dessus.",
  },
  "{name} ({what}, due {date})": {
    es: "{name} ({what}, plazo: {date})",
    de: "{name} ({what}, fällig {date})",
    fr: "{name} ({what}, échéance : {date})",
  },
  "{n, plural, one {# more} other {# more}}": {
    es: "{n, plural, one {# más} other {# más}}",
    de: "{n, plural, one {# weiterer Eintrag} other {# weitere Einträge}}",
    fr: "{n, plural, one {# de plus} other {# de plus}}",
  },
} as const satisfies Catalogue;
