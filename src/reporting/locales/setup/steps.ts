import type { Catalogue } from "../catalogue.ts";

/** Texts of setting up a job, part 5: what a step still needs, the first rows, missing groups. */
export const setupSteps = {
  "The first rows of the file": {
    es: "Las primeras filas del fichero",
    de: "Die ersten Zeilen der Datei",
    fr: "Les premières lignes du fichier",
  },
  Cells: { es: "Celdas", de: "Zellen", fr: "Cellules" },
  "Column names": { es: "Nombres de columna", de: "Spaltennamen", fr: "Noms de colonnes" },
  "and {n} more": { es: "y {n} más", de: "und {n} weitere", fr: "et {n} de plus" },
  "In use": { es: "En uso", de: "Verwendet", fr: "Utilisée" },
  "Looks like it: use row {row}": {
    es: "Lo parece: usar la fila {row}",
    de: "Sieht danach aus: Zeile {row} verwenden",
    fr: "Cela y ressemble : utiliser la ligne {row}",
  },
  "Use row {row}": { es: "Usar la fila {row}", de: "Zeile {row} verwenden", fr: "Utiliser la ligne {row}" },
  "These answers do not fit the new file. Rollcall asks for them again; all others are kept.": {
    es: "Estas respuestas no encajan con el nuevo fichero. Rollcall vuelve a preguntarlas; las demás se conservan.",
    de: "Diese Antworten passen nicht zur neuen Datei. Rollcall fragt noch einmal danach; alle anderen bleiben erhalten.",
    fr: "Ces réponses ne correspondent pas au nouveau fichier. Rollcall les redemande ; toutes les autres sont conservées.",
  },
  "Answers that fit the new file are kept.": {
    es: "Se conservan las respuestas que encajan con el nuevo fichero.",
    de: "Antworten, die zur neuen Datei passen, bleiben erhalten.",
    fr: "Les réponses qui correspondent au nouveau fichier sont conservées.",
  },
  "This setup was finished or discarded, or is older than seven days.": {
    es: "Esta configuración se terminó o se descartó, o tiene más de siete días.",
    de: "Diese Einrichtung wurde abgeschlossen oder verworfen, oder sie ist älter als sieben Tage.",
    fr: "Cette configuration a été terminée ou abandonnée, ou date de plus de sept jours.",
  },
  "Format of the dates": { es: "Formato de las fechas", de: "Format der Datumsangaben", fr: "Format des dates" },
  "Rule for groups": { es: "Regla de grupos", de: "Gruppenregel", fr: "Règle de groupes" },
  "{n, plural, one {One answer is} other {# answers are}} still needed before you can continue:": {
    es: "{n, plural, one {Falta una respuesta} other {Faltan # respuestas}} para poder continuar:",
    de: "{n, plural, one {Eine Antwort fehlt} other {# Antworten fehlen}} noch, bevor es weitergeht:",
    fr: "{n, plural, one {Il manque une réponse} other {Il manque # réponses}} pour pouvoir continuer :",
  },
  "{value}: active or left? ({people})": {
    es: "{value}: ¿activo o de baja? ({people})",
    de: "{value}: aktiv oder ausgetreten? ({people})",
    fr: "{value} : actif ou parti ? ({people})",
  },
  "Discard this setup": { es: "Descartar esta configuración", de: "Diese Einrichtung verwerfen", fr: "Abandonner cette configuration" },
  "The sample and all answers for {job} are deleted. This cannot be undone.": {
    es: "Se eliminan la muestra y todas las respuestas de {job}. No se puede deshacer.",
    de: "Die Beispieldatei und alle Antworten für {job} werden gelöscht. Das lässt sich nicht rückgängig machen.",
    fr: "L’échantillon et toutes les réponses pour {job} sont supprimés. C’est irréversible.",
  },
  "Discard the setup and its sample": {
    es: "Descartar la configuración y su muestra",
    de: "Einrichtung mit Beispieldatei verwerfen",
    fr: "Abandonner la configuration et son échantillon",
  },
  "({n} with a past leaving date)": {
    es: "({n} con fecha de baja pasada)",
    de: "({n} mit vergangenem Austrittsdatum)",
    fr: "({n} avec une date de départ passée)",
  },
  "Leaving date: see the step “Who has left?”": {
    es: "Fecha de baja: véase el paso «¿Quién ha causado baja?»",
    de: "Austrittsdatum: siehe den Schritt „Wer ist ausgetreten?“",
    fr: "Date de départ : voir l’étape « Qui est parti ? »",
  },
  "{column}: a date, see above": {
    es: "{column}: es una fecha, véase arriba",
    de: "{column}: ein Datum, siehe oben",
    fr: "{column} : une date, voir plus haut",
  },
  "{column} has leaving dates. Rollcall cannot tell from a date who has left: it needs a status.": {
    es: "{column} contiene fechas de baja. Rollcall no puede saber por una fecha quién ha causado baja: necesita un estado.",
    de: "{column} enthält Austrittsdaten. Rollcall kann an einem Datum nicht erkennen, wer ausgetreten ist: Es braucht einen Status.",
    fr: "{column} contient des dates de départ. Rollcall ne peut pas savoir d’après une date qui est parti : il lui faut un statut.",
  },
  "{column} has leaving dates. The status decides who has left, not the date.": {
    es: "{column} contiene fechas de baja. Quién ha causado baja lo decide el estado, no la fecha.",
    de: "{column} enthält Austrittsdaten. Wer ausgetreten ist, entscheidet der Status, nicht das Datum.",
    fr: "{column} contient des dates de départ. C’est le statut qui décide qui est parti, pas la date.",
  },
  "{n, plural, one {# person has} other {# people have}} a leaving date in the past.": {
    es: "{n, plural, one {# persona tiene} other {# personas tienen}} una fecha de baja ya pasada.",
    de: "{n, plural, one {Bei # Person liegt} other {Bei # Personen liegt}} das Austrittsdatum in der Vergangenheit.",
    fr: "{n, plural, one {# personne a} other {# personnes ont}} une date de départ déjà passée.",
  },
  "If another column shows a status, such as active and left, choose it below.": {
    es: "Si otra columna indica un estado, como activo y de baja, elíjala abajo.",
    de: "Wenn eine andere Spalte einen Status zeigt, etwa aktiv und ausgetreten, wählen Sie diese unten aus.",
    fr: "Si une autre colonne indique un statut, par exemple actif et parti, choisissez-la ci-dessous.",
  },
  "Or let the HR system export such a status beside the date, and <link>upload the new file</link>. Your answers are kept.": {
    es: "O haga que el sistema de RR. HH. exporte ese estado junto a la fecha y <link>suba el nuevo fichero</link>. Sus respuestas se conservan.",
    de: "Oder lassen Sie das HR-System neben dem Datum einen solchen Status exportieren, und <link>laden Sie die neue Datei hoch</link>. Ihre Antworten bleiben erhalten.",
    fr: "Ou faites exporter ce statut par le système RH à côté de la date, puis <link>importez le nouveau fichier</link>. Vos réponses sont conservées.",
  },
  "Or let it leave out people who have left, and choose “No column”. Each run then reports who is no longer in the file.": {
    es: "O haga que omita a quienes han causado baja y elija «Ninguna columna». Cada ejecución informa entonces de quién ya no está en el fichero.",
    de: "Oder lassen Sie es Ausgetretene weglassen, und wählen Sie „Keine Spalte“. Jeder Abgleich meldet dann, wer nicht mehr in der Datei steht.",
    fr: "Ou faites-lui omettre les personnes parties, et choisissez « Aucune colonne ». Chaque synchronisation signale alors qui n’est plus dans le fichier.",
  },
  "As the file is now, “No column” would give these people accounts.": {
    es: "Con el fichero actual, «Ninguna columna» daría cuentas a estas personas.",
    de: "Mit der jetzigen Datei bekämen diese Personen bei „Keine Spalte“ Konten.",
    fr: "Avec le fichier actuel, « Aucune colonne » donnerait des comptes à ces personnes.",
  },
  "<link>{n, plural, one {# group is} other {# groups are}} missing</link> in the learning service, and {people, plural, one {# membership waits} other {# memberships wait}} for them.":
    {
      es: "<link>{n, plural, one {Falta # grupo} other {Faltan # grupos}}</link> en el servicio de formación, y {people, plural, one {# pertenencia espera} other {# pertenencias esperan}} a que existan.",
      de: "Im Lerndienst <link>{n, plural, one {fehlt # Gruppe} other {fehlen # Gruppen}}</link>, und {people, plural, one {# Mitgliedschaft wartet} other {# Mitgliedschaften warten}} darauf.",
      fr: "<link>{n, plural, one {Il manque # groupe} other {Il manque # groupes}}</link> dans le service de formation, et {people, plural, one {# appartenance attend} other {# appartenances attendent}}.",
    },
  "Download the list instead": { es: "Descargue la lista", de: "Bitte die Liste herunterladen", fr: "Téléchargez la liste" },
  "Copy the list": { es: "Copiar la lista", de: "Liste kopieren", fr: "Copier la liste" },
  "Save, and read the groups of the service again": {
    es: "Guardar y volver a leer los grupos del servicio",
    de: "Speichern und Gruppen des Dienstes neu lesen",
    fr: "Enregistrer et relire les groupes du service",
  },
  "You can continue: the groups may be created later, and the next run then adds the people.": {
    es: "Puede continuar: los grupos se pueden crear más tarde, y la siguiente ejecución añade entonces a las personas.",
    de: "Sie können weitermachen: Die Gruppen dürfen später angelegt werden. Der nächste Abgleich fügt die Personen dann hinzu.",
    fr: "Vous pouvez continuer : les groupes peuvent être créés plus tard, et la synchronisation suivante ajoute alors les personnes.",
  },
  "Active people": { es: "Personas activas", de: "Aktive Personen", fr: "Personnes actives" },
  "People who have left": { es: "Personas que han causado baja", de: "Ausgetretene Personen", fr: "Personnes parties" },
  "Status unknown: no account": {
    es: "Estado desconocido: sin cuenta",
    de: "Status unbekannt: kein Konto",
    fr: "Statut inconnu : pas de compte",
  },
  "Rows that repeat another one": { es: "Filas repetidas", de: "Doppelte Zeilen", fr: "Lignes en double" },
  "Rows with the same key differ": {
    es: "Filas con la misma clave son distintas",
    de: "Zeilen mit derselben Personalnummer unterscheiden sich",
    fr: "Des lignes de même matricule diffèrent",
  },
  "Several people have the same username": {
    es: "Varias personas tienen el mismo usuario",
    de: "Mehrere Personen haben denselben Benutzernamen",
    fr: "Plusieurs personnes ont le même identifiant",
  },
  "Several people have the same e-mail address": {
    es: "Varias personas tienen la misma dirección de correo",
    de: "Mehrere Personen haben dieselbe E-Mail-Adresse",
    fr: "Plusieurs personnes ont la même adresse e-mail",
  },
  "The value is no e-mail address": {
    es: "El valor no es una dirección de correo",
    de: "Der Wert ist keine E-Mail-Adresse",
    fr: "La valeur n’est pas une adresse e-mail",
  },
  "The value is no date in the chosen format": {
    es: "El valor no es una fecha en el formato elegido",
    de: "Der Wert ist kein Datum im gewählten Format",
    fr: "La valeur n’est pas une date au format choisi",
  },
  "The cell has an error instead of a value": {
    es: "La celda contiene un error en lugar de un valor",
    de: "Die Zelle enthält einen Fehler statt eines Werts",
    fr: "La cellule contient une erreur au lieu d’une valeur",
  },
} as const satisfies Catalogue;
