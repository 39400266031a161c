import type { Catalogue } from "./catalogue.ts";

/** Missing areas, and their release. */
export const missingAreas = {
  "Missing areas": { es: "Áreas que faltan", de: "Fehlende Bereiche", fr: "Secteurs absents" },
  "Nothing is sent for {n, plural, one {# of these people} other {these # people}} until they are back, or someone releases the area.": {
    es: "No se envía nada para {n, plural, one {# de estas personas} other {estas # personas}} hasta que vuelvan a figurar o alguien libere el área.",
    de: "Für {n, plural, one {# dieser Personen} other {diese # Personen}} wird nichts gesendet, bis sie wieder da sind oder jemand den Bereich freigibt.",
    fr: "Rien n’est envoyé pour {n, plural, one {# de ces personnes} other {ces # personnes}} jusqu’à {n, plural, one {son} other {leur}} retour, ou jusqu’à ce que quelqu’un débloque le secteur.",
  },
  "Did this area really leave, or is the export incomplete? Ask HR.": {
    es: "¿Ha desaparecido realmente esta área, o la exportación está incompleta? Pregunte a RR. HH.",
    de: "Ist dieser Bereich wirklich weggefallen, oder ist der Export unvollständig? Fragen Sie die Personalabteilung.",
    fr: "Ce secteur a-t-il vraiment disparu, ou l’export est-il incomplet ? Demandez aux RH.",
  },
  "If the area really left, release it with {release}. If not, correct the file.": {
    es: "Si el área ha desaparecido realmente, libérela con {release}. Si no, corrija el fichero.",
    de: "Ist der Bereich wirklich weggefallen, geben Sie ihn mit {release} frei. Sonst korrigieren Sie die Datei.",
    fr: "Si le secteur a vraiment disparu, débloquez-le avec {release}. Sinon, corrigez le fichier.",
  },
  "Release this area": { es: "Liberar esta área", de: "Diesen Bereich freigeben", fr: "Débloquer ce secteur" },
  "A new run reads the export again and applies the rows of these people. Removals stay pending until someone decides.": {
    es: "Una ejecución nueva vuelve a leer la exportación y aplica lo que dice de estas personas. Las retiradas quedan pendientes hasta que alguien decida.",
    de: "Ein neuer Abgleich liest den Export noch einmal und führt aus, was er über diese Personen sagt. Entfernungen bleiben offen, bis jemand entscheidet.",
    fr: "Une nouvelle synchronisation relit l’export et applique ce qu’il dit de ces personnes. Les retraits restent en attente jusqu’à ce que quelqu’un décide.",
  },
  "For example: HR confirmed that the office is closed": {
    es: "Por ejemplo: RR. HH. ha confirmado que la oficina está cerrada",
    de: "Zum Beispiel: Die Personalabteilung hat bestätigt, dass der Standort geschlossen ist",
    fr: "Par exemple : les RH ont confirmé la fermeture du site",
  },
  "{n, plural, one {An area is missing from the last file:} other {# areas are missing from the last file:}}": {
    es: "{n, plural, one {Falta un área en el último fichero:} other {Faltan # áreas en el último fichero:}}",
    de: "{n, plural, one {In der letzten Datei fehlt ein Bereich:} other {In der letzten Datei fehlen # Bereiche:}}",
    fr: "{n, plural, one {Un secteur est absent du dernier fichier :} other {# secteurs sont absents du dernier fichier :}}",
  },
  "Ask HR; if the area really left, release it on the page of the run.": {
    es: "Pregunte a RR. HH.; si el área ha desaparecido realmente, libérela en la página de la ejecución.",
    de: "Fragen Sie die Personalabteilung; ist der Bereich wirklich weggefallen, geben Sie ihn auf der Seite des Abgleichs frei.",
    fr: "Demandez aux RH ; si le secteur a vraiment disparu, débloquez-le sur la page de la synchronisation.",
  },
  "Releasing an area needs a reason: --reason TEXT. Nothing was changed.": {
    es: "Para liberar un área hace falta un motivo: --reason TEXT. No se ha cambiado nada.",
    de: "Um einen Bereich freizugeben, ist eine Begründung nötig: --reason TEXT. Es wurde nichts geändert.",
    fr: "Un motif est nécessaire pour débloquer un secteur : --reason TEXT. Rien n’a été modifié.",
  },
  "There is no run {run}. Nothing was changed.": {
    es: "No hay ninguna ejecución {run}. No se ha cambiado nada.",
    de: "Es gibt keinen Abgleich {run}. Es wurde nichts geändert.",
    fr: "Il n’y a pas de synchronisation {run}. Rien n’a été modifié.",
  },
  "Run {run} does not wait for the area {area}. Nothing was changed.": {
    es: "La ejecución {run} no está a la espera del área {area}. No se ha cambiado nada.",
    de: "Der Abgleich {run} wartet nicht auf den Bereich {area}. Es wurde nichts geändert.",
    fr: "La synchronisation {run} n’attend pas le secteur {area}. Rien n’a été modifié.",
  },
  "A later run may ask about it: `rollcall runs list` shows all runs.": {
    es: "Puede que lo pregunte una ejecución posterior: `rollcall runs list` muestra todas las ejecuciones.",
    de: "Vielleicht fragt ein späterer Abgleich danach: `rollcall runs list` zeigt alle Abgleiche.",
    fr: "Une synchronisation ultérieure pose peut-être la question : `rollcall runs list` les affiche toutes.",
  },
  "It waits for: {areas}.": { es: "Está a la espera de: {areas}.", de: "Er wartet auf: {areas}.", fr: "Elle attend : {areas}." },
  "Ask HR whether the area really left; then release it, see “Missing areas”.": {
    es: "Pregunte a RR. HH. si el área ha desaparecido realmente y libérela entonces: vea «Áreas que faltan».",
    de: "Fragen Sie die Personalabteilung, ob der Bereich wirklich weggefallen ist, und geben Sie ihn dann frei: siehe „Fehlende Bereiche“.",
    fr: "Demandez aux RH si le secteur a vraiment disparu, puis débloquez-le : voir « Secteurs absents ».",
  },
} as const satisfies Catalogue;
