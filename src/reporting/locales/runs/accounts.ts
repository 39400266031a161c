import type { Catalogue } from "../catalogue.ts";

/** Advice by the cause of a hold, and the page that links accounts of a plan on hold. */
export const runAccounts = {
  "Nothing was sent.": { es: "No se envió nada.", de: "Nichts wurde gesendet.", fr: "Rien n’a été envoyé." },
  "An incomplete export often looks like this: check with HR before you apply the plan.": {
    es: "Una exportación incompleta suele verse así: consulte con RR. HH. antes de aplicar el plan.",
    de: "So sieht oft ein unvollständiger Export aus: Fragen Sie die Personalabteilung, bevor Sie den Plan ausführen.",
    fr: "Un export incomplet ressemble souvent à cela : vérifiez auprès des RH avant d’appliquer le plan.",
  },
  "Check with HR whether all of these people are new. If only their key has changed, each may get a second account.": {
    es: "Compruebe con RR. HH. si todas estas personas son nuevas. Si solo cambió su clave, cada una puede recibir una segunda cuenta.",
    de: "Fragen Sie die Personalabteilung, ob alle diese Personen neu sind. Hat sich nur ihre Personalnummer geändert, bekommt jede vielleicht ein zweites Konto.",
    fr: "Vérifiez auprès des RH que toutes ces personnes sont nouvelles. Si seul leur matricule a changé, chacune peut obtenir un second compte.",
  },
  "Look at some of the changes below: new groups change many people at once, and so does a column that HR fills differently.": {
    es: "Mire algunos de los cambios de abajo: los grupos nuevos cambian a muchas personas a la vez, y también una columna que RR. HH. rellena de otra forma.",
    de: "Sehen Sie sich unten einige Änderungen an: Neue Gruppen ändern viele Personen auf einmal, ebenso eine Spalte, die die Personalabteilung anders füllt.",
    fr: "Regardez quelques modifications ci-dessous : de nouveaux groupes modifient beaucoup de personnes à la fois, tout comme une colonne que les RH remplissent autrement.",
  },
  "Link these accounts to their people first. Otherwise, each of these people may get a second account.": {
    es: "Vincule primero estas cuentas con sus personas. De lo contrario, cada una de ellas puede recibir una segunda cuenta.",
    de: "Verknüpfen Sie zuerst diese Konten mit ihren Personen. Sonst bekommt jede dieser Personen vielleicht ein zweites Konto.",
    fr: "Rattachez d’abord ces comptes à leurs personnes. Sinon, chacune d’elles peut obtenir un second compte.",
  },
  "Get more licences in the learning service, or check whether all of these people should have an account.": {
    es: "Consiga más licencias en el servicio de formación o compruebe si todas estas personas deben tener cuenta.",
    de: "Besorgen Sie weitere Lizenzen im Lerndienst, oder prüfen Sie, ob alle diese Personen ein Konto haben sollen.",
    fr: "Obtenez d’autres licences dans le service de formation, ou vérifiez que toutes ces personnes doivent avoir un compte.",
  },
  "Check the names of the new groups: a typing error in the file creates a group of its own.": {
    es: "Compruebe los nombres de los grupos nuevos: una errata en el fichero crea un grupo aparte.",
    de: "Prüfen Sie die Namen der neuen Gruppen: Ein Tippfehler in der Datei legt eine eigene Gruppe an.",
    fr: "Vérifiez les noms des nouveaux groupes : une faute de frappe dans le fichier crée un groupe à part.",
  },
  "Check the scope in the mapping, and with HR whether these people should lose their account.": {
    es: "Compruebe el alcance en las reglas y consulte con RR. HH. si estas personas deben perder su cuenta.",
    de: "Prüfen Sie den Geltungsbereich im Regelwerk, und fragen Sie die Personalabteilung, ob diese Personen ihr Konto verlieren sollen.",
    fr: "Vérifiez le périmètre dans les règles, et demandez aux RH si ces personnes doivent perdre leur compte.",
  },
  "Link accounts": { es: "Vincular cuentas", de: "Konten verknüpfen", fr: "Rattacher les comptes" },
  "Accounts without a person": { es: "Cuentas sin persona", de: "Konten ohne Person", fr: "Comptes sans titulaire" },
  "{n, plural, one {# account of the learning service belongs} other {# accounts of the learning service belong}} to nobody that Rollcall knows. Groups alone do not tell whose they are: use a list with names and account ids.":
    {
      es: "{n, plural, one {# cuenta del servicio de formación no pertenece} other {# cuentas del servicio de formación no pertenecen}} a nadie que Rollcall conozca. Los grupos por sí solos no indican de quién son: use una lista con nombres e identificadores de cuenta.",
      de: "{n, plural, one {# Konto des Lerndienstes gehört} other {# Konten des Lerndienstes gehören}} niemandem, den Rollcall kennt. Gruppen allein sagen nicht, wem sie gehören: Verwenden Sie eine Liste mit Namen und Konto-IDs.",
      fr: "{n, plural, one {# compte du service de formation n’appartient} other {# comptes du service de formation n’appartiennent}} à personne que Rollcall connaisse. Les groupes seuls ne disent pas à qui ces comptes appartiennent : utilisez une liste avec des noms et des ID de compte.",
    },
  "When all are linked, release {run}: it is planned again.": {
    es: "Cuando todas estén vinculadas, libere {run}: se planifica de nuevo.",
    de: "Wenn alle verknüpft sind, geben Sie {run} frei: Er wird neu geplant.",
    fr: "Quand tous sont rattachés, débloquez {run} : elle est planifiée à nouveau.",
  },
  "{n, plural, one {# account} other {# accounts}} without a person": {
    es: "{n, plural, one {# cuenta} other {# cuentas}} sin persona",
    de: "{n, plural, one {# Konto} other {# Konten}} ohne Person",
    fr: "{n, plural, one {# compte} other {# comptes}} sans titulaire",
  },
  "From a report of the learning service": {
    es: "De un informe del servicio de formación",
    de: "Aus einem Bericht des Lerndienstes",
    fr: "Depuis un rapport du service de formation",
  },
  "The job names no report. Create a report template in the learning service with the employee key and the user_id of each user, and name it in the job file:":
    {
      es: "La tarea no indica ningún informe. Cree en el servicio de formación una plantilla de informe con la clave y el user_id de cada usuario e indíquela en el fichero de la tarea:",
      de: "Der Auftrag nennt keinen Bericht. Legen Sie im Lerndienst eine Berichtsvorlage mit der Personalnummer und der user_id jedes Benutzers an, und nennen Sie sie in der Auftragsdatei:",
      fr: "La tâche n’indique aucun rapport. Créez dans le service de formation un modèle de rapport avec le matricule et le user_id de chaque utilisateur, et indiquez-le dans le fichier de la tâche :",
    },
  "The job names the report “{name}”.": {
    es: "La tarea indica el informe «{name}».",
    de: "Der Auftrag nennt den Bericht „{name}“.",
    fr: "La tâche indique le rapport « {name} ».",
  },
  "Read the report": { es: "Leer el informe", de: "Bericht lesen", fr: "Lire le rapport" },
  "From a list": { es: "De una lista", de: "Aus einer Liste", fr: "Depuis une liste" },
  "A CSV file or workbook with one row per account: its user_id, and the employee key, username, address or name.": {
    es: "Un fichero CSV o un libro con una fila por cuenta: su user_id y la clave, el nombre de usuario, la dirección o el nombre.",
    de: "Eine CSV- oder Excel-Datei mit einer Zeile je Konto: die user_id und die Personalnummer, der Benutzername, die Adresse oder der Name.",
    fr: "Un fichier CSV ou un classeur avec une ligne par compte : son user_id, et le matricule, l’identifiant, l’adresse ou le nom.",
  },
  "List of accounts": { es: "Lista de cuentas", de: "Liste der Konten", fr: "Liste des comptes" },
  "Read the list": { es: "Leer la lista", de: "Liste lesen", fr: "Lire la liste" },
  "Linked, and nothing sent yet": {
    es: "Vinculadas, y aún no se ha enviado nada",
    de: "Verknüpft, und noch nichts gesendet",
    fr: "Rattachés, et rien n’a encore été envoyé",
  },
  "Which account belongs to whom?": {
    es: "¿De quién es cada cuenta?",
    de: "Welches Konto gehört wem?",
    fr: "À qui appartient chaque compte ?",
  },
  "{n, plural, one {# person fits} other {# people fit}} several rows, or share one. They are left out.": {
    es: "{n, plural, one {# persona encaja} other {# personas encajan}} con varias filas o comparten una. Se omiten.",
    de: "{n, plural, one {# Person passt} other {# Personen passen}} zu mehreren Zeilen oder teilen sich eine. Sie werden ausgelassen.",
    fr: "{n, plural, one {# personne correspond à plusieurs lignes, ou partage une ligne avec une autre. Elle est ignorée.} other {# personnes correspondent à plusieurs lignes, ou partagent une même ligne. Elles sont ignorées.}}",
  },
  "{n, plural, one {# more pair} other {# more pairs}}: read the list again after these.": {
    es: "{n, plural, one {# pareja más} other {# parejas más}}: vuelva a leer la lista después de estas.",
    de: "{n, plural, one {# weiteres Paar} other {# weitere Paare}}: Lesen Sie die Liste danach noch einmal.",
    fr: "{n, plural, one {# paire de plus} other {# paires de plus}} : relisez la liste après celles-ci.",
  },
  "The list names nobody without an account. Nothing was linked.": {
    es: "La lista no nombra a nadie sin cuenta. No se ha vinculado nada.",
    de: "Die Liste nennt niemanden ohne Konto. Es wurde nichts verknüpft.",
    fr: "La liste ne nomme personne sans compte. Rien n’a été rattaché.",
  },
  "Compare each pair. Your name is stored with each link, and you can undo a link until something is sent to the account.": {
    es: "Compare cada pareja. Su nombre se guarda con cada vínculo, y puede deshacerlo hasta que se envíe algo a la cuenta.",
    de: "Vergleichen Sie jedes Paar. Ihr Name wird mit jeder Verknüpfung gespeichert. Sie lässt sich rückgängig machen, bis etwas an das Konto gesendet wird.",
    fr: "Comparez chaque paire. Votre nom est conservé avec chaque rattachement, que vous pouvez annuler tant que rien n’est envoyé au compte.",
  },
  "Same key": { es: "Misma clave", de: "Gleiche Personalnummer", fr: "Même matricule" },
  "Same username or address": {
    es: "Mismo usuario o dirección",
    de: "Gleicher Benutzername oder gleiche Adresse",
    fr: "Même identifiant ou adresse",
  },
  "Same name only": { es: "Solo el mismo nombre", de: "Nur gleicher Name", fr: "Même nom seulement" },
  "For example: the service’s user list of today": {
    es: "Por ejemplo: la lista de usuarios del servicio de hoy",
    de: "Zum Beispiel: die heutige Benutzerliste des Dienstes",
    fr: "Par exemple : la liste des utilisateurs du service de ce jour",
  },
  "Link the selected pairs": {
    es: "Vincular las parejas elegidas",
    de: "Ausgewählte Paare verknüpfen",
    fr: "Rattacher les paires choisies",
  },
  "The list has no column with account ids (user_id). Nothing was linked.": {
    es: "La lista no tiene ninguna columna con identificadores de cuenta (user_id). No se ha vinculado nada.",
    de: "Die Liste hat keine Spalte mit Konto-IDs (user_id). Es wurde nichts verknüpft.",
    fr: "La liste n’a aucune colonne d’ID de compte (user_id). Rien n’a été rattaché.",
  },
  "Choose at least one pair. Nothing was linked.": {
    es: "Elija al menos una pareja. No se ha vinculado nada.",
    de: "Wählen Sie mindestens ein Paar. Es wurde nichts verknüpft.",
    fr: "Choisissez au moins une paire. Rien n’a été rattaché.",
  },
  "{n, plural, one {# person is linked.} other {# people are linked.}} Release the run on hold to plan it again.": {
    es: "{n, plural, one {# persona está vinculada.} other {# personas están vinculadas.}} Libere la ejecución retenida para planificarla de nuevo.",
    de: "{n, plural, one {# Person ist verknüpft.} other {# Personen sind verknüpft.}} Geben Sie den angehaltenen Abgleich frei, um ihn neu zu planen.",
    fr: "{n, plural, one {# personne est rattachée.} other {# personnes sont rattachées.}} Débloquez la synchronisation suspendue pour la planifier à nouveau.",
  },
  "The link of {key} is undone.": {
    es: "El vínculo de {key} se ha deshecho.",
    de: "Die Verknüpfung von {key} ist rückgängig gemacht.",
    fr: "Le rattachement de {key} est annulé.",
  },
  "The link of {key} can't be undone: something was sent to the account, or Rollcall made the link itself. Nothing was changed.": {
    es: "El vínculo de {key} no se puede deshacer: se envió algo a la cuenta o Rollcall creó el vínculo. No se ha cambiado nada.",
    de: "Die Verknüpfung von {key} lässt sich nicht rückgängig machen: Es wurde etwas an das Konto gesendet, oder Rollcall hat sie selbst angelegt. Es wurde nichts geändert.",
    fr: "Le rattachement de {key} ne peut pas être annulé : quelque chose a été envoyé au compte, ou Rollcall l’a créé lui-même. Rien n’a été modifié.",
  },
} as const satisfies Catalogue;
