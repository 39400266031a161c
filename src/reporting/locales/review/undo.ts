import type { Catalogue } from "../catalogue.ts";

/** Undoing a decision as a whole, and the page of recent decisions. */
export const reviewUndo = {
  "{n, plural, one {# membership will be removed.} other {# memberships will be removed.}} {decided} of {all} decided, {left} left.": {
    es: "{n, plural, one {Se retirará # pertenencia.} other {Se retirarán # pertenencias.}} {decided} de {all} decididas, quedan {left}.",
    de: "{n, plural, one {# Mitgliedschaft wird entfernt.} other {# Mitgliedschaften werden entfernt.}} {decided} von {all} entschieden, {left} offen.",
    fr: "{n, plural, one {# appartenance sera retirée.} other {# appartenances seront retirées.}} {decided, plural, one {# décidé} other {# décidés}} sur {all}, {left, plural, one {# restant} other {# restants}}.",
  },
  "{n, plural, one {# membership is kept.} other {# memberships are kept.}} {decided} of {all} decided, {left} left.": {
    es: "{n, plural, one {Se conserva # pertenencia.} other {Se conservan # pertenencias.}} {decided} de {all} decididas, quedan {left}.",
    de: "{n, plural, one {# Mitgliedschaft bleibt bestehen.} other {# Mitgliedschaften bleiben bestehen.}} {decided} von {all} entschieden, {left} offen.",
    fr: "{n, plural, one {# appartenance est conservée.} other {# appartenances sont conservées.}} {decided, plural, one {# décidé} other {# décidés}} sur {all}, {left, plural, one {# restant} other {# restants}}.",
  },
  "{n, plural, one {# membership is being added back.} other {# memberships are being added back.}} {cancelled, plural, =0 {} one {# removal is pending again.} other {# removals are pending again.}}":
    {
      es: "{n, plural, one {Se está restableciendo # pertenencia.} other {Se están restableciendo # pertenencias.}} {cancelled, plural, =0 {} one {# retirada vuelve a estar pendiente.} other {# retiradas vuelven a estar pendientes.}}",
      de: "{n, plural, one {# Mitgliedschaft wird wiederhergestellt.} other {# Mitgliedschaften werden wiederhergestellt.}} {cancelled, plural, =0 {} one {# Entfernung ist wieder offen.} other {# Entfernungen sind wieder offen.}}",
      fr: "{n, plural, one {# appartenance est en cours de rétablissement.} other {# appartenances sont en cours de rétablissement.}} {cancelled, plural, =0 {} one {# retrait est de nouveau en attente.} other {# retraits sont de nouveau en attente.}}",
    },
  "{n, plural, one {# membership is being added back.} other {# memberships are being added back.}}": {
    es: "{n, plural, one {Se está restableciendo # pertenencia.} other {Se están restableciendo # pertenencias.}}",
    de: "{n, plural, one {# Mitgliedschaft wird wiederhergestellt.} other {# Mitgliedschaften werden wiederhergestellt.}}",
    fr: "{n, plural, one {# appartenance est en cours de rétablissement.} other {# appartenances sont en cours de rétablissement.}}",
  },
  "{n, plural, one {Undo the removal} other {Undo # removals}}": {
    es: "{n, plural, one {Deshacer la retirada} other {Deshacer # retiradas}}",
    de: "{n, plural, one {Entfernung rückgängig machen} other {# Entfernungen rückgängig machen}}",
    fr: "{n, plural, one {Annuler le retrait} other {Annuler # retraits}}",
  },
  "Details|page": { es: "Detalles", de: "Details", fr: "Détails" },
  "This decision was undone or changed meanwhile. Nothing was changed.": {
    es: "Esta decisión se ha deshecho o ha cambiado entretanto. No se ha cambiado nada.",
    de: "Diese Entscheidung wurde inzwischen rückgängig gemacht oder geändert. Es wurde nichts geändert.",
    fr: "Cette décision a été annulée ou modifiée entre-temps. Rien n’a été modifié.",
  },
  "Reload the page.": { es: "Vuelva a cargar la página.", de: "Laden Sie die Seite neu.", fr: "Rechargez la page." },
  "Undo this decision?": { es: "¿Deshacer esta decisión?", de: "Diese Entscheidung rückgängig machen?", fr: "Annuler cette décision ?" },
  "Decided by mistake": { es: "Decidido por error", de: "Irrtümlich entschieden", fr: "Décidé par erreur" },
  "Wrong person or group": {
    es: "Persona o grupo equivocados",
    de: "Falsche Person oder Gruppe",
    fr: "Mauvaise personne ou mauvais groupe",
  },
  "HR’s data was wrong": {
    es: "Los datos de RR. HH. eran incorrectos",
    de: "Die Personaldaten waren falsch",
    fr: "Les données RH étaient erronées",
  },
  "Recent decisions": { es: "Decisiones recientes", de: "Letzte Entscheidungen", fr: "Décisions récentes" },
  "Each row is one decision, with all of its people. Undo a decision here, also after it was applied.": {
    es: "Cada fila es una decisión, con todas sus personas. Aquí se puede deshacer una decisión, también después de aplicada.",
    de: "Jede Zeile ist eine Entscheidung mit allen betroffenen Personen. Hier lässt sie sich rückgängig machen, auch nachdem sie ausgeführt wurde.",
    fr: "Chaque ligne est une décision, avec toutes les personnes concernées. Annulez ici une décision, même après son application.",
  },
  "Nobody has decided anything yet.": {
    es: "Nadie ha decidido nada todavía.",
    de: "Noch hat niemand etwas entschieden.",
    fr: "Personne n’a encore rien décidé.",
  },
  "other groups": { es: "otros grupos", de: "andere Gruppen", fr: "d’autres groupes" },
  "{who} removed from {groups}": {
    es: "{who}: retirada de {groups}",
    de: "{who}: entfernt aus {groups}",
    fr: "{who} : retrait de {groups}",
  },
  "{who} kept in {groups}": {
    es: "{who}: conservada en {groups}",
    de: "{who}: behalten in {groups}",
    fr: "{who} : conservation dans {groups}",
  },
  "Kept until {time}": { es: "Se conserva hasta el {time}", de: "Behalten bis {time}", fr: "Conservé jusqu’au {time}" },
  "Kept|decision": { es: "Se conserva", de: "Behalten", fr: "Conservé" },
  "{n} removed": {
    es: "{n, plural, one {# retirada} other {# retiradas}}",
    de: "{n} entfernt",
    fr: "{n, plural, one {# retiré} other {# retirés}}",
  },
  "{n} added back": {
    es: "{n, plural, one {# restablecida} other {# restablecidas}}",
    de: "{n} wiederhergestellt",
    fr: "{n, plural, one {# rétabli} other {# rétablis}}",
  },
  "Add back and ask again": {
    es: "Volver a añadir y preguntar de nuevo",
    de: "Wieder hinzufügen und erneut fragen",
    fr: "Rétablir et redemander",
  },
  "Add back and keep": { es: "Volver a añadir y conservar", de: "Wieder hinzufügen und behalten", fr: "Rétablir et conserver" },
  "{n, plural, one {# membership is being added back and stays without an end date.} other {# memberships are being added back and stay without an end date.}} {cancelled, plural, =0 {} one {# removal is pending again.} other {# removals are pending again.}}":
    {
      es: "{n, plural, one {Se está restableciendo # pertenencia y se conserva sin fecha de fin.} other {Se están restableciendo # pertenencias y se conservan sin fecha de fin.}} {cancelled, plural, =0 {} one {# retirada vuelve a estar pendiente.} other {# retiradas vuelven a estar pendientes.}}",
      de: "{n, plural, one {# Mitgliedschaft wird wiederhergestellt und bleibt ohne Enddatum.} other {# Mitgliedschaften werden wiederhergestellt und bleiben ohne Enddatum.}} {cancelled, plural, =0 {} one {# Entfernung ist wieder offen.} other {# Entfernungen sind wieder offen.}}",
      fr: "{n, plural, one {# appartenance est en cours de rétablissement et reste sans date de fin.} other {# appartenances sont en cours de rétablissement et restent sans date de fin.}} {cancelled, plural, =0 {} one {# retrait est de nouveau en attente.} other {# retraits sont de nouveau en attente.}}",
    },
  "{n, plural, one {# membership is being added back. After a run, Rollcall asks for a decision again.} other {# memberships are being added back. After a run, Rollcall asks for a decision again.}} {cancelled, plural, =0 {} one {# removal is pending again.} other {# removals are pending again.}}":
    {
      es: "{n, plural, one {Se está restableciendo # pertenencia. Después de una ejecución, Rollcall vuelve a pedir una decisión.} other {Se están restableciendo # pertenencias. Después de una ejecución, Rollcall vuelve a pedir una decisión.}} {cancelled, plural, =0 {} one {# retirada vuelve a estar pendiente.} other {# retiradas vuelven a estar pendientes.}}",
      de: "{n, plural, one {# Mitgliedschaft wird wiederhergestellt. Nach einem Abgleich fragt Rollcall erneut.} other {# Mitgliedschaften werden wiederhergestellt. Nach einem Abgleich fragt Rollcall erneut.}} {cancelled, plural, =0 {} one {# Entfernung ist wieder offen.} other {# Entfernungen sind wieder offen.}}",
      fr: "{n, plural, one {# appartenance est en cours de rétablissement. Après une synchronisation, Rollcall redemande une décision.} other {# appartenances sont en cours de rétablissement. Après une synchronisation, Rollcall redemande une décision.}} {cancelled, plural, =0 {} one {# retrait est de nouveau en attente.} other {# retraits sont de nouveau en attente.}}",
    },
  "{n} being added back": {
    es: "{n} restableciéndose",
    de: "{n, plural, one {# wird wiederhergestellt} other {# werden wiederhergestellt}}",
    fr: "{n} en cours de rétablissement",
  },
  "Not applied yet: {n, plural, one {# removal is cancelled.} other {# removals are cancelled.}}": {
    es: "Sin aplicar aún: {n, plural, one {se cancela # retirada.} other {se cancelan # retiradas.}}",
    de: "Noch nicht ausgeführt: {n, plural, one {# Entfernung wird abgebrochen.} other {# Entfernungen werden abgebrochen.}}",
    fr: "Pas encore effectué : {n, plural, one {# retrait est annulé.} other {# retraits sont annulés.}}",
  },
  "Already applied: {n, plural, one {# membership is added back.} other {# memberships are added back.}}": {
    es: "Ya aplicado: {n, plural, one {se restablece # pertenencia.} other {se restablecen # pertenencias.}}",
    de: "Schon ausgeführt: {n, plural, one {# Mitgliedschaft wird wiederhergestellt.} other {# Mitgliedschaften werden wiederhergestellt.}}",
    fr: "Déjà effectué : {n, plural, one {# appartenance est rétablie.} other {# appartenances sont rétablies.}}",
  },
  "Not applied yet: the removal is cancelled. Already applied: the membership is added back.": {
    es: "Sin aplicar aún: se cancela la retirada. Ya aplicada: se restablece la pertenencia.",
    de: "Noch nicht ausgeführt: Die Entfernung wird abgebrochen. Schon ausgeführt: Die Mitgliedschaft wird wiederhergestellt.",
    fr: "Pas encore effectué : le retrait est annulé. Déjà effectué : l’appartenance est rétablie.",
  },
  "“{ask}”: a later run asks for a decision again. “{keep}”: no one is asked again.": {
    es: "«{ask}»: una ejecución posterior vuelve a pedir una decisión. «{keep}»: no se vuelve a preguntar.",
    de: "„{ask}“: Ein späterer Abgleich fragt erneut. „{keep}“: Es wird nicht mehr gefragt.",
    fr: "« {ask} » : une synchronisation ultérieure redemande une décision. « {keep} » : la question n’est plus posée.",
  },
  "Nothing undone": { es: "No se ha deshecho nada", de: "Nichts rückgängig gemacht", fr: "Rien n’a été annulé" },
  "Nothing decided": { es: "No se ha decidido nada", de: "Nichts entschieden", fr: "Rien n’a été décidé" },
  "Decisions undone": { es: "Decisiones deshechas", de: "Entscheidungen rückgängig gemacht", fr: "Décisions annulées" },
} as const satisfies Catalogue;
