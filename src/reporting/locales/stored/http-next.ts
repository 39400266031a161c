import type { Catalogue } from "../catalogue.ts";

/** What to do about a read of an HR system that cannot be used. */
export const storedHttpNext = {
  "Check `http.url` and the credentials: open the address in a browser that is not signed in.": {
    es: "Compruebe `http.url` y las credenciales: abra la dirección en un navegador sin sesión iniciada.",
    de: "Prüfen Sie `http.url` und die Zugangsdaten: Öffnen Sie die Adresse in einem nicht angemeldeten Browser.",
    fr: "Vérifiez `http.url` et les identifiants : ouvrez l’adresse dans un navigateur non connecté.",
  },
  "Check that the address answers with JSON, and `http.format`.": {
    es: "Compruebe que la dirección responde con JSON, y `http.format`.",
    de: "Prüfen Sie, ob die Adresse mit JSON antwortet, und `http.format`.",
    fr: "Vérifiez que l’adresse répond en JSON, ainsi que `http.format`.",
  },
  "Set `http.rows` to the JSON pointer of the list of people. An answer without it may be an error message of the system.": {
    es: "Ponga en `http.rows` el puntero JSON de la lista de personas. Una respuesta sin ella puede ser un mensaje de error del sistema.",
    de: "Setzen Sie `http.rows` auf den JSON-Pointer der Liste der Personen. Eine Antwort ohne sie kann eine Fehlermeldung des Systems sein.",
    fr: "Donnez à `http.rows` le pointeur JSON de la liste des personnes. Une réponse sans elle peut être un message d’erreur du système.",
  },
  "Check the names of the parameters under `http.pages` against the system's documentation.": {
    es: "Compruebe los nombres de los parámetros de `http.pages` con la documentación del sistema.",
    de: "Vergleichen Sie die Namen der Parameter unter `http.pages` mit der Dokumentation des Systems.",
    fr: "Comparez les noms des paramètres de `http.pages` à la documentation du système.",
  },
  "Ask for larger pages, or raise `http.limits.max_pages`.": {
    es: "Pida páginas más grandes, o aumente `http.limits.max_pages`.",
    de: "Fordern Sie größere Seiten an, oder erhöhen Sie `http.limits.max_pages`.",
    fr: "Demandez des pages plus grandes, ou augmentez `http.limits.max_pages`.",
  },
  "Start the job again. If it persists, sort by a key that never changes, or ask for a snapshot.": {
    es: "Inicie la tarea de nuevo. Si se repite, ordene por una clave que nunca cambie, o pida una instantánea.",
    de: "Starten Sie den Auftrag erneut. Bleibt es dabei, sortieren Sie nach einem Schlüssel, der sich nie ändert, oder fordern Sie eine Momentaufnahme an.",
    fr: "Relancez la tâche. Si cela persiste, triez par une clé qui ne change jamais, ou demandez un instantané.",
  },
  "Start the job again. If it persists, check `http.pages` and the rights of the account.": {
    es: "Inicie la tarea de nuevo. Si se repite, compruebe `http.pages` y los permisos de la cuenta.",
    de: "Starten Sie den Auftrag erneut. Bleibt es dabei, prüfen Sie `http.pages` und die Rechte des Kontos.",
    fr: "Relancez la tâche. Si cela persiste, vérifiez `http.pages` et les droits du compte.",
  },
  "Check the filters of the request, and whether the account lost its rights in the HR system.": {
    es: "Compruebe los filtros de la solicitud, y si la cuenta ha perdido sus permisos en el sistema de RR. HH.",
    de: "Prüfen Sie die Filter der Anfrage, und ob das Konto seine Rechte im HR-System verloren hat.",
    fr: "Vérifiez les filtres de la requête, et vérifiez que le compte n’a pas perdu ses droits dans le système RH.",
  },
  "Give the account the right to read the field, or list under `http.requires` only the columns that must occur.": {
    es: "Dé a la cuenta permiso para leer el campo, o ponga en `http.requires` solo las columnas que deben aparecer.",
    de: "Geben Sie dem Konto das Recht, das Feld zu lesen, oder führen Sie unter `http.requires` nur die Spalten auf, die vorkommen müssen.",
    fr: "Donnez au compte le droit de lire le champ, ou n’indiquez dans `http.requires` que les colonnes qui doivent apparaître.",
  },
  "Start the job again; check `http.pages`.": {
    es: "Inicie la tarea de nuevo; compruebe `http.pages`.",
    de: "Starten Sie den Auftrag erneut; prüfen Sie `http.pages`.",
    fr: "Relancez la tâche ; vérifiez `http.pages`.",
  },
  "Name the columns that you need under `http.columns`.": {
    es: "Indique en `http.columns` las columnas que necesita.",
    de: "Nennen Sie unter `http.columns` die Spalten, die Sie brauchen.",
    fr: "Indiquez dans `http.columns` les colonnes dont vous avez besoin.",
  },
  "Run `rollcall plan JOB` first, or pass a file with --file.": {
    es: "Ejecute antes `rollcall plan JOB`, o indique un fichero con --file.",
    de: "Führen Sie zuerst `rollcall plan JOB` aus, oder geben Sie mit --file eine Datei an.",
    fr: "Lancez d’abord `rollcall plan JOB`, ou indiquez un fichier avec --file.",
  },
  "Raise `http.timeout.total`, or ask for fewer columns.": {
    es: "Aumente `http.timeout.total`, o pida menos columnas.",
    de: "Erhöhen Sie `http.timeout.total`, oder fordern Sie weniger Spalten an.",
    fr: "Augmentez `http.timeout.total`, ou demandez moins de colonnes.",
  },
  "Raise `http.limits.max_bytes` if HR really is that large.": {
    es: "Aumente `http.limits.max_bytes` si los datos de RR. HH. son realmente tan grandes.",
    de: "Erhöhen Sie `http.limits.max_bytes`, wenn die Personaldaten wirklich so umfangreich sind.",
    fr: "Augmentez `http.limits.max_bytes` si les données RH sont vraiment aussi volumineuses.",
  },
  "Check `http.auth` and `http.headers` of the job, and the rights of the account in the HR system.": {
    es: "Compruebe `http.auth` y `http.headers` de la tarea, y los permisos de la cuenta en el sistema de RR. HH.",
    de: "Prüfen Sie `http.auth` und `http.headers` des Auftrags und die Rechte des Kontos im HR-System.",
    fr: "Vérifiez `http.auth` et `http.headers` de la tâche, et les droits du compte dans le système RH.",
  },
  "Check `http.url`, `query` and `body` of the job against the system's documentation.": {
    es: "Compruebe `http.url`, `query` y `body` de la tarea con la documentación del sistema.",
    de: "Vergleichen Sie `http.url`, `query` und `body` des Auftrags mit der Dokumentation des Systems.",
    fr: "Comparez `http.url`, `query` et `body` de la tâche à la documentation du système.",
  },
  "Put the final address into `http.url`, or allow the host under `http.redirects.to`; credentials are not sent to it.": {
    es: "Ponga la dirección final en `http.url`, o permita el servidor en `http.redirects.to`; no se le envían credenciales.",
    de: "Tragen Sie die endgültige Adresse in `http.url` ein, oder erlauben Sie den Host unter `http.redirects.to`; Zugangsdaten werden ihm nicht gesendet.",
    fr: "Mettez l’adresse finale dans `http.url`, ou autorisez l’hôte dans `http.redirects.to` ; aucun identifiant ne lui est envoyé.",
  },
  "Try again later. If it persists, ask the administrator of the HR system.": {
    es: "Inténtelo más tarde. Si se repite, pregunte al administrador del sistema de RR. HH.",
    de: "Versuchen Sie es später erneut. Bleibt es dabei, fragen Sie den Administrator des HR-Systems.",
    fr: "Réessayez plus tard. Si cela persiste, demandez à l’administrateur du système RH.",
  },
  "Check the host name and the certificates under `tls`. If your own authority issued the server's certificate, set `tls.ca`.": {
    es: "Compruebe el nombre del servidor y los certificados de `tls`. Si su propia autoridad emitió el certificado del servidor, ponga `tls.ca`.",
    de: "Prüfen Sie den Hostnamen und die Zertifikate unter `tls`. Hat Ihre eigene Zertifizierungsstelle das Zertifikat des Servers ausgestellt, setzen Sie `tls.ca`.",
    fr: "Vérifiez le nom d’hôte et les certificats de `tls`. Si votre propre autorité a émis le certificat du serveur, définissez `tls.ca`.",
  },
  "Use an address that starts with https://.": {
    es: "Use una dirección que empiece por https://.",
    de: "Verwenden Sie eine Adresse, die mit https:// beginnt.",
    fr: "Utilisez une adresse qui commence par https://.",
  },
  "Check `http.url` of the job. If the HR system really is in your own network, set `private_network: true`.": {
    es: "Compruebe `http.url` de la tarea. Si el sistema de RR. HH. está realmente en su red, ponga `private_network: true`.",
    de: "Prüfen Sie `http.url` des Auftrags. Steht das HR-System wirklich in Ihrem eigenen Netz, setzen Sie `private_network: true`.",
    fr: "Vérifiez `http.url` de la tâche. Si le système RH est vraiment dans votre réseau, définissez `private_network: true`.",
  },
  "Check `http.tls` of the job.": {
    es: "Compruebe `http.tls` de la tarea.",
    de: "Prüfen Sie `http.tls` des Auftrags.",
    fr: "Vérifiez `http.tls` de la tâche.",
  },
  "Start the job again when the HR system is not being changed.": {
    es: "Inicie la tarea de nuevo cuando nadie modifique el sistema de RR. HH.",
    de: "Starten Sie den Auftrag erneut, wenn das HR-System gerade nicht geändert wird.",
    fr: "Relancez la tâche quand le système RH n’est pas en cours de modification.",
  },
  "Check `http.url`: it must have the host that the system names in its links.": {
    es: "Compruebe `http.url`: debe tener el servidor que el sistema nombra en sus enlaces.",
    de: "Prüfen Sie `http.url`: Darin muss der Host stehen, den das System in seinen Links nennt.",
    fr: "Vérifiez `http.url` : il doit contenir l’hôte que le système nomme dans ses liens.",
  },
  "Add `http.pages` to the job, as docs/reference/sources.md describes it.": {
    es: "Añada `http.pages` a la tarea, como describe docs/reference/sources.md.",
    de: "Ergänzen Sie den Auftrag um `http.pages`, wie in docs/reference/sources.md beschrieben.",
    fr: "Ajoutez `http.pages` à la tâche, comme le décrit docs/reference/sources.md.",
  },
  "Check {setting} of `http` in the job.": {
    es: "Compruebe {setting} de `http` en la tarea.",
    de: "Prüfen Sie {setting} von `http` im Auftrag.",
    fr: "Vérifiez {setting} de `http` dans la tâche.",
  },
  "Check `auth.login.token` of the job against the system's documentation.": {
    es: "Compruebe `auth.login.token` de la tarea con la documentación del sistema.",
    de: "Vergleichen Sie `auth.login.token` des Auftrags mit der Dokumentation des Systems.",
    fr: "Comparez `auth.login.token` de la tâche à la documentation du système.",
  },
  "Check `auth.saml.private_key` of the job.": {
    es: "Compruebe `auth.saml.private_key` de la tarea.",
    de: "Prüfen Sie `auth.saml.private_key` des Auftrags.",
    fr: "Vérifiez `auth.saml.private_key` de la tâche.",
  },
  "Check `auth.oauth.token_url`. For a system with a call of its own that returns a token, use `auth.login`.": {
    es: "Compruebe `auth.oauth.token_url`. Para un sistema con una llamada propia que devuelve un token, use `auth.login`.",
    de: "Prüfen Sie `auth.oauth.token_url`. Für ein System mit einem eigenen Aufruf, der ein Token liefert, verwenden Sie `auth.login`.",
    fr: "Vérifiez `auth.oauth.token_url`. Si le système a son propre appel pour obtenir un jeton, utilisez `auth.login`.",
  },
  "Check {setting} of the job, and whether the credentials have expired or lost their rights.": {
    es: "Compruebe {setting} de la tarea, y si las credenciales han caducado o perdido sus permisos.",
    de: "Prüfen Sie {setting} des Auftrags, und ob die Zugangsdaten abgelaufen sind oder ihre Rechte verloren haben.",
    fr: "Vérifiez {setting} de la tâche, et vérifiez que les identifiants n’ont ni expiré ni perdu leurs droits.",
  },
  "Try again later.": { es: "Inténtelo más tarde.", de: "Versuchen Sie es später erneut.", fr: "Réessayez plus tard." },
  "Pipe the file in, as in `rollcall sync JOB --file - < FILE`.": {
    es: "Redirija el fichero a la entrada estándar, como en `rollcall sync JOB --file - < FILE`.",
    de: "Leiten Sie die Datei an die Standardeingabe weiter, wie in `rollcall sync JOB --file - < FILE`.",
    fr: "Redirigez le fichier vers l’entrée standard, comme dans `rollcall sync JOB --file - < FILE`.",
  },
  "Check the command that is piped in: it may have failed.": {
    es: "Compruebe el comando que alimenta la entrada estándar: puede haber fallado.",
    de: "Prüfen Sie den Befehl, der die Standardeingabe füllt: Er kann fehlgeschlagen sein.",
    fr: "Vérifiez la commande qui alimente l’entrée standard : elle a peut-être échoué.",
  },
} as const satisfies Catalogue;
