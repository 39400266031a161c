import type { Catalogue } from "../catalogue.ts";

/** Scope, dates, pilots and managers. */
export const storedWhoAndWhen = {
  "Missing from the file, but kept active: {count}. A row under a new key, out of scope or not due yet, has one of their names. If it is theirs, link the new key to their account.":
    {
      es: "No están en el fichero, pero siguen activas: {count}. Una fila con una clave nueva, fuera del alcance o aún sin fecha efectiva, tiene uno de sus nombres. Si es suya, vincule la clave nueva a su cuenta.",
      de: "Fehlen in der Datei, bleiben aber aktiv: {count}. Eine Zeile mit neuer Personalnummer, außerhalb des Geltungsbereichs oder noch nicht fällig, hat einen ihrer Namen. Wenn es ihre ist, verknüpfen Sie die neue Personalnummer mit dem Konto.",
      fr: "Absentes du fichier, mais toujours actives : {count}. Une ligne sous un nouveau matricule, hors périmètre ou pas encore à date, porte un de leurs noms. Si c’est la leur, associez le nouveau matricule à leur compte.",
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
  "{field} is required: the pattern “{pattern}” cannot be filled, because {why}": {
    es: "{field} es obligatorio: no se puede rellenar el patrón «{pattern}», porque {why}",
    de: "{field} ist erforderlich: Das Muster „{pattern}“ lässt sich nicht füllen ({why})",
    fr: "{field} est obligatoire : le modèle « {pattern} » ne peut pas être rempli ({why})",
  },
  "{field} is required: the pattern “{pattern}” gives no letter or digit": {
    es: "{field} es obligatorio: el patrón «{pattern}» no da ninguna letra ni cifra",
    de: "{field} ist erforderlich: Das Muster „{pattern}“ ergibt weder Buchstaben noch Ziffern",
    fr: "{field} est obligatoire : le modèle « {pattern} » ne donne ni lettre ni chiffre",
  },
  "{field}: the expression cannot be decided, because {why}; the field is left as it is": {
    es: "{field}: no se puede decidir la expresión, porque {why}; el campo se deja como está",
    de: "{field}: Der Ausdruck lässt sich nicht entscheiden ({why}); das Feld bleibt, wie es ist",
    fr: "{field} : l’expression ne peut pas être évaluée ({why}) ; le champ reste tel quel",
  },
  "{field}: all {n} usernames of the mapping ({at}) belong to others, from “{first}” to “{last}”": {
    es: "{field}: los {n} nombres de usuario de las reglas ({at}) son de otros, de «{first}» a «{last}»",
    de: "{field}: Alle {n} Benutzernamen des Regelwerks ({at}) gehören anderen, von „{first}“ bis „{last}“",
    fr: "{field} : les {n} identifiants des règles ({at}) appartiennent à d’autres, de « {first} » à « {last} »",
  },
  "The username “{name}” belongs to key {key}, so “{other}” is used.": {
    es: "El nombre de usuario «{name}» es de la clave {key}, así que se usa «{other}».",
    de: "Der Benutzername „{name}“ gehört zur Personalnummer {key}, daher wird „{other}“ verwendet.",
    fr: "L’identifiant « {name} » appartient au matricule {key} ; « {other} » est donc utilisé.",
  },
  "The username “{name}” belongs to a person who was erased, so “{other}” is used.": {
    es: "El nombre de usuario «{name}» fue de una persona cuyos datos se borraron, así que se usa «{other}».",
    de: "Der Benutzername „{name}“ gehörte einer Person, deren Daten gelöscht wurden, daher wird „{other}“ verwendet.",
    fr: "L’identifiant « {name} » appartenait à une personne dont les données ont été effacées ; « {other} » est donc utilisé.",
  },
  "The service refused the username “{name}” as taken, so “{other}” is used.": {
    es: "El servicio rechazó el nombre de usuario «{name}» por estar ocupado, así que se usa «{other}».",
    de: "Der Dienst hat den Benutzernamen „{name}“ als vergeben abgelehnt, daher wird „{other}“ verwendet.",
    fr: "Le service a refusé l’identifiant « {name} », déjà pris ; « {other} » est donc utilisé.",
  },
  "only a new account gets a username": {
    es: "solo una cuenta nueva recibe un nombre de usuario",
    de: "nur ein neues Konto bekommt einen Benutzernamen",
    fr: "seul un nouveau compte reçoit un identifiant",
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
  "active: {why}; the person's status is left as it is": {
    es: "active: {why}; el estado de la persona queda como está",
    de: "active: {why}; der Status der Person bleibt, wie er ist",
    fr: "active : {why} ; le statut de la personne reste tel quel",
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
  "Missing from the file, but kept active: {count}. A row under a new key, out of scope, not due yet or not in the pilot, has one of their names. If it is theirs, link the new key to their account.":
    {
      es: "No están en el fichero, pero siguen activas: {count}. Una fila con una clave nueva, fuera del alcance, aún sin fecha efectiva o fuera del piloto, tiene uno de sus nombres. Si es suya, vincule la clave nueva a su cuenta.",
      de: "Fehlen in der Datei, bleiben aber aktiv: {count}. Eine Zeile mit neuer Personalnummer, außerhalb des Geltungsbereichs, noch nicht fällig oder nicht im Pilotlauf, hat einen ihrer Namen. Wenn es ihre ist, verknüpfen Sie die neue Personalnummer mit dem Konto.",
      fr: "Absentes du fichier, mais toujours actives : {count}. Une ligne sous un nouveau matricule, hors périmètre, pas encore à date ou hors pilote, porte un de leurs noms. Si c’est la leur, associez le nouveau matricule à leur compte.",
    },
  "It is not known who manages these people, so it is unknown who has no reports: nobody stops being a manager.": {
    es: "No se sabe quién es responsable de estas personas, así que no se sabe quién no tiene equipo: nadie deja de ser responsable.",
    de: "Es ist nicht bekannt, wer diese Personen führt, also auch nicht, wer niemanden führt: Niemand verliert dadurch die Rolle als Führungskraft.",
    fr: "On ne sait pas qui encadre ces personnes, donc pas non plus qui n’encadre personne : personne ne cesse d’être responsable.",
  },
  "The manager of these people is in no row of the file.": {
    es: "El responsable de estas personas no está en ninguna fila del fichero.",
    de: "Die Führungskraft dieser Personen steht in keiner Zeile der Datei.",
    fr: "Le responsable de ces personnes n’est dans aucune ligne du fichier.",
  },
  "These people are their own manager, directly or through others.": {
    es: "Estas personas son su propio responsable, directamente o a través de otras.",
    de: "Diese Personen sind ihre eigene Führungskraft, direkt oder über andere.",
    fr: "Ces personnes sont leur propre responsable, directement ou par d’autres.",
  },
  "it is not known whether anyone reports to the person": {
    es: "no se sabe si alguien depende de la persona",
    de: "es ist nicht bekannt, ob die Person jemanden führt",
    fr: "on ne sait pas si la personne encadre quelqu’un",
  },
  "The pilot ({at}) cannot be decided, because {why}. The person is not in the pilot, and nothing is sent.": {
    es: "El piloto ({at}) no se puede decidir, porque {why}. La persona no está en el piloto, y no se envía nada.",
    de: "Der Pilotlauf ({at}) ist nicht entscheidbar, weil gilt: {why}. Die Person ist nicht im Pilotlauf, und es wird nichts gesendet.",
    fr: "Le pilote ({at}) est indécidable, car {why}. La personne n’est pas dans le pilote, et rien n’est envoyé.",
  },
  "Rule {rule} of `scope` ({at}) cannot be decided, because {why}. Nothing is sent for the person.": {
    es: "La regla {rule} de `scope` ({at}) no se puede decidir, porque {why}. No se envía nada para la persona.",
    de: "Die Regel {rule} von `scope` ({at}) ist nicht entscheidbar, weil gilt: {why}. Für die Person wird nichts gesendet.",
    fr: "La règle {rule} de `scope` ({at}) est indécidable, car {why}. Rien n’est envoyé pour la personne.",
  },
  "Out of scope by rule {rule} ({at}). Nothing is sent, and the memberships stay.": {
    es: "Fuera del alcance por la regla {rule} ({at}). No se envía nada, y las pertenencias se mantienen.",
    de: "Außerhalb des Geltungsbereichs nach Regel {rule} ({at}). Es wird nichts gesendet, und die Mitgliedschaften bleiben.",
    fr: "Hors périmètre d’après la règle {rule} ({at}). Rien n’est envoyé, et les appartenances restent.",
  },
  "Left the scope by rule {rule} ({at}), because the mapping changed. They have an account.": {
    es: "Salieron del alcance por la regla {rule} ({at}), porque cambiaron las reglas. Tienen una cuenta.",
    de: "Haben den Geltungsbereich nach Regel {rule} ({at}) verlassen, weil sich das Regelwerk geändert hat. Sie haben ein Konto.",
    fr: "Ont quitté le périmètre d’après la règle {rule} ({at}), car les règles ont changé. Ces personnes ont un compte.",
  },
  "Left the scope by rule {rule} ({at}), because their rows changed. They have an account.": {
    es: "Salieron del alcance por la regla {rule} ({at}), porque sus filas cambiaron. Tienen una cuenta.",
    de: "Haben den Geltungsbereich nach Regel {rule} ({at}) verlassen, weil sich ihre Zeilen geändert haben. Sie haben ein Konto.",
    fr: "Ont quitté le périmètre d’après la règle {rule} ({at}), car leurs lignes ont changé. Ces personnes ont un compte.",
  },
  "The person is out of scope by rule {rule} ({at}).": {
    es: "La persona está fuera del alcance por la regla {rule} ({at}).",
    de: "Die Person ist nach Regel {rule} ({at}) außerhalb des Geltungsbereichs.",
    fr: "La personne est hors périmètre d’après la règle {rule} ({at}).",
  },
  "Nothing is sent, and the memberships stay.": {
    es: "No se envía nada, y las pertenencias se mantienen.",
    de: "Es wird nichts gesendet, und die Mitgliedschaften bleiben.",
    fr: "Rien n’est envoyé, et les appartenances restent.",
  },
  "The person is out of scope by rule {rule} ({at}), and `scope.leaves` is `deactivate`.": {
    es: "La persona está fuera del alcance por la regla {rule} ({at}), y `scope.leaves` es `deactivate`.",
    de: "Die Person ist nach Regel {rule} ({at}) außerhalb des Geltungsbereichs, und `scope.leaves` ist `deactivate`.",
    fr: "La personne est hors périmètre d’après la règle {rule} ({at}), et `scope.leaves` vaut `deactivate`.",
  },
  "The dates of `active` ({at}) cannot be used, because {why}. Nothing is sent for the person.": {
    es: "Las fechas de `active` ({at}) no se pueden usar, porque {why}. No se envía nada para la persona.",
    de: "Die Daten von `active` ({at}) sind nicht verwendbar, weil gilt: {why}. Für die Person wird nichts gesendet.",
    fr: "Les dates de `active` ({at}) sont inutilisables, car {why}. Rien n’est envoyé pour la personne.",
  },
  "“{column}” is before “{other}”": {
    es: "«{column}» es anterior a «{other}»",
    de: "„{column}“ liegt vor „{other}“",
    fr: "« {column} » est antérieure à « {other} »",
  },
  "“{column}” is more than two years away": {
    es: "«{column}» queda a más de dos años",
    de: "„{column}“ liegt mehr als zwei Jahre in der Zukunft",
    fr: "« {column} » est dans plus de deux ans",
  },
  "{value} in “{column}” is not a date in the format {format}": {
    es: "{value} en «{column}» no es una fecha con el formato {format}",
    de: "{value} in „{column}“ ist kein Datum im Format {format}",
    fr: "{value} dans « {column} » n’est pas une date au format {format}",
  },
  "The person joins on {day} (`active.from`, {at}). Until then, no account is created, and nothing is sent.": {
    es: "La persona se incorpora el {day} (`active.from`, {at}). Hasta entonces no se crea ninguna cuenta ni se envía nada.",
    de: "Die Person tritt am {day} ein (`active.from`, {at}). Bis dahin wird kein Konto angelegt und nichts gesendet.",
    fr: "La personne arrive le {day} (`active.from`, {at}). D’ici là, aucun compte n’est créé et rien n’est envoyé.",
  },
  "The person has left, but the account stays active until {day} (`active.until`, {at}). Nothing is sent before.": {
    es: "La persona se ha ido, pero la cuenta sigue activa hasta el {day} (`active.until`, {at}). Antes no se envía nada.",
    de: "Die Person ist ausgetreten, aber das Konto bleibt bis {day} aktiv (`active.until`, {at}). Vorher wird nichts gesendet.",
    fr: "La personne est partie, mais le compte reste actif jusqu’au {day} (`active.until`, {at}). Rien n’est envoyé avant.",
  },
  "Join on {day}, by `active.from`.": {
    es: "Se incorporan el {day}, según `active.from`.",
    de: "Treten am {day} ein, nach `active.from`.",
    fr: "Arrivent le {day}, d’après `active.from`.",
  },
  "Leave on {day}, by `active.until`.": {
    es: "Se van el {day}, según `active.until`.",
    de: "Treten am {day} aus, nach `active.until`.",
    fr: "Partent le {day}, d’après `active.until`.",
  },
} as const satisfies Catalogue;
