import type { Catalogue } from "../catalogue.ts";

/** Scope, dates, pilots and managers. */
export const storedWhoAndWhen = {
  "Missing from the file, but kept active: {count}. A rejected row under a new key may be theirs. Correct the rejected rows; the next run checks again.":
    {
      es: "No están en el fichero, pero siguen activas: {count}. Una fila rechazada con una clave nueva puede ser suya. Corrija las filas rechazadas; la próxima ejecución lo comprueba de nuevo.",
      de: "Fehlen in der Datei, bleiben aber aktiv: {count}. Eine fehlerhafte Zeile mit neuer Personalnummer könnte zu einer dieser Personen gehören. Korrigieren Sie die fehlerhaften Zeilen; der nächste Abgleich prüft erneut.",
      fr: "Absentes du fichier, mais toujours actives : {count}. Une ligne rejetée sous un nouveau matricule peut être la leur. Corrigez les lignes rejetées ; la prochaine synchronisation vérifie de nouveau.",
    },
  "Missing from the file, but kept active: {count}. A row under a new key, out of scope or not due yet, has one of their names. If it is theirs, link the new key to their account.":
    {
      es: "No están en el fichero, pero siguen activas: {count}. Una fila con una clave nueva, fuera del alcance o aún no vigente, tiene uno de sus nombres. Si es suya, vincule la clave nueva a su cuenta.",
      de: "Fehlen in der Datei, bleiben aber aktiv: {count}. Eine Zeile mit neuer Personalnummer, außerhalb des Geltungsbereichs oder noch nicht fällig, hat einen ihrer Namen. Gehört sie zu einer dieser Personen, verknüpfen Sie die neue Personalnummer mit dem Konto.",
      fr: "Absentes du fichier, mais toujours actives : {count}. Une ligne sous un nouveau matricule, hors périmètre ou à effet différé, porte un de leurs noms. Si c’est la leur, rattachez le nouveau matricule à leur compte.",
    },
  "{field}: all {n} usernames of the mapping ({at}) belong to others, from “{name}” to “{other}”": {
    es: "{field}: los {n} nombres de usuario de las reglas ({at}) son de otros, de «{name}» a «{other}»",
    de: "{field}: Alle {n} Benutzernamen des Regelwerks ({at}) gehören anderen, von „{name}“ bis „{other}“",
    fr: "{field} : les {n} identifiants des règles ({at}) appartiennent à d’autres, de « {name} » à « {other} »",
  },
  "The username “{name}” belongs to key {key}, so “{other}” is used.": {
    es: "El nombre de usuario «{name}» es de la clave {key}, así que se usa «{other}».",
    de: "Der Benutzername „{name}“ gehört zur Personalnummer {key}, daher wird „{other}“ verwendet.",
    fr: "L’identifiant « {name} » appartient au matricule {key} ; « {other} » est donc utilisé.",
  },
  "The username “{name}” belongs to key {key}, whose account keeps it. It is not sent, and everything else is. Give this person another username in HR's data.":
    {
      es: "El nombre de usuario «{name}» es de la clave {key}, cuya cuenta lo conserva. No se envía; todo lo demás sí. Dé a esta persona otro nombre de usuario en los datos de RR. HH.",
      de: "Der Benutzername „{name}“ gehört zur Personalnummer {key}, deren Konto ihn behält. Er wird nicht gesendet, alles andere schon. Geben Sie dieser Person in den Personaldaten einen anderen Benutzernamen.",
      fr: "L’identifiant « {name} » appartient au matricule {key}, dont le compte le conserve. Il n’est pas envoyé ; tout le reste l’est. Donnez à cette personne un autre identifiant dans les données RH.",
    },
  "The username “{name}” belongs to a person who was erased, so “{other}” is used.": {
    es: "El nombre de usuario «{name}» fue de una persona cuyos datos se borraron, así que se usa «{other}».",
    de: "Der Benutzername „{name}“ gehörte einer Person, deren Daten gelöscht wurden, daher wird „{other}“ verwendet.",
    fr: "L’identifiant « {name} » appartenait à une personne dont les données ont été effacées ; « {other} » est donc utilisé.",
  },
  "The service refused the username “{name}” as taken, so “{other}” is used.": {
    es: "El servicio rechazó el nombre de usuario «{name}» por estar ocupado, así que se usa «{other}».",
    de: "Der Dienst hat den Benutzernamen „{name}“ als vergeben abgelehnt, daher wird „{other}“ verwendet.",
    fr: "Le service a refusé l’identifiant « {name} », déjà pris ; « {other} » est donc utilisé.",
  },
  "only a new account gets a username": {
    es: "solo una cuenta nueva recibe un nombre de usuario",
    de: "nur ein neues Konto bekommt einen Benutzernamen",
    fr: "seul un nouveau compte reçoit un identifiant",
  },
  "active: {why}; the person's status is left as it is": {
    es: "active: {why}; el estado de la persona queda como está",
    de: "active: {why}; der Status der Person bleibt, wie er ist",
    fr: "active : {why} ; le statut de la personne reste tel quel",
  },
  "Missing from the file, but kept active: {count}. A row under a new key, out of scope, not due yet or not in the pilot, has one of their names. If it is theirs, link the new key to their account.":
    {
      es: "No están en el fichero, pero siguen activas: {count}. Una fila con una clave nueva, fuera del alcance, aún no vigente o fuera del piloto, tiene uno de sus nombres. Si es suya, vincule la clave nueva a su cuenta.",
      de: "Fehlen in der Datei, bleiben aber aktiv: {count}. Eine Zeile mit neuer Personalnummer, außerhalb des Geltungsbereichs, noch nicht fällig oder nicht im Pilotlauf, hat einen ihrer Namen. Gehört sie zu einer dieser Personen, verknüpfen Sie die neue Personalnummer mit dem Konto.",
      fr: "Absentes du fichier, mais toujours actives : {count}. Une ligne sous un nouveau matricule, hors périmètre, à effet différé ou hors pilote, porte un de leurs noms. Si c’est la leur, rattachez le nouveau matricule à leur compte.",
    },
  "It is not known who manages these people, so it is unknown who has no reports: nobody stops being a manager.": {
    es: "No se sabe quién es responsable de estas personas, así que no se sabe quién no tiene equipo: nadie deja de ser responsable.",
    de: "Es ist nicht bekannt, wer diese Personen führt, also auch nicht, wer niemanden führt: Niemand verliert dadurch die Rolle als Führungskraft.",
    fr: "On ne sait pas qui encadre ces personnes, donc pas non plus qui n’encadre personne : personne ne cesse d’être responsable.",
  },
  "The manager of these people is in no row of the file.": {
    es: "El responsable de estas personas no está en ninguna fila del fichero.",
    de: "Die Führungskraft dieser Personen steht in keiner Zeile der Datei.",
    fr: "Le responsable de ces personnes n’est dans aucune ligne du fichier.",
  },
  "These people are their own manager, directly or through others.": {
    es: "Estas personas son su propio responsable, directamente o a través de otras.",
    de: "Diese Personen sind ihre eigene Führungskraft, direkt oder über andere.",
    fr: "Ces personnes sont leur propre responsable, directement ou par d’autres.",
  },
  "it is not known who manages the person": {
    es: "no se sabe quién es responsable de la persona",
    de: "es ist nicht bekannt, wer die Person führt",
    fr: "on ne sait pas qui est le responsable de la personne",
  },
  "it is not known whether anyone reports to the person": {
    es: "no se sabe si alguien depende de la persona",
    de: "es ist nicht bekannt, ob die Person jemanden führt",
    fr: "on ne sait pas si la personne encadre quelqu’un",
  },
  "The pilot ({at}) cannot be decided, because {why}. The person is not in the pilot, and nothing is sent.": {
    es: "El piloto ({at}) no se puede decidir, porque {why}. La persona no está en el piloto, y no se envía nada.",
    de: "Der Pilotlauf ({at}) lässt sich nicht entscheiden ({why}). Die Person ist nicht im Pilotlauf, und es wird nichts gesendet.",
    fr: "Le pilote ({at}) ne peut pas être évalué, car {why}. La personne n’est pas dans le pilote, et rien n’est envoyé.",
  },
  "another key of the file differs only in how an accent is written": {
    es: "otra clave del fichero solo se diferencia en cómo se escribe un acento",
    de: "eine andere Personalnummer der Datei unterscheidet sich nur in der Schreibweise eines Akzents",
    fr: "un autre matricule du fichier ne diffère que par la façon d’écrire un accent",
  },
  "Rule {rule} of `scope` ({at}) cannot be decided, because {why}. Nothing is sent for the person.": {
    es: "La regla {rule} de `scope` ({at}) no se puede decidir, porque {why}. No se envía nada para la persona.",
    de: "Die Regel {rule} von `scope` ({at}) lässt sich nicht entscheiden ({why}). Für die Person wird nichts gesendet.",
    fr: "La règle {rule} de `scope` ({at}) ne peut pas être évaluée, car {why}. Rien n’est envoyé pour la personne.",
  },
  "Out of scope by rule {rule} ({at}). Nothing is sent, and the memberships stay.": {
    es: "Fuera del alcance por la regla {rule} ({at}). No se envía nada, y las pertenencias se mantienen.",
    de: "Außerhalb des Geltungsbereichs nach Regel {rule} ({at}). Es wird nichts gesendet, und die Mitgliedschaften bleiben.",
    fr: "Hors périmètre d’après la règle {rule} ({at}). Rien n’est envoyé, et les appartenances restent.",
  },
  "Left the scope by rule {rule} ({at}), because the mapping changed. They have an account.": {
    es: "Salieron del alcance por la regla {rule} ({at}), porque cambiaron las reglas. Tienen una cuenta.",
    de: "Haben den Geltungsbereich nach Regel {rule} ({at}) verlassen, weil sich das Regelwerk geändert hat. Diese Personen haben ein Konto.",
    fr: "Ont quitté le périmètre d’après la règle {rule} ({at}), car les règles ont changé. Ces personnes ont un compte.",
  },
  "Left the scope by rule {rule} ({at}), because their rows changed. They have an account.": {
    es: "Salieron del alcance por la regla {rule} ({at}), porque sus filas cambiaron. Tienen una cuenta.",
    de: "Haben den Geltungsbereich nach Regel {rule} ({at}) verlassen, weil sich ihre Zeilen geändert haben. Diese Personen haben ein Konto.",
    fr: "Ont quitté le périmètre d’après la règle {rule} ({at}), car leurs lignes ont changé. Ces personnes ont un compte.",
  },
  "The person is out of scope by rule {rule} ({at}).": {
    es: "La persona está fuera del alcance por la regla {rule} ({at}).",
    de: "Die Person ist nach Regel {rule} ({at}) außerhalb des Geltungsbereichs.",
    fr: "La personne est hors périmètre d’après la règle {rule} ({at}).",
  },
  "The person is out of scope by rule {rule} ({at}), and `scope.leaves` is `deactivate`.": {
    es: "La persona está fuera del alcance por la regla {rule} ({at}), y `scope.leaves` es `deactivate`.",
    de: "Die Person ist nach Regel {rule} ({at}) außerhalb des Geltungsbereichs, und `scope.leaves` ist `deactivate`.",
    fr: "La personne est hors périmètre d’après la règle {rule} ({at}), et `scope.leaves` vaut `deactivate`.",
  },
  "The dates of `active` ({at}) cannot be used, because {why}. Nothing is sent for the person.": {
    es: "Las fechas de `active` ({at}) no se pueden usar, porque {why}. No se envía nada para la persona.",
    de: "Die Datumsangaben von `active` ({at}) sind nicht verwendbar ({why}). Für die Person wird nichts gesendet.",
    fr: "Les dates de `active` ({at}) sont inutilisables, car {why}. Rien n’est envoyé pour la personne.",
  },
  "“{column}” is before “{other}”": {
    es: "«{column}» es anterior a «{other}»",
    de: "„{column}“ liegt vor „{other}“",
    fr: "« {column} » est antérieure à « {other} »",
  },
  "“{column}” is more than two years away": {
    es: "«{column}» queda a más de dos años",
    de: "„{column}“ liegt mehr als zwei Jahre in der Zukunft",
    fr: "« {column} » est dans plus de deux ans",
  },
  "The person joins on {day} (`active.from`, {at}). Until then, no account is created, and nothing is sent.": {
    es: "La persona se incorpora el {day} (`active.from`, {at}). Hasta entonces no se crea ninguna cuenta ni se envía nada.",
    de: "Die Person tritt am {day} ein (`active.from`, {at}). Bis dahin wird kein Konto angelegt und nichts gesendet.",
    fr: "La personne arrive le {day} (`active.from`, {at}). D’ici là, aucun compte n’est créé et rien n’est envoyé.",
  },
  "The person joins on {day} (`active.from`, {at}). Until then, nothing is sent, and the account stays as it is.": {
    es: "La persona se incorpora el {day} (`active.from`, {at}). Hasta entonces no se envía nada y la cuenta queda como está.",
    de: "Die Person tritt am {day} ein (`active.from`, {at}). Bis dahin wird nichts gesendet, und das Konto bleibt, wie es ist.",
    fr: "La personne arrive le {day} (`active.from`, {at}). D’ici là, rien n’est envoyé et le compte reste tel quel.",
  },
  "The person has left and has no active account, so nothing changes on {day} (`active.until`, {at}).": {
    es: "La persona se ha ido y no tiene ninguna cuenta activa, así que nada cambia el {day} (`active.until`, {at}).",
    de: "Die Person ist ausgetreten und hat kein aktives Konto, daher ändert sich am {day} nichts (`active.until`, {at}).",
    fr: "La personne est partie et n’a pas de compte actif : rien ne change le {day} (`active.until`, {at}).",
  },
  "The last day with an account is {day} (`active.until`, {at}).": {
    es: "El último día con cuenta es el {day} (`active.until`, {at}).",
    de: "Der letzte Tag mit Konto ist der {day} (`active.until`, {at}).",
    fr: "Le dernier jour avec un compte est le {day} (`active.until`, {at}).",
  },
  "The last day with an account was {day} (`active.until`, {at}).": {
    es: "El último día con cuenta fue el {day} (`active.until`, {at}).",
    de: "Der letzte Tag mit Konto war der {day} (`active.until`, {at}).",
    fr: "Le dernier jour avec un compte était le {day} (`active.until`, {at}).",
  },
  "The person has left, but the account stays active until {day} (`active.until`, {at}). Nothing is sent before.": {
    es: "La persona se ha ido, pero la cuenta sigue activa hasta el {day} (`active.until`, {at}). Antes no se envía nada.",
    de: "Die Person ist ausgetreten, aber das Konto bleibt bis {day} aktiv (`active.until`, {at}). Vorher wird nichts gesendet.",
    fr: "La personne est partie, mais le compte reste actif jusqu’au {day} (`active.until`, {at}). Rien n’est envoyé avant.",
  },
  "Join on {day}, by `active.from`.": {
    es: "Se incorporan el {day}, según `active.from`.",
    de: "Treten am {day} ein (`active.from`).",
    fr: "Arrivent le {day}, d’après `active.from`.",
  },
  "Leave on {day}, by `active.until`.": {
    es: "Se van el {day}, según `active.until`.",
    de: "Treten am {day} aus (`active.until`).",
    fr: "Partent le {day}, d’après `active.until`.",
  },
  "Keys of the pilot ({at}) that are in no row of the file: {n}. Check how they are written.": {
    es: "Claves del piloto ({at}) que no están en ninguna fila del fichero: {n}. Compruebe cómo están escritas.",
    de: "Personalnummern des Pilotlaufs ({at}), die in keiner Zeile der Datei stehen: {n}. Prüfen Sie die Schreibweise.",
    fr: "Matricules du pilote ({at}) qui ne sont dans aucune ligne du fichier : {n}. Vérifiez leur écriture.",
  },
} as const satisfies Catalogue;
