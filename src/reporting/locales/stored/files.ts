import type { Catalogue } from "../catalogue.ts";

/** Why a file cannot be used, and what to do about it in the console. */
export const storedFiles = {
  "{file}: {why}; nothing was changed": {
    es: "{file}: {why}. No se ha cambiado nada.",
    de: "{file}: {why}. Es wurde nichts geändert.",
    fr: "{file} : {why}. Rien n’a été modifié.",
  },
  "there is no such file": { es: "no existe este fichero", de: "diese Datei gibt es nicht", fr: "ce fichier n’existe pas" },
  "there is no such file; the folder {folder} contains {names}": {
    es: "no existe este fichero; la carpeta {folder} contiene {names}",
    de: "diese Datei gibt es nicht; der Ordner {folder} enthält {names}",
    fr: "ce fichier n’existe pas ; le dossier {folder} contient {names}",
  },
  "there is no such file; the folder {folder} is empty": {
    es: "no existe este fichero; la carpeta {folder} está vacía",
    de: "diese Datei gibt es nicht; der Ordner {folder} ist leer",
    fr: "ce fichier n’existe pas ; le dossier {folder} est vide",
  },
  "there is no such file; the folder {folder} doesn't exist either": {
    es: "no existe este fichero; la carpeta {folder} tampoco existe",
    de: "diese Datei gibt es nicht; auch der Ordner {folder} fehlt",
    fr: "ce fichier n’existe pas ; le dossier {folder} n’existe pas non plus",
  },
  "no file name matches this pattern; the folder {folder} contains {names}": {
    es: "ningún nombre de fichero encaja con este patrón; la carpeta {folder} contiene {names}",
    de: "kein Dateiname passt zu diesem Muster; der Ordner {folder} enthält {names}",
    fr: "aucun nom de fichier ne correspond à ce motif ; le dossier {folder} contient {names}",
  },
  "there is no new file: every matching file is marked as processed": {
    es: "no hay ningún fichero nuevo: todos están marcados como procesados",
    de: "es gibt keine neue Datei: Alle passenden sind als verarbeitet markiert",
    fr: "il n’y a pas de nouveau fichier : tous sont marqués comme traités",
  },
  "the file is empty": { es: "el fichero está vacío", de: "die Datei ist leer", fr: "le fichier est vide" },
  "the file has a header but no rows": {
    es: "el fichero tiene encabezado, pero ninguna fila",
    de: "die Datei hat eine Kopfzeile, aber keine Zeilen",
    fr: "le fichier a un en-tête, mais aucune ligne",
  },
  "no header line was found": {
    es: "no se ha encontrado ningún encabezado",
    de: "es wurde keine Kopfzeile gefunden",
    fr: "aucun en-tête n’a été trouvé",
  },
  "the header lacks the column {value}": {
    es: "en el encabezado falta la columna {value}",
    de: "in der Kopfzeile fehlt die Spalte {value}",
    fr: "la colonne {value} manque dans l’en-tête",
  },
  "the header lacks the columns {names}": {
    es: "en el encabezado faltan las columnas {names}",
    de: "in der Kopfzeile fehlen die Spalten {names}",
    fr: "les colonnes {names} manquent dans l’en-tête",
  },
  "the header lacks the column {value} (did you mean {other}?)": {
    es: "en el encabezado falta la columna {value} (¿quería decir {other}?)",
    de: "in der Kopfzeile fehlt die Spalte {value} (meinten Sie {other}?)",
    fr: "la colonne {value} manque dans l’en-tête (vouliez-vous dire {other} ?)",
  },
  "this is {why}, not CSV; the export tool probably saved a login or error page": {
    es: "es {why}, no un CSV; el programa de exportación guardó probablemente una página de inicio de sesión o de error",
    de: "das ist {why}, kein CSV; vermutlich hat das Exportprogramm eine Anmelde- oder Fehlerseite gespeichert",
    fr: "c’est {why}, pas un CSV ; l’outil d’export a sans doute enregistré une page de connexion ou d’erreur",
  },
  "this is {why}, not CSV": { es: "es {why}, no un CSV", de: "das ist {why}, kein CSV", fr: "c’est {why}, pas un CSV" },
  "this is {why}, not a workbook, despite its name": {
    es: "es {why}, no un libro de Excel, pese a su nombre",
    de: "das ist trotz des Namens keine Excel-Datei, sondern {why}",
    fr: "malgré son nom, c’est {why} et non un classeur",
  },
  "an HTML page": { es: "una página web", de: "eine Webseite", fr: "une page web" },
  "a PDF": { es: "un PDF", de: "ein PDF", fr: "un PDF" },
  "a ZIP archive": { es: "un archivo ZIP", de: "ein ZIP-Archiv", fr: "une archive ZIP" },
  "an XML document": { es: "un documento XML", de: "ein XML-Dokument", fr: "un document XML" },
  "text, such as CSV": { es: "un texto, como CSV", de: "ein Text, etwa CSV", fr: "un texte, par exemple CSV" },
  "this is a binary file (it contains NUL bytes), not CSV": {
    es: "es un fichero binario, no un CSV",
    de: "das ist eine Binärdatei, kein CSV",
    fr: "c’est un fichier binaire, pas un CSV",
  },
  "row {row} contains bytes that are not {encoding}": {
    es: "la fila {row} contiene bytes que no son {encoding}",
    de: "Zeile {row} enthält Bytes, die nicht {encoding} sind",
    fr: "la ligne {row} contient des octets qui ne sont pas en {encoding}",
  },
  "the workbook is encrypted with a password": {
    es: "el libro de Excel está protegido con contraseña",
    de: "die Excel-Datei ist mit einem Passwort geschützt",
    fr: "le classeur est protégé par un mot de passe",
  },
  "there is no sheet {value}; the workbook has {names}": {
    es: "no hay ninguna hoja {value}; el libro tiene {names}",
    de: "es gibt kein Blatt {value}; die Excel-Datei hat {names}",
    fr: "il n’y a pas de feuille {value} ; le classeur a {names}",
  },
  "the sheet {value} is empty": { es: "la hoja {value} está vacía", de: "das Blatt {value} ist leer", fr: "la feuille {value} est vide" },
  "the sheet {value} has a header but no rows": {
    es: "la hoja {value} tiene encabezado, pero ninguna fila",
    de: "das Blatt {value} hat eine Kopfzeile, aber keine Zeilen",
    fr: "la feuille {value} a un en-tête, mais aucune ligne",
  },
  "the workbook cannot be read: it is damaged, or not in a format that spreadsheet programs write": {
    es: "el libro de Excel no se puede leer: está dañado o no tiene un formato de hoja de cálculo",
    de: "die Excel-Datei ist nicht lesbar: Sie ist beschädigt oder hat kein Format einer Tabellenkalkulation",
    fr: "le classeur est illisible : il est endommagé ou n’a pas un format de tableur",
  },
  "this user has no permission to read the file": {
    es: "este usuario no tiene permiso para leer el fichero",
    de: "dieser Benutzer darf die Datei nicht lesen",
    fr: "cet utilisateur n’a pas le droit de lire le fichier",
  },
  "the file changed while it was read": {
    es: "el fichero cambió mientras se leía",
    de: "die Datei hat sich beim Lesen geändert",
    fr: "le fichier a changé pendant la lecture",
  },
  "Check `source.file` of the job, or import the file: in the console on the job’s page, on the command line with --file.": {
    es: "Compruebe `source.file` en la tarea, o importe el fichero en la página de la tarea.",
    de: "Prüfen Sie `source.file` im Auftrag, oder importieren Sie die Datei auf der Seite des Auftrags.",
    fr: "Vérifiez `source.file` dans la tâche, ou importez le fichier sur la page de la tâche.",
  },
  "Did you mean {name}?": { es: "¿Quería decir {name}?", de: "Meinten Sie {name}?", fr: "Vouliez-vous dire {name} ?" },
  "Export the file from the HR system again.": {
    es: "Exporte el fichero de nuevo desde el sistema de RR. HH.",
    de: "Exportieren Sie die Datei noch einmal aus dem HR-System.",
    fr: "Exportez de nouveau le fichier depuis le système RH.",
  },
  "Export the file from the HR system again, as CSV.": {
    es: "Exporte el fichero de nuevo desde el sistema de RR. HH., como CSV.",
    de: "Exportieren Sie die Datei noch einmal aus dem HR-System, als CSV.",
    fr: "Exportez de nouveau le fichier depuis le système RH, en CSV.",
  },
  "Correct the export, or the names in the mapping. The header has: {names}.": {
    es: "Corrija la exportación o los nombres en las reglas. El encabezado tiene: {names}.",
    de: "Korrigieren Sie den Export oder die Namen im Regelwerk. Die Kopfzeile hat: {names}.",
    fr: "Corrigez l’export, ou les noms dans les règles. L’en-tête contient : {names}.",
  },
  "Correct the export, or the names in the mapping ({at}). The header has: {names}.": {
    es: "Corrija la exportación o los nombres en las reglas ({at}). El encabezado tiene: {names}.",
    de: "Korrigieren Sie den Export oder die Namen im Regelwerk ({at}). Die Kopfzeile hat: {names}.",
    fr: "Corrigez l’export, ou les noms dans les règles ({at}). L’en-tête contient : {names}.",
  },
  "Correct the export, or the names in the pilot. The header has: {names}.": {
    es: "Corrija la exportación o los nombres en el piloto. El encabezado tiene: {names}.",
    de: "Korrigieren Sie den Export oder die Namen im Pilotlauf. Die Kopfzeile hat: {names}.",
    fr: "Corrigez l’export, ou les noms dans le pilote. L’en-tête contient : {names}.",
  },
  "Correct the export, or `source.rows.keep.column` in the job. The header has: {names}.": {
    es: "Corrija la exportación o `source.rows.keep.column` en la tarea. El encabezado tiene: {names}.",
    de: "Korrigieren Sie den Export oder `source.rows.keep.column` im Auftrag. Die Kopfzeile hat: {names}.",
    fr: "Corrigez l’export, ou `source.rows.keep.column` dans la tâche. L’en-tête contient : {names}.",
  },
  'The header seems to be cut by the wrong delimiter: cut at `{mark}`, it has {n} of the columns. Set `source.csv.delimiter: "{mark}"` in the job.':
    {
      es: 'Parece que el encabezado está cortado por un delimitador equivocado: cortado en `{mark}`, tiene {n} de las columnas. Ponga `source.csv.delimiter: "{mark}"` en la tarea.',
      de: 'Die Kopfzeile ist offenbar am falschen Trennzeichen geteilt: an `{mark}` geteilt hat sie {n} der Spalten. Setzen Sie `source.csv.delimiter: "{mark}"` im Auftrag.',
      fr: 'L’en-tête semble découpé par un mauvais séparateur : découpé à `{mark}`, il contient {n} des colonnes. Indiquez `source.csv.delimiter: "{mark}"` dans la tâche.',
    },
  "If the header is further down, skip the lines above it with `source.skip: '{' before: 2 '}'`, or `xlsx: '{' header_row: 3 '}'`.": {
    es: "Si el encabezado está más abajo, salte las líneas anteriores con `source.skip: '{' before: 2 '}'` o `xlsx: '{' header_row: 3 '}'`.",
    de: "Wenn die Kopfzeile weiter unten ist, überspringen Sie die Zeilen darüber mit `source.skip: '{' before: 2 '}'` oder `xlsx: '{' header_row: 3 '}'`.",
    fr: "Si l’en-tête est plus bas, sautez les lignes qui le précèdent avec `source.skip: '{' before: 2 '}'` ou `xlsx: '{' header_row: 3 '}'`.",
  },
  "Export the file as UTF-8, or set the encoding in the job, such as csv: {encoding}.": {
    es: "Exporte el fichero como UTF-8, o indique la codificación en la tarea, por ejemplo `csv: {encoding}`.",
    de: "Exportieren Sie die Datei als UTF-8, oder setzen Sie im Auftrag die Kodierung, etwa `csv: {encoding}`.",
    fr: "Exportez le fichier en UTF-8, ou indiquez l’encodage dans la tâche, par exemple `csv: {encoding}`.",
  },
  "Save it without a password.": {
    es: "Guárdelo sin contraseña.",
    de: "Speichern Sie sie ohne Passwort.",
    fr: "Enregistrez-le sans mot de passe.",
  },
  "Start the job again once the export is complete.": {
    es: "Ejecute la tarea de nuevo cuando la exportación haya terminado.",
    de: "Starten Sie den Auftrag noch einmal, wenn der Export fertig ist.",
    fr: "Relancez la tâche une fois l’export terminé.",
  },
} as const satisfies Catalogue;
