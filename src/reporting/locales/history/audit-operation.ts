import type { Catalogue } from "../catalogue.ts";

/** The sentences of the audit trail about access, data and operation. */
export const auditOperation = {
  "{actor} started to set up a job with the sample {file}.": {
    es: "{actor} empezó a configurar una tarea con la muestra {file}.",
    de: "{actor} hat begonnen, mit der Beispieldatei {file} einen Auftrag einzurichten.",
    fr: "{actor} a commencé à configurer une tâche avec l’échantillon {file}.",
  },
  "{actor} uploaded another sample for a setup: {file}.": {
    es: "{actor} subió otra muestra para una configuración: {file}.",
    de: "{actor} hat für eine Einrichtung eine andere Beispieldatei hochgeladen: {file}.",
    fr: "{actor} a importé un autre échantillon pour une configuration : {file}.",
  },
  "{actor} discarded a setup and its sample {file}.": {
    es: "{actor} descartó una configuración y su muestra {file}.",
    de: "{actor} hat eine Einrichtung mit ihrer Beispieldatei {file} verworfen.",
    fr: "{actor} a abandonné une configuration et son échantillon {file}.",
  },
  "{actor} tested the connection to {host} for a setup.": {
    es: "{actor} probó la conexión con {host} para una configuración.",
    de: "{actor} hat für eine Einrichtung die Verbindung zu {host} getestet.",
    fr: "{actor} a testé la connexion à {host} pour une configuration.",
  },
  "{actor} added a schedule to the job {job}.": {
    es: "{actor} añadió un horario a la tarea {job}.",
    de: "{actor} hat den Auftrag {job} um einen Zeitplan ergänzt.",
    fr: "{actor} a ajouté une planification à la tâche {job}.",
  },
  "{actor} wrote the files of the job {job}.": {
    es: "{actor} escribió los ficheros de la tarea {job}.",
    de: "{actor} hat die Dateien des Auftrags {job} geschrieben.",
    fr: "{actor} a écrit les fichiers de la tâche {job}.",
  },
  "{actor} stored the refresh token of the job {job}.": {
    es: "{actor} guardó el token de actualización de la tarea {job}.",
    de: "{actor} hat das Refresh-Token des Auftrags {job} gespeichert.",
    fr: "{actor} a enregistré le jeton d’actualisation de la tâche {job}.",
  },
  "{actor} signed in.": { es: "{actor} inició sesión.", de: "{actor} hat sich angemeldet.", fr: "{actor} s’est connecté." },
  "{actor} signed in with a password.": {
    es: "{actor} inició sesión con contraseña.",
    de: "{actor} hat sich mit Passwort angemeldet.",
    fr: "{actor} s’est connecté avec un mot de passe.",
  },
  "{actor} signed in with the company account.": {
    es: "{actor} inició sesión con la cuenta de empresa.",
    de: "{actor} hat sich mit dem Firmenkonto angemeldet.",
    fr: "{actor} s’est connecté avec le compte d’entreprise.",
  },
  "{actor} signed in with a one-time link.": {
    es: "{actor} inició sesión con un enlace de un solo uso.",
    de: "{actor} hat sich mit einem Einmal-Link angemeldet.",
    fr: "{actor} s’est connecté avec un lien à usage unique.",
  },
  "{actor} added the user {name} with the role {role}.": {
    es: "{actor} añadió el usuario {name} con el rol {role}.",
    de: "{actor} hat das Benutzerkonto {name} mit der Rolle {role} angelegt.",
    fr: "{actor} a ajouté l’utilisateur {name} avec le rôle {role}.",
  },
  "{actor} changed the role of {name} from {from} to {to}.": {
    es: "{actor} cambió el rol de {name} de {from} a {to}.",
    de: "{actor} hat die Rolle von {name} von {from} auf {to} geändert.",
    fr: "{actor} a changé le rôle de {name} de {from} à {to}.",
  },
  "{actor} disabled the user {name}.": {
    es: "{actor} desactivó el usuario {name}.",
    de: "{actor} hat das Benutzerkonto {name} deaktiviert.",
    fr: "{actor} a désactivé l’utilisateur {name}.",
  },
  "{actor} enabled the user {name}.": {
    es: "{actor} activó el usuario {name}.",
    de: "{actor} hat das Benutzerkonto {name} wieder aktiviert.",
    fr: "{actor} a activé l’utilisateur {name}.",
  },
  "{actor} set the password of {name}.": {
    es: "{actor} estableció la contraseña de {name}.",
    de: "{actor} hat das Passwort von {name} festgelegt.",
    fr: "{actor} a défini le mot de passe de {name}.",
  },
  "{actor} ended a session of {user}.": {
    es: "{actor} cerró una sesión de {user}.",
    de: "{actor} hat eine Sitzung von {user} beendet.",
    fr: "{actor} a mis fin à une session de {user}.",
  },
  "{actor} created the API token {name} with the role {role}.": {
    es: "{actor} creó el token de API {name} con el rol {role}.",
    de: "{actor} hat das API-Token {name} mit der Rolle {role} erstellt.",
    fr: "{actor} a créé le jeton d’API {name} avec le rôle {role}.",
  },
  "{actor} revoked the API token {name}.": {
    es: "{actor} revocó el token de API {name}.",
    de: "{actor} hat das API-Token {name} widerrufen.",
    fr: "{actor} a révoqué le jeton d’API {name}.",
  },
  "{actor} stopped every change of the account {account}.": {
    es: "{actor} detuvo todos los cambios de la cuenta {account}.",
    de: "{actor} hat alle Änderungen über das Dienstkonto {account} gestoppt.",
    fr: "{actor} a arrêté toutes les modifications du compte {account}.",
  },
  "{actor} lifted the emergency stop of the account {account}.": {
    es: "{actor} levantó la parada de emergencia de la cuenta {account}.",
    de: "{actor} hat den Notstopp des Dienstkontos {account} aufgehoben.",
    fr: "{actor} a levé l’arrêt d’urgence du compte {account}.",
  },
  "{actor} restored the state from a backup of {made}.": {
    es: "{actor} restauró el estado desde una copia de seguridad del {made}.",
    de: "{actor} hat die Daten aus einer Sicherung vom {made} wiederhergestellt.",
    fr: "{actor} a restauré l’état depuis une sauvegarde du {made}.",
  },
  "{actor} confirmed the accounts created since the backup, so new accounts are allowed.": {
    es: "{actor} confirmó las cuentas creadas desde la copia de seguridad, así que se permiten cuentas nuevas.",
    de: "{actor} hat die seit der Sicherung angelegten Konten bestätigt; neue Konten sind wieder erlaubt.",
    fr: "{actor} a confirmé les comptes créés depuis la sauvegarde ; de nouveaux comptes sont autorisés.",
  },
  "{actor} accepted the damage of the journal, so new accounts are allowed.": {
    es: "{actor} aceptó el daño del diario, así que se permiten cuentas nuevas.",
    de: "{actor} hat den Schaden am Journal akzeptiert; neue Konten sind wieder erlaubt.",
    fr: "{actor} a accepté les dommages du journal d’écriture ; de nouveaux comptes sont autorisés.",
  },
  "{actor} moved the state to a server.": {
    es: "{actor} trasladó el estado a un servidor.",
    de: "{actor} hat die Daten auf einen Server übertragen.",
    fr: "{actor} a transféré l’état vers un serveur.",
  },
  "{actor} deleted {number} older entries of the audit trail, as the retention says.": {
    es: "{actor} eliminó {number} entradas antiguas del registro de auditoría, según la conservación de datos.",
    de: "{actor} hat gemäß der Aufbewahrungsfrist {number} ältere Einträge des Prüfprotokolls gelöscht.",
    fr: "{actor} a supprimé {number} anciennes entrées du journal d’audit, selon la durée de conservation.",
  },
  "{actor} exported the progress of the people of the job {job}.": {
    es: "{actor} exportó el progreso de las personas de la tarea {job}.",
    de: "{actor} hat den Fortschritt der Personen des Auftrags {job} exportiert.",
    fr: "{actor} a exporté la progression des personnes de la tâche {job}.",
  },
  "{actor} deleted older data, as the retention says.": {
    es: "{actor} eliminó datos antiguos, según la conservación de datos.",
    de: "{actor} hat gemäß der Aufbewahrungsfrist ältere Daten gelöscht.",
    fr: "{actor} a supprimé d’anciennes données, selon la durée de conservation.",
  },
  "{actor} sent {endpoint} to the learning service by hand.": {
    es: "{actor} envió {endpoint} a mano al servicio de formación.",
    de: "{actor} hat {endpoint} von Hand an den Lerndienst gesendet.",
    fr: "{actor} a envoyé {endpoint} à la main au service de formation.",
  },
  "The learning service answered {endpoint}, sent by {actor}: {answer}.": {
    es: "El servicio de formación respondió a {endpoint}, enviado por {actor}: {answer}.",
    de: "Der Lerndienst hat auf {endpoint} von {actor} geantwortet: {answer}.",
    fr: "Le service de formation a répondu à {endpoint}, envoyé par {actor} : {answer}.",
  },
  "{actor}: {action}.": {
    es: "{actor}: {action}.",
    de: "{actor}: {action}.",
    fr: "{actor} : {action}.",
  },
} as const satisfies Catalogue;
