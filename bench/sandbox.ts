/**
 * The sandbox as a process of its own, so that what is measured is ours alone. Prints url and token. With the word
 * company it holds the 300 people of the demo, else only the groups of the bench's mapping.
 */
import { createSandbox } from "../src/sandbox/sandbox.ts";
import { departments, sites } from "./data.ts";

const isEmpty = process.argv[2] !== "company";
const sandbox = await createSandbox({ seed: isEmpty ? "empty" : "company" });
const paths = [
  "HR/All staff",
  "HR/Managers",
  ...departments.map((name) => `HR/Departments/${name}`),
  ...sites.map((name) => `HR/Sites/${name}`),
];
if (isEmpty) for (const path of paths) sandbox.addGroup(path);
process.stdout.write(`${JSON.stringify({ url: sandbox.url, token: sandbox.refreshToken })}\n`);
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
