import type { Catalogue } from "../catalogue.ts";

/** Why a workbook, or one of its rows, decides nothing. */
export const storedWorkbook = {
  "It names no removal: the cell under “Removal” is blank.": {
    es: "La fila no indica ninguna retirada: la celda «Retirada» está vacía.",
    de: "Die Zeile nennt keine Entfernung: Die Zelle unter „Entfernung“ ist leer.",
    fr: "La ligne n’indique aucun retrait : la cellule « Retrait » est vide.",
  },
  "This workbook was not made for a removal of that id.": {
    es: "Este libro no se hizo para una retirada con ese identificador.",
    de: "Diese Excel-Datei wurde nicht für eine Entfernung mit dieser Kennung erstellt.",
    fr: "Ce classeur n’a pas été créé pour un retrait portant cet ID.",
  },
  "The workbook's evidence was changed after the export.": {
    es: "La evidencia del libro se cambió después de exportarlo.",
    de: "Die Details in der Excel-Datei wurden nach dem Export geändert.",
    fr: "Le justificatif du classeur a été modifié après l’exportation.",
  },
  "It contains a formula, whose result may be outdated. Enter the text itself.": {
    es: "La fila contiene una fórmula, cuyo resultado puede estar anticuado. Escriba el texto.",
    de: "Die Zeile enthält eine Formel, deren Ergebnis veraltet sein kann. Geben Sie den Text selbst ein.",
    fr: "La ligne contient une formule, dont le résultat peut être périmé. Saisissez le texte.",
  },
  "“{quoted}” is not a decision. Possible words: {names}.": {
    es: "«{quoted}» no es una decisión. Palabras posibles: {names}.",
    de: "„{quoted}“ ist keine Entscheidung. Mögliche Wörter: {names}.",
    fr: "« {quoted} » n’est pas une décision. Mots possibles : {names}.",
  },
  "It has no reason, and a decision needs one.": {
    es: "La fila no tiene motivo, y una decisión lo necesita.",
    de: "Die Zeile hat keine Begründung, und eine Entscheidung braucht eine.",
    fr: "La ligne n’a pas de motif, et une décision en exige un.",
  },
  "Its reason is longer than {n} characters.": {
    es: "El motivo tiene más de {n} caracteres.",
    de: "Die Begründung ist länger als {n} Zeichen.",
    fr: "Le motif dépasse {n} caractères.",
  },
  "It removes the membership and also has a date under “Keep until”. Only one of them can be right.": {
    es: "La fila retira la pertenencia y además tiene una fecha en «Conservar hasta». Solo una de las dos puede ser correcta.",
    de: "Die Zeile entfernt die Mitgliedschaft und hat auch ein Datum unter „Behalten bis“. Nur eines von beiden kann richtig sein.",
    fr: "La ligne retire l’appartenance et a aussi une date sous « Conserver jusqu’au ». Une seule des deux peut être juste.",
  },
  "“{quoted}” under “Keep until” is not an unambiguous date. Enter it as 2027-01-31.": {
    es: "«{quoted}» en «Conservar hasta» no es una fecha inequívoca. Escríbala como 2027-01-31.",
    de: "„{quoted}“ unter „Behalten bis“ ist kein eindeutiges Datum. Geben Sie es in der Form 2027-01-31 ein.",
    fr: "« {quoted} » sous « Conserver jusqu’au » n’est pas une date sans ambiguïté. Saisissez-la sous la forme 2027-01-31.",
  },
  "The date under “Keep until”, {day}, has passed.": {
    es: "La fecha de «Conservar hasta», {day}, ya ha pasado.",
    de: "Das Datum unter „Behalten bis“, {day}, ist vorbei.",
    fr: "La date sous « Conserver jusqu’au », {day}, est passée.",
  },
  "The row shows another person than the removal it names. Were only some of the columns sorted?": {
    es: "La fila muestra otra persona que la retirada que indica. ¿Se ordenaron solo algunas columnas?",
    de: "Die Zeile zeigt eine andere Person als die Entfernung, die sie nennt. Wurden nur einige Spalten sortiert?",
    fr: "La ligne montre une autre personne que le retrait qu’elle indique. A-t-on trié une partie des colonnes seulement ?",
  },
  "The row shows another key than the removal it names. Were only some of the columns sorted?": {
    es: "La fila muestra otra clave que la retirada que indica. ¿Se ordenaron solo algunas columnas?",
    de: "Die Zeile zeigt eine andere Personalnummer als die Entfernung, die sie nennt. Wurden nur einige Spalten sortiert?",
    fr: "La ligne montre un autre matricule que le retrait qu’elle indique. A-t-on trié une partie des colonnes seulement ?",
  },
  "The row shows another group than the removal it names. Were only some of the columns sorted?": {
    es: "La fila muestra otro grupo que la retirada que indica. ¿Se ordenaron solo algunas columnas?",
    de: "Die Zeile zeigt eine andere Gruppe als die Entfernung, die sie nennt. Wurden nur einige Spalten sortiert?",
    fr: "La ligne montre un autre groupe que le retrait qu’elle indique. A-t-on trié une partie des colonnes seulement ?",
  },
  "The row shows another group or number of people than the cause it names. Were only some of the columns sorted?": {
    es: "La fila muestra otro grupo u otro número de personas que la causa que indica. ¿Se ordenaron solo algunas columnas?",
    de: "Die Zeile zeigt eine andere Gruppe oder Personenzahl als die Ursache, die sie nennt. Wurden nur einige Spalten sortiert?",
    fr: "La ligne montre un autre groupe ou un autre nombre de personnes que la cause qu’elle indique. A-t-on trié une partie des colonnes seulement ?",
  },
  "The cause is in several rows. Nothing was decided for the people who have no decision of their own.": {
    es: "La causa está en varias filas. No se ha decidido nada para las personas sin decisión propia.",
    de: "Die Ursache steht in mehreren Zeilen. Für Personen ohne eigene Entscheidung wurde nichts entschieden.",
    fr: "La cause figure sur plusieurs lignes. Rien n’a été décidé pour les personnes sans décision propre.",
  },
  "{n, plural, one {1 person of this cause has no row} other {# people of this cause have no row}} on the sheet of people. Nothing was decided for them.":
    {
      es: "{n, plural, one {1 persona de esta causa no tiene fila} other {# personas de esta causa no tienen fila}} en la hoja de personas. No se ha decidido nada para ellas.",
      de: "{n, plural, one {1 Person dieser Ursache hat keine Zeile} other {# Personen dieser Ursache haben keine Zeile}} auf dem Blatt der Personen. Für sie wurde nichts entschieden.",
      fr: "{n, plural, one {1 personne de cette cause n’a pas de ligne} other {# personnes de cette cause n’ont pas de ligne}} sur la feuille des personnes. Rien n’a été décidé pour {n, plural, one {elle} other {elles}}.",
    },
  "This workbook was not made for a cause of that id.": {
    es: "Este libro no se hizo para una causa con ese identificador.",
    de: "Diese Excel-Datei wurde nicht für eine Ursache mit dieser Kennung erstellt.",
    fr: "Ce classeur n’a pas été créé pour une cause portant cet ID.",
  },
  "The removals of this cause no longer exist.": {
    es: "Las retiradas de esta causa ya no existen.",
    de: "Die Entfernungen dieser Ursache gibt es nicht mehr.",
    fr: "Les retraits de cette cause n’existent plus.",
  },
  "It has a reason or a date, but no decision. Therefore, the decision on its cause was not used.": {
    es: "La fila tiene un motivo o una fecha, pero no una decisión. Por eso no se ha usado la decisión sobre su causa.",
    de: "Die Zeile hat eine Begründung oder ein Datum, aber keine Entscheidung. Deshalb wurde die Entscheidung über ihre Ursache nicht verwendet.",
    fr: "La ligne a un motif ou une date, mais pas de décision. La décision sur sa cause n’a donc pas été utilisée.",
  },
  "Another state of Rollcall exported this workbook. No decision was imported.": {
    es: "Otra instalación de Rollcall exportó este libro. No se ha importado ninguna decisión.",
    de: "Eine andere Installation von Rollcall hat diese Excel-Datei exportiert. Es wurde keine Entscheidung importiert.",
    fr: "Une autre installation de Rollcall a exporté ce classeur. Aucune décision n’a été importée.",
  },
  "Import it into the state that exported it, or export a new one with `rollcall review export`.": {
    es: "Impórtelo en la instalación que lo exportó o exporte uno nuevo con `rollcall review export`.",
    de: "Importieren Sie sie in der Installation, die sie exportiert hat, oder exportieren Sie eine neue mit `rollcall review export`.",
    fr: "Importez-le dans l’installation qui l’a exporté, ou exportez-en un nouveau avec `rollcall review export`.",
  },
  "The hidden sheet of the workbook was changed after the export. No decision was imported.": {
    es: "La hoja oculta del libro se cambió después de exportarlo. No se ha importado ninguna decisión.",
    de: "Das ausgeblendete Blatt der Excel-Datei wurde nach dem Export geändert. Es wurde keine Entscheidung importiert.",
    fr: "La feuille masquée du classeur a été modifiée après l’exportation. Aucune décision n’a été importée.",
  },
  "Make a new one with `rollcall review export` and decide there.": {
    es: "Haga uno nuevo con `rollcall review export` y decida en él.",
    de: "Erstellen Sie eine neue mit `rollcall review export`, und entscheiden Sie darin.",
    fr: "Créez-en un nouveau avec `rollcall review export` et décidez-y.",
  },
  "This is no workbook that Rollcall made, or its hidden sheet is gone. No decision was taken from it.": {
    es: "Este libro no lo hizo Rollcall, o falta su hoja oculta. No se ha importado ninguna decisión.",
    de: "Diese Excel-Datei ist nicht von Rollcall, oder ihr ausgeblendetes Blatt fehlt. Daraus wurde keine Entscheidung übernommen.",
    fr: "Ce classeur ne vient pas de Rollcall, ou sa feuille masquée a disparu. Aucune décision n’en a été reprise.",
  },
  "Make a new one with `rollcall review export`, and keep all of its sheets.": {
    es: "Haga uno nuevo con `rollcall review export` y conserve todas sus hojas.",
    de: "Erstellen Sie eine neue mit `rollcall review export`, und behalten Sie alle Blätter.",
    fr: "Créez-en un nouveau avec `rollcall review export` et conservez toutes ses feuilles.",
  },
  "The workbook was put together from several. No decision was taken from it.": {
    es: "El libro se compuso a partir de varios. No se ha importado ninguna decisión.",
    de: "Die Excel-Datei wurde aus mehreren zusammengesetzt. Daraus wurde keine Entscheidung übernommen.",
    fr: "Le classeur a été assemblé à partir de plusieurs. Aucune décision n’en a été reprise.",
  },
  "No sheet of the workbook has all of the headings {names} in one row. No decision was taken from it.": {
    es: "Ninguna hoja del libro tiene en una misma fila todos los encabezados {names}. No se ha importado ninguna decisión.",
    de: "Kein Blatt der Excel-Datei hat alle Überschriften {names} in einer Zeile. Daraus wurde keine Entscheidung übernommen.",
    fr: "Aucune feuille du classeur n’a tous les en-têtes {names} sur une même ligne. Aucune décision n’en a été reprise.",
  },
  "The sheet {name} has lost the heading {names}. No decision was taken from it.": {
    es: "En la hoja {name} falta el encabezado {names}. No se ha importado ninguna decisión.",
    de: "Auf dem Blatt {name} fehlt die Überschrift {names}. Daraus wurde keine Entscheidung übernommen.",
    fr: "Sur la feuille {name}, il manque l’en-tête {names}. Aucune décision n’en a été reprise.",
  },
  "Put the headings back as they were, or make a new workbook with `rollcall review export`.": {
    es: "Restablezca los encabezados como estaban o haga un libro nuevo con `rollcall review export`.",
    de: "Stellen Sie die Überschriften wieder her, oder erstellen Sie eine neue Excel-Datei mit `rollcall review export`.",
    fr: "Rétablissez les en-têtes d’origine, ou créez un nouveau classeur avec `rollcall review export`.",
  },
  "The sheet {name} has two columns {names}, so it is not clear which one counts. No decision was taken from it.": {
    es: "La hoja {name} tiene dos columnas {names}, así que no está claro cuál vale. No se ha importado ninguna decisión.",
    de: "Das Blatt {name} hat zwei Spalten {names}; es ist nicht klar, welche gilt. Daraus wurde keine Entscheidung übernommen.",
    fr: "La feuille {name} a deux colonnes {names} : on ne sait pas laquelle compte. Aucune décision n’en a été reprise.",
  },
  "Give the added column another heading.": {
    es: "Ponga otro encabezado a la columna añadida.",
    de: "Geben Sie der hinzugefügten Spalte eine andere Überschrift.",
    fr: "Donnez un autre en-tête à la colonne ajoutée.",
  },
  "The rows of this removal disagree ({rows}), so none of them was imported.": {
    es: "Las filas de esta retirada se contradicen ({rows}), así que no se ha importado ninguna.",
    de: "Die Zeilen dieser Entfernung widersprechen sich ({rows}), deshalb wurde keine davon importiert.",
    fr: "Les lignes de ce retrait se contredisent ({rows}) : aucune n’a été importée.",
  },
  "There is no removal with this id.": {
    es: "No existe ninguna retirada con este identificador.",
    de: "Eine Entfernung mit dieser Kennung gibt es nicht.",
    fr: "Il n’y a pas de retrait portant cet ID.",
  },
  "Imported before.": { es: "Ya importada.", de: "Schon importiert.", fr: "Déjà importé." },
  "The evidence has changed since the workbook was exported. Check the removal again.": {
    es: "La evidencia ha cambiado desde que se exportó el libro. Compruebe de nuevo la retirada.",
    de: "Die Details haben sich geändert, seit die Excel-Datei exportiert wurde. Prüfen Sie die Entfernung erneut.",
    fr: "Le justificatif a changé depuis l’exportation du classeur. Vérifiez de nouveau le retrait.",
  },
} as const satisfies Catalogue;
