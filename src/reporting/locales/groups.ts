import type { Catalogue } from "./catalogue.ts";

/** The page of one group. */
export const groups = {
  "There is no such group in the latest snapshot of the learning service.": {
    es: "Ese grupo no figura en la última lectura del servicio de formación.",
    de: "Diese Gruppe kommt im letzten Stand des Lerndienstes nicht vor.",
    fr: "Ce groupe n’existe pas dans la dernière lecture du service de formation.",
  },
  "No job manages this group, so Rollcall removes nobody from it.": {
    es: "Ninguna tarea gestiona este grupo, así que Rollcall no retira a nadie de él.",
    de: "Kein Auftrag verwaltet diese Gruppe. Rollcall entfernt deshalb niemanden daraus.",
    fr: "Aucune tâche ne gère ce groupe : Rollcall n’en retire personne.",
  },
  "Managed by {jobs}": { es: "Gestionado por {jobs}", de: "Verwaltet von {jobs}", fr: "Géré par {jobs}" },
  "Not managed": { es: "Sin gestionar", de: "Nicht verwaltet", fr: "Non géré" },
  "Who is in this group": { es: "Quién está en este grupo", de: "Wer in dieser Gruppe ist", fr: "Qui est dans ce groupe" },
  "{n, plural, one {# more account in the group belongs} other {# more accounts in the group belong}} to no one in the HR data.": {
    es: "{n, plural, one {# cuenta más del grupo no corresponde} other {# cuentas más del grupo no corresponden}} a nadie en los datos de RR. HH.",
    de: "{n, plural, one {# weiteres Konto in der Gruppe gehört} other {# weitere Konten in der Gruppe gehören}} zu niemandem in den Personaldaten.",
    fr: "{n, plural, one {# autre compte du groupe ne correspond} other {# autres comptes du groupe ne correspondent}} à personne dans les données RH.",
  },
  "The learning service does not list the members of this group, so Rollcall cannot tell who is in it.": {
    es: "El servicio de formación no indica los miembros de este grupo, así que Rollcall no sabe quién está en él.",
    de: "Der Lerndienst nennt die Mitglieder dieser Gruppe nicht. Rollcall weiß deshalb nicht, wer darin ist.",
    fr: "Le service de formation n’indique pas les membres de ce groupe : Rollcall ne sait pas qui en fait partie.",
  },
  "No one in the HR data is in this group.": {
    es: "Nadie de los datos de RR. HH. está en este grupo.",
    de: "Niemand aus den Personaldaten ist in dieser Gruppe.",
    fr: "Personne des données RH n’est dans ce groupe.",
  },
  "Removals from this group": { es: "Retiradas de este grupo", de: "Entfernungen aus dieser Gruppe", fr: "Retraits de ce groupe" },
} as const satisfies Catalogue;
