import type { Catalogue } from "../catalogue.ts";

/** The sentences about removals, runs and accounts, in the audit trail and in a timeline. */
export const audit = {
  "{actor} approved removing {people} from {groups}.": {
    es: "{actor} aprobó retirar a {people} de {groups}.",
    de: "{actor} hat genehmigt, {people} aus {groups} zu entfernen.",
    fr: "{actor} a approuvé le retrait de {people} du groupe {groups}.",
  },
  "{actor} approved the removal from {groups}.": {
    es: "{actor} aprobó la retirada de {groups}.",
    de: "{actor} hat die Entfernung aus {groups} genehmigt.",
    fr: "{actor} a approuvé le retrait du groupe {groups}.",
  },
  "{actor} gave the second approval for removing {people} from {groups}.": {
    es: "{actor} dio la segunda aprobación para retirar a {people} de {groups}.",
    de: "{actor} hat als zweite Person genehmigt, {people} aus {groups} zu entfernen.",
    fr: "{actor} a donné la deuxième approbation pour retirer {people} du groupe {groups}.",
  },
  "{actor} gave the second approval for the removal from {groups}.": {
    es: "{actor} dio la segunda aprobación para la retirada de {groups}.",
    de: "{actor} hat die Entfernung aus {groups} als zweite Person genehmigt.",
    fr: "{actor} a donné la deuxième approbation pour le retrait du groupe {groups}.",
  },
  "{actor} approved removing {people} from {groups}. A second reviewer must approve it too.": {
    es: "{actor} aprobó retirar a {people} de {groups}. Debe aprobarlo también una segunda persona.",
    de: "{actor} hat genehmigt, {people} aus {groups} zu entfernen. Eine zweite Person muss ebenfalls zustimmen.",
    fr: "{actor} a approuvé le retrait de {people} du groupe {groups}. Une deuxième personne doit aussi l’approuver.",
  },
  "{actor} approved the removal from {groups}. A second reviewer must approve it too.": {
    es: "{actor} aprobó la retirada de {groups}. Debe aprobarla también una segunda persona.",
    de: "{actor} hat die Entfernung aus {groups} genehmigt. Eine zweite Person muss ebenfalls zustimmen.",
    fr: "{actor} a approuvé le retrait du groupe {groups}. Une deuxième personne doit aussi l’approuver.",
  },
  "{actor} kept {people} in {groups}.": {
    es: "{actor} conservó a {people} en {groups}.",
    de: "{actor} hat entschieden, {people} in {groups} zu behalten.",
    fr: "{actor} a conservé {people} dans {groups}.",
  },
  "{actor} kept the membership in {groups}.": {
    es: "{actor} conservó la pertenencia a {groups}.",
    de: "{actor} hat entschieden, die Mitgliedschaft in {groups} zu behalten.",
    fr: "{actor} a conservé l’appartenance à {groups}.",
  },
  "{actor} kept {people} in {groups} until {until}.": {
    es: "{actor} conservó a {people} en {groups} hasta el {until}.",
    de: "{actor} hat entschieden, {people} bis {until} in {groups} zu behalten.",
    fr: "{actor} a conservé {people} dans {groups} jusqu’au {until}.",
  },
  "{actor} kept the membership in {groups} until {until}.": {
    es: "{actor} conservó la pertenencia a {groups} hasta el {until}.",
    de: "{actor} hat entschieden, die Mitgliedschaft in {groups} bis {until} zu behalten.",
    fr: "{actor} a conservé l’appartenance à {groups} jusqu’au {until}.",
  },
  "{actor} undid the approval to remove {people} from {groups}.": {
    es: "{actor} deshizo la aprobación para retirar a {people} de {groups}.",
    de: "{actor} hat die Genehmigung rückgängig gemacht, {people} aus {groups} zu entfernen.",
    fr: "{actor} a annulé l’approbation du retrait de {people} du groupe {groups}.",
  },
  "{actor} undid the approval of the removal from {groups}.": {
    es: "{actor} deshizo la aprobación de la retirada de {groups}.",
    de: "{actor} hat die Genehmigung der Entfernung aus {groups} rückgängig gemacht.",
    fr: "{actor} a annulé l’approbation du retrait du groupe {groups}.",
  },
  "A decision by {actor} about {people} in {groups} does not count.": {
    es: "Una decisión de {actor} sobre {people} en {groups} no cuenta.",
    de: "Die Entscheidung von {actor} über {people} in {groups} zählt nicht.",
    fr: "Une décision de {actor} sur {people} dans {groups} ne compte pas.",
  },
  "A decision by {actor} about {groups} does not count.": {
    es: "Una decisión de {actor} sobre {groups} no cuenta.",
    de: "Die Entscheidung von {actor} über {groups} zählt nicht.",
    fr: "Une décision de {actor} sur {groups} ne compte pas.",
  },
  "{actor} commented on {people} in {groups}.": {
    es: "{actor} comentó sobre {people} en {groups}.",
    de: "{actor} hat die Entfernung von {people} aus {groups} kommentiert.",
    fr: "{actor} a commenté {people} dans {groups}.",
  },
  "{actor} commented on {groups}.": {
    es: "{actor} comentó sobre {groups}.",
    de: "{actor} hat die Entfernung aus {groups} kommentiert.",
    fr: "{actor} a commenté {groups}.",
  },
  "{actor} assigned the removal of {people} from {groups} to {to}.": {
    es: "{actor} asignó la retirada de {people} de {groups} a {to}.",
    de: "{actor} hat die Entfernung von {people} aus {groups} neu zugewiesen an: {to}.",
    fr: "{actor} a attribué le retrait de {people} du groupe {groups} à {to}.",
  },
  "{actor} assigned the removal from {groups} to {to}.": {
    es: "{actor} asignó la retirada de {groups} a {to}.",
    de: "{actor} hat die Entfernung aus {groups} neu zugewiesen an: {to}.",
    fr: "{actor} a attribué le retrait du groupe {groups} à {to}.",
  },
  "{actor} approved that the group {groups} is created.": {
    es: "{actor} aprobó crear el grupo {groups}.",
    de: "{actor} hat genehmigt, dass die Gruppe {groups} angelegt wird.",
    fr: "{actor} a approuvé la création du groupe {groups}.",
  },
  "{actor} dismissed the missing group {groups}.": {
    es: "{actor} descartó el grupo que falta {groups}.",
    de: "{actor} hat die fehlende Gruppe {groups} verworfen.",
    fr: "{actor} a écarté le groupe manquant {groups}.",
  },
  "{actor} asked again about the missing group {groups}.": {
    es: "{actor} volvió a plantear el grupo que falta {groups}.",
    de: "{actor} hat die fehlende Gruppe {groups} wieder zur Entscheidung gestellt.",
    fr: "{actor} a rouvert la décision sur le groupe manquant {groups}.",
  },
  "{actor} decided that {groups} is another name of {alias_of}.": {
    es: "{actor} decidió que {groups} es otro nombre de {alias_of}.",
    de: "{actor} hat entschieden, dass {groups} ein anderer Name für {alias_of} ist.",
    fr: "{actor} a décidé que {groups} est un autre nom de {alias_of}.",
  },
  "Run {run} created the group {groups}, approved by {actor}.": {
    es: "La ejecución {run} creó el grupo {groups}, aprobado por {actor}.",
    de: "Der Abgleich {run} hat die Gruppe {groups} angelegt, genehmigt durch {actor}.",
    fr: "La synchronisation {run} a créé le groupe {groups}, approuvé par {actor}.",
  },
  "{actor} ended the exception of {people} in {groups}.": {
    es: "{actor} terminó la excepción de {people} en {groups}.",
    de: "{actor} hat die Ausnahme für {people} in {groups} beendet.",
    fr: "{actor} a mis fin à l’exception de {people} dans {groups}.",
  },
  "{actor} ended the exception in {groups}.": {
    es: "{actor} terminó la excepción en {groups}.",
    de: "{actor} hat die Ausnahme in {groups} beendet.",
    fr: "{actor} a mis fin à l’exception dans {groups}.",
  },
  "{actor} asked the learning service to remove {people} from {groups}.": {
    es: "{actor} pidió al servicio de formación retirar a {people} de {groups}.",
    de: "{actor} hat beim Lerndienst veranlasst, {people} aus {groups} zu entfernen.",
    fr: "{actor} a demandé au service de formation de retirer {people} du groupe {groups}.",
  },
  "{actor} asked the learning service for the removal from {groups}.": {
    es: "{actor} pidió al servicio de formación la retirada de {groups}.",
    de: "{actor} hat beim Lerndienst die Entfernung aus {groups} veranlasst.",
    fr: "{actor} a demandé au service de formation le retrait du groupe {groups}.",
  },
  "{actor} removed {people} from {groups}. The learning service confirmed it.": {
    es: "{actor} retiró a {people} de {groups}. El servicio de formación lo confirmó.",
    de: "{actor} hat {people} aus {groups} entfernt. Der Lerndienst hat es bestätigt.",
    fr: "{actor} a retiré {people} du groupe {groups}. Le service de formation l’a confirmé.",
  },
  "Removed from {groups}. The learning service confirmed it.": {
    es: "Retirada de {groups}. El servicio de formación lo confirmó.",
    de: "Aus {groups} entfernt. Der Lerndienst hat es bestätigt.",
    fr: "Retrait du groupe {groups}. Le service de formation l’a confirmé.",
  },
  "The learning service did not confirm the removal of {people} from {groups}: {answer}.": {
    es: "El servicio de formación no confirmó la retirada de {people} de {groups}: {answer}.",
    de: "Der Lerndienst hat die Entfernung von {people} aus {groups} nicht bestätigt: {answer}.",
    fr: "Le service de formation n’a pas confirmé le retrait de {people} du groupe {groups} : {answer}.",
  },
  "The learning service did not confirm the removal from {groups}: {answer}.": {
    es: "El servicio de formación no confirmó la retirada de {groups}: {answer}.",
    de: "Der Lerndienst hat die Entfernung aus {groups} nicht bestätigt: {answer}.",
    fr: "Le service de formation n’a pas confirmé le retrait du groupe {groups} : {answer}.",
  },
  "{actor} released the missing area {area} of run {run}.": {
    es: "{actor} liberó el área que falta {area} de la ejecución {run}.",
    de: "{actor} hat den fehlenden Bereich {area} des Abgleichs {run} freigegeben.",
    fr: "{actor} a débloqué le secteur absent {area} de la synchronisation {run}.",
  },
  "{actor} applied the plan of run {run}, which was on hold.": {
    es: "{actor} liberó la ejecución {run}, que estaba retenida.",
    de: "{actor} hat den angehaltenen Abgleich {run} freigegeben.",
    fr: "{actor} a débloqué la synchronisation {run}, qui était suspendue.",
  },
  "{actor} cancelled run {run}.": {
    es: "{actor} canceló la ejecución {run}.",
    de: "{actor} hat den Abgleich {run} abgebrochen.",
    fr: "{actor} a annulé la synchronisation {run}.",
  },
  "{actor} undid run {run}: {people} get back {groups}, in run {revert}.": {
    es: "{actor} deshizo la ejecución {run}: la ejecución {revert} devuelve {groups} a {people}.",
    de: "{actor} hat den Abgleich {run} rückgängig gemacht: Der Abgleich {revert} fügt {people} wieder zu {groups} hinzu.",
    fr: "{actor} a annulé les retraits de la synchronisation {run} : {groups} est rétabli pour {people}, par la synchronisation {revert}.",
  },
  "{actor} undid run {run}: the membership in {groups} is added back, in run {revert}.": {
    es: "{actor} deshizo la ejecución {run}: la pertenencia a {groups} se restablece en la ejecución {revert}.",
    de: "{actor} hat den Abgleich {run} rückgängig gemacht: Der Abgleich {revert} stellt die Mitgliedschaft in {groups} wieder her.",
    fr: "{actor} a annulé les retraits de la synchronisation {run} : l’appartenance à {groups} est rétablie par la synchronisation {revert}.",
  },
  "{actor} undid the removal of {people} from {groups}: run {revert} adds the membership back.": {
    es: "{actor} deshizo la retirada de {people} de {groups}: la ejecución {revert} restablece la pertenencia.",
    de: "{actor} hat die Entfernung von {people} aus {groups} rückgängig gemacht: Der Abgleich {revert} stellt die Mitgliedschaft wieder her.",
    fr: "{actor} a annulé le retrait de {people} du groupe {groups} : la synchronisation {revert} rétablit l’appartenance.",
  },
  "{actor} undid the removal of {people} from {groups}: run {revert} adds the memberships back.": {
    es: "{actor} deshizo la retirada de {people} de {groups}: la ejecución {revert} restablece las pertenencias.",
    de: "{actor} hat die Entfernung von {people} aus {groups} rückgängig gemacht: Der Abgleich {revert} stellt die Mitgliedschaften wieder her.",
    fr: "{actor} a annulé le retrait de {people} du groupe {groups} : la synchronisation {revert} rétablit les appartenances.",
  },
  "{actor} undid the removal from {groups}: run {revert} adds the membership back.": {
    es: "{actor} deshizo la retirada de {groups}: la ejecución {revert} restablece la pertenencia.",
    de: "{actor} hat die Entfernung aus {groups} rückgängig gemacht: Der Abgleich {revert} stellt die Mitgliedschaft wieder her.",
    fr: "{actor} a annulé le retrait du groupe {groups} : la synchronisation {revert} rétablit l’appartenance.",
  },
  "{actor} linked {people} to the account {user}.": {
    es: "{actor} vinculó a {people} con la cuenta {user}.",
    de: "{actor} hat {people} mit dem Konto {user} verknüpft.",
    fr: "{actor} a rattaché {people} au compte {user}.",
  },
  "{actor} linked the account {user}.": {
    es: "{actor} vinculó la cuenta {user}.",
    de: "{actor} hat das Konto {user} verknüpft.",
    fr: "{actor} a rattaché le compte {user}.",
  },
  "{actor} moved the account {user} from {from} to {people}.": {
    es: "{actor} trasladó la cuenta {user} de {from} a {people}.",
    de: "{actor} hat das Konto {user} von {from} auf {people} übertragen.",
    fr: "{actor} a transféré le compte {user} de {from} à {people}.",
  },
  "{actor} moved the account {user} here from {from}.": {
    es: "{actor} trasladó aquí la cuenta {user} desde {from}.",
    de: "{actor} hat das Konto {user} von {from} hierher übertragen.",
    fr: "{actor} a transféré ici le compte {user} depuis {from}.",
  },
  "{actor} imported {number} links of people and accounts.": {
    es: "{actor} importó {number} vínculos entre personas y cuentas.",
    de: "{actor} hat {number} Verknüpfungen von Personen und Konten importiert.",
    fr: "{actor} a importé {number} rattachements de personnes et de comptes.",
  },
  "{actor} allowed a new attempt to create the account of {people}.": {
    es: "{actor} permitió un nuevo intento de crear la cuenta de {people}.",
    de: "{actor} hat einen neuen Versuch erlaubt, das Konto von {people} anzulegen.",
    fr: "{actor} a autorisé une nouvelle tentative de création du compte de {people}.",
  },
  "{actor} allowed a new attempt to create the account.": {
    es: "{actor} permitió un nuevo intento de crear la cuenta.",
    de: "{actor} hat einen neuen Versuch erlaubt, das Konto anzulegen.",
    fr: "{actor} a autorisé une nouvelle tentative de création du compte.",
  },
  "{actor} found the new account of {people} in a report.": {
    es: "{actor} encontró la cuenta nueva de {people} en un informe.",
    de: "{actor} hat das neue Konto von {people} in einem Bericht gefunden.",
    fr: "{actor} a trouvé le nouveau compte de {people} dans un rapport.",
  },
  "{actor} found the new account in a report.": {
    es: "{actor} encontró la cuenta nueva en un informe.",
    de: "{actor} hat das neue Konto in einem Bericht gefunden.",
    fr: "{actor} a trouvé le nouveau compte dans un rapport.",
  },
  "{actor} decided that {people} and {others} are different people.": {
    es: "{actor} decidió que {people} y {others} son personas distintas.",
    de: "{actor} hat entschieden, dass {people} und {others} verschiedene Personen sind.",
    fr: "{actor} a décidé que {people} et {others} sont des personnes différentes.",
  },
  "{actor} decided that this is not {others}.": {
    es: "{actor} decidió que no es {others}.",
    de: "{actor} hat entschieden, dass dies nicht {others} ist.",
    fr: "{actor} a décidé qu’il ne s’agit pas de {others}.",
  },
  "{actor} recognized {people}, who was erased, and linked the former account.": {
    es: "{actor} reconoció a {people}, cuyos datos se borraron, y vinculó la cuenta anterior.",
    de: "{actor} hat {people} nach einer Löschung wiedererkannt und das frühere Konto verknüpft.",
    fr: "{actor} a reconnu {people} après un effacement et a rattaché l’ancien compte.",
  },
  "{actor} recognized this person, who was erased, and linked the former account.": {
    es: "{actor} reconoció a esta persona, cuyos datos se borraron, y vinculó la cuenta anterior.",
    de: "{actor} hat diese Person nach einer Löschung wiedererkannt und das frühere Konto verknüpft.",
    fr: "{actor} a reconnu cette personne après un effacement et a rattaché l’ancien compte.",
  },
  "{actor} undid the link of {people} to the account {user}.": {
    es: "{actor} deshizo el vínculo de {people} con la cuenta {user}.",
    de: "{actor} hat die Verknüpfung von {people} mit dem Konto {user} rückgängig gemacht.",
    fr: "{actor} a annulé le rattachement de {people} au compte {user}.",
  },
  "{actor} undid the link to the account {user}.": {
    es: "{actor} deshizo el vínculo con la cuenta {user}.",
    de: "{actor} hat die Verknüpfung mit dem Konto {user} rückgängig gemacht.",
    fr: "{actor} a annulé le rattachement au compte {user}.",
  },
  "{actor} erased a person on request.": {
    es: "{actor} borró los datos de una persona a petición.",
    de: "{actor} hat auf Antrag die Daten einer Person gelöscht.",
    fr: "{actor} a effacé une personne sur demande.",
  },
  "{actor} undid the decision to keep {people} in {groups}.": {
    es: "{actor} deshizo la decisión de conservar a {people} en {groups}.",
    de: "{actor} hat die Entscheidung rückgängig gemacht, {people} in {groups} zu behalten.",
    fr: "{actor} a annulé la décision de conserver {people} dans {groups}.",
  },
  "{actor} undid the decision to keep the membership in {groups}.": {
    es: "{actor} deshizo la decisión de conservar la pertenencia a {groups}.",
    de: "{actor} hat die Entscheidung rückgängig gemacht, die Mitgliedschaft in {groups} zu behalten.",
    fr: "{actor} a annulé la décision de conserver l’appartenance à {groups}.",
  },
} as const satisfies Catalogue;
