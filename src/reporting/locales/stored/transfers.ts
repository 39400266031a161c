import type { Catalogue } from "../catalogue.ts";

/** Why an SFTP server, or a workbook with decisions that was uploaded, cannot be used. */
export const storedTransfers = {
  "the private key for {name} cannot be read ({code})": {
    es: "no se puede leer la clave privada para {name} ({code})",
    de: "der private Schlüssel für {name} ist nicht lesbar ({code})",
    fr: "la clé privée pour {name} ne peut pas être lue ({code})",
  },
  "the private key for {name} is not valid, or its passphrase is wrong": {
    es: "la clave privada para {name} no es válida, o su frase de contraseña no es correcta",
    de: "der private Schlüssel für {name} ist ungültig, oder seine Passphrase ist falsch",
    fr: "la clé privée pour {name} n’est pas valide, ou sa phrase secrète est fausse",
  },
  "the server's key is {key}, but the job expects {other}; no credential was sent": {
    es: "la clave del servidor es {key}, pero la tarea espera {other}; no se envió ninguna credencial",
    de: "der Schlüssel des Servers ist {key}, aber der Auftrag erwartet {other}; es wurden keine Zugangsdaten gesendet",
    fr: "la clé du serveur est {key}, mais la tâche attend {other} ; aucun identifiant n’a été envoyé",
  },
  "the server rejected the user {name} with the password of the job": {
    es: "el servidor rechazó al usuario {name} con la contraseña de la tarea",
    de: "der Server hat den Benutzer {name} mit dem Passwort des Auftrags abgelehnt",
    fr: "le serveur a refusé l’utilisateur {name} avec le mot de passe de la tâche",
  },
  "the server rejected the user {name} with the private key of the job": {
    es: "el servidor rechazó al usuario {name} con la clave privada de la tarea",
    de: "der Server hat den Benutzer {name} mit dem privaten Schlüssel des Auftrags abgelehnt",
    fr: "le serveur a refusé l’utilisateur {name} avec la clé privée de la tâche",
  },
  "no connection to the server": {
    es: "no hay conexión con el servidor",
    de: "keine Verbindung zum Server",
    fr: "aucune connexion au serveur",
  },
  "no connection to the server ({code})": {
    es: "no hay conexión con el servidor ({code})",
    de: "keine Verbindung zum Server ({code})",
    fr: "aucune connexion au serveur ({code})",
  },
  "the folder {folder} cannot be listed: {why}": {
    es: "no se puede leer la carpeta {folder}: {why}",
    de: "der Ordner {folder} lässt sich nicht auflisten: {why}",
    fr: "le dossier {folder} ne peut pas être listé : {why}",
  },
  "the server did not answer for {n} s": {
    es: "el servidor no respondió durante {n} s",
    de: "der Server hat {n} s lang nicht geantwortet",
    fr: "le serveur n’a pas répondu pendant {n} s",
  },
  "the file on the server has more than {n} MB, the limit `source.max_unpacked`": {
    es: "el fichero del servidor ocupa más de {n} MB, el límite `source.max_unpacked`",
    de: "die Datei auf dem Server hat mehr als {n} MB (Grenzwert `source.max_unpacked`)",
    fr: "le fichier du serveur dépasse {n} Mo, la limite `source.max_unpacked`",
  },
  "Raise the limit if the file is genuine.": {
    es: "Aumente el límite si el fichero es auténtico.",
    de: "Erhöhen Sie den Grenzwert, wenn die Datei echt ist.",
    fr: "Augmentez la limite si le fichier est authentique.",
  },
  "the size and age of {name} cannot be read: {why}": {
    es: "no se pueden leer el tamaño y la fecha de {name}: {why}",
    de: "Größe und Alter von {name} sind nicht lesbar: {why}",
    fr: "la taille et la date de {name} ne peuvent pas être lues : {why}",
  },
  "{name} cannot be read: {why}": {
    es: "no se puede leer {name}: {why}",
    de: "{name} ist nicht lesbar: {why}",
    fr: "{name} ne peut pas être lu : {why}",
  },
  "permission denied": {
    es: "sin permiso",
    de: "keine Berechtigung",
    fr: "accès refusé",
  },
  "there is no such file or folder": {
    es: "no existe este fichero o carpeta",
    de: "diese Datei oder diesen Ordner gibt es nicht",
    fr: "ce fichier ou dossier n’existe pas",
  },
  "{why}. No decision was taken from it.": {
    es: "{why}. No se ha importado ninguna decisión.",
    de: "{why}. Es wurde keine Entscheidung übernommen.",
    fr: "{why}. Aucune décision n’en a été reprise.",
  },
  "The file is empty": {
    es: "El fichero está vacío",
    de: "Die Datei ist leer",
    fr: "Le fichier est vide",
  },
  "The file is encrypted, or a workbook of the old kind (.xls)": {
    es: "El fichero está cifrado o es un libro antiguo (.xls)",
    de: "Die Datei ist verschlüsselt oder eine alte Excel-Datei (.xls)",
    fr: "Le fichier est chiffré, ou c’est un ancien classeur (.xls)",
  },
  "The file is no workbook (.xlsx or .ods)": {
    es: "El fichero no es un libro (.xlsx u .ods)",
    de: "Die Datei ist keine Excel-Datei (.xlsx oder .ods)",
    fr: "Le fichier n’est pas un classeur (.xlsx ou .ods)",
  },
  "The workbook is unusable: {why}": {
    es: "El libro no se puede usar: {why}",
    de: "Die Excel-Datei ist unbrauchbar: {why}",
    fr: "Le classeur est inutilisable : {why}",
  },
  "The workbook is too large: {why}": {
    es: "El libro es demasiado grande: {why}",
    de: "Die Excel-Datei ist zu groß: {why}",
    fr: "Le classeur est trop grand : {why}",
  },
  "it is cut short or damaged": {
    es: "está incompleto o dañado",
    de: "sie ist unvollständig oder beschädigt",
    fr: "il est incomplet ou endommagé",
  },
  "it cannot be read as a workbook": {
    es: "no se puede leer como libro",
    de: "sie lässt sich nicht als Excel-Datei lesen",
    fr: "il ne peut pas être lu comme classeur",
  },
  "{name} declares entities of its own": {
    es: "{name} declara entidades propias",
    de: "{name} deklariert eigene Entitäten",
    fr: "{name} déclare ses propres entités",
  },
  "it has {n} MB": {
    es: "tiene {n} MB",
    de: "sie hat {n} MB",
    fr: "il fait {n} Mo",
  },
  "it has {n} sheets": {
    es: "tiene {n} hojas",
    de: "sie hat {n} Blätter",
    fr: "il a {n} feuilles",
  },
  "it has two parts with the name {name}": {
    es: "tiene dos partes con el nombre {name}",
    de: "sie hat zwei Teile mit dem Namen {name}",
    fr: "il a deux parties du nom de {name}",
  },
  "its rows have too much text": {
    es: "sus filas tienen demasiado texto",
    de: "ihre Zeilen haben zu viel Text",
    fr: "ses lignes contiennent trop de texte",
  },
  "it was not read within {n} s": {
    es: "no se pudo leer en {n} s",
    de: "sie wurde nicht innerhalb von {n} s gelesen",
    fr: "il n’a pas été lu en {n} s",
  },
  "it cannot be read within {n} MB of memory": {
    es: "no se puede leer con {n} MB de memoria",
    de: "sie lässt sich nicht mit {n} MB Speicher lesen",
    fr: "il ne peut pas être lu avec {n} Mo de mémoire",
  },
  "it has more than {n} parts": {
    es: "tiene más de {n} partes",
    de: "sie hat mehr als {n} Teile",
    fr: "il a plus de {n} parties",
  },
  "unpacked it takes more than {n} MB": {
    es: "sin comprimir ocupa más de {n} MB",
    de: "entpackt belegt sie mehr als {n} MB",
    fr: "décompressé, il dépasse {n} Mo",
  },
  "its content takes more than 100 MB": {
    es: "su contenido ocupa más de 100 MB",
    de: "ihr Inhalt belegt mehr als 100 MB",
    fr: "son contenu dépasse 100 Mo",
  },
  "it repeats more than {n} rows": {
    es: "repite más de {n} filas",
    de: "sie wiederholt mehr als {n} Zeilen",
    fr: "il répète plus de {n} lignes",
  },
  "the server gave no reason": {
    es: "el servidor no indicó el motivo",
    de: "der Server nennt keinen Grund",
    fr: "le serveur n’a pas donné de raison",
  },
  "the connection was lost": {
    es: "se perdió la conexión",
    de: "die Verbindung ist abgebrochen",
    fr: "la connexion a été perdue",
  },
  "the server reports {code}": {
    es: "el servidor indica {code}",
    de: "der Server meldet {code}",
    fr: "le serveur signale {code}",
  },
} as const satisfies Catalogue;
