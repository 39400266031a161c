import type { Catalogue } from "../catalogue.ts";

/** The result of decisions, and how far they are applied. */
export const reviewOutcome = {
  "Applying: {done} of {total} done": {
    es: "Aplicando: {done} de {total}",
    de: "Wird ausgeführt: {done} von {total} erledigt",
    fr: "Application en cours : {done} sur {total}",
  },
  "{n, plural, one {The removal is applied.} other {All # removals are applied.}}": {
    es: "{n, plural, one {La retirada está aplicada.} other {Las # retiradas están aplicadas.}}",
    de: "{n, plural, one {Die Entfernung ist ausgeführt.} other {Alle # Entfernungen sind ausgeführt.}}",
    fr: "{n, plural, one {Le retrait est effectué.} other {Les # retraits sont effectués.}}",
  },
  "{n, plural, one {The removal is} other {# removals are}} applied from {time} on.": {
    es: "{n, plural, one {La retirada se aplicará} other {# retiradas se aplicarán}} a partir del {time}.",
    de: "{n, plural, one {Die Entfernung wird} other {# Entfernungen werden}} ab {time} ausgeführt.",
    fr: "{n, plural, one {Le retrait sera effectué} other {# retraits seront effectués}} à partir du {time}.",
  },
  "{done} of {total} applied, {rest, plural, one {the other one} other {the others}} from {time} on.": {
    es: "Aplicadas {done} de {total}; {rest, plural, one {la otra} other {las demás}}, a partir del {time}.",
    de: "{done} von {total} ausgeführt, {rest, plural, one {die andere} other {die übrigen}} ab {time}.",
    fr: "{done} sur {total} effectués, {rest, plural, one {l’autre} other {les autres}} à partir du {time}.",
  },
  "{done} of {total} applied. The next run tries {rest, plural, one {the other one} other {the others}} again.": {
    es: "Aplicadas {done} de {total}. La próxima ejecución vuelve a intentarlo con {rest, plural, one {la otra} other {las demás}}.",
    de: "{done} von {total} ausgeführt. Der nächste Abgleich versucht es mit {rest, plural, one {der anderen} other {den übrigen}} erneut.",
    fr: "{done} sur {total} effectués. La prochaine synchronisation réessaiera pour {rest, plural, one {l’autre} other {les autres}}.",
  },
  Update: { es: "Actualizar", de: "Aktualisieren", fr: "Actualiser" },
  "This page is no longer kept. The audit trail has every decision.": {
    es: "Esta página ya no se conserva. El registro de auditoría contiene todas las decisiones.",
    de: "Diese Seite wird nicht mehr aufbewahrt. Das Prüfprotokoll enthält alle Entscheidungen.",
    fr: "Cette page n’est plus conservée. Le journal d’audit contient toutes les décisions.",
  },
  "Decisions saved": { es: "Decisiones guardadas", de: "Entscheidungen gespeichert", fr: "Décisions enregistrées" },
  "{n, plural, one {# membership will be removed.} other {# memberships will be removed.}}": {
    es: "{n, plural, one {Se retirará # pertenencia.} other {Se retirarán # pertenencias.}}",
    de: "{n, plural, one {# Mitgliedschaft wird entfernt.} other {# Mitgliedschaften werden entfernt.}}",
    fr: "{n, plural, one {# appartenance sera retirée.} other {# appartenances seront retirées.}}",
  },
  "{n, plural, one {# membership was removed.} other {# memberships were removed.}}": {
    es: "{n, plural, one {Se ha retirado # pertenencia.} other {Se han retirado # pertenencias.}}",
    de: "{n, plural, one {# Mitgliedschaft wurde entfernt.} other {# Mitgliedschaften wurden entfernt.}}",
    fr: "{n, plural, one {# appartenance a été retirée.} other {# appartenances ont été retirées.}}",
  },
  "This decision was undone or changed since.": {
    es: "Esta decisión se ha deshecho o ha cambiado desde entonces.",
    de: "Diese Entscheidung wurde seitdem rückgängig gemacht oder geändert.",
    fr: "Cette décision a été annulée ou modifiée depuis.",
  },
  "{n, plural, one {# membership was added back.} other {# memberships were added back.}}": {
    es: "{n, plural, one {Se ha restablecido # pertenencia.} other {Se han restablecido # pertenencias.}}",
    de: "{n, plural, one {# Mitgliedschaft wurde wiederhergestellt.} other {# Mitgliedschaften wurden wiederhergestellt.}}",
    fr: "{n, plural, one {# appartenance a été rétablie.} other {# appartenances ont été rétablies.}}",
  },
  "{n, plural, one {# membership was} other {# memberships were}} not added back. Its run says why.": {
    es: "No se {n, plural, one {ha restablecido # pertenencia} other {han restablecido # pertenencias}}. Su ejecución indica el motivo.",
    de: "{n, plural, one {# Mitgliedschaft wurde} other {# Mitgliedschaften wurden}} nicht wiederhergestellt. Der Abgleich nennt den Grund.",
    fr: "{n, plural, one {# appartenance n’a pas été rétablie} other {# appartenances n’ont pas été rétablies}}. Sa synchronisation indique la raison.",
  },
  "Being added back": { es: "Restableciéndose", de: "Wird wiederhergestellt", fr: "En cours de rétablissement" },
  "{n, plural, one {# membership is kept.} other {# memberships are kept.}}": {
    es: "{n, plural, one {Se conserva # pertenencia.} other {Se conservan # pertenencias.}}",
    de: "{n, plural, one {# Mitgliedschaft bleibt bestehen.} other {# Mitgliedschaften bleiben bestehen.}}",
    fr: "{n, plural, one {# appartenance est conservée.} other {# appartenances sont conservées.}}",
  },
  "{n, plural, one {# decision to remove was undone: the removal is pending again.} other {# decisions to remove were undone: the removals are pending again.}}":
    {
      es: "{n, plural, one {Se ha deshecho # decisión de retirar: la retirada vuelve a estar pendiente.} other {Se han deshecho # decisiones de retirar: las retiradas vuelven a estar pendientes.}}",
      de: "{n, plural, one {# Entscheidung zum Entfernen wurde rückgängig gemacht: Die Entfernung ist wieder offen.} other {# Entscheidungen zum Entfernen wurden rückgängig gemacht: Die Entfernungen sind wieder offen.}}",
      fr: "{n, plural, one {# décision de retirer a été annulée : le retrait est de nouveau en attente.} other {# décisions de retirer ont été annulées : les retraits sont de nouveau en attente.}}",
    },
  "{n, plural, one {# decision to keep was undone: the removal is pending again.} other {# decisions to keep were undone: the removals are pending again.}}":
    {
      es: "{n, plural, one {Se ha deshecho # decisión de conservar: la retirada vuelve a estar pendiente.} other {Se han deshecho # decisiones de conservar: las retiradas vuelven a estar pendientes.}}",
      de: "{n, plural, one {# Entscheidung zum Behalten wurde rückgängig gemacht: Die Entfernung ist wieder offen.} other {# Entscheidungen zum Behalten wurden rückgängig gemacht: Die Entfernungen sind wieder offen.}}",
      fr: "{n, plural, one {# décision de conserver a été annulée : le retrait est de nouveau en attente.} other {# décisions de conserver ont été annulées : les retraits sont de nouveau en attente.}}",
    },
  "{n, plural, one {# removal was reassigned.} other {# removals were reassigned.}}": {
    es: "{n, plural, one {Se ha reasignado # retirada.} other {Se han reasignado # retiradas.}}",
    de: "{n, plural, one {# Entfernung wurde neu zugewiesen.} other {# Entfernungen wurden neu zugewiesen.}}",
    fr: "{n, plural, one {# retrait a été réattribué.} other {# retraits ont été réattribués.}}",
  },
  "{n, plural, one {# removal has the comment.} other {# removals have the comment.}}": {
    es: "{n, plural, one {El comentario está en # retirada.} other {El comentario está en # retiradas.}}",
    de: "{n, plural, one {# Entfernung hat den Kommentar.} other {# Entfernungen haben den Kommentar.}}",
    fr: "{n, plural, one {Le commentaire a été ajouté à # retrait.} other {Le commentaire a été ajouté à # retraits.}}",
  },
  "Nothing was undone.": { es: "No se ha deshecho nada.", de: "Es wurde nichts rückgängig gemacht.", fr: "Rien n’a été annulé." },
  "Nothing was changed.": { es: "No se ha cambiado nada.", de: "Es wurde nichts geändert.", fr: "Rien n’a été modifié." },
  "Another reviewer is needed": {
    es: "Hace falta otro revisor",
    de: "Eine zweite Person muss prüfen",
    fr: "Un second avis est nécessaire",
  },
  "{n, plural, one {Your approval is saved.} other {Your # approvals are saved.}} Nothing is removed before another reviewer approves too.":
    {
      es: "{n, plural, one {Su aprobación está guardada.} other {Sus # aprobaciones están guardadas.}} No se retira nada hasta que lo apruebe otra persona.",
      de: "{n, plural, one {Ihre Genehmigung ist gespeichert.} other {Ihre # Genehmigungen sind gespeichert.}} Entfernt wird erst, wenn eine zweite Person genehmigt.",
      fr: "{n, plural, one {Votre approbation est enregistrée.} other {Vos # approbations sont enregistrées.}} Rien n’est retiré avant qu’une autre personne approuve aussi.",
    },
  "{name} approved this removal on {time}.": {
    es: "{name} aprobó esta retirada el {time}.",
    de: "{name} hat diese Entfernung am {time} genehmigt.",
    fr: "{name} a approuvé ce retrait le {time}.",
  },
  "{name} approved {n} of {total} removals on {time}.": {
    es: "{name} aprobó {n} de {total} retiradas el {time}.",
    de: "{name} hat am {time} {n} von {total} Entfernungen genehmigt.",
    fr: "{name} a approuvé {n, plural, one {# retrait} other {# retraits}} sur {total} le {time}.",
  },
  "This cause needs no decision": {
    es: "Esta causa no necesita ninguna decisión",
    de: "Diese Ursache braucht keine Entscheidung",
    fr: "Cette cause n’attend aucune décision",
  },
  "Approved by you; one more person must approve": {
    es: "Aprobadas por usted; debe aprobarlas otra persona más",
    de: "Von Ihnen genehmigt; eine weitere Person muss genehmigen",
    fr: "Approuvés par vous ; une autre personne doit approuver",
  },
  "Not changed": { es: "Sin cambios", de: "Nicht geändert", fr: "Non modifiés" },
  "Not changed, and why": { es: "Sin cambios, y por qué", de: "Nicht geändert, und warum", fr: "Non modifiés, et pourquoi" },
  "Back to review": { es: "Volver a la revisión", de: "Zurück zur Prüfung", fr: "Retour à la révision" },
  "{n, plural, one {The exception ends, and the removal needs a decision again.} other {The exceptions end, and the removals need a decision again.}} Nobody loses a group by this.":
    {
      es: "{n, plural, one {La excepción termina y la retirada vuelve a necesitar una decisión.} other {Las excepciones terminan y las retiradas vuelven a necesitar una decisión.}} Nadie pierde un grupo por ello.",
      de: "{n, plural, one {Die Ausnahme endet, und die Entfernung braucht wieder eine Entscheidung.} other {Die Ausnahmen enden, und die Entfernungen brauchen wieder eine Entscheidung.}} Niemand verliert dadurch eine Gruppe.",
      fr: "{n, plural, one {L’exception prend fin et le retrait attend de nouveau une décision.} other {Les exceptions prennent fin et les retraits attendent de nouveau une décision.}} Personne ne perd de groupe pour autant.",
    },
  "{n, plural, one {Undo keeping} other {Undo keeping # people}}": {
    es: "{n, plural, one {Deshacer «Conservar»} other {Deshacer «Conservar» (# personas)}}",
    de: "{n, plural, one {Behalten rückgängig machen} other {Behalten für # Personen rückgängig machen}}",
    fr: "{n, plural, one {Annuler la conservation} other {Annuler la conservation de # personnes}}",
  },
  Undo: { es: "Deshacer", de: "Rückgängig machen", fr: "Annuler" },
  "The first {shown} of {all} are shown. The audit trail has all of them.": {
    es: "Se muestran {shown} de {all}. El registro de auditoría las contiene todas.",
    de: "{shown} von {all} werden angezeigt. Das Prüfprotokoll enthält alle.",
    fr: "{shown} sur {all} sont affichés. Le journal d’audit les contient tous.",
  },
  Evidence: { es: "Evidencia", de: "Details", fr: "Justificatif" },
  "Nothing else needs a decision.": {
    es: "No queda nada más por decidir.",
    de: "Sonst ist nichts zu entscheiden.",
    fr: "Il ne reste rien d’autre à décider.",
  },
  "{n, plural, one {# removal is} other {# removals are}} still pending. Next: {question}": {
    es: "{n, plural, one {Queda # retirada pendiente.} other {Quedan # retiradas pendientes.}} Siguiente: {question}",
    de: "Noch {n, plural, one {# Entfernung} other {# Entfernungen}} offen. Als Nächstes: {question}",
    fr: "Encore {n, plural, one {# retrait} other {# retraits}} en attente. Ensuite : {question}",
  },
  "Next question": {
    es: "Siguiente pregunta",
    de: "Nächste Frage",
    fr: "Question suivante",
  },
  "{n, plural, one {The removal is not applied yet.} other {None of # removals is applied yet.}} The next run tries again.": {
    es: "{n, plural, one {La retirada aún no está aplicada.} other {Ninguna de las # retiradas está aplicada.}} La próxima ejecución vuelve a intentarlo.",
    de: "{n, plural, one {Die Entfernung ist noch nicht ausgeführt.} other {Von # Entfernungen ist noch keine ausgeführt.}} Der nächste Abgleich versucht es erneut.",
    fr: "{n, plural, one {Le retrait n’est pas encore effectué.} other {Aucun des # retraits n’est encore effectué.}} La prochaine synchronisation réessaiera.",
  },
} as const satisfies Catalogue;
