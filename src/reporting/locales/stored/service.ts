import type { Catalogue } from "../catalogue.ts";

/** Problems of the learning service and of the connection to it. */
export const storedService = {
  "{endpoint}: the service rejected the request (status {status}).": {
    es: "{endpoint}: el servicio rechazó la solicitud (estado {status}).",
    de: "{endpoint}: Der Dienst hat die Anfrage abgelehnt (Status {status}).",
    fr: "{endpoint} : le service a rejeté la requête (statut {status}).",
  },
  "{endpoint}: the service rejected the access token (status {status}).": {
    es: "{endpoint}: el servicio rechazó el token de acceso (estado {status}).",
    de: "{endpoint}: Der Dienst hat das Zugriffstoken abgelehnt (Status {status}).",
    fr: "{endpoint} : le service a rejeté le jeton d’accès (statut {status}).",
  },
  "{endpoint}: the service denied the request (status {status}).": {
    es: "{endpoint}: el servicio denegó la solicitud (estado {status}).",
    de: "{endpoint}: Der Dienst hat die Anfrage verweigert (Status {status}).",
    fr: "{endpoint} : le service a refusé la requête (statut {status}).",
  },
  "{endpoint}: the service does not know this address or this object (status {status}).": {
    es: "{endpoint}: el servicio no conoce esta dirección o este objeto (estado {status}).",
    de: "{endpoint}: Der Dienst kennt diese Adresse oder dieses Objekt nicht (Status {status}).",
    fr: "{endpoint} : le service ne connaît pas cette adresse ou cet objet (statut {status}).",
  },
  "{endpoint}: the service timed out waiting for the request (status {status}).": {
    es: "{endpoint}: al servicio se le agotó el tiempo de espera de la solicitud (estado {status}).",
    de: "{endpoint}: Der Dienst hat zu lange auf die Anfrage gewartet (Status {status}).",
    fr: "{endpoint} : le délai d’attente de la requête a expiré côté service (statut {status}).",
  },
  "{endpoint}: the service reported a conflict with its existing data (status {status}).": {
    es: "{endpoint}: el servicio informó de un conflicto con sus datos (estado {status}).",
    de: "{endpoint}: Der Dienst meldet einen Konflikt mit vorhandenen Daten (Status {status}).",
    fr: "{endpoint} : le service signale un conflit avec ses données (statut {status}).",
  },
  "{endpoint}: the service rejected the values of the request (status {status}).": {
    es: "{endpoint}: el servicio rechazó los valores de la solicitud (estado {status}).",
    de: "{endpoint}: Der Dienst hat die Werte der Anfrage abgelehnt (Status {status}).",
    fr: "{endpoint} : le service a rejeté les valeurs de la requête (statut {status}).",
  },
  "{endpoint}: the service limited the request rate (status {status}).": {
    es: "{endpoint}: el servicio limitó la frecuencia de las solicitudes (estado {status}).",
    de: "{endpoint}: Der Dienst hat die Zahl der Anfragen begrenzt (Status {status}).",
    fr: "{endpoint} : le service a limité le débit des requêtes (statut {status}).",
  },
  "{endpoint}: the service failed unexpectedly (status {status}).": {
    es: "{endpoint}: el servicio falló de forma inesperada (estado {status}).",
    de: "{endpoint}: Im Dienst ist ein unerwarteter Fehler aufgetreten (Status {status}).",
    fr: "{endpoint} : le service a rencontré une erreur inattendue (statut {status}).",
  },
  "{endpoint}: the service is unreachable behind its gateway (status {status}).": {
    es: "{endpoint}: no se puede acceder al servicio detrás de su pasarela (estado {status}).",
    de: "{endpoint}: Der Dienst ist hinter seinem Gateway nicht erreichbar (Status {status}).",
    fr: "{endpoint} : le service est injoignable derrière sa passerelle (statut {status}).",
  },
  "{endpoint}: the service is temporarily unavailable (status {status}).": {
    es: "{endpoint}: el servicio no está disponible temporalmente (estado {status}).",
    de: "{endpoint}: Der Dienst ist vorübergehend nicht verfügbar (Status {status}).",
    fr: "{endpoint} : le service est temporairement indisponible (statut {status}).",
  },
  "{endpoint}: the service did not answer its gateway in time (status {status}).": {
    es: "{endpoint}: el servicio no respondió a tiempo a su pasarela (estado {status}).",
    de: "{endpoint}: Der Dienst hat seinem Gateway nicht rechtzeitig geantwortet (Status {status}).",
    fr: "{endpoint} : le service n’a pas répondu à temps à sa passerelle (statut {status}).",
  },
  "{endpoint}: the service reported that the request violates its interface (status {status}).": {
    es: "{endpoint}: el servicio indicó que la solicitud incumple su interfaz (estado {status}).",
    de: "{endpoint}: Der Dienst meldet, dass die Anfrage nicht seiner Schnittstelle entspricht (Status {status}).",
    fr: "{endpoint} : le service indique que la requête ne respecte pas son interface (statut {status}).",
  },
  "{endpoint}: the service returned a status that its interface does not document (status {status}).": {
    es: "{endpoint}: el servicio devolvió un estado que su interfaz no documenta (estado {status}).",
    de: "{endpoint}: Der Dienst hat einen Status gesendet, den seine Schnittstelle nicht beschreibt (Status {status}).",
    fr: "{endpoint} : le service a renvoyé un statut que son interface ne documente pas (statut {status}).",
  },
  "{endpoint}: the service answered status {status} with a body that is not JSON.": {
    es: "{endpoint}: el servicio respondió con el estado {status} y un contenido que no es JSON.",
    de: "{endpoint}: Der Dienst hat mit Status {status} und einem Inhalt geantwortet, der kein JSON ist.",
    fr: "{endpoint} : le service a répondu avec le statut {status} et un contenu qui n’est pas du JSON.",
  },
  "{endpoint}: the answer does not match the interface:": {
    es: "{endpoint}: la respuesta no se ajusta a la interfaz:",
    de: "{endpoint}: Die Antwort entspricht nicht der Schnittstelle:",
    fr: "{endpoint} : la réponse ne correspond pas à l’interface :",
  },
  "{endpoint}: the update would remove group memberships without a confirmation; the service changed nothing.": {
    es: "{endpoint}: la actualización retiraría pertenencias sin confirmación; el servicio no cambió nada.",
    de: "{endpoint}: Die Änderung würde Mitgliedschaften ohne Bestätigung entfernen; der Dienst hat nichts geändert.",
    fr: "{endpoint} : la mise à jour retirerait des appartenances sans confirmation ; le service n’a rien modifié.",
  },
  "{endpoint}: the request was sent, but the answer was lost ({code}).": {
    es: "{endpoint}: la solicitud se envió, pero se perdió la respuesta ({code}).",
    de: "{endpoint}: Die Anfrage wurde gesendet, aber die Antwort ging verloren ({code}).",
    fr: "{endpoint} : la requête a été envoyée, mais la réponse s’est perdue ({code}).",
  },
  "{endpoint}: stopped.": { es: "{endpoint}: detenido.", de: "{endpoint}: gestoppt.", fr: "{endpoint} : arrêté." },
  "{endpoint}: no connection to the service ({code}). Nothing was sent.": {
    es: "{endpoint}: no hay conexión con el servicio ({code}). No se ha enviado nada.",
    de: "{endpoint}: keine Verbindung zum Dienst ({code}). Es wurde nichts gesendet.",
    fr: "{endpoint} : aucune connexion au service ({code}). Rien n’a été envoyé.",
  },
  "{endpoint}: no connection to the service: this machine does not trust the issuer of its certificate ({code}). Nothing was sent.": {
    es: "{endpoint}: no hay conexión con el servicio: este equipo no confía en el emisor de su certificado ({code}). No se ha enviado nada.",
    de: "{endpoint}: keine Verbindung zum Dienst: Dieser Computer vertraut dem Aussteller des Zertifikats nicht ({code}). Es wurde nichts gesendet.",
    fr: "{endpoint} : aucune connexion au service : cet ordinateur ne fait pas confiance à l’émetteur de son certificat ({code}). Rien n’a été envoyé.",
  },
  "{endpoint}: no connection to the service: its certificate has expired ({code}). Nothing was sent.": {
    es: "{endpoint}: no hay conexión con el servicio: su certificado ha caducado ({code}). No se ha enviado nada.",
    de: "{endpoint}: keine Verbindung zum Dienst: Sein Zertifikat ist abgelaufen ({code}). Es wurde nichts gesendet.",
    fr: "{endpoint} : aucune connexion au service : son certificat a expiré ({code}). Rien n’a été envoyé.",
  },
  "{endpoint}: no connection to the service: its certificate is not valid yet ({code}). Nothing was sent.": {
    es: "{endpoint}: no hay conexión con el servicio: su certificado todavía no es válido ({code}). No se ha enviado nada.",
    de: "{endpoint}: keine Verbindung zum Dienst: Sein Zertifikat ist noch nicht gültig ({code}). Es wurde nichts gesendet.",
    fr: "{endpoint} : aucune connexion au service : son certificat n’est pas encore valide ({code}). Rien n’a été envoyé.",
  },
  "{endpoint}: no connection to the service: its certificate is revoked ({code}). Nothing was sent.": {
    es: "{endpoint}: no hay conexión con el servicio: su certificado está revocado ({code}). No se ha enviado nada.",
    de: "{endpoint}: keine Verbindung zum Dienst: Sein Zertifikat wurde widerrufen ({code}). Es wurde nichts gesendet.",
    fr: "{endpoint} : aucune connexion au service : son certificat est révoqué ({code}). Rien n’a été envoyé.",
  },
  "{endpoint}: no connection to the service: its certificate is for another host name ({code}). Nothing was sent.": {
    es: "{endpoint}: no hay conexión con el servicio: su certificado es para otro nombre de host ({code}). No se ha enviado nada.",
    de: "{endpoint}: keine Verbindung zum Dienst: Sein Zertifikat gilt für einen anderen Hostnamen ({code}). Es wurde nichts gesendet.",
    fr: "{endpoint} : aucune connexion au service : son certificat est établi pour un autre nom d’hôte ({code}). Rien n’a été envoyé.",
  },
  "{endpoint}: no connection to the service: this address does not use TLS ({code}). Nothing was sent.": {
    es: "{endpoint}: no hay conexión con el servicio: esta dirección no usa TLS ({code}). No se ha enviado nada.",
    de: "{endpoint}: keine Verbindung zum Dienst: Diese Adresse verwendet kein TLS ({code}). Es wurde nichts gesendet.",
    fr: "{endpoint} : aucune connexion au service : cette adresse n’utilise pas TLS ({code}). Rien n’a été envoyé.",
  },
  "{endpoint}: no connection to the service: its host name cannot be resolved ({code}). Nothing was sent.": {
    es: "{endpoint}: no hay conexión con el servicio: su nombre de host no se puede resolver ({code}). No se ha enviado nada.",
    de: "{endpoint}: keine Verbindung zum Dienst: Sein Hostname lässt sich nicht auflösen ({code}). Es wurde nichts gesendet.",
    fr: "{endpoint} : aucune connexion au service : son nom d’hôte ne peut pas être résolu ({code}). Rien n’a été envoyé.",
  },
  "It redirects to {address}.": {
    es: "Redirige a {address}.",
    de: "Er leitet weiter zu {address}.",
    fr: "Il redirige vers {address}.",
  },
  "Service message:": { es: "Mensaje del servicio:", de: "Meldung des Dienstes:", fr: "Message du service :" },
  "POST /oauth2/token/refresh: the answer contains no readable access token. Its refresh token was stored; nothing else changed.": {
    es: "POST /oauth2/token/refresh: la respuesta no contiene ningún token de acceso legible. Se guardó su token de actualización; no ha cambiado nada más.",
    de: "POST /oauth2/token/refresh: Die Antwort enthält kein lesbares Zugriffstoken. Das Refresh-Token daraus wurde gespeichert; sonst wurde nichts geändert.",
    fr: "POST /oauth2/token/refresh : la réponse ne contient pas de jeton d’accès lisible. Son jeton d’actualisation a été enregistré ; rien d’autre n’a changé.",
  },
  "POST /oauth2/token/refresh: the answer contains no readable token.": {
    es: "POST /oauth2/token/refresh: la respuesta no contiene ningún token legible.",
    de: "POST /oauth2/token/refresh: Die Antwort enthält kein lesbares Token.",
    fr: "POST /oauth2/token/refresh : la réponse ne contient pas de jeton lisible.",
  },
  "POST /oauth2/token: the answer contains no readable access token.": {
    es: "POST /oauth2/token: la respuesta no contiene ningún token de acceso legible.",
    de: "POST /oauth2/token: Die Antwort enthält kein lesbares Zugriffstoken.",
    fr: "POST /oauth2/token : la réponse ne contient pas de jeton d’accès lisible.",
  },
  "The answer to a token refresh was lost. If the service has replaced the refresh token, the stored one is no longer valid. Nothing else changed.":
    {
      es: "Se perdió la respuesta a una actualización del token. Si el servicio ha sustituido el token de actualización, el guardado ya no es válido. No ha cambiado nada más.",
      de: "Die Antwort auf das Erneuern des Tokens ging verloren. Hat der Dienst das Refresh-Token ersetzt, ist das gespeicherte nicht mehr gültig. Sonst wurde nichts geändert.",
      fr: "La réponse à une actualisation du jeton s’est perdue. Si le service a remplacé le jeton d’actualisation, celui qui est enregistré n’est plus valide. Rien d’autre n’a changé.",
    },
  "The stored tokens of the learning service are encrypted, and {why}. Nothing was sent.": {
    es: "Los tokens guardados del servicio de formación están cifrados y {why}. No se ha enviado nada.",
    de: "Die gespeicherten Tokens des Lerndienstes sind verschlüsselt, und {why}. Es wurde nichts gesendet.",
    fr: "Les jetons enregistrés du service de formation sont chiffrés et {why}. Rien n’a été envoyé.",
  },
  "The stored tokens of the source (`source.http`) are encrypted, and {why}. Nothing was sent.": {
    es: "Los tokens guardados del origen (`source.http`) están cifrados y {why}. No se ha enviado nada.",
    de: "Die gespeicherten Tokens der Quelle (`source.http`) sind verschlüsselt, und {why}. Es wurde nichts gesendet.",
    fr: "Les jetons enregistrés de la source (`source.http`) sont chiffrés et {why}. Rien n’a été envoyé.",
  },
  "ROLLCALL_SECRET_KEY is not set": {
    es: "ROLLCALL_SECRET_KEY no está definida",
    de: "ROLLCALL_SECRET_KEY ist nicht gesetzt",
    fr: "ROLLCALL_SECRET_KEY n’est pas définie",
  },
  "ROLLCALL_SECRET_KEY is not the key that they were encrypted with": {
    es: "ROLLCALL_SECRET_KEY no es la clave con la que se cifraron",
    de: "ROLLCALL_SECRET_KEY ist nicht der Schlüssel, mit dem sie verschlüsselt wurden",
    fr: "ROLLCALL_SECRET_KEY n’est pas la clé avec laquelle ils ont été chiffrés",
  },
  "Set the original key, or put a new refresh token or client secret into the job file, which replaces the stored tokens.": {
    es: "Defina la clave original, o ponga en el fichero de la tarea un token de actualización o un secreto de cliente nuevos, que sustituyen a los tokens guardados.",
    de: "Setzen Sie den ursprünglichen Schlüssel, oder tragen Sie in der Auftragsdatei ein neues Refresh-Token oder Client-Secret ein, das die gespeicherten Tokens ersetzt.",
    fr: "Définissez la clé d’origine, ou mettez dans le fichier de la tâche un nouveau jeton d’actualisation ou secret client, qui remplace les jetons enregistrés.",
  },
  "Set the original key, or put new credentials into `source.http.auth` of the job, which replaces the stored tokens.": {
    es: "Defina la clave original, o ponga credenciales nuevas en `source.http.auth` de la tarea, que sustituyen a los tokens guardados.",
    de: "Setzen Sie den ursprünglichen Schlüssel, oder tragen Sie neue Zugangsdaten unter `source.http.auth` des Auftrags ein, die die gespeicherten Tokens ersetzen.",
    fr: "Définissez la clé d’origine, ou mettez de nouveaux identifiants dans `source.http.auth` de la tâche, qui remplacent les jetons enregistrés.",
  },
  "The learning service rejected the refresh token (status {status}).": {
    es: "El servicio de formación rechazó el token de actualización (estado {status}).",
    de: "Der Lerndienst hat das Refresh-Token abgelehnt (Status {status}).",
    fr: "Le service de formation a rejeté le jeton d’actualisation (statut {status}).",
  },
  "The learning service rejected the client's credentials (status {status}).": {
    es: "El servicio de formación rechazó las credenciales del cliente (estado {status}).",
    de: "Der Lerndienst hat die Zugangsdaten des Clients abgelehnt (Status {status}).",
    fr: "Le service de formation a rejeté les identifiants du client (statut {status}).",
  },
  "{endpoint}: the list cannot be read to its end:": {
    es: "{endpoint}: la lista no se puede leer hasta el final:",
    de: "{endpoint}: Die Liste lässt sich nicht vollständig lesen:",
    fr: "{endpoint} : la liste ne peut pas être lue jusqu’au bout :",
  },
} as const satisfies Catalogue;
