import type { Catalogue } from "../catalogue.ts";

/** The changes of a run, person by person. */
export const reportChanges = {
  "account created": { es: "cuenta creada", de: "Konto angelegt", fr: "compte créé" },
  "account deactivated": { es: "cuenta desactivada", de: "Konto deaktiviert", fr: "compte désactivé" },
  "account reactivated": { es: "cuenta reactivada", de: "Konto wieder aktiviert", fr: "compte réactivé" },
  "joins {group}": { es: "entra en {group}", de: "kommt in {group}", fr: "rejoint {group}" },
  "leaves {group}": { es: "sale de {group}", de: "verlässt {group}", fr: "quitte {group}" },
  "{group} becomes a pending removal": {
    es: "{group} pasa a ser una retirada pendiente",
    de: "{group} wird zur offenen Entfernung",
    fr: "{group} devient un retrait en attente",
  },
  Rehires: { es: "Reincorporaciones", de: "Wiedereintritte", fr: "Retours" },
  "not known": { es: "desconocido", de: "nicht bekannt", fr: "inconnu" },
  "“{value}”": { es: "«{value}»", de: "„{value}“", fr: "« {value} »" },
} as const satisfies Catalogue;
