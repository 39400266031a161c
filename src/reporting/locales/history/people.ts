import type { Catalogue } from "../catalogue.ts";

/** The sentences of a person's timeline. */
export const people = {
  "HR changed {changes}, row {row} of {file}.": {
    es: "RR. HH. cambió {changes}, fila {row} de {file}.",
    de: "Die Personalabteilung hat {changes} geändert, Zeile {row} von {file}.",
    fr: "Les RH ont modifié {changes}, ligne {row} de {file}.",
  },
  "New account.": {
    es: "Cuenta nueva.",
    de: "Neues Konto.",
    fr: "Nouveau compte.",
  },
  "Changed: {fields}.": {
    es: "Cambió: {fields}.",
    de: "Geändert: {fields}.",
    fr: "Modifié : {fields}.",
  },
  "Left: the account was deactivated.": {
    es: "Baja: la cuenta se desactivó.",
    de: "Austritt: Das Konto wurde deaktiviert.",
    fr: "Départ : le compte a été désactivé.",
  },
  "Returned: the account was reactivated.": {
    es: "Reincorporación: la cuenta se reactivó.",
    de: "Wiedereintritt: Das Konto wurde wieder aktiviert.",
    fr: "Retour : le compte a été réactivé.",
  },
  "Joined {groups}.": {
    es: "Entró en {groups}.",
    de: "In {groups} aufgenommen.",
    fr: "Ajout au groupe {groups}.",
  },
  "Added back to {groups}.": {
    es: "Restablecida en {groups}.",
    de: "Wieder in {groups} aufgenommen.",
    fr: "Rétablissement dans {groups}.",
  },
  "{what} was blocked.": {
    es: "Bloqueado: {what}.",
    de: "Blockiert: {what}.",
    fr: "Bloqué : {what}.",
  },
  "{what} failed.": {
    es: "Con error: {what}.",
    de: "Fehlgeschlagen: {what}.",
    fr: "Échec : {what}.",
  },
  "{what} is unconfirmed.": {
    es: "Sin confirmar: {what}.",
    de: "Unbestätigt: {what}.",
    fr: "Non confirmé : {what}.",
  },
  "Rule {rules} no longer gives {group}.": {
    es: "La regla {rules} ya no da {group}.",
    de: "Die Regel {rules} vergibt {group} nicht mehr.",
    fr: "{group} n’est plus attribué (règle : {rules}).",
  },
  "Rollcall found a pending removal: {group}.": {
    es: "Rollcall encontró una retirada pendiente: {group}.",
    de: "Rollcall hat eine offene Entfernung gefunden: {group}.",
    fr: "Rollcall a trouvé un retrait en attente : {group}.",
  },
  "The pending removal from {group} ended without a decision.": {
    es: "La retirada pendiente de {group} terminó sin decisión.",
    de: "Die offene Entfernung aus {group} endete ohne Entscheidung.",
    fr: "Le retrait en attente du groupe {group} s’est terminé sans décision.",
  },
  "The pending removal from {group} expired.": {
    es: "La retirada pendiente de {group} caducó.",
    de: "Die offene Entfernung aus {group} ist abgelaufen.",
    fr: "Le retrait en attente du groupe {group} a expiré.",
  },
} as const satisfies Catalogue;
