import type { Catalogue } from "./catalogue.ts";

/** Groups that rules assign and the learning service does not have. */
export const missingGroups = {
  "New groups": { es: "Grupos nuevos", de: "Neue Gruppen", fr: "Nouveaux groupes" },
  "{n, plural, one {new group} other {new groups}}": {
    es: "{n, plural, one {grupo nuevo} other {grupos nuevos}}",
    de: "{n, plural, one {neue Gruppe} other {neue Gruppen}}",
    fr: "{n, plural, one {nouveau groupe} other {nouveaux groupes}}",
  },
  "{n, plural, one {missing group} other {missing groups}}": {
    es: "{n, plural, one {grupo que falta} other {grupos que faltan}}",
    de: "{n, plural, one {fehlende Gruppe} other {fehlende Gruppen}}",
    fr: "{n, plural, one {groupe manquant} other {groupes manquants}}",
  },
  "{n, plural, one {# missing group} other {# missing groups}}": {
    es: "{n, plural, one {Falta # grupo} other {Faltan # grupos}}",
    de: "{n, plural, one {# fehlende Gruppe} other {# fehlende Gruppen}}",
    fr: "{n, plural, one {# groupe manquant} other {# groupes manquants}}",
  },
  "{found, plural, one {# new group exceeds} other {# new groups exceed}} the limit of {allowed}": {
    es: "{found, plural, one {# grupo nuevo supera} other {# grupos nuevos superan}} el límite de {allowed}",
    de: "{found, plural, one {# neue Gruppe überschreitet} other {# neue Gruppen überschreiten}} den Grenzwert von {allowed}",
    fr: "{found, plural, one {# nouveau groupe dépasse} other {# nouveaux groupes dépassent}} la limite de {allowed}",
  },
  "This is not a valid path of a group, so it is never created.": {
    es: "No es una ruta de grupo válida, así que nunca se crea.",
    de: "Das ist kein gültiger Gruppenpfad, deshalb wird die Gruppe nie angelegt.",
    fr: "Ce n’est pas un chemin de groupe valide : le groupe n’est jamais créé.",
  },
  "It is outside `groups.authority`, so it is never created.": {
    es: "Queda fuera de `groups.authority`, así que nunca se crea.",
    de: "Sie liegt außerhalb von `groups.authority` und wird deshalb nie angelegt.",
    fr: "Il est hors de `groups.authority` : il n’est jamais créé.",
  },
  "The job protects it, so it is never created.": {
    es: "La tarea lo protege, así que nunca se crea.",
    de: "Der Auftrag schützt sie, deshalb wird sie nie angelegt.",
    fr: "La tâche le protège : il n’est jamais créé.",
  },
  "A group whose name differs only in upper and lower case exists. It is never created a second time.": {
    es: "Existe un grupo cuyo nombre solo difiere en mayúsculas y minúsculas. Nunca se crea por segunda vez.",
    de: "Es gibt eine Gruppe, deren Name sich nur in der Groß- und Kleinschreibung unterscheidet. Sie wird nie ein zweites Mal angelegt.",
    fr: "Il existe un groupe dont le nom ne diffère que par les majuscules et minuscules. Il n’est jamais créé une seconde fois.",
  },
  "A run asked for this group, and the answer was lost. Nothing is sent again until the service's groups show the outcome.": {
    es: "Una ejecución pidió este grupo y se perdió la respuesta. No se envía nada más hasta que los grupos del servicio muestren el resultado.",
    de: "Ein Abgleich hat diese Gruppe angefordert, und die Antwort ging verloren. Nichts wird erneut gesendet, bis die Gruppen des Dienstes das Ergebnis zeigen.",
    fr: "Une synchronisation a demandé ce groupe et la réponse s’est perdue. Rien n’est renvoyé tant que les groupes du service n’en montrent pas l’issue.",
  },
  "The service refused to create it.": {
    es: "El servicio se negó a crearlo.",
    de: "Der Dienst hat das Anlegen abgelehnt.",
    fr: "Le service a refusé de le créer.",
  },
  "A run created it, and it is missing again. Someone may have deleted it.": {
    es: "Una ejecución lo creó y vuelve a faltar. Puede que alguien lo haya eliminado.",
    de: "Ein Abgleich hat sie angelegt, und sie fehlt wieder. Vielleicht hat sie jemand gelöscht.",
    fr: "Une synchronisation l’a créé et il manque à nouveau. Quelqu’un l’a peut-être supprimé.",
  },
  "The service could not be reached. The next run tries again.": {
    es: "No se pudo contactar con el servicio. La próxima ejecución lo intenta de nuevo.",
    de: "Der Dienst war nicht erreichbar. Der nächste Abgleich versucht es erneut.",
    fr: "Le service était injoignable. La prochaine synchronisation réessaie.",
  },
  "It is outside `groups.create.below`.": {
    es: "Queda fuera de `groups.create.below`.",
    de: "Sie liegt außerhalb von `groups.create.below`.",
    fr: "Il est hors de `groups.create.below`.",
  },
  "Its parent is missing as well.": {
    es: "También falta el grupo superior.",
    de: "Die übergeordnete Gruppe fehlt ebenfalls.",
    fr: "Le groupe parent manque aussi.",
  },
  "A group with a similar name exists, or would be created in the same run. This may be a typing error.": {
    es: "Existe un grupo con un nombre parecido, o se crearía en la misma ejecución. Puede ser un error de escritura.",
    de: "Eine Gruppe mit ähnlichem Namen gibt es schon, oder sie würde im selben Abgleich angelegt. Das kann ein Tippfehler sein.",
    fr: "Un groupe au nom semblable existe, ou serait créé par la même synchronisation. C’est peut-être une faute de frappe.",
  },
  "Most of these people come from one existing group, which was probably renamed.": {
    es: "La mayoría de estas personas proviene de un mismo grupo, que probablemente cambió de nombre.",
    de: "Die meisten dieser Personen kommen aus einer einzigen Gruppe, die vermutlich umbenannt wurde.",
    fr: "La plupart de ces personnes viennent d’un même groupe, sans doute renommé.",
  },
  "The plan would create more groups than `groups.create.max_per_run` allows, so it creates none of them.": {
    es: "El plan crearía más grupos de los que permite `groups.create.max_per_run`, así que no crea ninguno.",
    de: "Der Plan würde mehr Gruppen anlegen, als `groups.create.max_per_run` erlaubt. Deshalb legt er keine davon an.",
    fr: "Le plan créerait plus de groupes que `groups.create.max_per_run` n’en autorise : il n’en crée aucun.",
  },
  "A reviewer decided that it, or a parent of it, is another name of an existing group. Add the alias to the mapping.": {
    es: "Un revisor decidió que este grupo, o uno superior, es otro nombre de un grupo existente. Añada el alias a las reglas.",
    de: "Jemand mit der Rolle „Prüfung“ hat entschieden, dass diese Gruppe oder eine übergeordnete ein anderer Name einer vorhandenen Gruppe ist. Fügen Sie den Alias in das Regelwerk ein.",
    fr: "Un réviseur a décidé que ce groupe, ou un groupe parent, est un autre nom d’un groupe existant. Ajoutez l’alias aux règles.",
  },
  "A reviewer dismissed it, or a parent of it, before. It is created only if someone approves it.": {
    es: "Un revisor lo descartó antes, o descartó un grupo superior. Solo se crea si alguien lo aprueba.",
    de: "Sie oder eine übergeordnete Gruppe wurde früher verworfen. Sie wird nur angelegt, wenn es jemand genehmigt.",
    fr: "Ce groupe, ou un de ses parents, a été écarté auparavant. Il n’est créé que si quelqu’un l’approuve.",
  },
  "Did you mean {groups}?": { es: "¿Quería decir {groups}?", de: "Meinten Sie {groups}?", fr: "Vouliez-vous dire {groups} ?" },
  "{n, plural, one {# person is} other {# people are}} in {group} now.": {
    es: "{n, plural, one {# persona está} other {# personas están}} ahora en {group}.",
    de: "{n, plural, one {# Person ist} other {# Personen sind}} jetzt in {group}.",
    fr: "{n, plural, one {# personne est} other {# personnes sont}} actuellement dans {group}.",
  },
  "Missing parents: {groups}.": {
    es: "Grupos superiores que faltan: {groups}.",
    de: "Fehlende übergeordnete Gruppen: {groups}.",
    fr: "Groupes parents manquants : {groups}.",
  },
  "Also written {names}.": { es: "También escrito {names}.", de: "Auch geschrieben: {names}.", fr: "Aussi écrit {names}." },
  "{name} approved it. The next run creates it.": {
    es: "{name} lo aprobó. La próxima ejecución lo crea.",
    de: "{name} hat sie genehmigt. Der nächste Abgleich legt sie an.",
    fr: "{name} l’a approuvé. La prochaine synchronisation le crée.",
  },
  "{name} dismissed it. It is proposed again when more than {n, plural, one {# person waits} other {# people wait}} for it.": {
    es: "{name} lo descartó. Se propone de nuevo cuando lo esperen más de {n, plural, one {# persona} other {# personas}}.",
    de: "{name} hat sie verworfen. Sie wird wieder vorgeschlagen, wenn mehr als {n, plural, one {# Person} other {# Personen}} auf sie warten.",
    fr: "{name} l’a écarté. Il est proposé à nouveau quand plus de {n, plural, one {# personne l’attend} other {# personnes l’attendent}}.",
  },
  "{name} decided that it is another name of {group}. Add the line to the mapping.": {
    es: "{name} decidió que es otro nombre de {group}. Añada la línea a las reglas.",
    de: "{name} hat entschieden, dass es ein anderer Name für {group} ist. Ergänzen Sie die Zeile im Regelwerk.",
    fr: "{name} a décidé que c’est un autre nom de {group}. Ajoutez la ligne aux règles.",
  },
  ID: { es: "ID", de: "ID", fr: "ID" },
  "Missing since": { es: "Falta desde", de: "Fehlt seit", fr: "Manque depuis" },
  "A decision on a missing group needs a reason: --reason TEXT. Nothing was changed.": {
    es: "Decidir sobre un grupo que falta exige un motivo: --reason TEXT. No se ha cambiado nada.",
    de: "Eine Entscheidung über eine fehlende Gruppe braucht eine Begründung: --reason TEXT. Es wurde nichts geändert.",
    fr: "Décider d’un groupe manquant exige un motif : --reason TEXT. Rien n’a été modifié.",
  },
  "A decision on a missing group needs a reason. Nothing was changed.": {
    es: "Decidir sobre un grupo que falta exige un motivo. No se ha cambiado nada.",
    de: "Eine Entscheidung über eine fehlende Gruppe braucht eine Begründung. Es wurde nichts geändert.",
    fr: "Décider d’un groupe manquant exige un motif. Rien n’a été modifié.",
  },
  "There is no missing group {id}. Nothing was changed.": {
    es: "No hay ningún grupo que falte con el ID {id}. No se ha cambiado nada.",
    de: "Es gibt keine fehlende Gruppe {id}. Es wurde nichts geändert.",
    fr: "Il n’y a pas de groupe manquant {id}. Rien n’a été modifié.",
  },
  "`rollcall groups missing` lists all missing groups.": {
    es: "`rollcall groups missing` muestra todos los grupos que faltan.",
    de: "`rollcall groups missing` zeigt alle fehlenden Gruppen.",
    fr: "`rollcall groups missing` affiche tous les groupes manquants.",
  },
  "{group} has changed since it was shown: someone decided on it, or a run found new facts. Nothing was changed.": {
    es: "{group} ha cambiado desde que se mostró: alguien ha decidido sobre él o una ejecución ha encontrado datos nuevos. No se ha cambiado nada.",
    de: "{group} hat sich geändert, seit die Gruppe angezeigt wurde: Jemand hat darüber entschieden, oder ein Abgleich hat neue Daten gefunden. Es wurde nichts geändert.",
    fr: "{group} a changé depuis son affichage : une décision a été prise à son sujet, ou une synchronisation a trouvé de nouvelles données. Rien n’a été modifié.",
  },
  "Look at the missing groups again, then decide.": {
    es: "Vuelva a mirar los grupos que faltan y decida después.",
    de: "Sehen Sie sich die fehlenden Gruppen erneut an, und entscheiden Sie dann.",
    fr: "Consultez de nouveau les groupes manquants, puis décidez.",
  },
  "{group} cannot be created. {why} Nothing was changed.": {
    es: "{group} no se puede crear. {why} No se ha cambiado nada.",
    de: "{group} kann nicht angelegt werden. {why} Es wurde nichts geändert.",
    fr: "{group} ne peut pas être créé. {why} Rien n’a été modifié.",
  },
  "The service has no group {group}. Nothing was changed.": {
    es: "El servicio no tiene ningún grupo {group}. No se ha cambiado nada.",
    de: "Der Dienst hat keine Gruppe {group}. Es wurde nichts geändert.",
    fr: "Le service n’a pas de groupe {group}. Rien n’a été modifié.",
  },
  "The service has more than one group {group}; name it by its id. Nothing was changed.": {
    es: "El servicio tiene más de un grupo {group}; indíquelo por su ID. No se ha cambiado nada.",
    de: "Der Dienst hat mehr als eine Gruppe {group}; nennen Sie ihre ID. Es wurde nichts geändert.",
    fr: "Le service a plusieurs groupes {group} ; indiquez son ID. Rien n’a été modifié.",
  },
  "Choose what the group is. Nothing was changed.": {
    es: "Elija qué es el grupo. No se ha cambiado nada.",
    de: "Wählen Sie, was die Gruppe ist. Es wurde nichts geändert.",
    fr: "Indiquez ce qu’est le groupe. Rien n’a été modifié.",
  },
  "{group} is not dismissed. Nothing was changed.": {
    es: "{group} no está descartado. No se ha cambiado nada.",
    de: "{group} ist nicht verworfen. Es wurde nichts geändert.",
    fr: "{group} n’est pas écarté. Rien n’a été modifié.",
  },
  "Decision saved. The group is proposed again when more people wait for it.": {
    es: "Decisión guardada. El grupo se propone de nuevo cuando lo esperen más personas.",
    de: "Entscheidung gespeichert. Die Gruppe wird wieder vorgeschlagen, wenn mehr Personen auf sie warten.",
    fr: "Décision enregistrée. Le groupe est proposé à nouveau quand plus de personnes l’attendent.",
  },
  "The group needs a decision again.": {
    es: "El grupo vuelve a necesitar una decisión.",
    de: "Die Gruppe braucht wieder eine Entscheidung.",
    fr: "Le groupe demande à nouveau une décision.",
  },
  "Not needed: dismiss it until more people wait": {
    es: "No hace falta: descartarlo hasta que lo esperen más personas",
    de: "Nicht nötig: verwerfen, bis mehr Personen warten",
    fr: "Inutile : l’écarter jusqu’à ce que plus de personnes l’attendent",
  },
  "Ask for a decision again": {
    es: "Volver a pedir una decisión",
    de: "Wieder zur Entscheidung stellen",
    fr: "Demander à nouveau une décision",
  },
  "Name the existing group. Nothing was changed.": {
    es: "Indique el grupo existente. No se ha cambiado nada.",
    de: "Nennen Sie die bestehende Gruppe. Es wurde nichts geändert.",
    fr: "Indiquez le groupe existant. Rien n’a été modifié.",
  },
  "Decision saved. The next run creates the group.": {
    es: "Decisión guardada. La próxima ejecución crea el grupo.",
    de: "Entscheidung gespeichert. Der nächste Abgleich legt die Gruppe an.",
    fr: "Décision enregistrée. La prochaine synchronisation crée le groupe.",
  },
  "Decision saved. Nothing changes until the line that it shows is in the mapping.": {
    es: "Decisión guardada. No cambia nada hasta que la línea que muestra esté en las reglas.",
    de: "Entscheidung gespeichert. Es ändert sich nichts, bis die angezeigte Zeile im Regelwerk steht.",
    fr: "Décision enregistrée. Rien ne change tant que la ligne affichée n’est pas dans les règles.",
  },
  "Groups that the rules assign and the learning service does not have. The people who wait for them keep all their memberships.": {
    es: "Grupos que las reglas asignan y que el servicio de formación no tiene. Quienes los esperan conservan todas sus pertenencias.",
    de: "Gruppen, die die Regeln vergeben und die der Lerndienst nicht hat. Wer auf sie wartet, behält alle Mitgliedschaften.",
    fr: "Groupes que les règles attribuent et que le service de formation n’a pas. Les personnes qui les attendent gardent toutes leurs appartenances.",
  },
  "There are no missing groups.": { es: "No falta ningún grupo.", de: "Es fehlt keine Gruppe.", fr: "Aucun groupe ne manque." },
  "Download the list (CSV)": { es: "Descargar la lista (CSV)", de: "Liste herunterladen (CSV)", fr: "Télécharger la liste (CSV)" },
  Decide: { es: "Decidir", de: "Entscheiden", fr: "Décider" },
  "Change the decision": { es: "Cambiar la decisión", de: "Entscheidung ändern", fr: "Modifier la décision" },
  "Decide on {group}": { es: "Decidir sobre {group}", de: "Über {group} entscheiden", fr: "Décider de {group}" },
  Hints: { es: "Indicios", de: "Hinweise", fr: "Indices" },
  "What should happen with this group?": {
    es: "¿Qué debe hacerse con este grupo?",
    de: "Was soll mit dieser Gruppe geschehen?",
    fr: "Que faut-il faire de ce groupe ?",
  },
  "A new group: the next run creates it": {
    es: "Un grupo nuevo: la próxima ejecución lo crea",
    de: "Eine neue Gruppe: Der nächste Abgleich legt sie an",
    fr: "Un nouveau groupe : la prochaine synchronisation le crée",
  },
  "A new group: the next run creates it and its missing parents": {
    es: "Un grupo nuevo: la próxima ejecución lo crea, junto con los grupos superiores que faltan",
    de: "Eine neue Gruppe: Der nächste Abgleich legt sie und die fehlenden übergeordneten Gruppen an",
    fr: "Un nouveau groupe : la prochaine synchronisation le crée, avec les groupes parents manquants",
  },
  "Another name of an existing group": {
    es: "Otro nombre de un grupo existente",
    de: "Ein anderer Name einer bestehenden Gruppe",
    fr: "Un autre nom d’un groupe existant",
  },
  "Existing group": { es: "Grupo existente", de: "Bestehende Gruppe", fr: "Groupe existant" },
  "Another name takes effect when the line that Rollcall then shows is in the mapping. Until then nothing changes.": {
    es: "Otro nombre se aplica cuando la línea que Rollcall muestra después está en las reglas. Hasta entonces no cambia nada.",
    de: "Ein anderer Name gilt erst, wenn die Zeile, die Rollcall danach anzeigt, im Regelwerk steht. Bis dahin ändert sich nichts.",
    fr: "Un autre nom prend effet quand la ligne que Rollcall affiche ensuite est dans les règles. D’ici là, rien ne change.",
  },
  "Save the decision": { es: "Guardar la decisión", de: "Entscheidung speichern", fr: "Enregistrer la décision" },
  "This run creates it.": {
    es: "Esta ejecución lo crea.",
    de: "Dieser Abgleich legt sie an.",
    fr: "Cette synchronisation le crée.",
  },
  "Rules assign these groups, and the learning service does not have them. The people who wait for them keep all their memberships.": {
    es: "Las reglas asignan estos grupos y el servicio de formación no los tiene. Quienes los esperan conservan todas sus pertenencias.",
    de: "Die Regeln vergeben diese Gruppen, aber der Lerndienst hat sie nicht. Wer auf sie wartet, behält alle Mitgliedschaften.",
    fr: "Les règles attribuent ces groupes et le service de formation ne les a pas. Les personnes qui les attendent gardent toutes leurs appartenances.",
  },
} as const satisfies Catalogue;
