import type { Catalogue } from "../catalogue.ts";

/** Why a plan exceeds a limit, and notes about the file of a run. */
export const storedLimits = {
  "{found} groups that the service does not have would be created (`{setting}` allows {allowed}).": {
    es: "Se crearían {found} grupos que el servicio no tiene (`{setting}` permite {allowed}).",
    de: "{found} Gruppen, die der Dienst nicht hat, würden angelegt (`{setting}` erlaubt {allowed}).",
    fr: "{found} groupes que le service n’a pas seraient créés (`{setting}` en autorise {allowed}).",
  },
  "{found} of {all} rows are rejected (`{setting}` allows {allowed}).": {
    es: "Se rechazan {found} de {all} filas (`{setting}` permite {allowed}).",
    de: "{found} von {all} Zeilen sind fehlerhaft (`{setting}` erlaubt {allowed}).",
    fr: "{found} lignes sur {all} sont rejetées (`{setting}` en autorise {allowed}).",
  },
  "Most frequent reason: {code} ({n}). Correct the export or the mapping.": {
    es: "Motivo más frecuente: {code} ({n}). Corrija la exportación o las reglas.",
    de: "Häufigster Grund: {code} ({n}). Korrigieren Sie den Export oder das Regelwerk.",
    fr: "Motif le plus fréquent : {code} ({n}). Corrigez l’export ou les règles.",
  },
  "{found} of {all} people whose {column} is {value} are missing from the file.": {
    es: "Faltan en el fichero {found} de {all} personas con «{value}» en {column}.",
    de: "{found} von {all} Personen mit „{value}“ in {column} fehlen in der Datei.",
    fr: "{found} personnes sur {all} ayant « {value} » dans {column} sont absentes du fichier.",
  },
  "{found} of {all} people whose {column} was {value} have no {column} now.": {
    es: "{found} de {all} personas que tenían «{value}» en {column} ya no tienen valor ahí.",
    de: "{found} von {all} Personen, die „{value}“ in {column} hatten, haben dort keinen Wert mehr.",
    fr: "{found} personnes sur {all} qui avaient « {value} » dans {column} n’y ont plus de valeur.",
  },
  "Of {all} people whose {column} is {value}, {found} are missing from the file, and {blank} have no {column} now.": {
    es: "De {all} personas con «{value}» en {column}, {found} faltan en el fichero y {blank} ya no tienen valor ahí.",
    de: "Von {all} Personen mit „{value}“ in {column} fehlen {found} in der Datei, und {blank} haben dort keinen Wert mehr.",
    fr: "Sur {all} personnes ayant « {value} » dans {column}, {found} sont absentes du fichier et {blank} n’y ont plus de valeur.",
  },
  "{found} of {all} known people are missing from the file.": {
    es: "Faltan en el fichero {found} de {all} personas conocidas.",
    de: "{found} von {all} bekannten Personen fehlen in der Datei.",
    fr: "{found} personnes connues sur {all} sont absentes du fichier.",
  },
  "{found} of {all} people with an active account are missing from the file.": {
    es: "Faltan en el fichero {found} de {all} personas con una cuenta activa.",
    de: "{found} von {all} Personen mit aktivem Konto fehlen in der Datei.",
    fr: "{found} personnes sur {all} ayant un compte actif sont absentes du fichier.",
  },
  "Check whether it is the complete export of this company, and whether HR has changed its keys.": {
    es: "Compruebe si es la exportación completa de esta empresa y si RR. HH. ha cambiado sus claves.",
    de: "Prüfen Sie, ob es der vollständige Export dieses Unternehmens ist und ob die Personalabteilung die Personalnummern geändert hat.",
    fr: "Vérifiez s’il s’agit de l’export complet de cette entreprise, et si les RH ont changé leurs matricules.",
  },
  "{found} of {all} people have a status in the column “{column}” that the mapping does not list ({at}): {values}. Add these statuses to the mapping, or correct the export.":
    {
      es: "{found} de {all} personas tienen en la columna «{column}» un estado que las reglas no incluyen ({at}): {values}. Añada estos estados a las reglas o corrija la exportación.",
      de: "{found} von {all} Personen haben in der Spalte „{column}“ einen Status, den das Regelwerk nicht nennt ({at}): {values}. Ergänzen Sie diese Status im Regelwerk, oder korrigieren Sie den Export.",
      fr: "{found} personnes sur {all} ont dans la colonne « {column} » un statut que les règles ne mentionnent pas ({at}) : {values}. Ajoutez ces statuts aux règles, ou corrigez l’export.",
    },
  "{found} of {all} people have a status in the column “{column}” that the mapping does not list ({at}). Add these statuses to the mapping, or correct the export.":
    {
      es: "{found} de {all} personas tienen en la columna «{column}» un estado que las reglas no incluyen ({at}). Añada estos estados a las reglas o corrija la exportación.",
      de: "{found} von {all} Personen haben in der Spalte „{column}“ einen Status, den das Regelwerk nicht nennt ({at}). Ergänzen Sie diese Status im Regelwerk, oder korrigieren Sie den Export.",
      fr: "{found} personnes sur {all} ont dans la colonne « {column} » un statut que les règles ne mentionnent pas ({at}). Ajoutez ces statuts aux règles, ou corrigez l’export.",
    },
  "{found} of {all} usable rows would create an account (`{setting}` allows {allowed}).": {
    es: "{found} de {all} filas utilizables crearían una cuenta (`{setting}` permite {allowed}).",
    de: "{found} von {all} verwendbaren Zeilen würden ein Konto anlegen (`{setting}` erlaubt {allowed}).",
    fr: "{found} lignes utilisables sur {all} créeraient un compte (`{setting}` en autorise {allowed}).",
  },
  "{found} of {all} usable rows would update an account (`{setting}` allows {allowed}).": {
    es: "{found} de {all} filas utilizables actualizarían una cuenta (`{setting}` permite {allowed}).",
    de: "{found} von {all} verwendbaren Zeilen würden ein Konto ändern (`{setting}` erlaubt {allowed}).",
    fr: "{found} lignes utilisables sur {all} modifieraient un compte (`{setting}` en autorise {allowed}).",
  },
  "{found} of {all} active accounts would be deactivated (`{setting}` allows {allowed}).": {
    es: "{found} de {all} cuentas activas se desactivarían (`{setting}` permite {allowed}).",
    de: "{found} von {all} aktiven Konten würden deaktiviert (`{setting}` erlaubt {allowed}).",
    fr: "{found} comptes actifs sur {all} seraient désactivés (`{setting}` en autorise {allowed}).",
  },
  "{found} of {all} managed memberships would become pending removals (`{setting}` allows {allowed}).": {
    es: "{found} de {all} pertenencias gestionadas pasarían a ser retiradas pendientes (`{setting}` permite {allowed}).",
    de: "{found} von {all} verwalteten Mitgliedschaften würden zu offenen Entfernungen (`{setting}` erlaubt {allowed}).",
    fr: "{found} appartenances gérées sur {all} deviendraient des retraits en attente (`{setting}` en autorise {allowed}).",
  },
  "{part}: {found} of {all} memberships would become pending removals (`{setting}` allows {allowed}).": {
    es: "{part}: {found} de {all} pertenencias pasarían a ser retiradas pendientes (`{setting}` permite {allowed}).",
    de: "{part}: {found} von {all} Mitgliedschaften würden zu offenen Entfernungen (`{setting}` erlaubt {allowed}).",
    fr: "{part} : {found} appartenances sur {all} deviendraient des retraits en attente (`{setting}` en autorise {allowed}).",
  },
  "The file has {found} rows, and the last successful run had {all} (`{setting}` allows {allowed}).": {
    es: "El fichero tiene {found} filas, y la última ejecución correcta tenía {all} (`{setting}` permite {allowed}).",
    de: "Die Datei hat {found} Zeilen, der letzte erfolgreiche Abgleich hatte {all} (`{setting}` erlaubt {allowed}).",
    fr: "Le fichier compte {found} lignes, et la dernière synchronisation réussie en comptait {all} (`{setting}` en autorise {allowed}).",
  },
  "{found} of {all} active accounts would get a new first name and a new last name (keys {keys}) (`{setting}` allows {allowed}).": {
    es: "{found} de {all} cuentas activas recibirían otro nombre y otros apellidos (claves {keys}) (`{setting}` permite {allowed}).",
    de: "{found} von {all} aktiven Konten bekämen einen neuen Vor- und Nachnamen (Personalnummern {keys}) (`{setting}` erlaubt {allowed}).",
    fr: "{found} comptes actifs sur {all} recevraient un nouveau prénom et un nouveau nom (matricules {keys}) (`{setting}` en autorise {allowed}).",
  },
  "Check whether HR gave these keys to other people, or whether a column of the file has shifted.": {
    es: "Compruebe si RR. HH. ha dado estas claves a otras personas, o si una columna del fichero se ha desplazado.",
    de: "Prüfen Sie, ob die Personalabteilung diese Personalnummern anderen Personen gegeben hat oder ob eine Spalte der Datei verrutscht ist.",
    fr: "Vérifiez si les RH ont attribué ces matricules à d’autres personnes, ou si une colonne du fichier s’est décalée.",
  },
  "{found} of {all} active accounts have a key that is missing from the file, but their username, e-mail address or national id is in the file under another key ({keys}) (`{setting}` allows {allowed}).":
    {
      es: "{found} de {all} cuentas activas tienen una clave que falta en el fichero, pero su nombre de usuario, correo electrónico o documento de identidad figura en él con otra clave ({keys}) (`{setting}` permite {allowed}).",
      de: "{found} von {all} aktiven Konten haben eine Personalnummer, die in der Datei fehlt, aber ihr Benutzername, ihre E-Mail-Adresse oder Ausweisnummer steht dort unter einer anderen ({keys}) (`{setting}` erlaubt {allowed}).",
      fr: "{found} comptes actifs sur {all} ont un matricule absent du fichier, mais leur identifiant, leur adresse e-mail ou leur numéro d’identité y figure sous un autre matricule ({keys}) (`{setting}` en autorise {allowed}).",
    },
  "{found} of {all} active accounts leave the scope (`{setting}` allows {allowed}).": {
    es: "{found} de {all} cuentas activas salen del alcance (`{setting}` permite {allowed}).",
    de: "{found} von {all} aktiven Konten verlassen den Geltungsbereich (`{setting}` erlaubt {allowed}).",
    fr: "{found} comptes actifs sur {all} quittent le périmètre (`{setting}` en autorise {allowed}).",
  },
  "{found} of {all} active accounts leave the scope, {changed} of them because the mapping changed ({at}) (`{setting}` allows {allowed}).":
    {
      es: "{found} de {all} cuentas activas salen del alcance, {changed} de ellas porque cambiaron las reglas ({at}) (`{setting}` permite {allowed}).",
      de: "{found} von {all} aktiven Konten verlassen den Geltungsbereich, {changed} davon, weil sich das Regelwerk geändert hat ({at}) (`{setting}` erlaubt {allowed}).",
      fr: "{found} comptes actifs sur {all} quittent le périmètre, dont {changed} parce que les règles ont changé ({at}) (`{setting}` en autorise {allowed}).",
    },
  "{found} of {all} active accounts leave the scope; for {open} of them, scope or dates cannot be decided (`{setting}` allows {allowed}).":
    {
      es: "{found} de {all} cuentas activas salen del alcance; para {open} de ellas, el alcance o las fechas no se pueden decidir (`{setting}` permite {allowed}).",
      de: "{found} von {all} aktiven Konten verlassen den Geltungsbereich; bei {open} davon sind Geltungsbereich oder Datumsangaben nicht bestimmbar (`{setting}` erlaubt {allowed}).",
      fr: "{found} comptes actifs sur {all} quittent le périmètre ; pour {open} d’entre eux, le périmètre ou les dates ne peuvent pas être évalués (`{setting}` en autorise {allowed}).",
    },
  "{found} of {all} active accounts leave the scope, {changed} of them because the mapping changed ({at}); for {open} of them, scope or dates cannot be decided (`{setting}` allows {allowed}).":
    {
      es: "{found} de {all} cuentas activas salen del alcance, {changed} de ellas porque cambiaron las reglas ({at}); para {open} de ellas, el alcance o las fechas no se pueden decidir (`{setting}` permite {allowed}).",
      de: "{found} von {all} aktiven Konten verlassen den Geltungsbereich, {changed} davon, weil sich das Regelwerk geändert hat ({at}); bei {open} davon sind Geltungsbereich oder Datumsangaben nicht bestimmbar (`{setting}` erlaubt {allowed}).",
      fr: "{found} comptes actifs sur {all} quittent le périmètre, dont {changed} parce que les règles ont changé ({at}) ; pour {open} d’entre eux, le périmètre ou les dates ne peuvent pas être évalués (`{setting}` en autorise {allowed}).",
    },
  "The mapping has changed since the last successful run.": {
    es: "Las reglas han cambiado desde la última ejecución correcta.",
    de: "Das Regelwerk hat sich seit dem letzten erfolgreichen Abgleich geändert.",
    fr: "Les règles ont changé depuis la dernière synchronisation réussie.",
  },
  "The mapping has changed since the last successful run (`active`, {at}).": {
    es: "Las reglas han cambiado desde la última ejecución correcta (`active`, {at}).",
    de: "Das Regelwerk hat sich seit dem letzten erfolgreichen Abgleich geändert (`active`, {at}).",
    fr: "Les règles ont changé depuis la dernière synchronisation réussie (`active`, {at}).",
  },
  "There are not enough free licences: {shortage}.": {
    es: "No hay bastantes licencias libres: {shortage}.",
    de: "Es sind nicht genug Lizenzen frei: {shortage}.",
    fr: "Il n’y a pas assez de licences libres : {shortage}.",
  },
  "The file is identical to that of run {id} ({at} UTC). HR's export may not have run since.": {
    es: "El fichero es idéntico al de la ejecución {id} ({at} UTC). Puede que la exportación de RR. HH. no se haya ejecutado desde entonces.",
    de: "Die Datei ist identisch mit der des Abgleichs {id} ({at} UTC). Vielleicht ist der Export der Personalabteilung seitdem nicht gelaufen.",
    fr: "Le fichier est identique à celui de la synchronisation {id} ({at} UTC). L’export des RH n’a peut-être pas été lancé depuis.",
  },
  "The column “{column}” is suddenly empty. Last successful run: {figures_before}. This file: {figures_now}. Check the export before you approve the run.":
    {
      es: "La columna «{column}» está vacía de repente. Última ejecución correcta: {figures_before}. Este fichero: {figures_now}. Revise la exportación antes de liberar la ejecución.",
      de: "Die Spalte „{column}“ ist plötzlich leer. Letzter erfolgreicher Abgleich: {figures_before}. Diese Datei: {figures_now}. Prüfen Sie den Export, bevor Sie den Abgleich freigeben.",
      fr: "La colonne « {column} » est soudain vide. Dernière synchronisation réussie : {figures_before}. Ce fichier : {figures_now}. Vérifiez l’export avant d’approuver la synchronisation.",
    },
  "The column “{column}” is suddenly almost empty. Last successful run: {figures_before}. This file: {figures_now}. Check the export before you approve the run.":
    {
      es: "La columna «{column}» está casi vacía de repente. Última ejecución correcta: {figures_before}. Este fichero: {figures_now}. Revise la exportación antes de liberar la ejecución.",
      de: "Die Spalte „{column}“ ist plötzlich fast leer. Letzter erfolgreicher Abgleich: {figures_before}. Diese Datei: {figures_now}. Prüfen Sie den Export, bevor Sie den Abgleich freigeben.",
      fr: "La colonne « {column} » est soudain presque vide. Dernière synchronisation réussie : {figures_before}. Ce fichier : {figures_now}. Vérifiez l’export avant d’approuver la synchronisation.",
    },
  "The column “{column}” suddenly has only one value. Last successful run: {figures_before}. This file: {figures_now}. Check the export before you approve the run.":
    {
      es: "La columna «{column}» tiene de repente un único valor. Última ejecución correcta: {figures_before}. Este fichero: {figures_now}. Revise la exportación antes de liberar la ejecución.",
      de: "Die Spalte „{column}“ hat plötzlich nur noch einen Wert. Letzter erfolgreicher Abgleich: {figures_before}. Diese Datei: {figures_now}. Prüfen Sie den Export, bevor Sie den Abgleich freigeben.",
      fr: "La colonne « {column} » n’a soudain plus qu’une seule valeur. Dernière synchronisation réussie : {figures_before}. Ce fichier : {figures_now}. Vérifiez l’export avant d’approuver la synchronisation.",
    },
  "The column “{column}” contained {kind_before} and suddenly contains {kind_now}. Last successful run: {figures_before}. This file: {figures_now}. Check the export before you approve the run.":
    {
      es: "La columna «{column}» contenía {kind_before} y de repente contiene {kind_now}. Última ejecución correcta: {figures_before}. Este fichero: {figures_now}. Revise la exportación antes de liberar la ejecución.",
      de: "Die Spalte „{column}“ enthielt {kind_before} und enthält plötzlich {kind_now}. Letzter erfolgreicher Abgleich: {figures_before}. Diese Datei: {figures_now}. Prüfen Sie den Export, bevor Sie den Abgleich freigeben.",
      fr: "La colonne « {column} » contenait {kind_before} et contient soudain {kind_now}. Dernière synchronisation réussie : {figures_before}. Ce fichier : {figures_now}. Vérifiez l’export avant d’approuver la synchronisation.",
    },
  numbers: { es: "números", de: "Zahlen", fr: "des nombres" },
  dates: { es: "fechas", de: "Datumsangaben", fr: "des dates" },
  texts: { es: "textos", de: "Texte", fr: "des textes" },
  "filled in {filled} of {rows} rows, more than {n} values; {numbers} % numbers, {dates} % dates": {
    es: "rellena en {filled} de {rows} filas, más de {n} valores; {numbers} % números, {dates} % fechas",
    de: "in {filled} von {rows} Zeilen gefüllt, mehr als {n} Werte; {numbers} % Zahlen, {dates} % Datumsangaben",
    fr: "remplie dans {filled} lignes sur {rows}, plus de {n} valeurs ; {numbers} % de nombres, {dates} % de dates",
  },
  "filled in {filled} of {rows} rows, {n, plural, one {# value} other {# values}}, the most frequent in {most} %; {numbers} % numbers, {dates} % dates":
    {
      es: "rellena en {filled} de {rows} filas, {n, plural, one {# valor} other {# valores}}, el más frecuente en el {most} %; {numbers} % números, {dates} % fechas",
      de: "in {filled} von {rows} Zeilen gefüllt, {n, plural, one {# Wert} other {# Werte}}, der häufigste in {most} %; {numbers} % Zahlen, {dates} % Datumsangaben",
      fr: "remplie dans {filled} lignes sur {rows}, {n, plural, one {# valeur} other {# valeurs}}, la plus fréquente dans {most} % ; {numbers} % de nombres, {dates} % de dates",
    },
  "filled in {filled} of {rows} rows, {n, plural, one {# value} other {# values}}; {numbers} % numbers, {dates} % dates": {
    es: "rellena en {filled} de {rows} filas, {n, plural, one {# valor} other {# valores}}; {numbers} % números, {dates} % fechas",
    de: "in {filled} von {rows} Zeilen gefüllt, {n, plural, one {# Wert} other {# Werte}}; {numbers} % Zahlen, {dates} % Datumsangaben",
    fr: "remplie dans {filled} lignes sur {rows}, {n, plural, one {# valeur} other {# valeurs}} ; {numbers} % de nombres, {dates} % de dates",
  },
  "The groups of the service contain {accounts} accounts that are not linked to anyone, and this job has no successful run yet.": {
    es: "Los grupos del servicio contienen {accounts} cuentas que no están vinculadas a nadie, y esta tarea aún no tiene ninguna ejecución correcta.",
    de: "Die Gruppen des Dienstes enthalten {accounts} Konten, die mit niemandem verknüpft sind, und dieser Auftrag hat noch keinen erfolgreichen Abgleich.",
    fr: "Les groupes du service contiennent {accounts} comptes qui ne sont rattachés à personne, et cette tâche n’a encore aucune synchronisation réussie.",
  },
  "Some of the {creates} people to create may already have an account.": {
    es: "Algunas de las {creates} personas por crear pueden tener ya una cuenta.",
    de: "Einige der {creates} anzulegenden Personen haben vielleicht schon ein Konto.",
    fr: "Certaines des {creates} personnes à créer ont peut-être déjà un compte.",
  },
  "{found} of {all} accounts are linked to keys that are in no file.": {
    es: "{found} de {all} cuentas están vinculadas a claves que no figuran en ningún fichero.",
    de: "{found} von {all} Konten sind mit Personalnummern verknüpft, die in keiner Datei stehen.",
    fr: "{found} comptes sur {all} sont rattachés à des matricules qui ne figurent dans aucun fichier.",
  },
  "The imported keys may be written differently from HR's (00123 and 123 are two people), and {creates} people would get a second account.":
    {
      es: "Puede que las claves importadas se escriban de otra forma que las de RR. HH. (00123 y 123 son dos personas), y {creates} personas recibirían una segunda cuenta.",
      de: "Vielleicht sind die importierten Personalnummern anders geschrieben als die der Personalabteilung (00123 und 123 sind zwei Personen), und {creates} Personen bekämen ein zweites Konto.",
      fr: "Les matricules importés sont peut-être écrits autrement que ceux des RH (00123 et 123 sont deux personnes), et {creates} personnes recevraient un second compte.",
    },
  "Check whether HR has changed its keys. None of these people gets a second account. To move an account to its new key, use `rollcall identities link` with `--from`.":
    {
      es: "Compruebe si RR. HH. ha cambiado sus claves. Ninguna de estas personas recibe una segunda cuenta. Para pasar una cuenta a su nueva clave, use `rollcall identities link` con `--from`.",
      de: "Prüfen Sie, ob die Personalabteilung die Personalnummern geändert hat. Keine dieser Personen bekommt ein zweites Konto. Um ein Konto auf die neue Personalnummer zu übertragen, nutzen Sie `rollcall identities link` mit `--from`.",
      fr: "Vérifiez si les RH ont changé leurs matricules. Aucune de ces personnes ne reçoit de second compte. Pour attribuer un compte à son nouveau matricule, utilisez `rollcall identities link` avec `--from`.",
    },
} as const satisfies Catalogue;
