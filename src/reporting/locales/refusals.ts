import type { Catalogue } from "./catalogue.ts";

/** Refusals of forms and actions. */
export const refusals = {
  "A run is in progress and may resolve this by itself. Nothing was changed.": {
    es: "Hay una ejecución en curso que puede resolverlo por sí sola. No se ha cambiado nada.",
    de: "Ein Abgleich läuft und klärt dies vielleicht von selbst. Es wurde nichts geändert.",
    fr: "Une synchronisation est en cours et peut résoudre ce cas d’elle-même. Rien n’a été modifié.",
  },
  "Try again when it has ended.": {
    es: "Vuelva a intentarlo cuando termine.",
    de: "Versuchen Sie es erneut, wenn er beendet ist.",
    fr: "Réessayez lorsqu’elle sera terminée.",
  },
  "Say of which job the person is. Nothing was changed.": {
    es: "Indique de qué tarea es la persona. No se ha cambiado nada.",
    de: "Geben Sie an, zu welchem Auftrag die Person gehört. Es wurde nichts geändert.",
    fr: "Indiquez à quelle tâche appartient la personne. Rien n’a été modifié.",
  },
  "Say which key it is about. Nothing was changed.": {
    es: "Indique de qué clave se trata. No se ha cambiado nada.",
    de: "Geben Sie die Personalnummer an. Es wurde nichts geändert.",
    fr: "Indiquez le matricule concerné. Rien n’a été modifié.",
  },
  "There was no run of a job {job} yet. Nothing was changed.": {
    es: "Todavía no hay ninguna ejecución de la tarea {job}. No se ha cambiado nada.",
    de: "Für einen Auftrag {job} gibt es noch keinen Abgleich. Es wurde nichts geändert.",
    fr: "La tâche {job} n’a pas encore été exécutée. Rien n’a été modifié.",
  },
  "Choose an account, or write its user_id. Nothing was linked.": {
    es: "Elija una cuenta o escriba su user_id. No se ha vinculado nada.",
    de: "Wählen Sie ein Konto aus, oder geben Sie seine user_id ein. Es wurde nichts verknüpft.",
    fr: "Choisissez un compte ou saisissez son user_id. Rien n’a été rattaché.",
  },
  "There is no such create. Nothing was linked.": {
    es: "Esa cuenta nueva no existe. No se ha vinculado nada.",
    de: "Dieses neue Konto gibt es nicht. Es wurde nichts verknüpft.",
    fr: "Cette création n’existe pas. Rien n’a été rattaché.",
  },
  "Linking needs a reason: how do you know that the account is theirs? Nothing was linked.": {
    es: "Para vincular hace falta un motivo: ¿cómo sabe que la cuenta es de esa persona? No se ha vinculado nada.",
    de: "Zum Verknüpfen ist eine Begründung nötig: Woher wissen Sie, dass das Konto dieser Person gehört? Es wurde nichts verknüpft.",
    fr: "Le rattachement exige un motif : comment savez-vous que ce compte est le sien ? Rien n’a été rattaché.",
  },
  "This needs a reason: how do you know? Nothing was changed.": {
    es: "Hace falta un motivo: ¿cómo lo sabe? No se ha cambiado nada.",
    de: "Hier ist eine Begründung nötig: Woher wissen Sie das? Es wurde nichts geändert.",
    fr: "Un motif est nécessaire : comment le savez-vous ? Rien n’a été modifié.",
  },
  "Say which key has the account now. Nothing was moved.": {
    es: "Indique qué clave tiene ahora la cuenta. No se ha trasladado nada.",
    de: "Geben Sie an, welche Personalnummer das Konto jetzt hat. Es wurde nichts übertragen.",
    fr: "Indiquez quel matricule a le compte actuellement. Rien n’a été transféré.",
  },
  "Moving an account needs a reason: how do you know that both keys are one person? Nothing was moved.": {
    es: "Para trasladar una cuenta hace falta un motivo: ¿cómo sabe que las dos claves son de la misma persona? No se ha trasladado nada.",
    de: "Zum Übertragen eines Kontos ist eine Begründung nötig: Woher wissen Sie, dass beide Personalnummern dieselbe Person sind? Es wurde nichts übertragen.",
    fr: "Le transfert d’un compte exige un motif : comment savez-vous que les deux matricules désignent la même personne ? Rien n’a été transféré.",
  },
  "This person's state changed after you opened the page. Nothing was changed.": {
    es: "El estado de esta persona cambió después de que usted abriera la página. No se ha cambiado nada.",
    de: "Der Stand dieser Person hat sich geändert, seit Sie die Seite geöffnet haben. Es wurde nichts geändert.",
    fr: "La situation de cette personne a changé depuis l’ouverture de la page. Rien n’a été modifié.",
  },
  "Load the page again; a machine names `operations`, or `others`, as `/identities` lists them.": {
    es: "Vuelva a cargar la página; un programa indica `operations` u `others` como los muestra `/identities`.",
    de: "Laden Sie die Seite neu; ein Programm nennt `operations` oder `others`, wie `/identities` sie auflistet.",
    fr: "Rechargez la page ; un programme indique `operations` ou `others` comme `/identities` les liste.",
  },
  "The request for {key} may be on its way at this moment. Nothing was changed.": {
    es: "La solicitud de {key} puede estar en camino en este momento. No se ha cambiado nada.",
    de: "Die Anfrage für {key} ist möglicherweise gerade unterwegs. Es wurde nichts geändert.",
    fr: "La requête pour {key} est peut-être en cours en ce moment. Rien n’a été modifié.",
  },
  "The service accepted the create of {key}: its account exists. Another create makes a second one, unless someone deleted the first. Nothing was changed.":
    {
      es: "El servicio aceptó crear la cuenta de {key}: la cuenta existe, y otra solicitud crearía una segunda, salvo que alguien haya eliminado la primera. No se ha cambiado nada.",
      de: "Der Dienst hat das Konto von {key} angenommen: Es existiert, und ein weiteres Anlegen ergäbe ein zweites, es sei denn, das erste wurde gelöscht. Es wurde nichts geändert.",
      fr: "Le service a accepté la création pour {key} : le compte existe, et une autre création en ferait un second, sauf si le premier a été supprimé. Rien n’a été modifié.",
    },
  "Confirm that it was deleted, after you have looked in the service.": {
    es: "Confirme que se eliminó cuando lo haya comprobado en el servicio.",
    de: "Bestätigen Sie, dass es gelöscht wurde, nachdem Sie im Dienst nachgesehen haben.",
    fr: "Confirmez qu’il a été supprimé après avoir vérifié dans le service.",
  },
  "If there is an account of {key}, the next run makes a second one. Nothing was changed.": {
    es: "Si existe una cuenta de {key}, la próxima ejecución creará una segunda. No se ha cambiado nada.",
    de: "Gibt es schon ein Konto von {key}, legt der nächste Abgleich ein zweites an. Es wurde nichts geändert.",
    fr: "S’il existe un compte pour {key}, la prochaine synchronisation en créera un second. Rien n’a été modifié.",
  },
  "Confirm that there is none, after you have looked in the service.": {
    es: "Confirme que no existe cuando lo haya comprobado en el servicio.",
    de: "Bestätigen Sie, dass es keines gibt, nachdem Sie im Dienst nachgesehen haben.",
    fr: "Confirmez qu’il n’y en a pas après avoir vérifié dans le service.",
  },
  "`{name}` takes one of {values}.": {
    es: "`{name}` admite uno de estos valores: {values}.",
    de: "`{name}` muss einer dieser Werte sein: {values}.",
    fr: "`{name}` doit avoir l’une de ces valeurs : {values}.",
  },
  "Choose one on the page.": {
    es: "Elija uno en la página.",
    de: "Wählen Sie einen auf der Seite aus.",
    fr: "Choisissez-en une sur la page.",
  },
  "`{name}` takes a whole number from {least} to {most}.": {
    es: "`{name}` admite un número entero de {least} a {most}.",
    de: "`{name}` muss eine ganze Zahl von {least} bis {most} sein.",
    fr: "`{name}` doit être un nombre entier de {least} à {most}.",
  },
  "{name} takes a day such as 2027-01-31. Nothing was changed.": {
    es: "{name} admite una fecha como 2027-01-31. No se ha cambiado nada.",
    de: "{name} muss ein Datum wie 2027-01-31 sein. Es wurde nichts geändert.",
    fr: "{name} doit être une date telle que 2027-01-31. Rien n’a été modifié.",
  },
  "That is longer than 4000 characters. Nothing was changed.": {
    es: "El texto tiene más de 4000 caracteres. No se ha cambiado nada.",
    de: "Der Text ist länger als 4000 Zeichen. Es wurde nichts geändert.",
    fr: "Le texte dépasse 4000 caractères. Rien n’a été modifié.",
  },
  "A decision names each removal or cause with the evidence that it was made on. Nothing was decided.": {
    es: "Una decisión indica cada retirada o causa junto con la evidencia en que se basa. No se ha decidido nada.",
    de: "Eine Entscheidung nennt jede Entfernung oder Ursache mit den Details, auf denen sie beruht. Es wurde nichts entschieden.",
    fr: "Une décision indique chaque retrait ou cause avec les justificatifs sur lesquels elle se fonde. Rien n’a été décidé.",
  },
  "Nothing was linked.": { es: "No se ha vinculado nada.", de: "Es wurde nichts verknüpft.", fr: "Rien n’a été rattaché." },
  "Nothing was moved.": { es: "No se ha trasladado nada.", de: "Es wurde nichts übertragen.", fr: "Rien n’a été transféré." },
  "`{value}` isn't a valid user_id; expected a UUID.": {
    es: "`{value}` no es un user_id válido; se espera un UUID.",
    de: "`{value}` ist keine gültige user_id; erwartet wird eine UUID.",
    fr: "`{value}` n’est pas un user_id valable ; un UUID est attendu.",
  },
  "A key can't be empty or have spaces around it.": {
    es: "Una clave no puede estar vacía ni empezar o terminar con espacios.",
    de: "Eine Personalnummer darf nicht leer sein und keine Leerzeichen am Anfang oder Ende haben.",
    fr: "Un matricule ne peut être vide ni entouré d’espaces.",
  },
  "{key} no longer has an unconfirmed create.": {
    es: "{key} ya no tiene ninguna cuenta nueva sin confirmar.",
    de: "Für {key} gibt es kein unbestätigtes neues Konto mehr.",
    fr: "{key} n’a plus de création non confirmée.",
  },
  "The create request for {key} may still be in flight.": {
    es: "La solicitud de cuenta para {key} puede estar todavía en camino.",
    de: "Die Anfrage für das Konto von {key} ist möglicherweise noch unterwegs.",
    fr: "La requête de création pour {key} est peut-être encore en cours.",
  },
  "The service may still create the account of {key} until {until}.": {
    es: "El servicio puede crear todavía la cuenta de {key} hasta el {until}.",
    de: "Der Dienst kann das Konto von {key} noch bis {until} anlegen.",
    fr: "Le service peut encore créer le compte de {key} jusqu’au {until}.",
  },
  "Look in the service again after that.": {
    es: "Vuelva a comprobarlo en el servicio después.",
    de: "Sehen Sie danach noch einmal im Dienst nach.",
    fr: "Vérifiez de nouveau dans le service après cela.",
  },
  "Wait until the run ends. If its process was stopped, start the next run first.": {
    es: "Espere a que termine la ejecución. Si se detuvo su proceso, inicie antes la siguiente ejecución.",
    de: "Warten Sie, bis der Abgleich beendet ist. Wurde sein Prozess gestoppt, starten Sie zuerst den nächsten Abgleich.",
    fr: "Attendez la fin de la synchronisation. Si son processus a été arrêté, lancez d’abord la suivante.",
  },
  "{one} is already linked to {other}.": {
    es: "{one} ya está vinculada a {other}.",
    de: "{one} ist bereits mit {other} verknüpft.",
    fr: "{one} est déjà rattaché à {other}.",
  },
  "Can't move {account} from {key}: it isn't linked to anyone.": {
    es: "No se puede trasladar {account} desde {key}: no está vinculada a nadie.",
    de: "{account} kann nicht von {key} übertragen werden: Das Konto ist mit niemandem verknüpft.",
    fr: "Impossible de transférer {account} depuis {key} : il n’est rattaché à personne.",
  },
  "Can't move {account} from {key}: it is linked to {owner}.": {
    es: "No se puede trasladar {account} desde {key}: está vinculada a {owner}.",
    de: "{account} kann nicht von {key} übertragen werden: Das Konto ist mit {owner} verknüpft.",
    fr: "Impossible de transférer {account} depuis {key} : il est rattaché à {owner}.",
  },
  "{account} was never seen in any group.": {
    es: "{account} no se ha visto nunca en ningún grupo.",
    de: "{account} wurde noch in keiner Gruppe gesehen.",
    fr: "{account} n’a jamais été vu dans aucun groupe.",
  },
  "Check in the service that the account exists.": {
    es: "Compruebe en el servicio que la cuenta existe.",
    de: "Prüfen Sie im Dienst, ob das Konto existiert.",
    fr: "Vérifiez dans le service que le compte existe.",
  },
  "This link needs a reason: how do you know that the account is theirs?": {
    es: "Para este vínculo hace falta un motivo: ¿cómo sabe que la cuenta es de esa persona?",
    de: "Diese Verknüpfung braucht eine Begründung: Woher wissen Sie, dass das Konto dieser Person gehört?",
    fr: "Ce rattachement exige un motif : comment savez-vous que ce compte est le sien ?",
  },
  "{key} is in no file that a run has accepted. Keys are text: 00123 and 123 are two people.": {
    es: "{key} no figura en ningún fichero aceptado por una ejecución. Las claves son texto: 00123 y 123 son dos personas.",
    de: "{key} steht in keiner Datei, die ein Abgleich übernommen hat. Personalnummern sind Text: 00123 und 123 sind zwei Personen.",
    fr: "{key} ne figure dans aucun fichier accepté par une synchronisation. Les matricules sont du texte : 00123 et 123 sont deux personnes.",
  },
  "{key} is still in the last file. Without an account, the next run creates a new one for it.": {
    es: "{key} sigue en el último fichero. Si se queda sin cuenta, la próxima ejecución le creará una nueva.",
    de: "{key} steht noch in der letzten Datei. Ohne Konto legt der nächste Abgleich dafür ein neues an.",
    fr: "{key} figure encore dans le dernier fichier. Sans compte, la prochaine synchronisation lui en créera un nouveau.",
  },
  "{account} may also be the account of {key}, whose create is unconfirmed.": {
    es: "{account} también puede ser la cuenta de {key}, que está sin confirmar.",
    de: "{account} könnte auch das unbestätigte Konto von {key} sein.",
    fr: "{account} peut aussi être le compte de {key}, dont la création n’est pas confirmée.",
  },
  "{account} is not a candidate for this person. The create of {key}, sent {at}, may have made another account, so the person may have two.":
    {
      es: "{account} no es una de las cuentas que coinciden. La solicitud de {key}, enviada el {at}, pudo crear otra cuenta, así que la persona podría tener dos.",
      de: "{account} gehört nicht zu den passenden Konten. Die Anfrage für {key} vom {at} hat möglicherweise ein anderes Konto angelegt; die Person hätte dann zwei.",
      fr: "{account} ne fait pas partie des comptes correspondants. La création pour {key}, envoyée le {at}, a peut-être donné un autre compte ; la personne en aurait alors deux.",
    },
  "{key} is blocked because it may be the same person as {others}. {account} is another account, so the person may have two.": {
    es: "{key} está bloqueada porque puede ser la misma persona que {others}. {account} es otra cuenta, así que la persona podría tener dos.",
    de: "{key} ist blockiert, weil es dieselbe Person wie {others} sein kann. {account} ist ein anderes Konto; die Person hätte dann zwei.",
    fr: "La personne {key} est bloquée, car elle est peut-être la même que {others}. {account} est un autre compte ; la personne en aurait alors deux.",
  },
  "Both keys are the same.": {
    es: "Las dos claves son iguales.",
    de: "Beide Personalnummern sind gleich.",
    fr: "Les deux matricules sont identiques.",
  },
  "{key} has no account to move.": {
    es: "{key} no tiene ninguna cuenta que trasladar.",
    de: "{key} hat kein Konto, das übertragen werden könnte.",
    fr: "{key} n’a pas de compte à transférer.",
  },
  "{key} is linked to {account}, so there is nothing to retry. Nothing was changed.": {
    es: "{key} está vinculada a {account}, así que no hay nada que repetir. No se ha cambiado nada.",
    de: "{key} ist mit {account} verknüpft, es gibt also nichts zu wiederholen. Es wurde nichts geändert.",
    fr: "{key} est rattaché à {account}, il n’y a donc rien à recommencer. Rien n’a été modifié.",
  },
  "There is nothing to retry for {key}: it has no unconfirmed create and is not held as a possible duplicate. Nothing was changed.": {
    es: "No hay nada que repetir para {key}: no tiene ninguna cuenta sin confirmar ni está bloqueada como posible duplicado. No se ha cambiado nada.",
    de: "Für {key} gibt es nichts zu wiederholen: kein unbestätigtes Konto und keine Sperre als mögliche Dublette. Es wurde nichts geändert.",
    fr: "Il n’y a rien à recommencer pour {key} : ni création non confirmée, ni blocage comme doublon possible. Rien n’a été modifié.",
  },
  "Keys are text: 00123 and 123 are two people. `rollcall identities list JOB --unsettled` lists unconfirmed creates.": {
    es: "Las claves son texto: 00123 y 123 son dos personas. `rollcall identities list JOB --unsettled` muestra las cuentas sin confirmar.",
    de: "Personalnummern sind Text: 00123 und 123 sind zwei Personen. `rollcall identities list JOB --unsettled` zeigt unbestätigte Konten.",
    fr: "Les matricules sont du texte : 00123 et 123 sont deux personnes. `rollcall identities list JOB --unsettled` liste les créations non confirmées.",
  },
} as const satisfies Catalogue;
