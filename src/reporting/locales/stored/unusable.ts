import type { Catalogue } from "../catalogue.ts";

/** Why a CSV file or a workbook cannot be used. */
export const storedUnusable = {
  "this is {why}, not CSV; it may be an Excel workbook with the wrong file extension": {
    es: "es {why}, no CSV; puede ser un libro de Excel con otra extensión",
    de: "das ist {why}, keine CSV-Datei; es kann eine Excel-Datei mit falscher Endung sein",
    fr: "c’est {why}, pas du CSV ; il s’agit peut-être d’un classeur Excel avec une autre extension",
  },
  "this is {why}, which is too old to be read": {
    es: "es {why}, demasiado antiguo para leerlo",
    de: "das ist {why}, zu alt zum Lesen",
    fr: "c’est {why}, trop ancien pour être lu",
  },
  "an empty ZIP archive": {
    es: "un archivo ZIP vacío",
    de: "ein leeres ZIP-Archiv",
    fr: "une archive ZIP vide",
  },
  "an Excel workbook (.xls, or one with a password)": {
    es: "un libro de Excel (.xls, o con contraseña)",
    de: "eine Excel-Datei (.xls, oder mit Passwort)",
    fr: "un classeur Excel (.xls, ou avec mot de passe)",
  },
  "an Excel 2 workbook (1987)": {
    es: "un libro de Excel 2 (1987)",
    de: "eine Excel-2-Datei (1987)",
    fr: "un classeur Excel 2 (1987)",
  },
  "an Excel 3 workbook (1990)": {
    es: "un libro de Excel 3 (1990)",
    de: "eine Excel-3-Datei (1990)",
    fr: "un classeur Excel 3 (1990)",
  },
  "an Excel 4 workbook (1992)": {
    es: "un libro de Excel 4 (1992)",
    de: "eine Excel-4-Datei (1992)",
    fr: "un classeur Excel 4 (1992)",
  },
  "an Excel 5 to 2003 workbook without its container": {
    es: "un libro de Excel 5 a 2003 sin su contenedor",
    de: "eine Excel-Datei der Versionen 5 bis 2003 ohne ihren Container",
    fr: "un classeur Excel 5 à 2003 sans son conteneur",
  },
  "a gzip archive": {
    es: "un archivo gzip",
    de: "ein gzip-Archiv",
    fr: "une archive gzip",
  },
  "a bzip2 archive": {
    es: "un archivo bzip2",
    de: "ein bzip2-Archiv",
    fr: "une archive bzip2",
  },
  "a zstd archive": {
    es: "un archivo zstd",
    de: "ein zstd-Archiv",
    fr: "une archive zstd",
  },
  "a 7z archive": {
    es: "un archivo 7z",
    de: "ein 7z-Archiv",
    fr: "une archive 7z",
  },
  "a RAR archive": {
    es: "un archivo RAR",
    de: "ein RAR-Archiv",
    fr: "une archive RAR",
  },
  "an xz archive": {
    es: "un archivo xz",
    de: "ein xz-Archiv",
    fr: "une archive xz",
  },
  "a picture": {
    es: "una imagen",
    de: "ein Bild",
    fr: "une image",
  },
  "a Parquet file": {
    es: "un fichero Parquet",
    de: "eine Parquet-Datei",
    fr: "un fichier Parquet",
  },
  "an SQLite database": {
    es: "una base de datos SQLite",
    de: "eine SQLite-Datenbank",
    fr: "une base de données SQLite",
  },
  "a text document (RTF)": {
    es: "un documento de texto (RTF)",
    de: "ein Textdokument (RTF)",
    fr: "un document texte (RTF)",
  },
  "a file encrypted with PGP": {
    es: "un fichero cifrado con PGP",
    de: "eine mit PGP verschlüsselte Datei",
    fr: "un fichier chiffré avec PGP",
  },
  "a JSON document": {
    es: "un documento JSON",
    de: "ein JSON-Dokument",
    fr: "un document JSON",
  },
  "a binary file of another program": {
    es: "un fichero binario de otro programa",
    de: "eine Binärdatei eines anderen Programms",
    fr: "un fichier binaire d’un autre programme",
  },
  "a quote that opens in row {row} is never closed": {
    es: "unas comillas que se abren en la fila {row} no se cierran",
    de: "ein Anführungszeichen, das in Zeile {row} beginnt, wird nie geschlossen",
    fr: "un guillemet ouvert à la ligne {row} n’est jamais fermé",
  },
  "row {row} is longer than 1 MB": {
    es: "la fila {row} ocupa más de 1 MB",
    de: "Zeile {row} ist länger als 1 MB",
    fr: "la ligne {row} dépasse 1 Mo",
  },
  "the quotes of row {row} cannot be understood: {why}": {
    es: "no se entienden las comillas de la fila {row}: {why}",
    de: "die Anführungszeichen in Zeile {row} sind nicht zu verstehen: {why}",
    fr: "les guillemets de la ligne {row} sont incompréhensibles : {why}",
  },
  "text follows a closing quote": {
    es: "hay texto después de las comillas de cierre",
    de: "nach einem schließenden Anführungszeichen folgt Text",
    fr: "du texte suit un guillemet fermant",
  },
  "there is one inside a cell, and reading it as text results in the wrong number of cells": {
    es: "hay unas dentro de una celda y, leídas como texto, el número de celdas no es correcto",
    de: "eines steht in einer Zelle, und als Text gelesen stimmt die Zahl der Zellen nicht",
    fr: "il y en a un dans une cellule et, lu comme du texte, le nombre de cellules est faux",
  },
  "the file ends in the middle of a character": {
    es: "el fichero termina en medio de un carácter",
    de: "die Datei endet mitten in einem Zeichen",
    fr: "le fichier se termine au milieu d’un caractère",
  },
  "the first non-empty line has no column names": {
    es: "la primera línea que no está vacía no tiene nombres de columnas",
    de: "die erste nicht leere Zeile enthält keine Spaltennamen",
    fr: "la première ligne non vide ne contient pas de noms de colonnes",
  },
  "this ZIP archive contains no workbook": {
    es: "este archivo ZIP no contiene ningún libro",
    de: "dieses ZIP-Archiv enthält keine Excel-Datei",
    fr: "cette archive ZIP ne contient aucun classeur",
  },
  "the sheet {value} is not a table of cells": {
    es: "la hoja {value} no es una tabla de celdas",
    de: "das Blatt {value} ist keine Tabelle mit Zellen",
    fr: "la feuille {value} n’est pas un tableau de cellules",
  },
  "no cell of the sheet {value} can be read, and it is not empty": {
    es: "no se puede leer ninguna celda de la hoja {value}, y no está vacía",
    de: "keine Zelle des Blatts {value} ist lesbar, und es ist nicht leer",
    fr: "aucune cellule de la feuille {value} n’est lisible, et elle n’est pas vide",
  },
  "all sheets are hidden: {names}": {
    es: "todas las hojas están ocultas: {names}",
    de: "alle Blätter sind ausgeblendet: {names}",
    fr: "toutes les feuilles sont masquées : {names}",
  },
  "the workbook has {n} visible sheets: {names}": {
    es: "el libro tiene {n} hojas visibles: {names}",
    de: "die Excel-Datei hat {n} sichtbare Blätter: {names}",
    fr: "le classeur a {n} feuilles visibles : {names}",
  },
  "row {row} of the sheet {value} is empty": {
    es: "la fila {row} de la hoja {value} está vacía",
    de: "Zeile {row} des Blatts {value} ist leer",
    fr: "la ligne {row} de la feuille {value} est vide",
  },
  "the sheet is too large to read from a workbook: the limit is {n} MB unpacked": {
    es: "la hoja es demasiado grande para leerla de un libro: el límite es {n} MB sin comprimir",
    de: "das Blatt ist zu groß, um aus einer Excel-Datei gelesen zu werden: Der Grenzwert ist {n} MB entpackt",
    fr: "la feuille est trop grande pour être lue depuis un classeur : la limite est de {n} Mo décompressés",
  },
  "the cells of the sheet contain more than 1 GB of text": {
    es: "las celdas de la hoja contienen más de 1 GB de texto",
    de: "die Zellen des Blatts enthalten mehr als 1 GB Text",
    fr: "les cellules de la feuille contiennent plus de 1 Go de texte",
  },
  "the workbook is truncated: bytes at its end are missing": {
    es: "el libro está incompleto: faltan bytes al final",
    de: "die Excel-Datei ist unvollständig: Am Ende fehlen Bytes",
    fr: "le classeur est incomplet : des octets manquent à la fin",
  },
  "the workbook is truncated: the directory at its end is missing": {
    es: "el libro está incompleto: falta el índice del final",
    de: "die Excel-Datei ist unvollständig: Das Verzeichnis am Ende fehlt",
    fr: "le classeur est incomplet : le répertoire de fin manque",
  },
  "the workbook is damaged: {why}": {
    es: "el libro está dañado: {why}",
    de: "die Excel-Datei ist beschädigt: {why}",
    fr: "le classeur est endommagé : {why}",
  },
  "it lacks the part {name}": {
    es: "le falta la parte {name}",
    de: "der Teil {name} fehlt",
    fr: "la partie {name} manque",
  },
  "the checksum of {name} is wrong": {
    es: "la suma de comprobación de {name} no es correcta",
    de: "die Prüfsumme von {name} stimmt nicht",
    fr: "la somme de contrôle de {name} est fausse",
  },
  "the part {name} is not where it should be": {
    es: "la parte {name} no está en su sitio",
    de: "der Teil {name} ist nicht an seinem Platz",
    fr: "la partie {name} n’est pas à sa place",
  },
  "its directory is incomplete": {
    es: "su índice está incompleto",
    de: "ihr Verzeichnis ist unvollständig",
    fr: "son répertoire est incomplet",
  },
  "its directory is not where it should be": {
    es: "su índice no está en su sitio",
    de: "ihr Verzeichnis ist nicht an seinem Platz",
    fr: "son répertoire n’est pas à sa place",
  },
  "the part {name} declares XML entities, which spreadsheet programs never do": {
    es: "la parte {name} declara entidades XML, y los programas de hojas de cálculo nunca lo hacen",
    de: "der Teil {name} deklariert XML-Entitäten, was Tabellenprogramme nie tun",
    fr: "la partie {name} déclare des entités XML, ce que les tableurs ne font jamais",
  },
  "unpacked, the workbook takes {count}; the limit is {most}": {
    es: "sin comprimir, el libro ocupa {count}; el límite es {most}",
    de: "entpackt belegt die Excel-Datei {count}; der Grenzwert ist {most}",
    fr: "décompressé, le classeur occupe {count} ; la limite est {most}",
  },
  "the workbook cannot be read within {n} MB of memory": {
    es: "el libro no se puede leer con {n} MB de memoria",
    de: "die Excel-Datei lässt sich nicht mit {n} MB Speicher lesen",
    fr: "le classeur ne peut pas être lu avec {n} Mo de mémoire",
  },
  "the workbook was not read within {n} s": {
    es: "el libro no se leyó en {n} s",
    de: "die Excel-Datei wurde nicht innerhalb von {n} s gelesen",
    fr: "le classeur n’a pas été lu en {n} s",
  },
} as const satisfies Catalogue;
