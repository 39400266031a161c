import type { Catalogue } from "../catalogue.ts";

/** The page of the audit trail; its sentences are in `audit.ts`. */
export const trail = {
  "Every decision and every removal, in a tamper-evident log.": {
    es: "Todas las decisiones y todas las retiradas, en un registro que revela cualquier manipulación.",
    de: "Jede Entscheidung und jede Entfernung, in einem Protokoll, in dem nachträgliche Änderungen auffallen.",
    fr: "Chaque décision et chaque retrait, dans un journal qui révèle toute altération.",
  },
  "Check now": { es: "Comprobar ahora", de: "Jetzt prüfen", fr: "Vérifier maintenant" },
  "Check again": { es: "Comprobar de nuevo", de: "Erneut prüfen", fr: "Vérifier de nouveau" },
  "Not checked yet": { es: "Sin comprobar", de: "Noch nicht geprüft", fr: "Pas encore vérifié" },
  "Intact: {n, plural, one {# entry} other {# entries}}, checked {at}": {
    es: "Íntegro: {n, plural, one {# entrada} other {# entradas}}, comprobado el {at}",
    de: "Unversehrt: {n, plural, one {# Eintrag} other {# Einträge}}, geprüft am {at}",
    fr: "Intact : {n, plural, one {# entrée} other {# entrées}}, vérifié le {at}",
  },
  "Damaged, checked {at}": { es: "Dañado, comprobado el {at}", de: "Beschädigt, geprüft am {at}", fr: "Endommagé, vérifié le {at}" },
  "No entry matches the filter.": {
    es: "Ninguna entrada coincide con el filtro.",
    de: "Kein Eintrag entspricht dem Filter.",
    fr: "Aucune entrée ne correspond au filtre.",
  },
  "{n, plural, one {# event} other {# events}}": {
    es: "{n, plural, one {# suceso} other {# sucesos}}",
    de: "{n, plural, one {# Ereignis} other {# Ereignisse}}",
    fr: "{n, plural, one {# événement} other {# événements}}",
  },
  Latest: { es: "Más recientes", de: "Neueste", fr: "Plus récents" },
  Older: { es: "Anteriores", de: "Ältere", fr: "Plus anciens" },
  "Prove later that nothing changed": {
    es: "Demostrar más adelante que nada ha cambiado",
    de: "Später beweisen, dass nichts geändert wurde",
    fr: "Prouver plus tard que rien n’a changé",
  },
  "The chain is intact.": { es: "La cadena está íntegra.", de: "Die Kette ist unversehrt.", fr: "La chaîne est intacte." },
  "The chain is intact and equal to the journal.": {
    es: "La cadena está íntegra y coincide con el diario.",
    de: "Die Kette ist unversehrt und stimmt mit dem Journal überein.",
    fr: "La chaîne est intacte et identique au journal d’écriture.",
  },
  "Keep this hash elsewhere, for example in a ticket:": {
    es: "Guarde este valor hash en otro lugar, por ejemplo en un ticket:",
    de: "Bewahren Sie diesen Hashwert an anderer Stelle auf, zum Beispiel in einem Ticket:",
    fr: "Conservez cette empreinte ailleurs, par exemple dans un ticket :",
  },
  "Hash to keep": { es: "Valor hash para guardar", de: "Hashwert zum Aufbewahren", fr: "Empreinte à conserver" },
  "Inform the administrator of this computer, and keep a copy of the state. If the journal is damaged, no account is created until an administrator ends the hold with `rollcall restore --settled`.":
    {
      es: "Informe al administrador de este equipo y guarde una copia del estado. Si el diario está dañado, no se crea ninguna cuenta hasta que un administrador levante el bloqueo con `rollcall restore --settled`.",
      de: "Informieren Sie die Administration dieses Computers, und bewahren Sie eine Kopie des Datenverzeichnisses auf. Ist das Journal beschädigt, werden keine Konten angelegt, bis die Administration die Sperre mit `rollcall restore --settled` aufhebt.",
      fr: "Prévenez l’administrateur de cet ordinateur et conservez une copie de l’état. Si le journal d’écriture est endommagé, aucun compte n’est créé tant qu’un administrateur n’a pas levé le blocage avec `rollcall restore --settled`.",
    },
  "Person: {name}": { es: "Persona: {name}", de: "Person: {name}", fr: "Personne : {name}" },
  "Find a person in the audit trail": {
    es: "Buscar una persona en el registro de auditoría",
    de: "Person im Prüfprotokoll suchen",
    fr: "Rechercher une personne dans le journal d’audit",
  },
  "Filter the audit trail": { es: "Filtrar el registro de auditoría", de: "Prüfprotokoll filtern", fr: "Filtrer le journal d’audit" },
  Actor: { es: "Usuario", de: "Ausgeführt von", fr: "Auteur" },
  "Any kind": { es: "Todos los tipos", de: "Alle Arten", fr: "Tous les types" },
  "From|date": { es: "Desde", de: "Von", fr: "Du" },
  Clear: { es: "Quitar filtros", de: "Filter zurücksetzen", fr: "Effacer les filtres" },
  Decisions: { es: "Decisiones", de: "Entscheidungen", fr: "Décisions" },
  "Removals applied": { es: "Retiradas aplicadas", de: "Ausgeführte Entfernungen", fr: "Retraits effectués" },
  "Accounts and identities": { es: "Cuentas e identidades", de: "Konten und Identitäten", fr: "Comptes et identités" },
  "Sign-ins, users and tokens": {
    es: "Accesos, usuarios y tokens",
    de: "Anmeldungen, Benutzer und Tokens",
    fr: "Connexions, utilisateurs et jetons",
  },
  "Data and operation": { es: "Datos y funcionamiento", de: "Daten und Betrieb", fr: "Données et exploitation" },
  "Entry {n}": { es: "Entrada {n}", de: "Eintrag {n}", fr: "Entrée {n}" },
  "Entries {first} to {last}": { es: "Entradas {first} a {last}", de: "Einträge {first} bis {last}", fr: "Entrées {first} à {last}" },
  "raw data": { es: "datos sin procesar", de: "Rohdaten", fr: "données brutes" },
  "Raw data of entry {n}": {
    es: "Datos sin procesar de la entrada {n}",
    de: "Rohdaten von Eintrag {n}",
    fr: "Données brutes de l’entrée {n}",
  },
  "{n, plural, one {# more entry} other {# more entries}}: download CSV or JSON.": {
    es: "{n, plural, one {# entrada más} other {# entradas más}}: descargue el CSV o el JSON.",
    de: "{n, plural, one {# weiterer Eintrag} other {# weitere Einträge}}: Laden Sie CSV oder JSON herunter.",
    fr: "{n, plural, one {# autre entrée} other {# autres entrées}} : téléchargez le CSV ou le JSON.",
  },
} as const satisfies Catalogue;
