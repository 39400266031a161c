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
  "Say which create it is about. Nothing was linked.": {
    es: "Indique de qué cuenta nueva se trata. No se ha vinculado nada.",
    de: "Geben Sie an, um welches neue Konto es geht. Es wurde nichts verknüpft.",
    fr: "Indiquez de quelle création il s’agit. Rien n’a été rattaché.",
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
  "The service accepted the create of {key}: its account exists, and another create makes a second one unless somebody deleted the first. Nothing was changed.":
    {
      es: "El servicio aceptó crear la cuenta de {key}: la cuenta existe, y otra solicitud crearía una segunda, salvo que alguien haya eliminado la primera. No se ha cambiado nada.",
      de: "Der Dienst hat das Konto von {key} angenommen: Es existiert, und ein weiteres Anlegen ergäbe ein zweites, außer das erste wurde gelöscht. Es wurde nichts geändert.",
      fr: "Le service a accepté la création pour {key} : le compte existe, et une autre création en ferait un second, sauf si le premier a été supprimé. Rien n’a été modifié.",
    },
  "Tick that it was deleted, once you have looked in the service.": {
    es: "Marque que se eliminó cuando lo haya comprobado en el servicio.",
    de: "Setzen Sie das Häkchen, dass es gelöscht wurde, nachdem Sie im Dienst nachgesehen haben.",
    fr: "Cochez qu’il a été supprimé après avoir vérifié dans le service.",
  },
  "If there is an account of {key}, the next run makes a second one. Nothing was changed.": {
    es: "Si existe una cuenta de {key}, la próxima ejecución creará una segunda. No se ha cambiado nada.",
    de: "Gibt es schon ein Konto von {key}, legt der nächste Abgleich ein zweites an. Es wurde nichts geändert.",
    fr: "S’il existe un compte pour {key}, la prochaine synchronisation en créera un second. Rien n’a été modifié.",
  },
  "Tick that there is none, once you have looked in the service.": {
    es: "Marque que no existe cuando lo haya comprobado en el servicio.",
    de: "Setzen Sie das Häkchen, dass es keines gibt, nachdem Sie im Dienst nachgesehen haben.",
    fr: "Cochez qu’il n’y en a pas après avoir vérifié dans le service.",
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
    de: "Eine Entscheidung nennt jede Entfernung oder Ursache mit dem Nachweis, auf dem sie beruht. Es wurde nichts entschieden.",
    fr: "Une décision indique chaque retrait ou cause avec les justificatifs sur lesquels elle se fonde. Rien n’a été décidé.",
  },
} as const satisfies Catalogue;
