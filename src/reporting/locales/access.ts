import type { Catalogue } from "./catalogue.ts";

/** Sign-in, one's own account, refusals and errors. */
export const access = {
  "Sign in": { es: "Iniciar sesión", de: "Anmelden", fr: "Se connecter" },
  "Signed out": { es: "Sesión cerrada", de: "Abgemeldet", fr: "Déconnexion effectuée" },
  "Your session here has ended.": { es: "Su sesión ha terminado.", de: "Ihre Sitzung ist beendet.", fr: "Votre session est terminée." },
  "Sign out of the identity provider too": {
    es: "Cerrar también la sesión del proveedor de identidad",
    de: "Auch beim Identitätsanbieter abmelden",
    fr: "Se déconnecter aussi du fournisseur d’identité",
  },
  "Sign in again": { es: "Iniciar sesión de nuevo", de: "Erneut anmelden", fr: "Se reconnecter" },
  "Sign in with your organisation’s account": {
    es: "Iniciar sesión con la cuenta de su organización",
    de: "Mit dem Konto Ihrer Organisation anmelden",
    fr: "Se connecter avec le compte de votre organisation",
  },
  "With a password": { es: "Con contraseña", de: "Mit Passwort", fr: "Avec un mot de passe" },
  "Sign in with a password": { es: "Iniciar sesión con contraseña", de: "Mit Passwort anmelden", fr: "Se connecter avec un mot de passe" },
  "User name": { es: "Nombre de usuario", de: "Benutzername", fr: "Nom d’utilisateur" },
  Password: { es: "Contraseña", de: "Passwort", fr: "Mot de passe" },
  "No account? Ask your Rollcall administrator.": {
    es: "¿No tiene cuenta? Pregunte a quien administra Rollcall.",
    de: "Kein Konto? Wenden Sie sich an die Rollcall-Administration.",
    fr: "Pas de compte ? Adressez-vous à l’administration de Rollcall.",
  },
  "Name or password is wrong, or the account is disabled.": {
    es: "El nombre o la contraseña son incorrectos, o la cuenta está desactivada.",
    de: "Name oder Passwort ist falsch, oder das Konto ist deaktiviert.",
    fr: "Le nom ou le mot de passe est incorrect, ou le compte est désactivé.",
  },
  "Too many attempts. Wait {n, plural, one {# second} other {# seconds}}, then try again.": {
    es: "Demasiados intentos. Espere {n, plural, one {# segundo} other {# segundos}} y vuelva a intentarlo.",
    de: "Zu viele Versuche. Warten Sie {n, plural, one {# Sekunde} other {# Sekunden}} und versuchen Sie es dann erneut.",
    fr: "Trop de tentatives. Attendez {n, plural, one {# seconde} other {# secondes}}, puis réessayez.",
  },
  "This link has ended": { es: "Este enlace ya no es válido", de: "Dieser Link ist nicht mehr gültig", fr: "Ce lien n’est plus valide" },
  "You can sign in as administrator on this computer, once.": {
    es: "Puede iniciar sesión una vez como administrador en este equipo.",
    de: "Sie können sich auf diesem Computer einmal mit Verwaltungsrechten anmelden.",
    fr: "Vous pouvez vous connecter une fois comme administrateur sur cet ordinateur.",
  },
  "It was used, or is older than 15 minutes, or another start of Rollcall took its place.": {
    es: "Ya se usó, tiene más de 15 minutos o lo sustituyó un inicio posterior de Rollcall.",
    de: "Er wurde bereits verwendet, ist älter als 15 Minuten oder wurde durch einen neuen Start von Rollcall ersetzt.",
    fr: "Il a déjà servi, date de plus de 15 minutes ou a été remplacé par un nouveau démarrage de Rollcall.",
  },
  "Start {serve} again; it prints a new one. With users: {link}.": {
    es: "Inicie de nuevo {serve}: muestra un enlace nuevo. Si ya hay usuarios: {link}.",
    de: "Starten Sie {serve} erneut; dabei wird ein neuer Link ausgegeben. Wenn es schon Benutzerkonten gibt: {link}.",
    fr: "Relancez {serve} : un nouveau lien s’affiche. S’il existe déjà des utilisateurs : {link}.",
  },
  "My sessions": { es: "Mis sesiones", de: "Meine Sitzungen", fr: "Mes sessions" },
  "You are {name}, {role}.": {
    es: "Usted es {name} (rol: {role}).",
    de: "Sie sind {name} (Rolle: {role}).",
    fr: "Vous êtes {name} (rôle : {role}).",
  },
  "Password changed. Your other sessions have ended.": {
    es: "Contraseña cambiada. Sus otras sesiones han terminado.",
    de: "Passwort geändert. Ihre anderen Sitzungen sind beendet.",
    fr: "Mot de passe modifié. Vos autres sessions sont terminées.",
  },
  "Current password": { es: "Contraseña actual", de: "Aktuelles Passwort", fr: "Mot de passe actuel" },
  "New password": { es: "Contraseña nueva", de: "Neues Passwort", fr: "Nouveau mot de passe" },
  "Change password": { es: "Cambiar la contraseña", de: "Passwort ändern", fr: "Changer le mot de passe" },
  "This session has ended already.": {
    es: "Esta sesión ya ha terminado.",
    de: "Diese Sitzung ist bereits beendet.",
    fr: "Cette session est déjà terminée.",
  },
  "You did not sign in with a password. Nothing was changed.": {
    es: "No inició sesión con contraseña. No se ha cambiado nada.",
    de: "Sie haben sich nicht mit einem Passwort angemeldet. Es wurde nichts geändert.",
    fr: "Cette session n’a pas été ouverte avec un mot de passe. Rien n’a été modifié.",
  },
  "The current password is wrong. Nothing was changed.": {
    es: "La contraseña actual es incorrecta. No se ha cambiado nada.",
    de: "Das aktuelle Passwort ist falsch. Es wurde nichts geändert.",
    fr: "Le mot de passe actuel est incorrect. Rien n’a été modifié.",
  },
  "Too many attempts. Nothing was changed.": {
    es: "Demasiados intentos. No se ha cambiado nada.",
    de: "Zu viele Versuche. Es wurde nichts geändert.",
    fr: "Trop de tentatives. Rien n’a été modifié.",
  },
  "Wait {n, plural, one {# second} other {# seconds}}, then try again.": {
    es: "Espere {n, plural, one {# segundo} other {# segundos}} y vuelva a intentarlo.",
    de: "Warten Sie {n, plural, one {# Sekunde} other {# Sekunden}} und versuchen Sie es dann erneut.",
    fr: "Attendez {n, plural, one {# seconde} other {# secondes}}, puis réessayez.",
  },
  "A password has {min} to {max} characters. Common passwords, sequences such as 123456 or qwerty, repetitions and the user name are refused; a few words in a row are a good one.":
    {
      es: "Una contraseña tiene de {min} a {max} caracteres. No se admiten contraseñas habituales, secuencias como 123456 o qwerty, repeticiones ni el nombre de usuario; unas cuantas palabras seguidas son una buena contraseña.",
      de: "Ein Passwort hat {min} bis {max} Zeichen. Gängige Passwörter, Folgen wie 123456 oder qwertz, Wiederholungen und der Benutzername sind nicht erlaubt; gut sind mehrere Wörter hintereinander.",
      fr: "Un mot de passe compte de {min} à {max} caractères. Les mots de passe courants, les suites comme 123456 ou azerty, les répétitions et le nom d’utilisateur sont refusés ; quelques mots à la suite conviennent bien.",
    },
  "A user name has up to 64 of the letters a to z, digits, and . _ - in between.": {
    es: "Un nombre de usuario tiene hasta 64 caracteres: letras de la a a la z, cifras y, entre ellas, punto, guion bajo y guion.",
    de: "Ein Benutzername hat bis zu 64 Zeichen: Buchstaben von a bis z, Ziffern und dazwischen auch Punkt, Unterstrich und Bindestrich.",
    fr: "Un nom d’utilisateur compte jusqu’à 64 caractères : lettres de a à z, chiffres et, entre eux, le point, le tiret bas et le tiret.",
  },
  Since: { es: "Desde", de: "Seit", fr: "Depuis" },
  "Last seen": { es: "Última actividad", de: "Zuletzt aktiv", fr: "Dernière activité" },
  "Signed in by": { es: "Inicio de sesión con", de: "Angemeldet mit", fr: "Connexion par" },
  Actions: { es: "Acciones", de: "Aktionen", fr: "Actions" },
  "{way} (this one)": { es: "{way} (esta)", de: "{way} (diese)", fr: "{way} (celle-ci)" },
  password: { es: "contraseña", de: "Passwort", fr: "mot de passe" },
  "identity provider": { es: "proveedor de identidad", de: "Identitätsanbieter", fr: "fournisseur d’identité" },
  "one-time link": { es: "enlace de un solo uso", de: "Einmal-Link", fr: "lien à usage unique" },
  "End the session of {user}, last seen {at}": {
    es: "Terminar la sesión de {user}, última actividad: {at}",
    de: "Sitzung von {user} beenden, zuletzt aktiv: {at}",
    fr: "Terminer la session de {user}, dernière activité : {at}",
  },
  "End the session last seen {at}": {
    es: "Terminar la sesión con última actividad: {at}",
    de: "Sitzung beenden, zuletzt aktiv: {at}",
    fr: "Terminer la session, dernière activité : {at}",
  },
  "No file can be sent to this address. Nothing was changed.": {
    es: "No se puede enviar un fichero a esta dirección. No se ha cambiado nada.",
    de: "An diese Adresse kann keine Datei gesendet werden. Es wurde nichts geändert.",
    fr: "Aucun fichier ne peut être envoyé à cette adresse. Rien n’a été modifié.",
  },
  "Send the fields as JSON or as an ordinary form.": {
    es: "Envíe los campos como JSON o con un formulario normal.",
    de: "Senden Sie die Felder als JSON oder als gewöhnliches Formular.",
    fr: "Envoyez les champs en JSON ou par un formulaire ordinaire.",
  },
  "A text in the request contains a NUL character or half of a surrogate pair, which cannot be stored. Nothing was changed.": {
    es: "Un texto de la solicitud contiene un carácter que no se puede guardar. No se ha cambiado nada.",
    de: "Ein Text der Anfrage enthält ein Zeichen, das nicht gespeichert werden kann. Es wurde nichts geändert.",
    fr: "Un texte de la requête contient un caractère NUL ou une moitié de paire de substitution, impossible à enregistrer. Rien n’a été modifié.",
  },
  "Send the text as valid Unicode, without NUL.": {
    es: "Envíe el texto en Unicode válido, sin NUL.",
    de: "Senden Sie den Text als gültiges Unicode ohne NUL.",
    fr: "Envoyez le texte en Unicode valide, sans NUL.",
  },
  "This needs the role {needed}; yours is {role}. Nothing was changed.": {
    es: "Para esto se necesita el rol «{needed}»; el suyo es «{role}». No se ha cambiado nada.",
    de: "Dafür ist die Rolle „{needed}“ nötig; Ihre Rolle ist „{role}“. Es wurde nichts geändert.",
    fr: "Cette action exige le rôle « {needed} » ; le vôtre est « {role} ». Rien n’a été modifié.",
  },
  "Ask an administrator of Rollcall for it.": {
    es: "Pídalo a quien administra Rollcall.",
    de: "Wenden Sie sich an die Rollcall-Administration.",
    fr: "Demandez-le à l’administration de Rollcall.",
  },
  "This was not sent from a page of Rollcall. Nothing was changed.": {
    es: "Esto no se envió desde una página de Rollcall. No se ha cambiado nada.",
    de: "Dies wurde nicht von einer Seite von Rollcall gesendet. Es wurde nichts geändert.",
    fr: "Cet envoi ne vient pas d’une page de Rollcall. Rien n’a été modifié.",
  },
  "Open Rollcall itself and do it there.": {
    es: "Abra Rollcall y hágalo allí.",
    de: "Öffnen Sie Rollcall und wiederholen Sie es dort.",
    fr: "Ouvrez Rollcall et recommencez depuis ses pages.",
  },
  "The form is not of this session, or too old. Nothing was changed.": {
    es: "El formulario no es de esta sesión o es demasiado antiguo. No se ha cambiado nada.",
    de: "Das Formular gehört nicht zu dieser Sitzung oder ist zu alt. Es wurde nichts geändert.",
    fr: "Le formulaire n’appartient pas à cette session ou est trop ancien. Rien n’a été modifié.",
  },
  "Go back, load the page again, and send it once more.": {
    es: "Vuelva atrás, cargue la página de nuevo y envíelo otra vez.",
    de: "Gehen Sie zurück, laden Sie die Seite neu und senden Sie das Formular noch einmal.",
    fr: "Revenez en arrière, rechargez la page et renvoyez le formulaire.",
  },
  "Rollcall does not answer under this name.": {
    es: "Rollcall no responde en esta dirección.",
    de: "Unter diesem Namen antwortet Rollcall nicht.",
    fr: "Rollcall ne répond pas sous ce nom.",
  },
  "Use the address that `rollcall serve` printed; another one is set with --url.": {
    es: "Use la dirección que mostró `rollcall serve`; otra se configura con --url.",
    de: "Verwenden Sie die Adresse, die `rollcall serve` ausgegeben hat; eine andere wird mit --url gesetzt.",
    fr: "Utilisez l’adresse affichée par `rollcall serve` ; une autre se définit avec --url.",
  },
  "This account is disabled in Rollcall.": {
    es: "Esta cuenta está desactivada en Rollcall.",
    de: "Dieses Konto ist in Rollcall deaktiviert.",
    fr: "Ce compte est désactivé dans Rollcall.",
  },
  "Ask an administrator of Rollcall.": {
    es: "Pregunte a quien administra Rollcall.",
    de: "Fragen Sie die Rollcall-Administration.",
    fr: "Adressez-vous à l’administration de Rollcall.",
  },
  "The sign-in by your organisation did not succeed: its answer is late, was used before, or does not fit.": {
    es: "El inicio de sesión de su organización no se completó: la respuesta llegó tarde, ya se había usado o no corresponde.",
    de: "Die Anmeldung über Ihre Organisation ist fehlgeschlagen: Die Antwort kam zu spät, wurde schon verwendet oder passt nicht.",
    fr: "La connexion par votre organisation a échoué : la réponse est arrivée trop tard, a déjà servi ou ne correspond pas.",
  },
  "Begin again from the sign-in page.": {
    es: "Empiece de nuevo desde la página de inicio de sesión.",
    de: "Beginnen Sie erneut auf der Anmeldeseite.",
    fr: "Recommencez depuis la page de connexion.",
  },
  "Your organisation’s identity provider does not answer.": {
    es: "El proveedor de identidad de su organización no responde.",
    de: "Der Identitätsanbieter Ihrer Organisation antwortet nicht.",
    fr: "Le fournisseur d’identité de votre organisation ne répond pas.",
  },
  "Try again later. If it continues, an administrator must check ROLLCALL_OIDC_ISSUER.": {
    es: "Vuelva a intentarlo más tarde. Si continúa, un administrador debe comprobar ROLLCALL_OIDC_ISSUER.",
    de: "Versuchen Sie es später erneut; hält das Problem an, muss die Administration ROLLCALL_OIDC_ISSUER prüfen.",
    fr: "Réessayez plus tard ; si le problème persiste, l’administration doit vérifier ROLLCALL_OIDC_ISSUER.",
  },
  "There is nothing at this address.": {
    es: "No hay nada en esta dirección.",
    de: "Unter dieser Adresse gibt es nichts.",
    fr: "Il n’y a rien à cette adresse.",
  },
  "Go to the overview.": { es: "Vaya a la vista general.", de: "Gehen Sie zur Übersicht.", fr: "Allez à la vue d’ensemble." },
  "The request is too large. Nothing was changed.": {
    es: "La solicitud es demasiado grande. No se ha cambiado nada.",
    de: "Die Anfrage ist zu groß. Es wurde nichts geändert.",
    fr: "La requête est trop volumineuse. Rien n’a été modifié.",
  },
  "{n} of your uploads have not ended yet. Nothing was changed.": {
    es: "{n, plural, one {# de sus subidas aún no ha terminado} other {# de sus subidas aún no han terminado}}. No se ha cambiado nada.",
    de: "{n} Ihrer Uploads sind noch nicht beendet. Es wurde nichts geändert.",
    fr: "{n} de vos envois ne sont pas encore terminés. Rien n’a été modifié.",
  },
  "Wait until they have ended, then upload the file again.": {
    es: "Espere a que terminen y vuelva a subir el fichero.",
    de: "Warten Sie, bis sie beendet sind, und laden Sie die Datei dann erneut hoch.",
    fr: "Attendez qu’ils soient terminés, puis envoyez à nouveau le fichier.",
  },
  "The request cannot be read. Nothing was changed.": {
    es: "La solicitud no se puede leer. No se ha cambiado nada.",
    de: "Die Anfrage ist nicht lesbar. Es wurde nichts geändert.",
    fr: "La requête est illisible. Rien n’a été modifié.",
  },
  "Go back, load the page again, and try again.": {
    es: "Vuelva atrás, cargue la página de nuevo e inténtelo otra vez.",
    de: "Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.",
    fr: "Revenez en arrière, rechargez la page et réessayez.",
  },
  "A defect of Rollcall stopped this request ({id}). Earlier changes are kept.": {
    es: "Un error de Rollcall detuvo esta solicitud ({id}). Los cambios anteriores se conservan.",
    de: "Ein Fehler in Rollcall hat diese Anfrage ({id}) abgebrochen. Frühere Änderungen bleiben erhalten.",
    fr: "Un bogue de Rollcall a interrompu cette requête ({id}). Les modifications antérieures sont conservées.",
  },
  "Please report it; the log has more under this number.": {
    es: "Comuníquelo; el registro contiene más detalles con este número.",
    de: "Bitte melden Sie ihn; das Protokoll enthält unter dieser Nummer mehr dazu.",
    fr: "Merci de le signaler ; le journal contient des détails sous ce numéro.",
  },
  "Not found": { es: "No encontrado", de: "Nicht gefunden", fr: "Page introuvable" },
  "Not allowed": { es: "No permitido", de: "Nicht erlaubt", fr: "Accès refusé" },
  "Too many requests": { es: "Demasiadas solicitudes", de: "Zu viele Anfragen", fr: "Trop de requêtes" },
  "Something went wrong": { es: "Algo ha fallado", de: "Etwas ist schiefgegangen", fr: "Une erreur s’est produite" },
  "That didn’t work": { es: "No ha sido posible", de: "Das hat nicht geklappt", fr: "L’opération n’a pas abouti" },
  "Too many requests from this address.": {
    es: "Demasiadas solicitudes desde esta dirección.",
    de: "Zu viele Anfragen von dieser Adresse.",
    fr: "Trop de requêtes depuis cette adresse.",
  },
  "Wait a minute.": { es: "Espere un minuto.", de: "Warten Sie eine Minute.", fr: "Patientez une minute." },
} as const satisfies Catalogue;
