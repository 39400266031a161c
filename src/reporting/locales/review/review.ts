import type { Catalogue } from "../catalogue.ts";

/** The review of pending removals: questions and recommendations. */
export const review = {
  "“{from}” seems to be renamed to “{to}”. Remove {n, plural, one {# person} other {# people}} from the old group?": {
    es: "Parece que «{from}» ahora se llama «{to}». ¿Retirar a {n, plural, one {# persona} other {# personas}} del grupo antiguo?",
    de: "„{from}“ heißt jetzt offenbar „{to}“. {n, plural, one {# Person} other {# Personen}} aus der alten Gruppe entfernen?",
    fr: "« {from} » semble avoir été renommé en « {to} ». Retirer {n, plural, one {# personne} other {# personnes}} de l’ancien groupe ?",
  },
  "“{from}” seems to be split into {parts} groups. Remove {n, plural, one {# person} other {# people}} from the old group?": {
    es: "Parece que «{from}» se ha dividido en {parts} grupos. ¿Retirar a {n, plural, one {# persona} other {# personas}} del grupo antiguo?",
    de: "„{from}“ wurde offenbar in {parts} Gruppen aufgeteilt. {n, plural, one {# Person} other {# Personen}} aus der alten Gruppe entfernen?",
    fr: "« {from} » semble avoir été divisé en {parts} groupes. Retirer {n, plural, one {# personne} other {# personnes}} de l’ancien groupe ?",
  },
  "{name} left the company. Remove this person from {from}?": {
    es: "{name} ha causado baja en la empresa. ¿Retirar a esta persona de {from}?",
    de: "{name} hat das Unternehmen verlassen. Diese Person aus {from} entfernen?",
    fr: "{name} a quitté l’entreprise. Retirer cette personne du groupe {from} ?",
  },
  "{n, plural, one {# person} other {# people}} left the company. Remove them from {from}?": {
    es: "{n, plural, one {# persona ha} other {# personas han}} causado baja en la empresa. ¿Retirarlas de {from}?",
    de: "{n, plural, one {# Person hat} other {# Personen haben}} das Unternehmen verlassen. Aus {from} entfernen?",
    fr: "{n, plural, one {# personne a} other {# personnes ont}} quitté l’entreprise. Les retirer du groupe {from} ?",
  },
  "The HR data of {name} changed back. Remove this person from {from}?": {
    es: "Los datos de RR. HH. de {name} han vuelto a su valor anterior. ¿Retirar a esta persona de {from}?",
    de: "Die Personaldaten von {name} wurden zurückgeändert. Diese Person aus {from} entfernen?",
    fr: "Les données RH sont revenues à leur valeur précédente pour {name}. Retirer cette personne du groupe {from} ?",
  },
  "The HR data of {n, plural, one {# person} other {# people}} changed back. Remove them from {from}?": {
    es: "Los datos de RR. HH. de {n, plural, one {# persona} other {# personas}} han vuelto a su valor anterior. ¿Retirarlas de {from}?",
    de: "Die Personaldaten von {n, plural, one {# Person} other {# Personen}} wurden zurückgeändert. Aus {from} entfernen?",
    fr: "Les données RH de {n, plural, one {# personne} other {# personnes}} sont revenues à leur valeur précédente. Les retirer du groupe {from} ?",
  },
  "The rules changed and no longer assign {from}. Remove {name} from it?": {
    es: "Las reglas han cambiado y ya no asignan {from}. ¿Retirar a {name} de este grupo?",
    de: "Das Regelwerk wurde geändert und vergibt {from} nicht mehr. {name} daraus entfernen?",
    fr: "Les règles ont changé et n’attribuent plus le groupe {from}. En retirer {name} ?",
  },
  "The rules changed and no longer assign {from}. Remove {n, plural, one {# person} other {# people}} from it?": {
    es: "Las reglas han cambiado y ya no asignan {from}. ¿Retirar a {n, plural, one {# persona} other {# personas}} de este grupo?",
    de: "Das Regelwerk wurde geändert und vergibt {from} nicht mehr. {n, plural, one {# Person} other {# Personen}} daraus entfernen?",
    fr: "Les règles ont changé et n’attribuent plus le groupe {from}. En retirer {n, plural, one {# personne} other {# personnes}} ?",
  },
  "Someone added {name} to {from} in the learning service. Remove this membership?": {
    es: "Alguien añadió a {name} a {from} en el servicio de formación. ¿Retirar esta pertenencia?",
    de: "Jemand hat {name} im Lerndienst zu {from} hinzugefügt. Diese Mitgliedschaft entfernen?",
    fr: "Quelqu’un a ajouté {name} au groupe {from} dans le service de formation. Retirer cette appartenance ?",
  },
  "Someone added {n, plural, one {# person} other {# people}} to {from} in the learning service. Remove these memberships?": {
    es: "Alguien añadió a {n, plural, one {# persona} other {# personas}} a {from} en el servicio de formación. ¿Retirar estas pertenencias?",
    de: "Jemand hat {n, plural, one {# Person} other {# Personen}} im Lerndienst zu {from} hinzugefügt. Diese Mitgliedschaften entfernen?",
    fr: "Quelqu’un a ajouté {n, plural, one {# personne} other {# personnes}} au groupe {from} dans le service de formation. Retirer ces appartenances ?",
  },
  "The HR data of {name} changed. Remove this person from {from}?": {
    es: "Los datos de RR. HH. de {name} han cambiado. ¿Retirar a esta persona de {from}?",
    de: "Die Personaldaten von {name} haben sich geändert. Diese Person aus {from} entfernen?",
    fr: "Les données RH ont changé pour {name}. Retirer cette personne du groupe {from} ?",
  },
  "The HR data of {n, plural, one {# person} other {# people}} changed. Remove them from {from}?": {
    es: "Los datos de RR. HH. de {n, plural, one {# persona} other {# personas}} han cambiado. ¿Retirarlas de {from}?",
    de: "Die Personaldaten von {n, plural, one {# Person} other {# Personen}} haben sich geändert. Aus {from} entfernen?",
    fr: "Les données RH de {n, plural, one {# personne} other {# personnes}} ont changé. Les retirer du groupe {from} ?",
  },
  "{name} moved to {to}. Remove this person from {from}?": {
    es: "{name} ha pasado a {to}. ¿Retirar a esta persona de {from}?",
    de: "{name} ist zu {to} gewechselt. Diese Person aus {from} entfernen?",
    fr: "{name} a rejoint {to}. Retirer cette personne du groupe {from} ?",
  },
  "{n, plural, one {# person} other {# people}} moved to {to}. Remove them from {from}?": {
    es: "{n, plural, one {# persona ha} other {# personas han}} pasado a {to}. ¿Retirarlas de {from}?",
    de: "{n, plural, one {# Person ist} other {# Personen sind}} zu {to} gewechselt. Aus {from} entfernen?",
    fr: "{n, plural, one {# personne a} other {# personnes ont}} rejoint {to}. Les retirer du groupe {from} ?",
  },
  "{n, plural, one {# person} other {# people}} moved to other groups. Remove them from {from}?": {
    es: "{n, plural, one {# persona ha} other {# personas han}} pasado a otros grupos. ¿Retirarlas de {from}?",
    de: "{n, plural, one {# Person ist} other {# Personen sind}} in andere Gruppen gewechselt. Aus {from} entfernen?",
    fr: "{n, plural, one {# personne a} other {# personnes ont}} rejoint d’autres groupes. Les retirer du groupe {from} ?",
  },
} as const satisfies Catalogue;
