import type { Catalogue } from "../catalogue.ts";

/** Why an operation or a removal ended as it did, or was not sent. */
export const storedOutcomes = {
  "The account is protected by `{setting}` ({at}), so nothing is sent.": {
    es: "La cuenta está protegida por `{setting}` ({at}), así que no se envía nada.",
    de: "Das Konto ist durch `{setting}` ({at}) geschützt, deshalb wird nichts gesendet.",
    fr: "Le compte est protégé par `{setting}` ({at}) : rien n’est envoyé.",
  },
  "The group {group} is protected by `protect.groups` ({at}), so its members stay as they are.": {
    es: "El grupo {group} está protegido por `protect.groups` ({at}), así que sus miembros siguen como están.",
    de: "Die Gruppe {group} ist durch `protect.groups` ({at}) geschützt, deshalb bleiben ihre Mitglieder unverändert.",
    fr: "Le groupe {group} est protégé par `protect.groups` ({at}) : ses membres restent les mêmes.",
  },
  "Rule {rule} ({at}): The group {group} is protected by `protect.groups` ({setting}), so its members stay as they are.": {
    es: "Regla {rule} ({at}): el grupo {group} está protegido por `protect.groups` ({setting}), así que sus miembros siguen como están.",
    de: "Regel {rule} ({at}): Die Gruppe {group} ist durch `protect.groups` ({setting}) geschützt, deshalb bleiben ihre Mitglieder unverändert.",
    fr: "Règle {rule} ({at}) : le groupe {group} est protégé par `protect.groups` ({setting}) ; ses membres restent les mêmes.",
  },
  "No account is created for a person whose status is blank.": {
    es: "No se crea una cuenta para una persona cuyo estado está vacío.",
    de: "Für eine Person ohne Status wird kein Konto angelegt.",
    fr: "Aucun compte n’est créé pour une personne dont le statut est vide.",
  },
  "No account is created for a person whose status is not in the mapping.": {
    es: "No se crea una cuenta para una persona cuyo estado no figura en las reglas.",
    de: "Für eine Person, deren Status nicht im Regelwerk steht, wird kein Konto angelegt.",
    fr: "Aucun compte n’est créé pour une personne dont le statut ne figure pas dans les règles.",
  },
  "An earlier create is unconfirmed.": {
    es: "Una creación anterior está sin confirmar.",
    de: "Ein früherer Versuch, das Konto anzulegen, ist unbestätigt.",
    fr: "Une création antérieure n’est pas confirmée.",
  },
  "Another create for this person is unconfirmed.": {
    es: "Otra creación para esta persona está sin confirmar.",
    de: "Ein anderer Versuch, das Konto dieser Person anzulegen, ist unbestätigt.",
    fr: "Une autre création pour cette personne n’est pas confirmée.",
  },
  "The person has been linked to another account since the plan was made.": {
    es: "Desde que se hizo el plan, la persona se ha vinculado a otra cuenta.",
    de: "Die Person wurde seit der Planung mit einem anderen Konto verknüpft.",
    fr: "La personne a été rattachée à un autre compte depuis l’établissement du plan.",
  },
  "The person was linked to an account after the plan was made. The next run updates it.": {
    es: "La persona se vinculó a una cuenta después de hacer el plan. La próxima ejecución la actualiza.",
    de: "Die Person wurde nach der Planung mit einem Konto verknüpft. Der nächste Abgleich aktualisiert es.",
    fr: "La personne a été rattachée à un compte après l’établissement du plan. La prochaine synchronisation le met à jour.",
  },
  "The service created the account {account}, but the person was linked to {other} while the request was in flight.": {
    es: "El servicio creó la cuenta {account}, pero la persona se vinculó a {other} mientras la solicitud estaba en curso.",
    de: "Der Dienst hat das Konto {account} angelegt, aber die Person wurde mit {other} verknüpft, während die Anfrage lief.",
    fr: "Le service a créé le compte {account}, mais la personne a été rattachée à {other} pendant que la requête était en cours.",
  },
  "The service answered with an account that is already linked to {other}. The create is not sent again. Find the person in the service, then link the account with `rollcall identities link`.":
    {
      es: "El servicio respondió con una cuenta que ya está vinculada a {other}. La creación no se envía de nuevo. Busque a la persona en el servicio y vincule la cuenta con `rollcall identities link`.",
      de: "Der Dienst antwortete mit einem Konto, das schon mit {other} verknüpft ist. Die Anfrage zum Anlegen wird nicht noch einmal gesendet. Suchen Sie die Person im Dienst, und verknüpfen Sie das Konto mit `rollcall identities link`.",
      fr: "Le service a répondu avec un compte déjà rattaché à {other}. La création n’est pas renvoyée. Cherchez la personne dans le service, puis rattachez le compte avec `rollcall identities link`.",
    },
  "Waits until the new accounts with exactly the same groups are identified. Nothing was sent.": {
    es: "Espera a que se identifiquen las cuentas nuevas con exactamente los mismos grupos. No se ha enviado nada.",
    de: "Wartet, bis die neuen Konten mit genau denselben Gruppen zugeordnet sind. Es wurde nichts gesendet.",
    fr: "Attend que les nouveaux comptes avec exactement les mêmes groupes soient identifiés. Rien n’a été envoyé.",
  },
  "Waited for an unconfirmed create, which was resolved before the run ended. Nothing was sent. The next run decides again.": {
    es: "Esperó a una creación sin confirmar, que se resolvió antes de que terminara la ejecución. No se ha enviado nada. La próxima ejecución decide de nuevo.",
    de: "Wartete auf ein unbestätigtes neues Konto, das vor dem Ende des Abgleichs geklärt wurde. Es wurde nichts gesendet. Der nächste Abgleich entscheidet neu.",
    fr: "Attendait une création non confirmée, qui a été réglée avant la fin de la synchronisation. Rien n’a été envoyé. La prochaine synchronisation décide de nouveau.",
  },
  "The service named memberships that Rollcall did not know. They were kept.": {
    es: "El servicio mencionó pertenencias que Rollcall no conocía. Se conservaron.",
    de: "Der Dienst nannte Mitgliedschaften, die Rollcall nicht kannte. Sie wurden behalten.",
    fr: "Le service a cité des appartenances que Rollcall ne connaissait pas. Elles ont été conservées.",
  },
  "The service refused the update twice because it would remove group memberships that Rollcall did not mean to remove. Nothing was changed for this person.":
    {
      es: "El servicio rechazó dos veces la actualización, porque retiraría pertenencias que Rollcall no quería retirar. No se ha cambiado nada para esta persona.",
      de: "Der Dienst hat die Änderung zweimal abgelehnt, weil sie Mitgliedschaften entfernen würde, die Rollcall nicht entfernen wollte. Für diese Person wurde nichts geändert.",
      fr: "Le service a refusé deux fois la mise à jour, car elle retirerait des appartenances que Rollcall ne voulait pas retirer. Rien n’a été modifié pour cette personne.",
    },
  "The service refused the update because it would remove group memberships, and its answer does not say clearly which ones. Nothing was changed for this person.":
    {
      es: "El servicio rechazó la actualización, porque retiraría pertenencias, y su respuesta no dice con claridad cuáles. No se ha cambiado nada para esta persona.",
      de: "Der Dienst hat die Änderung abgelehnt, weil sie Mitgliedschaften entfernen würde, und seine Antwort nennt sie nicht eindeutig. Für diese Person wurde nichts geändert.",
      fr: "Le service a refusé la mise à jour, car elle retirerait des appartenances, et sa réponse n’indique pas clairement lesquelles. Rien n’a été modifié pour cette personne.",
    },
  "The service accepted the create, but its response has no account id where `service.dialect.created_id` expects it.": {
    es: "El servicio aceptó la creación, pero su respuesta no contiene el identificador de la cuenta donde lo espera `service.dialect.created_id`.",
    de: "Der Dienst hat die Anfrage zum Anlegen angenommen, aber seine Antwort enthält keine Konto-ID an der Stelle, die `service.dialect.created_id` nennt.",
    fr: "Le service a accepté la création, mais sa réponse ne contient pas l’ID du compte là où `service.dialect.created_id` l’attend.",
  },
  "The create is not sent again, and the groups do not identify the account. `rollcall identities list --unsettled` shows what is known.": {
    es: "La creación no se envía de nuevo y los grupos no identifican la cuenta. `rollcall identities list --unsettled` muestra lo que se sabe.",
    de: "Die Anfrage zum Anlegen wird nicht noch einmal gesendet, und an den Gruppen ist das Konto nicht zu erkennen. `rollcall identities list --unsettled` zeigt, was bekannt ist.",
    fr: "La création n’est pas renvoyée et les groupes ne permettent pas d’identifier le compte. `rollcall identities list --unsettled` montre ce que l’on sait.",
  },
  "It is not known whether the account was created:": {
    es: "No se sabe si se creó la cuenta:",
    de: "Es ist nicht bekannt, ob das Konto angelegt wurde:",
    fr: "On ne sait pas si le compte a été créé :",
  },
  "The state was restored from a backup, and key {key}, who has a username of this person, has no account yet: it may be this person's. Nothing was sent. The next run checks again.":
    {
      es: "El estado se restauró de una copia de seguridad, y la clave {key}, que tiene un nombre de usuario de esta persona, aún no tiene cuenta: puede ser de esta persona. No se envió nada. La próxima ejecución lo comprueba de nuevo.",
      de: "Die Daten wurden aus einer Sicherung wiederhergestellt, und die Personalnummer {key}, die einen Benutzernamen dieser Person hat, hat noch kein Konto: Es kann dieser Person gehören. Es wurde nichts gesendet. Der nächste Abgleich prüft erneut.",
      fr: "L’état a été restauré à partir d’une sauvegarde, et le matricule {key}, qui a un identifiant de cette personne, n’a pas encore de compte : c’est peut-être celui de cette personne. Rien n’a été envoyé. La prochaine synchronisation vérifie de nouveau.",
    },
  "The username “{name}” was given to another key while the run was planned. Nothing was sent. The next run chooses another one.": {
    es: "El nombre de usuario «{name}» se dio a otra clave mientras se planificaba la ejecución. No se envió nada. La próxima ejecución elige otro.",
    de: "Der Benutzername „{name}“ wurde während der Planung an eine andere Personalnummer vergeben. Es wurde nichts gesendet. Der nächste Abgleich wählt einen anderen.",
    fr: "L’identifiant « {name} » a été donné à un autre matricule pendant la planification. Rien n’a été envoyé. La prochaine synchronisation en choisit un autre.",
  },
  "The person may already have an account. Nothing was changed. Link it with `rollcall identities link` or `identities import`; the next run tries again.":
    {
      es: "Es posible que la persona ya tenga una cuenta. No se ha cambiado nada. Vincúlela con `rollcall identities link` o `identities import`; la próxima ejecución lo intenta de nuevo.",
      de: "Die Person hat möglicherweise schon ein Konto. Es wurde nichts geändert. Verknüpfen Sie es mit `rollcall identities link` oder `identities import`; der nächste Abgleich versucht es erneut.",
      fr: "La personne a peut-être déjà un compte. Rien n’a été modifié. Rattachez-le avec `rollcall identities link` ou `identities import` ; la prochaine synchronisation réessaie.",
    },
  "The service says:": { es: "El servicio dice:", de: "Der Dienst meldet:", fr: "Le service indique :" },
  "Attempts: {n}.": { es: "Intentos: {n}.", de: "Versuche: {n}.", fr: "Tentatives : {n}." },
  "No approved removal is left, because the facts changed.": {
    es: "No queda ninguna retirada aprobada, porque los datos han cambiado.",
    de: "Es ist keine genehmigte Entfernung mehr übrig, weil sich die Daten geändert haben.",
    fr: "Il ne reste aucun retrait approuvé, car les faits ont changé.",
  },
  "The memberships were already gone.": {
    es: "Las pertenencias ya no existían.",
    de: "Die Mitgliedschaften gab es schon nicht mehr.",
    fr: "Les appartenances n’existaient déjà plus.",
  },
  "The person is no longer in the file, and the policy deactivates absent people.": {
    es: "La persona ya no está en el fichero y la política desactiva a las personas ausentes.",
    de: "Die Person steht nicht mehr in der Datei, und die Richtlinie deaktiviert fehlende Personen.",
    fr: "La personne n’est plus dans le fichier et la politique désactive les personnes absentes.",
  },
  "The facts have changed since the decision.": {
    es: "Los datos han cambiado desde la decisión.",
    de: "Die Daten haben sich seit der Entscheidung geändert.",
    fr: "Les faits ont changé depuis la décision.",
  },
  "The person is now linked to another account.": {
    es: "La persona está vinculada ahora a otra cuenta.",
    de: "Die Person ist jetzt mit einem anderen Konto verknüpft.",
    fr: "La personne est désormais rattachée à un autre compte.",
  },
  "The group was renamed to {group} since the decision.": {
    es: "Desde la decisión, el grupo pasó a llamarse {group}.",
    de: "Die Gruppe wurde seit der Entscheidung in {group} umbenannt.",
    fr: "Le groupe a été renommé en {group} depuis la décision.",
  },
  "The membership is kept: run {run} was reverted.": {
    es: "La pertenencia se conserva: se deshizo la ejecución {run}.",
    de: "Die Mitgliedschaft bleibt: Der Abgleich {run} wurde rückgängig gemacht.",
    fr: "L’appartenance est conservée : les retraits de la synchronisation {run} ont été annulés.",
  },
  "The membership is kept: it was added back.": {
    es: "La pertenencia se conserva: se ha restablecido.",
    de: "Die Mitgliedschaft bleibt: Sie wurde wiederhergestellt.",
    fr: "L’appartenance est conservée : elle a été rétablie.",
  },
  "Use Add back on the page of its removal once more: the membership is only added if it is still missing.": {
    es: "Use otra vez «Volver a añadir» en la página de su retirada: la pertenencia solo se añade si todavía falta.",
    de: "Verwenden Sie auf der Seite der Entfernung noch einmal „Wieder hinzufügen“: Die Mitgliedschaft wird nur hinzugefügt, wenn sie noch fehlt.",
    fr: "Utilisez encore une fois « Rétablir » sur la page de son retrait : l’appartenance n’est ajoutée que si elle manque encore.",
  },
  "The facts changed: HR assigns the group again, the membership no longer exists, or the evidence has changed.": {
    es: "Los datos han cambiado: RR. HH. vuelve a asignar el grupo, la pertenencia ya no existe o la evidencia ha cambiado.",
    de: "Die Daten haben sich geändert: Das Regelwerk vergibt die Gruppe wieder, die Mitgliedschaft besteht nicht mehr, oder die Details haben sich geändert.",
    fr: "Les données ont changé : les RH attribuent de nouveau le groupe, l’appartenance n’existe plus ou le justificatif a changé.",
  },
  "The end date of the exception has passed.": {
    es: "La fecha de fin de la excepción ha pasado.",
    de: "Das Enddatum der Ausnahme ist vorbei.",
    fr: "La date de fin de l’exception est passée.",
  },
  "{name} ended the exception: {reason}": {
    es: "{name} terminó la excepción: {reason}",
    de: "{name} hat die Ausnahme beendet: {reason}",
    fr: "{name} a mis fin à l’exception : {reason}",
  },
  "Removed, as approved.": { es: "Retirada, según lo aprobado.", de: "Entfernt, wie genehmigt.", fr: "Retirée, comme approuvé." },
  "Removed, as approved; the service's answer was lost.": {
    es: "Retirada, según lo aprobado; se perdió la respuesta del servicio.",
    de: "Entfernt, wie genehmigt; die Antwort des Dienstes ging verloren.",
    fr: "Retirée, comme approuvé ; la réponse du service s’est perdue.",
  },
  "The membership was already gone before Rollcall removed it.": {
    es: "La pertenencia ya no existía antes de que Rollcall la retirara.",
    de: "Die Mitgliedschaft gab es schon nicht mehr, bevor Rollcall sie entfernt hat.",
    fr: "L’appartenance n’existait déjà plus avant que Rollcall ne la retire.",
  },
  "Nobody decided in time. A later run can find the removal again.": {
    es: "Nadie decidió a tiempo. Una ejecución posterior puede volver a encontrar la retirada.",
    de: "Niemand hat rechtzeitig entschieden. Ein späterer Abgleich kann die Entfernung wieder finden.",
    fr: "Personne n’a décidé à temps. Une synchronisation ultérieure peut retrouver ce retrait.",
  },
  "The service no longer has the group {group}, so the membership can't be added back.": {
    es: "El servicio ya no tiene el grupo {group}, así que no se puede restablecer la pertenencia.",
    de: "Der Dienst hat die Gruppe {group} nicht mehr, daher kann die Mitgliedschaft nicht wiederhergestellt werden.",
    fr: "Le service n’a plus le groupe {group} : l’appartenance ne peut pas être rétablie.",
  },
  "The person no longer has a known account.": {
    es: "La persona ya no tiene ninguna cuenta conocida.",
    de: "Die Person hat kein bekanntes Konto mehr.",
    fr: "La personne n’a plus de compte connu.",
  },
  "The person is now linked to another account than the one that was removed from the group.": {
    es: "La persona está vinculada ahora a una cuenta distinta de la que se retiró del grupo.",
    de: "Die Person ist jetzt mit einem anderen Konto verknüpft als dem, das aus der Gruppe entfernt wurde.",
    fr: "La personne est désormais rattachée à un autre compte que celui qui a été retiré du groupe.",
  },
  "Key {key} no longer has this {names} in the file, but its account still does, so the service would refuse it. The next run creates the account, after the other one is renamed.":
    {
      es: "La clave {key} ya no tiene este valor ({names}) en el fichero, pero su cuenta sí, así que el servicio lo rechazaría. La próxima ejecución crea la cuenta, una vez cambiada la otra.",
      de: "Die Personalnummer {key} hat diesen Wert ({names}) in der Datei nicht mehr, ihr Konto aber schon, daher würde der Dienst ihn ablehnen. Der nächste Abgleich legt das Konto an, nachdem das andere umbenannt ist.",
      fr: "Le matricule {key} n’a plus cette valeur ({names}) dans le fichier, mais son compte l’a encore : le service la refuserait. La prochaine synchronisation crée le compte, une fois l’autre renommé.",
    },
  "Same person? An unconfirmed create for key {other} has the same {names} as key {key}. Resolve that create first: `{command}`.": {
    es: "¿La misma persona? Una creación sin confirmar para la clave {other} coincide con la clave {key} en: {names}. Resuelva primero esa creación: `{command}`.",
    de: "Dieselbe Person? Ein unbestätigtes Konto für die Personalnummer {other} stimmt mit der Personalnummer {key} überein ({names}). Klären Sie zuerst jenes Konto: `{command}`.",
    fr: "Même personne ? Une création non confirmée pour le matricule {other} coïncide avec le matricule {key} ({names}). Réglez d’abord cette création : `{command}`.",
  },
  "Same person? The account of key {other} has the same {names} as key {key}, and {place}. If they are one person: `{link}`; if they are two people: `{retry}`.":
    {
      es: "¿La misma persona? La cuenta de la clave {other} coincide con la clave {key} en: {names} ({place}). Si es una sola persona: `{link}`; si son dos personas: `{retry}`.",
      de: "Dieselbe Person? Das Konto der Personalnummer {other} stimmt mit der Personalnummer {key} überein: {names} ({place}). Falls es eine Person ist: `{link}`; falls es zwei sind: `{retry}`.",
      fr: "Même personne ? Le compte du matricule {other} coïncide avec le matricule {key} : {names} ({place}). S’il s’agit d’une seule personne : `{link}` ; s’il y en a deux : `{retry}`.",
    },
  "Another person? First name, last name and every identifier of key {key} differ from those of its account. Nothing is sent. If they are one person: `{link}`; if HR gave the key to another person, ask HR for a new key.":
    {
      es: "¿Otra persona? El nombre, los apellidos y todos los identificadores de la clave {key} difieren de los de su cuenta. No se envía nada. Si es una sola persona: `{link}`; si RR. HH. dio la clave a otra persona, pida una clave nueva a RR. HH.",
      de: "Eine andere Person? Vorname, Nachname und alle Kennungen der Personalnummer {key} weichen von denen ihres Kontos ab. Es wird nichts gesendet. Falls es eine Person ist: `{link}`; falls die Personalnummer an eine andere Person vergeben wurde, bitten Sie die Personalabteilung um eine neue.",
      fr: "Une autre personne ? Le prénom, le nom et tous les identifiants du matricule {key} diffèrent de ceux de son compte. Rien n’est envoyé. S’il s’agit d’une seule personne : `{link}` ; si les RH ont attribué le matricule à une autre personne, demandez-leur un nouveau matricule.",
    },
  "The keys look alike, but are written differently: {name} here and {other} there.": {
    es: "Las claves se parecen, pero se escriben de otra forma: aquí {name} y allí {other}.",
    de: "Die Personalnummern sehen gleich aus, sind aber verschieden geschrieben: hier {name}, dort {other}.",
    fr: "Les matricules se ressemblent, mais s’écrivent autrement : ici {name}, là {other}.",
  },
  "{other} is not in this file": {
    es: "{other} no está en este fichero",
    de: "{other} fehlt in dieser Datei",
    fr: "{other} est absent de ce fichier",
  },
  "{other} is in this file with a rejected row": {
    es: "{other} está en este fichero con una fila rechazada",
    de: "{other} steht in dieser Datei in einer fehlerhaften Zeile",
    fr: "{other} figure dans ce fichier avec une ligne rejetée",
  },
  "{other} is in this file too": {
    es: "{other} también está en este fichero",
    de: "{other} steht auch in dieser Datei",
    fr: "{other} figure aussi dans ce fichier",
  },
  "{other} is in the file of another job": {
    es: "{other} está en el fichero de otra tarea",
    de: "{other} steht in der Datei eines anderen Auftrags",
    fr: "{other} figure dans le fichier d’une autre tâche",
  },
} as const satisfies Catalogue;
