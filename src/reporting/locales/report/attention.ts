import type { Catalogue } from "../catalogue.ts";

/** The report of a run: people and rows that need attention, and what to do next. */
export const reportAttention = {
  "What needs attention": { es: "Lo que requiere atención", de: "Was zu beachten ist", fr: "Points à traiter" },
  Failed: { es: "Con error", de: "Fehlgeschlagen", fr: "En échec" },
  Unconfirmed: { es: "Sin confirmar", de: "Unbestätigt", fr: "Non confirmées" },
  Blocked: { es: "Bloqueadas", de: "Blockiert", fr: "Bloquées" },
  "The learning service refused these changes, or did not return a usable answer after all retries.": {
    es: "El servicio de formación rechazó estos cambios o no dio una respuesta válida tras todos los intentos.",
    de: "Der Lerndienst hat diese Änderungen abgelehnt oder nach allen Versuchen keine brauchbare Antwort gegeben.",
    fr: "Le service de formation a refusé ces modifications, ou n’a pas donné de réponse exploitable après toutes les tentatives.",
  },
  "These changes were sent, but no readable answer arrived. They may or may not have been applied.": {
    es: "Estos cambios se enviaron, pero no llegó ninguna respuesta legible. Puede que se hayan aplicado o no.",
    de: "Diese Änderungen wurden gesendet, aber es kam keine lesbare Antwort. Vielleicht wurden sie ausgeführt, vielleicht nicht.",
    fr: "Ces modifications ont été envoyées, mais aucune réponse lisible n’est arrivée. Elles ont pu être appliquées ou non.",
  },
  "These changes were not sent, because something about the person is uncertain.": {
    es: "Estos cambios no se enviaron, porque algo sobre la persona no está claro.",
    de: "Diese Änderungen wurden nicht gesendet, weil etwas zu der Person unklar ist.",
    fr: "Ces modifications n’ont pas été envoyées, car un point concernant la personne est incertain.",
  },
  "Change|operation": { es: "Cambio", de: "Änderung", fr: "Modification" },
  "What to do next": { es: "Qué hacer a continuación", de: "Nächster Schritt", fr: "Que faire ensuite" },
  Remark: { es: "Observación", de: "Hinweis", fr: "Remarque" },
  "Correct the value in HR; the next run tries again.": {
    es: "Corrija el valor en RR. HH.; la próxima ejecución vuelve a intentarlo.",
    de: "Korrigieren Sie den Wert in den Personaldaten; der nächste Abgleich versucht es erneut.",
    fr: "Corrigez la valeur dans les données RH ; la prochaine synchronisation réessaiera.",
  },
  "Nothing to do: the next run tries again.": {
    es: "Nada que hacer: la próxima ejecución vuelve a intentarlo.",
    de: "Nichts zu tun: Der nächste Abgleich versucht es erneut.",
    fr: "Rien à faire : la prochaine synchronisation réessaiera.",
  },
  "Check the service for another account with the same username or e-mail address, or correct the value in HR; the next run tries again.": {
    es: "Busque en el servicio otra cuenta con el mismo nombre de usuario o correo, o corrija el valor en RR. HH.; la próxima ejecución vuelve a intentarlo.",
    de: "Suchen Sie im Dienst nach einem anderen Konto mit demselben Benutzernamen oder derselben E-Mail-Adresse, oder korrigieren Sie den Wert in den Personaldaten; der nächste Abgleich versucht es erneut.",
    fr: "Cherchez dans le service un autre compte avec le même identifiant ou la même adresse e-mail, ou corrigez la valeur dans les données RH ; la prochaine synchronisation réessaiera.",
  },
  "Ask the service's operators which permissions the token needs; the next run tries again.": {
    es: "Pregunte a los responsables del servicio qué permisos necesita el token; la próxima ejecución vuelve a intentarlo.",
    de: "Fragen Sie die Betreiber des Dienstes, welche Rechte das Token braucht; der nächste Abgleich versucht es erneut.",
    fr: "Demandez aux responsables du service quels droits il faut au jeton ; la prochaine synchronisation réessaiera.",
  },
  "Check whether the account still exists in the service; `rollcall identities list` shows who is linked to it.": {
    es: "Compruebe si la cuenta sigue existiendo en el servicio; `rollcall identities list` muestra quién está vinculado a ella.",
    de: "Prüfen Sie, ob es das Konto im Dienst noch gibt; `rollcall identities list` zeigt, wer damit verknüpft ist.",
    fr: "Vérifiez si le compte existe encore dans le service ; `rollcall identities list` indique qui y est rattaché.",
  },
  "Check the settings under `service.dialect`. If they are right, report this as a bug in Rollcall.": {
    es: "Compruebe los ajustes en `service.dialect`. Si son correctos, comunique este error de Rollcall.",
    de: "Prüfen Sie die Einstellungen unter `service.dialect`. Sind sie richtig, melden Sie dies als Fehler in Rollcall.",
    fr: "Vérifiez les réglages sous `service.dialect`. S’ils sont corrects, signalez un bogue de Rollcall.",
  },
  "Report this as a bug in Rollcall; the next run tries again.": {
    es: "Comunique este error de Rollcall; la próxima ejecución vuelve a intentarlo.",
    de: "Melden Sie dies als Fehler in Rollcall; der nächste Abgleich versucht es erneut.",
    fr: "Signalez un bogue de Rollcall ; la prochaine synchronisation réessaiera.",
  },
  "Fill in the status in HR, or add its value to the mapping.": {
    es: "Complete el estado en RR. HH. o añada su valor a las reglas.",
    de: "Tragen Sie den Status in den Personaldaten ein, oder ergänzen Sie seinen Wert im Regelwerk.",
    fr: "Renseignez le statut dans les données RH, ou ajoutez sa valeur aux règles.",
  },
  "Resolve the earlier new account first: see “Accounts we couldn’t confirm”.": {
    es: "Resuelva primero la cuenta nueva anterior: vea «Cuentas que no se han podido confirmar».",
    de: "Klären Sie zuerst das frühere neue Konto: siehe „Konten, die nicht bestätigt werden konnten“.",
    fr: "Réglez d’abord le nouveau compte précédent : voir « Comptes qui n’ont pas pu être confirmés ».",
  },
  "Compare the two accounts in the service, and delete the one that is not used.": {
    es: "Compare las dos cuentas en el servicio y elimine la que no se usa.",
    de: "Vergleichen Sie die beiden Konten im Dienst, und löschen Sie das nicht verwendete.",
    fr: "Comparez les deux comptes dans le service et supprimez celui qui n’est pas utilisé.",
  },
  "Compare both records under “Same person?”, then run the command that applies.": {
    es: "Compare los dos registros en «¿La misma persona?» y ejecute el comando que corresponda.",
    de: "Vergleichen Sie beide Datensätze unter „Dieselbe Person?“, und führen Sie dann den passenden Befehl aus.",
    fr: "Comparez les deux fiches sous « Même personne ? », puis exécutez la commande qui convient.",
  },
  "Ask HR whether the key belongs to another person now, then run the command if it is the same person.": {
    es: "Pregunte a RR. HH. si la clave pertenece ahora a otra persona y, si es la misma, ejecute el comando.",
    de: "Fragen Sie die Personalabteilung, ob die Personalnummer jetzt einer anderen Person gehört, und führen Sie den Befehl aus, falls es dieselbe ist.",
    fr: "Demandez aux RH si le matricule appartient maintenant à une autre personne, puis exécutez la commande s’il s’agit de la même.",
  },
  "Set `policy.park` to a group for such people, or remove the membership in the learning service.": {
    es: "Indique en `policy.park` un grupo para estas personas o retire la pertenencia en el servicio de formación.",
    de: "Setzen Sie `policy.park` auf eine Gruppe für solche Personen, oder entfernen Sie die Mitgliedschaft im Lerndienst.",
    fr: "Indiquez dans `policy.park` un groupe pour ces personnes, ou retirez l’appartenance dans le service de formation.",
  },
  "Nothing to do, unless you want removals: then change `policy.group_removals` in the job file.": {
    es: "Nada que hacer, salvo que quiera retiradas: entonces cambie `policy.group_removals` en el fichero de la tarea.",
    de: "Nichts zu tun, außer Sie möchten Entfernungen: Dann ändern Sie `policy.group_removals` in der Auftragsdatei.",
    fr: "Rien à faire, sauf si vous voulez des retraits : modifiez alors `policy.group_removals` dans le fichier de la tâche.",
  },
  "Ask the service's operators which memberships the person has that the service does not list.": {
    es: "Pregunte a los responsables del servicio qué pertenencias tiene la persona que el servicio no muestra.",
    de: "Fragen Sie die Betreiber des Dienstes, welche Mitgliedschaften die Person hat, die der Dienst nicht anzeigt.",
    fr: "Demandez aux responsables du service quelles appartenances de la personne le service n’indique pas.",
  },
  "Ask the service's operators what the service would remove. If that is right, remove the membership there.": {
    es: "Pregunte a los responsables del servicio qué retiraría el servicio. Si es correcto, retire allí la pertenencia.",
    de: "Fragen Sie die Betreiber des Dienstes, was der Dienst entfernen würde. Ist das richtig, entfernen Sie die Mitgliedschaft dort.",
    fr: "Demandez aux responsables du service ce que le service retirerait. Si c’est correct, retirez-y l’appartenance.",
  },
  "Look for the person in the service. If there is an account: `{link}`. Until then, Rollcall does not create it again.": {
    es: "Busque a la persona en el servicio. Si hay una cuenta: `{link}`. Hasta entonces, Rollcall no vuelve a crearla.",
    de: "Suchen Sie die Person im Dienst. Gibt es ein Konto: `{link}`. Bis dahin legt Rollcall es nicht erneut an.",
    fr: "Cherchez la personne dans le service. S’il y a un compte : `{link}`. D’ici là, Rollcall ne le crée pas de nouveau.",
  },
  "Look for the person in the service. If there is an account: {link}. If there is none: {retry}": {
    es: "Busque a la persona en el servicio. Si hay una cuenta: {link}. Si no la hay: {retry}",
    de: "Suchen Sie die Person im Dienst. Gibt es ein Konto: {link}. Gibt es keines: {retry}",
    fr: "Cherchez la personne dans le service. S’il y a un compte : {link}. S’il n’y en a pas : {retry}",
  },
  "{n, plural, one {# new account} other {# new accounts}}": {
    es: "{n, plural, one {# cuenta nueva} other {# cuentas nuevas}}",
    de: "{n, plural, one {# neues Konto} other {# neue Konten}}",
    fr: "{n, plural, one {# nouveau compte} other {# nouveaux comptes}}",
  },
  "These are all unconfirmed accounts of this service account, from this run and earlier ones. Rollcall does not create them again until you resolve them.":
    {
      es: "Son todas las cuentas sin confirmar de esta cuenta de servicio, de esta ejecución y de las anteriores. Rollcall no vuelve a crearlas hasta que usted las resuelva.",
      de: "Das sind alle unbestätigten Konten dieses Dienstkontos, aus diesem und früheren Abgleichen. Rollcall legt sie nicht erneut an, bis Sie sie geklärt haben.",
      fr: "Ce sont tous les comptes non confirmés de ce compte de service, de cette synchronisation et des précédentes. Rollcall ne les crée pas de nouveau tant que vous ne les avez pas réglés.",
    },
  "Leavers with an active account": {
    es: "Personas que se han ido y tienen la cuenta activa",
    de: "Ausgetretene mit aktivem Konto",
    fr: "Personnes parties avec un compte actif",
  },
  "Due since": { es: "Pendiente desde", de: "Fällig seit", fr: "À fermer depuis" },
  "HR key": { es: "Clave de RR. HH.", de: "Personalnummer", fr: "Matricule RH" },
  "What is known": { es: "Qué se sabe", de: "Was bekannt ist", fr: "Ce que l’on sait" },
  "Requested groups": { es: "Grupos solicitados", de: "Angeforderte Gruppen", fr: "Groupes demandés" },
  "New accounts in exactly these groups": {
    es: "Cuentas nuevas exactamente en estos grupos",
    de: "Neue Konten in genau diesen Gruppen",
    fr: "Nouveaux comptes dans exactement ces groupes",
  },
  "Why it is unconfirmed": { es: "Por qué está sin confirmar", de: "Warum es unbestätigt ist", fr: "Pourquoi il n’est pas confirmé" },
  "no longer in any group": { es: "ya no está en ningún grupo", de: "in keiner Gruppe mehr", fr: "plus dans aucun groupe" },
  "Accounts without a link": { es: "Cuentas sin vínculo", de: "Konten ohne Verknüpfung", fr: "Comptes sans rattachement" },
  "{n, plural, one {# account in groups of the service is} other {# accounts in groups of the service are}} not linked to anyone. Some may belong to people in this file, who would otherwise get a second account. Import the existing accounts: {command}":
    {
      es: "{n, plural, one {# cuenta de los grupos del servicio no está vinculada} other {# cuentas de los grupos del servicio no están vinculadas}} a nadie. Algunas pueden ser de personas de este fichero, que de otro modo recibirían una segunda cuenta. Importe las cuentas existentes: {command}",
      de: "{n, plural, one {# Konto in Gruppen des Dienstes ist} other {# Konten in Gruppen des Dienstes sind}} mit niemandem verknüpft. Einige gehören vielleicht Personen in dieser Datei, die sonst ein zweites Konto bekämen. Importieren Sie die vorhandenen Konten: {command}",
      fr: "{n, plural, one {# compte des groupes du service n’est rattaché à personne. Il appartient peut-être à une personne de ce fichier, qui recevrait sinon un second compte.} other {# comptes des groupes du service ne sont rattachés à personne. Certains appartiennent peut-être à des personnes de ce fichier, qui recevraient sinon un second compte.}} Importez les comptes existants : {command}",
    },
  "Same person?": { es: "¿La misma persona?", de: "Dieselbe Person?", fr: "Même personne ?" },
  "{n, plural, one {# pair} other {# pairs}}": {
    es: "{n, plural, one {# pareja} other {# parejas}}",
    de: "{n, plural, one {# Paar} other {# Paare}}",
    fr: "{n, plural, one {# paire} other {# paires}}",
  },
  "In the file": { es: "En el fichero", de: "In der Datei", fr: "Dans le fichier" },
  "Key of the account": { es: "Clave de la cuenta", de: "Personalnummer des Kontos", fr: "Matricule du compte" },
  Same: { es: "Coincide", de: "Gleich", fr: "Identique" },
  "In its row": { es: "En su fila", de: "In der Zeile", fr: "Dans sa ligne" },
  "Sent to the account": { es: "Enviado a la cuenta", de: "An das Konto gesendet", fr: "Envoyé au compte" },
  "Each of these people has the username, e-mail address or national id of an account with another key. Nobody gets a second account.": {
    es: "Cada una de estas personas tiene el nombre de usuario, el correo o el documento de identidad de una cuenta con otra clave. Nadie recibe una segunda cuenta.",
    de: "Jede dieser Personen hat den Benutzernamen, die E-Mail-Adresse oder die Ausweisnummer eines Kontos mit anderer Personalnummer. Niemand bekommt ein zweites Konto.",
    fr: "Chacune de ces personnes a l’identifiant, l’adresse e-mail ou le numéro d’identité d’un compte d’un autre matricule. Personne ne reçoit de second compte.",
  },
  "{n, plural, one {# reason} other {# reasons}}": {
    es: "{n, plural, one {# motivo} other {# motivos}}",
    de: "{n, plural, one {# Grund} other {# Gründe}}",
    fr: "{n, plural, one {# raison} other {# raisons}}",
  },
  "{n, plural, one {# row} other {# rows}} of the file could not be used. These people stay unchanged in the learning service until HR corrects the rows.":
    {
      es: "No se {n, plural, one {pudo usar # fila} other {pudieron usar # filas}} del fichero. Estas personas no cambian en el servicio de formación hasta que RR. HH. corrija las filas.",
      de: "{n, plural, one {# Zeile der Datei war} other {# Zeilen der Datei waren}} fehlerhaft. Diese Personen bleiben im Lerndienst unverändert, bis die Personalabteilung die Zeilen korrigiert.",
      fr: "{n, plural, one {# ligne du fichier n’a pas pu être utilisée. Cette personne reste inchangée dans le service de formation jusqu’à ce que les RH corrigent la ligne.} other {# lignes du fichier n’ont pas pu être utilisées. Ces personnes restent inchangées dans le service de formation jusqu’à ce que les RH corrigent les lignes.}}",
    },
  "{n, plural, one {# remark} other {# remarks}}": {
    es: "{n, plural, one {# observación} other {# observaciones}}",
    de: "{n, plural, one {# Hinweis} other {# Hinweise}}",
    fr: "{n, plural, one {# remarque} other {# remarques}}",
  },
  Which: { es: "Cuáles", de: "Welche", fr: "Lesquelles" },
  "Remarks about rows": { es: "Observaciones sobre filas", de: "Hinweise zu Zeilen", fr: "Remarques sur des lignes" },
  "Values that could not be read changed nothing and removed nothing.": {
    es: "Los valores que no se pudieron leer no cambiaron ni retiraron nada.",
    de: "Nicht lesbare Werte haben nichts geändert und nichts entfernt.",
    fr: "Les valeurs illisibles n’ont rien modifié ni retiré.",
  },
  "Absent people": { es: "Personas ausentes", de: "Fehlende Personen", fr: "Personnes absentes" },
  "Nobody was treated as absent in this run.": {
    es: "En esta ejecución no se ha tratado a nadie como ausente.",
    de: "In diesem Abgleich galt niemand als nicht mehr vorhanden.",
    fr: "Personne n’a été traité comme absent lors de cette synchronisation.",
  },
  "At least one row has no readable key and may belong to anyone who seems to be missing. Correct the rows without a key; the next run checks again.":
    {
      es: "Al menos una fila no tiene una clave legible y puede ser de cualquiera que parezca faltar. Corrija las filas sin clave; la próxima ejecución vuelve a comprobarlo.",
      de: "Mindestens eine Zeile hat keine lesbare Personalnummer und kann zu jeder Person gehören, die zu fehlen scheint. Korrigieren Sie die Zeilen ohne Personalnummer; der nächste Abgleich prüft erneut.",
      fr: "Au moins une ligne n’a pas de matricule lisible et peut appartenir à toute personne qui semble manquer. Corrigez les lignes sans matricule ; la prochaine synchronisation vérifiera de nouveau.",
    },
  "The policy of the job changes nothing for them.": {
    es: "La política de la tarea no cambia nada para ellas.",
    de: "Die Richtlinie des Auftrags ändert für sie nichts.",
    fr: "La politique de la tâche ne change rien pour elles.",
  },
  "The policy of the job deactivates {n, plural, one {the account of # of them} other {the accounts of # of them}}.": {
    es: "La política de la tarea desactiva {n, plural, one {la cuenta de # de ellas} other {las cuentas de # de ellas}}.",
    de: "Die Richtlinie des Auftrags deaktiviert {n, plural, one {das Konto von # davon} other {die Konten von # davon}}.",
    fr: "La politique de la tâche désactive {n, plural, one {le compte de # d’entre elles} other {les comptes de # d’entre elles}}.",
  },
  "{n, plural, one {# person of an earlier file is} other {# people of earlier files are}} missing from this one.": {
    es: "{n, plural, one {Falta # persona de un fichero anterior} other {Faltan # personas de ficheros anteriores}}.",
    de: "{n, plural, one {# Person aus einer früheren Datei fehlt} other {# Personen aus früheren Dateien fehlen}} in dieser.",
    fr: "{n, plural, one {# personne d’un fichier précédent est absente} other {# personnes de fichiers précédents sont absentes}} de celui-ci.",
  },
  "People who wait": {
    es: "Personas que esperan",
    de: "Wartende Personen",
    fr: "Personnes en attente",
  },
  "Say whose account each one is, on the page “Identities” or with {list}. Then {resume} sends the rest. The next run does so too.": {
    es: "Indique de quién es cada cuenta, en la página «Identidades» o con {list}. Después, {resume} envía el resto. La próxima ejecución también lo hace.",
    de: "Geben Sie auf der Seite „Identitäten“ oder mit {list} an, wem jedes Konto gehört. Danach sendet {resume} den Rest. Der nächste Abgleich tut das auch.",
    fr: "Indiquez à qui appartient chaque compte, sur la page « Identités » ou avec {list}. Ensuite, {resume} envoie le reste. La prochaine synchronisation le fait aussi.",
  },
} as const satisfies Catalogue;
