import type { Catalogue } from "../catalogue.ts";

/** Why a row, a value or a rule cannot be used. */
export const storedRows = {
  "“{quoted}”": { es: "«{quoted}»", de: "„{quoted}“", fr: "« {quoted} »" },
  "(not shown)": { es: "(no se muestra)", de: "(nicht angezeigt)", fr: "(non affichée)" },
  "the value (not shown)": { es: "el valor (no se muestra)", de: "der Wert (nicht angezeigt)", fr: "la valeur (non affichée)" },
  "Missing from the file, but kept active: {count}. A rejected row under a new key may be theirs. Correct the rejected rows; the next run checks again.":
    {
      es: "No están en el fichero, pero siguen activas: {count}. Una fila rechazada con una clave nueva puede ser suya. Corrija las filas rechazadas; la próxima ejecución lo comprueba de nuevo.",
      de: "Fehlen in der Datei, bleiben aber aktiv: {count}. Eine abgelehnte Zeile mit neuer Personalnummer kann ihre sein. Korrigieren Sie die abgelehnten Zeilen; der nächste Lauf prüft erneut.",
      fr: "Absentes du fichier, mais toujours actives : {count}. Une ligne rejetée sous un nouveau matricule peut être la leur. Corrigez les lignes rejetées ; la prochaine exécution vérifie de nouveau.",
    },
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
    fr: "Le service a plusieurs groupes `{group}` ; indiquez son identifiant (règle {rule}, {at}).",
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
    fr: "une espace sépare le délimiteur d’un guillemet : on ne sait pas si les guillemets font partie de la valeur",
  },
  "Rows {rows} have the same key and differ: none of them is used.": {
    es: "Las filas {rows} tienen la misma clave y no coinciden: no se usa ninguna.",
    de: "Die Zeilen {rows} haben dieselbe Personalnummer und unterscheiden sich: Keine davon wird verwendet.",
    fr: "Les lignes {rows} ont le même matricule et diffèrent : aucune n’est utilisée.",
  },
} as const satisfies Catalogue;
