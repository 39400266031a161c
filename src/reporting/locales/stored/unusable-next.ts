import type { Catalogue } from "../catalogue.ts";

/** What to do about a file or a server that cannot be used. */
export const storedUnusableNext = {
  "Open it in a spreadsheet program, save it as a workbook (.xlsx or .ods) without a password, and upload it again.": {
    es: "Ábralo en un programa de hojas de cálculo, guárdelo como libro (.xlsx u .ods) sin contraseña y vuelva a subirlo.",
    de: "Öffnen Sie sie in einem Tabellenprogramm, speichern Sie sie ohne Passwort als .xlsx oder .ods und laden Sie sie erneut hoch.",
    fr: "Ouvrez-le dans un tableur, enregistrez-le comme classeur (.xlsx ou .ods) sans mot de passe, puis importez-le de nouveau.",
  },
  "If it is a workbook, rename it to end in .xlsx or .xls, and remove `format: csv` from the job if it is set.": {
    es: "Si es un libro, cambie su extensión a .xlsx o .xls y quite `format: csv` de la tarea si está puesto.",
    de: "Wenn es eine Excel-Datei ist, ändern Sie die Endung in .xlsx oder .xls und entfernen Sie `format: csv` aus dem Auftrag, falls gesetzt.",
    fr: "S’il s’agit d’un classeur, renommez-le en .xlsx ou .xls et retirez `format: csv` de la tâche s’il y figure.",
  },
  "Otherwise unpack the archive.": {
    es: "Si no, descomprima el archivo.",
    de: "Entpacken Sie sonst das Archiv.",
    fr: "Sinon, décompressez l’archive.",
  },
  "If it has a password, save it without one.": {
    es: "Si tiene contraseña, guárdelo sin ella.",
    de: "Wenn sie ein Passwort hat, speichern Sie sie ohne.",
    fr: "S’il a un mot de passe, enregistrez-le sans.",
  },
  "Unpack the archive first.": {
    es: "Descomprima primero el archivo.",
    de: "Entpacken Sie zuerst das Archiv.",
    fr: "Décompressez d’abord l’archive.",
  },
  "Unpack it, or export the file again.": {
    es: "Descomprímalo o vuelva a exportar el fichero.",
    de: "Entpacken Sie es, oder exportieren Sie die Datei erneut.",
    fr: "Décompressez-la, ou exportez à nouveau le fichier.",
  },
  "Decrypt it first, or set `source.pgp` of the job.": {
    es: "Descífrelo primero o configure `source.pgp` en la tarea.",
    de: "Entschlüsseln Sie sie zuerst, oder setzen Sie `source.pgp` im Auftrag.",
    fr: "Déchiffrez-le d’abord, ou configurez `source.pgp` de la tâche.",
  },
  "Open it in Excel or LibreOffice and save it as .xlsx or CSV (UTF-8), or export it again in one of these formats.": {
    es: "Ábralo en Excel o LibreOffice y guárdelo como .xlsx o CSV (UTF-8), o vuelva a exportarlo en uno de estos formatos.",
    de: "Öffnen Sie sie in Excel oder LibreOffice und speichern Sie sie als .xlsx oder CSV (UTF-8), oder exportieren Sie sie erneut in einem dieser Formate.",
    fr: "Ouvrez-le dans Excel ou LibreOffice et enregistrez-le en .xlsx ou CSV (UTF-8), ou exportez-le à nouveau dans l’un de ces formats.",
  },
  "Open it in Excel and save it as .xlsx or CSV (UTF-8), or export it again in one of these formats.": {
    es: "Ábralo en Excel y guárdelo como .xlsx o CSV (UTF-8), o vuelva a exportarlo en uno de estos formatos.",
    de: "Öffnen Sie sie in Excel und speichern Sie sie als .xlsx oder CSV (UTF-8), oder exportieren Sie sie erneut in einem dieser Formate.",
    fr: "Ouvrez-le dans Excel et enregistrez-le en .xlsx ou CSV (UTF-8), ou exportez-le à nouveau dans l’un de ces formats.",
  },
  "Open it in Excel or LibreOffice and save it as .xlsx, or save the sheet as CSV (UTF-8).": {
    es: "Ábralo en Excel o LibreOffice y guárdelo como .xlsx, o guarde la hoja como CSV (UTF-8).",
    de: "Öffnen Sie sie in Excel oder LibreOffice und speichern Sie sie als .xlsx, oder speichern Sie das Blatt als CSV (UTF-8).",
    fr: "Ouvrez-le dans Excel ou LibreOffice et enregistrez-le en .xlsx, ou enregistrez la feuille en CSV (UTF-8).",
  },
  "Save the sheet as CSV (UTF-8). If you don't expect a file this large, don't open it.": {
    es: "Guarde la hoja como CSV (UTF-8). Si no espera un fichero tan grande, no lo abra.",
    de: "Speichern Sie das Blatt als CSV (UTF-8). Wenn Sie keine so große Datei erwarten, öffnen Sie sie nicht.",
    fr: "Enregistrez la feuille en CSV (UTF-8). Si vous n’attendez pas un fichier aussi grand, ne l’ouvrez pas.",
  },
  "Save the sheet as CSV (UTF-8), which can be of any size.": {
    es: "Guarde la hoja como CSV (UTF-8), que puede tener cualquier tamaño.",
    de: "Speichern Sie das Blatt als CSV (UTF-8), das beliebig groß sein darf.",
    fr: "Enregistrez la feuille en CSV (UTF-8), dont la taille n’est pas limitée.",
  },
  "Rename the file to end in .csv, and remove `format: xlsx` from the job if it is set.": {
    es: "Cambie la extensión del fichero a .csv y quite `format: xlsx` de la tarea si está puesto.",
    de: "Ändern Sie die Endung der Datei in .csv und entfernen Sie `format: xlsx` aus dem Auftrag, falls gesetzt.",
    fr: "Renommez le fichier en .csv et retirez `format: xlsx` de la tâche s’il y figure.",
  },
  "A row of the sheet must name the columns. Set its number as source.xlsx.header_row in the job.": {
    es: "Una fila de la hoja debe nombrar las columnas. Ponga su número en source.xlsx.header_row de la tarea.",
    de: "Eine Zeile des Blatts muss die Spalten benennen. Setzen Sie ihre Nummer als source.xlsx.header_row im Auftrag.",
    fr: "Une ligne de la feuille doit nommer les colonnes. Indiquez son numéro dans source.xlsx.header_row de la tâche.",
  },
  "Correct source.xlsx.sheet of the job.": {
    es: "Corrija source.xlsx.sheet de la tarea.",
    de: "Korrigieren Sie source.xlsx.sheet im Auftrag.",
    fr: "Corrigez source.xlsx.sheet de la tâche.",
  },
  "Check the cells of that row.": {
    es: "Compruebe las celdas de esa fila.",
    de: "Prüfen Sie die Zellen dieser Zeile.",
    fr: "Vérifiez les cellules de cette ligne.",
  },
  "Check the cells of the sheet.": {
    es: "Compruebe las celdas de la hoja.",
    de: "Prüfen Sie die Zellen des Blatts.",
    fr: "Vérifiez les cellules de la feuille.",
  },
  "The export or transfer stopped early. Export the file again.": {
    es: "La exportación o la transferencia se interrumpió. Vuelva a exportar el fichero.",
    de: "Der Export oder die Übertragung ist abgebrochen. Exportieren Sie die Datei erneut.",
    fr: "L’exportation ou le transfert s’est interrompu. Exportez à nouveau le fichier.",
  },
  "The export was cut short or damaged in transfer. Export the file again.": {
    es: "La exportación se interrumpió o se dañó en la transferencia. Vuelva a exportar el fichero.",
    de: "Der Export ist abgebrochen oder bei der Übertragung beschädigt worden. Exportieren Sie die Datei erneut.",
    fr: "L’exportation s’est interrompue ou a été endommagée pendant le transfert. Exportez à nouveau le fichier.",
  },
  "The export was cut short. Export the file again.": {
    es: "La exportación se interrumpió. Vuelva a exportar el fichero.",
    de: "Der Export ist abgebrochen. Exportieren Sie die Datei erneut.",
    fr: "L’exportation s’est interrompue. Exportez à nouveau le fichier.",
  },
  "The first line must name the columns.": {
    es: "La primera línea debe nombrar las columnas.",
    de: "Die erste Zeile muss die Spalten benennen.",
    fr: "La première ligne doit nommer les colonnes.",
  },
  "Close the quote, or double a quote inside a quoted cell.": {
    es: "Cierre las comillas, o duplíquelas dentro de una celda entre comillas.",
    de: "Schließen Sie das Anführungszeichen, oder verdoppeln Sie es innerhalb einer Zelle in Anführungszeichen.",
    fr: "Fermez le guillemet, ou doublez-le dans une cellule entre guillemets.",
  },
  "Quote the cell, and double each quote inside it.": {
    es: "Ponga la celda entre comillas y duplique las que contenga.",
    de: "Setzen Sie die Zelle in Anführungszeichen und verdoppeln Sie jedes darin.",
    fr: "Mettez la cellule entre guillemets et doublez ceux qu’elle contient.",
  },
  "Check that this is a CSV file with one row per line.": {
    es: "Compruebe que es un fichero CSV con una fila por línea.",
    de: "Prüfen Sie, ob dies eine CSV-Datei mit einer Zeile je Datensatz ist.",
    fr: "Vérifiez qu’il s’agit d’un fichier CSV avec une ligne par enregistrement.",
  },
  "Check `sftp.private_key` of the job.": {
    es: "Compruebe `sftp.private_key` de la tarea.",
    de: "Prüfen Sie `sftp.private_key` im Auftrag.",
    fr: "Vérifiez `sftp.private_key` de la tâche.",
  },
  "Check `sftp.private_key` and `sftp.passphrase` of the job.": {
    es: "Compruebe `sftp.private_key` y `sftp.passphrase` de la tarea.",
    de: "Prüfen Sie `sftp.private_key` und `sftp.passphrase` im Auftrag.",
    fr: "Vérifiez `sftp.private_key` et `sftp.passphrase` de la tâche.",
  },
  "Check `sftp.user` and `sftp.password` or `sftp.private_key`.": {
    es: "Compruebe `sftp.user` y `sftp.password` o `sftp.private_key`.",
    de: "Prüfen Sie `sftp.user` und `sftp.password` oder `sftp.private_key`.",
    fr: "Vérifiez `sftp.user` et `sftp.password` ou `sftp.private_key`.",
  },
  "Ask the server's administrator whether its key has changed. Only then set the new key as `sftp.host_key`.": {
    es: "Pregunte al administrador del servidor si su clave ha cambiado. Solo entonces ponga la nueva en `sftp.host_key`.",
    de: "Fragen Sie den Administrator des Servers, ob sich der Schlüssel geändert hat. Setzen Sie erst dann den neuen als `sftp.host_key`.",
    fr: "Demandez à l’administrateur du serveur si sa clé a changé. Alors seulement, indiquez la nouvelle dans `sftp.host_key`.",
  },
  "Check `sftp.host`, `sftp.port` and the network of this machine, then start the job again.": {
    es: "Compruebe `sftp.host`, `sftp.port` y la red de este equipo, y vuelva a iniciar la tarea.",
    de: "Prüfen Sie `sftp.host`, `sftp.port` und das Netz dieses Rechners, und starten Sie den Auftrag erneut.",
    fr: "Vérifiez `sftp.host`, `sftp.port` et le réseau de cette machine, puis relancez la tâche.",
  },
  "Check the path and the user's permissions on the server.": {
    es: "Compruebe la ruta y los permisos del usuario en el servidor.",
    de: "Prüfen Sie den Pfad und die Rechte des Benutzers auf dem Server.",
    fr: "Vérifiez le chemin et les droits de l’utilisateur sur le serveur.",
  },
  "Name the one to read in the job: source: '{' xlsx: '{' sheet: \"…\" '}' '}'.": {
    es: "Indique en la tarea la que se debe leer: source: '{' xlsx: '{' sheet: \"…\" '}' '}'.",
    de: "Nennen Sie im Auftrag das zu lesende: source: '{' xlsx: '{' sheet: \"…\" '}' '}'.",
    fr: "Indiquez dans la tâche celle à lire : `source: '{' xlsx: '{' sheet: \"…\" '}' '}'`.",
  },
} as const satisfies Catalogue;
