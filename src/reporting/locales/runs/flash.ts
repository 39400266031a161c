import type { Catalogue } from "../catalogue.ts";

/** Messages about actions, shown by the next page. */
export const flash = {
  "Run started. It continues in the background.": {
    es: "Ejecución iniciada. Continúa en segundo plano.",
    de: "Abgleich gestartet. Er läuft im Hintergrund weiter.",
    fr: "Synchronisation lancée. Elle se poursuit en arrière-plan.",
  },
  "The plan is being made. Nothing is sent.": {
    es: "Se está preparando el plan. No se envía nada.",
    de: "Der Plan wird erstellt. Es wird nichts gesendet.",
    fr: "Le plan est en cours de préparation. Rien n’est envoyé.",
  },
  "The run continues in the background.": {
    es: "La ejecución continúa en segundo plano.",
    de: "Der Abgleich läuft im Hintergrund weiter.",
    fr: "La synchronisation se poursuit en arrière-plan.",
  },
  "Run released. It continues in the background.": {
    es: "Ejecución liberada. Continúa en segundo plano.",
    de: "Abgleich freigegeben. Er läuft im Hintergrund weiter.",
    fr: "Synchronisation débloquée. Elle se poursuit en arrière-plan.",
  },
  "Run cancelled.": { es: "Ejecución cancelada.", de: "Abgleich abgebrochen.", fr: "Synchronisation annulée." },
  "This run adds the memberships back. It continues in the background.": {
    es: "Esta ejecución restablece las pertenencias. Continúa en segundo plano.",
    de: "Dieser Abgleich fügt die Mitgliedschaften wieder hinzu. Er läuft im Hintergrund weiter.",
    fr: "Cette synchronisation rétablit les appartenances. Elle se poursuit en arrière-plan.",
  },
  "This run adds the membership back. It continues in the background.": {
    es: "Esta ejecución restablece la pertenencia. Continúa en segundo plano.",
    de: "Dieser Abgleich fügt die Mitgliedschaft wieder hinzu. Er läuft im Hintergrund weiter.",
    fr: "Cette synchronisation rétablit l’appartenance. Elle se poursuit en arrière-plan.",
  },
  "Comment saved.": { es: "Comentario guardado.", de: "Kommentar gespeichert.", fr: "Commentaire enregistré." },
  "The removal is reassigned.": {
    es: "La retirada se ha reasignado.",
    de: "Die Entfernung ist neu zugewiesen.",
    fr: "Le retrait est réattribué.",
  },
  "{name} can sign in now.": {
    es: "{name} ya puede iniciar sesión.",
    de: "{name} kann sich jetzt anmelden.",
    fr: "{name} peut maintenant se connecter.",
  },
  "Role of {name} changed.": { es: "Rol de {name} cambiado.", de: "Rolle von {name} geändert.", fr: "Rôle de {name} modifié." },
  "{name} is disabled. All sessions and tokens of this name have ended.": {
    es: "La cuenta {name} está desactivada. Todas las sesiones y tokens de este nombre han terminado.",
    de: "{name} ist deaktiviert. Alle Sitzungen und Tokens dieses Namens sind beendet.",
    fr: "Le compte {name} est désactivé. Toutes les sessions et tous les jetons de ce nom ont pris fin.",
  },
  "{name} can sign in again.": {
    es: "{name} puede volver a iniciar sesión.",
    de: "{name} kann sich wieder anmelden.",
    fr: "{name} peut de nouveau se connecter.",
  },
  "Password of {name} changed. Other sessions of this user have ended.": {
    es: "Contraseña de {name} cambiada. Las demás sesiones de este usuario han terminado.",
    de: "Passwort von {name} geändert. Andere Sitzungen dieses Benutzerkontos sind beendet.",
    fr: "Mot de passe de {name} modifié. Les autres sessions de cet utilisateur ont pris fin.",
  },
  "Session of {name} ended.": { es: "Sesión de {name} terminada.", de: "Sitzung von {name} beendet.", fr: "Session de {name} terminée." },
  "Token {name} revoked.": { es: "Token {name} revocado.", de: "Token {name} widerrufen.", fr: "Jeton {name} révoqué." },
  "Language and time zone saved.": {
    es: "Idioma y zona horaria guardados.",
    de: "Sprache und Zeitzone gespeichert.",
    fr: "Langue et fuseau horaire enregistrés.",
  },
  "Emergency stop is on: nothing is sent for {account}.": {
    es: "La parada de emergencia está activada: no se envía nada para {account}.",
    de: "Der Notstopp ist aktiv: Für {account} wird nichts gesendet.",
    fr: "L’arrêt d’urgence est actif : rien n’est envoyé pour {account}.",
  },
  "Emergency stop lifted for {account}.": {
    es: "Parada de emergencia levantada para {account}.",
    de: "Notstopp für {account} aufgehoben.",
    fr: "Arrêt d’urgence levé pour {account}.",
  },
  "The audit trail is intact: {n, plural, one {# entry} other {# entries}} checked.": {
    es: "El registro de auditoría está íntegro: {n, plural, one {# entrada comprobada} other {# entradas comprobadas}}.",
    de: "Das Prüfprotokoll ist unversehrt: {n, plural, one {# Eintrag} other {# Einträge}} geprüft.",
    fr: "Le journal d’audit est intact : {n, plural, one {# entrée vérifiée} other {# entrées vérifiées}}.",
  },
  "Setup discarded. Its sample is deleted.": {
    es: "Configuración descartada. Su muestra se ha eliminado.",
    de: "Einrichtung verworfen. Ihre Beispieldatei ist gelöscht.",
    fr: "Configuration abandonnée. Son échantillon est supprimé.",
  },
  "This run adds the membership back. It stays without an end date.": {
    es: "Esta ejecución restablece la pertenencia. Se conserva sin fecha de fin.",
    de: "Dieser Abgleich stellt die Mitgliedschaft wieder her. Sie bleibt ohne Enddatum.",
    fr: "Cette synchronisation rétablit l’appartenance, sans date de fin.",
  },
  "This run adds the membership back. After a later run, Rollcall asks for a decision again.": {
    es: "Esta ejecución restablece la pertenencia. Después de otra ejecución, Rollcall vuelve a pedir una decisión.",
    de: "Dieser Abgleich stellt die Mitgliedschaft wieder her. Nach einem späteren Abgleich fragt Rollcall erneut.",
    fr: "Cette synchronisation rétablit l’appartenance. Après une synchronisation ultérieure, Rollcall redemande une décision.",
  },
  "Linked. The run sends the rest in the background.": {
    es: "Vinculada. La ejecución envía el resto en segundo plano.",
    de: "Verknüpft. Der Abgleich sendet den Rest im Hintergrund.",
    fr: "Rattaché. La synchronisation envoie le reste en arrière-plan.",
  },
} as const satisfies Catalogue;
