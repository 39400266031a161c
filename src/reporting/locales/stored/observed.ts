import type { Catalogue } from "../catalogue.ts";

/** Why the account of an unconfirmed create is not found among the members of the groups. */
export const storedObserved = {
  "It is not known which accounts existed before it was sent.": {
    es: "No se sabe qué cuentas existían antes de enviarla.",
    de: "Es ist nicht bekannt, welche Konten es vor dem Senden gab.",
    fr: "On ne sait pas quels comptes existaient avant l’envoi.",
  },
  "Not all of its groups list their members at the moment, so its account may not be visible.": {
    es: "Ahora mismo no todos sus grupos muestran sus miembros, así que puede que su cuenta no se vea.",
    de: "Zurzeit zeigen nicht alle seine Gruppen ihre Mitglieder, daher ist das Konto vielleicht nicht sichtbar.",
    fr: "Pour l’instant, certains de ses groupes n’affichent pas leurs membres : son compte n’est peut-être pas visible.",
  },
  "None of its groups lists its members, so the account is not visible.": {
    es: "Ninguno de sus grupos muestra sus miembros, así que la cuenta no se ve.",
    de: "Keine seiner Gruppen zeigt ihre Mitglieder, daher ist das Konto nicht sichtbar.",
    fr: "Aucun de ses groupes n’affiche ses membres : le compte n’est donc pas visible.",
  },
  "Several new accounts with exactly the same groups are unconfirmed and cannot be distinguished.": {
    es: "Varias cuentas nuevas con exactamente los mismos grupos están sin confirmar y no se pueden distinguir.",
    de: "Mehrere neue Konten mit genau denselben Gruppen sind unbestätigt und lassen sich nicht unterscheiden.",
    fr: "Plusieurs nouveaux comptes ayant exactement les mêmes groupes ne sont pas confirmés et ne peuvent être distingués.",
  },
  "More than one new account is in exactly its groups.": {
    es: "Más de una cuenta nueva está exactamente en sus grupos.",
    de: "Mehr als ein neues Konto ist genau in seinen Gruppen.",
    fr: "Plus d’un nouveau compte appartient exactement à ses groupes.",
  },
  "The service accepted it, but no new account is in exactly its groups yet.": {
    es: "El servicio la aceptó, pero todavía ninguna cuenta nueva está exactamente en sus grupos.",
    de: "Der Dienst hat es angenommen, aber noch ist kein neues Konto genau in seinen Gruppen.",
    fr: "Le service l’a accepté, mais aucun nouveau compte n’appartient encore exactement à ses groupes.",
  },
  "No new account is in exactly its groups, but other accounts without a link appeared at the same time.": {
    es: "Ninguna cuenta nueva está exactamente en sus grupos, pero al mismo tiempo aparecieron otras cuentas sin vincular.",
    de: "Kein neues Konto ist genau in seinen Gruppen, aber zur selben Zeit sind andere Konten ohne Verknüpfung aufgetaucht.",
    fr: "Aucun nouveau compte n’appartient exactement à ses groupes, mais d’autres comptes non rattachés sont apparus au même moment.",
  },
  "One new account is in exactly its groups, but other accounts without a link appeared at the same time.": {
    es: "Una cuenta nueva está exactamente en sus grupos, pero al mismo tiempo aparecieron otras cuentas sin vincular.",
    de: "Ein neues Konto ist genau in seinen Gruppen, aber zur selben Zeit sind andere Konten ohne Verknüpfung aufgetaucht.",
    fr: "Un nouveau compte appartient exactement à ses groupes, mais d’autres comptes non rattachés sont apparus au même moment.",
  },
  "Another unconfirmed create has groups that do not list their members at the moment, and its account may look like this one's.": {
    es: "Otra cuenta sin confirmar tiene grupos que ahora mismo no muestran sus miembros y puede parecerse a esta.",
    de: "Ein anderes unbestätigtes Konto hat Gruppen, die zurzeit ihre Mitglieder nicht zeigen, und kann diesem gleichen.",
    fr: "Un autre compte non confirmé a des groupes qui n’affichent pas leurs membres pour l’instant et peut ressembler à celui-ci.",
  },
  "The new account may belong to another create with more groups and be visible in only some of them.": {
    es: "La cuenta nueva puede ser de otra persona con más grupos y verse solo en algunos de ellos.",
    de: "Das neue Konto kann zu einer anderen Person mit mehr Gruppen gehören und nur in einigen davon sichtbar sein.",
    fr: "Le nouveau compte peut être celui d’une autre personne ayant plus de groupes et n’être visible que dans certains d’entre eux.",
  },
  "No new account is visible yet, and it is too early to conclude that there is none.": {
    es: "Todavía no se ve ninguna cuenta nueva y es pronto para concluir que no existe.",
    de: "Noch ist kein neues Konto sichtbar, und es ist zu früh, um zu schließen, dass es keines gibt.",
    fr: "Aucun nouveau compte n’est encore visible, et il est trop tôt pour conclure qu’il n’existe pas.",
  },
} as const satisfies Catalogue;
