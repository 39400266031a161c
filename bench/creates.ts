/**
 * Creates by a service that answers with ids beside one that answers null, where each account has to be found in the
 * groups: so many in as many sets of groups, and the worst case, where all have the same set and go one by one.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { job } from "./data.ts";
import { startSandbox, step, type Step } from "./tools.ts";

const cases = [
  { people: 1000, sets: 60 },
  { people: 200, sets: 1 },
];

const mapping = `
key: ID
user: { username: { template: "p{ID}" }, first_name: First, last_name: Last, email: { template: "p{ID}@acme.example" } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
    - { name: department, groups: ["HR/Joiners/{Department}"] }
`;

interface Measured extends Step {
  /** Requests beside the creates themselves, for each create. */
  extra: number;
}

/** Adds a line for each case and kind of answer. */
export async function measureCreates(
  base: string,
  add: (rows: number, what: string, measured: Step, count: number, beside: string) => void,
): Promise<void> {
  for (const { people, sets } of cases) {
    const ids = await create(base, people, sets, false);
    add(people, `creates with ids, ${setsText(sets)} of groups`, ids, people, extraCalls(ids));
    const found = await create(base, people, sets, true);
    const slower = `${(found.ms / ids.ms).toFixed(1)} times as long as with ids`;
    add(people, `creates with null, ${setsText(sets)} of groups`, found, people, `${slower}; ${extraCalls(found)}`);
  }
}

function setsText(sets: number): string {
  return sets === 1 ? "1 set" : `${sets} sets`;
}

function extraCalls({ extra }: Measured): string {
  return `${extra.toFixed(2)} extra calls a create`;
}

async function create(base: string, people: number, sets: number, nullBodies: boolean): Promise<Measured> {
  const { child, url, token } = await startSandbox("joiners", String(sets));
  try {
    await fetch(`${url}/_sandbox/settings`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ nullBodies }),
    });
    const dir = join(base, `creates-${sets}-${String(nullBodies)}`);
    mkdirSync(dir, { recursive: true });
    const file = join(dir, "joiners.csv");
    writeFileSync(file, joiners(people, sets));
    writeFileSync(join(dir, "mapping.yaml"), mapping);
    writeFileSync(join(dir, "job.yaml"), job(url, token, file));
    const plan = step("plan", dir, file);
    const apply = step("apply", dir, file, plan.run ?? "");
    if (apply.operations !== people) throw new Error(`of ${people} creates ${apply.operations} were done`);
    return { ...apply, extra: (await extraSince(url, people)) / people };
  } finally {
    child.kill("SIGTERM");
  }
}

function joiners(people: number, sets: number): string {
  const lines = Array.from({ length: people }, (_, i) => `${String(i).padStart(6, "0")},First${i},Last${i},Set ${i % sets}`);
  return `ID,First,Last,Department\n${lines.join("\n")}\n`;
}

/** Requests from the first create on that are none. */
async function extraSince(url: string, people: number): Promise<number> {
  const requests = (await (await fetch(`${url}/_sandbox/requests`)).json()) as { method: string; path: string }[];
  const isCreate = ({ method, path }: { method: string; path: string }) => method === "POST" && path.endsWith("/users");
  const creates = requests.filter(isCreate).length;
  if (creates !== people) throw new Error(`${creates} creates were sent for ${people} people`);
  return requests.slice(requests.findIndex(isCreate)).length - creates;
}
