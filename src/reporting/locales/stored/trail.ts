import type { Catalogue } from "../catalogue.ts";

/** Faults of the audit trail. */
export const storedTrail = {
  "Entry {n} is missing from the database. It was removed.": {
    es: "La entrada {n} falta en la base de datos. Se ha eliminado.",
    de: "Eintrag {n} fehlt in der Datenbank. Er wurde entfernt.",
    fr: "L’entrée {n} manque dans la base de données. Elle a été supprimée.",
  },
  "Entry {n} in the database is out of order. It was added.": {
    es: "La entrada {n} de la base de datos está fuera de orden. Se ha añadido.",
    de: "Eintrag {n} steht in der Datenbank an falscher Stelle. Er wurde hinzugefügt.",
    fr: "L’entrée {n} de la base de données n’est pas à sa place. Elle a été ajoutée.",
  },
  "Entry {n} is missing from the journal, or is further down. It was removed or moved.": {
    es: "La entrada {n} falta en el diario o está más abajo. Se ha eliminado o movido.",
    de: "Eintrag {n} fehlt im Journal oder steht weiter unten. Er wurde entfernt oder verschoben.",
    fr: "L’entrée {n} manque dans le journal d’écriture ou se trouve plus loin. Elle a été supprimée ou déplacée.",
  },
  "Entry {n} in the journal is repeated or in the wrong place. It was added or moved.": {
    es: "La entrada {n} del diario está repetida o fuera de lugar. Se ha añadido o movido.",
    de: "Eintrag {n} steht im Journal doppelt oder an falscher Stelle. Er wurde hinzugefügt oder verschoben.",
    fr: "L’entrée {n} du journal d’écriture est répétée ou mal placée. Elle a été ajoutée ou déplacée.",
  },
  "Entry {n} in the database was changed after it was written.": {
    es: "La entrada {n} de la base de datos se modificó después de escribirse.",
    de: "Eintrag {n} in der Datenbank wurde nachträglich geändert.",
    fr: "L’entrée {n} de la base de données a été modifiée après son écriture.",
  },
  "Entry {n} in the journal was changed after it was written.": {
    es: "La entrada {n} del diario se modificó después de escribirse.",
    de: "Eintrag {n} im Journal wurde nachträglich geändert.",
    fr: "L’entrée {n} du journal d’écriture a été modifiée après son écriture.",
  },
  "Entry {n} in the database does not follow the entry before it. One of the two was replaced.": {
    es: "La entrada {n} de la base de datos no continúa la anterior. Una de las dos se ha sustituido.",
    de: "Eintrag {n} in der Datenbank schließt nicht an den vorigen an. Einer der beiden wurde ersetzt.",
    fr: "L’entrée {n} de la base de données ne suit pas la précédente. L’une des deux a été remplacée.",
  },
  "Entry {n} in the journal does not follow the entry before it. One of the two was replaced.": {
    es: "La entrada {n} del diario no continúa la anterior. Una de las dos se ha sustituido.",
    de: "Eintrag {n} im Journal schließt nicht an den vorigen an. Einer der beiden wurde ersetzt.",
    fr: "L’entrée {n} du journal d’écriture ne suit pas la précédente. L’une des deux a été remplacée.",
  },
  "The database ends before entry {n}, which is in the journal. Missing at its end: {count}.": {
    es: "La base de datos termina antes de la entrada {n}, que está en el diario. Entradas que faltan al final: {count}.",
    de: "Die Datenbank endet vor Eintrag {n}, der im Journal steht. Am Ende fehlen: {count}.",
    fr: "La base de données s’arrête avant l’entrée {n}, qui figure dans le journal d’écriture. Entrées manquantes à la fin : {count}.",
  },
  "The journal ends before entry {n}, which is in the database. Removed from the journal, or added to the database: {count}.": {
    es: "El diario termina antes de la entrada {n}, que está en la base de datos. Entradas eliminadas del diario o añadidas a la base de datos: {count}.",
    de: "Das Journal endet vor Eintrag {n}, der in der Datenbank steht. Aus dem Journal entfernt oder zur Datenbank hinzugefügt: {count}.",
    fr: "Le journal d’écriture s’arrête avant l’entrée {n}, qui figure dans la base de données. Entrées supprimées du journal ou ajoutées à la base : {count}.",
  },
  "Entry {n} differs between the database and the journal. One of the two was replaced.": {
    es: "La entrada {n} es distinta en la base de datos y en el diario. Una de las dos se ha sustituido.",
    de: "Eintrag {n} unterscheidet sich zwischen Datenbank und Journal. Einer der beiden wurde ersetzt.",
    fr: "L’entrée {n} diffère entre la base de données et le journal d’écriture. L’une des deux a été remplacée.",
  },
  "The journal is damaged: {damage}.": {
    es: "El diario está dañado: {damage}.",
    de: "Das Journal ist beschädigt: {damage}.",
    fr: "Le journal d’écriture est endommagé : {damage}.",
  },
} as const satisfies Catalogue;
