/** Words that lead to the pages of their subjects. */
import { personId } from "../../store/people/people-pages.ts";
import { data, link, soft, type Words } from "../sheet/sheet.ts";

/** Links to a person under an address that contains no name; the employee key follows the name. */
export function personLink({ job, key, name }: { job: string; key: string; name: string | null }): Words {
  const shown = name === null || name === "" ? key : name;
  return [link(`/people/${personId(job, key)}`, data(shown)), shown !== key && [" ", soft(data(key))]];
}

export function runLink(id: string, words: Words = id): Words {
  return link(`/runs/${encodeURIComponent(id)}`, words);
}

export function jobLink(name: string): Words {
  return link(`/jobs/${encodeURIComponent(name)}`, data(name));
}
