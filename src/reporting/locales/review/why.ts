import type { Catalogue } from "../catalogue.ts";

/** Why a membership is no longer given, from the stored evidence. */
export const reviewWhy = {
  "In row {row}, {changes}; {rules} assigned {group} and no longer does.": {
    es: "En la fila {row}, {changes}; {rules} asignaba {group} y ya no lo hace.",
    de: "In Zeile {row}: {changes}; {rules} hat {group} vergeben und tut das nicht mehr.",
    fr: "À la ligne {row}, {changes} ; {group} était attribué par {rules} et ne l’est plus.",
  },
  "The row is back to its values before the last change.": {
    es: "La fila vuelve a tener los valores anteriores al último cambio.",
    de: "Die Zeile hat wieder die Werte wie vor der letzten Änderung.",
    fr: "La ligne a retrouvé ses valeurs d’avant la dernière modification.",
  },
  "{column} changed from {before} to {now}": {
    es: "{column} cambió de {before} a {now}",
    de: "{column} geändert von {before} zu {now}",
    fr: "{column} est passé de {before} à {now}",
  },
  "{column} changed (its values are not shown)": {
    es: "{column} cambió (sus valores no se muestran)",
    de: "{column} geändert (Werte werden nicht angezeigt)",
    fr: "{column} a changé (valeurs non affichées)",
  },
  "rule “{rule}” ({at})": { es: "la regla «{rule}» ({at})", de: "die Regel „{rule}“ ({at})", fr: "la règle « {rule} » ({at})" },
  "According to row {row}, the person has left, and the policy asks for a review of leavers’ memberships.": {
    es: "Según la fila {row}, la persona ha causado baja, y la política exige revisar las pertenencias de las bajas.",
    de: "Laut Zeile {row} ist die Person ausgetreten, und die Richtlinie verlangt, die Mitgliedschaften Ausgetretener zu prüfen.",
    fr: "D’après la ligne {row}, la personne est partie, et la politique demande un examen des appartenances des personnes parties.",
  },
  "The row is unchanged, but the mapping changed.": {
    es: "La fila no ha cambiado, pero las reglas sí.",
    de: "Die Zeile ist unverändert, aber das Regelwerk wurde geändert.",
    fr: "La ligne est inchangée, mais les règles ont changé.",
  },
  "The row and the mapping changed.": {
    es: "Han cambiado la fila y las reglas.",
    de: "Die Zeile und das Regelwerk wurden geändert.",
    fr: "La ligne et les règles ont changé.",
  },
  "Before, {rules} assigned the group.": {
    es: "Antes, {rules} asignaba el grupo.",
    de: "Vorher hat {rules} die Gruppe vergeben.",
    fr: "Auparavant, le groupe était attribué par {rules}.",
  },
  "Now {rules} no longer assigns {group} to this person.": {
    es: "Ahora {rules} ya no asigna {group} a esta persona.",
    de: "Jetzt vergibt {rules} {group} nicht mehr an diese Person.",
    fr: "Désormais, {group} n’est plus attribué à cette personne par {rules}.",
  },
  "Now no rule assigns {group} to this person.": {
    es: "Ahora ninguna regla asigna {group} a esta persona.",
    de: "Jetzt vergibt keine Regel {group} an diese Person.",
    fr: "Désormais, aucune règle n’attribue {group} à cette personne.",
  },
  "The person is in {group}, but {rules} does not assign it for row {row}.": {
    es: "La persona está en {group}, pero {rules} no lo asigna según la fila {row}.",
    de: "Die Person ist in {group}, aber {rules} vergibt die Gruppe laut Zeile {row} nicht.",
    fr: "La personne est dans {group}, mais, d’après la ligne {row}, ce groupe ne lui est pas attribué par {rules}.",
  },
  "The person is in {group}, but no rule assigns this group to anyone.": {
    es: "La persona está en {group}, pero ninguna regla asigna este grupo a nadie.",
    de: "Die Person ist in {group}, aber keine Regel vergibt diese Gruppe.",
    fr: "La personne est dans {group}, mais aucune règle n’attribue ce groupe.",
  },
  "Someone probably added the membership in the service.": {
    es: "Probablemente alguien añadió la pertenencia en el servicio.",
    de: "Vermutlich hat jemand die Mitgliedschaft im Dienst hinzugefügt.",
    fr: "Quelqu’un a probablement ajouté l’appartenance dans le service.",
  },
  "{name} linked this person to the account, so another person must approve it too.": {
    es: "{name} vinculó a esta persona con la cuenta, así que otra persona debe aprobarla también.",
    de: "{name} hat diese Person mit dem Konto verknüpft, also muss eine weitere Person sie genehmigen.",
    fr: "{name} a rattaché cette personne au compte : une autre personne doit donc aussi l’approuver.",
  },
  "{name} linked this person to the account, and one administrator may be behind this and behind your approval.": {
    es: "{name} vinculó a esta persona con la cuenta, y un mismo administrador puede estar detrás de ello y de su aprobación.",
    de: "{name} hat diese Person mit dem Konto verknüpft, und dieselbe Person mit Verwaltungsrechten könnte dahinter und hinter Ihrer Genehmigung stehen.",
    fr: "{name} a rattaché cette personne au compte, et un même administrateur peut être derrière ce rattachement et derrière votre approbation.",
  },
  "{name} linked this person to the account, and {who} may be behind this and behind your approval.": {
    es: "{name} vinculó a esta persona con la cuenta, y {who} puede estar detrás de ello y de su aprobación.",
    de: "{name} hat diese Person mit dem Konto verknüpft, und {who} könnte dahinter und hinter Ihrer Genehmigung stehen.",
    fr: "{name} a rattaché cette personne au compte, et {who} peut être derrière ce rattachement et derrière votre approbation.",
  },
  "HR’s data no longer puts {people, plural, one {this person} other {these people}} in {group}.": {
    es: "Según los datos de RR. HH., {people, plural, one {esta persona ya no pertenece} other {estas personas ya no pertenecen}} a {group}.",
    de: "Nach den Personaldaten {people, plural, one {gehört diese Person} other {gehören diese Personen}} nicht mehr zu {group}.",
    fr: "D’après les données RH, {people, plural, one {cette personne ne fait plus partie} other {ces personnes ne font plus partie}} du groupe {group}.",
  },
  "According to HR, {people, plural, one {this person has} other {these people have}} left.": {
    es: "Según RR. HH., {people, plural, one {esta persona ha causado} other {estas personas han causado}} baja.",
    de: "Laut Personalabteilung {people, plural, one {ist diese Person} other {sind diese Personen}} ausgetreten.",
    fr: "D’après les RH, {people, plural, one {cette personne est partie} other {ces personnes sont parties}}.",
  },
  "The rules changed. They no longer put {people, plural, one {this person} other {these people}} in {group}.": {
    es: "Las reglas han cambiado. Ya no asignan a {people, plural, one {esta persona} other {estas personas}} a {group}.",
    de: "Die Regeln wurden geändert. Sie ordnen {people, plural, one {diese Person} other {diese Personen}} nicht mehr {group} zu.",
    fr: "Les règles ont changé. Elles n’affectent plus {people, plural, one {cette personne} other {ces personnes}} au groupe {group}.",
  },
  "HR’s data does not put {people, plural, one {this person} other {these people}} in {group}. Someone probably added {people, plural, one {the membership} other {the memberships}} in the learning service.":
    {
      es: "Según los datos de RR. HH., {people, plural, one {esta persona no pertenece} other {estas personas no pertenecen}} a {group}. Probablemente alguien añadió {people, plural, one {la pertenencia} other {las pertenencias}} en el servicio de formación.",
      de: "Nach den Personaldaten {people, plural, one {gehört diese Person} other {gehören diese Personen}} nicht zu {group}. Vermutlich hat jemand die {people, plural, one {Mitgliedschaft} other {Mitgliedschaften}} im Lerndienst hinzugefügt.",
      fr: "D’après les données RH, {people, plural, one {cette personne ne fait pas partie} other {ces personnes ne font pas partie}} du groupe {group}. Quelqu’un a probablement ajouté {people, plural, one {l’appartenance} other {les appartenances}} dans le service de formation.",
    },
} as const satisfies Catalogue;
