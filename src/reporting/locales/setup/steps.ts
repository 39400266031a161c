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
    es: "Parece esta: usar la fila {row}",
    de: "Sieht danach aus: Zeile {row} verwenden",
    fr: "Probablement celle-ci : utiliser la ligne {row}",
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
    fr: "L’échantillon et toutes les réponses pour {job} sont supprimés. Cela ne peut pas être annulé.",
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
  "Leaving date": { es: "Fecha de baja", de: "Austrittsdatum", fr: "Date de départ" },
  "{column}: people whose leaving date has passed": {
    es: "{column}: personas cuya fecha de baja ya ha pasado",
    de: "{column}: Personen, deren Austrittsdatum vorbei ist",
    fr: "{column} : personnes dont la date de départ est passée",
  },
  "{column} has leaving dates. Choose it below if people have left once their date has passed.": {
    es: "{column} contiene fechas de baja. Elíjala abajo si las personas han causado baja cuando su fecha ya ha pasado.",
    de: "{column} enthält Austrittsdaten. Wählen Sie die Spalte unten, wenn Personen ausgetreten sind, sobald ihr Datum vorbei ist.",
    fr: "{column} contient des dates de départ. Choisissez-la ci-dessous si les personnes sont parties une fois leur date passée.",
  },
  "Does the leaving date count as well?": {
    es: "¿Cuenta también la fecha de baja?",
    de: "Zählt auch das Austrittsdatum?",
    fr: "La date de départ compte-t-elle aussi ?",
  },
  "No, only the status decides": {
    es: "No, solo decide el estado",
    de: "Nein, nur der Status entscheidet",
    fr: "Non, seul le statut décide",
  },
  "{column}: people whose date has passed have left, with any status": {
    es: "{column}: quienes tienen una fecha ya pasada han causado baja, sea cual sea su estado",
    de: "{column}: Personen, deren Datum vorbei ist, sind ausgetreten, gleich mit welchem Status",
    fr: "{column} : les personnes dont la date est passée sont parties, quel que soit leur statut",
  },
  "The leaving date is the last day with an account.": {
    es: "La fecha de baja es el último día con cuenta.",
    de: "Das Austrittsdatum ist der letzte Tag mit Konto.",
    fr: "La date de départ est le dernier jour avec un compte.",
  },
  "{n, plural, one {# person has} other {# people have}} left": {
    es: "{n, plural, one {# persona ha causado} other {# personas han causado}} baja",
    de: "{n, plural, one {# Person ist} other {# Personen sind}} ausgetreten",
    fr: "{n, plural, one {# personne est partie} other {# personnes sont parties}}",
  },
  "{n, plural, one {# person leaves} other {# people leave}} later": {
    es: "{n, plural, one {# persona causa} other {# personas causan}} baja más adelante",
    de: "{n, plural, one {# Person tritt} other {# Personen treten}} später aus",
    fr: "{n, plural, one {# personne part} other {# personnes partent}} plus tard",
  },
  "{n, plural, one {# person has} other {# people have}} no leaving date: active": {
    es: "{n, plural, one {# persona no tiene fecha de baja: activa} other {# personas no tienen fecha de baja: activas}}",
    de: "{n, plural, one {# Person hat} other {# Personen haben}} kein Austrittsdatum: aktiv",
    fr: "{n, plural, one {# personne n’a pas de date de départ : active} other {# personnes n’ont pas de date de départ : actives}}",
  },
  "{n, plural, one {# date} other {# dates}} can’t be read: these people stay as they are, and get no account": {
    es: "{n, plural, one {# fecha no se puede} other {# fechas no se pueden}} leer: estas personas quedan como están y no reciben cuenta",
    de: "{n, plural, one {# Datum ist} other {# Datumsangaben sind}} nicht lesbar: Diese Personen bleiben, wie sie sind, und bekommen kein Konto",
    fr: "{n, plural, one {# date est illisible} other {# dates sont illisibles}} : ces personnes restent inchangées et ne reçoivent pas de compte",
  },
  "{n, plural, one {# person has} other {# people have}} a leaving date in the past.": {
    es: "{n, plural, one {# persona tiene} other {# personas tienen}} una fecha de baja ya pasada.",
    de: "{n, plural, one {Bei # Person liegt} other {Bei # Personen liegt}} das Austrittsdatum in der Vergangenheit.",
    fr: "{n, plural, one {# personne a} other {# personnes ont}} une date de départ déjà passée.",
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
  "Download the list instead": { es: "Descargue la lista", de: "Stattdessen Liste herunterladen", fr: "Téléchargez la liste" },
  "Copy the list": { es: "Copiar la lista", de: "Liste kopieren", fr: "Copier la liste" },
  "Save, and read the groups of the service again": {
    es: "Guardar y volver a leer los grupos del servicio",
    de: "Speichern und Gruppen des Dienstes neu lesen",
    fr: "Enregistrer et relire les groupes du service",
  },
  "You can continue. If Rollcall may remove people from these groups, the page “Missing groups” offers to create them after the first run. Otherwise, have them created in the service. The next run then adds the people.":
    {
      es: "Puede continuar. Si Rollcall puede retirar personas de estos grupos, la página «Grupos que faltan» ofrece crearlos después de la primera ejecución. Si no, pida que se creen en el servicio. La siguiente ejecución añade entonces a las personas.",
      de: "Sie können weitermachen. Darf Rollcall Personen aus diesen Gruppen entfernen, bietet die Seite „Fehlende Gruppen“ nach dem ersten Abgleich an, sie anzulegen. Sonst lassen Sie sie im Dienst anlegen. Der nächste Abgleich fügt die Personen dann hinzu.",
      fr: "Vous pouvez continuer. Si Rollcall peut retirer des personnes de ces groupes, la page « Groupes manquants » propose de les créer après la première synchronisation. Sinon, faites-les créer dans le service. La synchronisation suivante ajoute alors les personnes.",
    },
  "The practice service runs on this server: nothing reaches a real one, and you can move on later.": {
    es: "El servicio de pruebas funciona en este servidor: nada llega a uno real, y puede cambiar más tarde.",
    de: "Der Testdienst läuft auf diesem Server: Nichts erreicht einen echten Dienst, und Sie können später umsteigen.",
    fr: "Le service d’essai fonctionne sur ce serveur : rien n’atteint un vrai service, et vous pourrez changer plus tard.",
  },
  "Active people": { es: "Personas activas", de: "Aktive Personen", fr: "Personnes actives" },
  "People who have left": { es: "Personas que han causado baja", de: "Ausgetretene Personen", fr: "Personnes parties" },
  "Unknown whether active: no account": {
    es: "No se sabe si están activas: sin cuenta",
    de: "Unklar, ob aktiv: kein Konto",
    fr: "On ne sait pas si elles sont actives : pas de compte",
  },
  "Rows that repeat another one": { es: "Filas repetidas", de: "Doppelte Zeilen", fr: "Lignes en double" },
  "Rows with the same key differ": {
    es: "Hay filas distintas con la misma clave",
    de: "Zeilen mit derselben Personalnummer unterscheiden sich",
    fr: "Des lignes différentes ont le même matricule",
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
  "The username has an invisible character": {
    es: "El nombre de usuario tiene un carácter invisible",
    de: "Der Benutzername enthält ein unsichtbares Zeichen",
    fr: "L’identifiant contient un caractère invisible",
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
