import type { Catalogue } from "../catalogue.ts";

/** Texts of setting up a job, part 3. */
export const setupErrors = {
  "This host name is not known. Check the spelling of the address.": {
    es: "No se conoce este nombre de host. Compruebe la dirección.",
    de: "Dieser Hostname ist nicht bekannt. Prüfen Sie die Schreibweise der Adresse.",
    fr: "Ce nom d’hôte est inconnu. Vérifiez l’adresse.",
  },
  "Paste a refresh token of the learning service.": {
    es: "Pegue un token de actualización del servicio de formación.",
    de: "Fügen Sie ein Refresh-Token des Lerndienstes ein.",
    fr: "Collez un jeton d’actualisation du service de formation.",
  },
  "The learning service refused this refresh token. Create a new one there, and paste it here.": {
    es: "El servicio de formación ha rechazado este token de actualización. Cree uno nuevo allí y péguelo aquí.",
    de: "Der Lerndienst hat dieses Refresh-Token abgelehnt. Erstellen Sie dort ein neues, und fügen Sie es hier ein.",
    fr: "Le service de formation a refusé ce jeton d’actualisation. Créez-en un nouveau et collez-le ici.",
  },
  "The learning service accepts this token, but does not let it read groups.": {
    es: "El servicio de formación acepta este token, pero no le permite leer los grupos.",
    de: "Der Lerndienst nimmt dieses Token an, lässt es aber keine Gruppen lesen.",
    fr: "Le service de formation accepte ce jeton, mais ne le laisse pas lire les groupes.",
  },
  "Nothing answers at this address. Check it, and whether this server may reach it.": {
    es: "En esta dirección no responde nada. Compruébela, y si este servidor puede acceder a ella.",
    de: "Unter dieser Adresse antwortet nichts. Prüfen Sie sie, und ob dieser Server sie erreichen darf.",
    fr: "Rien ne répond à cette adresse. Vérifiez-la, et vérifiez que ce serveur peut l’atteindre.",
  },
  "Something answers at this address, but not as the learning service does.": {
    es: "En esta dirección responde algo, pero no como el servicio de formación.",
    de: "Unter dieser Adresse antwortet etwas, aber nicht wie der Lerndienst.",
    fr: "Quelque chose répond à cette adresse, mais pas comme le service de formation.",
  },
  "The learning service has a problem at the moment. Try again later.": {
    es: "El servicio de formación tiene un problema en este momento. Inténtelo más tarde.",
    de: "Der Lerndienst hat im Moment ein Problem. Versuchen Sie es später noch einmal.",
    fr: "Le service de formation a un problème en ce moment. Réessayez plus tard.",
  },
  "The learning service took too long to answer. Try again.": {
    es: "El servicio de formación ha tardado demasiado en responder. Inténtelo de nuevo.",
    de: "Der Lerndienst hat zu lange nicht geantwortet. Versuchen Sie es noch einmal.",
    fr: "Le service de formation a mis trop de temps à répondre. Réessayez.",
  },
  "Too many connection tests. Wait a minute, and try again.": {
    es: "Demasiadas pruebas de conexión. Espere un minuto e inténtelo de nuevo.",
    de: "Zu viele Verbindungstests. Warten Sie eine Minute, und versuchen Sie es noch einmal.",
    fr: "Trop de tests de connexion. Attendez une minute, puis réessayez.",
  },
  "Write a path below the folder of Rollcall, such as exports/employees.csv, without .. or a leading slash.": {
    es: "Escriba una ruta dentro de la carpeta de Rollcall, como exports/employees.csv, sin .. ni barra inicial.",
    de: "Geben Sie einen Pfad unterhalb des Ordners von Rollcall an, etwa exports/employees.csv, ohne .. und ohne Schrägstrich am Anfang.",
    fr: "Saisissez un chemin sous le dossier de Rollcall, comme exports/employees.csv, sans .. ni barre oblique initiale.",
  },
  "Another job of this service already manages some of these groups. Choose other groups in the step “Groups”.": {
    es: "Otra tarea de este servicio ya gestiona algunos de estos grupos. Elija otros en el paso «Grupos».",
    de: "Ein anderer Auftrag dieses Dienstes verwaltet einige dieser Gruppen schon. Wählen Sie im Schritt „Gruppen“ andere.",
    fr: "Une autre tâche de ce service gère déjà certains de ces groupes. Choisissez-en d’autres à l’étape « Groupes ».",
  },
  "These answers cannot be written as a mapping and a job. Check the columns and the groups.": {
    es: "Estas respuestas no se pueden escribir como reglas y tarea. Compruebe las columnas y los grupos.",
    de: "Diese Antworten lassen sich nicht als Regelwerk und Auftrag schreiben. Prüfen Sie die Spalten und die Gruppen.",
    fr: "Ces réponses ne peuvent pas être écrites sous forme de règles et de tâche. Vérifiez les colonnes et les groupes.",
  },
  "The files are not in the jobs folder of this server yet. Download them, save each unchanged at its place, and try again.": {
    es: "Los ficheros aún no están en la carpeta de tareas de este servidor. Descárguelos, guarde cada uno sin cambios en su lugar e inténtelo de nuevo.",
    de: "Die Dateien liegen noch nicht im Auftragsordner dieses Servers. Laden Sie sie herunter, speichern Sie jede unverändert an ihrem Ort, und versuchen Sie es noch einmal.",
    fr: "Les fichiers ne sont pas encore dans le dossier des tâches de ce serveur. Téléchargez-les, enregistrez chacun sans modification à sa place, puis réessayez.",
  },
  "The files could not be written. Check the folder and its permissions, or download the files.": {
    es: "No se pudieron escribir los ficheros. Compruebe la carpeta y sus permisos, o descargue los ficheros.",
    de: "Die Dateien konnten nicht geschrieben werden. Prüfen Sie den Ordner und seine Rechte, oder laden Sie die Dateien herunter.",
    fr: "Les fichiers n’ont pas pu être écrits. Vérifiez le dossier et ses droits, ou téléchargez les fichiers.",
  },
  "Choose a file.": { es: "Elija un fichero.", de: "Wählen Sie eine Datei.", fr: "Choisissez un fichier." },
  "The file has more than 20 MB. Upload a part of it: the first rows with the header are enough.": {
    es: "El fichero tiene más de 20 MB. Suba una parte: bastan las primeras filas con el encabezado.",
    de: "Die Datei hat mehr als 20 MB. Laden Sie einen Teil hoch: Die ersten Zeilen mit der Kopfzeile genügen.",
    fr: "Le fichier dépasse 20 Mo. Importez-en une partie : les premières lignes avec l’en-tête suffisent.",
  },
  "This file is empty. Export it again.": {
    es: "Este fichero está vacío. Expórtelo de nuevo.",
    de: "Diese Datei ist leer. Exportieren Sie sie noch einmal.",
    fr: "Ce fichier est vide. Exportez-le de nouveau.",
  },
  "This file is no table. Unpack it if it is compressed, or export a CSV file or a workbook.": {
    es: "Este fichero no es una tabla. Descomprímalo si está comprimido, o exporte un fichero CSV o un libro de Excel.",
    de: "Diese Datei ist keine Tabelle. Entpacken Sie sie, falls sie komprimiert ist, oder exportieren Sie eine CSV- oder Excel-Datei.",
    fr: "Ce fichier n’est pas un tableau. Décompressez-le s’il est compressé, ou exportez un fichier CSV ou un classeur Excel.",
  },
  "This is a PDF. Export a CSV file or a workbook.": {
    es: "Esto es un PDF. Exporte un fichero CSV o un libro de Excel.",
    de: "Das ist ein PDF. Exportieren Sie eine CSV- oder Excel-Datei.",
    fr: "C’est un PDF. Exportez un fichier CSV ou un classeur Excel.",
  },
  "This is a web page, probably the sign-in page of the HR system. Export the file again.": {
    es: "Esto es una página web, probablemente la de inicio de sesión del sistema de RR. HH. Exporte el fichero de nuevo.",
    de: "Das ist eine Webseite, vermutlich die Anmeldeseite des HR-Systems. Exportieren Sie die Datei noch einmal.",
    fr: "C’est une page web, sans doute la page de connexion du système RH. Exportez de nouveau le fichier.",
  },
  "This is an XML file. Export a CSV file or a workbook.": {
    es: "Esto es un fichero XML. Exporte un fichero CSV o un libro de Excel.",
    de: "Das ist eine XML-Datei. Exportieren Sie eine CSV- oder Excel-Datei.",
    fr: "C’est un fichier XML. Exportez un fichier CSV ou un classeur Excel.",
  },
  "This is a JSON file. Export a CSV file or a workbook.": {
    es: "Esto es un fichero JSON. Exporte un fichero CSV o un libro de Excel.",
    de: "Das ist eine JSON-Datei. Exportieren Sie eine CSV- oder Excel-Datei.",
    fr: "C’est un fichier JSON. Exportez un fichier CSV ou un classeur Excel.",
  },
  "This is a text document. Export a CSV file or a workbook.": {
    es: "Esto es un documento de texto. Exporte un fichero CSV o un libro de Excel.",
    de: "Das ist ein Textdokument. Exportieren Sie eine CSV- oder Excel-Datei.",
    fr: "C’est un document texte. Exportez un fichier CSV ou un classeur Excel.",
  },
  "This is a ZIP archive without a workbook. Unpack it first.": {
    es: "Esto es un fichero ZIP sin libro de Excel. Descomprímalo primero.",
    de: "Das ist ein ZIP-Archiv ohne Excel-Datei. Entpacken Sie es zuerst.",
    fr: "C’est une archive ZIP sans classeur. Décompressez-la d’abord.",
  },
  "This file is encrypted or protected by a password. Save it without that.": {
    es: "Este fichero está cifrado o protegido con contraseña. Guárdelo sin esa protección.",
    de: "Diese Datei ist verschlüsselt oder mit einem Passwort geschützt. Speichern Sie sie ohne Schutz.",
    fr: "Ce fichier est chiffré ou protégé par un mot de passe. Enregistrez-le sans cette protection.",
  },
  "This workbook is too old to be read. Save it as .xlsx.": {
    es: "Este libro es demasiado antiguo para leerlo. Guárdelo como .xlsx.",
    de: "Diese Excel-Datei ist zu alt zum Lesen. Speichern Sie sie als .xlsx.",
    fr: "Ce classeur est trop ancien pour être lu. Enregistrez-le en .xlsx.",
  },
  "This is no workbook, despite its name. Save it as .xlsx or CSV.": {
    es: "Esto no es un libro de Excel, pese a su nombre. Guárdelo como .xlsx o CSV.",
    de: "Das ist trotz des Namens keine Excel-Datei. Speichern Sie die Datei als .xlsx oder CSV.",
    fr: "Ce n’est pas un classeur, malgré son nom. Enregistrez-le en .xlsx ou CSV.",
  },
  "This workbook is too large. Save the sheet as CSV.": {
    es: "Este libro es demasiado grande. Guarde la hoja como CSV.",
    de: "Diese Excel-Datei ist zu groß. Speichern Sie das Blatt als CSV.",
    fr: "Ce classeur est trop volumineux. Enregistrez la feuille en CSV.",
  },
  "The end of this file is missing. Export it again.": {
    es: "Falta el final de este fichero. Expórtelo de nuevo.",
    de: "Das Ende dieser Datei fehlt. Exportieren Sie sie noch einmal.",
    fr: "La fin de ce fichier manque. Exportez-le de nouveau.",
  },
  "A row of this file is longer than 1 MB. Check that this is a table with one row per line.": {
    es: "Una fila de este fichero supera 1 MB. Compruebe que es una tabla con una fila por línea.",
    de: "Eine Zeile dieser Datei ist länger als 1 MB. Prüfen Sie, ob es eine Tabelle mit einer Zeile je Person ist.",
    fr: "Une ligne de ce fichier dépasse 1 Mo. Vérifiez qu’il s’agit d’un tableau avec un enregistrement par ligne.",
  },
  "This file is not UTF-8, and its encoding is unclear. Choose it.": {
    es: "Este fichero no es UTF-8 y su codificación no está clara. Elíjala.",
    de: "Diese Datei ist nicht UTF-8, und ihre Kodierung ist unklar. Wählen Sie sie.",
    fr: "Ce fichier n’est pas en UTF-8, et son encodage n’est pas clair. Choisissez-le.",
  },
  "This encoding is unknown. Choose another one.": {
    es: "Esta codificación es desconocida. Elija otra.",
    de: "Diese Kodierung ist unbekannt. Wählen Sie eine andere.",
    fr: "Cet encodage est inconnu. Choisissez-en un autre.",
  },
  "This is not the encoding of the file. Choose another one.": {
    es: "Esta no es la codificación del fichero. Elija otra.",
    de: "Das ist nicht die Kodierung der Datei. Wählen Sie eine andere.",
    fr: "Ce n’est pas l’encodage du fichier. Choisissez-en un autre.",
  },
  "This workbook has several sheets. Choose the one with the people.": {
    es: "Este libro tiene varias hojas. Elija la que contiene a las personas.",
    de: "Diese Excel-Datei hat mehrere Blätter. Wählen Sie das mit den Personen.",
    fr: "Ce classeur a plusieurs feuilles. Choisissez celle des personnes.",
  },
  "This workbook has no such sheet. Choose one of its sheets.": {
    es: "Este libro no tiene esa hoja. Elija una de las suyas.",
    de: "Diese Excel-Datei hat kein solches Blatt. Wählen Sie eines ihrer Blätter.",
    fr: "Ce classeur n’a pas cette feuille. Choisissez l’une des siennes.",
  },
  "This sheet is no table. Choose another one.": {
    es: "Esta hoja no es una tabla. Elija otra.",
    de: "Dieses Blatt ist keine Tabelle. Wählen Sie ein anderes.",
    fr: "Cette feuille n’est pas un tableau. Choisissez-en une autre.",
  },
  "No row names the columns. Enter the number of the row that does.": {
    es: "Ninguna fila contiene los nombres de las columnas. Escriba el número de la fila correcta.",
    de: "Keine Zeile nennt die Spalten. Geben Sie die Nummer der richtigen Zeile ein.",
    fr: "Aucune ligne ne contient les noms des colonnes. Saisissez le numéro de la bonne ligne.",
  },
  "There are no rows below the column names. Enter the number of the row with the names, or export the file again.": {
    es: "No hay filas debajo de los nombres de columna. Escriba el número de la fila con los nombres o exporte de nuevo el fichero.",
    de: "Unter den Spaltennamen stehen keine Zeilen. Geben Sie die Nummer der Zeile mit den Namen ein, oder exportieren Sie die Datei noch einmal.",
    fr: "Il n’y a aucune ligne sous les noms de colonnes. Saisissez le numéro de la ligne des noms, ou exportez de nouveau le fichier.",
  },
  "The first row has values of a person instead of column names. Enter the number of the row with the names.": {
    es: "La primera fila tiene valores de una persona en lugar de nombres de columna. Escriba el número de la fila con los nombres.",
    de: "Die erste Zeile hat Werte einer Person statt Spaltennamen. Geben Sie die Nummer der Zeile mit den Namen ein.",
    fr: "La première ligne a les valeurs d’une personne au lieu de noms de colonnes. Saisissez le numéro de la ligne des noms.",
  },
  "The first row is a title and does not name the columns. Enter the number of the row with the names.": {
    es: "La primera fila es un título y no nombra las columnas. Escriba el número de la fila con los nombres.",
    de: "Die erste Zeile ist ein Titel und nennt die Spalten nicht. Geben Sie die Nummer der Zeile mit den Namen ein.",
    fr: "La première ligne est un titre et ne nomme pas les colonnes. Saisissez le numéro de la ligne des noms.",
  },
  "The employee key is blank": {
    es: "La clave de empleado está vacía",
    de: "Die Personalnummer ist leer",
    fr: "Le matricule est vide",
  },
  "A spreadsheet shortened the employee key": {
    es: "Una hoja de cálculo abrevió la clave de empleado",
    de: "Ein Tabellenprogramm hat die Personalnummer gekürzt",
    fr: "Un tableur a abrégé le matricule",
  },
  "The employee key is a word for no value": {
    es: "La clave de empleado es una palabra que indica que no hay valor",
    de: "Die Personalnummer ist ein Wort für einen fehlenden Wert",
    fr: "Le matricule est un mot qui signifie qu’il n’y a pas de valeur",
  },
  "The employee key is too long": {
    es: "La clave de empleado es demasiado larga",
    de: "Die Personalnummer ist zu lang",
    fr: "Le matricule est trop long",
  },
  "A required value is blank": {
    es: "Un valor obligatorio está vacío",
    de: "Ein Pflichtwert ist leer",
    fr: "Une valeur obligatoire est vide",
  },
  "The row has more cells than the header": {
    es: "La fila tiene más celdas que el encabezado",
    de: "Die Zeile hat mehr Zellen als die Kopfzeile",
    fr: "La ligne a plus de cellules que l’en-tête",
  },
  "The person has several values": {
    es: "La persona tiene varios valores",
    de: "Die Person hat mehrere Werte",
    fr: "La personne a plusieurs valeurs",
  },
  "Don’t know": { es: "No lo sé", de: "Weiß ich nicht", fr: "Je ne sais pas" },
  "No column: everyone in the file works here": {
    es: "Ninguna columna: todas las personas del fichero trabajan aquí",
    de: "Keine Spalte: Alle in der Datei arbeiten hier",
    fr: "Aucune colonne : toutes les personnes du fichier travaillent ici",
  },
  "Leavers can no longer sign in. They keep their groups.": {
    es: "Quienes han causado baja ya no pueden iniciar sesión. Conservan sus grupos.",
    de: "Ausgetretene können sich nicht mehr anmelden. Ihre Gruppen behalten sie.",
    fr: "Les personnes parties ne peuvent plus se connecter. Elles gardent leurs groupes.",
  },
  "Column that shows who has left": {
    es: "Columna que indica quién ha causado baja",
    de: "Spalte, die zeigt, wer ausgetreten ist",
    fr: "Colonne qui indique qui est parti",
  },
  "Choose another column and save to see its values.": {
    es: "Elija otra columna y guarde para ver sus valores.",
    de: "Wählen Sie eine andere Spalte und speichern Sie, um ihre Werte zu sehen.",
    fr: "Choisissez une autre colonne et enregistrez pour voir ses valeurs.",
  },
  "{n, plural, one {# row is} other {# rows are}} blank: these people stay as they are, and get no account.": {
    es: "{n, plural, one {# fila está vacía} other {# filas están vacías}}: estas personas quedan como están y no reciben cuenta.",
    de: "{n, plural, one {# Zeile ist} other {# Zeilen sind}} leer: Diese Personen bleiben, wie sie sind, und bekommen kein Konto.",
    fr: "{n, plural, one {# ligne est vide} other {# lignes sont vides}} : ces personnes restent inchangées et n’obtiennent pas de compte.",
  },
  Active: { es: "Activo", de: "Aktiv", fr: "Actif" },
  "Active|account": { es: "Activa", de: "Aktiv", fr: "Actif" },
  "What identifies a person permanently?": {
    es: "¿Qué identifica a una persona de forma permanente?",
    de: "Was identifiziert eine Person dauerhaft?",
    fr: "Qu’est-ce qui identifie une personne durablement ?",
  },
  "It must never change, not even for a rehire, and never pass to another person.": {
    es: "No debe cambiar nunca, ni siquiera en una reincorporación, ni pasar a otra persona.",
    de: "Es darf sich nie ändern, auch nicht bei einem Wiedereintritt, und nie auf eine andere Person übergehen.",
    fr: "Cette valeur ne doit jamais changer, même en cas de retour, ni passer à une autre personne.",
  },
  "Rows with the same key that differ are all rejected.": {
    es: "Si hay filas distintas con la misma clave, se rechazan todas.",
    de: "Zeilen mit gleicher Personalnummer und unterschiedlichem Inhalt sind alle fehlerhaft.",
    fr: "Si des lignes différentes ont le même matricule, elles sont toutes rejetées.",
  },
  "What do people sign in with?": {
    es: "¿Con qué inician sesión las personas?",
    de: "Womit melden sich die Personen an?",
    fr: "Avec quoi les personnes se connectent-elles ?",
  },
  "Combine columns": { es: "Combinar columnas", de: "Spalten kombinieren", fr: "Combiner des colonnes" },
  "Different people with the same username are all rejected.": {
    es: "Si varias personas tienen el mismo usuario, se rechazan todas.",
    de: "Zeilen verschiedener Personen mit demselben Benutzernamen sind alle fehlerhaft.",
    fr: "Si plusieurs personnes ont le même identifiant, elles sont toutes rejetées.",
  },
} as const satisfies Catalogue;
