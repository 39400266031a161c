import type { Catalogue } from "../catalogue.ts";

/** Pending removals: the list, its cards, and decisions in a workbook. */
export const reviewList = {
  "{name} left the company. Remove this person from {n} groups: {groups}?": {
    es: "{name} ha causado baja en la empresa. ¿Retirar a esta persona de {n} grupos: {groups}?",
    de: "{name} hat das Unternehmen verlassen. Diese Person aus {n} Gruppen entfernen: {groups}?",
    fr: "{name} a quitté l’entreprise. Retirer cette personne de {n} groupes : {groups} ?",
  },
  "{name} moved to {to}. Remove this person from {n} groups: {groups}?": {
    es: "{name} ha pasado a {to}. ¿Retirar a esta persona de {n} grupos: {groups}?",
    de: "{name} ist zu {to} gewechselt. Diese Person aus {n} Gruppen entfernen: {groups}?",
    fr: "{name} a rejoint {to}. Retirer cette personne de {n} groupes : {groups} ?",
  },
  "Remove {name} from {n} groups: {groups}?": {
    es: "¿Retirar a {name} de {n} grupos: {groups}?",
    de: "{name} aus {n} Gruppen entfernen: {groups}?",
    fr: "Retirer {name} de {n} groupes : {groups} ?",
  },
  "No recommendation to remove": {
    es: "Sin recomendación de retirar",
    de: "Keine Empfehlung zum Entfernen",
    fr: "Aucun retrait recommandé",
  },
  "Remove from {n} groups": { es: "Retirar de {n} grupos", de: "Aus {n} Gruppen entfernen", fr: "Retirer de {n} groupes" },
  "Remove from {n} of {total} groups": {
    es: "Retirar de {n} de {total} grupos",
    de: "Aus {n} von {total} Gruppen entfernen",
    fr: "Retirer de {n, plural, one {# groupe} other {# groupes}} sur {total}",
  },
  "Another part of this card has changed since you opened it, so nothing of it was decided.": {
    es: "Otra parte de esta tarjeta ha cambiado desde que usted la abrió, así que no se ha decidido nada de ella.",
    de: "Ein anderer Teil dieser Karte hat sich geändert, seit Sie sie geöffnet haben. Deshalb wurde nichts davon entschieden.",
    fr: "Une autre partie de cette fiche a changé depuis son ouverture : rien n’en a donc été décidé.",
  },
  "since today": { es: "desde hoy", de: "seit heute", fr: "depuis aujourd’hui" },
  "{n, plural, one {for # day} other {for # days}}": {
    es: "{n, plural, one {desde hace # día} other {desde hace # días}}",
    de: "{n, plural, one {seit # Tag} other {seit # Tagen}}",
    fr: "{n, plural, one {depuis # jour} other {depuis # jours}}",
  },
  "Keep all {n}": { es: "Conservar a las {n}", de: "Alle {n} behalten", fr: "Conserver les {n}" },
  "Keep {n, plural, one {# person} other {# people}} in {group}?": {
    es: "¿Conservar a {n, plural, one {# persona} other {# personas}} en {group}?",
    de: "{n, plural, one {# Person} other {# Personen}} in {group} behalten?",
    fr: "Conserver {n, plural, one {# personne} other {# personnes}} dans {group} ?",
  },
  "Rollcall asks again when HR’s data changes, or on the date you choose.": {
    es: "Rollcall volverá a preguntar cuando cambien los datos de RR. HH. o en la fecha que usted elija.",
    de: "Rollcall fragt erneut, wenn sich die Personaldaten ändern, oder an dem Tag, den Sie wählen.",
    fr: "Rollcall reposera la question si les données RH changent, ou à la date que vous choisissez.",
  },
  "{n} in the filter": { es: "{n} en el filtro", de: "{n} im Filter", fr: "{n} dans le filtre" },
  "Remove {name} from {n, plural, one {# group} other {# groups}}?": {
    es: "¿Retirar a {name} de {n, plural, one {# grupo} other {# grupos}}?",
    de: "{name} aus {n, plural, one {# Gruppe} other {# Gruppen}} entfernen?",
    fr: "Retirer {name} de {n, plural, one {# groupe} other {# groupes}} ?",
  },
  "The person stays in the other groups until someone decides. You can undo this, also after it is applied.": {
    es: "La persona sigue en los demás grupos hasta que alguien decida. Puede deshacerlo, también después de aplicarse.",
    de: "Die Person bleibt in den anderen Gruppen, bis jemand entscheidet. Sie können dies rückgängig machen, auch nachdem es ausgeführt ist.",
    fr: "La personne reste dans les autres groupes jusqu’à ce que quelqu’un décide. Vous pouvez annuler, même une fois que c’est effectué.",
  },
  "You can undo this, also after it is applied.": {
    es: "Puede deshacerlo, también después de aplicarse.",
    de: "Sie können dies rückgängig machen, auch nachdem es ausgeführt ist.",
    fr: "Vous pouvez annuler, même une fois que c’est effectué.",
  },
  "Keep in {n} groups": { es: "Conservar en {n} grupos", de: "In {n} Gruppen behalten", fr: "Conserver dans {n} groupes" },
  "Keep {name} in {groups}?": {
    es: "¿Conservar a {name} en {groups}?",
    de: "{name} in {groups} behalten?",
    fr: "Conserver {name} dans {groups} ?",
  },
  "Impact: {impact}": { es: "Consecuencias: {impact}", de: "Auswirkungen: {impact}", fr: "Conséquences : {impact}" },
  "{n, plural, one {# person has} other {# people have}} no other group, which the learning service cannot express": {
    es: "{n, plural, one {# persona no tiene} other {# personas no tienen}} ningún otro grupo, y el servicio de formación no puede representarlo",
    de: "{n, plural, one {# Person hat} other {# Personen haben}} keine andere Gruppe; das kann der Lerndienst nicht abbilden",
    fr: "{n, plural, one {# personne n’a} other {# personnes n’ont}} aucun autre groupe, ce que le service de formation ne sait pas représenter",
  },
  "{n} approved by you; another reviewer is needed": {
    es: "{n} con su aprobación; hace falta otra persona",
    de: "{n} von Ihnen genehmigt; eine zweite Person muss prüfen",
    fr: "{n, plural, one {# approuvé} other {# approuvés}} par vous ; un second avis est nécessaire",
  },
  "{n} approved by one reviewer; another reviewer is needed": {
    es: "{n} con una aprobación; hace falta otra",
    de: "{n} einmal genehmigt; eine zweite Person muss prüfen",
    fr: "{n, plural, one {# approuvé} other {# approuvés}} une fois ; un second avis est nécessaire",
  },
  "Remove {n}": { es: "Retirar a {n}", de: "{n} entfernen", fr: "Retirer {n}" },
  "Remove {n, plural, one {# person} other {# people}} from {group}?": {
    es: "¿Retirar a {n, plural, one {# persona} other {# personas}} de {group}?",
    de: "{n, plural, one {# Person} other {# Personen}} aus {group} entfernen?",
    fr: "Retirer {n, plural, one {# personne} other {# personnes}} du groupe {group} ?",
  },
  "{n, plural, one {The other person stays} other {The other # people stay}} until someone decides. You can undo this, also after it is applied.":
    {
      es: "{n, plural, one {La otra persona sigue} other {Las otras # personas siguen}} en el grupo hasta que alguien decida. Puede deshacerlo, también después de aplicarse.",
      de: "{n, plural, one {Die andere Person bleibt} other {Die anderen # Personen bleiben}}, bis jemand entscheidet. Sie können dies rückgängig machen, auch nachdem es ausgeführt ist.",
      fr: "{n, plural, one {L’autre personne reste} other {Les # autres personnes restent}} jusqu’à ce que quelqu’un décide. Vous pouvez annuler, même une fois que c’est effectué.",
    },
  "{people, plural, one {gains} other {gain}} {group} instead": {
    es: "{people, plural, one {obtiene} other {obtienen}} {group} a cambio",
    de: "{people, plural, one {erhält} other {erhalten}} dafür {group}",
    fr: "{people, plural, one {obtient} other {obtiennent}} {group} à la place",
  },
  "The filter shows {n} of {all}.": {
    es: "El filtro muestra {n} de {all}.",
    de: "Der Filter zeigt {n} von {all}.",
    fr: "Le filtre en affiche {n} sur {all}.",
  },
  "{n} of {all} decided": {
    es: "{n} de {all} decididas",
    de: "{n} von {all} entschieden",
    fr: "{n, plural, one {# décidé} other {# décidés}} sur {all}",
  },
  "{n} left|review": { es: "quedan {n}", de: "{n} offen", fr: "{n} à décider" },
  "{n} approved, not applied yet": {
    es: "{n, plural, one {# aprobada, aún sin aplicar} other {# aprobadas, aún sin aplicar}}",
    de: "{n} genehmigt, noch nicht ausgeführt",
    fr: "{n, plural, one {# approuvé, pas encore effectué} other {# approuvés, pas encore effectués}}",
  },
  "No pending removal matches the filter.": {
    es: "Ninguna retirada pendiente coincide con el filtro.",
    de: "Keine offene Entfernung entspricht dem Filter.",
    fr: "Aucun retrait en attente ne correspond au filtre.",
  },
  "Nothing needs a decision.": { es: "No hay nada que decidir.", de: "Keine Entscheidung nötig.", fr: "Aucune décision à prendre." },
  "Find a person with a pending removal": {
    es: "Buscar a una persona con una retirada pendiente",
    de: "Person mit offener Entfernung suchen",
    fr: "Rechercher une personne avec un retrait en attente",
  },
  "Decide in a spreadsheet": { es: "Decidir en una hoja de cálculo", de: "In einer Tabelle entscheiden", fr: "Décider dans un tableur" },
  "Find a group": { es: "Buscar un grupo", de: "Gruppe suchen", fr: "Rechercher un groupe" },
  "Any time": { es: "Cualquier periodo", de: "Beliebig lange", fr: "Toute durée" },
  "{n, plural, one {# day or longer} other {# days or longer}}": {
    es: "{n, plural, one {# día o más} other {# días o más}}",
    de: "{n, plural, one {# Tag oder länger} other {# Tage oder länger}}",
    fr: "{n, plural, one {# jour ou plus} other {# jours ou plus}}",
  },
  "Any assignee": { es: "Cualquier responsable", de: "Alle Zuständigen", fr: "Toutes les attributions" },
  "Assigned to me": { es: "Asignadas a mí", de: "Mir zugewiesen", fr: "Attribués à moi" },
  "Not assigned": { es: "Sin asignar", de: "Nicht zugewiesen", fr: "Non attribués" },
  "Filter pending removals": {
    es: "Filtrar retiradas pendientes",
    de: "Offene Entfernungen filtern",
    fr: "Filtrer les retraits en attente",
  },
  "Kind of cause": { es: "Tipo de causa", de: "Art der Ursache", fr: "Type de cause" },
  "Any cause": { es: "Cualquier causa", de: "Alle Ursachen", fr: "Toutes les causes" },
  "Pending for": { es: "Pendientes desde hace", de: "Wie lange offen", fr: "En attente depuis" },
  "All jobs": { es: "Todas las tareas", de: "Alle Aufträge", fr: "Toutes les tâches" },
  "Clear|filter": { es: "Quitar filtros", de: "Zurücksetzen", fr: "Effacer" },
  "Name, username or key": {
    es: "Nombre, usuario o clave",
    de: "Name, Benutzername oder Personalnummer",
    fr: "Nom, identifiant ou matricule",
  },
  "No one with a pending removal has this in a name, username or key.": {
    es: "Ninguna persona con una retirada pendiente tiene este texto en el nombre, el usuario o la clave.",
    de: "Niemand mit einer offenen Entfernung hat dies im Namen, Benutzernamen oder in der Personalnummer.",
    fr: "Aucune personne avec un retrait en attente n’a ce texte dans son nom, son identifiant ou son matricule.",
  },
  "Everything approved is applied.": {
    es: "Todo lo aprobado está aplicado.",
    de: "Alles Genehmigte ist ausgeführt.",
    fr: "Tout ce qui est approuvé est effectué.",
  },
  "You can undo an approval on the removal’s page until it is sent.": {
    es: "Puede deshacer una aprobación en la página de la retirada hasta que se envíe.",
    de: "Auf der Seite der Entfernung können Sie eine Genehmigung rückgängig machen, bis sie gesendet ist.",
    fr: "Vous pouvez annuler une approbation sur la page du retrait tant qu’elle n’est pas envoyée.",
  },
  "{n, plural, one {# removal} other {# removals}}": {
    es: "{n, plural, one {# retirada} other {# retiradas}}",
    de: "{n, plural, one {# Entfernung} other {# Entfernungen}}",
    fr: "{n, plural, one {# retrait} other {# retraits}}",
  },
  "Last attempt": { es: "Último intento", de: "Letzter Versuch", fr: "Dernière tentative" },
  "Not before": { es: "No antes de", de: "Nicht vor", fr: "Pas avant" },
  "Enter a name, username or key to search for.": {
    es: "Escriba el nombre, el usuario o la clave que busca.",
    de: "Geben Sie einen Namen, Benutzernamen oder eine Personalnummer ein.",
    fr: "Saisissez le nom, l’identifiant ou le matricule à rechercher.",
  },
  "People with pending removals": {
    es: "Personas con retiradas pendientes",
    de: "Personen mit offenen Entfernungen",
    fr: "Personnes avec des retraits en attente",
  },
  "This person has no pending removal, or the address is wrong.": {
    es: "Esta persona no tiene ninguna retirada pendiente, o la dirección es incorrecta.",
    de: "Diese Person hat keine offene Entfernung, oder die Adresse ist falsch.",
    fr: "Cette personne n’a aucun retrait en attente, ou l’adresse est incorrecte.",
  },
  "Download a spreadsheet to decide in: <xlsx>workbook</xlsx>. To read only: <web>HTML</web>, <json>JSON</json>.": {
    es: "Descargue una hoja de cálculo para decidir en ella: <xlsx>libro de Excel</xlsx>. Solo para leer: <web>HTML</web>, <json>JSON</json>.",
    de: "Laden Sie eine Tabelle herunter, um darin zu entscheiden: <xlsx>Excel-Datei</xlsx>. Nur zum Lesen: <web>HTML</web>, <json>JSON</json>.",
    fr: "Téléchargez une feuille de calcul pour y décider : <xlsx>classeur Excel</xlsx>. Pour lire seulement : <web>HTML</web>, <json>JSON</json>.",
  },
  "Spreadsheet with decisions": {
    es: "Hoja de cálculo con decisiones",
    de: "Tabelle mit Entscheidungen",
    fr: "Classeur avec les décisions",
  },
  "Only show what it would decide": {
    es: "Mostrar solo lo que decidiría",
    de: "Nur anzeigen, was sie entscheiden würde",
    fr: "Montrer seulement ce qu’il déciderait",
  },
  "{n, plural, one {# removal would be decided.} other {# removals would be decided.}}": {
    es: "{n, plural, one {Se decidiría # retirada.} other {Se decidirían # retiradas.}}",
    de: "{n, plural, one {# Entfernung würde entschieden.} other {# Entfernungen würden entschieden.}}",
    fr: "{n, plural, one {# retrait serait décidé.} other {# retraits seraient décidés.}}",
  },
  "{n, plural, one {# removal was decided.} other {# removals were decided.}}": {
    es: "{n, plural, one {Se ha decidido # retirada.} other {Se han decidido # retiradas.}}",
    de: "{n, plural, one {# Entfernung wurde entschieden.} other {# Entfernungen wurden entschieden.}}",
    fr: "{n, plural, one {# retrait a été décidé.} other {# retraits ont été décidés.}}",
  },
  "The workbook was made {time}; of its {rows, plural, one {# row} other {# rows}}, {left, plural, one {# has} other {# have}} no decision.":
    {
      es: "El libro es del {time}; de {rows, plural, one {su # fila} other {sus # filas}}, {left, plural, one {# no tiene} other {# no tienen}} decisión.",
      de: "Die Excel-Datei ist vom {time}; von {rows, plural, one {# Zeile} other {# Zeilen}} {left, plural, one {hat #} other {haben #}} keine Entscheidung.",
      fr: "Le classeur date du {time} ; sur {rows, plural, one {# ligne} other {# lignes}}, {left, plural, one {# n’a} other {# n’ont}} pas de décision.",
    },
  "Nothing was changed; upload it again without the tick to decide.": {
    es: "No se ha cambiado nada; vuelva a subirlo sin la marca para decidir.",
    de: "Es wurde nichts geändert; laden Sie sie ohne das Häkchen noch einmal hoch, um zu entscheiden.",
    fr: "Rien n’a été modifié ; pour décider, décochez la case et importez-le de nouveau.",
  },
  "Would be decided": { es: "Se decidirían", de: "Würden entschieden", fr: "Seraient décidés" },
  "Already decided from this workbook": {
    es: "Ya decididas con este libro",
    de: "Schon mit dieser Excel-Datei entschieden",
    fr: "Déjà décidés avec ce classeur",
  },
  "Not accepted": { es: "No aceptadas", de: "Nicht angenommen", fr: "Non acceptés" },
  "No file was sent. Nothing was decided.": {
    es: "No se ha enviado ningún fichero. No se ha decidido nada.",
    de: "Es wurde keine Datei gesendet. Es wurde nichts entschieden.",
    fr: "Aucun fichier n’a été envoyé. Rien n’a été décidé.",
  },
  "Choose the workbook that Rollcall made.": {
    es: "Elija el libro que hizo Rollcall.",
    de: "Wählen Sie die Excel-Datei von Rollcall aus.",
    fr: "Choisissez le classeur créé par Rollcall.",
  },
  "What the workbook would decide": {
    es: "Lo que decidiría el libro",
    de: "Was die Excel-Datei entscheiden würde",
    fr: "Ce que le classeur déciderait",
  },
  "What the workbook decided": {
    es: "Lo que ha decidido el libro",
    de: "Was die Excel-Datei entschieden hat",
    fr: "Ce que le classeur a décidé",
  },
  "HR’s data no longer puts these people in these groups. No one loses a group until someone decides.": {
    es: "Según los datos de RR. HH., estas personas ya no pertenecen a estos grupos. Nadie pierde un grupo hasta que alguien decida.",
    de: "Nach den Personaldaten gehören diese Personen nicht mehr in diese Gruppen. Niemand verliert eine Gruppe, bevor jemand entscheidet.",
    fr: "D’après les données RH, ces personnes n’ont plus leur place dans ces groupes. Personne ne perd un groupe avant une décision.",
  },
  "Choose people": { es: "Elegir personas", de: "Personen auswählen", fr: "Choisir les personnes" },
  "{n, plural, one {# other group} other {# other groups}}": {
    es: "{n, plural, one {# grupo más} other {# grupos más}}",
    de: "{n, plural, one {# weitere Gruppe} other {# weitere Gruppen}}",
    fr: "{n, plural, one {# autre groupe} other {# autres groupes}}",
  },
  "{n} being removed now": {
    es: "{n} retirándose ahora",
    de: "{n, plural, one {# wird gerade entfernt} other {# werden gerade entfernt}}",
    fr: "{n} en cours de retrait",
  },
  "{n} kept": {
    es: "{n, plural, one {# conservada} other {# conservadas}}",
    de: "{n} behalten",
    fr: "{n, plural, one {# conservé} other {# conservés}}",
  },
  "{n} to be removed": {
    es: "{n} por retirar",
    de: "{n, plural, one {# wird noch entfernt} other {# werden noch entfernt}}",
    fr: "{n} à retirer",
  },
  "{n} of {all} decided: {parts}.": {
    es: "{n, plural, one {# decidida} other {# decididas}} de {all}: {parts}.",
    de: "{n} von {all} entschieden: {parts}.",
    fr: "{n, plural, one {# décidé} other {# décidés}} sur {all} : {parts}.",
  },
} as const satisfies Catalogue;
