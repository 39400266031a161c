import type { Catalogue } from "../catalogue.ts";

/** Files that are older than the last one, matches that are not read, and usernames that change hands. */
export const storedOlderFiles = {
  "{file} is older than the last file that was used: its name has the date {at}, and that of {other} has {other_at}.": {
    es: "{file} es anterior al último fichero utilizado: su nombre tiene la fecha {at}, y el de {other}, la fecha {other_at}.",
    de: "{file} ist älter als die zuletzt verwendete Datei: Ihr Name enthält das Datum {at}, der von {other} das Datum {other_at}.",
    fr: "{file} est plus ancien que le dernier fichier utilisé : son nom porte la date {at}, et celui de {other} la date {other_at}.",
  },
  "{file} is older than the last file that was used: its newest date is {at} (column “{column}”), and that of the last file was {other_at}.":
    {
      es: "{file} es anterior al último fichero utilizado: su fecha más reciente es {at} (columna «{column}»), y la del último fichero era {other_at}.",
      de: "{file} ist älter als die zuletzt verwendete Datei: Das neueste Datum darin ist {at} (Spalte „{column}“), in der letzten Datei war es {other_at}.",
      fr: "{file} est plus ancien que le dernier fichier utilisé : sa date la plus récente est {at} (colonne « {column} »), et celle du dernier fichier était {other_at}.",
    },
  "{file} is older than the last file that was used: run {id} used the same content on {at}, and run {other} used a newer file on {other_at}.":
    {
      es: "{file} es anterior al último fichero utilizado: la ejecución {id} utilizó el mismo contenido el {at}, y la ejecución {other} utilizó un fichero más reciente el {other_at}.",
      de: "{file} ist älter als die zuletzt verwendete Datei: Der Abgleich {id} hat denselben Inhalt am {at} verwendet, der Abgleich {other} eine neuere Datei am {other_at}.",
      fr: "{file} est plus ancien que le dernier fichier utilisé : la synchronisation {id} a utilisé le même contenu le {at}, et la synchronisation {other} un fichier plus récent le {other_at}.",
    },
  "An older file would reactivate leavers and bring back old names.": {
    es: "Un fichero anterior reactivaría bajas y recuperaría nombres antiguos.",
    de: "Eine ältere Datei würde Ausgetretene wieder aktivieren und alte Namen zurückbringen.",
    fr: "Un fichier plus ancien réactiverait des personnes parties et rétablirait d’anciens noms.",
  },
  "If HR delivered it again on purpose, approve the run: the same content is not held again.": {
    es: "Si RR. HH. lo ha vuelto a entregar a propósito, libere la ejecución: el mismo contenido no volverá a retenerla.",
    de: "Hat die Personalabteilung sie absichtlich noch einmal geliefert, geben Sie den Abgleich frei: Derselbe Inhalt wird nicht noch einmal angehalten.",
    fr: "Si les RH l’ont livré de nouveau volontairement, approuvez la synchronisation : le même contenu ne suspendra plus de synchronisation.",
  },
  "A newer file is not read: {other} was changed on {other_at}, and {file}, which is read, on {at}.": {
    es: "No se lee un fichero más reciente: {other} se modificó el {other_at}, y {file}, que se lee, el {at}.",
    de: "Eine neuere Datei wird nicht gelesen: {other} wurde am {other_at} geändert, {file}, die gelesen wird, am {at}.",
    fr: "Un fichier plus récent n’est pas lu : {other} a été modifié le {other_at}, et {file}, qui est lu, le {at}.",
  },
  "{file} has had no new content since {at}, so it has been overdue since {other_at} (`source.expect`).": {
    es: "{file} no tiene contenido nuevo desde el {at}; lleva retraso desde el {other_at} (`source.expect`).",
    de: "{file} hat seit {at} keinen neuen Inhalt und ist deshalb seit {other_at} überfällig (`source.expect`).",
    fr: "{file} n’a pas de nouveau contenu depuis le {at} ; il est en retard depuis le {other_at} (`source.expect`).",
  },
  "The export may have stopped: ask HR for a new file.": {
    es: "Es posible que la exportación se haya detenido: pida un fichero nuevo a RR. HH.",
    de: "Möglicherweise läuft der Export nicht mehr: Bitten Sie die Personalabteilung um eine neue Datei.",
    fr: "L’export s’est peut-être arrêté : demandez un nouveau fichier aux RH.",
  },
  "Their names cannot be compared by date.": {
    es: "Sus nombres no se pueden comparar por fecha.",
    de: "Ihre Namen lassen sich nicht nach Datum vergleichen.",
    fr: "Leurs noms ne peuvent pas être comparés par date.",
  },
  "Put a date such as 2027-01-31 into the names, or move away the files that must not be read.": {
    es: "Ponga en los nombres una fecha como 2027-01-31, o retire los ficheros que no deban leerse.",
    de: "Schreiben Sie ein Datum wie 2027-01-31 in die Namen, oder entfernen Sie die Dateien, die nicht gelesen werden sollen.",
    fr: "Mettez dans les noms une date comme 2027-01-31, ou retirez les fichiers qui ne doivent pas être lus.",
  },
  "{other} was changed on {other_at}, later than {file} ({at}). It is not read, because the date in its name is not newer.": {
    es: "{other} se modificó el {other_at}, después que {file} ({at}). No se lee, porque la fecha de su nombre no es más reciente.",
    de: "{other} wurde am {other_at} geändert, später als {file} ({at}). Sie wird nicht gelesen, weil das Datum in ihrem Namen nicht neuer ist.",
    fr: "{other} a été modifié le {other_at}, après {file} ({at}). Il n’est pas lu, car la date de son nom n’est pas plus récente.",
  },
  "{file} was changed on {at}, before the file of run {id} ({other_at}).": {
    es: "{file} se modificó el {at}, antes que el fichero de la ejecución {id} ({other_at}).",
    de: "{file} wurde am {at} geändert, früher als die Datei des Abgleichs {id} ({other_at}).",
    fr: "{file} a été modifié le {at}, avant le fichier de la synchronisation {id} ({other_at}).",
  },
  "Nothing else says that it is older.": {
    es: "Nada más indica que sea anterior.",
    de: "Nichts sonst spricht dafür, dass sie älter ist.",
    fr: "Rien d’autre n’indique qu’il soit plus ancien.",
  },
  "The usernames of the keys {names} change places in a ring, and the service never gives one username to two accounts.": {
    es: "Los nombres de usuario de las claves {names} se intercambian en círculo, y el servicio nunca da un nombre de usuario a dos cuentas.",
    de: "Die Benutzernamen der Personalnummern {names} werden im Kreis getauscht, und der Dienst gibt nie zwei Konten denselben Benutzernamen.",
    fr: "Les identifiants des matricules {names} sont échangés en cercle, et le service ne donne jamais un identifiant à deux comptes.",
  },
  "Nothing was sent for these people.": {
    es: "No se envió nada para estas personas.",
    de: "Für diese Personen wurde nichts gesendet.",
    fr: "Rien n’a été envoyé pour ces personnes.",
  },
  "Give one of them another username in HR's file for one run; the runs after it do the rest.": {
    es: "Dé a una de ellas otro nombre de usuario en el fichero de RR. HH. durante una ejecución; las siguientes hacen el resto.",
    de: "Geben Sie einer von ihnen in den Personaldaten für einen Abgleich einen anderen Benutzernamen; die Abgleiche danach erledigen den Rest.",
    fr: "Donnez à l’une d’elles un autre identifiant dans le fichier des RH pour une synchronisation ; les suivantes feront le reste.",
  },
  "The username belongs to the account of {key} until the update of that account is applied, and it was not applied.": {
    es: "El nombre de usuario pertenece a la cuenta de {key} hasta que se aplique el cambio de esa cuenta, y no se aplicó.",
    de: "Der Benutzername gehört zum Konto von {key}, bis die Änderung dieses Kontos ausgeführt ist, und sie wurde nicht ausgeführt.",
    fr: "L’identifiant appartient au compte de {key} jusqu’à ce que la modification de ce compte soit appliquée, et elle ne l’a pas été.",
  },
  "Nothing was sent. The next run tries both again.": {
    es: "No se envió nada. La próxima ejecución vuelve a intentar ambos.",
    de: "Nichts wurde gesendet. Der nächste Abgleich versucht beides noch einmal.",
    fr: "Rien n’a été envoyé. La prochaine synchronisation réessaiera les deux.",
  },
} as const satisfies Catalogue;
