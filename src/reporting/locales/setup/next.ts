import type { Catalogue } from "../catalogue.ts";

/** Texts about what to do with a new job. */
export const setupNext = {
  "What next": { es: "Siguientes pasos", de: "Wie es weitergeht", fr: "Étapes suivantes" },
  "Run it": { es: "Ejecutar la tarea", de: "Ausführen", fr: "Lancer la tâche" },
  "Schedule it": { es: "Programar la tarea", de: "Zeitplan festlegen", fr: "Planifier la tâche" },
  "The page <link>Connection</link> tests the service account and shows its last answer. The address is in {file} under {key}.": {
    es: "La página <link>Conexión</link> prueba la cuenta de servicio y muestra su última respuesta. La dirección está en {file}, en {key}.",
    de: "Die Seite <link>Verbindung</link> prüft das Dienstkonto und zeigt dessen letzte Antwort. Die Adresse steht in {file} unter {key}.",
    fr: "La page <link>Connexion</link> teste le compte de service et affiche sa dernière réponse. L’adresse se trouve dans {file}, sous {key}.",
  },
  "A run is in progress: {run}": {
    es: "Hay una ejecución en curso: {run}",
    de: "Ein Abgleich läuft: {run}",
    fr: "Une synchronisation est en cours : {run}",
  },
  "The plan is made. Check it, and apply or cancel it: {run}": {
    es: "El plan está listo. Compruébelo y aplíquelo o cancélelo: {run}",
    de: "Der Plan ist fertig. Prüfen Sie ihn, und führen Sie ihn aus oder brechen Sie ihn ab: {run}",
    fr: "Le plan est prêt. Vérifiez-le, puis appliquez-le ou annulez-le : {run}",
  },
  "<link>Below</link> you can plan a run without sending anything, or run the job.": {
    es: "<link>Abajo</link> puede planificar sin enviar nada o ejecutar la tarea.",
    de: "<link>Unten</link> können Sie planen, ohne etwas zu senden, oder den Auftrag ausführen.",
    fr: "<link>Ci-dessous</link>, vous pouvez planifier sans rien envoyer, ou lancer la tâche.",
  },
  "The console wrote this job file, and adds the schedule to it. Nothing else in the file changes.": {
    es: "La consola escribió el fichero de esta tarea y le añade el horario. Nada más cambia en el fichero.",
    de: "Die Konsole hat diese Auftragsdatei geschrieben und ergänzt darin den Zeitplan. Sonst ändert sich in der Datei nichts.",
    fr: "La console a écrit le fichier de cette tâche et y ajoute la planification. Rien d’autre n’y change.",
  },
  Days: { es: "Días", de: "Tage", fr: "Jours" },
  "Every day": { es: "Todos los días", de: "Jeden Tag", fr: "Tous les jours" },
  "Monday to Friday": { es: "De lunes a viernes", de: "Montag bis Freitag", fr: "Du lundi au vendredi" },
  Time: { es: "Hora", de: "Uhrzeit", fr: "Heure" },
  "Add the schedule": { es: "Añadir el horario", de: "Zeitplan ergänzen", fr: "Ajouter la planification" },
  "Add this line to {file}, for example at its end. It runs the job every day at 2:30:": {
    es: "Añada esta línea a {file}, por ejemplo al final. Ejecuta la tarea todos los días a las 2:30:",
    de: "Fügen Sie diese Zeile in {file} ein, etwa am Ende. Damit läuft der Auftrag jeden Tag um 2:30 Uhr:",
    fr: "Ajoutez cette ligne à {file}, par exemple à la fin. La tâche s’exécute alors chaque jour à 2 h 30 :",
  },
  "Copy the line": { es: "Copiar la línea", de: "Zeile kopieren", fr: "Copier la ligne" },
  "Enter a time such as 02:30.": {
    es: "Escriba una hora como 02:30.",
    de: "Geben Sie eine Uhrzeit an, etwa 02:30.",
    fr: "Saisissez une heure, par exemple 02:30.",
  },
  "The job file was changed by hand, has a schedule, or cannot be written. Add the lines to it yourself.": {
    es: "El fichero de la tarea se modificó a mano, ya tiene horario o no se puede escribir. Añada usted las líneas.",
    de: "Die Auftragsdatei wurde von Hand geändert, hat schon einen Zeitplan oder lässt sich nicht schreiben. Ergänzen Sie die Zeile selbst.",
    fr: "Le fichier de la tâche a été modifié à la main, a déjà une planification ou ne peut pas être écrit. Ajoutez les lignes vous-même.",
  },
  "Schedule added. The job runs by itself from now on.": {
    es: "Horario añadido. A partir de ahora la tarea se ejecuta sola.",
    de: "Zeitplan ergänzt. Der Auftrag läuft ab jetzt von selbst.",
    fr: "Planification ajoutée. La tâche s’exécute désormais toute seule.",
  },
  "This job uses the practice service: nothing reaches the real one. To move on, replace {practice} in the job file with the address of your service, add its refresh token as {token}, and run {command}.":
    {
      es: "Esta tarea usa el servicio de pruebas: nada llega al servicio real. Para pasar a él, sustituya {practice} en el fichero de la tarea por la dirección de su servicio, añada su token de actualización como {token} y ejecute {command}.",
      de: "Dieser Auftrag nutzt den Testdienst: Nichts erreicht den echten Dienst. Um umzusteigen, ersetzen Sie {practice} in der Auftragsdatei durch die Adresse Ihres Dienstes, fügen Sie dessen Refresh-Token als {token} hinzu, und führen Sie {command} aus.",
      fr: "Cette tâche utilise le service d’essai : rien n’atteint le vrai service. Pour passer à celui-ci, remplacez {practice} dans le fichier de la tâche par l’adresse de votre service, ajoutez son jeton d’actualisation sous la forme {token}, et exécutez {command}.",
    },
  Ready: { es: "Listo", de: "Bereit", fr: "Prêt" },
  "Open|task": { es: "Pendiente", de: "Offen", fr: "À faire" },
  "Until the export is there, each scheduled run fails.": {
    es: "Mientras la exportación no esté ahí, cada ejecución programada fallará.",
    de: "Solange der Export nicht da ist, schlägt jeder geplante Abgleich fehl.",
    fr: "Tant que l’export n’est pas là, chaque synchronisation planifiée échoue.",
  },
  "The schedule is added, but the job is not ready for it. The page lists what is missing.": {
    es: "El horario se ha añadido, pero la tarea aún no está lista. La página indica lo que falta.",
    de: "Der Zeitplan ist ergänzt, aber der Auftrag ist noch nicht bereit dafür. Die Seite zeigt, was fehlt.",
    fr: "La planification est ajoutée, mais la tâche n’est pas encore prête. La page indique ce qui manque.",
  },
  "Not ready for its schedule": {
    es: "Aún no está lista para su horario",
    de: "Noch nicht bereit für den Zeitplan",
    fr: "Pas encore prête pour sa planification",
  },
  "The job is not ready for a schedule yet:": {
    es: "La tarea aún no está lista para un horario:",
    de: "Der Auftrag ist noch nicht bereit für einen Zeitplan:",
    fr: "La tâche n’est pas encore prête pour une planification :",
  },
  "Correct this first, or confirm that you add the schedule although the job is not ready.": {
    es: "Corrija esto antes, o confirme que añade el horario aunque la tarea no esté lista.",
    de: "Korrigieren Sie das zuerst, oder bestätigen Sie, dass Sie den Zeitplan trotzdem ergänzen.",
    fr: "Corrigez cela d’abord, ou confirmez que vous ajoutez la planification bien que la tâche ne soit pas prête.",
  },
  "Add the schedule although the job is not ready": {
    es: "Añadir el horario aunque la tarea no esté lista",
    de: "Den Zeitplan ergänzen, obwohl der Auftrag noch nicht bereit ist",
    fr: "Ajouter la planification bien que la tâche ne soit pas prête",
  },
  "No plan has been checked yet: the first scheduled run sends its changes, unless a limit puts it on hold.": {
    es: "Aún no se ha comprobado ningún plan: la primera ejecución programada envía sus cambios, salvo que un límite la retenga.",
    de: "Es wurde noch kein Plan geprüft: Der erste geplante Abgleich sendet seine Änderungen, wenn ihn kein Grenzwert anhält.",
    fr: "Aucun plan n’a encore été vérifié : la première synchronisation planifiée envoie ses modifications, sauf si une limite la suspend.",
  },
  "The last plan is on hold: without a decision, each scheduled run is put on hold in the same way.": {
    es: "El último plan está retenido: sin una decisión, cada ejecución programada quedará retenida del mismo modo.",
    de: "Der letzte Plan ist angehalten: Ohne Entscheidung wird jeder geplante Abgleich ebenso angehalten.",
    fr: "Le dernier plan est suspendu : sans décision, chaque synchronisation planifiée est suspendue de la même façon.",
  },
  "A scheduled run does not wait for this plan: it sends the changes of a plan of its own.": {
    es: "Una ejecución programada no espera a este plan: envía los cambios de un plan propio.",
    de: "Ein geplanter Abgleich wartet nicht auf diesen Plan: Er sendet die Änderungen eines eigenen Plans.",
    fr: "Une synchronisation planifiée n’attend pas ce plan : elle envoie les modifications de son propre plan.",
  },
  "Until the cause is corrected, scheduled runs can end in the same way.": {
    es: "Mientras no se corrija la causa, las ejecuciones programadas pueden terminar igual.",
    de: "Solange die Ursache nicht behoben ist, können geplante Abgleiche ebenso enden.",
    fr: "Tant que la cause n’est pas corrigée, les synchronisations planifiées peuvent se terminer de la même façon.",
  },
  "Until these groups exist, scheduled runs leave the memberships in them out.": {
    es: "Mientras estos grupos no existan, las ejecuciones programadas omiten sus pertenencias.",
    de: "Solange es diese Gruppen nicht gibt, lassen geplante Abgleiche die Mitgliedschaften darin aus.",
    fr: "Tant que ces groupes n’existent pas, les synchronisations planifiées n’ajoutent pas les appartenances à ces groupes.",
  },
  "The folder {folder} exists.": {
    es: "La carpeta {folder} existe.",
    de: "Der Ordner {folder} ist vorhanden.",
    fr: "Le dossier {folder} existe.",
  },
  "Create the folder {folder} on this server, and let the HR system write its export there.": {
    es: "Cree la carpeta {folder} en este servidor y haga que el sistema de RR. HH. guarde allí su exportación.",
    de: "Legen Sie den Ordner {folder} auf diesem Server an, und lassen Sie das HR-System seinen Export dort ablegen.",
    fr: "Créez le dossier {folder} sur ce serveur et faites-y déposer l’export du système RH.",
  },
  "No file in {folder} matches {pattern} yet. Let the HR system write its export there.": {
    es: "Ningún fichero de {folder} coincide todavía con {pattern}. Haga que el sistema de RR. HH. guarde allí su exportación.",
    de: "In {folder} passt noch keine Datei zu {pattern}. Lassen Sie das HR-System seinen Export dort ablegen.",
    fr: "Aucun fichier de {folder} ne correspond encore à {pattern}. Faites-y déposer l’export du système RH.",
  },
  "A run finds the export {file}.": {
    es: "Una ejecución encuentra la exportación {file}.",
    de: "Ein Abgleich findet den Export {file}.",
    fr: "Une synchronisation trouve l’export {file}.",
  },
  "<link>{n, plural, one {# group is missing} other {# groups are missing}}</link> in the learning service. Decide on each.": {
    es: "<link>{n, plural, one {Falta # grupo} other {Faltan # grupos}}</link> en el servicio de formación. Decida sobre cada uno.",
    de: "<link>{n, plural, one {# Gruppe fehlt} other {# Gruppen fehlen}}</link> im Lerndienst. Entscheiden Sie über jede.",
    fr: "<link>{n, plural, one {# groupe manque} other {# groupes manquent}}</link> dans le service de formation. Décidez pour chacun.",
  },
  "The learning service has every group that the last plan needs.": {
    es: "El servicio de formación tiene todos los grupos que necesita el último plan.",
    de: "Der Lerndienst hat alle Gruppen, die der letzte Plan braucht.",
    fr: "Le service de formation a tous les groupes dont le dernier plan a besoin.",
  },
  "The learning service does not have every group of the last plan. Its people wait for them: {run}": {
    es: "El servicio de formación no tiene todos los grupos del último plan. Sus personas los esperan: {run}",
    de: "Der Lerndienst hat nicht alle Gruppen des letzten Plans. Die betroffenen Personen warten darauf: {run}",
    fr: "Le service de formation n’a pas tous les groupes du dernier plan. Les personnes concernées les attendent : {run}",
  },
  "The first plan shows whether the learning service has every group.": {
    es: "El primer plan muestra si el servicio de formación tiene todos los grupos.",
    de: "Der erste Plan zeigt, ob der Lerndienst alle Gruppen hat.",
    fr: "Le premier plan montre si le service de formation a tous les groupes.",
  },
  "The last plan was applied: {run}": {
    es: "El último plan se aplicó: {run}",
    de: "Der letzte Plan wurde ausgeführt: {run}",
    fr: "Le dernier plan a été appliqué : {run}",
  },
  "The last run did not end well: {run}": {
    es: "La última ejecución no terminó bien: {run}",
    de: "Der letzte Abgleich wurde nicht erfolgreich beendet: {run}",
    fr: "La dernière synchronisation s’est mal terminée : {run}",
  },
} as const satisfies Catalogue;
