import type { Catalogue } from "../catalogue.ts";

/** Errors in job files and mappings. */
export const storedConfiguration = {
  "missing key `{setting}`": { es: "falta la clave `{setting}`", de: "der Schlüssel `{setting}` fehlt", fr: "la clé `{setting}` manque" },
  "missing key `{setting}`: the service requires it to create a user": {
    es: "falta la clave `{setting}`: el servicio la necesita para crear un usuario",
    de: "der Schlüssel `{setting}` fehlt: Der Dienst braucht ihn, um Benutzer anzulegen",
    fr: "la clé `{setting}` manque : le service l’exige pour créer un utilisateur",
  },
  "missing key `service.auth`, such as {example}; only the sandbox needs none": {
    es: "falta la clave `service.auth`, por ejemplo {example}; solo el servicio de pruebas no la necesita",
    de: "der Schlüssel `service.auth` fehlt, etwa {example}; nur der Testdienst braucht keinen",
    fr: "la clé `service.auth` manque, par exemple {example} ; seul le service d’essai s’en passe",
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
    fr: "ce fichier n’existe pas ; ici était attendu : {place}",
  },
  "the mapping": { es: "el fichero de reglas", de: "das Regelwerk", fr: "le fichier de règles" },
  "the environment variable {name} is not set": {
    es: "no está definida la variable de entorno {name}",
    de: "die Umgebungsvariable {name} ist nicht gesetzt",
    fr: "la variable d’environnement {name} n’est pas définie",
  },
} as const satisfies Catalogue;
