import type { Catalogue } from "../catalogue.ts";

/** Texts of setting up a job, part 4. */
export const setupSamples = {
  "Combined from columns": { es: "Combinado a partir de columnas", de: "Aus Spalten kombiniert", fr: "Combiné à partir de colonnes" },
  "Only for “Combine columns”, such as {example}": {
    es: "Solo para «Combinar columnas», como {example}",
    de: "Nur bei „Spalten kombinieren“, etwa {example}",
    fr: "Seulement pour « Combiner des colonnes », par exemple {example}",
  },
  unique: { es: "distinto en cada fila", de: "eindeutig", fr: "différent à chaque ligne" },
  "{n, plural, one {# value} other {# values}} in several rows": {
    es: "{n, plural, one {# valor} other {# valores}} en varias filas",
    de: "{n, plural, one {# Wert} other {# Werte}} in mehreren Zeilen",
    fr: "{n, plural, one {# valeur} other {# valeurs}} sur plusieurs lignes",
  },
  "blank in {n, plural, one {# row} other {# rows}}": {
    es: "vacío en {n, plural, one {# fila} other {# filas}}",
    de: "leer in {n, plural, one {# Zeile} other {# Zeilen}}",
    fr: "vide dans {n, plural, one {# ligne} other {# lignes}}",
  },
  "many values": { es: "muchos valores", de: "viele Werte", fr: "beaucoup de valeurs" },
  "{usable} of {rows} rows can be used. These people would be sent like this:": {
    es: "Se pueden usar {usable} de {rows} filas. Estas personas se enviarían así:",
    de: "{usable} von {rows} Zeilen sind verwendbar. Diese Personen würden so gesendet:",
    fr: "{usable, plural, one {# ligne sur {rows} est utilisable. Cette personne serait envoyée ainsi :} other {# lignes sur {rows} sont utilisables. Ces personnes seraient envoyées ainsi :}}",
  },
  "People as they would be sent": {
    es: "Personas tal como se enviarían",
    de: "Personen, wie sie gesendet würden",
    fr: "Personnes telles qu’elles seraient envoyées",
  },
  Fields: { es: "Campos", de: "Felder", fr: "Champs" },
  "This is right: continue": { es: "Es correcto: continuar", de: "Das stimmt: weiter", fr: "C’est correct : continuer" },
  "Stays as it is": { es: "Queda como está", de: "Bleibt, wie es ist", fr: "Reste inchangé" },
  "Rows that would be rejected": {
    es: "Filas que se rechazarían",
    de: "Zeilen, die fehlerhaft wären",
    fr: "Lignes qui seraient rejetées",
  },
  Why: { es: "Motivo", de: "Warum", fr: "Raison" },
  Rows: { es: "Filas", de: "Zeilen", fr: "Lignes" },
  "For example row": { es: "Por ejemplo, la fila", de: "Zum Beispiel Zeile", fr: "Par exemple, ligne" },
  "Rollcall writes these two files, and plans with your sample what a run would change. Nothing is sent: you then apply the plan, or go back.":
    {
      es: "Rollcall escribe estos dos ficheros y planifica con su muestra lo que cambiaría una ejecución. No se envía nada: después usted aplica el plan o vuelve atrás.",
      de: "Rollcall schreibt diese zwei Dateien und plant mit Ihrer Beispieldatei, was ein Abgleich ändern würde. Nichts wird gesendet: Danach führen Sie den Plan aus oder gehen zurück.",
      fr: "Rollcall écrit ces deux fichiers et planifie avec votre échantillon ce qu’une synchronisation changerait. Rien n’est envoyé : vous appliquez ensuite le plan, ou revenez en arrière.",
    },
  "Rollcall plans with your sample what a run would change. Nothing is sent: you then apply the plan, or go back.": {
    es: "Rollcall planifica con su muestra lo que cambiaría una ejecución. No se envía nada: después aplica el plan o vuelve atrás.",
    de: "Rollcall plant mit Ihrer Beispieldatei, was ein Abgleich ändern würde. Nichts wird gesendet: Danach führen Sie den Plan aus oder gehen zurück.",
    fr: "Rollcall planifie avec votre échantillon ce qu’une synchronisation changerait. Rien n’est envoyé : vous appliquez ensuite le plan, ou revenez en arrière.",
  },
  "This server cannot write to the jobs folder. Download both files, save each unchanged at its place, and then make the plan.": {
    es: "Este servidor no puede escribir en la carpeta de tareas. Descargue ambos ficheros, guarde cada uno sin cambios en su lugar y cree entonces el plan.",
    de: "Dieser Server kann nicht in den Auftragsordner schreiben. Laden Sie beide Dateien herunter, speichern Sie jede unverändert an ihrem Ort, und erstellen Sie dann den Plan.",
    fr: "Ce serveur ne peut pas écrire dans le dossier des tâches. Téléchargez les deux fichiers, enregistrez chacun sans modification à sa place, puis créez le plan.",
  },
  "Save it as {path}.": { es: "Guárdelo como {path}.", de: "Speichern Sie die Datei als {path}.", fr: "Enregistrez-le sous {path}." },
  Download: { es: "Descargar", de: "Herunterladen", fr: "Télécharger" },
  "Where later runs find the export": {
    es: "Dónde encontrarán la exportación las próximas ejecuciones",
    de: "Wo spätere Abgleiche den Export finden",
    fr: "Où les prochaines synchronisations trouveront l’export",
  },
  "A path below the folder of Rollcall. The HR system must write its export there. * matches any text, such as a date; the last file by name is read.":
    {
      es: "Una ruta dentro de la carpeta de Rollcall. El sistema de RR. HH. debe escribir allí su exportación. * representa cualquier texto, como una fecha; se lee el último fichero por orden de nombre.",
      de: "Ein Pfad unterhalb des Ordners von Rollcall. Das HR-System muss seinen Export dorthin schreiben. * steht für beliebigen Text, etwa ein Datum; gelesen wird die dem Namen nach letzte Datei.",
      fr: "Un chemin sous le dossier de Rollcall. Le système RH doit y écrire son export. * remplace n’importe quel texte, comme une date ; le dernier fichier dans l’ordre des noms est lu.",
    },
  "{refused} of {rows} rows would be rejected.": {
    es: "Se rechazarían {refused} de {rows} filas.",
    de: "{refused} von {rows} Zeilen wären fehlerhaft.",
    fr: "{refused, plural, one {# ligne sur {rows} serait rejetée.} other {# lignes sur {rows} seraient rejetées.}}",
  },
  "{reason}: {column}. Check your answer in the step <link>{step}</link>.": {
    es: "{reason}: {column}. Compruebe su respuesta en el paso <link>{step}</link>.",
    de: "{reason}: {column}. Prüfen Sie Ihre Antwort im Schritt <link>{step}</link>.",
    fr: "{reason} : {column}. Vérifiez votre réponse à l’étape <link>{step}</link>.",
  },
  "The sample is the full export: people who are missing from it count as absent": {
    es: "La muestra es la exportación completa: quien falta en ella cuenta como ausente",
    de: "Die Beispieldatei ist der Gesamtexport: Wer darin fehlt, gilt als nicht mehr vorhanden",
    fr: "L’échantillon est l’export complet : les personnes qui n’y sont pas comptent comme absentes",
  },
  "Write the files and make the first plan": {
    es: "Escribir los ficheros y crear el primer plan",
    de: "Dateien schreiben und ersten Plan erstellen",
    fr: "Écrire les fichiers et créer le premier plan",
  },
  "Make the first plan": { es: "Crear el primer plan", de: "Ersten Plan erstellen", fr: "Créer le premier plan" },
  "The sample was deleted, because a person was erased. Upload it again; your answers are kept.": {
    es: "La muestra se borró porque se borraron los datos de una persona. Súbala de nuevo; sus respuestas se conservan.",
    de: "Die Beispieldatei wurde gelöscht, weil die Daten einer Person gelöscht wurden. Laden Sie sie erneut hoch; Ihre Antworten bleiben erhalten.",
    fr: "L’échantillon a été supprimé, car une personne a été effacée. Importez-le de nouveau ; vos réponses sont conservées.",
  },
  Encoding: { es: "Codificación", de: "Kodierung", fr: "Encodage" },
  "guessed: check accented letters in the next step": {
    es: "supuesta: compruebe los acentos en el paso siguiente",
    de: "vermutet: Prüfen Sie Umlaute im nächsten Schritt",
    fr: "supposé : vérifiez les accents à l’étape suivante",
  },
  Delimiter: { es: "Delimitador", de: "Trennzeichen", fr: "Séparateur" },
  Sheet: { es: "Hoja", de: "Blatt", fr: "Feuille" },
  "Row with the column names": {
    es: "Fila con los nombres de columna",
    de: "Zeile mit den Spaltennamen",
    fr: "Ligne des noms de colonnes",
  },
  "Name of the job": { es: "Nombre de la tarea", de: "Name des Auftrags", fr: "Nom de la tâche" },
  "Read the file differently": { es: "Leer el fichero de otra manera", de: "Datei anders lesen", fr: "Lire le fichier autrement" },
  "Choose a sheet": { es: "Elija una hoja", de: "Blatt wählen", fr: "Choisir une feuille" },
  Detected: { es: "Detectado", de: "Erkannt", fr: "Détecté" },
  "Upload another file": { es: "Subir otro fichero", de: "Andere Datei hochladen", fr: "Importer un autre fichier" },
  "Comma ,": { es: "Coma ,", de: "Komma ,", fr: "Virgule ," },
  "Semicolon ;": { es: "Punto y coma ;", de: "Semikolon ;", fr: "Point-virgule ;" },
  Tab: { es: "Tabulador", de: "Tabulator", fr: "Tabulation" },
  "Pipe |": { es: "Barra vertical |", de: "Senkrechter Strich |", fr: "Barre verticale |" },
  "Set up a job": { es: "Configurar una tarea", de: "Auftrag einrichten", fr: "Configurer une tâche" },
  "Upload an export of the HR system. Rollcall recognises its columns and asks about the rest. Nothing is sent before the first run.": {
    es: "Suba una exportación del sistema de RR. HH. Rollcall reconoce sus columnas y pregunta por lo demás. No se envía nada antes de la primera ejecución.",
    de: "Laden Sie einen Export des HR-Systems hoch. Rollcall erkennt seine Spalten und fragt nach dem Rest. Vor dem ersten Abgleich wird nichts gesendet.",
    fr: "Importez un export du système RH. Rollcall reconnaît ses colonnes et vous interroge sur le reste. Rien n’est envoyé avant la première synchronisation.",
  },
  "Upload a sample": { es: "Subir una muestra", de: "Beispieldatei hochladen", fr: "Importer un échantillon" },
  "Setups in progress": { es: "Configuraciones en curso", de: "Begonnene Einrichtungen", fr: "Configurations en cours" },
  "Started by": { es: "Iniciada por", de: "Gestartet von", fr: "Commencée par" },
  Saved: { es: "Guardada", de: "Gespeichert", fr: "Enregistrée" },
  Deleted: { es: "Se borra", de: "Wird gelöscht", fr: "Suppression" },
  "Export of the HR system": { es: "Exportación del sistema de RR. HH.", de: "Export des HR-Systems", fr: "Export du système RH" },
  "CSV or workbook, up to 20 MB. It is stored encrypted on this server, and deleted when the setup is finished, after 7 days at the latest.":
    {
      es: "CSV o libro de Excel, hasta 20 MB. Se guarda cifrado en este servidor y se borra al terminar la configuración, a más tardar a los 7 días.",
      de: "CSV oder Excel, bis 20 MB. Die Datei wird verschlüsselt auf diesem Server gespeichert und nach der Einrichtung gelöscht, spätestens nach 7 Tagen.",
      fr: "CSV ou classeur Excel, jusqu’à 20 Mo. Il est enregistré chiffré sur ce serveur, et supprimé à la fin de la configuration, au plus tard après 7 jours.",
    },
  "Set up the job {job}": { es: "Configurar la tarea {job}", de: "Auftrag {job} einrichten", fr: "Configurer la tâche {job}" },
  "Nothing reaches the learning service before you start the first run. Rollcall saves each step.": {
    es: "Nada llega al servicio de formación antes de que inicie la primera ejecución. Rollcall guarda cada paso.",
    de: "Nichts erreicht den Lerndienst, bevor Sie den ersten Abgleich starten. Rollcall speichert jeden Schritt.",
    fr: "Rien n’atteint le service de formation avant que vous lanciez la première synchronisation. Rollcall enregistre chaque étape.",
  },
  Close: { es: "Cerrar", de: "Schließen", fr: "Fermer" },
  "“{step}” opens after this step. Finish this one first.": {
    es: "«{step}» se abre después de este paso. Termínelo primero.",
    de: "„{step}“ öffnet sich nach diesem Schritt. Schließen Sie ihn zuerst ab.",
    fr: "« {step} » s’ouvre après cette étape. Terminez-la d’abord.",
  },
  "{n, plural, one {One entry needs} other {# entries need}} a correction. Nothing was saved.": {
    es: "{n, plural, one {Hay que corregir una entrada} other {Hay que corregir # entradas}}. No se ha guardado nada.",
    de: "{n, plural, one {Eine Eingabe muss} other {# Eingaben müssen}} korrigiert werden. Es wurde nichts gespeichert.",
    fr: "{n, plural, one {Une saisie doit être corrigée} other {# saisies doivent être corrigées}}. Rien n’a été enregistré.",
  },
  "Step {n} of {all}": { es: "Paso {n} de {all}", de: "Schritt {n} von {all}", fr: "Étape {n} sur {all}" },
  Steps: { es: "Pasos", de: "Schritte", fr: "Étapes" },
  "(done)": { es: "(hecho)", de: "(erledigt)", fr: "(terminé)" },
  "This file cannot be read. Export a CSV file or a workbook.": {
    es: "Este fichero no se puede leer. Exporte un fichero CSV o un libro de Excel.",
    de: "Diese Datei lässt sich nicht lesen. Exportieren Sie eine CSV- oder Excel-Datei.",
    fr: "Ce fichier ne peut pas être lu. Exportez un fichier CSV ou un classeur Excel.",
  },
  "The value does not fit the field": {
    es: "El valor no es adecuado para el campo",
    de: "Der Wert passt nicht zum Feld",
    fr: "La valeur ne convient pas au champ",
  },
} as const satisfies Catalogue;
