import type { Catalogue } from "./catalogue.ts";

/** Accounts that could not be confirmed, and people who may have one already. */
export const identities = {
  "Rollcall never creates an account twice. Each run tries to confirm these accounts; the rest needs a manual check.": {
    es: "Rollcall nunca crea una cuenta dos veces. Cada ejecución intenta confirmar estas cuentas; el resto debe comprobarlo una persona.",
    de: "Rollcall legt nie ein Konto doppelt an. Jeder Abgleich versucht, diese Konten zu bestätigen; den Rest muss jemand von Hand prüfen.",
    fr: "Rollcall ne crée jamais un compte deux fois. Chaque synchronisation essaie de confirmer ces comptes ; le reste doit être vérifié à la main.",
  },
  "Every new account is confirmed.": {
    es: "Todas las cuentas nuevas están confirmadas.",
    de: "Alle neuen Konten sind bestätigt.",
    fr: "Tous les nouveaux comptes sont confirmés.",
  },
  "Blocked people": { es: "Personas bloqueadas", de: "Blockierte Personen", fr: "Personnes bloquées" },
  "Another key for the same person": {
    es: "Otra clave para la misma persona",
    de: "Neue Personalnummer für dieselbe Person",
    fr: "Un autre matricule pour la même personne",
  },
  "When HR gives a person a new key, move the account to it. From then on the account follows the new key, and the old key has no account.":
    {
      es: "Cuando RR. HH. asigne una clave nueva a una persona, traslade la cuenta a esa clave. A partir de entonces la cuenta sigue la clave nueva, y la antigua se queda sin cuenta.",
      de: "Vergibt die Personalabteilung eine neue Personalnummer, übertragen Sie das Konto darauf. Ab dann gehört das Konto zur neuen Nummer, und die alte hat kein Konto mehr.",
      fr: "Lorsque les RH attribuent un nouveau matricule à une personne, transférez-lui le compte. Le compte suit alors le nouveau matricule, et l’ancien n’a plus de compte.",
    },
  "You need the role “{role}” to move an account.": {
    es: "Para trasladar una cuenta necesita el rol «{role}».",
    de: "Um ein Konto zu übertragen, brauchen Sie die Rolle „{role}“.",
    fr: "Le rôle « {role} » est nécessaire pour transférer un compte.",
  },
  "You need the role “{role}” to link accounts.": {
    es: "Para vincular cuentas necesita el rol «{role}».",
    de: "Um Konten zu verknüpfen, brauchen Sie die Rolle „{role}“.",
    fr: "Le rôle « {role} » est nécessaire pour rattacher des comptes.",
  },
  "You need the role “{role}” to decide who is who.": {
    es: "Para decidir quién es quién necesita el rol «{role}».",
    de: "Um zu entscheiden, wer wer ist, brauchen Sie die Rolle „{role}“.",
    fr: "Le rôle « {role} » est nécessaire pour décider qui est qui.",
  },
  "Linked. The next run checks this person again.": {
    es: "Vinculada. La próxima ejecución volverá a comprobar a esta persona.",
    de: "Verknüpft. Der nächste Abgleich prüft diese Person erneut.",
    fr: "Compte rattaché. La prochaine synchronisation vérifiera de nouveau cette personne.",
  },
  "The next run creates the account.": {
    es: "La próxima ejecución creará la cuenta.",
    de: "Der nächste Abgleich legt das Konto an.",
    fr: "La prochaine synchronisation créera le compte.",
  },
  "Marked as different people. The next run creates the account.": {
    es: "Marcadas como personas distintas. La próxima ejecución creará la cuenta.",
    de: "Als verschiedene Personen vermerkt. Der nächste Abgleich legt das Konto an.",
    fr: "Marquées comme personnes différentes. La prochaine synchronisation créera le compte.",
  },
  "The account belongs to the other key now. The next run checks both.": {
    es: "La cuenta pertenece ahora a la otra clave. La próxima ejecución comprobará ambas.",
    de: "Das Konto gehört jetzt zur anderen Personalnummer. Der nächste Abgleich prüft beide.",
    fr: "Le compte appartient désormais à l’autre matricule. La prochaine synchronisation vérifiera les deux.",
  },
  "New account of {key}": { es: "Cuenta nueva de {key}", de: "Neues Konto von {key}", fr: "Nouveau compte de {key}" },
  Sent: { es: "Envío", de: "Gesendet", fr: "Envoi" },
  Groups: { es: "Grupos", de: "Gruppen", fr: "Groupes" },
  "Matching accounts": { es: "Cuentas que coinciden", de: "Passende Konten", fr: "Comptes correspondants" },
  "None found": { es: "No se encontró ninguna", de: "Keine gefunden", fr: "Aucun trouvé" },
  "Other new accounts": { es: "Otras cuentas nuevas", de: "Andere neue Konten", fr: "Autres nouveaux comptes" },
  "On the command line": { es: "En la línea de comandos", de: "Über die Befehlszeile", fr: "En ligne de commande" },
  "{account}, in {groups}": { es: "{account}, en {groups}", de: "{account}, in {groups}", fr: "{account}, dans {groups}" },
  "the service accepted it, but did not return the account's id": {
    es: "el servicio la aceptó, pero no indicó de qué cuenta se trata",
    de: "vom Dienst angenommen, aber ohne Angabe, welches Konto es ist",
    fr: "le service l’a acceptée, mais n’a pas indiqué de quel compte il s’agit",
  },
  "its request may be in flight": {
    es: "la solicitud puede estar todavía en camino",
    de: "die Anfrage ist möglicherweise noch unterwegs",
    fr: "la requête est peut-être encore en cours",
  },
  "its answer was lost: there may be an account, or none": {
    es: "se perdió la respuesta: puede que exista una cuenta o que no",
    de: "die Antwort ging verloren: Vielleicht gibt es ein Konto, vielleicht nicht",
    fr: "la réponse s’est perdue : le compte existe peut-être, ou non",
  },
  "{key} is blocked": { es: "{key} está bloqueada", de: "{key} ist blockiert", fr: "{key} : blocage" },
  Decided: { es: "Decidido", de: "Entschieden", fr: "Décidé" },
  "has an account by now; the next run looks again": {
    es: "ya tiene una cuenta; la próxima ejecución volverá a comprobarlo",
    de: "hat inzwischen ein Konto; der nächste Abgleich prüft erneut",
    fr: "a maintenant un compte ; la prochaine synchronisation vérifiera de nouveau",
  },
  "marked as different people; the next run creates the account": {
    es: "marcadas como personas distintas; la próxima ejecución creará la cuenta",
    de: "als verschiedene Personen vermerkt; der nächste Abgleich legt das Konto an",
    fr: "marquées comme personnes différentes ; la prochaine synchronisation créera le compte",
  },
  "Same {fields}": { es: "Coincide: {fields}", de: "Gleich: {fields}", fr: "Identique : {fields}" },
  Field: { es: "Campo", de: "Feld", fr: "Champ" },
  "{key}, in the file": { es: "{key}, en el fichero", de: "{key}, in der Datei", fr: "{key}, dans le fichier" },
  "{key}, as sent to the service": {
    es: "{key}, tal como se envió al servicio",
    de: "{key}, wie an den Dienst gesendet",
    fr: "{key}, tel qu’envoyé au service",
  },
  "The other person": { es: "La otra persona", de: "Die andere Person", fr: "L’autre personne" },
  "That person’s account": { es: "Cuenta de esa persona", de: "Konto dieser Person", fr: "Compte de cette personne" },
  "not known: its creation is unconfirmed": {
    es: "desconocida: su creación está sin confirmar",
    de: "nicht bekannt: Das Anlegen ist unbestätigt",
    fr: "inconnu : sa création n’est pas confirmée",
  },
  "e-mail address": { es: "dirección de correo", de: "E-Mail-Adresse", fr: "adresse e-mail" },
  "national id": { es: "documento de identidad", de: "Ausweisnummer", fr: "numéro d’identité national" },
  "How do you know?": { es: "¿Cómo lo sabe?", de: "Woher wissen Sie das?", fr: "Comment le savez-vous ?" },
  "Another account:": { es: "Otra cuenta:", de: "Ein anderes Konto:", fr: "Un autre compte :" },
  "I checked in the learning service and am sure": {
    es: "Lo he comprobado en el servicio de formación y no tengo dudas",
    de: "Ich habe im Lerndienst nachgesehen und bin sicher",
    fr: "J’ai vérifié dans le service de formation et j’en ai la certitude",
  },
  "It is this account…": { es: "Es esta cuenta…", de: "Es ist dieses Konto…", fr: "C’est ce compte…" },
  Link: { es: "Vincular", de: "Verknüpfen", fr: "Rattacher" },
  "I checked in the learning service: the account was deleted": {
    es: "Lo he comprobado en el servicio de formación: la cuenta se eliminó",
    de: "Ich habe im Lerndienst nachgesehen: Das Konto wurde gelöscht",
    fr: "J’ai vérifié dans le service de formation : le compte a été supprimé",
  },
  "I searched the learning service by name and e-mail address: there is no account": {
    es: "He buscado en el servicio de formación por nombre y correo: no hay ninguna cuenta",
    de: "Ich habe im Lerndienst nach Name und E-Mail-Adresse gesucht: Es gibt kein Konto",
    fr: "J’ai cherché dans le service de formation par nom et adresse e-mail : il n’y a pas de compte",
  },
  "The next run sends the create again. If an account exists after all, the person then has two.": {
    es: "La próxima ejecución volverá a solicitar la cuenta. Si ya existe una, la persona tendrá dos.",
    de: "Der nächste Abgleich legt das Konto erneut an. Gibt es doch schon eines, hat die Person danach zwei.",
    fr: "La prochaine synchronisation demandera de nouveau la création. Si un compte existe malgré tout, la personne en aura deux.",
  },
  "Its account was deleted…": { es: "Su cuenta se eliminó…", de: "Das Konto wurde gelöscht…", fr: "Son compte a été supprimé…" },
  "There is no account…": { es: "No hay ninguna cuenta…", de: "Es gibt kein Konto…", fr: "Il n’y a pas de compte…" },
  "Create it again": { es: "Crearla de nuevo", de: "Erneut anlegen", fr: "Le créer de nouveau" },
  "Whose account becomes that of {key}?": {
    es: "¿De quién es la cuenta que pasa a {key}?",
    de: "Wessen Konto wird das von {key}?",
    fr: "Quel compte devient celui de {key} ?",
  },
  "that of {key}": { es: "la de {key}", de: "das von {key}", fr: "celui de {key}" },
  "I compared both records and am sure": {
    es: "He comparado los dos registros y no tengo dudas",
    de: "Ich habe beide Datensätze verglichen und bin sicher",
    fr: "J’ai comparé les deux fiches et j’en ai la certitude",
  },
  "The next run creates an account for {key}. Rollcall asks this only once.": {
    es: "La próxima ejecución creará una cuenta para {key}. Rollcall solo lo pregunta una vez.",
    de: "Der nächste Abgleich legt ein Konto für {key} an. Rollcall fragt das nur einmal.",
    fr: "La prochaine synchronisation créera un compte pour {key}. Rollcall ne pose la question qu’une fois.",
  },
  "They are one person…": { es: "Son la misma persona…", de: "Es ist dieselbe Person…", fr: "C’est la même personne…" },
  "Move the account": { es: "Trasladar la cuenta", de: "Konto übertragen", fr: "Transférer le compte" },
  "They are different people…": {
    es: "Son personas distintas…",
    de: "Es sind verschiedene Personen…",
    fr: "Ce sont des personnes différentes…",
  },
  "They are different people": {
    es: "Son personas distintas",
    de: "Es sind verschiedene Personen",
    fr: "Ce sont des personnes différentes",
  },
  "Key that has the account now": {
    es: "Clave que tiene ahora la cuenta",
    de: "Personalnummer, die das Konto jetzt hat",
    fr: "Matricule qui a le compte actuellement",
  },
  "Key that it belongs to from now on": {
    es: "Clave a la que pertenecerá desde ahora",
    de: "Personalnummer, zu der es ab jetzt gehört",
    fr: "Matricule auquel il appartient désormais",
  },
  "I compared both people and am sure": {
    es: "He comparado a las dos personas y no tengo dudas",
    de: "Ich habe beide Personen verglichen und bin sicher",
    fr: "J’ai comparé les deux personnes et j’en ai la certitude",
  },
  "Move an account to another key…": {
    es: "Trasladar una cuenta a otra clave…",
    de: "Konto auf eine andere Personalnummer übertragen…",
    fr: "Transférer un compte vers un autre matricule…",
  },
  username: { es: "nombre de usuario", de: "Benutzername", fr: "identifiant" },
  "{people, plural, one {# person waits} other {# people wait}} for {accounts, plural, one {# account} other {# accounts}} to be identified.":
    {
      es: "{people, plural, one {# persona espera} other {# personas esperan}} a que se {accounts, plural, one {identifique # cuenta} other {identifiquen # cuentas}}.",
      de: "{people, plural, one {# Person wartet} other {# Personen warten}}, bis {accounts, plural, one {# Konto zugeordnet ist} other {# Konten zugeordnet sind}}.",
      fr: "{people, plural, one {# personne attend} other {# personnes attendent}} que {accounts, plural, one {# compte soit identifié} other {# comptes soient identifiés}}.",
    },
  "{people, plural, one {# person waits} other {# people wait}} for {creates, plural, one {# unconfirmed new account} other {# unconfirmed new accounts}} with the same groups.":
    {
      es: "{people, plural, one {# persona espera} other {# personas esperan}} a que se {creates, plural, one {confirme # cuenta nueva} other {confirmen # cuentas nuevas}} con los mismos grupos.",
      de: "{people, plural, one {# Person wartet} other {# Personen warten}} auf {creates, plural, one {# unbestätigtes neues Konto} other {# unbestätigte neue Konten}} mit denselben Gruppen.",
      fr: "{people, plural, one {# personne attend} other {# personnes attendent}} {creates, plural, one {# nouveau compte non confirmé} other {# nouveaux comptes non confirmés}} avec les mêmes groupes.",
    },
  "The service does not return the ids of new accounts, so two with the same groups could not be distinguished.": {
    es: "El servicio no devuelve los identificadores de las cuentas nuevas, así que dos con los mismos grupos no podrían distinguirse.",
    de: "Der Dienst nennt die IDs neuer Konten nicht. Zwei mit denselben Gruppen ließen sich daher nicht unterscheiden.",
    fr: "Le service ne renvoie pas l’ID des nouveaux comptes : deux comptes avec les mêmes groupes ne pourraient pas être distingués.",
  },
  "New accounts without an owner": {
    es: "Cuentas nuevas sin titular",
    de: "Neue Konten ohne Zuordnung",
    fr: "Nouveaux comptes sans titulaire",
  },
  "Look each account up in the learning service by its id, then choose the person whose account it is. Your choice is recorded under your name.":
    {
      es: "Busque cada cuenta en el servicio de formación por su identificador y elija a la persona a la que pertenece. Su elección se registra con su nombre.",
      de: "Suchen Sie jedes Konto im Lerndienst anhand seiner ID, und wählen Sie dann die Person, der es gehört. Ihre Wahl wird unter Ihrem Namen aufgezeichnet.",
      fr: "Cherchez chaque compte dans le service de formation par son ID, puis choisissez la personne à qui il appartient. Votre choix est enregistré sous votre nom.",
    },
  "Account {account}": {
    es: "Cuenta {account}",
    de: "Konto {account}",
    fr: "Compte {account}",
  },
  "It belongs to:": {
    es: "Pertenece a:",
    de: "Das Konto gehört zu:",
    fr: "Il appartient à :",
  },
  "It belongs to another person…": {
    es: "Pertenece a otra persona…",
    de: "Es gehört einer anderen Person…",
    fr: "Il appartient à une autre personne…",
  },
  "Key of the person": {
    es: "Clave de la persona",
    de: "Personalnummer der Person",
    fr: "Matricule de la personne",
  },
  "Looked up in the learning service by the account’s id": {
    es: "Buscada en el servicio de formación por el identificador de la cuenta",
    de: "Im Lerndienst anhand der ID des Kontos nachgesehen",
    fr: "Recherché dans le service de formation par l’ID du compte",
  },
  "Say of which person the account is. Nothing was linked.": {
    es: "Indique de qué persona es la cuenta. No se ha vinculado nada.",
    de: "Geben Sie an, zu welcher Person das Konto gehört. Es wurde nichts verknüpft.",
    fr: "Indiquez à quelle personne appartient le compte. Rien n’a été rattaché.",
  },
} as const satisfies Catalogue;
