import type { Catalogue } from "../catalogue.ts";

/** Texts of run pages and of others. */
export const runShared = {
  "Opening the file": { es: "Abriendo el fichero", de: "Datei wird geöffnet", fr: "Ouverture du fichier" },
  "Reading the file": { es: "Leyendo el fichero", de: "Datei wird gelesen", fr: "Lecture du fichier" },
  "Reading groups and memberships": {
    es: "Leyendo grupos y pertenencias",
    de: "Gruppen und Mitgliedschaften werden gelesen",
    fr: "Lecture des groupes et des appartenances",
  },
  "Reading the impact of pending removals": {
    es: "Leyendo las consecuencias de las retiradas pendientes",
    de: "Auswirkungen der offenen Entfernungen werden gelesen",
    fr: "Lecture des conséquences des retraits en attente",
  },
  Planning: { es: "Planificando", de: "Planung läuft", fr: "Planification" },
  "Creating groups": { es: "Creando grupos", de: "Gruppen werden angelegt", fr: "Création des groupes" },
  "Read the file": { es: "Leer el fichero", de: "Datei lesen", fr: "Lire le fichier" },
  "Read groups and memberships": {
    es: "Leer grupos y pertenencias",
    de: "Gruppen und Mitgliedschaften lesen",
    fr: "Lire les groupes et les appartenances",
  },
  "Plan|step": { es: "Planificar", de: "Änderungen planen", fr: "Planifier" },
  "Send the changes": { es: "Enviar los cambios", de: "Änderungen senden", fr: "Envoyer les modifications" },
  "The run has ended.": { es: "La ejecución ha terminado.", de: "Der Abgleich ist beendet.", fr: "La synchronisation est terminée." },
  Sending: { es: "Enviando", de: "Änderungen werden gesendet", fr: "Envoi" },
  "Waiting for another plan of the service account": {
    es: "Esperando a otro plan de la cuenta de servicio",
    de: "Wartet auf einen anderen Plan des Dienstkontos",
    fr: "En attente d’un autre plan du compte de service",
  },
  "Asking the service": { es: "Consultando al servicio", de: "Der Dienst wird abgefragt", fr: "Interrogation du service" },
  "Approved removals": { es: "Retiradas aprobadas", de: "Genehmigte Entfernungen", fr: "Retraits approuvés" },
  "Changes by person": { es: "Cambios por persona", de: "Änderungen nach Person", fr: "Modifications par personne" },
  Find: { es: "Buscar", de: "Suchen", fr: "Rechercher" },
  "All people": { es: "Todas las personas", de: "Alle Personen", fr: "Toutes les personnes" },
  "Any group": { es: "Todos los grupos", de: "Alle Gruppen", fr: "Tous les groupes" },
  "Apply|filter": { es: "Filtrar", de: "Filtern", fr: "Filtrer" },
  "Needs attention": { es: "Requiere atención", de: "Zu klären", fr: "À examiner" },
  "row {row}": { es: "fila {row}", de: "Zeile {row}", fr: "ligne {row}" },
  Kind: { es: "Tipo", de: "Art", fr: "Type" },
  Ended: { es: "Fin", de: "Ende", fr: "Fin" },
  "Released by": { es: "Liberada por", de: "Freigegeben von", fr: "Débloquée par" },
} as const satisfies Catalogue;
