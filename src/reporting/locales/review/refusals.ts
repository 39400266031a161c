import type { Catalogue } from "../catalogue.ts";

/** Refusals of decisions, comments and exceptions. */
export const reviewRefusals = {
  "Job {job} is a pilot: {n, plural, one {# pending removal is of a person} other {# pending removals are of people}} outside of it. Nothing can be decided for them until a run is for them again.":
    {
      es: "La tarea {job} es un piloto: {n, plural, one {# retirada pendiente es de una persona} other {# retiradas pendientes son de personas}} fuera de él. No se puede decidir nada para ellas hasta que una ejecución vuelva a incluirlas.",
      de: "Der Auftrag {job} ist ein Pilotlauf: {n, plural, one {# offene Entfernung betrifft eine Person} other {# offene Entfernungen betreffen Personen}} außerhalb davon. Für sie kann nichts entschieden werden, bis ein Abgleich sie wieder umfasst.",
      fr: "La tâche {job} est un pilote : {n, plural, one {# retrait en attente concerne une personne} other {# retraits en attente concernent des personnes}} hors du pilote. Rien ne peut être décidé pour {n, plural, one {elle} other {elles}} avant qu’une synchronisation {n, plural, one {l’inclue} other {les inclue}} à nouveau.",
    },

  "The person is not in the pilot of job {job}, so nothing can be decided for them. It can be decided after a run without `pilot`, or with the person in it.":
    {
      es: "La persona no está en el piloto de la tarea {job}, así que no se puede decidir nada para ella. Se podrá decidir tras una ejecución sin `pilot`, o con la persona en él.",
      de: "Die Person ist nicht im Pilotlauf des Auftrags {job}, daher kann für sie nichts entschieden werden. Das geht nach einem Abgleich ohne `pilot`, oder mit der Person darin.",
      fr: "La personne n’est pas dans le pilote de la tâche {job}, donc rien ne peut être décidé pour elle. Ce sera possible après une synchronisation sans `pilot`, ou avec la personne dans le pilote.",
    },

  "The membership is already removed. `rollcall runs revert` adds it back.": {
    es: "La pertenencia ya está retirada. `rollcall runs revert` la restablece.",
    de: "Die Mitgliedschaft ist bereits entfernt. `rollcall runs revert` fügt sie wieder hinzu.",
    fr: "L’appartenance est déjà retirée. `rollcall runs revert` la rétablit.",
  },
  "The removal is being sent, so it can no longer be undone. `rollcall runs revert` adds the membership back.": {
    es: "La retirada se está enviando y ya no se puede deshacer. `rollcall runs revert` restablece la pertenencia.",
    de: "Die Entfernung wird gerade gesendet und kann nicht mehr rückgängig gemacht werden. `rollcall runs revert` fügt die Mitgliedschaft wieder hinzu.",
    fr: "Le retrait est en cours d’envoi et ne peut plus être annulé. `rollcall runs revert` rétablit l’appartenance.",
  },
  "Nobody has decided this removal, so there is nothing to undo.": {
    es: "Nadie ha decidido esta retirada, así que no hay nada que deshacer.",
    de: "Über diese Entfernung hat niemand entschieden, es gibt also nichts rückgängig zu machen.",
    fr: "Personne n’a décidé de ce retrait : il n’y a rien à annuler.",
  },
  "Name the reviewer or role: --to NAME. Nothing was changed.": {
    es: "Indique la persona o el rol: --to NAME. No se ha cambiado nada.",
    de: "Geben Sie Person oder Rolle an: --to NAME. Es wurde nichts geändert.",
    fr: "Indiquez la personne ou le rôle : --to NAME. Rien n’a été modifié.",
  },
  "Roles that can decide are {roles}, not {name}. Nothing was changed.": {
    es: "Los roles que pueden decidir son {roles}, no {name}. No se ha cambiado nada.",
    de: "Entscheiden können die Rollen {roles}, nicht {name}. Es wurde nichts geändert.",
    fr: "Les rôles qui peuvent décider sont {roles}, pas {name}. Rien n’a été modifié.",
  },
  "Reassigning needs a comment: --comment TEXT. Nothing was changed.": {
    es: "Para reasignar hace falta un comentario: --comment TEXT. No se ha cambiado nada.",
    de: "Zum Neuzuweisen ist ein Kommentar nötig: --comment TEXT. Es wurde nichts geändert.",
    fr: "La réattribution exige un commentaire : --comment TEXT. Rien n’a été modifié.",
  },
  "Someone else decided this removal at the same moment.": {
    es: "Otra persona ha decidido esta retirada en el mismo momento.",
    de: "Jemand anderes hat im selben Moment über diese Entfernung entschieden.",
    fr: "Quelqu’un d’autre a décidé de ce retrait au même moment.",
  },
  "The comment is empty: --comment TEXT. Nothing was changed.": {
    es: "El comentario está vacío: --comment TEXT. No se ha cambiado nada.",
    de: "Der Kommentar ist leer: --comment TEXT. Es wurde nichts geändert.",
    fr: "Le commentaire est vide : --comment TEXT. Rien n’a été modifié.",
  },
  "The text has more than {n} characters. Nothing was changed.": {
    es: "El texto tiene más de {n} caracteres. No se ha cambiado nada.",
    de: "Der Text hat mehr als {n} Zeichen. Es wurde nichts geändert.",
    fr: "Le texte dépasse {n} caractères. Rien n’a été modifié.",
  },
  "There is no removal {id}. Nothing was changed.": {
    es: "No existe la retirada {id}. No se ha cambiado nada.",
    de: "Die Entfernung {id} gibt es nicht. Es wurde nichts geändert.",
    fr: "Le retrait {id} n’existe pas. Rien n’a été modifié.",
  },
  "`rollcall review list` shows pending removals.": {
    es: "`rollcall review list` muestra las retiradas pendientes.",
    de: "`rollcall review list` zeigt offene Entfernungen.",
    fr: "`rollcall review list` affiche les retraits en attente.",
  },
  "There is no removal {id}. Nothing was decided.": {
    es: "No existe la retirada {id}. No se ha decidido nada.",
    de: "Die Entfernung {id} gibt es nicht. Es wurde nichts entschieden.",
    fr: "Le retrait {id} n’existe pas. Rien n’a été décidé.",
  },
  "The cause {id} has no pending removals. Nothing was decided.": {
    es: "La causa {id} no tiene retiradas pendientes. No se ha decidido nada.",
    de: "Die Ursache {id} hat keine offenen Entfernungen. Es wurde nichts entschieden.",
    fr: "La cause {id} n’a aucun retrait en attente. Rien n’a été décidé.",
  },
  "The cause has changed since you opened it: removals joined it, left it or were decided. Open the cause again.": {
    es: "La causa ha cambiado desde que usted la abrió: se han añadido, quitado o decidido retiradas. Ábrala de nuevo.",
    de: "Die Ursache hat sich geändert, seit Sie sie geöffnet haben: Entfernungen kamen hinzu, fielen weg oder wurden entschieden. Öffnen Sie sie erneut.",
    fr: "La cause a changé depuis son ouverture : des retraits s’y sont ajoutés, l’ont quittée ou ont été décidés. Ouvrez-la de nouveau.",
  },
  "A decision needs a reason: --reason TEXT. Nothing was decided.": {
    es: "Una decisión necesita un motivo: --reason TEXT. No se ha decidido nada.",
    de: "Eine Entscheidung braucht eine Begründung: --reason TEXT. Es wurde nichts entschieden.",
    fr: "Une décision exige un motif : --reason TEXT. Rien n’a été décidé.",
  },
  "The reason has more than {n} characters. Nothing was decided.": {
    es: "El motivo tiene más de {n} caracteres. No se ha decidido nada.",
    de: "Die Begründung hat mehr als {n} Zeichen. Es wurde nichts entschieden.",
    fr: "Le motif dépasse {n} caractères. Rien n’a été décidé.",
  },
  "The reason contains a character that cannot be stored. Nothing was decided.": {
    es: "El motivo contiene un carácter que no se puede guardar. No se ha decidido nada.",
    de: "Die Begründung enthält ein Zeichen, das nicht gespeichert werden kann. Es wurde nichts entschieden.",
    fr: "Le motif contient un caractère impossible à enregistrer. Rien n’a été décidé.",
  },
  "A decision needs the name of the reviewer. Nothing was decided.": {
    es: "Una decisión necesita el nombre de quien decide. No se ha decidido nada.",
    de: "Eine Entscheidung braucht den Namen der entscheidenden Person. Es wurde nichts entschieden.",
    fr: "Une décision exige le nom de la personne qui décide. Rien n’a été décidé.",
  },
  "The date until which the membership is to be kept is in the past. Nothing was decided.": {
    es: "La fecha hasta la que se conserva la pertenencia ya ha pasado. No se ha decidido nada.",
    de: "Das Datum, bis zu dem die Mitgliedschaft bleiben soll, ist vorbei. Es wurde nichts entschieden.",
    fr: "La date jusqu’à laquelle conserver l’appartenance est passée. Rien n’a été décidé.",
  },
  "Your session, token or role ended in the meantime, so nothing was changed. Sign in again.": {
    es: "Mientras tanto ha terminado su sesión, su token o su rol, así que no se ha cambiado nada. Inicie sesión otra vez.",
    de: "Inzwischen ist Ihre Sitzung, Ihr Token oder Ihre Rolle abgelaufen, daher wurde nichts geändert. Melden Sie sich erneut an.",
    fr: "Entre-temps, votre session, votre jeton ou votre rôle a pris fin ; rien n’a donc été modifié. Reconnectez-vous.",
  },
  "Someone else changed this removal at the same moment.": {
    es: "Otra persona ha cambiado esta retirada en el mismo momento.",
    de: "Jemand anderes hat diese Entfernung im selben Moment geändert.",
    fr: "Quelqu’un d’autre a modifié ce retrait au même moment.",
  },
  "The policy asks for a second reviewer, and the command line cannot verify who you are. Set ROLLCALL_TOKEN to your API token, or decide in the console.":
    {
      es: "La política exige un segundo revisor, y la línea de comandos no puede comprobar quién es usted. Ponga su token de API en ROLLCALL_TOKEN o decida en la consola.",
      de: "Die Richtlinie verlangt eine zweite Person, und die Befehlszeile kann nicht prüfen, wer Sie sind. Setzen Sie ROLLCALL_TOKEN auf Ihr API-Token, oder entscheiden Sie in der Konsole.",
      fr: "La politique exige une seconde personne, et la ligne de commande ne peut pas vérifier qui vous êtes. Mettez votre jeton d’API dans ROLLCALL_TOKEN, ou décidez dans la console.",
    },
  "The job's policy is `group_removals: never`: removals are reported and never applied. Nothing was decided.": {
    es: "La política de la tarea es `group_removals: never`: las retiradas se notifican y nunca se aplican. No se ha decidido nada.",
    de: "Die Richtlinie des Auftrags ist `group_removals: never`: Entfernungen werden gemeldet und nie ausgeführt. Es wurde nichts entschieden.",
    fr: "La politique de la tâche est `group_removals: never` : les retraits sont signalés et jamais effectués. Rien n’a été décidé.",
  },
  "The job's policy asks for four eyes, and the command line cannot verify who you are. Nothing was decided.": {
    es: "La política de la tarea exige una doble aprobación, y la línea de comandos no puede comprobar quién es usted. No se ha decidido nada.",
    de: "Die Richtlinie des Auftrags verlangt das Vier-Augen-Prinzip, und die Befehlszeile kann nicht prüfen, wer Sie sind. Es wurde nichts entschieden.",
    fr: "La politique de la tâche exige une double validation, et la ligne de commande ne peut pas vérifier qui vous êtes. Rien n’a été décidé.",
  },
  "Set ROLLCALL_TOKEN to your API token, or decide in the console, where reviewers sign in.": {
    es: "Ponga su token de API en ROLLCALL_TOKEN o decida en la consola, donde se inicia sesión.",
    de: "Setzen Sie ROLLCALL_TOKEN auf Ihr API-Token, oder entscheiden Sie in der Konsole, in der man sich anmeldet.",
    fr: "Mettez votre jeton d’API dans ROLLCALL_TOKEN, ou décidez dans la console, où l’on se connecte.",
  },
  "The evidence has changed since you read it. Open the removal again.": {
    es: "La evidencia ha cambiado desde que usted la leyó. Abra de nuevo la retirada.",
    de: "Die Details haben sich geändert, seit Sie sie gelesen haben. Öffnen Sie die Entfernung erneut.",
    fr: "Le justificatif a changé depuis votre lecture. Ouvrez de nouveau le retrait.",
  },
  "This removal is already {status}.": {
    es: "Esta retirada ya tiene el estado «{status}».",
    de: "Diese Entfernung hat schon den Status „{status}“.",
    fr: "Ce retrait a déjà le statut « {status} ».",
  },
  "This removal is already {status}: {outcome}": {
    es: "Esta retirada ya tiene el estado «{status}»: {outcome}",
    de: "Diese Entfernung hat schon den Status „{status}“: {outcome}",
    fr: "Ce retrait a déjà le statut « {status} » : {outcome}",
  },
  "This removal is already {status}: {name} decided it, {via} (“{reason}”).": {
    es: "Esta retirada ya tiene el estado «{status}»: la decidió {name}, {via} («{reason}»).",
    de: "Diese Entfernung hat schon den Status „{status}“: {name} hat entschieden, {via} („{reason}“).",
    fr: "Ce retrait a déjà le statut « {status} » : décision de {name}, {via} (« {reason} »).",
  },
  "This removal is already {status}: {name} decided it on {at}, {via} (“{reason}”).": {
    es: "Esta retirada ya tiene el estado «{status}»: la decidió {name} el {at}, {via} («{reason}»).",
    de: "Diese Entfernung hat schon den Status „{status}“: {name} hat am {at} entschieden, {via} („{reason}“).",
    fr: "Ce retrait a déjà le statut « {status} » : décision de {name} le {at}, {via} (« {reason} »).",
  },
  "Ending an exception needs a reason: --reason TEXT. Nothing was changed.": {
    es: "Para terminar una excepción hace falta un motivo: --reason TEXT. No se ha cambiado nada.",
    de: "Zum Beenden einer Ausnahme ist eine Begründung nötig: --reason TEXT. Es wurde nichts geändert.",
    fr: "Mettre fin à une exception exige un motif : --reason TEXT. Rien n’a été modifié.",
  },
  "{id} is not an exception. {why} Nothing was changed.": {
    es: "{id} no es una excepción. {why} No se ha cambiado nada.",
    de: "{id} ist keine Ausnahme. {why} Es wurde nichts geändert.",
    fr: "{id} n’est pas une exception. {why} Rien n’a été modifié.",
  },
  "There is no exception {id}. Nothing was changed.": {
    es: "No existe la excepción {id}. No se ha cambiado nada.",
    de: "Die Ausnahme {id} gibt es nicht. Es wurde nichts geändert.",
    fr: "L’exception {id} n’existe pas. Rien n’a été modifié.",
  },
  "`rollcall review exceptions` lists all exceptions.": {
    es: "`rollcall review exceptions` muestra todas las excepciones.",
    de: "`rollcall review exceptions` listet alle Ausnahmen auf.",
    fr: "`rollcall review exceptions` liste toutes les exceptions.",
  },
  "The policy asks for two reviewers for more than {n} removals, so another person must approve this removal too.": {
    es: "La política exige dos aprobaciones para más de {n} retiradas, así que otra persona debe aprobar también esta.",
    de: "Die Richtlinie verlangt für mehr als {n} Entfernungen zwei Personen, also muss eine weitere Person diese Entfernung genehmigen.",
    fr: "La politique exige deux approbations au-delà de {n} retraits : une autre personne doit donc aussi approuver celui-ci.",
  },
  "The recommendation has changed since you opened the page. Open the removal again.": {
    es: "La recomendación ha cambiado desde que usted abrió la página. Abra de nuevo la retirada.",
    de: "Die Empfehlung hat sich geändert, seit Sie die Seite geöffnet haben. Öffnen Sie die Entfernung erneut.",
    fr: "La recommandation a changé depuis l’ouverture de la page. Ouvrez de nouveau le retrait.",
  },
  "No other user of Rollcall can approve at the moment. Add a reviewer who signs in through the identity provider.": {
    es: "En este momento nadie más puede aprobar en Rollcall. Añada a alguien con permiso de revisión que inicie sesión con el proveedor de identidad.",
    de: "Zurzeit kann in Rollcall niemand sonst genehmigen. Fügen Sie ein Benutzerkonto mit der Rolle „Prüfung“ hinzu, das sich über den Identitätsanbieter anmeldet.",
    fr: "Personne d’autre ne peut approuver dans Rollcall pour le moment. Ajoutez un utilisateur chargé de la révision qui se connecte par le fournisseur d’identité.",
  },
  "These users can approve: {names}, and {n} more.": {
    es: "Pueden aprobar: {names} y {n} más.",
    de: "Genehmigen können: {names} und {n} weitere.",
    fr: "Peuvent approuver : {names} et {n, plural, one {# autre} other {# autres}}.",
  },
  "These users can approve: {names}.": {
    es: "Pueden aprobar: {names}.",
    de: "Genehmigen können: {names}.",
    fr: "Peuvent approuver : {names}.",
  },
  "{name} has already approved this removal, so another person must approve it too.": {
    es: "{name} ya ha aprobado esta retirada, así que otra persona debe aprobarla también.",
    de: "{name} hat diese Entfernung schon genehmigt, also muss eine weitere Person sie genehmigen.",
    fr: "{name} a déjà approuvé ce retrait : une autre personne doit donc aussi l’approuver.",
  },
  "{other} has already approved this removal. The approvals of {other} and {name} count as one, because {who} may be behind both.": {
    es: "{other} ya ha aprobado esta retirada. Las aprobaciones de {other} y {name} cuentan como una, porque {who} puede estar detrás de ambas.",
    de: "{other} hat diese Entfernung schon genehmigt. Die Genehmigungen von {other} und {name} zählen als eine, weil {who} hinter beiden stehen könnte.",
    fr: "{other} a déjà approuvé ce retrait. Les approbations de {other} et de {name} comptent pour une, car {who} peut être derrière les deux.",
  },
  "{other} has already approved this removal. The approvals of {other} and {name} count as one, because one administrator may be behind both.":
    {
      es: "{other} ya ha aprobado esta retirada. Las aprobaciones de {other} y {name} cuentan como una, porque un mismo administrador puede estar detrás de ambas.",
      de: "{other} hat diese Entfernung schon genehmigt. Die Genehmigungen von {other} und {name} zählen als eine, weil dieselbe Person mit Verwaltungsrechten hinter beiden stehen könnte.",
      fr: "{other} a déjà approuvé ce retrait. Les approbations de {other} et de {name} comptent pour une, car un même administrateur peut être derrière les deux.",
    },
  "Another person must approve it too.": {
    es: "Otra persona debe aprobarla también.",
    de: "Eine weitere Person muss sie genehmigen.",
    fr: "Une autre personne doit aussi l’approuver.",
  },
  "{name} started the run that found it, so another person must approve it too.": {
    es: "{name} inició la ejecución que la encontró, así que otra persona debe aprobarla también.",
    de: "{name} hat den Abgleich gestartet, der sie gefunden hat, also muss eine weitere Person sie genehmigen.",
    fr: "{name} a lancé la synchronisation qui l’a trouvé : une autre personne doit donc aussi l’approuver.",
  },
  "{name} was the first to run with the changed mapping, so another person must approve it too.": {
    es: "{name} fue la primera persona en ejecutar con las reglas cambiadas, así que otra persona debe aprobarla también.",
    de: "{name} hat den ersten Abgleich mit dem geänderten Regelwerk gestartet, also muss eine weitere Person sie genehmigen.",
    fr: "{name} a lancé la première synchronisation avec les règles modifiées : une autre personne doit donc aussi l’approuver.",
  },
  "{name} started the run that found it, and one administrator may be behind this and behind your approval.": {
    es: "{name} inició la ejecución que la encontró, y un mismo administrador puede estar detrás de ello y de su aprobación.",
    de: "{name} hat den Abgleich gestartet, der sie gefunden hat, und dieselbe Person mit Verwaltungsrechten könnte dahinter und hinter Ihrer Genehmigung stehen.",
    fr: "{name} a lancé la synchronisation qui l’a trouvé, et un même administrateur peut être derrière ce lancement et derrière votre approbation.",
  },
  "{name} started the run that found it, and {who} may be behind this and behind your approval.": {
    es: "{name} inició la ejecución que la encontró, y {who} puede estar detrás de ello y de su aprobación.",
    de: "{name} hat den Abgleich gestartet, der sie gefunden hat, und {who} könnte dahinter und hinter Ihrer Genehmigung stehen.",
    fr: "{name} a lancé la synchronisation qui l’a trouvé, et {who} peut être derrière ce lancement et derrière votre approbation.",
  },
  "{name} was the first to run with the changed mapping, and one administrator may be behind this and behind your approval.": {
    es: "{name} fue la primera persona en ejecutar con las reglas cambiadas, y un mismo administrador puede estar detrás de ello y de su aprobación.",
    de: "{name} hat den ersten Abgleich mit dem geänderten Regelwerk gestartet, und dieselbe Person mit Verwaltungsrechten könnte dahinter und hinter Ihrer Genehmigung stehen.",
    fr: "{name} a lancé la première synchronisation avec les règles modifiées, et un même administrateur peut être derrière ce lancement et derrière votre approbation.",
  },
  "{name} was the first to run with the changed mapping, and {who} may be behind this and behind your approval.": {
    es: "{name} fue la primera persona en ejecutar con las reglas cambiadas, y {who} puede estar detrás de ello y de su aprobación.",
    de: "{name} hat den ersten Abgleich mit dem geänderten Regelwerk gestartet, und {who} könnte dahinter und hinter Ihrer Genehmigung stehen.",
    fr: "{name} a lancé la première synchronisation avec les règles modifiées, et {who} peut être derrière ce lancement et derrière votre approbation.",
  },
  "Therefore, another person must approve it too.": {
    es: "Por eso otra persona debe aprobarla también.",
    de: "Deshalb muss eine weitere Person sie genehmigen.",
    fr: "Une autre personne doit donc aussi l’approuver.",
  },
  "People who create a user or a token, or set a password, can act as that user. Users with the same e-mail address count as one person.": {
    es: "Quien crea un usuario o un token, o pone una contraseña, puede actuar como ese usuario. Los usuarios con la misma dirección de correo cuentan como una sola persona.",
    de: "Wer ein Benutzerkonto oder Token anlegt oder ein Passwort setzt, kann im Namen dieses Benutzerkontos handeln. Benutzerkonten mit derselben E-Mail-Adresse zählen als eine Person.",
    fr: "Qui crée un utilisateur ou un jeton, ou définit un mot de passe, peut agir comme cet utilisateur. Les utilisateurs ayant la même adresse e-mail comptent pour une seule personne.",
  },
  "A user, token or run came from the command line or a one-time link, or its creator is not stored.": {
    es: "Un usuario, token o ejecución viene de la línea de comandos o de un enlace de un solo uso, o no consta quién lo creó.",
    de: "Ein Benutzerkonto, Token oder Abgleich kam von der Befehlszeile oder einem Einmal-Link, oder es ist nicht gespeichert, wer es angelegt hat.",
    fr: "Un utilisateur, un jeton ou une synchronisation vient de la ligne de commande ou d’un lien à usage unique, ou son auteur n’est pas enregistré.",
  },
  "Choose a date until which the membership is kept. Nothing was decided.": {
    es: "Elija hasta qué fecha se conserva la pertenencia. No se ha decidido nada.",
    de: "Wählen Sie den Tag, bis zu dem die Mitgliedschaft behalten wird. Es wurde nichts entschieden.",
    fr: "Choisissez la date jusqu’à laquelle l’appartenance est conservée. Rien n’a été décidé.",
  },
  "This cause has no pending removals left: they were decided, or the facts have changed. Recent decisions lists the decisions.": {
    es: "Esta causa ya no tiene retiradas pendientes: se han decidido o los datos han cambiado. En Decisiones recientes está lo decidido.",
    de: "Diese Ursache hat keine offenen Entfernungen mehr: Sie wurden entschieden, oder die Daten haben sich geändert. Entschiedenes steht unter „Letzte Entscheidungen“.",
    fr: "Cette cause n’a plus de retraits en attente : ils ont été décidés, ou les données ont changé. Les décisions sont dans « Décisions récentes ».",
  },
} as const satisfies Catalogue;
