/** The pages of the console that the bench measures, with the forms that search. */
import { personId } from "../src/store/people/people-pages.ts";

/** The path of a page, and the text that its search form sends; `null`: it is no form. */
export type Visit = readonly [path: string, text: string | null];

/** Returns every page but the overview and the review, by the name in the table. */
export function visits(one: { id: string; cause: string }): Record<string, Visit> {
  const person = personId("bench", "0000042");
  const run = "/runs/run-13";
  const page = (path: string): Visit => [path, null];
  return {
    "review, second page of one kind": page("/review?kind=renamed&page=2"),
    "review of one group": page("/review?group=Sales"),
    "one cause": page(`/review/causes/${one.cause}`),
    "one removal": page(`/review/removals/${one.id}`),
    "approved removals": page("/review/approved"),
    "recent decisions": page("/review/decided"),
    "pending removals: find a name": ["/review/search", "Last42"],
    runs: page("/runs"),
    "a run of everybody": page(run),
    "its changes, by name": page(`${run}?sort=name&direction=desc&page=900`),
    "its changes, by row": page(`${run}?sort=row&page=900`),
    "its changes, creates only": page(`${run}?operation=create&page=20`),
    "its changes, failed only": page(`${run}?show=attention&sort=name`),
    "its changes, failed creates": page(`${run}?operation=create&ended=failed`),
    "its changes, one group": page(`${run}?group=HR%2FDepartments%2FGroup%2042`),
    "its changes: find a name": [`${run}/find`, "Last42"],
    "its changes: find nobody": [`${run}/find`, "nobody"],
    "its rejected rows": page(`${run}/rejects`),
    "its rejected rows, by column": page(`${run}/rejects?sort=column&page=40`),
    people: page("/people"),
    "people: find a key": ["/people/search", "0000042"],
    "people: find a name": ["/people/search", "Last42"],
    "people: find two words": ["/people/search", "first42 last42"],
    "people: find everybody": ["/people/search", "acme.example"],
    "people: find everybody, by name": ["/people/search?sort=name", "acme.example"],
    "people: find nobody": ["/people/search", "nobody"],
    "people: find two letters": ["/people/search", "zq"],
    "one person": page(`/people/${person}`),
    "one group": page("/groups/acme/g42"),
    "one group, last page": page("/groups/acme/g42?page=40"),
    jobs: page("/jobs"),
    "one job": page("/jobs/bench"),
    status: page("/status"),
    audit: page("/audit"),
    "audit, page 1,000": page("/audit?page=1000"),
    "audit of one actor and day": page("/audit?actor=ana&kind=removals&from=2020-01-01&to=2020-01-02"),
    "audit of one person": page(`/audit?person=${person}`),
    "audit: find a person": ["/audit/find", "Last42"],
    exceptions: page("/exceptions"),
    "exceptions, by group": page("/exceptions?sort=group&page=40"),
    "exceptions, latest": page("/exceptions?sort=decided&direction=desc"),
    identities: page("/identities"),
    "missing groups": page("/missing-groups"),
    setup: page("/setup"),
    users: page("/users"),
    tokens: page("/tokens"),
    account: page("/account"),
    search: ["/search", "Last42"],
    "search for a key": ["/search", "0000042"],
    "search for a group": ["/search", "Group 42"],
    "search for everybody": ["/search", "acme.example"],
  };
}
