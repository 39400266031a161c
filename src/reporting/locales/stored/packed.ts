import type { Catalogue } from "../catalogue.ts";

/** Why an encrypted or compressed file cannot be used, and what to do. */
export const storedPacked = {
  "the file is not encrypted with PGP, but the job requires it": {
    es: "el fichero no está cifrado con PGP, pero la tarea lo exige",
    de: "die Datei ist nicht mit PGP verschlüsselt, aber der Auftrag verlangt es",
    fr: "le fichier n’est pas chiffré avec PGP, mais la tâche l’exige",
  },
  "the file is a PGP file, but not encrypted": {
    es: "el fichero es un fichero PGP, pero no está cifrado",
    de: "die Datei ist eine PGP-Datei, aber nicht verschlüsselt",
    fr: "le fichier est un fichier PGP, mais il n’est pas chiffré",
  },
  "the file is encrypted without integrity protection, so that a change in transfer would not be noticed": {
    es: "el fichero está cifrado sin protección de integridad, de modo que no se notaría un cambio durante la transferencia",
    de: "die Datei ist ohne Integritätsschutz verschlüsselt, sodass eine Änderung bei der Übertragung nicht auffiele",
    fr: "le fichier est chiffré sans protection d’intégrité, si bien qu’une modification pendant le transfert passerait inaperçue",
  },
  "the file is encrypted with a cipher that Rollcall does not support, or that the key does not allow": {
    es: "el fichero está cifrado con un algoritmo que Rollcall no admite o que la clave no permite",
    de: "die Datei ist mit einem Verfahren verschlüsselt, das Rollcall nicht unterstützt oder der Schlüssel nicht zulässt",
    fr: "le fichier est chiffré avec un algorithme que Rollcall ne prend pas en charge, ou que la clé n’autorise pas",
  },
  "the file is encrypted with a password, not for a key": {
    es: "el fichero está cifrado con una contraseña, no para una clave",
    de: "die Datei ist mit einem Passwort verschlüsselt, nicht für einen Schlüssel",
    fr: "le fichier est chiffré avec un mot de passe, pas pour une clé",
  },
  "the file is encrypted for {keys}; the job has the keys {names}": {
    es: "el fichero está cifrado para {keys}; la tarea tiene las claves {names}",
    de: "die Datei ist für {keys} verschlüsselt; der Auftrag hat die Schlüssel {names}",
    fr: "le fichier est chiffré pour {keys} ; la tâche a les clés {names}",
  },
  "the file is not signed, but the job requires a signature": {
    es: "el fichero no está firmado, pero la tarea exige una firma",
    de: "die Datei ist nicht signiert, aber der Auftrag verlangt eine Signatur",
    fr: "le fichier n’est pas signé, mais la tâche exige une signature",
  },
  "the file is signed with the key {keys}, which the job does not name": {
    es: "el fichero está firmado con la clave {keys}, que la tarea no nombra",
    de: "die Datei ist mit dem Schlüssel {keys} signiert, den der Auftrag nicht nennt",
    fr: "le fichier est signé avec la clé {keys}, que la tâche ne nomme pas",
  },
  "the signature of the file uses SHA-1, MD5 or a short RSA key, which can be forged": {
    es: "la firma del fichero usa SHA-1, MD5 o una clave RSA corta, que se pueden falsificar",
    de: "die Signatur der Datei verwendet SHA-1, MD5 oder einen kurzen RSA-Schlüssel und ist fälschbar",
    fr: "la signature du fichier utilise SHA-1, MD5 ou une clé RSA courte, qui peuvent être falsifiées",
  },
  "the signature of the file is not valid: it does not fit the content, or its key is expired or revoked": {
    es: "la firma del fichero no es válida: no corresponde al contenido, o su clave ha caducado o está revocada",
    de: "die Signatur der Datei ist ungültig: Sie passt nicht zum Inhalt, oder ihr Schlüssel ist abgelaufen oder widerrufen",
    fr: "la signature du fichier n’est pas valide : elle ne correspond pas au contenu, ou sa clé a expiré ou est révoquée",
  },
  "the file was changed after it was encrypted: its integrity check fails": {
    es: "el fichero se modificó después de cifrarlo: la comprobación de integridad falla",
    de: "die Datei wurde nach dem Verschlüsseln geändert: Die Integritätsprüfung schlägt fehl",
    fr: "le fichier a été modifié après son chiffrement : le contrôle d’intégrité échoue",
  },
  "the encrypted or compressed file is cut short": {
    es: "el fichero cifrado o comprimido está incompleto",
    de: "die verschlüsselte oder komprimierte Datei ist abgeschnitten",
    fr: "le fichier chiffré ou compressé est tronqué",
  },
  "the encrypted or compressed file is damaged": {
    es: "el fichero cifrado o comprimido está dañado",
    de: "die verschlüsselte oder komprimierte Datei ist beschädigt",
    fr: "le fichier chiffré ou compressé est endommagé",
  },
  "unpacked, the file takes more than {n} MB, the limit `source.max_unpacked`": {
    es: "descomprimido, el fichero ocupa más de {n} MB, el límite `source.max_unpacked`",
    de: "entpackt hat die Datei mehr als {n} MB (Grenzwert `source.max_unpacked`)",
    fr: "décompressé, le fichier dépasse {n} Mo, la limite `source.max_unpacked`",
  },
  "the ZIP archive contains {n} files, but only one can be read: {names}": {
    es: "el archivo ZIP contiene {n} ficheros, pero solo se puede leer uno: {names}",
    de: "das ZIP-Archiv enthält {n} Dateien, aber nur eine kann gelesen werden: {names}",
    fr: "l’archive ZIP contient {n} fichiers, mais un seul peut être lu : {names}",
  },
  "the ZIP archive is encrypted with a password": {
    es: "el archivo ZIP está cifrado con una contraseña",
    de: "das ZIP-Archiv ist mit einem Passwort verschlüsselt",
    fr: "l’archive ZIP est chiffrée avec un mot de passe",
  },
  "the file in the ZIP archive is empty": {
    es: "el fichero del archivo ZIP está vacío",
    de: "die Datei im ZIP-Archiv ist leer",
    fr: "le fichier de l’archive ZIP est vide",
  },
  "the ZIP archive uses a compression that Rollcall does not support": {
    es: "el archivo ZIP usa una compresión que Rollcall no admite",
    de: "das ZIP-Archiv verwendet eine Komprimierung, die Rollcall nicht unterstützt",
    fr: "l’archive ZIP utilise une compression que Rollcall ne prend pas en charge",
  },
  "this file contains no private PGP key": {
    es: "este fichero no contiene ninguna clave PGP privada",
    de: "diese Datei enthält keinen privaten PGP-Schlüssel",
    fr: "ce fichier ne contient pas de clé PGP privée",
  },
  "this file contains no public PGP key": {
    es: "este fichero no contiene ninguna clave PGP pública",
    de: "diese Datei enthält keinen öffentlichen PGP-Schlüssel",
    fr: "ce fichier ne contient pas de clé PGP publique",
  },
  "the private PGP key has a passphrase, but the job names none": {
    es: "la clave PGP privada tiene una frase de contraseña, pero la tarea no indica ninguna",
    de: "der private PGP-Schlüssel hat eine Passphrase, aber der Auftrag nennt keine",
    fr: "la clé PGP privée a une phrase secrète, mais la tâche n’en indique aucune",
  },
  "the passphrase of the private PGP key is wrong": {
    es: "la frase de contraseña de la clave PGP privada no es correcta",
    de: "die Passphrase des privaten PGP-Schlüssels ist falsch",
    fr: "la phrase secrète de la clé PGP privée est fausse",
  },
  "the PGP key cannot be read ({code})": {
    es: "no se puede leer la clave PGP ({code})",
    de: "der PGP-Schlüssel ist nicht lesbar ({code})",
    fr: "la clé PGP ne peut pas être lue ({code})",
  },
  "Ask the sender to encrypt it with your public key.": {
    es: "Pida al remitente que lo cifre con su clave pública.",
    de: "Bitten Sie den Absender, sie mit Ihrem öffentlichen Schlüssel zu verschlüsseln.",
    fr: "Demandez à l’expéditeur de le chiffrer avec votre clé publique.",
  },
  "To read a plain file once, pass it with --file.": {
    es: "Para leer una vez un fichero sin cifrar, indíquelo con --file.",
    de: "Um einmal eine unverschlüsselte Datei zu lesen, geben Sie sie mit --file an.",
    fr: "Pour lire une fois un fichier non chiffré, indiquez-le avec --file.",
  },
  "Ask the sender to encrypt with integrity protection (MDC), which current programs do by default.": {
    es: "Pida al remitente que cifre con protección de integridad (MDC), como hacen por defecto los programas actuales.",
    de: "Bitten Sie den Absender, mit Integritätsschutz (MDC) zu verschlüsseln, wie es heutige Programme von sich aus tun.",
    fr: "Demandez à l’expéditeur de chiffrer avec protection d’intégrité (MDC), ce que les programmes actuels font par défaut.",
  },
  "Ask the sender to encrypt with AES.": {
    es: "Pida al remitente que cifre con AES.",
    de: "Bitten Sie den Absender, mit AES zu verschlüsseln.",
    fr: "Demandez à l’expéditeur de chiffrer avec AES.",
  },
  "Give the sender the public key that belongs to `source.pgp.private_key`, or add the private key that fits.": {
    es: "Dé al remitente la clave pública que corresponde a `source.pgp.private_key`, o añada la clave privada adecuada.",
    de: "Geben Sie dem Absender den öffentlichen Schlüssel zu `source.pgp.private_key`, oder ergänzen Sie den passenden privaten.",
    fr: "Donnez à l’expéditeur la clé publique de `source.pgp.private_key`, ou ajoutez la clé privée qui convient.",
  },
  "Ask the sender who signs the exports, and with which key. Then set that public key as `source.pgp.signed_by`.": {
    es: "Pregunte al remitente quién firma las exportaciones y con qué clave. Después indique esa clave pública en `source.pgp.signed_by`.",
    de: "Fragen Sie den Absender, wer die Exporte mit welchem Schlüssel signiert. Setzen Sie dann diesen öffentlichen Schlüssel als `source.pgp.signed_by`.",
    fr: "Demandez à l’expéditeur qui signe les exports, et avec quelle clé. Indiquez ensuite cette clé publique dans `source.pgp.signed_by`.",
  },
  "Ask the sender to sign with SHA-256 and an RSA key of at least 2,048 bits.": {
    es: "Pida al remitente que firme con SHA-256 y una clave RSA de al menos 2048 bits.",
    de: "Bitten Sie den Absender, mit SHA-256 und einem RSA-Schlüssel von mindestens 2.048 Bit zu signieren.",
    fr: "Demandez à l’expéditeur de signer avec SHA-256 et une clé RSA d’au moins 2 048 bits.",
  },
  "Ask the sender to sign the file again with a valid key. If that fails too, find out who changed it.": {
    es: "Pida al remitente que vuelva a firmar el fichero con una clave válida. Si tampoco funciona, averigüe quién lo modificó.",
    de: "Bitten Sie den Absender, die Datei mit einem gültigen Schlüssel neu zu signieren. Scheitert auch das, finden Sie heraus, wer sie geändert hat.",
    fr: "Demandez à l’expéditeur de signer à nouveau le fichier avec une clé valide. Si cela échoue aussi, trouvez qui l’a modifié.",
  },
  "Export the file again. If it happens again, find out what changes it in transfer.": {
    es: "Vuelva a exportar el fichero. Si se repite, averigüe qué lo modifica durante la transferencia.",
    de: "Exportieren Sie die Datei erneut. Wiederholt es sich, finden Sie heraus, was sie bei der Übertragung ändert.",
    fr: "Exportez à nouveau le fichier. Si cela se reproduit, trouvez ce qui le modifie pendant le transfert.",
  },
  "Raise the limit if the file is genuine. A small file that unpacks to this much is probably an attack.": {
    es: "Aumente el límite si el fichero es auténtico. Un fichero pequeño que se descomprime a tal tamaño es probablemente un ataque.",
    de: "Erhöhen Sie den Grenzwert, wenn die Datei echt ist. Eine kleine Datei, die so groß wird, ist wahrscheinlich ein Angriff.",
    fr: "Augmentez la limite si le fichier est authentique. Un petit fichier qui devient si grand est probablement une attaque.",
  },
  "Put each file into an archive of its own, or export without an archive.": {
    es: "Ponga cada fichero en un archivo comprimido propio, o exporte sin comprimir.",
    de: "Legen Sie jede Datei in ein eigenes Archiv, oder exportieren Sie ohne Archiv.",
    fr: "Mettez chaque fichier dans sa propre archive, ou exportez sans archive.",
  },
  "Use PGP for encryption, or send the file without a password.": {
    es: "Use PGP para cifrar, o envíe el fichero sin contraseña.",
    de: "Verschlüsseln Sie mit PGP, oder senden Sie die Datei ohne Passwort.",
    fr: "Chiffrez avec PGP, ou envoyez le fichier sans mot de passe.",
  },
  "Compress it with Deflate, the usual method.": {
    es: "Comprímalo con Deflate, el método habitual.",
    de: "Komprimieren Sie es mit Deflate, dem üblichen Verfahren.",
    fr: "Compressez-la avec Deflate, la méthode habituelle.",
  },
  "Set `source.pgp.passphrase` of the job.": {
    es: "Indique `source.pgp.passphrase` en la tarea.",
    de: "Setzen Sie `source.pgp.passphrase` im Auftrag.",
    fr: "Indiquez `source.pgp.passphrase` de la tâche.",
  },
  "Check `source.pgp.passphrase` of the job.": {
    es: "Compruebe `source.pgp.passphrase` de la tarea.",
    de: "Prüfen Sie `source.pgp.passphrase` im Auftrag.",
    fr: "Vérifiez `source.pgp.passphrase` de la tâche.",
  },
  "Check `source.pgp.private_key` of the job.": {
    es: "Compruebe `source.pgp.private_key` de la tarea.",
    de: "Prüfen Sie `source.pgp.private_key` im Auftrag.",
    fr: "Vérifiez `source.pgp.private_key` de la tâche.",
  },
  "Check `source.pgp.signed_by` of the job.": {
    es: "Compruebe `source.pgp.signed_by` de la tarea.",
    de: "Prüfen Sie `source.pgp.signed_by` im Auftrag.",
    fr: "Vérifiez `source.pgp.signed_by` de la tâche.",
  },
  "Ask the sender for the public key that signs the exports.": {
    es: "Pida al remitente la clave pública que firma las exportaciones.",
    de: "Fragen Sie den Absender nach dem öffentlichen Schlüssel, mit dem er die Exporte signiert.",
    fr: "Demandez à l’expéditeur la clé publique qui signe les exports.",
  },
  "Export it with `gpg --armor --export-secret-keys KEY`.": {
    es: "Expórtela con `gpg --armor --export-secret-keys KEY`.",
    de: "Exportieren Sie ihn mit `gpg --armor --export-secret-keys KEY`.",
    fr: "Exportez-la avec `gpg --armor --export-secret-keys KEY`.",
  },
} as const satisfies Catalogue;
