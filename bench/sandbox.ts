/** The sandbox as a process of its own, so that what is measured is ours alone. Prints url and token. */
import { createSandbox } from "../src/sandbox/sandbox.ts";
import { departments, sites } from "./data.ts";

const sandbox = await createSandbox({ seed: "empty" });
for (const path of [
  "HR/All staff",
  "HR/Managers",
  ...departments.map((name) => `HR/Departments/${name}`),
  ...sites.map((name) => `HR/Sites/${name}`),
]) {
  sandbox.addGroup(path);
}
process.stdout.write(`${JSON.stringify({ url: sandbox.url, token: sandbox.refreshToken })}\n`);
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
