import type { Catalogue } from "../catalogue.ts";

/** Reasons of recommendations about several people. */
export const reviewReasons = {
  "{n, plural, one {# would be left without any group} other {# would be left without any group}}": {
    es: "{n, plural, one {# se quedaría sin ningún grupo} other {# se quedarían sin ningún grupo}}",
    de: "{n, plural, one {# wäre danach in keiner Gruppe mehr} other {# wären danach in keiner Gruppe mehr}}",
    fr: "{n, plural, one {# resterait sans aucun groupe} other {# resteraient sans aucun groupe}}",
  },
  "{n, plural, one {# does not have the new group yet} other {# do not have the new group yet}}": {
    es: "{n, plural, one {# aún no tiene el grupo nuevo} other {# aún no tienen el grupo nuevo}}",
    de: "{n, plural, one {# hat die neue Gruppe noch nicht} other {# haben die neue Gruppe noch nicht}}",
    fr: "{n, plural, one {# n’a pas encore le nouveau groupe} other {# n’ont pas encore le nouveau groupe}}",
  },
  "{n, plural, one {# gains no other group} other {# gain no other group}}": {
    es: "{n, plural, one {# no obtiene ningún otro grupo} other {# no obtienen ningún otro grupo}}",
    de: "{n, plural, one {# erhält keine andere Gruppe} other {# erhalten keine andere Gruppe}}",
    fr: "{n, plural, one {# n’obtient aucun autre groupe} other {# n’obtiennent aucun autre groupe}}",
  },
  "{n, plural, one {# has started a course} other {# have started a course}}": {
    es: "{n, plural, one {# ha empezado un curso} other {# han empezado un curso}}",
    de: "{n, plural, one {# hat einen Kurs begonnen} other {# haben einen Kurs begonnen}}",
    fr: "{n, plural, one {# a commencé un cours} other {# ont commencé un cours}}",
  },
  "{n, plural, one {# has a deadline} other {# have a deadline}}": {
    es: "{n, plural, one {# tiene fecha límite} other {# tienen fecha límite}}",
    de: "{n, plural, one {# hat eine Frist} other {# haben eine Frist}}",
    fr: "{n, plural, one {# a une échéance} other {# ont une échéance}}",
  },
  "{n, plural, one {# has an impact that is not fully known} other {# have an impact that is not fully known}}": {
    es: "{n, plural, one {de # no se conocen todas las consecuencias} other {de # no se conocen todas las consecuencias}}",
    de: "{n, plural, one {bei # Person sind die Auswirkungen nicht vollständig bekannt} other {bei # Personen sind die Auswirkungen nicht vollständig bekannt}}",
    fr: "{n, plural, one {pour #, les conséquences ne sont pas toutes connues} other {pour #, les conséquences ne sont pas toutes connues}}",
  },
  "{n, plural, one {# was changed back by HR} other {# were changed back by HR}}": {
    es: "{n, plural, one {en # RR. HH. restableció el valor} other {en # RR. HH. restableció el valor}}",
    de: "{n, plural, one {bei # Person hat die Personalabteilung den Wert zurückgeändert} other {bei # Personen hat die Personalabteilung den Wert zurückgeändert}}",
    fr: "{n, plural, one {valeur rétablie par les RH pour #} other {valeur rétablie par les RH pour #}}",
  },
  "{n, plural, one {# lost the group by a change of the rules} other {# lost the group by a change of the rules}}": {
    es: "{n, plural, one {# perdió el grupo por un cambio de las reglas} other {# perdieron el grupo por un cambio de las reglas}}",
    de: "{n, plural, one {# hat die Gruppe durch eine Änderung des Regelwerks verloren} other {# haben die Gruppe durch eine Änderung des Regelwerks verloren}}",
    fr: "{n, plural, one {# a perdu le groupe à la suite d’un changement des règles} other {# ont perdu le groupe à la suite d’un changement des règles}}",
  },
  "{n, plural, one {# left and is deactivated} other {# left and are deactivated}}": {
    es: "{n, plural, one {# causó baja y está desactivada} other {# causaron baja y están desactivadas}}",
    de: "{n, plural, one {# ist ausgetreten und deaktiviert} other {# sind ausgetreten und deaktiviert}}",
    fr: "{n, plural, one {# est partie et désactivée} other {# sont parties et désactivées}}",
  },
  "{n, plural, one {# left and is not deactivated yet} other {# left and are not deactivated yet}}": {
    es: "{n, plural, one {# causó baja y aún no está desactivada} other {# causaron baja y aún no están desactivadas}}",
    de: "{n, plural, one {# ist ausgetreten und noch nicht deaktiviert} other {# sind ausgetreten und noch nicht deaktiviert}}",
    fr: "{n, plural, one {# est partie et pas encore désactivée} other {# sont parties et pas encore désactivées}}",
  },
  "{n, plural, one {# was added by someone in the learning service} other {# were added by someone in the learning service}}": {
    es: "{n, plural, one {# fue añadida por alguien en el servicio de formación} other {# fueron añadidas por alguien en el servicio de formación}}",
    de: "{n, plural, one {# wurde von jemandem im Lerndienst hinzugefügt} other {# wurden von jemandem im Lerndienst hinzugefügt}}",
    fr: "{n, plural, one {# a été ajoutée par quelqu’un dans le service de formation} other {# ont été ajoutées par quelqu’un dans le service de formation}}",
  },
  "Remove all": { es: "Retirar a todas", de: "Alle entfernen", fr: "Retirer tout le monde" },
  "Remove {n}, look closer at {rest, plural, one {the other person} other {the other # people}}": {
    es: "Retirar a {n}, mirar con detalle a {rest, plural, one {la otra persona} other {las otras # personas}}",
    de: "{n} entfernen, {rest, plural, one {die andere Person} other {die anderen # Personen}} genauer ansehen",
    fr: "Retirer {n}, examiner de près {rest, plural, one {l’autre personne} other {les # autres personnes}}",
  },
  "{n, plural, one {# already has the new group, with nothing in progress or due} other {# already have the new group, with nothing in progress or due}}":
    {
      es: "{n, plural, one {# ya tiene el grupo nuevo, sin nada en curso ni con plazo} other {# ya tienen el grupo nuevo, sin nada en curso ni con plazo}}",
      de: "{n, plural, one {# hat die neue Gruppe schon, und nichts ist in Arbeit oder fällig} other {# haben die neue Gruppe schon, und nichts ist in Arbeit oder fällig}}",
      fr: "{n, plural, one {# a déjà le nouveau groupe, sans rien en cours ni à échéance} other {# ont déjà le nouveau groupe, sans rien en cours ni à échéance}}",
    },
} as const satisfies Catalogue;
