/**
 * The sandbox as a process of its own, so that what is measured is ours alone. Prints url and token. With the word
 * company it holds the 300 people of the demo; with joiners and a number so many groups for them; with people and a number
 * so many accounts of the bench's company; else only the groups of the bench's mapping.
 */
import { createSandbox } from "../src/sandbox/sandbox.ts";
import { accountOf, departments, sites } from "./data.ts";

const [seed = "", number = "0"] = process.argv.slice(2);
const isEmpty = seed !== "company";
const sandbox = await createSandbox({ seed: isEmpty ? "empty" : "company" });
const paths = [
  "HR/All staff",
  "HR/Managers",
  ...departments.map((name) => `HR/Departments/${name}`),
  ...sites.map((name) => `HR/Sites/${name}`),
];
const joined = ["HR/All staff", ...Array.from({ length: Number(number) }, (_, i) => `HR/Joiners/Set ${i}`)];
if (isEmpty) for (const path of seed === "joiners" ? joined : paths) sandbox.addGroup(path);
if (seed === "people") {
  for (let i = 0; i < Number(number); i += 1) {
    const { username, groups } = accountOf(i);
    sandbox.addUser({ username, first_name: `First${i % 977}`, last_name: `Last${i % 1999}` }, groups);
  }
}
process.stdout.write(`${JSON.stringify({ url: sandbox.url, token: sandbox.refreshToken })}\n`);
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
