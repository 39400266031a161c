import type { Catalogue } from "./catalogue.ts";

/** The reviewer's workbook. */
export const workbook = {
  Decision: { es: "Decisión", de: "Entscheidung", fr: "Décision" },
  "Keep until": { es: "Conservar hasta", de: "Behalten bis", fr: "Conserver jusqu’au" },
  Question: { es: "Pregunta", de: "Frage", fr: "Question" },
  Causes: { es: "Causas", de: "Ursachen", fr: "Causes" },
  Key: { es: "Clave", de: "Personalnummer", fr: "Matricule" },
  Recommendation: { es: "Recomendación", de: "Empfehlung", fr: "Recommandation" },
  Impact: { es: "Consecuencias", de: "Auswirkungen", fr: "Conséquences" },
  File: { es: "Fichero", de: "Datei", fr: "Fichier" },
  Row: { es: "Fila", de: "Zeile", fr: "Ligne" },
  Column: { es: "Columna", de: "Spalte", fr: "Colonne" },
  Before: { es: "Antes", de: "Vorher", fr: "Avant" },
  Now: { es: "Ahora", de: "Jetzt", fr: "Maintenant" },
  "Rule now": { es: "Regla actual", de: "Regel jetzt", fr: "Règle actuelle" },
  Explanation: { es: "Explicación", de: "Erklärung", fr: "Explication" },
  "Pending since": { es: "Pendiente desde", de: "Offen seit", fr: "En attente depuis" },
  "Also gains": { es: "También obtiene", de: "Erhält außerdem", fr: "Obtient aussi" },
  "They also gain": { es: "También obtienen", de: "Sie erhalten außerdem", fr: "Elles obtiennent aussi" },
  "Other groups": { es: "Otros grupos", de: "Weitere Gruppen", fr: "Autres groupes" },
  "Last group?": { es: "¿Último grupo?", de: "Letzte Gruppe?", fr: "Dernier groupe ?" },
  "Earlier decisions": { es: "Decisiones anteriores", de: "Frühere Entscheidungen", fr: "Décisions précédentes" },
  Comments: { es: "Comentarios", de: "Kommentare", fr: "Commentaires" },
  Removal: { es: "Retirada", de: "Entfernung", fr: "Retrait" },
  "Cause ID": { es: "Id. de causa", de: "Ursachen-ID", fr: "ID de cause" },
  remove: { es: "retirar", de: "entfernen", fr: "retirer" },
  keep: { es: "conservar", de: "behalten", fr: "conserver" },
  later: { es: "más tarde", de: "später", fr: "plus tard" },
  approve: { es: "aprobar", de: "genehmigen", fr: "approuver" },
  reject: { es: "rechazar", de: "ablehnen", fr: "rejeter" },
  leave: { es: "dejar", de: "offen lassen", fr: "laisser" },
  "Read me": { es: "Léame", de: "Anleitung", fr: "Lisez-moi" },
  "pending-removals": { es: "retiradas-pendientes", de: "offene-entfernungen", fr: "retraits-en-attente" },
  "Choose {remove}, {keep} or {later}, or leave the cell blank.": {
    es: "Elija {remove}, {keep} o {later}, o deje la celda en blanco.",
    de: "Wählen Sie {remove}, {keep} oder {later}, oder lassen Sie die Zelle leer.",
    fr: "Choisissez {remove}, {keep} ou {later}, ou laissez la cellule vide.",
  },
  "Enter a date in the future.": {
    es: "Introduzca una fecha futura.",
    de: "Geben Sie ein Datum in der Zukunft ein.",
    fr: "Saisissez une date future.",
  },
  "(blank)": { es: "(en blanco)", de: "(leer)", fr: "(vide)" },
  "(nothing)": { es: "(nada)", de: "(nichts)", fr: "(rien)" },
  "yes: the service cannot express a person without groups": {
    es: "sí: el servicio no admite personas sin grupos",
    de: "ja: Der Dienst kennt keine Person ohne Gruppen",
    fr: "oui : le service n’accepte pas de personne sans groupe",
  },
  "Exported on {date}. Each row on the sheet “{people}” is a membership that HR’s rules no longer give ({n} in total). Every membership stays until someone decides.":
    {
      es: "Exportado el {date}. Cada fila de la hoja «{people}» es una pertenencia que las reglas de RR. HH. ya no dan ({n} en total). Todas se conservan hasta que alguien decida.",
      de: "Exportiert am {date}. Jede Zeile auf dem Blatt „{people}“ ist eine Mitgliedschaft, die sich aus den Regeln der Personalabteilung nicht mehr ergibt (insgesamt {n}). Alle Mitgliedschaften bleiben bestehen, bis jemand entscheidet.",
      fr: "Exporté le {date}. Chaque ligne de la feuille « {people} » est une appartenance que les règles RH ne donnent plus ({n} au total). Toutes sont conservées jusqu’à ce que quelqu’un décide.",
    },
  "1. Decide for each cause on the sheet “{causes}”: “{remove}” ends the memberships of everyone in the cause, “{keep}” keeps them. “{later}” or a blank cell decides nothing.":
    {
      es: "1. Decida cada causa en la hoja «{causes}»: «{remove}» pone fin a la pertenencia de todas las personas de la causa; «{keep}» la conserva. «{later}» o una celda en blanco no decide nada.",
      de: "1. Entscheiden Sie auf dem Blatt „{causes}“ über jede Ursache: „{remove}“ beendet die Mitgliedschaften aller Personen der Ursache, „{keep}“ behält sie bei. „{later}“ oder eine leere Zelle entscheidet nichts.",
      fr: "1. Décidez pour chaque cause sur la feuille « {causes} » : « {remove} » met fin aux appartenances de toutes les personnes de la cause, « {keep} » les conserve. « {later} » ou une cellule vide ne décide rien.",
    },
  "2. To decide differently for some people, use the sheet “{people}”. A decision there replaces the decision on the cause for that person.":
    {
      es: "2. Para decidir de otro modo sobre algunas personas, use la hoja «{people}». Para esa persona, la decisión de allí sustituye a la de la causa.",
      de: "2. Möchten Sie für einzelne Personen anders entscheiden, nutzen Sie das Blatt „{people}“. Eine Entscheidung dort ersetzt für diese Person die Entscheidung über die Ursache.",
      fr: "2. Pour décider autrement pour certaines personnes, utilisez la feuille « {people} ». Pour cette personne, la décision qui s’y trouve remplace celle de la cause.",
    },
  "3. Enter a reason for each decision. A decision without a reason is not accepted.": {
    es: "3. Indique un motivo para cada decisión. No se acepta ninguna decisión sin motivo.",
    de: "3. Geben Sie zu jeder Entscheidung eine Begründung an. Eine Entscheidung ohne Begründung wird nicht angenommen.",
    fr: "3. Indiquez un motif pour chaque décision. Une décision sans motif n’est pas acceptée.",
  },
  "4. If you keep a membership, Rollcall asks again when HR’s data changes, or on the date under “{keepUntil}”.": {
    es: "4. Si conserva una pertenencia, Rollcall volverá a preguntar cuando cambien los datos de RR. HH. o en la fecha indicada en «{keepUntil}».",
    de: "4. Behalten Sie eine Mitgliedschaft bei, fragt Rollcall erneut, sobald sich die Personaldaten ändern oder das Datum unter „{keepUntil}“ erreicht ist.",
    fr: "4. Si vous conservez une appartenance, Rollcall posera de nouveau la question lorsque les données RH changeront, ou à la date indiquée sous « {keepUntil} ».",
  },
  "5. Save the file as a workbook (.xlsx or .ods). Upload it on the review page of the console, or import it with: rollcall review import FILE":
    {
      es: "5. Guarde el fichero como libro (.xlsx u .ods). Súbalo en la página de revisión de la consola o impórtelo con: rollcall review import FILE",
      de: "5. Speichern Sie die Datei als Excel-Datei (.xlsx oder .ods). Laden Sie sie in der Konsole auf der Prüfseite hoch, oder importieren Sie sie mit: rollcall review import FILE",
      fr: "5. Enregistrez le fichier comme classeur (.xlsx ou .ods). Importez-le sur la page de révision de la console, ou utilisez : rollcall review import FILE",
    },
  "You can sort, filter, add columns and rename the sheets. Do not change the columns “{removal}”, “{causeId}”, “{person}”, “{key}” and “{group}” or the hidden sheet: they identify what you decide. Nothing is decided for a person whose row is deleted.":
    {
      es: "Puede ordenar, filtrar, añadir columnas y cambiar el nombre de las hojas. No modifique las columnas «{removal}», «{causeId}», «{person}», «{key}» y «{group}» ni la hoja oculta: identifican lo que decide. No se decide nada sobre una persona cuya fila se haya eliminado.",
      de: "Sie können sortieren, filtern, Spalten hinzufügen und die Blätter umbenennen. Ändern Sie die Spalten „{removal}“, „{causeId}“, „{person}“, „{key}“ und „{group}“ sowie das ausgeblendete Blatt nicht: Daran wird erkannt, worüber Sie entscheiden. Für eine Person, deren Zeile gelöscht wurde, wird nichts entschieden.",
      fr: "Vous pouvez trier, filtrer, ajouter des colonnes et renommer les feuilles. Ne modifiez pas les colonnes « {removal} », « {causeId} », « {person} », « {key} » et « {group} » ni la feuille masquée : elles identifient ce que vous décidez. Rien n’est décidé pour une personne dont la ligne est supprimée.",
    },
  "A decision counts only while its evidence is unchanged. Rows that are not accepted are listed with the reason.": {
    es: "Una decisión solo vale mientras no cambien los datos en que se basa. Las filas que no se acepten se enumeran con el motivo.",
    de: "Eine Entscheidung gilt nur, solange ihre Grundlage unverändert ist. Nicht angenommene Zeilen werden mit dem Grund aufgeführt.",
    fr: "Une décision ne vaut que tant que les données sur lesquelles elle repose n’ont pas changé. Les lignes non acceptées sont énumérées avec le motif.",
  },
  "This workbook contains personal data. Give it only to people who decide.": {
    es: "Este libro contiene datos personales. Entréguelo solo a quienes deciden.",
    de: "Diese Datei enthält personenbezogene Daten. Geben Sie sie nur an Personen weiter, die entscheiden.",
    fr: "Ce classeur contient des données personnelles. Ne le transmettez qu’aux personnes qui décident.",
  },
} as const satisfies Catalogue;
