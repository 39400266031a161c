/** The names of suggested groups below the root. */
interface GroupNames {
  everyone: string;
  departments: string;
  sites: string;
  managers: string;
  teams: string;
}

const ENGLISH: GroupNames = { everyone: "All staff", departments: "Departments", sites: "Sites", managers: "Managers", teams: "Teams" };

const NAMES: Readonly<Record<string, GroupNames>> = {
  de: { everyone: "Alle Mitarbeitenden", departments: "Abteilungen", sites: "Standorte", managers: "Führungskräfte", teams: "Teams" },
  es: { everyone: "Toda la plantilla", departments: "Departamentos", sites: "Centros", managers: "Responsables", teams: "Equipos" },
  fr: { everyone: "Tout le personnel", departments: "Services", sites: "Sites", managers: "Responsables", teams: "Équipes" },
};

/** Returns the names in a language, such as `de`; in English for others. */
export function groupNames(language: string | undefined): GroupNames {
  return NAMES[language ?? ""] ?? ENGLISH;
}
