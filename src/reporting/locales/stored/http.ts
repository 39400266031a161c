import type { Catalogue } from "../catalogue.ts";

/** Why a read of an HR system over HTTP cannot be used. */
export const storedHttp = {
  "the answer is an HTML page, probably a page to sign in or an error page": {
    es: "la respuesta es una página HTML, seguramente una página de inicio de sesión o de error",
    de: "die Antwort ist eine HTML-Seite, vermutlich eine Anmelde- oder Fehlerseite",
    fr: "la réponse est une page HTML, sans doute une page de connexion ou d’erreur",
  },
  "the answer is not valid JSON, or one of its rows is too large": {
    es: "la respuesta no es JSON válido, o una de sus filas es demasiado grande",
    de: "die Antwort ist kein gültiges JSON, oder eine ihrer Zeilen ist zu groß",
    fr: "la réponse n’est pas du JSON valide, ou l’une de ses lignes est trop grande",
  },
  "the list at {place} has an item that is not an object": {
    es: "la lista en {place} tiene un elemento que no es un objeto",
    de: "die Liste unter {place} hat ein Element, das kein Objekt ist",
    fr: "la liste à {place} contient un élément qui n’est pas un objet",
  },
  "the list at {place} is missing": {
    es: "falta la lista en {place}",
    de: "die Liste unter {place} fehlt",
    fr: "la liste à {place} manque",
  },
  "the list at {place} is missing; the answer has {names}": {
    es: "falta la lista en {place}; la respuesta tiene {names}",
    de: "die Liste unter {place} fehlt; die Antwort hat {names}",
    fr: "la liste à {place} manque ; la réponse contient {names}",
  },
  "the top of the answer": { es: "el primer nivel de la respuesta", de: "der Wurzel der Antwort", fr: "la racine de la réponse" },
  "the system answered twice with the same page, so the end would never be reached": {
    es: "el sistema respondió dos veces con la misma página, así que nunca se llegaría al final",
    de: "das System hat zweimal mit derselben Seite geantwortet, sodass das Ende nie erreicht würde",
    fr: "le système a répondu deux fois par la même page, si bien que la fin ne serait jamais atteinte",
  },
  "the read has more than {n} pages": {
    es: "la lectura tiene más de {n} páginas",
    de: "der Abruf hat mehr als {n} Seiten",
    fr: "la lecture compte plus de {n} pages",
  },
  "the same “{column}” is on two pages with different values, so the pages are not of the same moment": {
    es: "el mismo «{column}» está en dos páginas con valores distintos, así que las páginas no son del mismo momento",
    de: "dasselbe „{column}“ steht auf zwei Seiten mit verschiedenen Werten, die Seiten stammen also nicht vom selben Zeitpunkt",
    fr: "le même « {column} » figure sur deux pages avec des valeurs différentes : les pages ne datent pas du même moment",
  },
  "the system stated {stated} rows, but its pages have {n}": {
    es: "el sistema indicó {stated} filas, pero sus páginas tienen {n}",
    de: "das System hat {stated} Zeilen angegeben, aber seine Seiten haben {n}",
    fr: "le système a annoncé {stated} lignes, mais ses pages en ont {n}",
  },
  "the answer is complete, but has no rows": {
    es: "la respuesta está completa, pero no tiene filas",
    de: "die Antwort ist vollständig, hat aber keine Zeilen",
    fr: "la réponse est complète, mais n’a aucune ligne",
  },
  "no row has {columns}: systems leave out fields that the account may not read": {
    es: "ninguna fila tiene {columns}: los sistemas omiten los campos que la cuenta no puede leer",
    de: "keine Zeile hat {columns}: Systeme lassen Felder weg, die das Konto nicht lesen darf",
    fr: "aucune ligne n’a {columns} : les systèmes omettent les champs que le compte ne peut pas lire",
  },
  "a later page has other columns than the first": {
    es: "una página posterior tiene otras columnas que la primera",
    de: "eine spätere Seite hat andere Spalten als die erste",
    fr: "une page suivante a d’autres colonnes que la première",
  },
  "the rows have {n} columns": {
    es: "las filas tienen {n} columnas",
    de: "die Zeilen haben {n} Spalten",
    fr: "les lignes ont {n} colonnes",
  },
  "this command sends no requests, and no run has kept a read with these settings": {
    es: "este comando no envía solicitudes, y ninguna ejecución ha guardado una lectura con esta configuración",
    de: "dieser Befehl sendet keine Anfragen, und kein Abgleich hat einen Abruf mit diesen Einstellungen aufbewahrt",
    fr: "cette commande n’envoie aucune requête, et aucune synchronisation n’a conservé de lecture avec ces réglages",
  },
  "the read was not complete within {n} minutes (`timeout.total`)": {
    es: "la lectura no terminó en {n} minutos (`timeout.total`)",
    de: "der Abruf war nach {n} Minuten nicht vollständig (`timeout.total`)",
    fr: "la lecture n’était pas complète après {n} minutes (`timeout.total`)",
  },
  "the answers are larger than {n} bytes, unpacked": {
    es: "las respuestas superan {n} bytes, descomprimidas",
    de: "die Antworten sind entpackt größer als {n} Bytes",
    fr: "les réponses dépassent {n} octets, une fois décompressées",
  },
  "the system rejected the credentials (status {status})": {
    es: "el sistema rechazó las credenciales (estado {status})",
    de: "das System hat die Zugangsdaten abgelehnt (Status {status})",
    fr: "le système a refusé les identifiants (statut {status})",
  },
  "the system rejected the credentials (status {status} and {code})": {
    es: "el sistema rechazó las credenciales (estado {status} y {code})",
    de: "das System hat die Zugangsdaten abgelehnt (Status {status} und {code})",
    fr: "le système a refusé les identifiants (statut {status} et {code})",
  },
  "no token was given (status {status})": {
    es: "no se obtuvo ningún token (estado {status})",
    de: "es wurde kein Token ausgestellt (Status {status})",
    fr: "aucun jeton n’a été délivré (statut {status})",
  },
  "no token was given (status {status} and {code})": {
    es: "no se obtuvo ningún token (estado {status} y {code})",
    de: "es wurde kein Token ausgestellt (Status {status} und {code})",
    fr: "aucun jeton n’a été délivré (statut {status} et {code})",
  },
  "the answer has no token at {pointer}": {
    es: "la respuesta no tiene ningún token en {pointer}",
    de: "die Antwort hat kein Token unter {pointer}",
    fr: "la réponse n’a pas de jeton à {pointer}",
  },
  "the answer is not that of an OAuth token endpoint (RFC 6749): it must be JSON with access_token and token_type": {
    es: "la respuesta no es la de un servicio de tokens OAuth (RFC 6749): debe ser JSON con access_token y token_type",
    de: "die Antwort ist nicht die eines OAuth-Token-Endpunkts (RFC 6749): Sie muss JSON mit access_token und token_type sein",
    fr: "la réponse n’est pas celle d’un service de jetons OAuth (RFC 6749) : elle doit être du JSON avec access_token et token_type",
  },
  "the private key cannot be read ({code})": {
    es: "no se puede leer la clave privada ({code})",
    de: "der private Schlüssel kann nicht gelesen werden ({code})",
    fr: "la clé privée ne peut pas être lue ({code})",
  },
  "this is not a private key in PEM form": {
    es: "esto no es una clave privada en formato PEM",
    de: "das ist kein privater Schlüssel im PEM-Format",
    fr: "ce n’est pas une clé privée au format PEM",
  },
  "the system answered {status}": {
    es: "el sistema respondió {status}",
    de: "das System hat mit {status} geantwortet",
    fr: "le système a répondu {status}",
  },
  "the answer says that its rate limit is reached": {
    es: "la respuesta dice que se alcanzó el límite de solicitudes",
    de: "die Antwort sagt, dass die Höchstzahl der Anfragen erreicht ist",
    fr: "la réponse indique que la limite de requêtes est atteinte",
  },
  "{why}, also at attempt {n}": {
    es: "{why}, también en el intento {n}",
    de: "{why}, auch beim {n}. Versuch",
    fr: "{why}, y compris à la tentative {n}",
  },
  "{why}, and the next attempt in {n} s would be after `timeout.total`": {
    es: "{why}, y el siguiente intento, dentro de {n} s, sería después de `timeout.total`",
    de: "{why}, und der nächste Versuch in {n} s läge nach `timeout.total`",
    fr: "{why}, et la prochaine tentative, dans {n} s, serait après `timeout.total`",
  },
  "it was not complete within {n} s": {
    es: "no terminó en {n} s",
    de: "die Antwort war nach {n} s nicht vollständig",
    fr: "elle n’était pas complète après {n} s",
  },
  "the system sent nothing for too long ({code})": {
    es: "el sistema no envió nada durante demasiado tiempo ({code})",
    de: "das System hat zu lange nichts gesendet ({code})",
    fr: "le système n’a rien envoyé pendant trop longtemps ({code})",
  },
  "no secure connection could be made ({code})": {
    es: "no se pudo establecer una conexión segura ({code})",
    de: "es kam keine sichere Verbindung zustande ({code})",
    fr: "aucune connexion sécurisée n’a pu être établie ({code})",
  },
  "the answer was cut off": { es: "la respuesta quedó cortada", de: "die Antwort wurde abgeschnitten", fr: "la réponse a été tronquée" },
  "the answer is compressed in an unknown way": {
    es: "la respuesta está comprimida de una forma desconocida",
    de: "die Antwort ist auf unbekannte Weise komprimiert",
    fr: "la réponse est compressée d’une manière inconnue",
  },
  "the system cannot be reached ({code})": {
    es: "no se puede acceder al sistema ({code})",
    de: "das System ist nicht erreichbar ({code})",
    fr: "le système est injoignable ({code})",
  },
  "the address starts with http://, which sends personal data unencrypted; no request was sent": {
    es: "la dirección empieza por http://, que envía datos personales sin cifrar; no se envió ninguna solicitud",
    de: "die Adresse beginnt mit http://, womit personenbezogene Daten unverschlüsselt gesendet würden; es wurde keine Anfrage gesendet",
    fr: "l’adresse commence par http://, qui transmet des données personnelles sans chiffrement ; aucune requête n’a été envoyée",
  },
  "the host is in a private network, or is this machine; no request was sent": {
    es: "el servidor está en una red privada, o es este equipo; no se envió ninguna solicitud",
    de: "der Host liegt in einem privaten Netz oder ist dieser Rechner; es wurde keine Anfrage gesendet",
    fr: "l’hôte est dans un réseau privé, ou est cette machine ; aucune requête n’a été envoyée",
  },
  "the system answered with a redirect that is not followed: {why}": {
    es: "el sistema respondió con una redirección que no se sigue: {why}",
    de: "das System hat mit einer Weiterleitung geantwortet, der nicht gefolgt wird: {why}",
    fr: "le système a répondu par une redirection qui n’est pas suivie : {why}",
  },
  "it leads nowhere, or in a circle": {
    es: "no lleva a ninguna parte o forma un bucle",
    de: "sie führt nirgendwohin oder im Kreis",
    fr: "elle ne mène nulle part, ou tourne en rond",
  },
  "a POST would become a GET": {
    es: "un POST se convertiría en un GET",
    de: "aus einem POST würde ein GET",
    fr: "un POST deviendrait un GET",
  },
  "it leads to another host, {host}": {
    es: "lleva a otro servidor, {host}",
    de: "sie führt zu einem anderen Host, {host}",
    fr: "elle mène à un autre hôte, {host}",
  },
  "the system stated {n} rows on the first page and {later} on a later one, so the pages don't fit together": {
    es: "el sistema indicó {n} filas en la primera página y {later} en una posterior, así que las páginas no encajan",
    de: "das System hat auf der ersten Seite {n} Zeilen angegeben und auf einer späteren {later}, die Seiten passen also nicht zusammen",
    fr: "le système a annoncé {n} lignes sur la première page et {later} sur une autre : les pages ne vont pas ensemble",
  },
  "the answer doesn't say whether it is the last: {why}": {
    es: "la respuesta no dice si es la última: {why}",
    de: "die Antwort sagt nicht, ob sie die letzte ist: {why}",
    fr: "la réponse ne dit pas si elle est la dernière : {why}",
  },
  "it has no number at {pointer}": {
    es: "no tiene ningún número en {pointer}",
    de: "sie hat keine Zahl unter {pointer}",
    fr: "elle n’a pas de nombre à {pointer}",
  },
  "it has neither true nor false at {pointer}": {
    es: "no tiene ni true ni false en {pointer}",
    de: "sie hat weder true noch false unter {pointer}",
    fr: "elle n’a ni true ni false à {pointer}",
  },
  "it says that there are more pages, but has nothing at {place}": {
    es: "dice que hay más páginas, pero no tiene nada en {place}",
    de: "sie sagt, dass es weitere Seiten gibt, hat aber nichts unter {place}",
    fr: "elle annonce d’autres pages, mais n’a rien à {place}",
  },
  "the link to the next page leads to another host; no credential was sent there": {
    es: "el enlace a la página siguiente lleva a otro servidor; no se envió allí ninguna credencial",
    de: "der Link zur nächsten Seite führt zu einem anderen Host; dorthin wurden keine Zugangsdaten gesendet",
    fr: "le lien vers la page suivante mène à un autre hôte ; aucun identifiant n’y a été envoyé",
  },
  "the link to the next page leads to another host, {host}; no credential was sent there": {
    es: "el enlace a la página siguiente lleva a otro servidor, {host}; no se envió allí ninguna credencial",
    de: "der Link zur nächsten Seite führt zu einem anderen Host, {host}; dorthin wurden keine Zugangsdaten gesendet",
    fr: "le lien vers la page suivante mène à un autre hôte, {host} ; aucun identifiant n’y a été envoyé",
  },
  "the answer names a next page, but the job has no `pages`": {
    es: "la respuesta nombra una página siguiente, pero la tarea no tiene `pages`",
    de: "die Antwort nennt eine nächste Seite, aber der Auftrag hat kein `pages`",
    fr: "la réponse nomme une page suivante, mais la tâche n’a pas de `pages`",
  },
  "the answer has {n} of {total} rows, but the job has no `pages`": {
    es: "la respuesta tiene {n} de {total} filas, pero la tarea no tiene `pages`",
    de: "die Antwort hat {n} von {total} Zeilen, aber der Auftrag hat kein `pages`",
    fr: "la réponse a {n} lignes sur {total}, mais la tâche n’a pas de `pages`",
  },
  "the file cannot be read ({code})": {
    es: "no se puede leer el fichero ({code})",
    de: "die Datei kann nicht gelesen werden ({code})",
    fr: "le fichier ne peut pas être lu ({code})",
  },
  "nothing is piped in": {
    es: "no llega nada por la entrada estándar",
    de: "über die Standardeingabe kommt nichts an",
    fr: "rien n’arrive sur l’entrée standard",
  },
  "it is empty": { es: "está vacía", de: "sie ist leer", fr: "elle est vide" },
} as const satisfies Catalogue;
