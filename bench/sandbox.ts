/**
 * The sandbox as a process of its own, so that what is measured is ours alone. Prints url and token. With the word
 * company it holds the 300 people of the demo; with joiners and a number so many groups for them; else only the groups
 * of the bench's mapping.
 */
import { createSandbox } from "../src/sandbox/sandbox.ts";
import { departments, sites } from "./data.ts";

const [seed = "", sets = "0"] = process.argv.slice(2);
const isEmpty = seed !== "company";
const sandbox = await createSandbox({ seed: isEmpty ? "empty" : "company" });
const paths = [
  "HR/All staff",
  "HR/Managers",
  ...departments.map((name) => `HR/Departments/${name}`),
  ...sites.map((name) => `HR/Sites/${name}`),
];
const joined = ["HR/All staff", ...Array.from({ length: Number(sets) }, (_, i) => `HR/Joiners/Set ${i}`)];
if (isEmpty) for (const path of seed === "joiners" ? joined : paths) sandbox.addGroup(path);
process.stdout.write(`${JSON.stringify({ url: sandbox.url, token: sandbox.refreshToken })}\n`);
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
