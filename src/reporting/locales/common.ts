import type { Catalogue } from "./catalogue.ts";

/** Words that many pages use. */
export const common = {
  By: { es: "Por", de: "Von", fr: "Par" },
  No: { es: "No", de: "Nein", fr: "Non" },
  Show: { es: "Mostrar", de: "Anzeigen", fr: "Afficher" },
  "Technical details": { es: "Detalles técnicos", de: "Technische Einzelheiten", fr: "Détails techniques" },
  "Approved by": { es: "Aprobada por", de: "Genehmigt von", fr: "Approuvé par" },
  unchanged: { es: "sin cambios", de: "unverändert", fr: "sans changement" },
  Value: { es: "Valor", de: "Wert", fr: "Valeur" },
} as const satisfies Catalogue;
