import type { Catalogue } from "../catalogue.ts";

/** Why a row, a value or a rule cannot be used. */
export const storedRows = {
  "“{quoted}”": { es: "«{quoted}»", de: "„{quoted}“", fr: "« {quoted} »" },
  "(not shown)": { es: "(no se muestra)", de: "(nicht angezeigt)", fr: "(non affichée)" },
  "the value (not shown)": { es: "el valor (no se muestra)", de: "der Wert (nicht angezeigt)", fr: "la valeur (non affichée)" },
  "Rule {rule} ({at}) cannot be decided, because {why}. None of the groups it could assign is added or removed.": {
    es: "No se puede decidir la regla {rule} ({at}), porque {why}. No se añade ni se retira ninguno de los grupos que podría asignar.",
    de: "Die Regel {rule} ({at}) lässt sich nicht entscheiden ({why}). Keine der Gruppen, die sie vergeben könnte, wird hinzugefügt oder entfernt.",
    fr: "La règle {rule} ({at}) ne peut pas être évaluée ({why}). Aucun des groupes qu’elle pourrait attribuer n’est ajouté ni retiré.",
  },
  "The service has no group `{group}` (rule {rule}, {at}).": {
    es: "El servicio no tiene ningún grupo `{group}` (regla {rule}, {at}).",
    de: "Der Dienst hat keine Gruppe `{group}` (Regel {rule}, {at}).",
    fr: "Le service n’a pas de groupe `{group}` (règle {rule}, {at}).",
  },
  "The service has more than one group `{group}`; name it by its id (rule {rule}, {at}).": {
    es: "El servicio tiene más de un grupo `{group}`; indíquelo por su identificador (regla {rule}, {at}).",
    de: "Der Dienst hat mehrere Gruppen `{group}`; geben Sie die ID an (Regel {rule}, {at}).",
    fr: "Le service a plusieurs groupes `{group}` ; indiquez son ID (règle {rule}, {at}).",
  },
  "The rules no longer assign {group}. An exception with no end date by {name} keeps the membership:": {
    es: "Las reglas ya no asignan {group}. Una excepción de {name} sin fecha de fin conserva la pertenencia:",
    de: "Das Regelwerk vergibt {group} nicht mehr. Eine Ausnahme von {name} ohne Enddatum erhält die Mitgliedschaft:",
    fr: "Les règles n’attribuent plus {group}. Une exception de {name} sans date de fin conserve l’appartenance :",
  },
  "The rules no longer assign {group}. An exception until {day} by {name} keeps the membership:": {
    es: "Las reglas ya no asignan {group}. Una excepción de {name} hasta el {day} conserva la pertenencia:",
    de: "Das Regelwerk vergibt {group} nicht mehr. Eine Ausnahme von {name} bis {day} erhält die Mitgliedschaft:",
    fr: "Les règles n’attribuent plus {group}. Une exception de {name} jusqu’au {day} conserve l’appartenance :",
  },
  "the row contains the control character U+{code}, which is not allowed in text": {
    es: "la fila contiene el carácter de control U+{code}, que no se permite en un texto",
    de: "die Zeile enthält das Steuerzeichen U+{code}, das in Text nicht erlaubt ist",
    fr: "la ligne contient le caractère de contrôle U+{code}, interdit dans un texte",
  },
  "there is a space between the delimiter and a quote, so it is unclear whether the quotes belong to the value": {
    es: "hay un espacio entre el delimitador y una comilla, así que no está claro si las comillas forman parte del valor",
    de: "zwischen Trennzeichen und Anführungszeichen steht ein Leerzeichen; daher ist unklar, ob die Anführungszeichen zum Wert gehören",
    fr: "il y a une espace entre le séparateur et un guillemet : on ne sait pas si les guillemets font partie de la valeur",
  },
  "Rows {rows} have the same key and differ: none of them is used.": {
    es: "Las filas {rows} tienen la misma clave y no coinciden: no se usa ninguna.",
    de: "Die Zeilen {rows} haben dieselbe Personalnummer und unterscheiden sich: Keine davon wird verwendet.",
    fr: "Les lignes {rows} ont le même matricule et diffèrent : aucune n’est utilisée.",
  },
  "the row ends before “{column}”": {
    es: "la fila termina antes de «{column}»",
    de: "die Zeile endet vor „{column}“",
    fr: "la ligne s’arrête avant « {column} »",
  },
  "“{column}” is blank": { es: "«{column}» está vacía", de: "„{column}“ ist leer", fr: "« {column} » est vide" },
  "“{column}” is blank: without a key it is unknown whose row this is": {
    es: "«{column}» está vacía: sin clave no se sabe de quién es la fila",
    de: "„{column}“ ist leer: Ohne Personalnummer ist unbekannt, wem die Zeile gehört",
    fr: "« {column} » est vide : sans matricule, on ne sait pas à qui appartient la ligne",
  },
  "“{column}” has more than {n} characters, more than any key: it is unknown whose row this is": {
    es: "«{column}» tiene más de {n} caracteres, más que cualquier clave: no se sabe de quién es la fila",
    de: "„{column}“ hat mehr als {n} Zeichen, mehr als jede Personalnummer: Es ist unbekannt, wem die Zeile gehört",
    fr: "« {column} » compte plus de {n} caractères, plus que tout matricule : on ne sait pas à qui appartient la ligne",
  },
  "“{column}” is “{name}”, a number that a spreadsheet shortened: format the column as text and export the file again": {
    es: "«{column}» es «{name}», un número que una hoja de cálculo abrevió: dé formato de texto a la columna y exporte el fichero de nuevo",
    de: "„{column}“ ist „{name}“, eine Zahl, die ein Tabellenprogramm gekürzt hat: Formatieren Sie die Spalte als Text, und exportieren Sie die Datei neu",
    fr: "« {column} » vaut « {name} », un nombre qu’un tableur a abrégé : mettez la colonne au format texte et exportez de nouveau le fichier",
  },
  "“{column}” is “{name}”, and other keys of the file look the same: a spreadsheet may have shortened numbers. Format the column as text and export the file again.":
    {
      es: "«{column}» es «{name}», y otras claves del fichero se parecen: una hoja de cálculo puede haber abreviado números. Dé formato de texto a la columna y exporte el fichero de nuevo.",
      de: "„{column}“ ist „{name}“, und andere Personalnummern der Datei sehen genauso aus: Ein Tabellenprogramm hat vielleicht Zahlen gekürzt. Formatieren Sie die Spalte als Text, und exportieren Sie die Datei neu.",
      fr: "« {column} » vaut « {name} », et d’autres matricules du fichier y ressemblent : un tableur a peut-être abrégé des nombres. Mettez la colonne au format texte et exportez de nouveau le fichier.",
    },
  "“{column}” is “{name}”, which is no key: it is unknown whose row this is": {
    es: "«{column}» es «{name}», que no es una clave: no se sabe de quién es la fila",
    de: "„{column}“ ist „{name}“, was keine Personalnummer ist: Es ist unbekannt, wem die Zeile gehört",
    fr: "« {column} » vaut « {name} », qui n’est pas un matricule : on ne sait pas à qui appartient la ligne",
  },
  "“{column}” shows the error {name} instead of a value": {
    es: "«{column}» muestra el error {name} en lugar de un valor",
    de: "„{column}“ zeigt den Fehler {name} statt eines Werts",
    fr: "« {column} » affiche l’erreur {name} au lieu d’une valeur",
  },
  "“{column}” has letters that were lost (\u{FFFD}): export the file again in UTF-8": {
    es: "«{column}» tiene letras que se perdieron (\u{FFFD}): exporte el fichero de nuevo en UTF-8",
    de: "„{column}“ enthält verlorene Buchstaben (\u{FFFD}): Exportieren Sie die Datei neu in UTF-8",
    fr: "« {column} » contient des lettres perdues (\u{FFFD}) : exportez de nouveau le fichier en UTF-8",
  },
  "{value} in “{column}” is an error, and not a value": {
    es: "{value} en «{column}» es un error y no un valor",
    de: "{value} in „{column}“ ist ein Fehler und kein Wert",
    fr: "{value} dans « {column} » est une erreur et non une valeur",
  },
  "{value} in “{column}” means that there is no value": {
    es: "{value} en «{column}» significa que no hay valor",
    de: "{value} in „{column}“ bedeutet, dass es keinen Wert gibt",
    fr: "{value} dans « {column} » signifie qu’il n’y a pas de valeur",
  },
  "“{column}” is “{name}” in several rows, which usually means that the value is missing. It is sent as it is, but is never part of a group’s name.":
    {
      es: "«{column}» es «{name}» en varias filas, lo que suele significar que falta el valor. Se envía tal cual, pero nunca forma parte del nombre de un grupo.",
      de: "„{column}“ ist in mehreren Zeilen „{name}“, was meist bedeutet, dass der Wert fehlt. Er wird so gesendet, ist aber nie Teil eines Gruppennamens.",
      fr: "« {column} » vaut « {name} » sur plusieurs lignes, ce qui signifie en général que la valeur manque. Elle est envoyée telle quelle, mais ne fait jamais partie du nom d’un groupe.",
    },
  "“{column}” has values that are wrapped to keep them as text, such as {example}. They are read without that.": {
    es: "«{column}» tiene valores envueltos para que sigan siendo texto, como {example}. Se leen sin eso.",
    de: "„{column}“ hat Werte, die zum Schutz als Text umhüllt sind, etwa {example}. Die Umhüllung wird beim Lesen entfernt.",
    fr: "« {column} » contient des valeurs encadrées pour rester du texte, telles que {example}. Elles sont lues sans cela.",
  },
  "“{column}” is blank or unknown in a row of this key (rows {rows}), so it is unknown which row counts: none of them is used.": {
    es: "«{column}» está vacía o es desconocida en una fila de esta clave (filas {rows}), así que no se sabe qué fila cuenta: no se usa ninguna.",
    de: "„{column}“ ist in einer Zeile dieser Personalnummer leer oder unbekannt (Zeilen {rows}); daher ist unbekannt, welche Zeile zählt: Keine davon wird verwendet.",
    fr: "« {column} » est vide ou inconnue sur une ligne de ce matricule (lignes {rows}) : on ne sait pas quelle ligne compte, aucune n’est utilisée.",
  },
  "No row of this key (rows {rows}) has one of the values of `source.rows.keep` in “{column}”: none of them is used.": {
    es: "Ninguna fila de esta clave (filas {rows}) tiene en «{column}» uno de los valores de `source.rows.keep`: no se usa ninguna.",
    de: "Keine Zeile dieser Personalnummer (Zeilen {rows}) hat in „{column}“ einen der Werte von `source.rows.keep`: Keine davon wird verwendet.",
    fr: "Aucune ligne de ce matricule (lignes {rows}) n’a dans « {column} » une des valeurs de `source.rows.keep` : aucune n’est utilisée.",
  },
  "The row below the header looks like an example, not like a person. It is left out.": {
    es: "La fila debajo del encabezado parece un ejemplo, no una persona. Se omite.",
    de: "Die Zeile unter der Kopfzeile sieht wie ein Beispiel aus, nicht wie eine Person. Sie wird ausgelassen.",
    fr: "La ligne sous l’en-tête semble être un exemple, non une personne. Elle est laissée de côté.",
  },
  "These rows are left out: another row of the person has one of the values of `source.rows.keep` in “{column}”.": {
    es: "Estas filas se omiten: otra fila de la persona tiene en «{column}» uno de los valores de `source.rows.keep`.",
    de: "Diese Zeilen werden ausgelassen: Eine andere Zeile der Person hat in „{column}“ einen der Werte von `source.rows.keep`.",
    fr: "Ces lignes sont laissées de côté : une autre ligne de la personne a dans « {column} » une des valeurs de `source.rows.keep`.",
  },
  "{field} is required: {why}": {
    es: "{field} es obligatorio: {why}",
    de: "{field} ist erforderlich: {why}",
    fr: "{field} est obligatoire : {why}",
  },
  "{field}: {why}; the field is left as it is": {
    es: "{field}: {why}; el campo queda como está",
    de: "{field}: {why}; das Feld bleibt, wie es ist",
    fr: "{field} : {why} ; le champ reste tel quel",
  },
  "active: {why}; the person's status is left as it is": {
    es: "active: {why}; el estado de la persona queda como está",
    de: "active: {why}; der Status der Person bleibt, wie er ist",
    fr: "active : {why} ; le statut de la personne reste tel quel",
  },
  "{field} is required: “{column}” is missing: the row is too short": {
    es: "{field} es obligatorio: falta «{column}», porque la fila es demasiado corta",
    de: "{field} ist erforderlich: „{column}“ fehlt, weil die Zeile zu kurz ist",
    fr: "{field} est obligatoire : « {column} » manque, car la ligne est trop courte",
  },
  "{field} is required: “{column}” is blank": {
    es: "{field} es obligatorio: «{column}» está vacía",
    de: "{field} ist erforderlich: „{column}“ ist leer",
    fr: "{field} est obligatoire : « {column} » est vide",
  },
  "{field} is required: the expression cannot be decided, because {why}": {
    es: "{field} es obligatorio: no se puede decidir la expresión, porque {why}",
    de: "{field} ist erforderlich: Der Ausdruck lässt sich nicht entscheiden ({why})",
    fr: "{field} est obligatoire : l’expression ne peut pas être évaluée ({why})",
  },
  "{field} is required: the pattern “{name}” cannot be filled, because {why}": {
    es: "{field} es obligatorio: no se puede rellenar el patrón «{name}», porque {why}",
    de: "{field} ist erforderlich: Das Muster „{name}“ lässt sich nicht füllen ({why})",
    fr: "{field} est obligatoire : le modèle « {name} » ne peut pas être rempli ({why})",
  },
  "{field} is required: the pattern “{name}” gives no letter or digit": {
    es: "{field} es obligatorio: el patrón «{name}» no da ninguna letra ni cifra",
    de: "{field} ist erforderlich: Das Muster „{name}“ ergibt weder Buchstaben noch Ziffern",
    fr: "{field} est obligatoire : le modèle « {name} » ne donne ni lettre ni chiffre",
  },
  "{field}: the expression cannot be decided, because {why}; the field is left as it is": {
    es: "{field}: no se puede decidir la expresión, porque {why}; el campo se deja como está",
    de: "{field}: Der Ausdruck lässt sich nicht entscheiden ({why}); das Feld bleibt, wie es ist",
    fr: "{field} : l’expression ne peut pas être évaluée ({why}) ; le champ reste tel quel",
  },
  "{field} is required: it has no value": {
    es: "{field} es obligatorio: no tiene valor",
    de: "{field} ist erforderlich: Es gibt keinen Wert",
    fr: "{field} est obligatoire : il n’y a pas de valeur",
  },
  "{field}: {value} is not an e-mail address": {
    es: "{field}: {value} no es una dirección de correo",
    de: "{field}: {value} ist keine E-Mail-Adresse",
    fr: "{field} : {value} n’est pas une adresse e-mail",
  },
  "{field}: {value} has an invisible character": {
    es: "{field}: {value} tiene un carácter invisible",
    de: "{field}: {value} enthält ein unsichtbares Zeichen",
    fr: "{field} : {value} contient un caractère invisible",
  },
  "{field}: {value} is neither m nor f": {
    es: "{field}: {value} no es m ni f",
    de: "{field}: {value} ist weder m noch f",
    fr: "{field} : {value} n’est ni m ni f",
  },
  "{field}: {value} is not an id (uuid)": {
    es: "{field}: {value} no es un identificador (uuid)",
    de: "{field}: {value} ist keine ID (UUID)",
    fr: "{field} : {value} n’est pas un identifiant (uuid)",
  },
  "{field}: {value} is not a phone number": {
    es: "{field}: {value} no es un número de teléfono",
    de: "{field}: {value} ist keine Telefonnummer",
    fr: "{field} : {value} n’est pas un numéro de téléphone",
  },
  "{field}: {value} is not a date in the format {format}": {
    es: "{field}: {value} no es una fecha con el formato {format}",
    de: "{field}: {value} ist kein Datum im Format {format}",
    fr: "{field} : {value} n’est pas une date au format {format}",
  },
  "{field}: {value} is not listed under `values` in the mapping": {
    es: "{field}: {value} no figura en `values` de las reglas",
    de: "{field}: {value} steht im Regelwerk nicht unter `values`",
    fr: "{field} : {value} ne figure pas sous `values` dans les règles",
  },
  "{field}: {value} is not listed under `values` in the mapping; the field is left as it is": {
    es: "{field}: {value} no figura en `values` de las reglas; el campo queda como está",
    de: "{field}: {value} steht im Regelwerk nicht unter `values`; das Feld bleibt, wie es ist",
    fr: "{field} : {value} ne figure pas sous `values` dans les règles ; le champ reste tel quel",
  },
  "{field}: the value has more than {n} characters": {
    es: "{field}: el valor tiene más de {n} caracteres",
    de: "{field}: Der Wert hat mehr als {n} Zeichen",
    fr: "{field} : la valeur compte plus de {n} caractères",
  },
  "{field}: “{column}” comes from {n} rows with different values, but only one value is allowed": {
    es: "{field}: «{column}» procede de {n} filas con valores distintos, pero solo se permite un valor",
    de: "{field}: „{column}“ stammt aus {n} Zeilen mit verschiedenen Werten, aber nur ein Wert ist erlaubt",
    fr: "{field} : « {column} » provient de {n} lignes dont les valeurs diffèrent, mais une seule est permise",
  },
  "{value} is not listed under `values` in the mapping": {
    es: "{value} no figura en `values` de las reglas",
    de: "{value} steht im Regelwerk nicht unter `values`",
    fr: "{value} ne figure pas sous `values` dans les règles",
  },
  "{value} in “{column}” is not one of its values": {
    es: "{value} en «{column}» no es uno de sus valores",
    de: "{value} in „{column}“ gehört nicht zu ihren Werten",
    fr: "{value} dans « {column} » n’est pas une de ses valeurs",
  },
  "{value} in “{column}” is not a whole number": {
    es: "{value} en «{column}» no es un número entero",
    de: "{value} in „{column}“ ist keine ganze Zahl",
    fr: "{value} dans « {column} » n’est pas un nombre entier",
  },
  "{value} in “{column}” is not a number": {
    es: "{value} en «{column}» no es un número",
    de: "{value} in „{column}“ ist keine Zahl",
    fr: "{value} dans « {column} » n’est pas un nombre",
  },
  "{value} in “{column}” cannot be used": {
    es: "{value} en «{column}» no se puede usar",
    de: "{value} in „{column}“ ist unbrauchbar",
    fr: "{value} dans « {column} » est inutilisable",
  },
  "Nothing is sent, and the memberships stay.": {
    es: "No se envía nada, y las pertenencias se mantienen.",
    de: "Es wird nichts gesendet, und die Mitgliedschaften bleiben.",
    fr: "Rien n’est envoyé, et les appartenances restent.",
  },
  "{value} in “{column}” is not a date in the format {format}": {
    es: "{value} en «{column}» no es una fecha con el formato {format}",
    de: "{value} in „{column}“ ist kein Datum im Format {format}",
    fr: "{value} dans « {column} » n’est pas une date au format {format}",
  },
} as const satisfies Catalogue;
