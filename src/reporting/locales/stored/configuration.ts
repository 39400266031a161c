import type { Catalogue } from "../catalogue.ts";

/** Errors in job files and mappings. */
export const storedConfiguration = {
  "missing key `{setting}`": { es: "falta la clave `{setting}`", de: "der Schlüssel `{setting}` fehlt", fr: "la clé `{setting}` manque" },
  "missing key `{setting}`: the service requires it to create a user": {
    es: "falta la clave `{setting}`: el servicio la necesita para crear un usuario",
    de: "der Schlüssel `{setting}` fehlt: Der Dienst braucht ihn, um Benutzer anzulegen",
    fr: "la clé `{setting}` manque : le service l’exige pour créer un utilisateur",
  },
  "missing key `service.auth`: without it, Rollcall cannot sign in to the learning service. Add `refresh_token` below it; only the sandbox needs none":
    {
      es: "falta la clave `service.auth`: sin ella, Rollcall no puede iniciar sesión en el servicio de formación. Añada debajo `refresh_token`; solo el servicio de pruebas no la necesita",
      de: "der Schlüssel `service.auth` fehlt: Ohne ihn kann sich Rollcall nicht beim Lerndienst anmelden. Ergänzen Sie darunter `refresh_token`; nur der Testdienst braucht keines",
      fr: "la clé `service.auth` manque : sans elle, Rollcall ne peut pas se connecter au service de formation. Ajoutez `refresh_token` en dessous ; seul le service d’essai s’en passe",
    },
  "unknown key `{setting}`; did you mean `{other}`?": {
    es: "clave desconocida `{setting}`; ¿quería decir `{other}`?",
    de: "unbekannter Schlüssel `{setting}`; meinten Sie `{other}`?",
    fr: "clé inconnue `{setting}` ; vouliez-vous dire `{other}` ?",
  },
  "unknown key `{setting}`; allowed here: {names}": {
    es: "clave desconocida `{setting}`; aquí se permiten: {names}",
    de: "unbekannter Schlüssel `{setting}`; hier sind erlaubt: {names}",
    fr: "clé inconnue `{setting}` ; sont permises ici : {names}",
  },
  "`{setting}` must be text; put quotes around numbers, true, false and null": {
    es: "`{setting}` debe ser un texto; ponga comillas a los números, true, false y null",
    de: "`{setting}` muss ein Text sein; setzen Sie Zahlen, true, false und null in Anführungszeichen",
    fr: "`{setting}` doit être un texte ; mettez les nombres, true, false et null entre guillemets",
  },
  "`{setting}` must be a map of keys and values": {
    es: "`{setting}` debe tener claves y valores",
    de: "`{setting}` muss Schlüssel und Werte enthalten",
    fr: "`{setting}` doit contenir des clés et des valeurs",
  },
  "`{setting}` must not be empty": {
    es: "`{setting}` no puede estar vacío",
    de: "`{setting}` darf nicht leer sein",
    fr: "`{setting}` ne doit pas être vide",
  },
  "`{setting}` must be one of {names}": {
    es: "`{setting}` debe ser uno de estos: {names}",
    de: "`{setting}` muss eines davon sein: {names}",
    fr: "`{setting}` doit être l’un de ceux-ci : {names}",
  },
  "`{setting}` must be true or false": {
    es: "`{setting}` debe ser true o false",
    de: "`{setting}` muss true oder false sein",
    fr: "`{setting}` doit être true ou false",
  },
  "`{setting}` must be a URL that starts with https:// or http://, or sandbox": {
    es: "`{setting}` debe ser una URL que empiece por https:// o http://, o sandbox",
    de: "`{setting}` muss eine Adresse sein, die mit https:// oder http:// beginnt, oder sandbox",
    fr: "`{setting}` doit être une URL commençant par https:// ou http://, ou sandbox",
  },
  "not valid YAML: {why}": { es: "no es YAML válido: {why}", de: "kein gültiges YAML: {why}", fr: "YAML non valide : {why}" },
  "the indentation does not fit the lines above, or a bracket is never closed": {
    es: "la sangría no encaja con las líneas anteriores, o un corchete no se cierra",
    de: "die Einrückung passt nicht zu den Zeilen darüber, oder eine Klammer wird nie geschlossen",
    fr: "l’indentation ne correspond pas aux lignes précédentes, ou un crochet n’est jamais fermé",
  },
  "this text is not expected here; check quotes, brackets and indentation": {
    es: "este texto no se espera aquí; compruebe comillas, corchetes y sangría",
    de: "dieser Text wird hier nicht erwartet; prüfen Sie Anführungszeichen, Klammern und Einrückung",
    fr: "ce texte n’est pas attendu ici ; vérifiez guillemets, crochets et indentation",
  },
  "a quote, a bracket, a comma or a blank after a colon is missing": {
    es: "falta una comilla, un corchete, una coma o un espacio tras dos puntos",
    de: "ein Anführungszeichen, eine Klammer, ein Komma oder das Leerzeichen nach einem Doppelpunkt fehlt",
    fr: "il manque un guillemet, un crochet, une virgule ou une espace après deux-points",
  },
  "this key is listed twice; keep one of them": {
    es: "esta clave aparece dos veces; deje solo una",
    de: "dieser Schlüssel kommt zweimal vor; behalten Sie einen davon",
    fr: "cette clé figure deux fois ; gardez-en une",
  },
  "a line is indented with a tab; use blanks": {
    es: "una línea tiene un tabulador como sangría; use espacios",
    de: "eine Zeile ist mit einem Tabulator eingerückt; nehmen Sie Leerzeichen",
    fr: "une ligne est indentée par une tabulation ; utilisez des espaces",
  },
  "there is no such file; {place} was expected here": {
    es: "no existe este fichero; aquí se esperaba {place}",
    de: "diese Datei gibt es nicht; hier wurde {place} erwartet",
    fr: "ce fichier n’existe pas ; attendu ici : {place}",
  },
  "the mapping": { es: "el fichero de reglas", de: "das Regelwerk", fr: "le fichier de règles" },
  "the environment variable {name} is not set": {
    es: "no está definida la variable de entorno {name}",
    de: "die Umgebungsvariable {name} ist nicht gesetzt",
    fr: "la variable d’environnement {name} n’est pas définie",
  },
  "`{setting}` must be a number": {
    es: "`{setting}` debe ser un número",
    de: "`{setting}` muss eine Zahl sein",
    fr: "`{setting}` doit être un nombre",
  },
  "`{setting}` must be a list": {
    es: "`{setting}` debe ser una lista",
    de: "`{setting}` muss eine Liste sein",
    fr: "`{setting}` doit être une liste",
  },
  "`{setting}` must be at least {n}": {
    es: "`{setting}` debe ser al menos {n}",
    de: "`{setting}` muss mindestens {n} sein",
    fr: "`{setting}` doit être au moins {n}",
  },
  "`{setting}` must be at most {n}": {
    es: "`{setting}` debe ser como máximo {n}",
    de: "`{setting}` darf höchstens {n} sein",
    fr: "`{setting}` doit être au plus {n}",
  },
  "`{setting}` has a value that is not allowed here": {
    es: "`{setting}` tiene un valor que aquí no se permite",
    de: "`{setting}` hat einen Wert, der hier nicht erlaubt ist",
    fr: "`{setting}` a une valeur qui n’est pas permise ici",
  },
  "this alias cannot be followed": {
    es: "este alias no se puede seguir",
    de: "dieser Alias lässt sich nicht auflösen",
    fr: "cet alias ne peut pas être suivi",
  },
  "merge keys (`<<`) are not supported; write the keys here, or use an alias for the whole map, as in `key: *name`": {
    es: "las claves de combinación (`<<`) no se admiten; escriba aquí las claves, o use un alias para todo el mapa, como en `key: *name`",
    de: "Merge-Schlüssel (`<<`) werden nicht unterstützt; schreiben Sie die Schlüssel hier, oder verwenden Sie einen Alias für den ganzen Abschnitt, wie in `key: *name`",
    fr: "les clés de fusion (`<<`) ne sont pas prises en charge ; écrivez les clés ici, ou utilisez un alias pour toute la section, comme dans `key: *name`",
  },
  "a key must be a plain name": {
    es: "una clave debe ser un nombre sencillo",
    de: "ein Schlüssel muss ein einfacher Name sein",
    fr: "une clé doit être un nom simple",
  },
  "the parser reports {code}": {
    es: "el analizador indica {code}",
    de: "der Parser meldet {code}",
    fr: "l’analyseur signale {code}",
  },
  "this is a directory; {place} must be a YAML file": {
    es: "es una carpeta; {place} debe ser un fichero YAML",
    de: "das ist ein Ordner; {place} muss eine YAML-Datei sein",
    fr: "c’est un dossier ; {place} doit être un fichier YAML",
  },
  "this is a binary file; {place} must be a YAML file in UTF-8": {
    es: "es un fichero binario; {place} debe ser un fichero YAML en UTF-8",
    de: "das ist eine Binärdatei; {place} muss eine YAML-Datei in UTF-8 sein",
    fr: "c’est un fichier binaire ; {place} doit être un fichier YAML en UTF-8",
  },
  "this file is not UTF-8; save {place} as UTF-8": {
    es: "este fichero no está en UTF-8; guarde {place} como UTF-8",
    de: "diese Datei ist nicht UTF-8; speichern Sie {place} als UTF-8",
    fr: "ce fichier n’est pas en UTF-8 ; enregistrez {place} en UTF-8",
  },
  "an alias names no anchor before it": {
    es: "un alias no nombra ningún ancla anterior",
    de: "ein Alias verweist auf keinen Anker, der vor ihm steht",
    fr: "un alias ne désigne aucune ancre avant lui",
  },
  'a backslash in a "quoted" text starts no known escape; write it twice, or use single quotes': {
    es: "una barra invertida en un texto entre comillas dobles no inicia ninguna secuencia conocida; escríbala dos veces o use comillas simples",
    de: "ein Backslash in einem Text in doppelten Anführungszeichen leitet keine bekannte Folge ein; schreiben Sie ihn doppelt, oder nehmen Sie einfache",
    fr: "une barre oblique inverse dans un texte entre guillemets doubles ne commence aucune séquence connue ; doublez-la ou utilisez des guillemets simples",
  },
  "a value starts with a character that must be quoted": {
    es: "un valor empieza por un carácter que necesita comillas",
    de: "ein Wert beginnt mit einem Zeichen, das Anführungszeichen braucht",
    fr: "une valeur commence par un caractère qui exige des guillemets",
  },
  "a key and its value must be on one line; check the indentation and quote a value with a colon": {
    es: "una clave y su valor deben estar en una línea; compruebe la sangría y ponga entre comillas un valor con dos puntos",
    de: "ein Schlüssel und sein Wert müssen in einer Zeile stehen; prüfen Sie die Einrückung, und setzen Sie einen Wert mit Doppelpunkt in Anführungszeichen",
    fr: "une clé et sa valeur doivent être sur une ligne ; vérifiez l’indentation et mettez entre guillemets une valeur avec deux-points",
  },
  "inside brackets, only lists and maps in brackets are allowed": {
    es: "entre corchetes solo se permiten listas y claves entre corchetes",
    de: "innerhalb von Klammern müssen auch Listen und Schlüssel mit ihren Werten in Klammern stehen",
    fr: "entre crochets, seules des listes et des clés entre crochets sont permises",
  },
  "a key must be on one line; a colon may be missing": {
    es: "una clave debe estar en una línea; quizá falten dos puntos",
    de: "ein Schlüssel muss in einer Zeile stehen; vielleicht fehlt ein Doppelpunkt",
    fr: "une clé doit être sur une ligne ; il manque peut-être deux-points",
  },
  "a value has two anchors": {
    es: "un valor tiene dos anclas",
    de: "ein Wert hat zwei Anker",
    fr: "une valeur a deux ancres",
  },
  "a value has two tags": {
    es: "un valor tiene dos etiquetas",
    de: "ein Wert hat zwei YAML-Tags",
    fr: "une valeur a deux étiquettes",
  },
  "the file contains several documents; remove the line `---`": {
    es: "el fichero contiene varios documentos; quite la línea `---`",
    de: "die Datei enthält mehrere Dokumente; entfernen Sie die Zeile `---`",
    fr: "le fichier contient plusieurs documents ; retirez la ligne `---`",
  },
  "a tag (`!…`) is not known; quote the value": {
    es: "una etiqueta (`!…`) no se conoce; ponga el valor entre comillas",
    de: "ein YAML-Tag (`!…`) ist unbekannt; setzen Sie den Wert in Anführungszeichen",
    fr: "une étiquette (`!…`) est inconnue ; mettez la valeur entre guillemets",
  },
} as const satisfies Catalogue;
